/** Names in customers' scripts: set in a typeface that has them, in the right order, extractable as text, and small in size. */
import { PDF, PdfDict } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { FACES, faceOf, unprintableLetters } from '#domain/letters/letters.ts';
import { LETTER_RANGES } from '#domain/letters/ranges.ts';
import { composePaper, paperFields } from '#domain/papers/compose.ts';
import { sampleData } from '#domain/papers/samples.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import { testNow } from '#test/clock.ts';
import { Canvas, shorten, textWidth } from '../page/canvas.ts';
import { flate } from '../page/font.ts';
import { pdfaProblems } from '../paper/pdfa-checklist.suite.ts';
import { renderPaper } from '../paper/render.ts';
import { openForm } from '../signing/form.ts';
import { prepareForSigning } from '../signing/prepare.ts';
import { sampleLines, samplePdf, samplePlan, signerKey, stampWith, testAuthority } from '../signing/samples.suite.ts';
import { applySignature } from '../signing/sign.ts';
import { inVisualOrder } from './bidi.ts';
import { openTypeface } from './faces.ts';
import { piecesOf, typefaceFor } from './pieces.ts';

const NAMES = [
  'Nguyễn Thị Phương Đặng',
  'Łukasz Țîru Dvořáková ẞ',
  'Иван Ёлкин Ґалаґан Ђорђевић',
  'Γιώργος Παπαδόπουλος',
  'გიორგი მაისურაძე',
  'Արմեն Պետրոսյան',
  '陈伟 龍 欧阳娜娜',
  '齋藤たなか カタカナ',
  '≠ ≥ ≤ № ✓ → ←',
  'Ḥusayn ʿAlī Ṣāliḥ Əliyev',
];

const base = composePaper('LOAN_OTHER', sampleData(paperFields('LOAN_OTHER'))).paper;
const paperWith = (rows: string[][]) =>
  renderPaper({
    ...base,
    blocks: [{ kind: 'table', heading: 'Nomi', columns: [{ head: 'Nome', share: 1 }], rows }],
  });

async function textOf(bytes: Uint8Array): Promise<string> {
  const pdf = await PDF.load(bytes);
  return pdf
    .getPages()
    .map((page) => page.extractText().text)
    .join(' ')
    .replace(/\s+/g, ' ');
}

/** A file whose first page shows the lines, drawn by the product's canvas. */
async function drawn(lines: readonly string[]): Promise<Uint8Array> {
  const pdf = await PDF.load(await samplePdf(1));
  const form = openForm(pdf);
  const canvas = new Canvas();
  for (const [index, line] of lines.entries())
    canvas.text(line, 40, 800 - index * 20, { size: 12, weight: 'semibold' });
  const [ref] = pdf.context.pages.getPages();
  const page = ref && pdf.context.resolve(ref);
  if (!(page instanceof PdfDict)) throw new Error('no page');
  page.set('Resources', canvas.resources(form.fonts));
  page.set('Contents', pdf.context.register(flate({}, canvas.content())));
  return pdf.save({ useXRefStream: false, compressStreams: false });
}

/** Ranges in the table's notation: `20-7e a0`. */
function rangesOf(codes: readonly number[]): string {
  const found: [from: number, to: number][] = [];
  for (const code of codes) {
    const last = found.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else found.push([code, code]);
  }
  return found.map((range) => [...new Set(range)].map((code) => code.toString(16)).join('-')).join(' ');
}

describe('the table of letters', () => {
  it('is printed from the font files', async () => {
    const known = new Set<number>();
    const rows = FACES.map((face) => {
      const own = openTypeface(face, 'regular').font.characterSet.filter(
        (code) => code >= 0x20 && code !== 0xffff && !known.has(code),
      );
      for (const code of own) known.add(code);
      return `  ${face}:\n    '${rangesOf([...own].sort((a, b) => a - b))}',\n`.replace(/\n {4}(?=.{0,90}$)/m, ' ');
    });
    const table = `/** Which code points each typeface of src/pdf/fonts adds to those before it. Printed by \`npx vitest run src/pdf/typefaces -u\`. */
export const LETTER_RANGES = {
${rows.join('')}} as const;
`;
    await expect(table).toMatchFileSnapshot('../../domain/letters/ranges.ts');
  });

  it('holds what the font files have, in both weights, each letter once', () => {
    const known = new Set<number>();
    for (const face of FACES) {
      const listed = LETTER_RANGES[face].split(' ').flatMap((range) => {
        const [from = 0, to = from] = range.split('-').map((hex) => Number.parseInt(hex, 16));
        return Array.from({ length: to - from + 1 }, (_, index) => from + index);
      });
      for (const weight of ['regular', 'semibold'] as const) {
        const { font } = openTypeface(face, weight);
        const own = [...font.characterSet].filter((code) => code >= 0x20 && code !== 0xffff && !known.has(code));
        expect(
          own.sort((a, b) => a - b),
          `${face} ${weight}`,
        ).toEqual(listed);
      }
      for (const code of listed) known.add(code);
    }
  });

  it('the extended cut of Inter has every letter of the first one, so that a letter and its marks are of one typeface', () => {
    const extended = new Set(openTypeface('extended', 'regular').font.characterSet);
    const lacking = openTypeface('inter', 'regular').font.characterSet.filter(
      (code) => code >= 0x20 && code !== 0xffff && !extended.has(code),
    );
    expect(lacking).toEqual([]);
    expect(faceOf('x\u0302')).toBe('extended');
  });
});

describe('a typeface for a text', () => {
  it.each([
    ['Mario Rossi', 'inter'],
    ['Nguyễn', 'extended'],
    ['Иван', 'extended'],
    ['სიო', 'georgian'],
    ['שרה', 'hebrew'],
    ['محمد', 'arabic'],
    ['陈伟', 'chinese'],
    ['Chen 陈伟', null],
    ['สมชาย', null],
    ['🚗', null],
  ])('of %s is %s', (text, face) => {
    expect(typefaceFor(text)).toBe(face);
  });

  it('letters that no typeface has are told, each once, whatever marks they carry', () => {
    expect(unprintableLetters('Mario Rossi, Иван, 陈伟, محمد')).toEqual([]);
    expect(unprintableLetters('ก ก 🚗 ऋ')).toEqual(['ก', '🚗', 'ऋ']);
    expect(unprintableLetters('a\u200bb\u00adc\ufeff')).toEqual([]);
  });
});

describe('right-to-left text', () => {
  const shown = (text: string) =>
    inVisualOrder(text)
      .map((letter) => letter.text)
      .join('');

  it.each([
    ['אבג', 'גבא'],
    ['אב גד', 'דג בא'],
    ['Sig. אבג, targa', 'Sig. גבא, targa'],
    ['אב (גד)', '(דג) בא'],
    ['אב 123 גד', 'דג 123 בא'],
    ['אב 12,50 גד', 'דג 12,50 בא'],
    ['טל +39-051', '39-051+ לט'],
    ['Rossi (אב)', 'Rossi (בא)'],
    ['محمد ١٢٣ علي', 'يلع ١٢٣ دمحم'],
    ['Mario Rossi', 'Mario Rossi'],
  ])('%s stands on the line as %s', (text, line) => {
    expect(shown(text)).toBe(line);
  });

  it('is shaped as a whole word: joined letters, and a letter is never told as its neighbour in shape', () => {
    expect(piecesOf('محمد زهراء')).toEqual([
      { face: 'arabic', text: 'زهراء' },
      { face: 'inter', text: ' ' },
      { face: 'arabic', text: 'محمد' },
    ]);
  });
});

describe('names in other scripts', () => {
  it('stand on a generated paper as they are, which stays PDF/A and grows by what they need', async () => {
    const { bytes } = await paperWith(NAMES.map((name) => [name]));
    const text = await textOf(bytes);
    for (const name of NAMES) expect(text).toContain(name);
    expect(await pdfaProblems(bytes)).toEqual([]);
    const plain = (await paperWith(NAMES.map(() => ['Mario Rossi']))).bytes;
    expect(bytes.length - plain.length).toBeLessThan(60_000);
  });

  it('are drawn by the canvas with the same letters, and measured as they are drawn', async () => {
    const text = await textOf(await drawn([...NAMES, 'ز ر زهراء', 'ก']));
    for (const name of NAMES) expect(text).toContain(name);
    expect(text).toContain('[U+0E01]');
    for (const letter of 'زرهاء') expect(text).toContain(letter);
    for (const name of NAMES) {
      expect(textWidth(`${name}${name}`, { size: 10 })).toBeCloseTo(textWidth(name, { size: 10 }) * 2, 3);
      expect(textWidth(shorten(name, 40, { size: 10 }), { size: 10 })).toBeLessThanOrEqual(40);
    }
  });

  it('are signed twice and valid in the box of their signature, and a file for a Latin name carries nothing of theirs', async () => {
    const authority = await testAuthority();
    const sizes: number[] = [];
    for (const name of ['Ginevra Provetti', '陈伟 Иван محمد']) {
      const points = samplePlan.points.map((point) => ({ ...point, signerName: name }));
      let { bytes } = await prepareForSigning(await samplePdf(1), { ...samplePlan, points });
      for (const field of ['Firma1', 'Firma2']) {
        const key = await signerKey(authority);
        const appearance = { kind: 'signature', lines: sampleLines(name) } as const;
        const signedAt = new Date('2026-11-20T09:43:12Z');
        ({ bytes } = await applySignature(bytes, { field, key, stamp: stampWith(authority), signedAt, appearance }));
      }
      const { intact, signatures } = await verifyPdf(bytes, { anchors: [authority.root.certificate], at: testNow() });
      expect(intact).toBe(true);
      expect(signatures.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED']);
      sizes.push(bytes.length);
    }
    const [latin = 0, foreign = 0] = sizes;
    expect(foreign - latin).toBeLessThan(40_000);
  });
});
