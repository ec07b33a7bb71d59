/** Attaches a file to a PDF as PDF/A-3 requires: associated with the document, with relationship and type (ISO 19005-3, 6.8). */
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { pdfDate, textString } from '../object-bytes.ts';
import { flate } from '../page/font.ts';

interface Attachment {
  /** Plain ASCII: viewers save the file under this name. */
  readonly name: string;
  readonly mimeType: string;
  readonly description: string;
  readonly bytes: Uint8Array;
  readonly modified: Date;
}

/** Adds the only attachment of a new file; it contains the data shown on the pages. */
export function attach(pdf: PDF, { name, mimeType, description, bytes, modified }: Attachment): void {
  const entries = { Type: PdfName.of('EmbeddedFile'), Subtype: PdfName.of(mimeType) };
  const stream = flate(entries, bytes);
  const date = PdfString.fromString(pdfDate(modified));
  stream.set('Params', PdfDict.of({ Size: PdfNumber.of(bytes.byteLength), ModDate: date }));
  const file = pdf.context.register(stream);
  const specification = pdf.context.register(
    PdfDict.of({
      Type: PdfName.of('Filespec'),
      F: PdfString.fromString(name),
      UF: textString(name),
      Desc: textString(description),
      AFRelationship: PdfName.of('Data'),
      EF: PdfDict.of({ F: file, UF: file }),
    }),
  );
  const root = pdf.context.catalog.getDict();
  root.set('AF', PdfArray.of(specification));
  const tree = PdfDict.of({ Names: PdfArray.of(PdfString.fromString(name), specification) });
  root.set('Names', PdfDict.of({ EmbeddedFiles: tree }));
}
