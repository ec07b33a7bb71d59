/** Resolves references to their values. */
import { type PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';

/** @returns the object behind up to 32 references; undefined for null and for longer or circular chains. */
export function follow(value: PdfObject | undefined, resolve: Resolve): PdfObject | undefined {
  let current: PdfObject | null | undefined = value;
  for (let step = 0; current instanceof PdfRef; step++) {
    if (step > 32) return undefined;
    current = resolve(current);
  }
  return current === null || current?.type === 'null' ? undefined : current;
}

/** @returns a number entry, or the fallback. */
export const numberAt = (dict: PdfDict, key: string, resolve: Resolve, fallback: number): number => {
  const value = follow(dict.get(key), resolve);
  return value instanceof PdfNumber ? value.value : fallback;
};
