/** One page that a program may draw in its own way: small, made by code, without persons. */
import { type Bodies, pdfOf, streamOf } from '#pdf/gate/papers.suite.ts';

export interface Construct {
  /** In words; unique. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Parts of a page of 120 by 120 points; object numbers from 10 up are free. */
export interface Parts {
  /** Entries of the page's resources besides the typefaces F1 (Helvetica) and T3 (squares for a and b). */
  readonly resources?: string;
  /** More fonts, as entries. */
  readonly fonts?: string;
  readonly objects?: Bodies;
  /** More entries of the page. */
  readonly page?: string;
  /** More entries of the catalog. */
  readonly catalog?: string;
  /** Several streams instead of one. */
  readonly streams?: readonly (string | Buffer)[];
}

const SQUARES: Bodies = {
  6: '<</Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 97 /LastChar 98 /Widths [10 10] /Encoding <</Differences [97 /a /b]>> /CharProcs <</a 7 0 R /b 8 0 R>> /Resources <<>>>>',
  7: streamOf('', '10 0 0 0 10 10 d1 0 0 8 8 re f'),
  8: streamOf('', '10 0 0 0 10 10 d1 4 0 4 8 re f'),
};

export function page(content: string | Buffer, parts: Parts = {}): Uint8Array {
  const streams = parts.streams ?? [content];
  const numbers = streams.map((_, index) => 40 + index);
  const contents = Object.fromEntries(streams.map((data, index) => [40 + index, streamOf('', data)]));
  const list = streams.length === 1 ? '40 0 R' : `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;
  const fonts = `/Font <</F1 5 0 R /T3 6 0 R ${parts.fonts ?? ''}>>`;
  return pdfOf({
    1: `<</Type /Catalog /Pages 2 0 R ${parts.catalog ?? ''}>>`,
    2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 120 120] /Contents ${list} /Resources <<${fonts} ${parts.resources ?? ''}>> ${parts.page ?? ''}>>`,
    5: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ...SQUARES,
    ...contents,
    ...parts.objects,
  });
}

/** Rows of a table: what it is, the content of the page, and what else the page has. */
export type Row = readonly [name: string, content: string | Buffer, parts?: Parts];

export const constructsOf = (group: string, rows: readonly Row[]): Construct[] =>
  rows.map(([name, content, parts]) => ({ name: `${group}: ${name}`, bytes: page(content, parts) }));
