/** Jobs on pg-boss: one job table in the same database, so that a job commits or rolls back with the caller's transaction. */
import { availableParallelism } from 'node:os';
import { sql } from 'kysely';
import { fromKysely, fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Tx } from '#ports/database/database.ts';
import type { JobData, JobName, Jobs } from '#ports/jobs.ts';
import type { EmbeddedDatabase } from '../database/pglite.ts';
import type { ServerDatabase } from '../database/postgres.ts';
import { Turns } from './owner-turns.ts';
import { Lane } from './queue-worker.ts';

type FetchedJob = JobWithMetadata<JobData[JobName]>;

/** Retries with growing pauses: about five minutes in total before a job counts as stuck. */
const RETRY = { retryLimit: 8, retryDelay: 1, retryBackoff: true, retryDelayMax: 120, expireInSeconds: 120 } as const;

/**
 * Mail servers with a temporary refusal (greylisting, full queues) may accept a message hours later: about four and a
 * half hours in total, with pauses of ten minutes at most, so that messages leave soon after an outage.
 */
const MESSAGE_RETRY = { retryLimit: 34, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 } as const;

/** Every queue; not null: retry settings of its jobs that replace the queue's own. */
const RETRIES: Readonly<Record<JobName, typeof MESSAGE_RETRY | null>> = {
  'signing.prepare': null,
  'signing.sendLink': MESSAGE_RETRY,
  'signing.sendReminder': MESSAGE_RETRY,
  'signing.mailStarter': MESSAGE_RETRY,
  'signing.sendExpiryNotice': MESSAGE_RETRY,
  'signing.alertSupervisors': MESSAGE_RETRY,
  'signing.sendCode': null,
  'signing.complete': null,
  'signing.sendCopy': MESSAGE_RETRY,
  'signing.keepPart': null,
  'signing.tellFormerContact': MESSAGE_RETRY,
  'documents.checkPages': null,
  'consents.push': null,
  'dossiers.synchronize': null,
  'webhooks.deliver': null,
};
const QUEUES = Object.keys(RETRIES) as JobName[];

const NONEXISTENT_JOB = '00000000-0000-0000-0000-000000000000';

/** Longest pause in milliseconds between checks for empty queues: polling takes time from the embedded database that jobs need. */
const LONGEST_PAUSE = 80;

/** Longest wait of retries that are due, and of jobs that another process sent while no listener was connected. */
const POLL_EVERY_MS = 2_000;

/** Same as the shutdown limit of the process. */
const STOP_LIMIT_MS = 20_000;

/** Processes that work no jobs notify this channel, in the sender's transaction, with the queue's name. */
const CHANNEL = 'fascicolo_job';

/** Jobs that create files and are CPU-bound: one per core in parallel. All other jobs wait for I/O. */
const SEALING: ReadonlySet<JobName> = new Set(['signing.prepare', 'signing.complete', 'signing.keepPart']);

/** Messages and other systems: they wait for responses and take little CPU. */
const OTHER_CONCURRENCY = 8;

export interface JobsOptions {
  log: { error(fields: object, message: string): void };
  /** False: this process only sends jobs; other processes work them. */
  works?: boolean;
  /** Parallel jobs per queue: for those that create files, and for all others. */
  places?: { sealing: number; others: number };
}

/** The queues without workers: jobs wait in them until a process works them. */
export interface Queues {
  readonly boss: PgBoss;
  send: Jobs['send'];
  sendAgain: Jobs['sendAgain'];
  /** Number of jobs in our queues that wait, run or will be retried, by queue. */
  pending(): Promise<{ name: JobName; count: number }[]>;
}

interface QueuesOptions extends Pick<JobsOptions, 'log'> {
  supervise?: boolean;
  /** Called with a queue's name once a transaction that sent to it has committed. */
  sent?: (name: JobName) => void;
  /** Called with the queue's name inside the transaction. */
  sending?: (tx: Tx, name: JobName) => Promise<void>;
}

export async function openQueues(database: EmbeddedDatabase | ServerDatabase, options: QueuesOptions): Promise<Queues> {
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
    // pg-boss looks up a new queue at its first call, on another connection than the caller's: the embedded database
    // has only one, so a transaction would deadlock. This call only loads the queue into the cache.
    await boss.deleteJob(name, NONEXISTENT_JOB);
  }
  const turns = new Turns();
  const send: Jobs['send'] = async (tx, name, data, { key, startAfter, owner = null, unlessWaiting } = {}) => {
    if (unlessWaiting && key !== undefined && (await isWaiting(tx, name, key))) return;
    await boss.send(name, data, {
      db: fromKysely(tx),
      // without a key, all jobs would count as the same one under the "short" policy
      singletonKey: key ?? JSON.stringify(data),
      priority: -turns.next(name, owner, Date.now()),
      ...(startAfter ? { startAfter } : {}),
      // Set on each job: a queue created by an earlier version keeps its old retry settings.
      ...RETRIES[name],
    });
    const { sent, sending } = options;
    await sending?.(tx, name);
    if (sent) database.afterCommit(tx, () => sent(name));
  };
  return {
    boss,
    send,
    async sendAgain(tx, name) {
      for (const { key, data } of await listRunning(tx, name)) await send(tx, name, data, { key, unlessWaiting: true });
    },
    pending: () => pending(boss),
  };
}

export async function openJobs(database: EmbeddedDatabase | ServerDatabase, options: JobsOptions): Promise<Jobs> {
  const { log, works = true, places = { sealing: availableParallelism(), others: OTHER_CONCURRENCY } } = options;
  const lanes = new Map<string, Lane<FetchedJob>>();
  const timers = new Set<NodeJS.Timeout>();
  const tell = (tx: Tx, name: JobName) => sql`select pg_notify(${CHANNEL}, ${name})`.execute(tx).then(() => undefined);
  const { boss, send, sendAgain } = await openQueues(database, {
    log,
    ...(works ? { sent: (name: JobName) => lanes.get(name)?.wake() } : { sending: tell, supervise: false }),
  });
  const wakeAll = (): void => {
    for (const lane of lanes.values()) lane.wake();
  };
  const repeat = (seconds: number, work: () => void): void => {
    const timer = setInterval(work, seconds * 1000);
    timer.unref();
    timers.add(timer);
  };
  const stopListening = works
    ? await database.listen(CHANNEL, (name) => (name === null ? wakeAll() : lanes.get(name)?.wake()))
    : async () => undefined;
  if (works) {
    repeat(POLL_EVERY_MS / 1000, () => {
      listWaiting(boss).then(
        (names) => {
          for (const name of names) lanes.get(name)?.wake();
        },
        (error: unknown) => log.error({ err: error }, 'jobs'),
      );
    });
  }

  return {
    send,
    sendAgain,
    async work(name, handler) {
      if (!works) return;
      const runJob = async (job: FetchedJob): Promise<void> => {
        const claim = { id: job.id, retryCount: job.retryCount };
        try {
          const { retryCount: retries, retryLimit } = job;
          const attempt = handler(job.data as JobData[typeof name], { lastTry: retries >= retryLimit, retries });
          await withTimeout(job.expireInSeconds, attempt);
        } catch (error) {
          log.error({ err: error, job: name, retry: job.retryCount }, 'job failed');
          await boss.fail(name, claim, { message: error instanceof Error ? error.message : String(error) });
          return;
        }
        await boss.complete(name, claim);
      };
      const lane = new Lane<FetchedJob>({
        concurrency: SEALING.has(name) ? places.sealing : places.others,
        fetch: (limit) => boss.fetch<JobData[JobName]>(name, { includeMetadata: true, batchSize: limit }),
        work: runJob,
        failed: (error) => log.error({ err: error, job: name }, 'jobs'),
      });
      lanes.set(name, lane);
      lane.wake();
    },
    async every(name, seconds, handler) {
      if (!works) return;
      // Sweeps are idempotent and use conditional updates, so that two nodes may run the same one.
      repeat(seconds, () => {
        handler().catch((error: unknown) => log.error({ err: error, sweep: name }, 'sweep failed'));
      });
    },
    async drain() {
      for (let pause = 5; (await pending(boss)).length > 0; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await stopListening();
      const ended = Promise.all([...lanes.values()].map((lane) => lane.stop()));
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_LIMIT_MS).unref())]);
      await boss.stop({ graceful: true, timeout: STOP_LIMIT_MS, close: false });
    },
  };
}

/** After this time (RETRY) other processes may take over the job, so its slot must be released too. */
async function withTimeout(seconds: number, work: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`The job took longer than ${seconds} s`)), seconds * 1000);
  await Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer));
}

async function isWaiting(tx: Tx, name: JobName, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pgboss.job
    where name = ${name} and state < 'active' and singleton_key = ${key} limit 1`.execute(tx);
  return rows.length > 0;
}

/** One row for each key: a job that timed out may run again beside its repetition. */
async function listRunning<N extends JobName>(tx: Tx, name: N): Promise<{ key: string; data: JobData[N] }[]> {
  const { rows } = await sql<{ key: string; data: JobData[N] }>`
    select distinct singleton_key as key, data from pgboss.job where name = ${name} and state = 'active'`.execute(tx);
  return rows;
}

/** Queues with jobs that may start now. */
async function listWaiting(boss: PgBoss): Promise<string[]> {
  const result = await boss
    .getDb()
    .executeSql(`SELECT DISTINCT name FROM pgboss.job WHERE state IN ('created', 'retry') AND start_after <= now()`);
  return result.rows.map(({ name }: { name: string }) => name);
}

async function pending(boss: PgBoss): Promise<{ name: JobName; count: number }[]> {
  // Only our own queues: pg-boss has internal ones that never run empty.
  const names = QUEUES.map((name) => `'${name}'`).join(', ');
  const result = await boss.getDb().executeSql(
    `SELECT name, count(*)::int AS n FROM pgboss.job
     WHERE state IN ('created', 'retry', 'active') AND name IN (${names}) GROUP BY name`,
  );
  const counts = new Map(result.rows.map((row: { name: string; n: number }) => [row.name, row.n]));
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
      return { rows: results.flatMap((part: { rows: unknown[] }) => part.rows ?? []) };
    },
  };
}
