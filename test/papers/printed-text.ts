/** What a PDF says to somebody who reads it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../validators/foreign.ts';

/** Each page as others read it, without its line breaks. */
export async function printedPages(bytes: Uint8Array): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'printed-'));
  const path = join(folder, 'paper.pdf');
  await writeFile(path, bytes);
  const { text } = await run('pdftotext', [path, '-']);
  await rm(folder, { recursive: true });
  // Every page ends with a form feed.
  return text
    .split('\f')
    .slice(0, -1)
    .map((page) => page.replace(/\s+/g, ' '));
}

/** The whole as others read it. */
export const printedText = async (bytes: Uint8Array): Promise<string> => (await printedPages(bytes)).join(' ');
