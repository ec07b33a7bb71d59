/** Consents from the signer's answers to the records, through HTTP: what is printed, recorded and sent is identical. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsentsOutput } from '#contract/consents.ts';
import type { SignView } from '#contract/signing/signing.ts';
import type { ConsentDelivery } from '#ports/consent-register.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { loadUploads } from '../../../test/papers/generated-papers.ts';
import { openStage, type Stage } from '../../../test/stages/signing-stage.ts';
import { insertDirectory } from '../dealers/index.ts';
import { pushConsents, sweepPushes } from './push-consents.ts';

let stage: Stage;
/** What the register received, and what delays it or makes it fail. */
const taken: ConsentDelivery[] = [];
let holding: Promise<void> | undefined;
let failing = false;

/** Called when the register receives a request. */
let arrived: () => void = () => undefined;
beforeAll(async () => {
  stage = await openStage({
    override: ({ consentRegister }) => ({
      consentRegister: {
        async deliver(delivery) {
          arrived();
          await holding;
          if (failing) throw new OutsideFailure('consents', 'down', 'away for a test');
          const answered = await consentRegister.deliver(delivery);
          taken.push(delivery);
          return answered;
        },
      },
    }),
  });
  // Questions of uploaded forms are on an added page; those of generated papers in their own boxes.
  await loadUploads(stage.test.world);
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
  const path = await stage.startSigning(id);
  const { browser, code } = await stage.requestCode(path, customer);
  const view = (await browser.get(path)).json<SignView>();
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
  await stage.test.world.jobs.drain();
  return { ...form, document: await stage.document(form.id) };
}

async function fileOf(document: Record<string, unknown>): Promise<Buffer> {
  const answered = await stage.callAs('dealer', 'GET', `/api/signed-documents/${document.signedDocumentId}/download`);
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
  stage.read.selectFrom('consent_record').selectAll().where('document_id', '=', documentId).orderBy('id').execute();

describe('a privacy form', () => {
  it('asks for each consent separately, with its purpose and nothing preselected', async () => {
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

  it('cannot be signed while a choice is missing; the error names each missing one', async () => {
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

  it('prints the choices, records what is printed, and has both in its trail', async () => {
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

  it('passes its own verification, and its sealed trail prints the answers', async () => {
    const { id, document } = await signed('PRIVACY_SERVICE', (i) => (i % 2 ? 'GRANTED' : 'DENIED'));
    const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(validation).toMatchObject({ intact: true });
    const audit = await stage.callAs(
      'dealer',
      'GET',
      `/api/audit-documents/signed/${document.signedDocumentId}/download`,
    );
    const path = join(stage.test.folder, 'audit.pdf');
    writeFileSync(path, audit.rawPayload);
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
    expect(text).toContain('Consenso espresso');
    expect(text).toContain('Consensi registrati');
  });
});

describe('consent records', () => {
  it('cannot be changed or deleted, even with direct access to the database', async () => {
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

  it('are not created by other papers', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    expect(await stage.points(path)).toHaveLength(1);
    await stage.sign(path, customer);
    expect(await records(id)).toEqual([]);
    expect((await stage.document(id)).status).toBe('SIGNED');
  });
});

describe('the national company’s form', () => {
  const consentsOf = async (dossierId: number) =>
    (await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}/consents/current`)).json<ConsentsOutput>();
  const ofNsc = async (dossierId: number) =>
    (await consentsOf(dossierId)).controllers.find(({ controller }) => controller === 'NSC');
  const KNOWN = { searchType: 'RSP', businessId: 'R-000123' };

  it('waits in PRIVACY_UPDATING until the register accepts it, then becomes SIGNED', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    holding = held;
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const form = await waiting('PRIVACY_NSC', KNOWN);
    expect((await form.sign(answer(form.view, (i) => (i === 0 ? 'GRANTED' : 'DENIED')))).statusCode).toBe(200);
    const worked = stage.test.world.jobs.drain();
    await asked;
    const waitingDocument = await stage.document(form.id);
    expect(waitingDocument.status).toBe('PRIVACY_UPDATING');
    expect(waitingDocument.signedDocumentId).not.toBeNull();
    expect((await ofNsc(form.dossierId))?.push).toBe('QUEUED');
    holding = undefined;
    release();
    await worked;
    expect((await stage.document(form.id)).status).toBe('SIGNED');
    expect((await ofNsc(form.dossierId))?.push).toBe('PUSHED');
    expect((await stage.trail(form.id)).at(-1)).toBe('consents.pushed');
    const [delivery] = taken.filter(({ customer }) => customer.businessId === 'R-000123').slice(-1);
    expect(delivery?.entries.map(({ choice }) => choice)).toEqual(['GRANTED', ...Array(8).fill('DENIED')]);
  });

  it('keeps its status and shows the reason when the register refuses it, and can be sent again by a user', async () => {
    const { id, dossierId } = await signed('PRIVACY_NSC', () => 'GRANTED', { ...KNOWN, businessId: 'R-RIFIUTATO' });
    const document = await stage.document(id);
    expect(document.status).toBe('PRIVACY_UPDATING');
    expect(document.statusReason).toMatchObject({
      code: 'consents.pushFailed',
      text: expect.stringContaining('titolare'),
    });
    expect((await ofNsc(dossierId))?.push).toBe('FAILED');
    expect(stage.test.logLines.some((line) => line.includes('push of consents given up'))).toBe(true);
    expect(await stage.trail(id)).toContain('consents.pushFailed');
    await stage.test.world.database.transaction((tx) =>
      tx.updateTable('dossier').set({ business_id: 'R-000124' }).where('id', '=', dossierId).execute(),
    );
    const again = await stage.callAs('dealer', 'POST', `/api/dossiers/${dossierId}/consents/push`, {});
    expect(again.statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await stage.document(id)).toMatchObject({ status: 'SIGNED', statusReason: null });
    const nothing = await stage.callAs('dealer', 'POST', `/api/dossiers/${dossierId}/consents/push`, {});
    expect(nothing.json()).toMatchObject({ status: 409, code: 'consents.nothingToPush' });
  });

  it('is retried while the register is unavailable, given up after the last try, and resumed an hour later', async () => {
    failing = true;
    const { dossierId, id } = await failingForm();
    const push = await stage.read
      .selectFrom('consent_push')
      .selectAll()
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow();
    await expect(pushConsents(stage.test.world, push.id, { lastTry: false })).rejects.toThrow('away');
    expect((await ofNsc(dossierId))?.push).toBe('QUEUED');
    await pushConsents(stage.test.world, push.id, { lastTry: true });
    expect((await ofNsc(dossierId))?.push).toBe('FAILED');
    failing = false;
    await sweepPushes(stage.test.world);
    expect((await ofNsc(dossierId))?.push).toBe('FAILED');
    stage.test.clock.advance(3_601);
    await sweepPushes(stage.test.world);
    await stage.test.world.jobs.drain();
    expect((await stage.document(id)).status).toBe('SIGNED');
  });

  async function failingForm() {
    const form = await waiting('PRIVACY_NSC', KNOWN);
    expect((await form.sign(answer(form.view, () => 'DENIED'))).statusCode).toBe(200);
    await stage.test.world.jobs.tryOnce();
    expect((await stage.document(form.id)).status).toBe('PRIVACY_UPDATING');
    return form;
  }
});

describe('a withdrawal', () => {
  const withdraw = (dossierId: number, body: object, login = 'dealer') =>
    stage.callAs(login, 'POST', `/api/dossiers/${dossierId}/consents/withdraw`, { via: 'PHONE', ...body });

  it('creates a new record and an event in the form’s trail, and keeps the earlier answer', async () => {
    const { id, dossierId } = await signed('PRIVACY_DEALER', () => 'GRANTED');
    const body = { controller: 'LE001', purpose: 'MARKETING', channels: ['EMAIL', 'PHONE'], note: 'Ha telefonato' };
    const answered = await withdraw(dossierId, body);
    expect(answered.statusCode).toBe(200);
    const { controllers, history } = answered.json<ConsentsOutput>();
    const standing = (channel: string) =>
      controllers[0]?.consents.find((one) => one.purpose === 'MARKETING' && one.channel === channel)?.choice;
    expect(['EMAIL', 'MESSAGES', 'PHONE', 'POST'].map(standing)).toEqual(['DENIED', 'GRANTED', 'DENIED', 'GRANTED']);
    expect(history.slice(0, 2).map(({ choice, withdrawnVia, note }) => ({ choice, withdrawnVia, note }))).toEqual(
      Array(2).fill({ choice: 'DENIED', withdrawnVia: 'PHONE', note: 'Ha telefonato' }),
    );
    expect(history.filter(({ documentId }) => documentId === id)).toHaveLength(6);
    expect((await stage.trail(id)).at(-1)).toBe('consents.withdrawn');
    const again = await withdraw(dossierId, body);
    expect(again.json()).toMatchObject({ status: 409, code: 'consents.notGranted' });
  });

  it('is sent to the register like the form', async () => {
    const { dossierId } = await signed('PRIVACY_NSC', () => 'GRANTED', { searchType: 'RSP', businessId: 'R-000125' });
    await withdraw(dossierId, { controller: 'NSC', purpose: 'PROFILING', channels: ['ALL'] });
    await stage.test.world.jobs.drain();
    expect(taken.at(-1)).toMatchObject({
      customer: { businessId: 'R-000125' },
      entries: [{ purpose: 'PROFILING', channel: 'ALL', choice: 'DENIED', withdrawnVia: 'PHONE' }],
    });
  });

  it('is accepted only for a controller and purpose of the form', async () => {
    const { dossierId } = await signed('PRIVACY_DEALER', () => 'DENIED');
    const good = { controller: 'NSC', purpose: 'PROFILING', channels: ['ALL'] };
    for (const wrong of [
      { ...good, controller: 'LE999', purpose: 'MARKETING', channels: ['EMAIL'] },
      { ...good, channels: ['EMAIL'] },
      { ...good, channels: [] },
      { ...good, channels: ['ALL', 'ALL'] },
      { ...good, purpose: 'SERVICE_OFFERS' },
      { ...good, via: 'FAX' },
      { ...good, note: 'x'.repeat(1001) },
    ]) {
      expect((await withdraw(dossierId, wrong)).json(), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        code: 'withdrawal.invalid',
      });
    }
  });

  it('applies to the same person in other dossiers of the company, for the company and the national company', async () => {
    const PERSON = { fiscalCode: 'VRDGNN85M15F205Z', birthDate: '1985-08-15' };
    const first = await signed('PRIVACY_DEALER', () => 'GRANTED', PERSON);
    const national = await signed('PRIVACY_NSC', () => 'GRANTED', {
      ...PERSON,
      searchType: 'RSP',
      businessId: 'R-000126',
    });
    const body = { controller: 'LE001', purpose: 'MARKETING', channels: ['PHONE'] };
    expect((await withdraw(national.dossierId, body)).statusCode).toBe(200);
    const { controllers, history } = (
      await stage.callAs('dealer', 'GET', `/api/dossiers/${first.dossierId}/consents/current`)
    ).json<ConsentsOutput>();
    const standing = (controller: string, purpose: string, channel: string) =>
      controllers
        .find((one) => one.controller === controller)
        ?.consents.find((one) => one.purpose === purpose && one.channel === channel)?.choice;
    expect(standing('LE001', 'MARKETING', 'PHONE')).toBe('DENIED');
    expect(standing('LE001', 'MARKETING', 'EMAIL')).toBe('GRANTED');
    expect(standing('NSC', 'PROFILING', 'ALL')).toBe('GRANTED');
    expect(history.map(({ controller }) => controller)).toContain('NSC');
    expect(history.every(({ documentId }) => documentId === null || documentId === first.id)).toBe(true);
  });

  describe('for the same person at another company', () => {
    const OTHER_DEALER = {
      ...{ legal_entity: 'LE004', name: 'Strada Finta Roma', nome_commerciale: 'Strada Finta Roma' },
      ...{ ragione_sociale: 'Strada Finta S.r.l.', indirizzo: 'Via della Prova 100', citta: 'Roma', provincia: 'RM' },
      ...{ tipo_auto: 'C', tipo_bmwi: 'C', tipo_mini: 'C', tipo_moto: 'C' },
    };
    const standingFor = async (login: string, dossierId: number) => {
      const { controllers, history } = (
        await stage.callAs(login, 'GET', `/api/dossiers/${dossierId}/consents/current`)
      ).json<ConsentsOutput>();
      const choices = controllers.map(({ controller, consents }) => [
        controller,
        [...new Set(consents.map(({ choice }) => choice))],
      ]);
      return { choices: Object.fromEntries(choices), records: history.length };
    };
    let elsewhere: number;
    beforeAll(async () => {
      const PERSON = { fiscalCode: 'BNCLRA90A41F839X', birthDate: '1990-01-01' };
      await stage.test.world.database.transaction((tx) =>
        insertDirectory(tx, [{ code: 'LE004', name: 'Strada Finta' }], [{ ...OTHER_DEALER, hst: '10007' }]),
      );
      await signed('PRIVACY_DEALER', () => 'GRANTED', PERSON);
      await signed('PRIVACY_NSC', () => 'GRANTED', { ...PERSON, searchType: 'RSP', businessId: 'R-000126' });
      const answer = await stage.callAs('dms-gmt', 'POST', '/api/dossiers', {
        ...{ hst: '10007', brand: 'bmw', dossierType: 'new', firstName: 'Laura', lastName: 'Bianchi' },
        ...{ mobilePhone: '+39 3339990001', email: 'laura@example.com', birthPlace: 'Napoli' },
        ...{ street: 'Via di Prova 1', city: 'Roma', postalCode: '00100', ...PERSON },
      });
      expect(answer.statusCode, answer.body).toBe(201);
      elsewhere = answer.json().id;
    });

    it('hides from a dealer what another company collected', async () => {
      const { choices, records } = await standingFor('dms-gmt', elsewhere);
      expect(choices).toEqual({ LE004: ['NOT_ASKED'], NSC: ['NOT_ASKED'] });
      expect(records).toBe(0);
    });

    it('shows a user of all dealers what went to the national company, but not what the other company collected', async () => {
      const { choices, records } = await standingFor('admin', elsewhere);
      expect(choices).toEqual({ LE004: ['NOT_ASKED'], NSC: ['GRANTED'] });
      expect(records).toBeGreaterThan(0);
    });
  });
});
