/** A queue controlled by the test: jobs wait in the real queues until the test runs them, one after another. */
import type { JobWithMetadata } from 'pg-boss';
import type { EmbeddedDatabase } from '#adapters/database/pglite.ts';
import type { ServerDatabase } from '#adapters/database/postgres.ts';
import { openJobs, openQueues } from '#adapters/jobs/pg-boss.ts';
import type { JobData, JobName, Jobs } from '#ports/jobs.ts';

export interface TestJobs extends Jobs {
  /** Runs the waiting jobs, and those they create, until none is left; a failed job is retried immediately, up to its limit. */
  drain(): Promise<void>;
  /** Runs the waiting jobs, and those they create, once each; a failed job waits for its next try. */
  tryOnce(): Promise<void>;
}

type Handler = (data: never, attempt: { lastTry: boolean; retries: number }) => Promise<void>;

export async function openTestJobs(
  database: EmbeddedDatabase | ServerDatabase,
  log: { error(fields: object, message: string): void },
): Promise<TestJobs> {
  const { boss, send, sendAgain, pending } = await openQueues(database, { log, supervise: false });
  const handlers = new Map<JobName, Handler>();

  async function attempt(name: JobName, job: JobWithMetadata<JobData[JobName]>): Promise<void> {
    try {
      const { retryCount: retries, retryLimit } = job;
      await handlers.get(name)?.(job.data as never, { lastTry: retries >= retryLimit, retries });
      await boss.complete(name, job.id);
    } catch (error) {
      log.error({ err: error, job: name, retry: job.retryCount }, 'job failed');
      await boss.fail(name, job.id, { message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** @returns whether any job was found. */
  async function round(): Promise<boolean> {
    let hasJobs = false;
    for (const { name } of await pending()) {
      if (!handlers.has(name)) continue;
      for (;;) {
        const [job] = await boss.fetch<JobData[JobName]>(name, { includeMetadata: true });
        if (job === undefined) break;
        hasJobs = true;
        await attempt(name, job);
      }
    }
    return hasJobs;
  }

  const withoutPauses = (): Promise<unknown> =>
    boss.getDb().executeSql(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);

  /** One run at a time: a caller that waits for another run finds its own jobs done as well. */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn(work: () => Promise<void>): Promise<void> {
    const current = last.then(work);
    last = current.catch(() => undefined);
    return current;
  }

  return {
    send,
    sendAgain,
    async work(name, handler) {
      handlers.set(name, handler as Handler);
    },
    // Periodic sweeps are called by the tests about them.
    every: async () => undefined,
    drain: () =>
      inTurn(async () => {
        do await withoutPauses();
        while (await round());
      }),
    tryOnce: () =>
      inTurn(async () => {
        while (await round());
      }),
    async stop() {
      await last;
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** Jobs run in the background, as in the product: draining waits until none is waiting or running. */
export async function openWorkedJobs(
  database: EmbeddedDatabase | ServerDatabase,
  log: { error(fields: object, message: string): void },
): Promise<TestJobs> {
  return {
    ...(await openJobs(database, { log })),
    tryOnce: () => Promise.reject(new Error('These jobs are worked beside the test.')),
  };
}
