/** The queue of jobs, on whichever database the run has. */
import { expect, it } from 'vitest';
import { makeWorld } from '#test/world.ts';
import { openPglite } from '../database/pglite.ts';
import { openQueues } from './pg-boss.ts';

it('works off a backlog without waiting for the next poll after each job', async () => {
  const test = await makeWorld({ workers: true });
  const { database, jobs } = test.world;
  try {
    const many = Array.from({ length: 120 }, (_, index) => index + 1);
    await database.transaction(async (tx) => {
      for (const dossierId of many) await jobs.send(tx, 'dossiers.synchronize', { dossierId });
    });
    const done: number[] = [];
    // Two workers that look every two seconds would need two minutes; the test is given thirty seconds.
    await jobs.work('dossiers.synchronize', async ({ dossierId }) => void done.push(dossierId));
    await jobs.drain();
    expect(done.sort((a, b) => a - b)).toEqual(many);
  } finally {
    await test.close();
  }
});

it('takes a job in a transaction of a database that has just been made, though nobody works its queue', async () => {
  const database = await openPglite();
  const { boss, send, pending } = await openQueues(database, { log: { error: () => undefined } });
  try {
    await database.transaction((tx) => send(tx, 'dossiers.synchronize', { dossierId: 1 }));
    expect(await pending()).toEqual([{ name: 'dossiers.synchronize', count: 1 }]);
  } finally {
    await boss.stop({ graceful: false, close: false });
    await database.close();
  }
});
