/** Every reader counts and measures the pages of an accepted file alike, before and after preparation. */
import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { prepareForSigning } from '../../signing/prepare-pdf.ts';
import { samplePlan } from '../../signing/samples.suite.ts';
import { inspectPdf } from '../inspect-pdf.ts';
import { pdfOf, streamOf } from '../papers.suite.ts';
import { KEPT_TREES, MENDED_TREES, REFUSED_TREES } from './page-trees.suite.ts';

const wordsOf = (pdf: PDF): string[] =>
  pdf.context.pages.getPages().map((_, index) => pdf.getPage(index)?.extractText().text.trim() ?? '');

async function accepted(bytes: Uint8Array): Promise<{ bytes: Uint8Array; pages: number; normalised: boolean }> {
  const result = await inspectPdf(bytes);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result;
}

describe('an ambiguous page tree', () => {
  it.each(MENDED_TREES)('is rewritten with every page: $name', async ({ bytes, words }) => {
    const stored = await accepted(bytes);
    expect(stored).toMatchObject({ normalised: true, pages: words.length });
    const pdf = await PDF.load(stored.bytes, { lenient: false });
    expect(wordsOf(pdf)).toEqual(words);
    expect(await accepted(stored.bytes)).toMatchObject({ normalised: false, pages: words.length });
    const prepared = await prepareForSigning(stored.bytes, samplePlan);
    expect(prepared.pages).toBe(words.length + 1);
    expect(wordsOf(await PDF.load(prepared.bytes)).slice(0, -1)).toEqual(words);
  });

  it.each(KEPT_TREES)('in a valid file is unchanged: $name', async ({ bytes, words }) => {
    const stored = await accepted(bytes);
    expect(stored).toMatchObject({ normalised: false, pages: words.length });
    expect(stored.bytes).toBe(bytes);
  });

  it.each(REFUSED_TREES)('is refused if no reading is the right one: $name', async ({ bytes, code }) => {
    expect(await inspectPdf(bytes)).toMatchObject({ ok: false, code });
  });
});

describe('a page that occurs twice in the tree', () => {
  const twice = (annotations: string, look = '') =>
    pdfOf({
      1: `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R] /SigFlags 1>>>>`,
      2: '<</Type /Pages /Kids [3 0 R 3 0 R] /Count 2>>',
      3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources <<>> /Annots [${annotations}]>>`,
      4: streamOf('', '0 0 9 9 re f'),
      5: `<</Type /Annot /Subtype /Widget /FT /Sig /T (Firma) /F 4 /P 3 0 R /Rect [10 10 210 60] ${look}>>`,
      6: streamOf('/Type /XObject /Subtype /Form /BBox [0 0 200 50]', '0 0 200 50 re S % cornice'),
      7: '<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (https://example.org)>>>>',
      8: '<</Type /Annot /Subtype /Stamp /F 4 /Rect [0 0 200 50] /AP <</N 6 0 R>>>>',
    });
  const text = async (bytes: Uint8Array) => Buffer.from((await accepted(bytes)).bytes).toString('latin1');

  it('has one signature field, on its first occurrence', async () => {
    const stored = await text(twice('5 0 R'));
    expect(stored.match(/\/Widget/g)).toHaveLength(1);
    expect(stored.match(/\/Annots/g)).toHaveLength(1);
  });

  it('shows an empty field’s appearance on both occurrences', async () => {
    expect((await text(twice('5 0 R', '/AP <</N 6 0 R>>'))).match(/\/Field0 Do/g)).toHaveLength(2);
  });

  it('has its links and annotations on both', async () => {
    const stored = await text(twice('7 0 R 8 0 R'));
    expect(stored.match(/\/Link/g)).toHaveLength(2);
    expect(stored.match(/\/Field0 Do/g)).toHaveLength(2);
  });
});
