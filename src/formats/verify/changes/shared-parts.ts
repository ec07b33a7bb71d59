/**
 * Finds changeable parts of the catalog that are also used elsewhere: an author could use one list both as validation
 * data and as page content, and change both with the permission for the first.
 */
import { PdfDict, PdfRef, PdfStream } from '@libpdf/core';
import { isName } from '../signature-fields.ts';
import { eachReference, type StrictFile } from '../strict-file.ts';

/**
 * @param parts object numbers of the parts, with the catalog key that each belongs to.
 * @returns the parts that a revision also references from elsewhere.
 */
export function sharedParts(file: StrictFile, revision: number, parts: ReadonlyMap<number, string>): Set<number> {
  const shared = new Set<number>();
  const root = file.revisions[revision]?.trailer.get('Root');
  for (const number of file.numbersAt(revision)) {
    const object = file.objectAt(revision, number);
    // A cross-reference stream is a trailer: it refers to the document information.
    if (!object || (object instanceof PdfStream && isName(object.get('Type'), 'XRef'))) continue;
    const fromKey = (key: string | undefined) => (ref: PdfRef) => {
      const owner = parts.get(ref.objectNumber);
      if (owner !== undefined && owner !== key) shared.add(ref.objectNumber);
    };
    if (root instanceof PdfRef && root.objectNumber === number && object instanceof PdfDict) {
      for (const [key, value] of object) eachReference(value, fromKey(key.value));
    } else {
      eachReference(object, fromKey(parts.get(number)));
    }
  }
  return shared;
}
