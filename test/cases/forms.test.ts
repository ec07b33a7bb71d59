/**
 * Forms of `../shared/cases`: the stored file has the words of the uploaded one, or the values that readers lose. Runs
 * where the folder exists.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PdfGate } from '#pdf/gate.ts';
import { textOf, wordsOf, wordsWithout } from './pdf-words.ts';

const CASES = join(import.meta.dirname, '../../../shared/cases');

/**
 * Words that the stored file has in addition to those that Poppler shows of the upload. Where a form requires new
 * appearances (NeedAppearances), Poppler lacks letters of its standard fonts, values that are streams, and fonts that
 * the form does not embed.
 */
const EXTRA_WORDS: Readonly<Record<string, { more: readonly string[]; less?: readonly string[] }>> = {
  'a01-accents-single': { more: [] },
  'a03-multiline': { more: [] },
  'a05-slavic': { more: ['Đorđe', 'Šarić', 'Łódź', 'Iași', 'Гродно'], less: ['ore', 'Šari', 'ód', 'Iai'] },
  'a06-dropdown-stale': { more: [] },
  'a08-checkbox-noap': { more: [] },
  'a18-da-missing-font': { more: [] },
  'a20-stdenc': { more: ['Nicolò', 'è', 'già'], less: ['Nicol', 'gi'] },
  'a33-multiline-auto': { more: [] },
  'a35-btn-styles': { more: [] },
  'a36-empty-v-ap': { more: ['Testo', 'in', 'uno', 'stream'] },
  'r-pypdf-filled': { more: [] },
  'v-lo-form': { more: ['Šarić'], less: ['Šari'] },
  'v-lo-form-firefox': { more: ['Benzina'] },
  'v-pdfjs-slavic': { more: ['Šarić', 'Łódź'], less: ['Šari', 'Łód'] },
};

/** Marks that the stored file shows, in page order. */
const EXPECTED_MARKS: Readonly<Record<string, string>> = { 'a08-checkbox-noap': '✔✘', 'a35-btn-styles': '✘●●' };

const gate = new PdfGate({ children: 1 });
afterAll(() => gate.close());

if (existsSync(CASES)) {
  describe('a form of the test cases', () => {
    const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(CASES, `${name}.pdf`)));

    it.each(Object.entries(EXTRA_WORDS))('%s is stored with its text', async (name, { more, less = [] }) => {
      const upload = read(name);
      const result = await gate.inspect(upload);
      if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
      const [before, after] = [(await textOf(upload)) ?? '', (await textOf(result.bytes)) ?? ''];
      expect(wordsWithout(wordsOf(after), wordsOf(before))).toEqual(wordsOf(more.join(' ')));
      expect(wordsWithout(wordsOf(before), wordsOf(after))).toEqual(wordsOf(less.join(' ')));
      if (EXPECTED_MARKS[name]) expect(after.replace(/[^✔✘●]/gu, '')).toBe(EXPECTED_MARKS[name]);
    });
  });
}

it('comparing text counts repetitions', () => {
  expect(wordsWithout(wordsOf('due già, due'), wordsOf('già due tre'))).toEqual(['due']);
});
