/** E-mails to the user who started a signature: one for each outcome, with the signer's reason, unless switched off. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import { openStage, type Stage } from '../../../test/stages/signing-stage.ts';
import { completeSession } from '../signing/complete/complete.ts';
import { startSigning } from '../signing/index.ts';
import { mailStarter } from '../signing/messages/mail-starter.ts';
import { expireSessions } from '../signing/tasks.ts';

const HOUR = 3_600;

/** While true, the timestamp authorities do not answer. */
let silent = false;
/** The outcome of the next attempt to send. */
let broken: Error | null = null;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    override: ({ timestamp, mail }) => ({
      timestamp: {
        stamp: (digest) => (silent ? Promise.reject(new TimestampUnavailable('down')) : timestamp.stamp(digest)),
      },
      mail: {
        send: (message) => {
          const failure = broken;
          broken = null;
          return failure === null ? mail.send(message) : Promise.reject(failure);
        },
      },
    }),
  });
});
afterAll(() => stage.close());

const emailOf = async (login: string): Promise<string> =>
  (await stage.callAs(login, 'GET', '/api/account')).json<{ email: string }>().email;

/** E-mails that this user received during `act`, oldest first. */
async function mailed(login: string, act: () => Promise<unknown>): Promise<string[]> {
  const email = await emailOf(login);
  const before = (await stage.test.outbox(email)).length;
  await act();
  await stage.test.world.jobs.drain();
  const all = await stage.test.outbox(email);
  return all.slice(0, all.length - before).map(({ text }) => text);
}

const decline = async ({ path }: { path: string }, reason: string) => {
  const browser = stage.browser();
  await browser.post(`${path}/open`);
  expect((await browser.post(`${path}/decline`, { reason })).statusCode).toBe(200);
};

const expire = async () => {
  stage.test.clock.advance(72 * HOUR + 10);
  await Promise.all([expireSessions(stage.test.world), expireSessions(stage.test.world)]);
};

const setMails = (mails: boolean) => stage.callAs('dealer', 'PUT', '/api/mail-setting', { mails });

describe('the user who started a signature gets an e-mail', () => {
  it('when all have signed, once, with a link to the document and without the customer’s name', async () => {
    const waiting = await stage.newStartedDocument('SALE_NEW_PROPOSAL');
    const session = await stage.sessionOf(waiting.id);
    expect(await mailed('dealer', () => stage.sign(waiting.path, waiting.customer))).toEqual([]);
    const own = (rest: string) => `/api/documents/${waiting.id}/own-signature${rest}`;
    await stage.callAs('manager', 'GET', own('/document'));
    const proved = await stage.callAs('manager', 'POST', own('/identity'), { password: 'demo' });
    const points = proved.json().signature.points.map((point: { id: string }) => point.id);
    const [text = '', ...others] = await mailed('dealer', async () => {
      expect((await stage.callAs('manager', 'POST', own(''), { points })).statusCode).toBe(200);
      await stage.test.world.jobs.drain();
      for (let time = 0; time < 3; time += 1) await mailStarter(stage.test.world, session);
    });
    expect(others).toEqual([]);
    expect(text).toContain('Firmato: ');
    expect(text).toContain('per Autoesempio Bologna è completa');
    expect(text).toMatch(new RegExp(`/app/documents/${waiting.id}$`, 'm'));
    expect(text).toMatch(/\/my-page$/m);
    expect(text).not.toMatch(/Provetti|Ginevra|\d{6}|in ritardo/);
  });

  it('that mentions a late seal', async () => {
    const { id, path, customer } = await stage.newStartedDocument();
    silent = true;
    await stage.sign(path, customer).finally(() => {
      silent = false;
    });
    stage.test.clock.advance(2 * HOUR);
    const session = await stage.sessionOf(id);
    const [text, ...others] = await mailed('dealer', () => completeSession(stage.test.world, session));
    expect(others).toEqual([]);
    expect(text).toContain('Il sigillo è arrivato in ritardo');
  });

  it('when a signer declines, with the reason on one line and nothing that looks like a code', async () => {
    const waiting = await stage.newStartedDocument();
    const [text, ...others] = await mailed('dealer', () => decline(waiting, 'Il prezzo\nnon è 1234567 euro'));
    expect(others).toEqual([]);
    expect(text).toContain('Firma rifiutata: ');
    expect(text).toContain('il cliente di Autoesempio Bologna ha rifiutato');
    expect(text).toContain('Motivo: «Il prezzo non è 12345 euro»');
    expect(text).not.toMatch(/\d{6}/);
  });

  it('when a link reached the wrong person; the supervisors get their own, and no user gets both', async () => {
    const waiting = await stage.newStartedDocument();
    const supervisor = await emailOf('supervisor');
    const before = (await stage.test.outbox(supervisor)).length;
    const [text, ...others] = await mailed('dealer', () => decline(waiting, 'signing.notMe'));
    expect(others).toEqual([]);
    expect(text).toContain('dice di non essere la persona indicata');
    expect((await stage.test.outbox(supervisor)).length).toBe(before + 1);
    const theirs = await stage.newStartedDocument('SALE_NEW_RFO', 'supervisor');
    expect(await mailed('supervisor', () => decline(theirs, 'signing.notMe'))).toHaveLength(1);
  });

  it('when the session expires, once, whatever services the legal entity has', async () => {
    await stage.newStartedDocument();
    const [text, ...others] = await mailed('dealer', expire);
    expect(others).toEqual([]);
    expect(text).toContain('è scaduto senza che il documento fosse firmato');
    expect(text).not.toMatch(/Provetti|\d{6}/);
    const half = await stage.newStartedDocument('SALE_NEW_PROPOSAL');
    await stage.sign(half.path, half.customer);
    const [other] = await mailed('dealer', expire);
    expect(other).toContain('ma chi firma per la concessionaria non lo ha fatto in tempo');
  });

  it('after the mail server is back', async () => {
    const waiting = await stage.newStartedDocument();
    const session = await stage.sessionOf(waiting.id);
    const texts = await mailed('dealer', async () => {
      await decline(waiting, 'Ci ripenso');
      broken = new Error('mail server away');
      await mailStarter(stage.test.world, session).catch(() => undefined);
      await mailStarter(stage.test.world, session);
    });
    expect(texts).toHaveLength(1);
  });
});

/** As a process that was killed left the jobs it had taken, and as they are found two minutes later. */
const moveNotices = (from: string, to: string) =>
  stage.test.world.database.transaction((tx) =>
    sql`update pgboss.job set state = ${to}::pgboss.job_state, started_on = now(), start_after = now()
      where state = ${from}::pgboss.job_state and name in ('signing.mailStarter', 'signing.alertSupervisors')`.execute(
      tx,
    ),
  );

it('e-mails of a process that was killed are sent at the next start, each once', async () => {
  const [declined, misdirected] = [await stage.newStartedDocument(), await stage.newStartedDocument()];
  const supervisor = await emailOf('supervisor');
  const before = (await stage.test.outbox(supervisor)).length;
  const left = await mailed('dealer', async () => {
    await decline(declined, 'Ci ripenso');
    await decline(misdirected, 'signing.notMe');
    await moveNotices('created', 'active');
  });
  expect(left).toEqual([]);
  expect(await mailed('dealer', () => startSigning(stage.test.world))).toHaveLength(2);
  expect((await stage.test.outbox(supervisor)).length).toBe(before + 1);
  expect(await mailed('dealer', () => startSigning(stage.test.world))).toEqual([]);
  expect(await mailed('dealer', () => moveNotices('active', 'retry'))).toEqual([]);
  expect((await stage.test.outbox(supervisor)).length).toBe(before + 1);
});

describe('no e-mail', () => {
  it('is sent while they are switched off, and one is again once they are on', async () => {
    const waiting = [await stage.newStartedDocument(), await stage.newStartedDocument()] as const;
    await setMails(false);
    expect(await mailed('dealer', () => decline(waiting[0], 'No'))).toEqual([]);
    await setMails(true);
    expect(await mailed('dealer', () => decline(waiting[1], 'No'))).toHaveLength(1);
  });

  it('informs users of their own refusal', async () => {
    const { id, path, customer } = await stage.newStartedDocument('SALE_NEW_PROPOSAL', 'manager');
    await stage.sign(path, customer);
    const refuse = () =>
      stage.callAs('manager', 'POST', `/api/documents/${id}/own-signature/decline`, { reason: 'No' });
    expect(await mailed('manager', refuse)).toEqual([]);
  });

  it('goes to a user who has left', async () => {
    const waiting = await stage.newStartedDocument();
    const { database } = stage.test.world;
    const become = (activated: boolean) =>
      database.transaction((tx) =>
        tx.updateTable('app_user').set({ activated }).where('login', '=', 'dealer').execute(),
      );
    const email = await emailOf('dealer');
    const before = (await stage.test.outbox(email)).length;
    await become(false);
    await decline(waiting, 'No');
    await stage.test.world.jobs.drain();
    await become(true);
    expect((await stage.test.outbox(email)).length).toBe(before);
  });
});
