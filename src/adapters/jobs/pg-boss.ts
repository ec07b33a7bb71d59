/** Jobs on pg-boss: one table of jobs in the same database, so that a job commits or vanishes with the caller's transaction. */
import { fromKysely, fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { JobData, JobName, Jobs } from '#ports/jobs.ts';
import type { EmbeddedDatabase } from '../database/pglite.ts';
import type { ServerDatabase } from '../database/postgres.ts';

const QUEUES: readonly JobName[] = [
  'signing.prepare',
  'signing.sendLink',
  'signing.sendReminder',
  'signing.sendExpiryNotice',
  'signing.alertSupervisors',
  'signing.sendCode',
  'signing.complete',
  'signing.sendCopy',
  'signing.keepPart',
  'signing.tellFormerContact',
  'consents.push',
  'dossiers.synchronize',
];

/** Retries with growing pauses: about five minutes in all before a job counts as stuck. */
const RETRY = { retryLimit: 8, retryDelay: 1, retryBackoff: true, retryDelayMax: 120, expireInSeconds: 120 } as const;

const NOBODYS_JOB = '00000000-0000-0000-0000-000000000000';

/** Between two looks at whether the queues are empty, in milliseconds: looking costs the embedded database what jobs need. */
const LONGEST_PAUSE = 80;

export interface JobsOptions {
  log: { error(fields: object, message: string): void };
  /** Jobs of one queue that run side by side on this node. */
  concurrency?: number;
}

/** The queues themselves: what is sent waits in them until somebody works it. */
export interface Queues {
  readonly boss: PgBoss;
  send: Jobs['send'];
  /** Jobs of any of our queues that wait, run or are to be tried again, by queue. */
  pending(): Promise<{ name: JobName; count: number }[]>;
}

/** @param sent called with a queue's name once a transaction that sent to it has committed. */
export async function openQueues(
  database: EmbeddedDatabase | ServerDatabase,
  options: Pick<JobsOptions, 'log'> & { supervise?: boolean; sent?: (name: JobName) => void },
): Promise<Queues> {
  const boss = new PgBoss({
    db: database.engine === 'pglite' ? fromPglite(database.pglite) : poolAdapter(database),
    backend: database.engine === 'pglite' ? 'pglite' : 'postgres',
    schema: 'pgboss',
    schedule: false,
    supervise: options.supervise ?? true,
    superviseIntervalSeconds: 30,
  });
  boss.on('error', (error) => options.log.error({ err: error }, 'jobs'));
  await boss.start();
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of QUEUES) {
    if (existing.has(name)) continue;
    await boss.createQueue(name, { policy: 'short', ...RETRY });
    // A queue that is new is looked up at its first call, on another connection than the caller's: the embedded
    // database has no other, and a transaction would wait for itself. This call only makes the queue known.
    await boss.deleteJob(name, NOBODYS_JOB);
  }
  return {
    boss,
    async send(tx, name, data, sendOptions = {}) {
      await boss.send(name, data, {
        db: fromKysely(tx),
        // without a key of its own every job would count as the same one under the "short" policy
        singletonKey: sendOptions.key ?? JSON.stringify(data),
        ...(sendOptions.startAfter ? { startAfter: sendOptions.startAfter } : {}),
      });
      const { sent } = options;
      if (sent) database.afterCommit(tx, () => sent(name));
    },
    pending: () => pending(boss),
  };
}

export async function openJobs(database: EmbeddedDatabase | ServerDatabase, options: JobsOptions): Promise<Jobs> {
  const workers = new Map<string, string[]>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  const { boss, send } = await openQueues(database, {
    log: options.log,
    sent: (name) => {
      if (!stopped) for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
    },
  });

  return {
    send,
    async work(name, handler) {
      const ids: string[] = [];
      for (let i = 0; i < (options.concurrency ?? 2); i++) {
        ids.push(
          await boss.work(
            name,
            { pollingIntervalSeconds: 2, batchSize: 1, includeMetadata: true },
            async ([job]: JobWithMetadata<JobData[typeof name]>[]) => {
              if (job === undefined) return;
              try {
                await handler(job.data, { lastTry: job.retryCount >= job.retryLimit });
              } catch (error) {
                options.log.error({ err: error, job: name, retry: job.retryCount }, 'job failed');
                throw error;
              } finally {
                // A backlog is worked off without pauses; only an empty queue waits for the next poll.
                const own = ids[i];
                if (own !== undefined && !stopped) boss.notifyWorker(own);
              }
            },
          ),
        );
      }
      workers.set(name, ids);
    },
    async every(_name, seconds, handler) {
      // Sweeps are idempotent and decide by conditional updates, so that two nodes may run the same one.
      const timer = setInterval(() => {
        handler().catch((error: unknown) => options.log.error({ err: error, sweep: _name }, 'sweep failed'));
      }, seconds * 1000);
      timer.unref();
      timers.add(timer);
    },
    async drain() {
      for (let pause = 5; (await pending(boss)).length > 0; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await boss.stop({ graceful: true, timeout: 20_000, close: false });
    },
  };
}

async function pending(boss: PgBoss): Promise<{ name: JobName; count: number }[]> {
  // Our own queues: pg-boss keeps some for itself that never run empty.
  const names = QUEUES.map((name) => `'${name}'`).join(', ');
  const answer = await boss.getDb().executeSql(
    `SELECT name, count(*)::int AS n FROM pgboss.job
     WHERE state IN ('created', 'retry', 'active') AND name IN (${names}) GROUP BY name`,
  );
  const counts = new Map(answer.rows.map((row: { name: string; n: number }) => [row.name, row.n]));
  return QUEUES.flatMap((name) => {
    const count = counts.get(name);
    return count === undefined ? [] : [{ name, count }];
  });
}

function poolAdapter(database: ServerDatabase) {
  return {
    async executeSql(text: string, values?: unknown[]) {
      const result = await database.pool.query(text, values);
      const results = Array.isArray(result) ? result : [result];
      return { rows: results.flatMap((one: { rows: unknown[] }) => one.rows ?? []) };
    },
  };
}
