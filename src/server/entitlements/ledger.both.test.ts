/** The ledger checked against a model, with many concurrent writers, and against a recount. */

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentStatus } from '#domain/documents/document-states.ts';
import { BYTES_PER_MB, type QuotaKind, spaceOf } from '#domain/entitlements/quota.ts';
import { Refusal } from '#domain/errors.ts';
import { romeDay } from '#domain/rome-time.ts';
import { testNow } from '#test/clock.ts';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { bookSpace, bookUse, insertServices, release, reserve, usageOf } from './index.ts';
import type { StoredDocument } from './ledger.ts';
import { repairQuotas } from './tasks.ts';

let test: TestWorld;
let entities = 0;
beforeAll(async () => {
  test = await makeWorld();
});
afterAll(() => test.close());

const newEntity = (): string => {
  entities += 1;
  return `PROVA${entities}`;
};

async function sell(legalEntity: string, kind: QuotaKind, total: number, expires: string | null = null): Promise<void> {
  const made = { created_by: null, created_date: testNow(), last_modified_by: null, last_modified_date: testNow() };
  await test.world.database.transaction((tx) =>
    insertServices(tx, [
      {
        service_type: kind,
        legal_entity: legalEntity,
        expires_at: expires,
        total_space: kind === 'OTP' ? null : total,
        total_otp: kind === 'OTP' ? total : null,
        signature_types: [],
        folder_types: [],
        notes: null,
        ...made,
      },
    ]),
  );
}

async function quota(legalEntity: string, kind: QuotaKind): Promise<{ used: number; reserved: number }> {
  const row = await test.world.database.read
    .selectFrom('quota')
    .select(['used', 'reserved'])
    .where('legal_entity', '=', legalEntity)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row ?? { used: 0, reserved: 0 };
}

/** @returns the refusal's code, or `ok`. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const now = () => test.world.clock.now();
const wanting = (legalEntity: string, kind: QuotaKind, amount: number, cause: string) =>
  outcome(test.world.database.transaction((tx) => reserve(tx, [{ legalEntity, kind, amount, cause }], now())));
const giveBack = (...causes: string[]) => test.world.database.transaction((tx) => release(tx, causes));
const sent = (legalEntity: string, cause: string, parts = 1, reservation?: string) =>
  test.world.database.transaction((tx) =>
    bookUse(
      tx,
      { legalEntity, kind: 'OTP', amount: parts, cause, ...(reservation === undefined ? {} : { reservation }) },
      now(),
    ),
  );
const paper = (id: number, legalEntity: string, change: Partial<StoredDocument> = {}): StoredDocument => ({
  id,
  legal_entity: legalEntity,
  file_size: 100,
  archivable: true,
  status: 'READY_TO_SIGN',
  deleted_date: null,
  ...change,
});
const book = (...documents: StoredDocument[]) =>
  outcome(test.world.database.transaction((tx) => bookSpace(tx, documents, now())));

describe('a quota', () => {
  it('without any service is counted and never refused', async () => {
    const entity = newEntity();
    expect(await wanting(entity, 'OTP', 1_000_000, 'a')).toBe('ok');
    await sent(entity, 'uso:a', 1, 'a');
    expect(await quota(entity, 'OTP')).toEqual({ used: 1, reserved: 0 });
    expect(await usageOf(test.world.database.read, 'OTP', entity, now())).toEqual({ used: 1, total: null });
  });

  it('is the sum of the services in force and refuses more', async () => {
    const entity = newEntity();
    await sell(entity, 'OTP', 2);
    await sell(entity, 'OTP', 1, romeDay(now()));
    await sell(entity, 'OTP', 50, '2020-01-01');
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => wanting(entity, 'OTP', 1, `${entity}:${name}`)),
    );
    expect(answers.sort()).toEqual(['ok', 'ok', 'ok', 'quota.otpSpent']);
    expect(await usageOf(test.world.database.read, 'OTP', entity, now())).toEqual({ used: 0, total: 3 });
  });

  it('is 0 with its own error when all services have ended', async () => {
    const entity = newEntity();
    await sell(entity, 'DISK_SPACE', 5, '2020-01-01');
    expect(await book(paper(1_000_001, entity))).toBe('quota.spaceExpired');
    expect(await usageOf(test.world.database.read, 'DISK_SPACE', entity, now())).toEqual({ used: 0, total: 0 });
    expect(await quota(entity, 'DISK_SPACE')).toEqual({ used: 0, reserved: 0 });
  });

  it('counts megabytes as 1,048,576 bytes, to the last byte', async () => {
    const entity = newEntity();
    await sell(entity, 'DISK_SPACE', 1);
    expect(await book(paper(1_000_010, entity, { file_size: BYTES_PER_MB - 1 }))).toBe('ok');
    expect(await book(paper(1_000_011, entity, { file_size: 2 }))).toBe('quota.spaceSpent');
    expect(await book(paper(1_000_012, entity, { file_size: 1 }))).toBe('ok');
  });

  it('stops at exactly the purchased amount under 64 writers, and releases exactly that', async () => {
    const entity = newEntity();
    await sell(entity, 'OTP', 20);
    const causes = Array.from({ length: 64 }, (_, index) => `${entity}:${index}`);
    const answers = await Promise.all(causes.map((cause) => wanting(entity, 'OTP', 1, cause)));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(20);
    expect(new Set(answers)).toEqual(new Set(['ok', 'quota.otpSpent']));
    expect(await quota(entity, 'OTP')).toEqual({ used: 0, reserved: 20 });
    const held = causes.filter((_, index) => answers[index] === 'ok');
    // Each is used or released, some twice and concurrently.
    await Promise.all(
      held.flatMap((cause, index) =>
        index % 2 === 0
          ? [sent(entity, `uso:${cause}`, 1, cause), sent(entity, `uso:${cause}`, 1, cause)]
          : [giveBack(cause), giveBack(cause)],
      ),
    );
    expect(await quota(entity, 'OTP')).toEqual({ used: 10, reserved: 0 });
  });

  it('books a message once when use and release are concurrent', async () => {
    const entity = newEntity();
    await sell(entity, 'OTP', 10);
    for (let round = 0; round < 5; round++) {
      const cause = `${entity}:${round}`;
      await wanting(entity, 'OTP', 1, cause);
      await Promise.all([
        sent(entity, `uso:${cause}`, 1, cause),
        giveBack(cause),
        sent(entity, `uso:${cause}`, 1, cause),
      ]);
    }
    expect(await quota(entity, 'OTP')).toEqual({ used: 5, reserved: 0 });
  });

  it('lets 64 writers of both kinds of storage pass without deadlock, in any order', async () => {
    const entity = newEntity();
    await sell(entity, 'DISK_SPACE', 1);
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => {
        const size = { file_size: BYTES_PER_MB / 32 };
        return book(paper(1_100_000 + index, entity, index % 2 ? size : { ...size, status: 'FINISH' }));
      }),
    );
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(32);
    expect((await quota(entity, 'DISK_SPACE')).used).toBe(BYTES_PER_MB);
    const archived = answers.filter((answer, index) => answer === 'ok' && index % 2 === 0).length;
    expect((await quota(entity, 'STRONGDOX_SPACE')).used).toBe((archived * BYTES_PER_MB) / 32);
  });

  it('counts every part of a long message, even above the reservation', async () => {
    const entity = newEntity();
    await sell(entity, 'OTP', 1);
    await wanting(entity, 'OTP', 1, `${entity}:a`);
    await sent(entity, `uso:${entity}:a`, 3, `${entity}:a`);
    expect(await quota(entity, 'OTP')).toEqual({ used: 3, reserved: 0 });
  });
});

describe('storage', () => {
  it('follows the document: finished, edited, signed, deleted, and reported twice', async () => {
    const entity = newEntity();
    const id = 1_200_000;
    const both = async () => [(await quota(entity, 'DISK_SPACE')).used, (await quota(entity, 'STRONGDOX_SPACE')).used];
    const steps: [Partial<StoredDocument>, number[]][] = [
      [{ status: 'FINISH' }, [100, 100]],
      [{ status: 'FINISH' }, [100, 100]],
      [{ status: 'FINISH', archivable: false }, [100, 0]],
      [{ status: 'FINISH' }, [100, 100]],
      [{ status: 'READY_TO_SIGN', file_size: 130 }, [130, 0]],
      [{ status: 'SIGNED', file_size: 130 }, [130, 130]],
      [{ status: 'SIGNED', file_size: 130, deleted_date: testNow() }, [0, 0]],
    ];
    for (const [change, expected] of steps) {
      expect(await book(paper(id, entity, change))).toBe('ok');
      expect(await both()).toEqual(expected);
    }
  });

  it('is refused for a finished document when the archive is full, never for a signed one', async () => {
    const entity = newEntity();
    await sell(entity, 'STRONGDOX_SPACE', 1, '2020-01-01');
    expect(await book(paper(1_300_000, entity, { status: 'FINISH' }))).toBe('quota.archiveExpired');
    await sell(entity, 'STRONGDOX_SPACE', 1);
    const size = { file_size: BYTES_PER_MB };
    expect(await book(paper(1_300_000, entity, { status: 'FINISH', ...size }))).toBe('ok');
    expect(await book(paper(1_300_001, entity, { status: 'FINISH' }))).toBe('quota.archiveSpent');
    expect(await quota(entity, 'DISK_SPACE')).toEqual({ used: BYTES_PER_MB, reserved: 0 });
    expect(await book(paper(1_300_002, entity, { status: 'SIGNED' }))).toBe('ok');
    expect((await quota(entity, 'STRONGDOX_SPACE')).used).toBe(BYTES_PER_MB + 100);
  });
});

describe('any sequence of operations', () => {
  type Act =
    | { type: 'sell'; total: number }
    | { type: 'reserve'; cause: number; amount: number }
    | { type: 'release'; causes: number[] }
    | { type: 'send'; message: number; parts: number; cause: number }
    | { type: 'paper'; id: number; size: number; status: DocumentStatus; archivable: boolean; deleted: boolean };
  const small = fc.integer({ min: 0, max: 4 });
  const act: fc.Arbitrary<Act> = fc.oneof(
    fc.record({ type: fc.constant('sell' as const), total: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ type: fc.constant('reserve' as const), cause: small, amount: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ type: fc.constant('release' as const), causes: fc.array(small, { maxLength: 3 }) }),
    fc.record({
      type: fc.constant('send' as const),
      message: small,
      parts: fc.integer({ min: 1, max: 2 }),
      cause: small,
    }),
    fc.record({
      type: fc.constant('paper' as const),
      id: small,
      size: fc.integer({ min: 0, max: 50 }),
      status: fc.constantFrom<DocumentStatus>('DRAFT', 'READY_TO_SIGN', 'SIGNED', 'FINISH'),
      archivable: fc.boolean(),
      deleted: fc.boolean(),
    }),
  );

  it('matches a plain model: nothing double, lost, negative or above the limit', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const entity = newEntity();
        const model = {
          total: null as number | null,
          used: 0,
          held: new Map<number, number>(),
          messages: new Set<number>(),
          papers: new Map<number, { DISK_SPACE: number; STRONGDOX_SPACE: number }>(),
        };
        const promised = () => [...model.held.values()].reduce((sum, one) => sum + one, 0);
        const cause = (number: number) => `${entity}:${number}`;
        for (const one of acts) {
          switch (one.type) {
            case 'sell':
              await sell(entity, 'OTP', one.total);
              model.total = (model.total ?? 0) + one.total;
              break;
            case 'reserve': {
              const fits = model.total === null || model.used + promised() + one.amount <= model.total;
              const known = model.held.has(one.cause);
              const answer = await wanting(entity, 'OTP', one.amount, cause(one.cause));
              expect(answer).toBe(known || fits ? 'ok' : 'quota.otpSpent');
              if (!known && fits) model.held.set(one.cause, one.amount);
              break;
            }
            case 'release':
              await giveBack(...one.causes.map(cause));
              for (const number of one.causes) model.held.delete(number);
              break;
            case 'send':
              await sent(entity, `uso:${cause(one.message)}`, one.parts, cause(one.cause));
              if (model.messages.has(one.message)) break;
              model.messages.add(one.message);
              model.used += one.parts;
              model.held.delete(one.cause);
              break;
            case 'paper': {
              const { size: fileSize, status, archivable, deleted } = one;
              const document = { status, archivable, file_size: fileSize, deleted_date: deleted ? testNow() : null };
              expect(await book(paper(2_000_000 + entities * 10 + one.id, entity, document))).toBe('ok');
              model.papers.set(one.id, { ...spaceOf({ fileSize, status, archivable, deleted }) });
              break;
            }
          }
          expect(await quota(entity, 'OTP')).toEqual({ used: model.used, reserved: promised() });
          for (const kind of ['DISK_SPACE', 'STRONGDOX_SPACE'] as const) {
            const used = [...model.papers.values()].reduce((sum, space) => sum + space[kind], 0);
            expect(await quota(entity, kind)).toEqual({ used, reserved: 0 });
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the nightly recount', () => {
  it('finds, reports and corrects quotas that were altered', async () => {
    const entity = newEntity();
    const { database } = test.world;
    await sent(entity, `uso:${entity}`, 4);
    await wanting(entity, 'OTP', 2, `${entity}:a`);
    await database.transaction(async (tx) => {
      await sql`update quota set used = 9, reserved = 0 where legal_entity = ${entity}`.execute(tx);
    });
    const lines = test.logLines.length;
    const found = (await repairQuotas(test.world)).filter((one) => one.legalEntity === entity);
    expect(found).toEqual([
      { legalEntity: entity, kind: 'OTP', used: 9, reserved: 0, booked: 4, promised: 2, counted: 4 },
    ]);
    expect(test.logLines.slice(lines).some((line) => line.includes(entity))).toBe(true);
    expect(await quota(entity, 'OTP')).toEqual({ used: 4, reserved: 2 });
    expect((await repairQuotas(test.world)).filter((one) => one.legalEntity === entity)).toEqual([]);
  });
});
