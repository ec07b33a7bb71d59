/** The job queue, on the database of this run. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeWorld, openTestDatabase, openWithoutQueues } from '#test/world.ts';
import { openJobs, openQueues } from './pg-boss.ts';

it('works off a backlog without waiting for the next poll after each job', async () => {
  const test = await makeWorld({ workers: true });
  const { database, jobs } = test.world;
  try {
    const many = Array.from({ length: 120 }, (_, index) => index + 1);
    await database.transaction(async (tx) => {
      for (const dossierId of many) await jobs.send(tx, 'dossiers.synchronize', { dossierId });
    });
    const done: number[] = [];
    // Two workers that poll every two seconds would need two minutes; the test has thirty seconds.
    await jobs.work('dossiers.synchronize', async ({ dossierId }) => void done.push(dossierId));
    await jobs.drain();
    expect(done.sort((a, b) => a - b)).toEqual(many);
  } finally {
    await test.close();
  }
});

it('alternates between owners, regardless of who sent first', async () => {
  const database = await openTestDatabase();
  const jobs = await openJobs(database, { log: { error: () => undefined }, places: { sealing: 1, others: 1 } });
  try {
    await database.transaction(async (tx) => {
      for (const dossierId of [1, 2, 3, 4]) await jobs.send(tx, 'dossiers.synchronize', { dossierId }, { owner: 'a' });
      for (const dossierId of [11, 12]) await jobs.send(tx, 'dossiers.synchronize', { dossierId }, { owner: 'b' });
    });
    const done: number[] = [];
    await jobs.work('dossiers.synchronize', async ({ dossierId }) => void done.push(dossierId));
    await jobs.drain();
    // A second worker may begin between the two: then another job of the first owner runs before.
    const at = (dossierId: number) => done.indexOf(dossierId);
    expect(done.filter((dossierId) => dossierId < 10)).toEqual([1, 2, 3, 4]);
    expect([at(11) < at(3), at(12) < at(4), at(11) < at(12)]).toEqual([true, true, true]);
  } finally {
    await jobs.stop();
    await database.close();
  }
});

it('works in one process on jobs sent by another that runs none', async () => {
  const database = await openTestDatabase();
  const log = { error: () => undefined };
  const worker = await openJobs(database, { log });
  const sender = await openJobs(database, { log, works: false });
  try {
    const done: string[] = [];
    await sender.work('dossiers.synchronize', async () => void done.push('sender'));
    await worker.work('dossiers.synchronize', async ({ dossierId }) => void done.push(`worker ${dossierId}`));
    await database.transaction((tx) => sender.send(tx, 'dossiers.synchronize', { dossierId: 7 }));
    await worker.drain();
    expect(done).toEqual(['worker 7']);
  } finally {
    await sender.stop();
    await worker.stop();
    await database.close();
  }
});

it('retries failed jobs, and marks the last attempt', async () => {
  const database = await openTestDatabase();
  const failures: unknown[] = [];
  const jobs = await openJobs(database, { log: { error: ({ err }: { err?: unknown }) => void failures.push(err) } });
  try {
    const tries: boolean[] = [];
    await jobs.work('dossiers.synchronize', async (_data, { lastTry }) => {
      tries.push(lastTry);
      if (tries.length === 1) throw new Error('not yet');
    });
    await database.transaction((tx) => jobs.send(tx, 'dossiers.synchronize', { dossierId: 1 }));
    await jobs.drain();
    expect(tries).toEqual([false, false]);
    expect(failures.map(String)).toEqual(['Error: not yet']);
  } finally {
    await jobs.stop();
    await database.close();
  }
});

it('accepts a job in a transaction on a new database without workers', async () => {
  const database = await openWithoutQueues();
  const { boss, send, pending } = await openQueues(database, { log: { error: () => undefined } });
  try {
    await database.transaction((tx) => send(tx, 'dossiers.synchronize', { dossierId: 1 }));
    expect(await pending()).toEqual([{ name: 'dossiers.synchronize', count: 1 }]);
  } finally {
    await boss.stop({ graceful: false, close: false });
    await database.close();
  }
});

it('retries a message for at least four hours, and other jobs for minutes', async () => {
  const { test, jobsOf } = await waitingJobs();
  const { database, jobs } = test.world;
  try {
    await database.transaction(async (tx) => {
      await jobs.send(tx, 'signing.sendCopy', { signerId: 1 });
      await jobs.send(tx, 'signing.sendCode', { codeId: 1 });
    });
    const least = new Map<string, number>();
    for (const { name, retry_limit, retry_delay, retry_delay_max } of await jobsOf()) {
      // Each pause is between half of the next power of two and the full value (pg-boss, failJobs).
      const pauses = Array.from({ length: retry_limit }, (_, number) =>
        Math.min(retry_delay_max, retry_delay * 2 ** Math.min(15, number)),
      );
      least.set(
        name,
        pauses.reduce((sum, pause) => sum + pause, 0),
      );
    }
    expect(least.get('signing.sendCopy')).toBeGreaterThan(4 * 3_600);
    expect(least.get('signing.sendCode')).toBeLessThan(5 * 60);
  } finally {
    await test.close();
  }
});

it('queues no duplicate of a job that waits for its retry, if requested', async () => {
  const { test, jobsOf } = await waitingJobs();
  const { database, jobs } = test.world;
  const send = (unlessWaiting?: true) =>
    database.transaction((tx) =>
      jobs.send(tx, 'signing.sendCopy', { signerId: 1 }, { key: 'copy:1', ...(unlessWaiting && { unlessWaiting }) }),
    );
  try {
    let fails = true;
    const done: number[] = [];
    await jobs.work('signing.sendCopy', async ({ signerId }) => {
      if (fails) throw new Error('not yet');
      done.push(signerId);
    });
    await send(true);
    await jobs.tryOnce();
    await send(true);
    expect(await jobsOf()).toMatchObject([{ state: 'retry' }]);
    await send();
    expect(await jobsOf()).toHaveLength(2);
    fails = false;
    await jobs.drain();
    expect(done).toEqual([1, 1]);
    await send(true);
    await jobs.drain();
    expect(done).toEqual([1, 1, 1]);
  } finally {
    await test.close();
  }
});

async function waitingJobs() {
  const test = await makeWorld();
  const jobsOf = async () => {
    const { rows } = await sql<{
      name: string;
      state: string;
      retry_limit: number;
      retry_delay: number;
      retry_delay_max: number;
    }>`select name, state::text, retry_limit, retry_delay, retry_delay_max from pgboss.job
      where state < 'active' and name in ('signing.sendCopy', 'signing.sendCode')`.execute(test.world.database.read);
    return rows;
  };
  return { test, jobsOf };
}
