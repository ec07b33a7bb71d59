/** Builds PDFs with hand-written signature fields, as left by other producers and broken tools. */
import { onePage, pdfOf } from '../../src/pdf/gate/papers.suite.ts';

export interface FieldPaper {
  /** Additional entries of the page, e.g. `/Rotate 90`. */
  page?: string;
  /** References to the page's annotations, and to the fields that the form lists. */
  shown?: string;
  listed?: string | null;
  /** Objects from number 10 on. */
  objects: Readonly<Record<number, string>>;
}

const FONT = '/Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>';

/** One page of 595 by 842 points. */
export function fieldPaper({ page = '', shown = '10 0 R', listed = '10 0 R', objects }: FieldPaper): Uint8Array {
  const form = listed === null ? '' : `/AcroForm <</Fields [${listed}]>>`;
  return pdfOf({
    ...onePage,
    1: `<</Type /Catalog /Pages 2 0 R ${form}>>`,
    2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842]>>',
    3: `<</Type /Page /Parent 2 0 R /Resources <<${FONT}>> /Contents 4 0 R /Annots [${shown}] ${page}>>`,
    ...objects,
  });
}

/** The rectangle of most tests. */
export const RECT = '[60 500 260 560]';
export const LOWER = '[60 200 260 260]';

/** A field and its widget in one dictionary. */
export const merged = (entries = '/T (FirmaCliente) /F 4', rect = RECT): string =>
  `<</Type /Annot /Subtype /Widget /FT /Sig /Rect ${rect} /P 3 0 R ${entries}>>`;

/** A widget separate from its field. */
export const widget = (entries = '/F 4', rect = RECT): string =>
  `<</Type /Annot /Subtype /Widget /Rect ${rect} /P 3 0 R ${entries}>>`;
