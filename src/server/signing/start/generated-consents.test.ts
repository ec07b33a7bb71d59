/** A generated privacy form is answered in its own boxes: the printed, recorded and signed answers are the same. */

// Real time: third-party validators check the result against the system clock.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignView } from '#contract/signing/signing.ts';
import { CHANNEL_NAMES, type ConsentChannel } from '#domain/consents/consent.ts';
import { consentQuestions, PRIVACY_TYPES } from '#domain/consents/notices.ts';
import { draftTexts } from '#domain/papers/compose-paper.ts';
import { pdfaProblems } from '#pdf/paper/pdfa-checklist.suite.ts';
import { realNow, testClock } from '../../../../test/clock.ts';
import {
  generatedDocument,
  loadGeneratedPapers,
  loadUploads,
  paperCustomer,
} from '../../../../test/papers/generated-papers.ts';
import { openStage, pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';
import { foreignProblems } from '../../../../test/validators/foreign-validators.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ clock: testClock(realNow()) });
  await loadGeneratedPapers(stage.test.world);
});
afterAll(() => stage.close());

const customer = { phone: '+39 3330009002', email: 'privacy@example.com' };

async function newForm(type: string): Promise<number> {
  const answer = await stage.callAs('dealer', 'POST', '/api/documents/wizard', {
    dossier: paperCustomer(customer),
    folder: { brand: 'bmw', type: 'PRIVACY' },
    document: generatedDocument(type),
  });
  if (answer.statusCode !== 201) throw new Error(`No form: ${answer.body}`);
  return answer.json().document.id;
}

const download = async (id: number): Promise<Uint8Array> =>
  new Uint8Array((await stage.callAs('dealer', 'GET', `/api/documents/${id}/download`)).rawPayload);

/** Signs with these answers, in the order of the questions. */
async function sign(id: number, answers: readonly boolean[]): Promise<{ view: SignView; file: Uint8Array }> {
  const path = await stage.startSigning(id);
  const { browser: phone, code } = await stage.requestCode(path, customer);
  const view = (await phone.get(path)).json<SignView>();
  let answerIndex = 0;
  const points = view.points.map((point) =>
    point.kind === 'consent' ? { id: point.id, choice: answers[answerIndex++] ? 'GRANTED' : 'DENIED' } : point.id,
  );
  const signed = await phone.post(`${path}/sign`, { code, points });
  expect(signed.statusCode, signed.body).toBe(200);
  await stage.test.world.jobs.drain();
  return { view, file: new Uint8Array((await phone.get(`${path}/signed`)).rawPayload) };
}

interface Word {
  left: number;
  top: number;
  text: string;
}

function wordsOf(file: Uint8Array): Word[] {
  const path = join(stage.test.folder, 'form.pdf');
  writeFileSync(path, file);
  const text = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' });
  return text
    .split('<page ')
    .slice(1)
    .flatMap((page, index) =>
      [...page.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax=".*?" yMax=".*?">(.*?)<\/word>/g)].map(
        ([, left, top, word = '']) => ({ left: Number(left), top: index * 1000 + Number(top), text: word }),
      ),
    );
}

/** The cross printed for each channel: under Sì or under No. */
function crossesOf(file: Uint8Array, channels: readonly ConsentChannel[]): (boolean | null)[] {
  const words = wordsOf(file);
  const head = words.find(({ text, left }) => text === 'Sì' && left > 400);
  const no = words.find(({ text, top }) => text === 'No' && Math.abs(top - (head?.top ?? 0)) < 2);
  const crosses = words.filter(({ text }) => text === 'X').toSorted((a, b) => a.top - b.top);
  const rows = words
    .filter(
      ({ text, left }) => left > 300 && left < 420 && channels.some((one) => CHANNEL_NAMES[one].it.startsWith(text)),
    )
    .filter(({ top }) => top > (head?.top ?? 0))
    .toSorted((a, b) => a.top - b.top);
  return rows.map((row) => {
    const [cross, ...more] = crosses.filter(({ top }) => Math.abs(top - row.top) < 7);
    if (!cross || more.length > 0 || !head || !no) return null;
    return Math.abs(cross.left - head.left) < Math.abs(cross.left - no.left);
  });
}

function fieldsOf(file: Uint8Array): Map<string, string> {
  const path = join(stage.test.folder, 'form.pdf');
  writeFileSync(path, file);
  const { acroform } = JSON.parse(
    execFileSync('qpdf', ['--json', '--json-key=acroform', path], { encoding: 'utf8' }),
  ) as { acroform: { fields: { fullname: string; fieldtype: string; value: string }[] } };
  return new Map(acroform.fields.filter((one) => one.fieldtype === '/Btn').map((one) => [one.fullname, one.value]));
}

const records = (documentId: number) =>
  stage.read.selectFrom('consent_record').selectAll().where('document_id', '=', documentId).orderBy('id').execute();

describe.each(PRIVACY_TYPES)('%s', (type) => {
  it('is answered in the boxes of the paper: printed, signed and recorded answers agree, and nothing is added', async () => {
    const id = await newForm(type);
    const form = await download(id);
    expect(await pdfaProblems(form)).toEqual([]);
    expect(fieldsOf(form).size).toBe(0);
    const answers = Array.from({ length: 12 }, (_, index) => index % 3 !== 1);
    const { view, file } = await sign(id, answers);
    const rows = await records(id);
    const granted = rows.map(({ choice }) => choice === 'GRANTED');
    expect(granted).toEqual(answers.slice(0, consentQuestions(type).length));
    expect(
      crossesOf(
        file,
        rows.map(({ channel }) => channel as ConsentChannel),
      ),
    ).toEqual(granted);
    expect([...fieldsOf(file)]).toEqual(
      rows.map(({ purpose, channel }, index) => [`Consenso_${purpose}_${channel}`, granted[index] ? '/Si' : '/No']),
    );
    expect(await pdfaProblems(file)).toEqual([]);
    expect(await foreignProblems(file, await stage.test.world.authority.anchors(), 2)).toEqual([]);
    const pages = (bytes: Uint8Array) => Math.max(...wordsOf(bytes).map(({ top }) => Math.floor(top / 1000)));
    expect(pages(file)).toBe(pages(form));
    expect(view.documents[0]?.pages).toBe(pages(form) + 1);
    const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(validation).toMatchObject({ intact: true });
    expect((await stage.document(id)).status).toBe('SIGNED');
  }, 120_000);
});

describe('an uploaded form', () => {
  it('gets the added page, even if it was once generated here, since its boxes are unknown', async () => {
    const form = await download(await newForm('PRIVACY_DEALER'));
    const { world } = stage.test;
    await loadUploads(world);
    const { id } = await stage.newDocument({
      type: 'PRIVACY_DEALER',
      file: form,
      customer,
      folder: { type: 'PRIVACY', businessId: null },
    });
    await loadGeneratedPapers(world);
    const { view, file } = await sign(
      id,
      Array.from({ length: 6 }, () => true),
    );
    const before = wordsOf(form);
    const last = Math.max(...before.map(({ top }) => Math.floor(top / 1000)));
    const crosses = wordsOf(file).filter(({ text }) => text === 'X');
    expect(crosses).toHaveLength(6);
    expect(crosses.every(({ top }) => Math.floor(top / 1000) > last)).toBe(true);
    expect(view.points.filter(({ kind }) => kind === 'consent').every(({ page }) => page > last + 1)).toBe(true);
    expect([...fieldsOf(file).keys()].every((name) => name.startsWith('Fascicolo_Consenso_'))).toBe(true);
  });
});

describe('a restart', () => {
  it('asks the same questions in the same boxes after a cancellation', async () => {
    const id = await newForm('PRIVACY_SERVICE');
    await stage.startSigning(id);
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {})).statusCode).toBe(200);
    const path = await stage.startSigning(id);
    const { points } = (await stage.browser().get(path)).json<SignView>();
    expect(points.filter(({ kind }) => kind === 'consent')).toHaveLength(7);
    expect(pathOf((await stage.document(id)).signUrl ?? '')).toBe(path);
  });
});

describe('the texts published by counsel', () => {
  const publish = (version: string, words: (text: string) => string) => {
    const clauses = (draftTexts('PRIVACY_DEALER', 'it')?.clauses ?? []).map((one) =>
      one.id.startsWith('consent_') ? { ...one, text: words(one.text) } : one,
    );
    const at = stage.test.world.clock.now();
    return stage.test.world.database.transaction(async (tx) => {
      await tx
        .updateTable('paper_version')
        .set({ state: 'SUPERSEDED', superseded_date: at })
        .where('state', '=', 'PUBLISHED')
        .execute();
      await tx
        .insertInto('paper_version')
        .values({
          ...{ kind: 'CLAUSES', legal_entity: null, document_type: 'PRIVACY_DEALER', language: 'it', version },
          ...{ state: 'PUBLISHED', content: JSON.stringify({ clauses }), digest: 'd', note: null, authors: ['admin'] },
          ...{ submitted_by: 'admin', submitted_date: at, published_by: 'second', published_date: at },
          ...{ created_by: 'admin', created_date: at, last_modified_by: 'second', last_modified_date: at },
        })
        .execute();
    });
  };
  const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
  const printed = (file: Uint8Array) =>
    wordsOf(file)
      .map(({ text }) => text)
      .join(' ');

  it('are printed, asked and recorded as of the start of the signature', async () => {
    await publish('2027.1', () => 'Parole dello studio per {company}.');
    const asked = 'Parole dello studio per Autoesempio S.p.A.';
    const id = await newForm('PRIVACY_DEALER');
    const path = await stage.startSigning(id);
    await publish('2027.2', () => 'Altre parole.');
    const phone = stage.browser();
    const view = (await phone.get(path)).json<SignView>();
    const consents = view.points.filter(({ kind }) => kind === 'consent');
    expect(new Set(consents.map(({ text }) => text))).toEqual(new Set([asked]));
    await phone.read(path);
    await phone.post(`${path}/otp`);
    const code = await stage.code(customer);
    const points = view.points.map(({ id: point, kind }) =>
      kind === 'consent' ? { id: point, choice: 'GRANTED' } : point,
    );
    const signed = await phone.post(`${path}/sign`, { code, points });
    expect(signed.statusCode, signed.body).toBe(200);
    await stage.test.world.jobs.drain();
    const file = new Uint8Array((await phone.get(`${path}/signed`)).rawPayload);
    expect(printed(file)).toContain(asked);
    expect(printed(file)).toContain('consensi: 2027.1.');
    expect(printed(file)).not.toContain('[testo da approvare]');
    const rows = await records(id);
    expect(rows.map(({ text_version, text_sha256 }) => [text_version, text_sha256])).toEqual(
      rows.map(() => ['2027.1', sha256(asked)]),
    );
    expect(rows.length).toBe(consents.length);
  });

  it('are also asked on the page added to an uploaded form', async () => {
    const form = await download(await newForm('PRIVACY_DEALER'));
    const { world } = stage.test;
    await loadUploads(world);
    const folder = { type: 'PRIVACY', businessId: null };
    const { id } = await stage.newDocument({ type: 'PRIVACY_DEALER', file: form, customer, folder });
    await loadGeneratedPapers(world);
    const { file } = await sign(
      id,
      Array.from({ length: 6 }, () => false),
    );
    expect(printed(file)).toContain('Versione dei testi: 2027.2.');
    expect((await records(id)).map(({ text_sha256 }) => text_sha256)).toEqual(
      Array.from({ length: 6 }, () => sha256('Altre parole.')),
    );
  });
});
