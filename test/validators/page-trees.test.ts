/** Poppler, MuPDF, qpdf and Ghostscript count the same pages of a stored, a prepared and a signed file as the product. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspectPdf } from '#pdf/gate/inspect-pdf.ts';
import { KEPT_TREES, MENDED_TREES } from '#pdf/gate/tree/page-trees.suite.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import {
  sampleLines,
  samplePlan,
  signerKey,
  stampWith,
  type TestAuthority,
  testAuthority,
} from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { qpdfCheck, run } from './foreign-validators.ts';

let folder: string;
let authority: TestAuthority;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trees-'));
  authority = await testAuthority();
});
afterAll(() => rm(folder, { recursive: true }));

/** The page count of each of the four programs. */
async function counts(path: string): Promise<Record<string, number>> {
  const number = async (tool: string, args: readonly string[], pattern: RegExp): Promise<number> =>
    Number(pattern.exec((await run(tool, args)).text)?.[1] ?? Number.NaN);
  const count = `(${path}) (r) file runpdfbegin pdfpagecount = quit`;
  return {
    poppler: await number('pdfinfo', [path], /^Pages:\s+(\d+)$/m),
    mupdf: await number('mutool', ['info', path], /^Pages: (\d+)$/m),
    qpdf: await number('qpdf', ['--show-npages', path], /^(\d+)$/m),
    ghostscript: await number('gs', ['-q', '-dNODISPLAY', '-dNOSAFER', '-c', count], /^(\d+)$/m),
  };
}

it.each([...MENDED_TREES, ...KEPT_TREES])('every reader shows every page: $name', async ({ bytes, words }) => {
  const stored = await inspectPdf(bytes);
  if (!stored.ok) throw new Error(`${stored.code}: ${stored.detail}`);
  const prepared = await prepareForSigning(stored.bytes.slice(), samplePlan);
  const signed = await applySignature(prepared.bytes, {
    field: 'Firma1',
    key: await signerKey(authority),
    stamp: stampWith(authority),
    signedAt: new Date('2026-11-20T09:43:12Z'),
    appearance: { kind: 'signature', lines: sampleLines('Ginevra Provetti') },
  });
  const stages = [
    { bytes: stored.bytes, pages: words.length },
    { bytes: prepared.bytes, pages: words.length + 1 },
    { bytes: signed.bytes, pages: words.length + 1 },
  ];
  for (const { bytes: file, pages } of stages) {
    const path = join(folder, 'file.pdf');
    await writeFile(path, file);
    expect(await counts(path)).toEqual({ poppler: pages, mupdf: pages, qpdf: pages, ghostscript: pages });
    const shown = (await run('pdftotext', ['-layout', path, '-'])).text.split('\f').map((page) => page.trim());
    expect(shown.slice(0, words.length)).toEqual(words);
    expect((await qpdfCheck(file)).text).toContain('No syntax or stream encoding errors');
  }
});
