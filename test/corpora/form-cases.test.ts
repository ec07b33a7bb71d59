/** Forms of real producers: the stored file has the words of the uploaded one, or the values that readers lose. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PdfGate } from '#pdf/gate.ts';
import { run } from '../validators/foreign.ts';
import { corporaFolder, corpusPdfs, readCorpusFile } from './corpus.ts';

const CASES = join(import.meta.dirname, '../../../shared/cases');

/**
 * Words that the stored file has beside those that Poppler shows of the upload. Where readers are asked to draw anew,
 * Poppler lacks letters of its standard fonts, values that are streams, and fonts that a form does not bring.
 */
const RIGHT: Readonly<Record<string, { more: readonly string[]; less?: readonly string[] }>> = {
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

/** Marks that the stored file shows, in the order of the page. */
const MARKS: Readonly<Record<string, string>> = { 'a08-checkbox-noap': '✔✘', 'a35-btn-styles': '✘●●' };

let folder = '';
const gate = new PdfGate({ children: 1 });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forms-'));
});
afterAll(async () => {
  await gate.close();
  await rm(folder, { recursive: true });
});

/** What Poppler reads, without its complaints; null when it cannot open the file. */
async function textOf(bytes: Uint8Array): Promise<string | null> {
  const [path, out] = [join(folder, 'form.pdf'), join(folder, 'form.txt')];
  await writeFile(path, bytes);
  const { code } = await run('pdftotext', ['-layout', path, out]);
  return code === 0 ? readFileSync(out, 'utf8').normalize('NFC') : null;
}

const wordsOf = (text: string): string[] => (text.match(/[\p{L}\p{N}]+/gu) ?? []).sort();

function without(words: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return words.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

if (existsSync(CASES)) {
  describe('a form of the cases', () => {
    const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(CASES, `${name}.pdf`)));

    it.each(Object.entries(RIGHT))('%s is stored with its words', async (name, { more, less = [] }) => {
      const upload = read(name);
      const result = await gate.inspect(upload);
      if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
      const [before, after] = [(await textOf(upload)) ?? '', (await textOf(result.bytes)) ?? ''];
      expect(without(wordsOf(after), wordsOf(before))).toEqual(wordsOf(more.join(' ')));
      expect(without(wordsOf(before), wordsOf(after))).toEqual(wordsOf(less.join(' ')));
      if (MARKS[name]) expect(after.replace(/[^✔✘●]/gu, '')).toBe(MARKS[name]);
    });
  });
}

if (corporaFolder !== null) {
  const corpora = corporaFolder;
  it('no form of the corpora loses a word', async () => {
    const forms = corpusPdfs(corpora).filter(({ kind }) => kind === 'pdf-form');
    expect(forms.length).toBeGreaterThan(50);
    const lost: string[] = [];
    for (const { path } of forms) {
      const upload = readCorpusFile(corpora, path);
      const result = await gate.inspect(upload);
      expect(result.ok || result.code).not.toBe('pdf.field');
      if (!result.ok || !result.normalised) continue;
      const [before, after] = [await textOf(upload), await textOf(result.bytes)];
      const words = before === null || after === null ? [] : without(wordsOf(before), wordsOf(after));
      if (words.length > 0) lost.push(`${path}: ${words.join(' ')}`);
    }
    expect(lost).toEqual([]);
  }, 220_000);
}
