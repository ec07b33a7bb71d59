/** Sì/No pairs: empty until signed, printed as chosen, covered by the first signature, never changed afterwards. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { answerChoices, type ChoiceAnswer } from './choice-fields.ts';
import { openForUpdate, writeIncrement } from './signing/increment.ts';
import { prepareForSigning } from './signing/prepare-pdf.ts';
import {
  samplePdf,
  samplePlan,
  signerKey,
  stampWith,
  type TestAuthority,
  testAuthority,
} from './signing/samples.suite.ts';
import { applySignature } from './signing/sign.ts';
import type { SigningPlan } from './signing/signing-plan.ts';

const CHANNELS = ['E-mail', 'SMS e messaggi', 'Telefono', 'Posta'];
const plan: SigningPlan = {
  ...samplePlan,
  choices: CHANNELS.map((label, i) => ({
    id: `Consenso_${i + 1}`,
    group: 'Comunicazioni commerciali',
    text: 'Ricevere novità, inviti e promozioni su veicoli e servizi.',
    label,
  })),
};
const names = CHANNELS.map((_, i) => `Consenso_${i + 1}`);

let authority: TestAuthority;
let prepared: Uint8Array;
let pages: number;
let places: Map<string, number>;
let folder: string;

beforeAll(async () => {
  authority = await testAuthority();
  const made = await prepareForSigning(await samplePdf(1), plan);
  prepared = made.bytes;
  pages = made.pages;
  places = new Map(made.points.map(({ id, page }) => [id, page]));
  folder = mkdtempSync(join(tmpdir(), 'fascicolo-choices-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function sign(bytes: Uint8Array, answers?: ReadonlyMap<string, ChoiceAnswer>, field = 'Firma1') {
  const signed = await applySignature(bytes, {
    field,
    key: await signerKey(authority),
    stamp: stampWith(authority),
    certify: field === 'Firma1',
    signedAt: new Date('2026-11-20T09:43:12Z'),
    ...(answers ? { answers } : {}),
  });
  return signed.bytes;
}

function run(tool: string, bytes: Uint8Array, ...options: string[]): string {
  const path = join(folder, 'paper.pdf');
  writeFileSync(path, bytes);
  return execFileSync(tool, [...options, path, ...(tool === 'pdftotext' ? ['-'] : [])], { encoding: 'utf8' });
}

/** The visible answers: an X in the Sì or No column, next to the channel's name. */
function printed(bytes: Uint8Array): (ChoiceAnswer | null)[] {
  const page = run('pdftotext', bytes, '-f', '2', '-l', '2', '-layout').split('\n');
  return CHANNELS.map((label) => {
    const line = page.find((one) => one.startsWith(label)) ?? '';
    const cross = line.indexOf('X');
    if (cross < 0) return null;
    return cross < line.indexOf('Sì') ? 'yes' : cross < line.indexOf('No') ? 'no' : null;
  });
}

/** The answers in the form fields, as another program reads them. */
function written(bytes: Uint8Array): Map<string, string> {
  const { acroform } = JSON.parse(run('qpdf', bytes, '--json', '--json-key=acroform')) as {
    acroform: { fields: { fullname: string; value: string; fieldtype: string }[] };
  };
  return new Map(
    acroform.fields.filter((one) => one.fieldtype === '/Btn').map(({ fullname, value }) => [fullname, value]),
  );
}

async function verify(bytes: Uint8Array) {
  return verifyPdf(bytes, { anchors: [authority.root.certificate] });
}

describe('a pair', () => {
  it('is on a separate page before the signatures, and each signature field knows its page', () => {
    expect(pages).toBe(3);
    expect([...places]).toEqual([['Firma1', 3], ['Firma2', 3], ...names.map((name) => [name, 2])]);
    expect(run('pdftotext', prepared, '-f', '3', '-l', '3')).toContain('Pagina delle firme');
    expect(run('pdftotext', prepared, '-f', '3', '-l', '3')).toContain('pagina 3 di 3');
  });

  it('is empty in the file that is read before signing', () => {
    expect(printed(prepared)).toEqual([null, null, null, null]);
    expect([...written(prepared).values()]).toEqual(['/Off', '/Off', '/Off', '/Off']);
    expect(run('qpdf', prepared, '--check')).toContain('No syntax or stream encoding errors found');
  });

  it('is printed and stored as answered, for every combination, and covered by the signature', async () => {
    for (let combination = 0; combination < 2 ** names.length; combination++) {
      const answers = names.map((_, i): ChoiceAnswer => ((combination >> i) & 1 ? 'yes' : 'no'));
      const signed = await sign(prepared, new Map(names.map((name, i) => [name, answers[i] ?? 'no'])));
      expect(Buffer.compare(signed.subarray(0, prepared.length), prepared)).toBe(0);
      expect(printed(signed)).toEqual(answers);
      expect([...written(signed)]).toEqual(names.map((name, i) => [name, answers[i] === 'yes' ? '/Si' : '/No']));
      const result = await verify(signed);
      expect(result.intact).toBe(true);
      expect(result.signatures[0]?.indication).toBe('TOTAL-PASSED');
    }
  });

  it('is unchanged by later signatures and the seal', async () => {
    const answers = new Map<string, ChoiceAnswer>(names.map((name, i) => [name, i % 2 ? 'no' : 'yes']));
    const both = await sign(await sign(prepared, answers), undefined, 'Firma2');
    expect(printed(both)).toEqual(['yes', 'no', 'yes', 'no']);
    expect((await verify(both)).intact).toBe(true);
    expect(run('qpdf', both, '--check')).toContain('No syntax or stream encoding errors found');
  });

  it('must be answered, once, and never after a signature', async () => {
    const some = new Map<string, ChoiceAnswer>([['Consenso_1', 'yes']]);
    const all = new Map<string, ChoiceAnswer>(names.map((name) => [name, 'no']));
    await expect(sign(prepared, some)).rejects.toMatchObject({ code: 'choice.unanswered' });
    await expect(sign(prepared, new Map([...all, ['Consenso_9', 'yes']]))).rejects.toMatchObject({
      code: 'choice.unanswered',
    });
    await expect(sign(await sign(prepared, all), all, 'Firma2')).rejects.toMatchObject({ code: 'choice.late' });
    const pdf = await PDF.load(prepared);
    answerChoices(pdf, all);
    expect(() => answerChoices(pdf, all)).toThrow(expect.objectContaining({ code: 'field.signed' }));
  });
});

describe('a changed answer', () => {
  /** Overwrites objects after the signature, as a forger would. */
  async function forged(signed: Uint8Array, change: (object: PdfDict) => boolean): Promise<Uint8Array> {
    const file = await openForUpdate(signed);
    const resolve = (ref: PdfRef) => file.pdf.context.resolve(ref);
    const fields = file.pdf.context.catalog.getDict().getDict('AcroForm', resolve)?.getArray('Fields', resolve);
    const objects = new Map<PdfRef, PdfObject>();
    const visit = (ref: PdfObject | undefined) => {
      const dict = ref instanceof PdfRef ? resolve(ref) : null;
      if (!(ref instanceof PdfRef) || !(dict instanceof PdfDict)) return;
      if (change(dict)) objects.set(ref, dict);
      for (const kid of dict.getArray('Kids', resolve)?.toArray() ?? []) visit(kid);
    };
    for (const ref of fields?.toArray() ?? []) visit(ref);
    expect(objects.size).toBeGreaterThan(0);
    const signature = { ref: file.pdf.context.registry.allocateRef(), entries: [], room: 16 };
    return writeIncrement(file, { objects: [...objects], signature }).bytes;
  }
  const attacks: [string, (dict: PdfDict) => boolean][] = [
    [
      'the value of the field',
      (dict) => {
        if (dict.getName('FT')?.value !== 'Btn') return false;
        dict.set('V', PdfName.of('Si'));
        return true;
      },
    ],
    [
      'the cross that is shown',
      (dict) => {
        if (!dict.has('AS')) return false;
        dict.set('AS', PdfName.of(dict.getName('AS')?.value === 'No' ? 'Off' : 'Si'));
        return true;
      },
    ],
    [
      'the drawing of the cross',
      (dict) => {
        const normal = dict.getDict('AP')?.getDict('N');
        const on = normal?.get('No');
        if (!normal || !on || dict.getName('AS')?.value !== 'No') return false;
        const off = normal.get('Off');
        if (off) normal.set('No', off);
        return true;
      },
    ],
  ];

  it.each(attacks)('is detected: %s', async (_, change) => {
    const signed = await sign(prepared, new Map(names.map((name) => [name, 'no'])));
    const result = await verify(await forged(signed, change));
    expect(result.intact).toBe(false);
    expect(result.signatures[0]?.changesAfter.join()).toMatch(/change\.object/);
  });
});
