/** Small handwritten PDF forms for the tests of the gate. */
import { deflateSync } from 'node:zlib';
import { type Bodies, onePage, pdfOf, streamOf } from '../papers.suite.ts';

export const HELVETICA = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>';

/** UTF-16 with a byte order mark, as a hexadecimal string. */
export const utf16 = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/** A drawing as large as the usual field. @param resources used instead of Helvetica as /Helv. */
export const drawing = (content: string, resources = `/Font <</Helv ${HELVETICA}>>`): Buffer =>
  streamOf(
    `/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <<${resources}>> /Filter /FlateDecode`,
    deflateSync(Buffer.from(content, 'latin1')),
  );

export const words = (text: string): Buffer => drawing(`/Tx BMC q BT /Helv 10 Tf 0 g 2 6 Td (${text}) Tj ET Q EMC`);

export interface FormOptions {
  /** Whether readers are requested to redraw the fields; defaults to true. */
  readonly anew?: boolean;
  /** Fonts of the form, as an entry of /DR. */
  readonly fonts?: string;
  /** Further objects, numbered from 50. */
  readonly objects?: Bodies;
  /** Roots of fields with several widgets. */
  readonly parents?: readonly string[];
}

/**
 * A page with fields.
 * @param widgets entries of each; without /Rect they are stacked, 200 wide and 20 high.
 */
export function formPaper(widgets: readonly string[], options: FormOptions = {}): Uint8Array {
  const first = 10;
  const bodies: Bodies = { ...onePage, ...options.objects };
  const names = widgets.map((_, index) => `${first + index} 0 R`);
  widgets.forEach((entries, index) => {
    const y = 800 - index * 40;
    const place = entries.includes('/Rect') ? '' : `/Rect [40 ${y} 240 ${y + 20}]`;
    const flags = entries.includes('/F ') ? '' : '/F 4';
    bodies[first + index] = `<</Type /Annot /Subtype /Widget ${flags} /P 3 0 R ${place} ${entries}>>`;
  });
  const parents = options.parents ?? [];
  parents.forEach((entries, index) => {
    bodies[40 + index] = `<<${entries}>>`;
  });
  const fields = [
    ...names.filter((_, index) => !widgets[index]?.includes('/Parent')),
    ...parents.map((_, index) => `${40 + index} 0 R`),
  ];
  const font = options.fonts ?? `/Helv ${HELVETICA}`;
  const anew = options.anew === false ? '' : '/NeedAppearances true';
  const form = `/AcroForm <</Fields [${fields.join(' ')}] ${anew} /DA (/Helv 10 Tf 0 g) /DR <</Font <<${font}>>>>>>`;
  bodies[1] = `<</Type /Catalog /Pages 2 0 R ${form}>>`;
  bodies[3] =
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [${names.join(' ')}] ` +
    `/Resources <</Font <</F1 ${HELVETICA}>>>>>>`;
  return pdfOf(bodies);
}
