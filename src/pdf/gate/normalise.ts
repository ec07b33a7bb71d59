/** Rewrites a PDF into a sound file: what had to be recovered is written anew, fields become content, layers lose their switches. */
import { PDF, PdfDict } from '@libpdf/core';
import { flattenFields } from './flatten.ts';

/**
 * @param bytes a PDF that was already found free of active content.
 * @returns the bytes of a new file; the same input gives the same output if it has an /ID.
 */
export async function rewritePdf(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes);
  const catalog = pdf.getCatalog();
  catalog.delete('OCProperties');
  flattenFields(pdf);
  // The library hands back the input when it sees no change.
  catalog.dirty = true;
  if (!(catalog instanceof PdfDict)) throw new Error('no catalog');
  return pdf.save();
}
