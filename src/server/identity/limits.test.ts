/** Counted attempts and their sweep, on the real database. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Refusal } from '#domain/errors.ts';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { createUser, hitLimit } from './index.ts';
import { awaitAttempt, settleAttempt } from './limits.ts';
import { prepareSession } from './sessions.ts';
import { sweepIdentity } from './tasks.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const three = { limit: 3, windowSeconds: 60 };
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20, 8, 0, seconds));
const hit = (subject: string, when: Date, limit = three): Promise<Refusal | null> =>
  world.world.database
    .transaction((tx) => hitLimit(tx, subject, limit, when))
    .then(
      () => null,
      (error: Refusal) => error,
    );

describe('a limit', () => {
  it('allows its number of attempts and refuses the next, with the time to wait', async () => {
    for (let index = 0; index < 3; index++) expect(await hit('a', at(index))).toBeNull();
    const refusal = await hit('a', at(20));
    expect(refusal?.code).toBe('request.tooMany');
    expect(refusal?.extra).toEqual({ retryAfter: 40 });
  });

  it('restarts with the next window, and is separate per subject', async () => {
    for (let index = 0; index < 4; index++) await hit('b', at(0));
    expect(await hit('b', at(59))).not.toBeNull();
    expect(await hit('b', at(60))).toBeNull();
    expect(await hit('c', at(0))).toBeNull();
  });

  it('holds under a hundred concurrent attempts', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => hit('parallel', at(0))));
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
  });

  it('accepts any text as a subject and stores none of it', async () => {
    expect(await hit('phone:+393331234567 \u0000 \ud800', at(0))).toBeNull();
    const rows = await world.world.database.read.selectFrom('rate_limit').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('3331234567');
  });

  it('longer than a day throws: the sweep would delete it', async () => {
    expect(await hit('e', at(0), { limit: 1, windowSeconds: 86_401 })).toBeInstanceOf(Error);
  });
});

describe('a limit on failures', () => {
  let admitted = 0;
  const attempt = async (subject: string, outcome: 'failed' | 'fine', decide?: Promise<void>): Promise<string> => {
    const limits = [{ subject, limit: three }];
    try {
      const when = await awaitAttempt(world.world, limits);
      admitted += 1;
      await decide;
      await world.world.database.transaction((tx) => settleAttempt(tx, limits, when, outcome));
      return outcome;
    } catch (error) {
      return (error as Refusal).code;
    }
  };
  const many = (count: number, subject: string, outcome: 'failed' | 'fine') =>
    Promise.all(Array.from({ length: count }, () => attempt(subject, outcome)));

  it('allows any number of successes, in sequence and concurrently', async () => {
    for (let index = 0; index < 5; index++) expect(await attempt('fine', 'fine')).toBe('fine');
    expect(await many(20, 'fine at once', 'fine')).toEqual(Array(20).fill('fine'));
  });

  it('allows no more failures than its number, under concurrency', async () => {
    const answers = await many(30, 'wrong at once', 'failed');
    expect(answers.filter((answer) => answer === 'failed')).toHaveLength(3);
    expect(answers.filter((answer) => answer === 'request.tooMany')).toHaveLength(27);
  });

  it('allows no more failures hidden among successes', async () => {
    const mixed = Array.from({ length: 40 }, (_, index) => attempt('mixed', index % 2 === 0 ? 'failed' : 'fine'));
    const failed = (await Promise.all(mixed)).filter((answer) => answer === 'failed');
    expect(failed).toHaveLength(3);
    expect(await attempt('mixed', 'fine')).toBe('request.tooMany');
  });

  it('waits for earlier attempts, and continues as soon as one of them succeeds', async () => {
    let decide = (): void => undefined;
    const decided = new Promise<void>((resolve) => {
      decide = resolve;
    });
    const before = admitted;
    const first = [0, 1, 2].map(() => attempt('waiting', 'fine', decided));
    await vi.waitFor(() => expect(admitted).toBe(before + 3), { timeout: 20_000 });
    const order: string[] = [];
    const fourth = attempt('waiting', 'fine').then((answer) => order.push(answer));
    // Other subjects do not interfere.
    for (let index = 0; index < 20; index++) expect(await attempt(`passing by ${index}`, 'fine')).toBe('fine');
    expect(order).toEqual([]);
    decide();
    expect(await Promise.all(first)).toEqual(['fine', 'fine', 'fine']);
    await fourth;
    expect(order).toEqual(['fine']);
  });

  it('keeps the failures before a success', async () => {
    expect([await attempt('kept', 'failed'), await attempt('kept', 'failed')]).toEqual(['failed', 'failed']);
    expect(await attempt('kept', 'fine')).toBe('fine');
    expect(await attempt('kept', 'failed')).toBe('failed');
    expect(await attempt('kept', 'fine')).toBe('request.tooMany');
  });
});

describe('the sweep', () => {
  it('deletes expired counts and nothing that still applies', async () => {
    const { database } = world.world;
    await database.transaction((tx) => tx.deleteFrom('rate_limit').execute());
    const user = await database.transaction((tx) =>
      createUser(
        tx,
        {
          ...{ login: 'dealer', firstName: 'Dario', lastName: 'Provini', email: 'dario@example.com' },
          ...{ authorities: ['ROLE_DEALER'], hstList: [], brands: [], activated: true, passwordVerifier: null },
        },
        null,
        world.clock.now(),
      ),
    );
    const open = async () => {
      const session = await prepareSession(world.world, user.id, { bound: true });
      await database.transaction((tx) => session.store(tx));
    };
    const request = (state: string, minutes: number) => ({
      ...{ state, nonce: 'n', code_verifier: 'v', redirect: '/', binding: 'b' },
      expires_date: new Date(world.clock.now().getTime() + minutes * 60_000),
    });
    await open();
    world.clock.advance(7 * 3600);
    await open();
    world.clock.advance(3600);
    await database.transaction((tx) =>
      tx
        .insertInto('sign_in_request')
        .values([request('old', -1), request('new', 9)])
        .execute(),
    );
    await hit('old', new Date(world.clock.now().getTime() - 3 * 86_400_000));
    await hit('new', world.clock.now());
    await sweepIdentity(world.world);
    const count = async (table: 'staff_session' | 'rate_limit') =>
      (await database.read.selectFrom(table).selectAll().execute()).length;
    expect(await count('staff_session')).toBe(1);
    expect(await count('rate_limit')).toBe(1);
    expect(await database.read.selectFrom('sign_in_request').select('state').execute()).toEqual([{ state: 'new' }]);
  });
});
