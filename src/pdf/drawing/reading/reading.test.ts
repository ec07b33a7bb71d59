/** The text mode reads what the page shows, never what a file only claims (record 0065). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { type Bodies, onePage, pdfOf, streamOf } from '../../gate/papers.suite.ts';
import { PageChecker, type PageText } from '../page-checker.ts';

const checker = new PageChecker();
afterAll(() => checker.close());

const STANDARD = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
const LIBERATION = readFileSync(join(STANDARD, 'LiberationSans-Regular.ttf'));

async function reading(bytes: Uint8Array, page = 0, madeHere = false): Promise<PageText> {
  const [read] = await checker.readPages(bytes, { from: page, to: page + 1, madeHere });
  if (!read) throw new Error('the page was not read');
  return read;
}
const wordsOf = ({ paragraphs }: PageText): string => paragraphs.map(({ text }) => text).join(' / ');

const HELVETICA = '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding';

interface Parts {
  /** Resource entries of the page, in addition to the font F1. */
  resources?: string;
  /** Entries of the page. */
  page?: string;
  /** The font F1. */
  font?: string;
  more?: Bodies;
  catalog?: string;
}

/** A page of 300 by 200 points. */
function pageOf(
  content: string,
  { resources = '', page = '', font = `<<${HELVETICA}>>`, more = {}, catalog = '' }: Parts = {},
) {
  return pdfOf({
    ...onePage,
    1: `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R ${page}
      /Resources <</Font <</F1 5 0 R>> ${resources}>>>>`,
    4: streamOf('', content),
    5: font,
    ...more,
  });
}

const shown = (text: string, x = 20, y = 150, size = 12): string => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;
const PRICE = shown('Prezzo 10.000 euro');

/** A map of codes to letters: `1=9` maps code 1 to the digit 9. */
const toUnicode = (...pairs: string[]): Buffer => {
  const hex = (letter: string) => letter.charCodeAt(0).toString(16);
  const rows = pairs.map((pair) => `<${hex(pair.charAt(0))}> <${hex(pair.slice(2)).padStart(4, '0')}>`);
  return streamOf(
    '',
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange ${rows.length} beginbfchar ${rows.join(' ')} endbfchar endcmap end end`,
  );
};

describe('a page that shows exactly its text', () => {
  it('is read completely', async () => {
    expect(await reading(pageOf(PRICE + shown('Consegna: 12/03/2027, ore 9-18', 20, 120)))).toEqual({
      paragraphs: [
        { text: 'Prezzo 10.000 euro', large: false },
        { text: 'Consegna: 12/03/2027, ore 9-18', large: false },
      ],
      certain: true,
      whole: true,
    });
  });

  it.each(
    Object.entries({
      ...{ 'Times-Roman': 12, 'Times-BoldItalic': 9, Courier: 10, 'Courier-Bold': 8 },
      ...{ 'Helvetica-Oblique': 7, 'Helvetica-Bold': 24 },
    }),
  )('in %s of %d pt', async (typeface, size) => {
    const font = `<<${HELVETICA.replace('Helvetica', typeface)}>>`;
    const bytes = pageOf(shown('Totale 1.234,56 - 7890', 20, 150, size), { font });
    expect(await reading(bytes)).toMatchObject({ paragraphs: [{ text: 'Totale 1.234,56 - 7890' }], whole: true });
  });

  it.each([
    [90, '0 1 -1 0 250 20'],
    [180, '-1 0 0 -1 280 50'],
    [270, '0 -1 1 0 50 180'],
  ])('rotated by %d degrees with upright text', async (turn, matrix) => {
    const content = `BT /F1 12 Tf ${matrix} Tm (Prezzo 10.000 euro) Tj ET`;
    const read = await reading(pageOf(content, { page: `/Rotate ${turn}` }));
    expect(read).toEqual({ paragraphs: [{ text: 'Prezzo 10.000 euro', large: false }], certain: true, whole: true });
  });

  it.each([90, 180, 270])('is read, but not completely, with text rotated by %d degrees', async (turn) => {
    const read = await reading(pageOf(PRICE, { page: `/Rotate ${turn}` }));
    expect(read).toEqual({ paragraphs: [{ text: 'Prezzo 10.000 euro', large: false }], certain: false, whole: false });
  });

  it('with rules, frames and coloured areas', async () => {
    const drawn =
      '0.9 1 0.9 rg 10 140 200 30 re f 0 g 10 140 200 30 re S 10 100 m 290 100 l S 0.2 0.3 0.6 rg 10 20 280 30 re f\n';
    const read = await reading(pageOf(`${drawn}0 g ${PRICE} 1 g ${shown('Bianco su blu', 20, 30)}`));
    expect(read).toMatchObject({
      paragraphs: [{ text: 'Prezzo 10.000 euro' }, { text: 'Bianco su blu' }],
      whole: true,
    });
  });

  it('written letter by letter, out of order within the line', async () => {
    const read = await reading(pageOf(shown('.000 euro', 60) + shown('10', 46.66)));
    expect(wordsOf(read)).toBe('10.000 euro');
  });

  it('on both of two columns', async () => {
    const content = [20, 160].flatMap((x) => [150, 135, 120].map((y) => shown(`Colonna a ${x}, ${y}`, x, y))).join('');
    expect(await reading(pageOf(content))).toMatchObject({ whole: true });
  });
});

it('reads a signature line, and a short table row below a large heading', async () => {
  const cell = '20 60 60 22 re S 80 60 60 22 re S ';
  const content = `${shown('Contratto', 20, 160, 30)}${shown('Firma: ______________', 20, 120)}0.5 w ${cell}${shown('Voce', 26, 67)}${shown('Euro', 86, 67)}`;
  const read = await reading(pageOf(content));
  expect(wordsOf(read)).toBe('Contratto / Firma: ______________ / Voce\u2003Euro');
  expect(read).toMatchObject({ certain: true, whole: true });
});

describe('the order of the words', () => {
  const cell = (lines: readonly string[], x: number, y: number) =>
    lines.map((line, index) => shown(line, x, y - index * 14, 10)).join('');

  it('follows a heading above two columns, the first of which is longer', async () => {
    const heading = shown('Condizioni generali della vendita', 20, 170);
    const columns = cell(['Il prezzo', 'si paga', 'subito'], 20, 140) + cell(['La consegna', 'segue'], 160, 140);
    expect(await reading(pageOf(heading + columns))).toMatchObject({ certain: true, whole: true });
  });

  it('follows a ruled table with multi-line cells', async () => {
    const rules = [60, 100, 130, 160].map((y) => `20 ${y} m 280 ${y} l S `).join('');
    const sides = [20, 150, 280].map((x) => `${x} 60 m ${x} 160 l S `).join('');
    const rows = [
      cell(['Voce'], 26, 144) + cell(['Importo'], 156, 144),
      cell(['Tappetini', 'di gomma'], 26, 120) + cell(['120,00', 'euro'], 156, 120),
      cell(['Gomme', 'da neve'], 26, 88) + cell(['480,00', 'euro'], 156, 88),
    ];
    const table = pageOf(`${shown('Accessori compresi nel prezzo', 20, 175)}${rules}${sides}${rows.join('')}`);
    expect(await reading(table)).toMatchObject({ certain: true, whole: true });
  });

  it('is uncertain when the last word of a line comes after the lines below it', async () => {
    const content = shown('La penale si paga', 20, 150) + shown('entro un mese', 20, 130) + shown('mai', 117, 150);
    expect(await reading(pageOf(content))).toMatchObject({ certain: false, whole: false });
  });
});

/** Glyphs of Liberation Sans. */
const [ONE, NINE] = [20, 28];

/** The font with one glyph's outline replaced by another's; the replaced outline is at least as long. */
function withOtherOutline(font: Buffer, glyph: number, drawn: number): Buffer {
  const changed = Buffer.from(font);
  const table = (tag: string): number => {
    for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16) {
      if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8);
    }
    throw new Error(`no table ${tag}`);
  };
  const [loca, glyf] = [table('loca'), table('glyf')];
  const isLong = font.readInt16BE(table('head') + 50) === 1;
  const offset = (index: number) =>
    glyf + (isLong ? font.readUInt32BE(loca + index * 4) : font.readUInt16BE(loca + index * 2) * 2);
  const length = offset(drawn + 1) - offset(drawn);
  if (length > offset(glyph + 1) - offset(glyph)) throw new Error('the outline is too long');
  font.copy(changed, offset(glyph), offset(drawn), offset(drawn) + length);
  return changed;
}

describe('glyphs that differ from the file’s claims are detected', () => {
  const OTHER = 'Prezzo […] euro';

  it('with a ToUnicode map that swaps digits', async () => {
    const font = `<<${HELVETICA} /ToUnicode 6 0 R>>`;
    const read = await reading(pageOf(PRICE, { font, more: { 6: toUnicode('1=9', '0=0', '.=.') } }));
    expect(read).toEqual({ paragraphs: [{ text: OTHER, large: false }], certain: false, whole: false });
  });

  it('with a ToUnicode map that maps a digit to a space', async () => {
    for (const space of [' ', '\t']) {
      const font = `<<${HELVETICA} /ToUnicode 6 0 R>>`;
      const read = await reading(pageOf(PRICE, { font, more: { 6: toUnicode(`1=${space}`) } }));
      expect(read, JSON.stringify(space)).toMatchObject({ certain: false, whole: false });
    }
  });

  it('with a ToUnicode map that removes the point', async () => {
    const font = `<<${HELVETICA} /ToUnicode 6 0 R>>`;
    const read = await reading(pageOf(PRICE, { font, more: { 6: toUnicode('.=\u00ad') } }));
    expect(read.whole).toBe(false);
    expect(wordsOf(read)).not.toContain('10000');
  });

  it('with a replacement text', async () => {
    const content = `${shown('Prezzo')} /Span <</ActualText (1.000)>> BDC ${shown('10.000', 80)} EMC ${shown('euro', 130)}`;
    const read = await reading(pageOf(content));
    expect(read.whole).toBe(false);
    expect(wordsOf(read)).not.toContain('1.000');
  });

  it('with glyph names that differ from their outlines', async () => {
    // The glyph named /nine draws a one.
    const glyph = streamOf('', '500 0 0 0 500 700 d1 200 0 100 700 re f 100 550 100 80 re f');
    const font = `<</Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 57
      /LastChar 57 /Widths [500] /CharProcs <</nine 6 0 R>> /Encoding <</Differences [57 /nine]>> /Resources <<>>>>`;
    const read = await reading(pageOf(shown('999'), { font, more: { 6: glyph } }));
    expect(read.whole).toBe(false);
    expect(wordsOf(read)).not.toContain('9');
  });

  it('with an embedded TrueType font that draws a one for the nine of its encoding', async () => {
    const font = `<</Type /Font /Subtype /TrueType /BaseFont /L /FirstChar 32 /LastChar 126 /FontDescriptor 7 0 R
      /Widths [${Array.from({ length: 95 }, (_, index) => (index === 14 ? 278 : 556)).join(' ')}]
      /Encoding <</Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [49 /nine]>>>>`;
    const program = withOtherOutline(LIBERATION, NINE, ONE);
    const more = {
      7: '<</Type /FontDescriptor /FontName /L /Flags 32 /FontBBox [-500 -300 1300 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 8 0 R>>',
      8: streamOf(`/Length1 ${program.length}`, program),
    };
    const read = await reading(pageOf(shown('1.000', 20, 150, 14), { font, more }));
    expect(read).toMatchObject({ paragraphs: [{ text: '[…]' }], certain: false });
    // The same file with a genuine font draws a nine, and is read.
    more[8] = streamOf(`/Length1 ${LIBERATION.length}`, LIBERATION);
    expect(wordsOf(await reading(pageOf(shown('1.000', 20, 150, 14), { font, more })))).toBe('9.000');
  });

  it('with an embedded font whose codes are swapped', async () => {
    // Glyphs 19 and 20 of Liberation Sans are the digits 0 and 1.
    const font =
      '<</Type /Font /Subtype /Type0 /BaseFont /L /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 9 0 R>>';
    const more = {
      6: '<</Type /Font /Subtype /CIDFontType2 /BaseFont /L /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /FontDescriptor 7 0 R /DW 556 /CIDToGIDMap /Identity>>',
      7: '<</Type /FontDescriptor /FontName /L /Flags 4 /FontBBox [-500 -300 1300 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 8 0 R>>',
      8: streamOf(`/Length1 ${LIBERATION.length}`, LIBERATION),
      9: streamOf(
        '',
        'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 2 beginbfchar <0013> <0031> <0014> <0030> endbfchar endcmap',
      ),
    };
    const bytes = pageOf('BT /F1 14 Tf 20 150 Td <0014001300130013> Tj ET', { font, more });
    expect(await reading(bytes)).toMatchObject({ paragraphs: [{ text: '[…]' }], whole: false });
  });
});

describe('invisible text is not read', () => {
  const OUTLINES = '0 g 20 60 200 60 re f\n';
  const layer = {
    resources: '/Properties <</L 6 0 R>>',
    more: { 6: '<</Type /OCG /Name (L)>>' },
    catalog: '/OCProperties <</OCGs [6 0 R] /D <</OFF [6 0 R]>>>>',
  };
  it.each<[name: string, content: string, parts?: Parts]>([
    ['drawn in rendering mode 3', `3 Tr ${shown('Sconto 5.000', 20, 100)}`],
    ['drawn for clipping only', `q 7 Tr ${shown('Sconto 5.000', 20, 100)} Q`],
    ['white on white', `1 g ${shown('Sconto 5.000', 20, 100)}`],
    ['nearly white', `0.97 g ${shown('Sconto 5.000', 20, 100)}`],
    ['of the colour of its field', `0.2 0.3 0.6 rg 10 90 200 30 re f ${shown('Sconto 5.000', 20, 100)}`],
    ['left of the page', shown('Sconto 5.000', -200, 100)],
    ['above the page', shown('Sconto 5.000', 20, 400)],
    ['outside the crop box', shown('Sconto 5.000', 20, 20), { page: '/CropBox [0 50 300 200]' }],
    ['clipped away', `q 0 0 5 5 re W n ${shown('Sconto 5.000', 20, 100)} Q`],
    ['covered by a white field', `${shown('Sconto 5.000', 20, 100)} 1 g 10 90 200 30 re f`],
    ['covered by a black field', `${shown('Sconto 5.000', 20, 70)} ${OUTLINES}`],
    [
      'covered by an image',
      `${shown('Sconto 5.000', 20, 100)} q 200 0 0 30 10 90 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI Q`,
    ],
    ['of 0.1 points', shown('Sconto 5.000', 20, 100, 0.1)],
    ['of 1 point', shown('Sconto 5.000', 20, 100, 1)],
    ['transparent', `/T gs ${shown('Sconto 5.000', 20, 100)}`, { resources: '/ExtGState <</T <</ca 0>>>>' }],
    ['in a layer that is off', `/OC /L BDC ${shown('Sconto 5.000', 20, 100)} EMC`, layer],
  ])('%s', async (_, content, parts) => {
    const read = await reading(pageOf(`${PRICE}q ${content} Q`, parts));
    expect(wordsOf(read)).toBe('Prezzo 10.000 euro');
  });

  it('hidden below visible text', async () => {
    const read = await reading(pageOf(`1 g ${shown('Prezzo 1.000 euro')} 0 g ${PRICE}`));
    expect(wordsOf(read)).not.toContain('1.000 euro');
    expect(wordsOf(read).match(/Prezzo/g)).toHaveLength(1);
  });

  it('hidden in the middle of a number', async () => {
    const read = await reading(pageOf(`${shown('Prezzo 1')} 1 g ${shown('00', 66.7)} 0 g ${shown('.000 euro', 66.7)}`));
    expect(wordsOf(read)).toBe('Prezzo […].000 euro');
    expect(read.whole).toBe(false);
  });
});

describe('a page that shows more than its text', () => {
  const image = 'q 60 0 0 20 200 100 cm BI /W 4 /H 2 /CS /G /BPC 8 ID \x00\xff\x00\xff\xff\x00\xff\x00 EI Q';
  it.each([
    ...rowsOf(`
      a word drawn as lines   | 2 w 200 100 m 210 112 l 220 100 l 230 112 l S
      a decimal point of 6 pt | 200 100 0.7 0.7 re f
      a number struck out     | 1 w 18 154 m 130 154 l S
      a box with a tick       | 200 100 8 8 re S 201 104 m 203 101 l 207 107 l S
    `),
    ['an image', image],
  ])('is not read completely: %s', async (name, drawn) => {
    const read = await reading(pageOf(`${PRICE}0 g ${drawn}`));
    expect(read.whole).toBe(false);
    // Marks next to the words leave them certain; marks through them do not.
    expect(read.certain).toBe(name !== 'a number struck out');
    expect(wordsOf(read)).toMatch(/^Prezzo .+ euro$/);
  });

  it('is uncertain when something is drawn in or next to a line of text', async () => {
    for (const drawn of [
      '2 w 130 150 m 140 162 l 150 150 l 160 162 l S',
      '10 152 4 4 re S 10 152 m 14 156 l S 14 152 m 10 156 l S',
    ]) {
      expect(await reading(pageOf(`${PRICE}0 g ${drawn}`)), drawn).toMatchObject({ certain: false, whole: false });
    }
  });

  it('is not read completely when a decimal point is drawn between two digits', async () => {
    const spaced = `BT /F1 12 Tf 1 Tc 20 150 Td (Prezzo 1000 euro) Tj ET 74.4 150 1.1 1.1 re f`;
    expect(await reading(pageOf(spaced))).toMatchObject({ whole: false });
  });

  it('is not read completely when a point is drawn into the corner of a seven', async () => {
    expect(await reading(pageOf(shown('75')))).toMatchObject({ whole: true });
    expect(await reading(pageOf(`${shown('75')} 25 150 1.1 1.1 re f`))).toMatchObject({
      paragraphs: [{ text: '[…]' }],
      whole: false,
    });
  });

  it('is not read completely when its lines are out of order', async () => {
    const read = await reading(pageOf(shown('non si paga', 20, 100) + shown('La penale', 20, 150)));
    expect(read.whole).toBe(false);
  });

  it('is not read completely when a form field is visible', async () => {
    const appearance = streamOf('/Type /XObject /Subtype /Form /BBox [0 0 50 20]', '0 g 5 5 20 10 re f');
    const parts = {
      page: '/Annots [6 0 R]',
      catalog: '/AcroForm <</Fields [6 0 R]>>',
      more: {
        6: '<</Type /Annot /Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [200 100 250 120] /AP <</N 7 0 R>>>>',
        7: appearance,
      },
    };
    expect(await reading(pageOf(PRICE, parts))).toMatchObject({ whole: false });
  });
});

describe('generated pages', () => {
  it('are read exactly as written', async () => {
    const font = `<<${HELVETICA} /ToUnicode 6 0 R>>`;
    const bytes = pageOf(PRICE, { font, more: { 6: toUnicode('1=9') } });
    expect(wordsOf(await reading(bytes, 0, true))).toContain('90.000');
  });
});

describe('the papers’ typeface', () => {
  it('is read completely, with Italian letters', async () => {
    const document = new PDFDocument({ size: [400, 200], margin: 20 });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => document.on('end', resolve));
    document.font(new URL('../../fonts/Inter-Regular.ttf', import.meta.url).pathname).fontSize(10);
    document.text('Perché il veicolo è già così: € 12.345,67 (IVA 22%), «officina» e città.').end();
    await ended;
    const read = await reading(new Uint8Array(Buffer.concat(chunks)));
    expect(wordsOf(read)).toBe('Perché il veicolo è già così: € 12.345,67 (IVA 22%), «officina» e città.');
    expect(read.whole).toBe(true);
  });
});
