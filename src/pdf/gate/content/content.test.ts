/** Page content with one meaning in every program is kept, ambiguous content is rewritten or refused. */

import { PDF, PdfRef, PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { inspectPdf } from '../inspect-pdf.ts';
import { onePage, pdfOf, streamOf } from '../papers.suite.ts';
import { judged, withContent } from './judged.suite.ts';

const RED = '1 0 0 rg 10 10 40 40 re f';
/** The page content as stored, separated by single spaces. */
async function stored(bytes: Uint8Array): Promise<string> {
  const result = await inspectPdf(bytes);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  expect(await judged(result.bytes)).toBe('unchanged');
  const pdf = await PDF.load(result.bytes);
  const [page] = pdf.getPages();
  const contents = page?.dict.get('Contents', (ref) => pdf.context.registry.resolve(ref));
  const data = contents instanceof PdfStream ? contents.getDecodedData() : new Uint8Array();
  return Buffer.from(data).toString('latin1').replace(/\s+/g, ' ').trim();
}

describe('content written by common programs', () => {
  it.each([
    ...rowsOf(`
      graphics                | q 2 w [3 1] 0 d ${RED} 10 10 m 90 90 l S Q
      text                    | BT /F1 12 Tf 1 0 0 1 40 200 Tm [(Con) -20 (tratto)] TJ T* (b) ' ET
      a clip                  | q 10 10 50 50 re W n ${RED} Q
      an inline image         | q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID 80> EI Q
      hidden text over a scan | BT 3 Tr /F1 12 Tf 10 10 Td (Contratto) Tj ET
      marks                   | /Span <</ActualText (x)>> BDC ${RED} EMC
    `),
    ['a comment', `% prova\n${RED}`],
  ])('is unchanged: %s', async (_, content) => {
    expect(await judged(withContent(content))).toBe('unchanged');
  });
});

describe('unambiguous content that violates the standard is rewritten', () => {
  it.each([
    ['a save that is never restored', `q ${RED}`, `q ${RED} Q`],
    ['a text object that does not end', 'BT /F1 12 Tf (a) Tj', 'BT /F1 12 Tf (a) Tj ET'],
    ['a restore without a save', `q ${RED} Q Q`, `q ${RED} Q`],
    ['an end of text without a beginning', `ET ${RED}`, RED],
    ['a path that is never painted', `${RED} 0 0 9 9 re`, `${RED} 0 0 9 9 re n`],
    ['an unknown operator', `1 2 zap ${RED}`, RED],
    ['a drawing that is not there', `/None Do ${RED}`, RED],
    ['a layer that is not there', `/OC /None BDC ${RED} EMC`, `/OC BMC ${RED} EMC`],
    ['operands before a fill', '1 0 0 rg 10 10 40 40 re 5 f', '1 0 0 rg 10 10 40 40 re f'],
    ['a point for zero', '. 0 0 rg 10 10 40 40 re f', '0 0 0 rg 10 10 40 40 re f'],
    ['a position with a number too many, of no text', 'BT 8 0 0 Td ET', 'BT ET'],
    [
      'a position with a number too many, set again',
      'BT /F1 12 Tf 8 0 0 Td 1 0 0 1 9 9 Tm (a) Tj ET',
      'BT /F1 12 Tf 1 0 0 1 9 9 Tm (a) Tj ET',
    ],
    ['numbers too many that change none', '0 0 0 0 rg 10 10 40 40 re f', '0 0 0 rg 10 10 40 40 re f'],
    [
      'a clip that is never set',
      'q 1 1 90 90 re W BT /F1 12 Tf (a) Tj ET Q',
      'q 1 1 90 90 re n BT /F1 12 Tf (a) Tj ET Q',
    ],
    ['a clip without a path at the end', `${RED} W`, RED],
    ['an even-odd clip without a path at the end', `q ${RED} Q W*`, `q ${RED} Q`],
    ['text as a clip of nothing', 'BT /F1 12 Tf 4 Tr (a) Tj ET', 'BT /F1 12 Tf 0 Tr (a) Tj ET'],
    ['stroked text as a clip of nothing', 'BT /F1 12 Tf 5 Tr (a) Tj (b) Tj ET', 'BT /F1 12 Tf 1 Tr (a) Tj (b) Tj ET'],
    ['hidden text as a clip of nothing', 'BT /F1 12 Tf 7 Tr (a) Tj ET', 'BT /F1 12 Tf 3 Tr (a) Tj ET'],
    [
      'text as a clip that ends before something is painted',
      `q BT /F1 12 Tf 6 Tr (a) Tj ET Q ${RED}`,
      `q BT /F1 12 Tf 2 Tr (a) Tj ET Q ${RED}`,
    ],
    ['a text mode of a clip without text', `7 Tr ${RED}`, `3 Tr ${RED}`],
    ['a save around nothing but a path', 'q 10 10 m 50 10 l 50 50 l Q B', '10 10 m 50 10 l 50 50 l B'],
    ['a grey in three numbers', '0 0 0 sc 10 10 40 40 re f', '0 sc 10 10 40 40 re f'],
  ])('%s', async (_, content, expected) => {
    expect(await stored(withContent(content))).toBe(expected);
  });

  it('two streams whose operators would merge', async () => {
    const page = String(onePage[3]).replace('/Contents 4 0 R', '/Contents [4 0 R 5 0 R]');
    const bytes = pdfOf({ ...onePage, 3: page, 4: streamOf('', `q ${RED} Q`), 5: streamOf('', `q ${RED} Q`) });
    expect(await stored(bytes)).toBe(`q ${RED} Q q ${RED} Q`);
  });

  it('an inline image whose data contain an apparent end', async () => {
    const text = await stored(withContent('q BI /W 6 /H 1 /BPC 8 /CS /G ID  EI Q  EI Q'));
    expect(text).toContain('/F [/AHx ] ID 204549205120> EI Q');
  });

  it.each([
    ['overprint', '/OP true /op true /OPM 1', /\/OP|\/op/],
    ['a transfer that changes nothing', '/TR /Identity /TR2 /Default', /\/TR/],
    ['a black generation', '/BG2 /Default /UCR2 /Default', /\/BG2|\/UCR2/],
  ])('a graphics state without %s', async (_, entries, gone) => {
    const result = await inspectPdf(withContent(`/S gs ${RED}`, `/ExtGState <</S <<${entries}>>>>`));
    expect(result.ok && Buffer.from(result.bytes).toString('latin1')).not.toMatch(gone);
  });

  it('a clip without a path at the end of a form, which some readers apply to later content', async () => {
    const form = streamOf('/Subtype /Form /BBox [0 0 300 300]', `${RED} W`);
    const result = await inspectPdf(withContent(`/X Do ${RED}`, '/XObject <</X 5 0 R>>', { 5: form }));
    const { context } = await PDF.load(result.ok ? result.bytes : new Uint8Array());
    const objects = Array.from({ length: 12 }, (_, at) => context.registry.resolve(PdfRef.of(at + 1, 0)));
    const stored = objects.flatMap((object) =>
      object instanceof PdfStream && object.has('BBox')
        ? [Buffer.from(object.getDecodedData()).toString('latin1')]
        : [],
    );
    expect(stored.map((one) => one.trim())).toEqual([RED]);
  });
});

it('the inverted mask of a shadow, as printed by Chromium, is written without a transfer function', async () => {
  const state = '/ExtGState <</S <</SMask <</S /Alpha /G 5 0 R /TR 6 0 R>>>>>>';
  const mask = streamOf('/Subtype /Form /BBox [0 0 9 9] /Group <</S /Transparency>>', '0 0 9 9 re f');
  const inverse = streamOf('/FunctionType 4 /Domain [0 1] /Range [0 1]', '{1 exch sub}');
  const result = await inspectPdf(withContent(`/S gs ${RED}`, state, { 5: mask, 6: inverse }));
  const text = result.ok ? Buffer.from(result.bytes).toString('latin1') : result.detail;
  expect(text).toContain('/BC [1]');
  expect(text).toContain('/Shape gs 0 g 0 0 9 9 re f');
  expect(text).not.toContain('/TR');
  expect(await judged(result.ok ? result.bytes : new Uint8Array())).toBe('unchanged');
});

describe('content that programs draw differently is refused with its page', () => {
  it.each(
    rowsOf(`
      a colour with a number too many                          | 0 1 0 0 rg 10 10 40 40 re f
      a colour with a number too few                           | 1 0 rg 10 10 40 40 re f
      a number that programs read differently                  | 1 0 0 rg 10 10 4-0 40 re f
      operators written as one                                 | 10 10 40 40 re fQ
      text outside a text object                               | /F1 12 Tf (a) Tj
      text in a typeface that is not there                     | BT /None 12 Tf (a) Tj ET
      text at a position with a number too many                | BT /F1 12 Tf 8 0 0 Td (a) Tj ET
      text moved from such a position                          | BT /F1 12 Tf 8 0 0 Td 5 5 Td (a) Tj ET
      a line of text with such a leading                       | BT /F1 12 Tf 8 0 9 TD 1 0 0 1 9 9 Tm (a) Tj ET
      a path behind a clip that is never set                   | 1 1 90 90 re W BT /F1 12 Tf (a) Tj ET ${RED}
      text inside a path to fill                               | 1 1 90 90 re BT /F1 12 Tf (a) Tj ET f
      text inside a clip of curves                             | 1 1 m 90 90 l 9 0 l W BT /F1 12 Tf (a) Tj ET
      text as a clip                                           | BT /F1 12 Tf 7 Tr (a) Tj ET ${RED}
      text as a clip of other text                             | BT /F1 12 Tf 7 Tr (a) Tj ET BT 0 Tr (b) Tj ET
      text as a clip behind a restore of something else        | BT /F1 12 Tf 7 Tr (a) Tj ET q Q ${RED}
      text as a clip that is saved                             | q BT /F1 12 Tf 7 Tr (a) Tj ET q ${RED} Q Q
      text as a clip with a restore inside                     | q BT /F1 12 Tf 7 Tr (a) Tj Q ET ${RED}
      text as a clip of what its own object paints             | BT /F1 12 Tf 4 Tr (a) Tj ${RED} ET
      text behind a restore in a text object                   | BT /F1 12 Tf q 1 0 0 1 9 9 Tm (a) Tj Q (b) Tj ET
      a save around a path and its width                       | q 9 w 10 10 m 50 10 l 50 50 l Q B
      a path that begins before a save                         | 10 10 m 50 10 l q 50 50 l Q B
      a restore inside a path without its save                 | 10 10 m 50 10 l Q B
      a save inside a path                                     | 10 10 30 30 re q f Q
      a clip without a path                                    | W n ${RED}
      an inline image with too few data                        | BI /W 9 /H 9 /BPC 8 /CS /G ID 123 EI
      a string without an end                                  | BT /F1 12 Tf (a Tj ET
      a colour space that is not there                         | /None cs 0 sc 10 10 40 40 re f
      something drawn behind a restore that some programs take | 0.5 0 0 0.5 0 0 cm Q ${RED}
    `),
  )('%s', async (_, content) => {
    expect(await judged(withContent(content))).toBe('pdf.content 1');
  });

  it.each([
    ['a transfer function', '/TR <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>'],
    [
      'a soft mask with a transfer function',
      '/SMask <</S /Alpha /G 5 0 R /TR <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0.5] /N 1>>>>',
    ],
    ['an opacity beyond one', '/ca 2'],
  ])('%s', async (_, entries) => {
    const mask = streamOf('/Subtype /Form /BBox [0 0 9 9] /Group <</S /Transparency>>', '');
    expect(await judged(withContent(`/S gs ${RED}`, `/ExtGState <</S <<${entries}>>>>`, { 5: mask }))).toBe(
      'pdf.content 1',
    );
  });

  it.each([
    ['a separation of no plate', '[/Separation /None /DeviceGray <</FunctionType 2 /Domain [0 1] /N 1>>]'],
    ['a palette of palettes', '[/Indexed [/Indexed /DeviceGray 0 <00>] 0 <00>]'],
    ['a profile of other components', '[/ICCBased 5 0 R]'],
  ])('%s', async (_, space) => {
    const header = Buffer.alloc(132);
    header.write('RGB ', 16, 'latin1');
    header.write('acsp', 36, 'latin1');
    const bytes = withContent('/C cs 0 sc 10 10 40 40 re f', `/ColorSpace <</C ${space}>>`, {
      5: streamOf('/N 1', header),
    });
    expect(await judged(bytes)).toBe('pdf.content 1');
  });

  it('a form without a box', async () => {
    const bytes = withContent('/X Do', '/XObject <</X 5 0 R>>', { 5: streamOf('/Subtype /Form', RED) });
    expect(await judged(bytes)).toBe('pdf.content 1');
  });
});

it('print-only settings are dropped, screen settings stay', async () => {
  const catalog =
    '<</Type /Catalog /Pages 2 0 R /ViewerPreferences <</PrintArea /ArtBox /NumCopies 3 /FitWindow true>>>>';
  const result = await inspectPdf(pdfOf({ ...onePage, 1: catalog }));
  const text = result.ok ? Buffer.from(result.bytes).toString('latin1') : result.detail;
  expect(text).toContain('/FitWindow true');
  expect(text).not.toMatch(/PrintArea|NumCopies/);
});
