/** Removes signature fields from a file being prepared. */
import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';

/** Removes fields and widgets from the form and the pages, with the form nodes that become empty. */
export function removeDicts(pdf: PDF, removed: ReadonlySet<PdfDict>): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const dictOf = (item: PdfObject) => {
    const target = item instanceof PdfRef ? resolve(item) : item;
    return target instanceof PdfDict ? target : undefined;
  };
  const visited = new Set<PdfDict>();
  const prune = (node: PdfDict, key: string): void => {
    const list = node.getArray(key, resolve);
    if (!list || visited.has(node)) return;
    visited.add(node);
    const remaining = [...list].filter((item) => {
      const dict = dictOf(item);
      if (!dict) return true;
      if (removed.has(dict)) return false;
      const before = dict.getArray('Kids', resolve)?.length ?? 0;
      prune(dict, 'Kids');
      return before === 0 || (dict.getArray('Kids', resolve)?.length ?? 0) > 0;
    });
    node.set(key, PdfArray.of(...remaining));
  };
  const form = pdf.context.catalog.getDict().getDict('AcroForm', resolve);
  if (form) prune(form, 'Fields');
  for (const pageRef of pdf.context.pages.getPages()) {
    const page = resolve(pageRef);
    const list = page instanceof PdfDict ? page.getArray('Annots', resolve) : undefined;
    if (!(page instanceof PdfDict) || !list) continue;
    page.set('Annots', PdfArray.of(...[...list].filter((item) => !removed.has(dictOf(item) ?? NO_DICT))));
  }
}

const NO_DICT = new PdfDict();
