/** PDFs for signature fields: rotated and cropped pages, text next to which to sign, an empty signature field. */
import { PDF } from '@libpdf/core';
import PDFDocument from 'pdfkit';
import { addSignatureField, openForm, savePrepared } from '#pdf/signing/signing-form.ts';
import { makePaper } from './paper.ts';

export interface TurnedPaper {
  /** Degrees clockwise. */
  rotation: number;
  crop?: [number, number, number, number];
  pages?: number;
  text?: string;
  /** Position of the text, from the top left. */
  at?: [number, number];
  /** Written upright on the rotated page, as printers of landscape sheets do. */
  upright?: boolean;
}

export async function turnedPaper(options: TurnedPaper): Promise<Buffer> {
  const { rotation, crop, pages = 1, text = 'Testo di prova', at = [100, 100], upright = false } = options;
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve) => document.on('end', resolve));
  for (let page = 1; page <= pages; page += 1) {
    document.addPage({ size: 'A4' });
    document.save();
    if (upright) turnWriting(document, rotation);
    document.fontSize(11).text(text, ...at, { lineBreak: false });
    document.restore();
    Object.assign(document.page.dictionary.data, { Rotate: rotation, ...(crop ? { CropBox: crop } : {}) });
  }
  document.end();
  await done;
  return Buffer.concat(chunks);
}

/** So that text written from the top left of the rotated page is upright there. */
function turnWriting(document: PDFKit.PDFDocument, rotation: number): void {
  const { width, height } = document.page;
  if (rotation === 90) document.translate(0, height).rotate(-90);
  if (rotation === 180) document.translate(width, height).rotate(180);
  if (rotation === 270) document.translate(width, 0).rotate(90);
}

export interface EmptyField {
  name: string;
  /** 1-based. */
  page: number;
  /** Left, bottom, right, top in points. */
  box: [number, number, number, number];
  /** Its tooltip (`/TU`). */
  tip?: string;
}

export const withEmptyField = (field: EmptyField): Promise<Buffer> => withEmptyFields([field], 1);

export async function withEmptyFields(fields: readonly EmptyField[], pages: number): Promise<Buffer> {
  const pdf = await PDF.load(await makePaper({ pages }));
  const form = openForm(pdf);
  for (const { name, page: number, box, tip } of fields) {
    const page = pdf.context.pages.getPage(number - 1);
    if (page === null) throw new Error('no such page');
    addSignatureField(form, page, { name, box, lock: false, ...(tip === undefined ? {} : { tooltip: tip }) });
  }
  return Buffer.from(await savePrepared(pdf, ['field']));
}
