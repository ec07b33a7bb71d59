/** Two hundred callers at the same moment: one session, one e-mail, then one SMS, one signature. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPostgres } from '../postgres.ts';
import { openStage, type Stage } from '../signing-stage.ts';

const CALLERS = 200;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
});

const together = <T>(call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CALLERS }, (_, index) => call(index)));

/** How often each value occurs. */
function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

describe('at the same moment', () => {
  it('two hundred starts make one session and one e-mail, two hundred requests one SMS, two hundred signatures one file', async () => {
    const { id, customer } = await stage.newDocument();
    const phone = customer.phone.replace(' ', '');
    const { read } = stage.test.world.database;

    await stage.as('dealer', 'GET', '/api/account');
    const starts = await together(() => stage.as('dealer', 'POST', `/api/documents/${id}/sign`, {}));
    expect(tally(starts.map((answer) => answer.statusCode))).toEqual({ 200: CALLERS });
    for (const answer of starts) expect(['PENDING_START_SIGN', 'START_SIGN']).toContain(answer.json().status);
    await stage.test.world.jobs.settled();
    expect(await read.selectFrom('session_document').selectAll().where('document_id', '=', id).execute()).toHaveLength(
      1,
    );
    expect(await stage.test.outbox(customer.email)).toHaveLength(1);

    const { signUrl } = await stage.document(id);
    const path = new URL(signUrl ?? '').pathname.replace('/sign/', '/api/sign/');
    const browsers = Array.from({ length: CALLERS }, () => stage.browser());
    const strangers = await together(async (index) => browsers[index]?.post(`${path}/otp`));
    expect(tally(strangers.map((answer) => answer?.statusCode ?? 0))).toEqual({ 200: 1, 409: CALLERS - 1 });
    await stage.test.world.jobs.settled();
    expect(await stage.test.outbox(phone)).toHaveLength(1);

    const mine = browsers.find((one) => one.cookie !== undefined);
    if (mine === undefined) throw new Error('nobody got the cookie');
    stage.test.clock.advance(61);
    const asked = await together(() => mine.post(`${path}/otp`));
    expect(tally(asked.map((answer) => answer.statusCode))).toEqual({ 200: 1, 429: CALLERS - 1 });
    const code = await stage.code(customer);
    expect(await stage.test.outbox(phone)).toHaveLength(2);

    await mine.get(`${path}/document`);
    const points = await stage.points(path);
    const signatures = await together(() => mine.post(`${path}/sign`, { code, points }));
    expect(tally(signatures.map((answer) => answer.statusCode))).toEqual({ 200: CALLERS });
    await stage.test.world.jobs.settled();
    expect((await stage.document(id)).status).toBe('SIGNED');
    expect(await read.selectFrom('signed_document').selectAll().where('document_id', '=', id).execute()).toHaveLength(
      1,
    );
    const trail = await stage.trail(id);
    const once = [
      'sign.started',
      'sign.prepared',
      'link.sent',
      'link.opened',
      'otp.verified',
      'sealed',
      'document.signed',
    ];
    expect(tally(trail.filter((type) => once.includes(type)))).toEqual(
      Object.fromEntries(once.map((type) => [type, 1])),
    );
  }, 120_000);

  it('a start, a cancellation and a decline leave one of the allowed ends and never half of one', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.start(id);
    const browser = stage.browser();
    await browser.post(`${path}/otp`);
    const answers = await Promise.all([
      stage.as('dealer', 'POST', `/api/documents/${id}/cancel-sign`),
      browser.post(`${path}/decline`, { reason: 'Ho cambiato idea' }),
      stage.as('dealer', 'POST', `/api/documents/${id}/cancel-sign`),
      browser.post(`${path}/decline`, { reason: 'Ho cambiato idea' }),
      stage.as('dealer', 'POST', `/api/documents/${id}/sign`, {}),
    ]);
    for (const answer of answers) expect(answer.statusCode, answer.body).toBeLessThan(500);
    await stage.test.world.jobs.settled();
    const sessions = await stage.test.world.database.read
      .selectFrom('session_document')
      .innerJoin('signing_session', 'signing_session.id', 'session_document.session_id')
      .select(['state', 'running'])
      .where('document_id', '=', id)
      .orderBy('signing_session.id')
      .execute();
    expect(['CANCELLED', 'DECLINED']).toContain(sessions[0]?.state);
    expect(sessions[0]?.running).toBe(false);
    const { status } = await stage.document(id);
    expect(status).toBe(sessions.length === 1 ? 'READY_TO_SIGN' : 'START_SIGN');
    const ends = (await stage.trail(id)).filter((type) => type === 'cancelled' || type === 'declined');
    expect(ends).toHaveLength(1);
  });

  it('a hundred wrong guesses from many connections spend three tries', async () => {
    const { path, browser, code, points } = await stage.readyToConfirm();
    const guesses = Array.from({ length: 100 }, (_, index) => String(900_000 + index)).filter((one) => one !== code);
    const answers = await Promise.all(guesses.map((guess) => browser.post(`${path}/sign`, { code: guess, points })));
    expect(tally(answers.map((answer) => answer.json().code))).toEqual({
      'otp.wrong': 3,
      'otp.none': guesses.length - 3,
    });
  });
});

if (onPostgres()) {
  describe('two servers over one database', () => {
    it('judge three guesses of a code between them, and sign once when both are told to', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'fascicolo-two-'));
      const one = await openStage({ folder });
      const two = await openStage({ folder });
      try {
        const { path, browser, code, points } = await one.readyToConfirm();
        const elsewhere = two.browser();
        elsewhere.cookie = browser.cookie;
        const at = (index: number) => (index % 2 === 0 ? browser : elsewhere);
        const guesses = Array.from({ length: 100 }, (_, index) => String(800_000 + index)).filter(
          (guess) => guess !== code,
        );
        const answers = await Promise.all(
          guesses.map((guess, index) => at(index).post(`${path}/sign`, { code: guess, points })),
        );
        expect(tally(answers.map((answer) => answer.json().code))).toEqual({
          'otp.wrong': 3,
          'otp.none': guesses.length - 3,
        });

        const other = await one.readyToConfirm();
        elsewhere.cookie = other.browser.cookie;
        const signatures = await Promise.all(
          Array.from({ length: 40 }, (_, index) =>
            (index % 2 === 0 ? other.browser : elsewhere).post(`${other.path}/sign`, {
              code: other.code,
              points: other.points,
            }),
          ),
        );
        expect(tally(signatures.map((answer) => answer.statusCode))).toEqual({ 200: 40 });
        await one.test.world.jobs.settled();
        const trail = await one.trail(other.id);
        expect(trail.filter((type) => type === 'document.signed')).toHaveLength(1);
        expect(trail.filter((type) => type === 'otp.verified')).toHaveLength(1);
      } finally {
        await one.close();
        await two.close();
        await rm(folder, { recursive: true, force: true });
      }
    }, 120_000);
  });
}
