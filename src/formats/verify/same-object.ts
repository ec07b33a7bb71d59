/** Compares PDF objects by meaning: key order and notation do not matter. */
import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { sameBytes } from '../der.ts';

/** References are equal if they name the same object; their targets are not compared. */
export function sameObject(a: PdfObject | undefined | null, b: PdfObject | undefined | null): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  if (a instanceof PdfRef) {
    return b instanceof PdfRef && a.objectNumber === b.objectNumber && a.generation === b.generation;
  }
  if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value;
  if (a instanceof PdfNumber) return b instanceof PdfNumber && a.value === b.value;
  if (a instanceof PdfBool) return b instanceof PdfBool && a.value === b.value;
  if (a instanceof PdfNull) return b instanceof PdfNull;
  if (a instanceof PdfString) return b instanceof PdfString && sameBytes(a.bytes, b.bytes);
  if (a instanceof PdfArray) {
    if (!(b instanceof PdfArray) || a.length !== b.length) return false;
    for (let n = 0; n < a.length; n++) if (!sameObject(a.at(n), b.at(n))) return false;
    return true;
  }
  if (a instanceof PdfDict) {
    if (!(b instanceof PdfDict) || a instanceof PdfStream !== b instanceof PdfStream) return false;
    if (changedKeys(a, b).length > 0) return false;
    return !(a instanceof PdfStream && b instanceof PdfStream) || sameBytes(a.data, b.data);
  }
  return false;
}

/** Keys that only one of two dictionaries has, or that differ in value. */
export function changedKeys(a: PdfDict, b: PdfDict): string[] {
  const keys = new Set([...a.keys(), ...b.keys()].map((key) => key.value));
  return [...keys].filter((key) => !sameObject(a.get(key), b.get(key)));
}
