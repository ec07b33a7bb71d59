/** Extracts the text of a PDF as a reader sees it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { run } from '../validators/foreign-validators.ts';

/** Each page as Poppler reads it, without its line breaks. */
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

/** The whole document as Poppler reads it. */
export const printedText = async (bytes: Uint8Array): Promise<string> => (await printedPages(bytes)).join(' ');

/** The whole document as our own library reads it: faster, for texts that no other reader has to confirm. */
export const extractedText = async (bytes: Uint8Array): Promise<string> =>
  (await PDF.load(new Uint8Array(bytes)))
    .getPages()
    .map((page) => page.extractText().text)
    .join(' ')
    .replace(/\s+/g, ' ');
