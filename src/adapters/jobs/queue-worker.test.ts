/** A queue is worked until it is empty, with a limited number of parallel jobs, and polled only while it has jobs. */
import { expect, it } from 'vitest';
import { Lane } from './queue-worker.ts';

function queue(waiting: number[]) {
  const seen = { asked: 0, running: 0, most: 0, done: [] as number[], failed: [] as unknown[] };
  return {
    seen,
    waiting,
    async fetch(most: number) {
      seen.asked += 1;
      await Promise.resolve();
      return waiting.splice(0, most);
    },
    async work(job: number) {
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      await new Promise((resolve) => setImmediate(resolve));
      seen.running -= 1;
      seen.done.push(job);
    },
    failed: (error: unknown) => void seen.failed.push(error),
  };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function idle(of: { running: number; done: number[] }, count: number): Promise<void> {
  while (of.done.length < count || of.running > 0) await new Promise((resolve) => setImmediate(resolve));
}

it('runs all waiting jobs in order after one notice, with limited concurrency', async () => {
  const jobs = queue(numbers(50));
  const lane = new Lane({ ...jobs, concurrency: 3 });
  lane.wake();
  await idle(jobs.seen, 50);
  await lane.stop();
  expect(jobs.seen).toMatchObject({ most: 3, done: numbers(50), failed: [] });
});

it('does not poll without a notice', async () => {
  const jobs = queue([1]);
  const lane = new Lane({ ...jobs, concurrency: 2 });
  lane.wake();
  await idle(jobs.seen, 1);
  await lane.stop();
  expect(jobs.seen.asked).toBe(1);
});

it('takes jobs that arrive while it polls', async () => {
  const jobs = queue([]);
  const lane = new Lane({ ...jobs, concurrency: 1 });
  lane.wake();
  jobs.waiting.push(7);
  lane.wake();
  await idle(jobs.seen, 1);
  expect(jobs.seen.done).toEqual([7]);
});

it('continues after a job that could not be settled and a queue that did not respond', async () => {
  const jobs = queue(numbers(4));
  let answers = false;
  const lane = new Lane({
    ...jobs,
    concurrency: 1,
    fetch: (most: number) => (answers ? jobs.fetch(most) : Promise.reject(new Error('silent'))),
    work: (job: number) => (job === 1 ? Promise.reject(new Error('unsettled')) : jobs.work(job)),
  });
  lane.wake();
  await new Promise((resolve) => setImmediate(resolve));
  answers = true;
  lane.wake();
  await idle(jobs.seen, 3);
  expect(jobs.seen.done).toEqual([0, 2, 3]);
  expect(jobs.seen.failed.map(String)).toEqual(['Error: silent', 'Error: unsettled']);
});

it('takes nothing after it was stopped, and finishes what it started', async () => {
  const jobs = queue(numbers(10));
  const lane = new Lane({ ...jobs, concurrency: 2 });
  lane.wake();
  while (jobs.seen.running === 0) await Promise.resolve();
  await lane.stop();
  expect(jobs.seen).toMatchObject({ running: 0, done: [0, 1] });
});
