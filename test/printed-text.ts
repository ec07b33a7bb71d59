/** What a PDF says to somebody who reads it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './validators/foreign.ts';

/** As others read it, without its line breaks. */
export async function printedText(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'printed-'));
  const path = join(folder, 'paper.pdf');
  await writeFile(path, bytes);
  const { text } = await run('pdftotext', [path, '-']);
  await rm(folder, { recursive: true });
  return text.replace(/\s+/g, ' ');
}
