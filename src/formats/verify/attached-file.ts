/** Extracts an attached file from a signed PDF, as covered by the first signature (ISO 32000-2, 7.11.4). */
import { PdfDict, PdfRef, PdfStream } from '@libpdf/core';
import { decodeStream } from './inflate.ts';
import { signaturesOf } from './signature-fields.ts';
import { StrictFile } from './strict-file.ts';

/**
 * Does not check whether the file can be trusted: that is the signature's verdict.
 * @returns null when the file is not signed or has no such attachment. @throws SyntaxFault
 */
export async function attachedFile(bytes: Uint8Array, fileName: string): Promise<Uint8Array | null> {
  const file = await StrictFile.open(bytes);
  const [first] = signaturesOf(file);
  if (first === undefined) return null;
  const resolve = file.resolver(first.revision);
  for (const entry of file.catalogAt(first.revision).getArray('AF', resolve) ?? []) {
    const specification = entry instanceof PdfRef ? resolve(entry) : entry;
    if (!(specification instanceof PdfDict)) continue;
    if (specification.getString('F', resolve)?.asString() !== fileName) continue;
    const embeddedFile = specification.getDict('EF', resolve)?.get('F');
    const stream = embeddedFile instanceof PdfRef ? resolve(embeddedFile) : null;
    return stream instanceof PdfStream ? decodeStream(stream) : null;
  }
  return null;
}
