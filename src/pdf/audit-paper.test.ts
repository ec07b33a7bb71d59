/** The audit PDF contains every given fact, on pages that can be signed. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF, PdfRef } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { testNow } from '#test/clock.ts';
import { name, stream, Update } from '../../test/attacks/files/append-update.ts';
import { run } from '../../test/validators/foreign-validators.ts';
import { type AuditPaper, renderAuditPaper } from './audit-paper.ts';
import { pageOf, signatureFields } from './named-fields.ts';
import { pdfaProblems } from './paper/pdfa-checklist.suite.ts';
import { signerKey, stampWith, testAuthority } from './signing/samples.suite.ts';
import { applySignature } from './signing/sign.ts';

const hash = '0123456789abcdef'.repeat(4);

const paper = (change: Partial<AuditPaper> = {}): AuditPaper => ({
  title: "Tracciato di firma · Proposta d'acquisto",
  demo: true,
  provisional: false,
  facts: [
    { label: 'Documento', value: "Proposta d'acquisto n. 48190" },
    { label: 'Impronta SHA-256 (H0)', value: hash },
  ],
  sections: [{ heading: 'Firmatari', facts: [{ label: 'Nome', value: 'Ginevra Provetti Čertovà' }] }],
  events: events(12),
  explanation: ['Ogni evento contiene l’impronta del precedente.'],
  footer: 'Tracciato del documento 48190',
  sealField: 'Sigillo',
  created: new Date('2026-11-20T09:43:12.345Z'),
  trail: JSON.stringify({ events: [{ seq: 1, body: '{"chi":"Ginevra Čertovà"}' }] }),
  ...change,
});

function events(count: number): AuditPaper['events'] {
  return Array.from({ length: count }, (_, i) => ({
    seq: i + 1,
    time: '20/11/2026 10:43:12.345 +01:00',
    what: `Evento numero ${i + 1}`,
    who: 'Ginevra Provetti',
    detail: i % 2 ? 'Pagine da 1 a 4' : '',
    hash,
  }));
}

async function sealed(drawn: Uint8Array) {
  const authority = await testAuthority();
  return applySignature(drawn, {
    field: 'Sigillo',
    key: await signerKey(authority),
    stamp: stampWith(authority),
    signedAt: testNow(),
    certify: true,
    lock: true,
    appearance: { kind: 'seal', lines: ['Autoesempio S.p.A.', 'Sigillo elettronico'] },
  });
}

async function textOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDF.load(bytes);
  return pdf.getPages().map((page) => page.extractText().text.replace(/\s+/g, ' '));
}

describe('the audit PDF', () => {
  it('prints every fact and event, and page x of y', async () => {
    const pages = await textOf(await renderAuditPaper(paper({ events: events(60) })));
    const all = pages.join(' ');
    for (let i = 1; i <= 60; i += 1) expect(all).toContain(`Evento numero ${i}`);
    expect(all).toContain('Ginevra Provetti Čertovà');
    expect(all.split(hash.slice(0, 32)).length - 1).toBeGreaterThanOrEqual(60);
    for (const [i, text] of pages.entries()) expect(text).toContain(`pagina ${i + 1} di ${pages.length}`);
  });

  it('is marked DEMO on every page in the demo, and PROVVISORIO on every page before completion', async () => {
    const marks = async (demo: boolean, provisional: boolean) => {
      const pages = await textOf(await renderAuditPaper(paper({ demo, provisional, events: events(40) })));
      return [/DEMO senza valore/, /PROVVISORIO/].map(
        (mark) => pages.filter((text) => mark.test(text)).length / pages.length,
      );
    };
    expect(await marks(true, true)).toEqual([1, 1]);
    expect(await marks(false, false)).toEqual([0, 0]);
  });

  it('has a title and a language, only embedded fonts, and the seal field on the last page', async () => {
    const bytes = await renderAuditPaper(paper());
    const pdf = await PDF.load(bytes);
    const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
    const catalog = pdf.context.catalog.getDict();
    expect(catalog.getString('Lang')?.asString()).toBe('it-IT');
    const info = pdf.context.info.trailer.getDict('Info', resolve);
    expect(info?.getString('Title', resolve)?.asString()).toBe(paper().title);
    const [seal] = signatureFields(pdf);
    expect(seal?.name).toBe('Sigillo');
    expect(seal && pageOf(pdf, seal)).toBe(pdf.getPageCount() - 1);
    const text = Buffer.from(bytes).toString('latin1');
    const described = text.match(/\/Type \/FontDescriptor/g)?.length ?? 0;
    expect(described).toBeGreaterThan(1);
    expect(text.match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(described);
  });

  it('is PDF/A-3b before and after its seal, with the trail as an attachment', async () => {
    const drawn = await renderAuditPaper(paper({ provisional: true, title: 'Tracciato & «prova»' }));
    expect(await pdfaProblems(drawn, 3)).toEqual([]);
    const { bytes } = await sealed(drawn);
    expect(await pdfaProblems(bytes, 3)).toEqual([]);
    const folder = await mkdtemp(join(tmpdir(), 'attachment-'));
    await writeFile(join(folder, 'paper.pdf'), bytes);
    expect((await run('pdfdetach', ['-list', 'paper.pdf'], { cwd: folder })).text).toContain('1: tracciato.json');
    expect((await run('pdfdetach', ['-saveall', 'paper.pdf'], { cwd: folder })).code).toBe(0);
    expect(await readFile(join(folder, 'tracciato.json'), 'utf8')).toBe(paper().trail);
    await rm(folder, { recursive: true });
  });

  it('is intact for the verifier with its attachment, and not after that was replaced', async () => {
    const { bytes } = await sealed(await renderAuditPaper(paper()));
    const { intact, signatures } = await verifyPdf(bytes, { anchors: [] });
    expect([intact, signatures.length, signatures[0]?.changesAfter]).toEqual([true, 1, []]);
    const update = await Update.of(bytes);
    const [specification] = update.copy(update.root).getArray('AF', update.resolve)?.toArray() ?? [];
    const held = specification instanceof PdfRef ? update.copy(specification) : undefined;
    const file = held?.getDict('EF', update.resolve)?.get('F');
    if (!(file instanceof PdfRef)) throw new Error('nothing is inside');
    const forged = update.put(file, stream({ Type: name('EmbeddedFile') }, '{"events":[]}')).write();
    expect((await verifyPdf(forged, { anchors: [] })).intact).toBe(false);
  });

  it('is signed by its seal, which certifies and closes it', async () => {
    const { bytes } = await sealed(await renderAuditPaper(paper()));
    expect(signatureFields(await PDF.load(bytes))[0]?.signed).toBe(true);
  });

  it('handles empty lists, very long values and characters without a glyph', async () => {
    const long = 'Mozilla/5.0 '.repeat(60);
    const bytes = await renderAuditPaper(
      paper({
        title: 'T'.repeat(300),
        facts: [],
        sections: [{ heading: '', facts: [{ label: 'x'.repeat(200), value: long }] }],
        events: [{ seq: 1, time: '', what: '', who: '\u202eИван 王', detail: 'd '.repeat(900), hash: '' }],
        explanation: [],
        footer: 'f '.repeat(300),
      }),
    );
    expect((await PDF.load(bytes)).getPageCount()).toBeGreaterThan(0);
  });
});
