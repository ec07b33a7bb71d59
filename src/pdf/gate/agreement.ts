/** Checks whether two readers see the same document: every object reachable from the catalog, value by value. */
import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { sameObject } from '#formats/verify/same-object.ts';
import type { Resolve } from './active-content.ts';

/** A document as seen by one reader. */
export interface Seen {
  readonly trailer: PdfDict;
  readonly resolve: Resolve;
}

const ENTRIES = ['Root', 'Info'];

/**
 * @returns the number of the first object on which the two readings differ, 0 for the trailer, or null when they
 * agree.
 */
export function firstDisagreement(a: Seen, b: Seen): number | null {
  const open: PdfRef[] = [];
  for (const key of ENTRIES) {
    const [left, right] = [a.trailer.get(key), b.trailer.get(key)];
    if (!left && !right) continue;
    if (!(left instanceof PdfRef) || !sameObject(left, right)) return 0;
    open.push(left);
  }
  const seen = new Set<number>();
  for (let ref = open.pop(); ref; ref = open.pop()) {
    if (seen.has(ref.objectNumber)) continue;
    seen.add(ref.objectNumber);
    const [left, right] = [a.resolve(ref), b.resolve(ref)];
    // An object that one reader cannot find might be shown by the other.
    if (!left || !right || left.type === 'null' || right.type === 'null') return ref.objectNumber;
    if (!sameObject(withoutLength(left), withoutLength(right))) return ref.objectNumber;
    collect(left, open);
  }
  return null;
}

/** A stream's length follows from its data, which are compared; its notation does not matter. */
function withoutLength(object: PdfObject): PdfObject {
  if (!(object instanceof PdfStream)) return object;
  return new PdfStream(
    [...object].filter(([key]) => key.value !== 'Length'),
    object.data,
  );
}

function collect(object: PdfObject, into: PdfRef[]): void {
  const open: PdfObject[] = [object];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next instanceof PdfRef) into.push(next);
    else if (next instanceof PdfArray) open.push(...next);
    else if (next instanceof PdfDict) for (const [, value] of next) open.push(value);
  }
}
