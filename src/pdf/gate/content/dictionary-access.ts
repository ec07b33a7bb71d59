/** Reads dictionary entries by their required type; any other type is a fault. */
import { PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, type PdfObject } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { follow } from '../reading/follow-references.ts';
import { refuse } from './content-fault.ts';

export class Access {
  readonly resolve: Resolve;

  constructor(resolve: Resolve) {
    this.resolve = resolve;
  }

  get(dict: PdfDict, key: string): PdfObject | undefined {
    return follow(dict.get(key), this.resolve);
  }

  name(dict: PdfDict, key: string): string | undefined {
    const value = this.get(dict, key);
    return value instanceof PdfName ? value.value : undefined;
  }

  dict(dict: PdfDict, key: string): PdfDict | undefined {
    const value = this.get(dict, key);
    return value instanceof PdfDict ? value : undefined;
  }

  isTrue(dict: PdfDict, key: string): boolean {
    const value = this.get(dict, key);
    return value instanceof PdfBool && value.value;
  }

  number(dict: PdfDict, key: string): number | undefined {
    const value = this.get(dict, key);
    return value instanceof PdfNumber ? value.value : undefined;
  }

  /** Items of an array, with references resolved; undefined if it is not an array. */
  items(value: PdfObject | undefined): (PdfObject | undefined)[] | undefined {
    const list = follow(value, this.resolve);
    return list instanceof PdfArray ? [...list].map((item) => follow(item, this.resolve)) : undefined;
  }

  /** Finite numbers of an array. @param count required number of elements. @throws ContentFault for any other value. */
  numbers(dict: PdfDict, key: string, count?: number): number[] | undefined {
    const value = this.get(dict, key);
    if (value === undefined) return undefined;
    const numbers = this.numbersOf(value);
    if (numbers === undefined || (count !== undefined && numbers.length !== count)) refuse(`a malformed /${key}`);
    return numbers;
  }

  numbersOf(value: PdfObject | undefined): number[] | undefined {
    const items = this.items(value);
    const numbers = items?.flatMap((item) =>
      item instanceof PdfNumber && Number.isFinite(item.value) ? [item.value] : [],
    );
    return numbers !== undefined && numbers.length === items?.length ? numbers : undefined;
  }
}
