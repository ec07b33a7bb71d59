/** The queue in a test's hands: jobs wait in the real queues until a test works them, one after another. */
import type { JobWithMetadata } from 'pg-boss';
import type { EmbeddedDatabase } from '#adapters/database/pglite.ts';
import type { ServerDatabase } from '#adapters/database/postgres.ts';
import { openJobs, openQueues } from '#adapters/jobs/pg-boss.ts';
import type { JobData, JobName, Jobs } from '#ports/jobs.ts';

export interface TestJobs extends Jobs {
  /** Works what waits, and what that makes, until nothing does; what fails is tried again at once, as often as it may be. */
  drain(): Promise<void>;
  /** Works what waits, and what that makes, each job once; what fails goes on waiting for its next try. */
  tryOnce(): Promise<void>;
}

type Handler = (data: never, attempt: { lastTry: boolean; retries: number }) => Promise<void>;

export async function openTestJobs(
  database: EmbeddedDatabase | ServerDatabase,
  log: { error(fields: object, message: string): void },
): Promise<TestJobs> {
  const { boss, send, pending } = await openQueues(database, { log, supervise: false });
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

  /** @returns whether anything was found to do. */
  async function round(): Promise<boolean> {
    let found = false;
    for (const { name } of await pending()) {
      if (!handlers.has(name)) continue;
      for (;;) {
        const [job] = await boss.fetch<JobData[JobName]>(name, { includeMetadata: true });
        if (job === undefined) break;
        found = true;
        await attempt(name, job);
      }
    }
    return found;
  }

  const withoutPauses = (): Promise<unknown> =>
    boss.getDb().executeSql(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);

  /** One at a time: whoever asks while another works finds its own jobs done as well. */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn(work: () => Promise<void>): Promise<void> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  return {
    send,
    async work(name, handler) {
      handlers.set(name, handler as Handler);
    },
    // Sweeps are called by the tests that are about them.
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

/** Jobs worked beside the test, as in the product: draining waits until nothing waits or runs. */
export async function openWorkedJobs(
  database: EmbeddedDatabase | ServerDatabase,
  log: { error(fields: object, message: string): void },
): Promise<TestJobs> {
  return {
    ...(await openJobs(database, { log })),
    tryOnce: () => Promise.reject(new Error('These jobs are worked beside the test.')),
  };
}
