/** Consents from the signer's answers to the records, through HTTP: what is printed, recorded and told is one and the same (D-90, D-91, P-5). */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignView } from '#contract/signing.ts';
import { openStage, type Stage } from '../../../test/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

type Choice = 'GRANTED' | 'DENIED';
interface Waiting {
  id: number;
  dossierId: number;
  view: SignView;
  sign: (points: (string | object)[]) => ReturnType<ReturnType<Stage['browser']>['post']>;
}

async function waiting(type: string, dossier: object = {}): Promise<Waiting> {
  const { id, dossierId, customer } = await stage.newDocument({
    type,
    dossier,
    folder: { type: 'PRIVACY', businessId: null },
  });
  const path = await stage.start(id);
  const browser = stage.browser();
  const view = (await browser.get(path)).json<SignView>();
  await browser.get(`${path}/document`);
  await browser.post(`${path}/otp`);
  const code = await stage.code(customer);
  return { id, dossierId, view, sign: (points) => browser.post(`${path}/sign`, { code, points }) };
}

const answer = (view: SignView, choose: (index: number) => Choice): (string | object)[] => {
  let index = 0;
  return view.points.map(({ id, kind }) => (kind === 'consent' ? { id, choice: choose(index++) } : id));
};

async function signed(type: string, choose: (index: number) => Choice, dossier: object = {}) {
  const form = await waiting(type, dossier);
  const answered = await form.sign(answer(form.view, choose));
  expect(answered.statusCode, answered.body).toBe(200);
  await stage.test.world.jobs.settled();
  return { ...form, document: await stage.document(form.id) };
}

async function fileOf(document: Record<string, unknown>): Promise<Buffer> {
  const answered = await stage.as('dealer', 'GET', `/api/signed-documents/${document.signedDocumentId}/download`);
  expect(answered.statusCode).toBe(200);
  return answered.rawPayload;
}

function printed(file: Buffer): string[] {
  const path = join(stage.test.folder, 'signed.pdf');
  writeFileSync(path, file);
  const { acroform } = JSON.parse(
    execFileSync('qpdf', ['--json', '--json-key=acroform', path], { encoding: 'utf8' }),
  ) as { acroform: { fields: { fullname: string; fieldtype: string; value: string }[] } };
  const pairs = acroform.fields.filter(({ fieldtype }) => fieldtype === '/Btn');
  return [...new Map(pairs.map(({ fullname, value }) => [fullname, value])).values()];
}

const records = (documentId: number) =>
  stage.test.world.database.read
    .selectFrom('consent_record')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute();

describe('a privacy form', () => {
  it('asks each consent on its own, none chosen, and says what it is for', async () => {
    const { view } = await waiting('PRIVACY_DEALER');
    const consents = view.points.filter(({ kind }) => kind === 'consent');
    expect(consents.map(({ purpose, channel }) => `${purpose} ${channel}`)).toEqual([
      'MARKETING EMAIL',
      'MARKETING MESSAGES',
      'MARKETING PHONE',
      'MARKETING POST',
      'PROFILING ALL',
      'THIRD_PARTIES ALL',
    ]);
    expect(consents.every(({ signed, optional, text }) => !signed && !optional && text !== '')).toBe(true);
    expect(JSON.stringify(view)).not.toMatch(/GRANTED|DENIED|choice/);
    expect(view.points.at(-1)).toMatchObject({ kind: 'signature' });
  });

  it('is not signed while one choice is missing, and the refusal names each', async () => {
    const { view, sign, id } = await waiting('PRIVACY_DEALER');
    const all = answer(view, () => 'GRANTED');
    const names = view.points.map((point) => point.id);
    for (const [points, named] of [
      [all.slice(1), [names[0]]],
      [names, names.slice(0, -1)],
      [[...all.slice(0, -1), { id: names.at(-1), choice: 'GRANTED' }], names.slice(-1)],
      [[], names],
    ] as const) {
      const refused = await sign([...points] as (string | object)[]);
      expect(refused.statusCode).toBe(400);
      const { code, fieldErrors } = refused.json<{ code: string; fieldErrors: { field: string; message: string }[] }>();
      expect(code).toBe('signing.pointMissing');
      expect(fieldErrors.map(({ field }) => field).sort()).toEqual([...named].sort());
    }
    for (const wrong of [{ id: names[0] }, { id: names[0], choice: 'NOT_ASKED' }, { id: names[0], choice: null }]) {
      expect((await sign([wrong, ...all.slice(1)])).statusCode).toBe(400);
    }
    expect((await sign([...all, { id: names[0], choice: 'DENIED' }])).statusCode).toBe(400);
    expect((await stage.document(id)).status).toBe('START_SIGN');
    expect(await records(id)).toEqual([]);
    expect((await sign(all)).statusCode).toBe(200);
  });

  it('prints what was chosen, records what is printed, and its trail tells both', async () => {
    for (const pattern of [0b000000, 0b111111, 0b010101, 0b100110]) {
      const { id, document, dossierId } = await signed('PRIVACY_DEALER', (i) =>
        (pattern >> i) & 1 ? 'GRANTED' : 'DENIED',
      );
      expect(document.status).toBe('SIGNED');
      const rows = await records(id);
      expect(printed(await fileOf(document))).toEqual(rows.map(({ choice }) => (choice === 'GRANTED' ? '/Si' : '/No')));
      expect(rows.map(({ choice }) => choice)).toEqual(rows.map((_, i) => ((pattern >> i) & 1 ? 'GRANTED' : 'DENIED')));
      expect(rows[0]).toMatchObject({
        dossier_id: dossierId,
        controller: 'LE001',
        language: 'it',
        hst: '10001',
        operator: 'dealer',
        signed_document_id: document.signedDocumentId,
        text_version: 'CONC-2026-11-bozza',
        subject_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        withdrawn_via: null,
      });
      const trail = await stage.trail(id);
      expect(trail.filter((type) => type === 'consent.choice')).toHaveLength(6);
      expect(trail.indexOf('consents.recorded')).toBeGreaterThan(trail.indexOf('signature.applied'));
      expect(trail.indexOf('consents.recorded')).toBeLessThan(trail.indexOf('audit.sealed'));
    }
  });

  it('is intact by its own verifier, and its sealed trail prints the answers', async () => {
    const { id, document } = await signed('PRIVACY_SERVICE', (i) => (i % 2 ? 'GRANTED' : 'DENIED'));
    const validation = (await stage.as('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(validation).toMatchObject({ intact: true });
    const audit = await stage.as('dealer', 'GET', `/api/audit-documents/signed/${document.signedDocumentId}/download`);
    const path = join(stage.test.folder, 'audit.pdf');
    writeFileSync(path, audit.rawPayload);
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
    expect(text).toContain('Consenso espresso');
    expect(text).toContain('Consensi registrati');
  });
});

describe('the records', () => {
  it('cannot be changed or removed, by anybody who has the database either', async () => {
    const { id } = await signed('PRIVACY_DEALER', () => 'DENIED');
    const { database } = stage.test.world;
    const [row] = await records(id);
    const change = () =>
      database.transaction((tx) =>
        tx
          .updateTable('consent_record')
          .set({ choice: 'GRANTED' })
          .where('id', '=', row?.id ?? 0)
          .execute(),
      );
    const remove = () =>
      database.transaction((tx) =>
        tx
          .deleteFrom('consent_record')
          .where('id', '=', row?.id ?? 0)
          .execute(),
      );
    await expect(change()).rejects.toThrow('append-only');
    await expect(remove()).rejects.toThrow('append-only');
    expect(await records(id)).toHaveLength(6);
  });

  it('of other papers are none', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.start(id);
    const browser = stage.browser();
    await browser.get(`${path}/document`);
    await browser.post(`${path}/otp`);
    const points = await stage.points(path);
    expect(points).toHaveLength(1);
    expect((await browser.post(`${path}/sign`, { code: await stage.code(customer), points })).statusCode).toBe(200);
    await stage.test.world.jobs.settled();
    expect(await records(id)).toEqual([]);
    expect((await stage.document(id)).status).toBe('SIGNED');
  });
});
