/** Extracts the words that Poppler reads in a file, to compare them before and after it is stored. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../validators/foreign-validators.ts';

/** The text that Poppler extracts, without its warnings; null when it cannot open the file. */
export async function textOf(bytes: Uint8Array): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'words-'));
  try {
    const [path, textPath] = [join(folder, 'form.pdf'), join(folder, 'form.txt')];
    await writeFile(path, bytes);
    const { code } = await run('pdftotext', ['-layout', path, textPath]);
    return code === 0 ? (await readFile(textPath, 'utf8')).normalize('NFC') : null;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @returns the words, sorted. */
export const wordsOf = (text: string): string[] => (text.match(/[\p{L}\p{N}]+/gu) ?? []).sort();

/** @returns `words` minus `others`; a word that occurs twice must be removed twice. */
export function wordsWithout(words: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return words.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
