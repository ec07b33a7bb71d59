/** Removes signature fields from a file being prepared. */
import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';

/** Removes fields and widgets from the form and the pages, with the form nodes that become empty. */
export function removeDicts(pdf: PDF, gone: ReadonlySet<PdfDict>): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const dictOf = (item: PdfObject) => {
    const target = item instanceof PdfRef ? resolve(item) : item;
    return target instanceof PdfDict ? target : undefined;
  };
  const seen = new Set<PdfDict>();
  const prune = (holder: PdfDict, key: string): void => {
    const list = holder.getArray(key, resolve);
    if (!list || seen.has(holder)) return;
    seen.add(holder);
    const kept = [...list].filter((item) => {
      const dict = dictOf(item);
      if (!dict) return true;
      if (gone.has(dict)) return false;
      const before = dict.getArray('Kids', resolve)?.length ?? 0;
      prune(dict, 'Kids');
      return before === 0 || (dict.getArray('Kids', resolve)?.length ?? 0) > 0;
    });
    holder.set(key, PdfArray.of(...kept));
  };
  const form = pdf.context.catalog.getDict().getDict('AcroForm', resolve);
  if (form) prune(form, 'Fields');
  for (const pageRef of pdf.context.pages.getPages()) {
    const page = resolve(pageRef);
    const list = page instanceof PdfDict ? page.getArray('Annots', resolve) : undefined;
    if (!(page instanceof PdfDict) || !list) continue;
    page.set('Annots', PdfArray.of(...[...list].filter((item) => !gone.has(dictOf(item) ?? NOTHING))));
  }
}

const NOTHING = new PdfDict();
