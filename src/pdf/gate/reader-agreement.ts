/** Checks whether two readers see the same document: every object reachable from the catalog, value by value. */
import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { sameObject } from '#formats/verify/same-object.ts';
import type { Resolve } from '#formats/verify/syntax.ts';

/** A document as seen by one reader. */
export interface DocumentView {
  readonly trailer: PdfDict;
  readonly resolve: Resolve;
}

const ENTRIES = ['Root', 'Info'];

/**
 * @returns the number of the first object on which the two readings differ, 0 for the trailer, or null when they
 * agree.
 */
export function firstDisagreement(a: DocumentView, b: DocumentView): number | null {
  const pending: PdfRef[] = [];
  for (const key of ENTRIES) {
    const [left, right] = [a.trailer.get(key), b.trailer.get(key)];
    if (!left && !right) continue;
    if (!(left instanceof PdfRef) || !sameObject(left, right)) return 0;
    pending.push(left);
  }
  const visited = new Set<number>();
  for (let ref = pending.pop(); ref; ref = pending.pop()) {
    if (visited.has(ref.objectNumber)) continue;
    visited.add(ref.objectNumber);
    const [left, right] = [a.resolve(ref), b.resolve(ref)];
    // An object that one reader cannot find might be shown by the other.
    if (!left || !right || left.type === 'null' || right.type === 'null') return ref.objectNumber;
    if (!sameObject(withoutLength(left), withoutLength(right))) return ref.objectNumber;
    collectReferences(left, pending);
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

function collectReferences(object: PdfObject, into: PdfRef[]): void {
  const pending: PdfObject[] = [object];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next instanceof PdfRef) into.push(next);
    else if (next instanceof PdfArray) pending.push(...next);
    else if (next instanceof PdfDict) for (const [, value] of next) pending.push(value);
  }
}
