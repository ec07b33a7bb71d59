/** Notifications about signatures: each event once, to the right user, without content that they may not see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import { openStage, type Stage, wrongCode } from '../../../test/stages/signing-stage.ts';
import { completeSession } from '../signing/complete/complete.ts';
import { giveUpPreparing } from '../signing/start/prepare-session.ts';
import { expireSessions } from '../signing/tasks.ts';
import { clearNotifications } from './tasks.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** While true, the timestamp authorities do not answer. */
let silent = false;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    override: ({ timestamp }) => ({
      timestamp: {
        stamp: (digest) => (silent ? Promise.reject(new TimestampUnavailable('down')) : timestamp.stamp(digest)),
      },
    }),
  });
});
afterAll(() => stage.close());

interface Line {
  kind: string;
  read: boolean;
  documents: number;
  document: { id: number; type: string; customer: string } | null;
}

const listed = async (login: string): Promise<Line[]> =>
  (await stage.callAs(login, 'GET', '/api/notifications?size=100')).json<Line[]>();
const unread = async (login: string): Promise<number> =>
  (await stage.callAs(login, 'GET', '/api/notifications/unread')).json<{ count: number }>().count;
const kindsOf = async (login: string, id: number): Promise<string[]> =>
  (await listed(login)).filter(({ document }) => document?.id === id).map(({ kind }) => kind);

/** Notifications of every possible recipient. */
async function toldOf(id: number): Promise<Record<string, string[]>> {
  const people = ['dealer', 'manager', 'operator', 'supervisor', 'sales', 'admin'];
  const told = await Promise.all(people.map(async (login) => [login, await kindsOf(login, id)] as const));
  return Object.fromEntries(told.filter(([, kinds]) => kinds.length > 0));
}

async function declined(reason: string): Promise<number> {
  const { id, path } = await stage.newStartedDocument();
  const browser = stage.browser();
  await browser.post(`${path}/open`);
  for (let time = 0; time < 2; time += 1) {
    expect((await browser.post(`${path}/decline`, { reason })).statusCode).toBe(200);
  }
  await stage.test.world.jobs.drain();
  return id;
}

async function signByManager(id: number): Promise<void> {
  const own = (rest: string) => `/api/documents/${id}/own-signature${rest}`;
  await stage.callAs('manager', 'GET', own('/document'));
  const proved = await stage.callAs('manager', 'POST', own('/identity'), { password: 'demo' });
  const points = proved.json().signature.points.map((point: { id: string }) => point.id);
  const signed = await stage.callAs('manager', 'POST', own(''), { points });
  expect(signed.statusCode, signed.body).toBe(200);
  await stage.test.world.jobs.drain();
}

const folderOf = async (documentId: number): Promise<{ dossierId: number }> => {
  const { folderId } = (await stage.callAs('dealer', 'GET', `/api/documents/${documentId}`)).json<{
    folderId: number;
  }>();
  return (await stage.callAs('dealer', 'GET', `/api/folders/${folderId}`)).json();
};

describe('the user who started a signature is notified', () => {
  it('of its completion, and before of the staff’s turn; the staff, of their own turn', async () => {
    const { id, path, customer } = await stage.newStartedDocument('SALE_NEW_PROPOSAL');
    expect(await toldOf(id)).toEqual({});
    await stage.sign(path, customer);
    expect(await toldOf(id)).toEqual({ dealer: ['customerSigned'], manager: ['yourTurn'] });
    await signByManager(id);
    expect(await toldOf(id)).toEqual({ dealer: ['signed', 'customerSigned'], manager: ['yourTurn'] });
    await completeSession(stage.test.world, await stage.sessionOf(id));
    expect(await toldOf(id)).toEqual({ dealer: ['signed', 'customerSigned'], manager: ['yourTurn'] });
  });

  it('once when it is their own turn', async () => {
    const { id, path, customer } = await stage.newStartedDocument('SALE_NEW_PROPOSAL', 'manager');
    await stage.sign(path, customer);
    expect(await toldOf(id)).toEqual({ manager: ['yourTurn'] });
    await signByManager(id);
    expect(await toldOf(id)).toEqual({ manager: ['signed', 'yourTurn'] });
  });

  it('when a signer declines or is the wrong person', async () => {
    expect(await toldOf(await declined('Il prezzo non è quello concordato'))).toEqual({ dealer: ['declined'] });
    expect(await toldOf(await declined('signing.notMe'))).toEqual({ dealer: ['wrongRecipient'] });
  });

  it('of nothing that they declined themselves', async () => {
    const { id, path, customer } = await stage.newStartedDocument('SALE_NEW_PROPOSAL', 'manager');
    await stage.sign(path, customer);
    const refused = await stage.callAs('manager', 'POST', `/api/documents/${id}/own-signature/decline`, {
      reason: 'No',
    });
    expect(refused.statusCode, refused.body).toBe(200);
    expect(await toldOf(id)).toEqual({ manager: ['yourTurn'] });
  });

  it('when wrong codes have locked it', async () => {
    const { id, path, browser, points, code } = await stage.readyToConfirm();
    for (let spent = 0; spent < 3; spent += 1) {
      await browser.post(`${path}/sign`, { code: wrongCode(code), points });
    }
    expect(await toldOf(id)).toEqual({});
    stage.test.clock.advance(61);
    await browser.post(`${path}/otp`);
    for (let spent = 0; spent < 3; spent += 1) {
      await browser.post(`${path}/sign`, { code: wrongCode(wrongCode(code)), points });
    }
    expect(await toldOf(id)).toEqual({ dealer: ['locked'] });
  });

  it('once of its expiry, however many sweeps find it', async () => {
    const { id } = await stage.newStartedDocument();
    stage.test.clock.advance(72 * HOUR + 10);
    const { world } = stage.test;
    await Promise.all([expireSessions(world), expireSessions(world), expireSessions(world)]);
    await expireSessions(world);
    expect(await toldOf(id)).toEqual({ dealer: ['expired'] });
  });

  it('when nothing was sent because the file could not be prepared', async () => {
    const { id } = await stage.newDocument();
    expect((await stage.requestStart('dealer', id)).statusCode).toBe(200);
    for (let time = 0; time < 2; time += 1) await giveUpPreparing(stage.test.world, await stage.sessionOf(id));
    await stage.test.world.jobs.drain();
    expect(await toldOf(id)).toEqual({ dealer: ['failed'] });
  });

  it('when the seal was added long after the signature', async () => {
    const { id, path, customer } = await stage.newStartedDocument();
    silent = true;
    await stage.sign(path, customer).finally(() => {
      silent = false;
    });
    expect((await stage.document(id)).status).toBe('COMPLETING');
    expect(await toldOf(id)).toEqual({});
    stage.test.clock.advance(2 * HOUR);
    await completeSession(stage.test.world, await stage.sessionOf(id));
    expect(await toldOf(id)).toEqual({ dealer: ['sealedLate'] });
  });
});

describe('notifications', () => {
  it('are marked as read by document or all together, and by no other user', async () => {
    const [one, other] = [await declined('Uno'), await declined('Due')];
    const before = await unread('dealer');
    expect(before).toBeGreaterThanOrEqual(2);
    const read = (body: object, login = 'dealer') => stage.callAs(login, 'POST', '/api/notifications/read', body);
    expect((await read({ documentId: one }, 'manager')).statusCode).toBe(200);
    expect(await unread('dealer')).toBe(before);
    expect((await read({ documentId: one })).json()).toEqual({ count: before - 1 });
    expect((await read({ documentId: one })).json()).toEqual({ count: before - 1 });
    const states = (await listed('dealer')).filter(({ document }) => [one, other].includes(document?.id ?? 0));
    expect(states.map(({ document, read: done }) => [document?.id, done])).toEqual([
      [other, false],
      [one, true],
    ]);
    expect((await read({})).json()).toEqual({ count: 0 });
    expect(await unread('dealer')).toBe(0);
    for (const body of [{ documentId: 'x' }, { documentId: 0 }, { ids: [1] }]) {
      expect((await read(body)).statusCode).toBe(400);
    }
  });

  it('are paged, newest first, with their total', async () => {
    const all = await listed('dealer');
    const answer = await stage.callAs('dealer', 'GET', '/api/notifications?page=1&size=2');
    expect(answer.headers['x-total-count']).toBe(String(all.length));
    expect(answer.json()).toEqual(all.slice(2, 4));
    for (const query of ['size=101', 'page=-1', 'sort=id,desc']) {
      expect((await stage.callAs('dealer', 'GET', `/api/notifications?${query}`)).statusCode).toBe(400);
    }
  });

  it('contain no names for a user who lost access to the document', async () => {
    const id = await declined('Visto e poi non più');
    expect((await listed('dealer'))[0]).toMatchObject({ document: { id, customer: 'Ginevra Provetti' } });
    const { database } = stage.test.world;
    const moveTo = (hst: string) =>
      database.transaction((tx) =>
        tx
          .updateTable('app_user')
          .set({ hst_list: [hst] })
          .where('login', '=', 'dealer')
          .execute(),
      );
    await moveTo('10002');
    const [line] = await listed('dealer');
    expect(line).toMatchObject({ kind: 'declined', document: null });
    expect(JSON.stringify(line)).not.toMatch(/Provetti|SALE_NEW/);
    await moveTo('10001');
    expect((await listed('dealer'))[0]).toMatchObject({ document: { id } });
    const { dossierId } = await folderOf(id);
    expect((await stage.callAs('admin', 'DELETE', `/api/dossiers/${dossierId}`)).statusCode).toBe(204);
    expect((await listed('dealer'))[0]).toMatchObject({ document: null });
  });

  it('are deleted after 30 days', async () => {
    stage.test.clock.advance(HOUR);
    await declined('Dura trenta giorni');
    const { length } = await listed('dealer');
    expect(length).toBeGreaterThan(0);
    stage.test.clock.advance(30 * DAY - 60);
    await clearNotifications(stage.test.world);
    expect(await listed('dealer')).toHaveLength(1);
    stage.test.clock.advance(61);
    await clearNotifications(stage.test.world);
    expect(await listed('dealer')).toEqual([]);
  });

  it('reach all open pages of their user, and of no other user', async () => {
    const heard: string[] = [];
    let mark = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      mark = resolve;
    });
    const { database } = stage.test.world;
    const stop = await database.listen('fascicolo_change', (payload) => {
      if (payload === 'mark') mark();
      else heard.push(payload ?? '');
    });
    await declined('Uno');
    await stage.callAs('dealer', 'POST', '/api/notifications/read', {});
    await stage.callAs('dealer', 'POST', '/api/notifications/read', {});
    await database.transaction((tx) =>
      tx.selectNoFrom((eb) => eb.fn('pg_notify', [eb.val('fascicolo_change'), eb.val('mark')]).as('x')).execute(),
    );
    await arrived;
    await stop();
    const { id } = (await stage.callAs('dealer', 'GET', '/api/account')).json<{ id: number }>();
    const own = heard.map((payload) => JSON.parse(payload)).filter(({ entity }) => entity === 'notification');
    expect(own).toEqual([
      { entity: 'notification', id },
      { entity: 'notification', id },
    ]);
  });

  it('are accompanied by e-mails until the user switches them off', async () => {
    const settings = async (login: string) => (await stage.callAs(login, 'GET', '/api/mail-setting')).json();
    expect(await settings('dealer')).toEqual({ mails: true });
    for (const mails of [false, false, true, false]) {
      const answer = await stage.callAs('dealer', 'PUT', '/api/mail-setting', { mails });
      expect(answer.json()).toEqual({ mails });
    }
    expect(await settings('dealer')).toEqual({ mails: false });
    expect(await settings('manager')).toEqual({ mails: true });
    expect((await stage.callAs('dealer', 'PUT', '/api/mail-setting', {})).statusCode).toBe(400);
  });
});
