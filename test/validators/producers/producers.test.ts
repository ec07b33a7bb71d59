/** Files of real producers through upload, preparation, signature and seal: Poppler reads the same words before and after. */
// Real time: it prints how long the stories took, and no result depends on it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageChecker } from '#pdf/drawing/page-checker.ts';
import { signatureFields } from '#pdf/named-fields.ts';
import { tableOf } from '../../corpora/corpus.ts';
import { openStage, type Stage } from '../../stages/signing-stage.ts';
import { run } from '../foreign-validators.ts';
import { corporaFiles } from './corpora-files.ts';
import { makeProducedFiles, type ProducedFile } from './make-files.ts';

/**
 * Expected differences in words. Where a form requires new appearances (NeedAppearances), Poppler lacks letters and
 * values in its own drawing; of a list box it shows a partly cut line below those that fit.
 */
const RIGHT: Readonly<Record<string, string>> = {
  'pdftk-anew-pdflib-form': '-Cerchi',
  'v-lo-form': '-Šari +Šarić',
  'v-lo-form-firefox': '+Benzina',
  'v-pdfjs-slavic': '-Łód -Šari-Žižek +Łódź +Šarić-Žižek',
};

/** Some files of the corpora are encrypted, signed, or contain files. */
const REFUSED_RIGHTLY = ['refused: pdf.alreadySigned', 'refused: pdf.encrypted', 'refused: pdf.extras'];

/** Test pages of Ghostscript for colour meshes, which pdf.js and PDFium draw differently or not in time. */
const MESHES = [
  'pdfjs/ShowText-ShadingPattern.pdf',
  'pdfjs/coons-allflags-withfunction.pdf',
  'pdfjs/tensor-allflags-withfunction.pdf',
];

/** The sealed file without the signature appearances in fields of the upload. */
async function withoutStamps(signed: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDF.load(signed);
  for (const { widget } of signatureFields(pdf)) widget.delete('AP');
  return pdf.save();
}

describe('files by foreign producers', () => {
  const pages = new PageChecker();
  let stage: Stage;
  let folder = '';
  beforeAll(async () => {
    stage = await openStage({ override: () => ({ pages }) });
    folder = await mkdtemp(join(tmpdir(), 'producers-words-'));
  });
  afterAll(async () => {
    await stage.close();
    await pages.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Words of the first pages, sorted. */
  async function wordsOf(bytes: Uint8Array, pages: number): Promise<string[]> {
    const [file, out] = [join(folder, 'file.pdf'), join(folder, 'file.txt')];
    await writeFile(file, bytes);
    const { code, text } = await run('pdftotext', ['-l', `${pages}`, file, out]);
    if (code !== 0) throw new Error(text);
    return ((await readFile(out, 'utf8')).normalize('NFC').match(/[\p{L}\p{N}€%][^\s]*/gu) ?? []).sort();
  }

  async function sealed(upload: Uint8Array): Promise<Uint8Array> {
    const { id, customer } = await stage.newDocument({ file: upload });
    await stage.sign(await stage.startSigning(id), customer);
    const { signedDocumentId } = await stage.document(id);
    return (await stage.callAs('dealer', 'GET', `/api/signed-documents/${signedDocumentId}/download`)).rawPayload;
  }

  const differenceOf = (before: readonly string[], after: readonly string[]): string => {
    const [less, more] = [[...before], [] as string[]];
    for (const word of after) {
      const at = less.indexOf(word);
      if (at >= 0) less.splice(at, 1);
      else more.push(word);
    }
    return [...less.map((word) => `-${word}`), ...more.map((word) => `+${word}`)].join(' ');
  };

  async function outcomeOf({ name, bytes }: ProducedFile): Promise<string> {
    const pages = (await PDF.load(bytes)).getPageCount();
    const signed = await withoutStamps(await sealed(bytes));
    const difference = differenceOf(await wordsOf(bytes, pages), await wordsOf(signed, pages));
    return difference === (RIGHT[name] ?? '') ? 'signed' : `different: ${difference}`;
  }

  it('are signed with their original text', async () => {
    const files = [...(await makeProducedFiles()), ...(await corporaFiles())];
    const rows: { producer: string; name: string; outcome: string }[] = [];
    for (const file of files) {
      const outcome = await outcomeOf(file).catch(
        ({ message }: Error) => `refused: ${/"code":"([^"]+)/.exec(message)?.[1] ?? message}`,
      );
      rows.push({ producer: file.producer, name: file.name, outcome });
      if (outcome !== 'signed') console.log(file.producer, file.name, outcome);
    }
    console.table(
      tableOf(rows.map(({ producer, outcome }) => ({ kind: producer, outcome: outcome.replace(/:.*/, '') }))),
    );
    const named = (start: string) => rows.filter(({ outcome }) => outcome.startsWith(start));
    expect(named('different')).toEqual([]);
    const isRight = ({ name, outcome }: (typeof rows)[number]) =>
      name.includes('/') && (REFUSED_RIGHTLY.includes(outcome) || MESHES.includes(name));
    expect(named('refused').filter((row) => !isRight(row))).toEqual([]);
    expect(named('signed').length).toBeGreaterThanOrEqual(60);
    console.log(`${named('signed').length} of ${rows.length} files signed with their words`);
  }, 1_800_000);
});
