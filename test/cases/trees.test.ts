/**
 * Uploads of `../shared/cases` whose pages, cross-references or wrapping are read differently by different readers.
 * Runs where the folder exists.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { inspectPdf } from '#pdf/gate/inspect-pdf.ts';
import { readLayout } from '#pdf/page/layout.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { samplePlan } from '#pdf/signing/samples.suite.ts';
import { detectKind, isUnreadableImage, matchesKind } from '#server/documents/intake/file-kind.ts';

const folder = join(import.meta.dirname, '../../../shared/cases');

/** The file of a case: `t01` is `t01-first-page-no-type.pdf`. */
const fileOf = (files: readonly string[], name: string): string | undefined =>
  files.find((file) => file.startsWith(`${name}-`) || file.startsWith(`${name}.`));

it('a case is found by its name', () => {
  expect(fileOf(['t010-x.pdf', 't01-y.pdf'], 't01')).toBe('t01-y.pdf');
  expect(fileOf(['t010-x.pdf'], 't01')).toBeUndefined();
});

const caseFile = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(join(folder, fileOf(readdirSync(folder), name) ?? `no ${name}`)));

const wordsOf = (pdf: PDF): string[] =>
  pdf.context.pages.getPages().map((_, index) => pdf.getPage(index)?.extractText().text.trim() ?? '');

const cases = (): void => {
  it.each<[string, (string | RegExp)[]]>([
    ['t01', ['senza Type', 'senza Type']],
    ['t02', ['senza Type', 'senza Type']],
    ['t05', ['senza Type', 'senza Type']],
    ['t06', ['senza Type', 'senza Type']],
    ['t08', ['senza Type', 'senza Type']],
    ['d07', ['Count sbagliato']],
    ['s14', ['s14-same-page-twice', 's14-same-page-twice']],
    ['y1', ['Proposta di acquisto - prezzo 25.000 euro']],
    ['b02', ['UserUnit 2']],
    ['d01', [/Contratto con filigrana di Acrobat\s+COPIA/]],
    ['s28', ['s28-usage-rights']],
    ['u-q-owner', [/Nicolò D’Alò/, /./, /./, /./, /./]],
  ])('%s has the same pages stored as prepared', async (name, words) => {
    const stored = await inspectPdf(caseFile(name));
    if (!stored.ok) throw new Error(`${stored.code}: ${stored.detail}`);
    const expected = words.map((word) => (word instanceof RegExp ? expect.stringMatching(word) : word));
    expect(wordsOf(await PDF.load(stored.bytes, { lenient: false }))).toEqual(expected);
    const prepared = await prepareForSigning(stored.bytes.slice(), samplePlan);
    expect(wordsOf(await PDF.load(prepared.bytes)).slice(0, -1)).toEqual(expected);
  });

  it('y1 keeps for every reader what only some readers found', async () => {
    const stored = await inspectPdf(caseFile('y1'));
    expect(stored).toMatchObject({ ok: true, normalised: true });
    expect(stored.ok && Buffer.from(stored.bytes).includes('Sconto pattuito 1.000 euro')).toBe(true);
  });

  it('y2 is refused as ambiguous: both prices could be meant', async () => {
    expect(await inspectPdf(caseFile('y2'))).toMatchObject({ ok: false, code: 'pdf.ambiguous' });
  });

  it('b02 is measured in points, not in its user unit', async () => {
    expect((await readLayout(caseFile('b02'), [])).pages).toEqual([{ crop: [0, 0, 297.5, 421], rotation: 0, unit: 2 }]);
  });

  it.each(['f3', 'f4'])('%s is a Word document', (name) => {
    const kind = detectKind(caseFile(name));
    expect(kind).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    expect(kind && matchesKind(kind, 'proposta.docx', 'application/octet-stream')).toBe(true);
  });

  it.each([
    ['j6', 'image/jpeg'],
    ['p3', 'image/png'],
  ] as const)('%s is an unreadable picture', (name, kind) => {
    const bytes = caseFile(name);
    expect(detectKind(bytes)).toBe(kind);
    expect(isUnreadableImage(kind, bytes)).toBe(true);
  });
};

if (existsSync(folder)) describe('an upload case', cases);
