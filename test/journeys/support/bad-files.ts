/** Real files that the product must refuse: created on the spot, as a customer's scanner or mail program would. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import PDFDocument from 'pdfkit';
import { makePaper } from '../../papers/paper.ts';
import { run } from '../../validators/foreign-validators.ts';

/** One byte above the upload limit. */
const tooLarge = (): Buffer => {
  const bytes = Buffer.alloc(25 * 1024 * 1024 + 1, 0x20);
  bytes.write('%PDF-1.7\n');
  return bytes;
};

/** Writes the same file to disk, for a browser that takes it by its path. @returns the path. */
export async function tooLargeFile(): Promise<string> {
  const path = test.info().outputPath('enorme.pdf');
  await writeFile(path, tooLarge());
  return path;
}

/** An interrupted transfer. */
export async function brokenPdf(): Promise<Buffer> {
  const complete = await makePaper({ pages: 3 });
  return Buffer.concat([complete.subarray(0, 64), Buffer.alloc(4_000, 0x41)]);
}

/** Requires a password to open. */
export async function encryptedPdf(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-encrypted-'));
  try {
    const plain = join(folder, 'plain.pdf');
    const locked = join(folder, 'locked.pdf');
    await writeFile(plain, await makePaper({ pages: 2 }));
    const made = await run('qpdf', ['--encrypt', 'segreta', 'padrona', '256', '--', plain, locked]);
    if (made.code !== 0) throw new Error(`qpdf: ${made.text}`);
    return await readFile(locked);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Contains a script that a viewer would run. */
export async function scriptedPdf(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => document.once('end', resolve));
  document.text('Preventivo con uno script');
  document.addNamedJavaScript('apertura', "app.alert('aperto')");
  document.end();
  await done;
  return Buffer.concat(chunks);
}
