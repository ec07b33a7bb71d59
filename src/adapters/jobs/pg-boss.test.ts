/** The queue of jobs, on whichever database the run has. */
import { expect, it } from 'vitest';
import { makeWorld } from '#test/world.ts';

it('works off a backlog without waiting for the next poll after each job', async () => {
  const test = await makeWorld();
  const { database, jobs } = test.world;
  try {
    const many = Array.from({ length: 120 }, (_, index) => index + 1);
    await database.transaction(async (tx) => {
      for (const dossierId of many) await jobs.send(tx, 'dossiers.synchronize', { dossierId });
    });
    const done: number[] = [];
    // Two workers that look every two seconds would need two minutes; the test is given thirty seconds.
    await jobs.work('dossiers.synchronize', async ({ dossierId }) => void done.push(dossierId));
    await jobs.settled();
    expect(done.sort((a, b) => a - b)).toEqual(many);
  } finally {
    await test.close();
  }
});
