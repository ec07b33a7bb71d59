/** The waiting list over HTTP, its progress values, and sending the link again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Waiting } from '#domain/signing/signer-progress.ts';
import { pathOf, type Stage, wrongCode } from '../../../../test/stages/signing-stage.ts';
import {
  lockSignature,
  openStageWith,
  outageOfTests,
  signerOf,
  waitingDocument,
  waitingRow,
} from '../../../../test/stages/waiting-stage.ts';
import { giveUpCode, giveUpLink, giveUpReminder, sendReminder } from '../messages/deliver.ts';

const outage = outageOfTests();

let stage: Stage;
beforeAll(async () => {
  stage = await openStageWith(outage);
});
afterAll(() => stage.close());

const MINUTE = 60;
const HOUR = 3600;

type Row = Record<string, unknown> & { id: number; status: string; signUrl: string | null; waiting: Waiting };

async function list(login: string, body: object = {}, query = 'size=1000'): Promise<{ rows: Row[]; total: number }> {
  const answer = await stage.callAs(login, 'POST', `/api/documents-ext/waiting/search?${query}`, body);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return { rows: answer.json<Row[]>(), total: Number(answer.headers['x-total-count']) };
}

async function rowOf(id: number, login = 'dealer'): Promise<Row | undefined> {
  return (await list(login, { id: { equals: id } })).rows[0];
}

const counts = async (login = 'dealer', query = '') =>
  (await stage.callAs(login, 'GET', `/api/documents-ext/waiting/count${query}`)).json();

async function resend(id: number, login = 'dealer', key?: string) {
  // Signs in again where a test moved the clock past the end of the staff session.
  await stage.callAs(login, 'GET', '/api/account');
  const headers = {
    authorization: `Bearer ${await stage.token(login)}`,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  return stage.app.inject({ method: 'POST', url: `/api/documents/${id}/resend-link`, headers, payload: {} });
}

const mails = async (email: string): Promise<string[]> => (await stage.test.outbox(email)).map(({ text }) => text);

describe('the waiting list', () => {
  it('follows a signature from the link to its completion', async () => {
    const { id, customer } = await stage.newDocument();
    expect(await rowOf(id)).toBeUndefined();
    const path = await stage.startSigning(id);
    const sent = await rowOf(id);
    expect(sent).toMatchObject({
      id,
      status: 'START_SIGN',
      folderDTO: { brand: 'bmw' },
      dossierDTO: { lastName: 'Provetti' },
      waiting: {
        progress: 'SENT',
        last: { event: 'link.sent' },
        openedAt: null,
        readAt: null,
        reminders: 0,
        resend: { refused: 'tooSoon' },
      },
    });
    expect(pathOf(sent?.signUrl ?? '')).toBe(path);
    expect(Date.parse(sent?.waiting.expiresAt ?? '')).toBeGreaterThan(
      stage.test.clock.now().getTime() + 71 * HOUR * 1000,
    );

    const browser = stage.browser();
    await browser.read(path);
    const read = await waitingRow(stage, id);
    expect(read).toMatchObject({ progress: 'OPENED', last: { event: 'document.shown' } });
    expect(read.openedAt).not.toBeNull();
    expect(read.readAt).toBe(read.openedAt);

    await browser.post(`${path}/otp`);
    const code = await stage.code(customer);
    expect(await waitingRow(stage, id)).toMatchObject({ progress: 'OPENED', last: { event: 'otp.sent' } });
    const points = await stage.points(path);
    await browser.post(`${path}/sign`, { code: wrongCode(code), points });
    expect(await waitingRow(stage, id)).toMatchObject({ progress: 'STUCK', last: { event: 'otp.wrong' } });
    await browser.post(`${path}/sign`, { code, points });
    expect(await rowOf(id)).toBeUndefined();
    await stage.test.world.jobs.drain();
    expect(await rowOf(id)).toBeUndefined();
  });

  it('drops cancelled, declined and expired documents', async () => {
    const [one, two] = [await waitingDocument(stage), await waitingDocument(stage)];
    await stage.callAs('dealer', 'POST', `/api/documents/${one.id}/cancel-sign`, {});
    await stage.browser().post(`${two.path}/decline`, { reason: 'Non mi serve' });
    expect([await rowOf(one.id), await rowOf(two.id)]).toEqual([undefined, undefined]);
  });

  it('keeps documents locked by wrong codes as stuck until they are restarted', async () => {
    const { id, customer, path } = await waitingDocument(stage);
    await lockSignature(stage, id, customer.phone, path);
    expect(await rowOf(id)).toMatchObject({
      status: 'READY_TO_SIGN',
      signUrl: null,
      waiting: {
        progress: 'STUCK',
        last: { event: 'otp.locked' },
        expiresAt: null,
        resend: { refused: 'notWaiting', from: null },
      },
    });
    const refused = await resend(id);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'life.notWaiting']);
    await stage.startSigning(id);
    expect(await waitingRow(stage, id)).toMatchObject({
      progress: 'SENT',
      last: { event: 'link.sent' },
      openedAt: null,
    });
  });

  it('reports a code that the gateway refused, and that no code is left', async () => {
    const { id, path } = await waitingDocument(stage);
    const browser = stage.browser();
    outage.sms = true;
    await browser.read(path);
    await browser.post(`${path}/otp`);
    const { id: signerId } = await signerOf(stage, id);
    const { id: codeId } = await stage.read
      .selectFrom('otp_code')
      .select('id')
      .where('signer_id', '=', signerId)
      .executeTakeFirstOrThrow();
    await giveUpCode(stage.test.world, codeId);
    outage.sms = false;
    await stage.test.world.jobs.drain();
    expect(await waitingRow(stage, id)).toMatchObject({
      progress: 'STUCK',
      last: { event: 'otp.failed' },
      codesSpent: false,
    });
    for (let round = 0; round < 3; round++) {
      stage.test.clock.advance(61);
      await browser.post(`${path}/otp`);
    }
    await stage.test.world.jobs.drain();
    expect(await waitingRow(stage, id)).toMatchObject({
      progress: 'STUCK',
      last: { event: 'otp.sent' },
      codesSpent: true,
    });
  });

  it('reports an unsent link once, and offers to send it at once', async () => {
    const { id, customer } = await stage.newDocument();
    outage.mail = true;
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
    await stage.test.world.jobs.drain();
    expect((await stage.document(id)).status).toBe('START_SIGN');
    const signer = await signerOf(stage, id);
    for (let round = 0; round < 2; round++) {
      await giveUpLink(stage.test.world, { signerId: signer.id, epoch: signer.link_epoch });
    }
    expect(await waitingRow(stage, id)).toMatchObject({
      progress: 'STUCK',
      last: { event: 'link.failed' },
      sentAt: null,
      resend: { refused: null },
    });
    expect((await stage.trail(id)).filter((type) => type === 'link.failed')).toHaveLength(1);
    outage.mail = false;
    expect((await resend(id)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await waitingRow(stage, id)).toMatchObject({ progress: 'SENT', reminders: 1 });
    const [first, ...more] = await mails(customer.email);
    // A signer who never got the first message is not reminded, and it does not follow later.
    expect(more).toEqual([]);
    expect(first).toContain('ti chiede di leggere e firmare');
  });

  it('agrees in its filter, its rows and its counts', async () => {
    await waitingDocument(stage);
    await stage.readyToConfirm();
    const { rows, total } = await list('dealer');
    expect(total).toBe(rows.length);
    const expected = { sent: 0, opened: 0, stuck: 0 };
    for (const [progress, name] of [
      ['SENT', 'sent'],
      ['OPENED', 'opened'],
      ['STUCK', 'stuck'],
    ] as const) {
      const ids = rows.filter((row) => row.waiting.progress === progress).map((row) => row.id);
      const found = await list('dealer', { progress: { equals: progress } });
      expect(found.rows.map((row) => row.id)).toEqual(ids);
      expect(found.total).toBe(ids.length);
      expected[name] = ids.length;
    }
    expect(await counts()).toEqual(expected);
    expect(await counts('dealer', '?legalEntity=LE001')).toEqual(expected);
    expect(await counts('dealer', '?legalEntity=LE002')).toEqual({ sent: 0, opened: 0, stuck: 0 });
    expect(Object.values(expected).every((n) => n > 0)).toBe(true);
    const not = await list('dealer', { progress: { notEquals: 'STUCK' } });
    expect(not.total).toBe(expected.sent + expected.opened);
  });

  it('is searched by text and fields of folder and customer, sorted and paged', async () => {
    const { id } = await waitingDocument(stage);
    const { rows } = await list('dealer', { lastName: { contains: 'provet' }, brand: { equals: 'bmw' } });
    expect(rows.map((row) => row.id)).toContain(id);
    const found = await list('dealer', { genericFilter: { contains: 'preventivo' }, id: { equals: id } });
    expect(found.total).toBe(1);
    expect((await list('dealer', { plate: { contains: 'ZZ999' } })).total).toBe(0);
    for (const field of ['id', 'startSignDate', 'customerName', 'lastDate']) {
      const all = (await list('dealer', {}, `size=1000&sort=${field},asc`)).rows.map((row) => row.id);
      const [first, second] = [
        (await list('dealer', {}, `page=0&size=2&sort=${field},asc`)).rows,
        (await list('dealer', {}, `page=1&size=2&sort=${field},asc`)).rows,
      ];
      expect(
        [...first, ...second].map((row) => row.id),
        field,
      ).toEqual(all.slice(0, 4));
    }
    const bySince = (await list('dealer', {}, 'size=1000&sort=startSignDate,asc')).rows;
    const since = bySince.map((row) => String(row.startSignDate));
    expect(since).toEqual([...since].sort());
    const refused = await stage.callAs('dealer', 'POST', '/api/documents-ext/waiting/search?sort=fileSize,asc', {});
    expect(refused.statusCode).toBe(400);
  });

  it('shows only documents for which the user may start signatures', async () => {
    const { id } = await waitingDocument(stage);
    await stage.read
      .updateTable('app_user')
      .set({
        brands: JSON.stringify([
          { brand: 'bmw', permissions: ['READONLY'] },
          { brand: 'mini', permissions: ['SALE_NEW'] },
        ]),
      })
      .where('login', '=', 'manager')
      .execute();
    expect(await list('manager')).toEqual({ rows: [], total: 0 });
    expect(await counts('manager')).toEqual({ sent: 0, opened: 0, stuck: 0 });
    const answer = await resend(id, 'manager');
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'access.readonly']);
  });
});

describe('resending the link', () => {
  it('sends the same link as a reminder, recorded in the trail, without the link in the response', async () => {
    const { id, customer, path } = await waitingDocument(stage);
    const signUrl = (await stage.document(id)).signUrl ?? '';
    stage.test.clock.advance(20 * MINUTE);
    const answer = await resend(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('/sign/');
    expect(answer.json()).toMatchObject({
      progress: 'SENT',
      last: { event: 'reminder.requested' },
      reminders: 1,
      resend: { refused: 'tooSoon' },
    });
    await stage.test.world.jobs.drain();
    const [reminder, first, ...more] = await mails(customer.email);
    expect(more).toEqual([]);
    expect(first).toContain(signUrl);
    expect(reminder).toContain(signUrl);
    expect(reminder).toContain('ti ricorda');
    expect((await stage.browser().get(path)).statusCode).toBe(200);
    expect(await waitingRow(stage, id)).toMatchObject({ last: { event: 'reminder.sent' }, reminders: 1 });
    const events = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json();
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'reminder.requested', actorName: expect.stringMatching(/./) }),
        expect.objectContaining({
          type: 'reminder.sent',
          actorName: null,
          detail: expect.not.stringContaining(customer.email),
        }),
      ]),
    );
    expect(stage.test.logLines.join('')).not.toContain(signUrl.split('/').at(-1));
  });

  it('does not disturb a signer: the same browser continues', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    stage.test.clock.advance(3 * MINUTE);
    const { resend: possible } = await waitingRow(stage, id);
    expect(possible.refused).toBe('tooSoon');
    stage.test.clock.advance(-3 * MINUTE);
    const { id: signerId } = await signerOf(stage, id);
    await stage.read
      .updateTable('link_delivery')
      .set({ sent_date: new Date(stage.test.clock.now().getTime() - HOUR * 1000) })
      .where('signer_id', '=', signerId)
      .execute();
    expect((await resend(id)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect((await browser.post(`${path}/sign`, { code, points })).json().state).toBe('SIGNED');
  });

  it('sends one message for two clicks, with or without a key', async () => {
    const [one, two] = [await waitingDocument(stage), await waitingDocument(stage)];
    stage.test.clock.advance(20 * MINUTE);
    const keyed = await Promise.all([1, 2, 3].map(() => resend(one.id, 'dealer', 'clic-1')));
    expect(keyed.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    expect(new Set(keyed.map((answer) => answer.body)).size).toBe(1);
    const plain = await Promise.all([1, 2, 3].map(() => resend(two.id)));
    expect(plain.map((answer) => answer.statusCode).sort()).toEqual([200, 429, 429]);
    await stage.test.world.jobs.drain();
    expect(await mails(one.customer.email)).toHaveLength(2);
    expect(await mails(two.customer.email)).toHaveLength(2);
  });

  it('is refused for 15 minutes, and after three times until a day has passed', async () => {
    const { id, customer } = await waitingDocument(stage);
    const soon = await resend(id);
    expect([soon.statusCode, soon.json().code]).toEqual([429, 'signing.remindedRecently']);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(14 * MINUTE);
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(15 * MINUTE);
    expect(soon.json().message).toMatch(
      /^Il link è appena stato inviato: puoi sollecitare di nuovo dalle \d\d:\d\d del \d\d\/\d\d\/\d{4}\.$/,
    );
    for (let round = 0; round < 3; round++) {
      stage.test.clock.advance(16 * MINUTE);
      expect((await resend(id)).statusCode).toBe(200);
    }
    stage.test.clock.advance(16 * MINUTE);
    const enough = await resend(id);
    expect([enough.statusCode, enough.json().code]).toEqual([429, 'signing.remindedEnough']);
    expect(Number(enough.headers['retry-after'])).toBeGreaterThan(23 * HOUR);
    expect(enough.json().message).toContain('3 solleciti');
    expect(await waitingRow(stage, id)).toMatchObject({ reminders: 3, resend: { refused: 'tooMany' } });
    const { resend: resendState } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    expect(resendState).toMatchObject({ refused: 'tooMany' });
    stage.test.clock.advance(24 * HOUR);
    expect((await resend(id)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await mails(customer.email)).toHaveLength(5);
  });

  it('is not possible yet while the file is being prepared, with advice not to restart', async () => {
    const { id } = await stage.newDocument();
    const loadResend = async () => (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json().resend;
    expect(await loadResend()).toEqual({ refused: 'notWaiting', from: null });
    await stage.requestStart('dealer', id);
    expect(await loadResend()).toEqual({ refused: 'preparing', from: null });
    await stage.test.world.jobs.drain();
    expect(await loadResend()).toMatchObject({ refused: 'tooSoon' });
  });

  it('is refused in every other state', async () => {
    const { id } = await stage.newDocument();
    const codeOf = async (login: string, document = id) => {
      const answer = await resend(document, login);
      return [answer.statusCode, answer.json().code];
    };
    expect(await codeOf('dealer')).toEqual([409, 'life.notWaiting']);
    expect(await codeOf('dealer', 999_999)).toEqual([404, 'document.notFound']);
    await stage.startSigning(id);
    stage.test.clock.advance(72 * HOUR + 5);
    const { resend: resendState } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    expect(resendState).toEqual({ refused: 'notWaiting', from: null });
    expect(await codeOf('dealer')).toEqual([409, 'life.notWaiting']);
  });

  it('reports when the gateway refused it, and counts it as not sent', async () => {
    const { id, customer } = await waitingDocument(stage);
    stage.test.clock.advance(20 * MINUTE);
    outage.mail = true;
    expect((await resend(id)).statusCode).toBe(200);
    const reminderId = await stage.newestId('link_reminder');
    await giveUpReminder(stage.test.world, reminderId);
    await giveUpReminder(stage.test.world, reminderId);
    expect(await waitingRow(stage, id)).toMatchObject({
      progress: 'STUCK',
      last: { event: 'reminder.failed' },
      reminders: 0,
      resend: { refused: null },
    });
    outage.mail = false;
    expect((await resend(id)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await mails(customer.email)).toHaveLength(2);
    expect((await stage.trail(id)).filter((type) => type.startsWith('reminder'))).toEqual([
      'reminder.requested',
      'reminder.failed',
      'reminder.requested',
      'reminder.sent',
    ]);
  });

  it('sends nothing once the signature has ended, or twice when its job runs again', async () => {
    const { id, customer } = await waitingDocument(stage);
    stage.test.clock.advance(20 * MINUTE);
    outage.mail = true;
    await resend(id);
    await stage.test.world.jobs.tryOnce();
    expect(outage.refusedMails).toBe(1);
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {});
    outage.mail = false;
    await stage.test.world.jobs.drain();
    expect(await mails(customer.email)).toHaveLength(1);

    const again = await waitingDocument(stage);
    stage.test.clock.advance(20 * MINUTE);
    await resend(again.id);
    await stage.test.world.jobs.drain();
    const reminderId = await stage.newestId('link_reminder');
    await sendReminder(stage.test.world, reminderId);
    expect(await mails(again.customer.email)).toHaveLength(2);
  });
});
