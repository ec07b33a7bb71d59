/** Jobs on pg-boss: one table of jobs in the same database, so that a job commits or vanishes with the caller's transaction. */
import { availableParallelism } from 'node:os';
import { sql } from 'kysely';
import { fromKysely, fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Tx } from '#ports/database/database.ts';
import type { JobData, JobName, Jobs } from '#ports/jobs.ts';
import type { EmbeddedDatabase } from '../database/pglite.ts';
import type { ServerDatabase } from '../database/postgres.ts';
import { Lane } from './lane.ts';
import { Turns } from './turns.ts';

type Fetched = JobWithMetadata<JobData[JobName]>;

const QUEUES: readonly JobName[] = [
  'signing.prepare',
  'signing.sendLink',
  'signing.sendReminder',
  'signing.mailStarter',
  'signing.sendExpiryNotice',
  'signing.alertSupervisors',
  'signing.sendCode',
  'signing.complete',
  'signing.sendCopy',
  'signing.keepPart',
  'signing.tellFormerContact',
  'documents.checkPages',
  'consents.push',
  'dossiers.synchronize',
  'webhooks.deliver',
];

/** Retries with growing pauses: about five minutes in all before a job counts as stuck. */
const RETRY = { retryLimit: 8, retryDelay: 1, retryBackoff: true, retryDelayMax: 120, expireInSeconds: 120 } as const;

/**
 * Mail servers that refuse for now (greylisting, full queues) may take a message hours later: some four and a half hours in
 * all, with pauses of ten minutes at most, so that messages leave soon after an outage.
 */
const MESSAGE_RETRY = { retryLimit: 34, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 } as const;
const MESSAGES: ReadonlySet<JobName> = new Set([
  'signing.sendLink',
  'signing.sendReminder',
  'signing.mailStarter',
  'signing.sendExpiryNotice',
  'signing.alertSupervisors',
  'signing.sendCopy',
  'signing.tellFormerContact',
]);

const NOBODYS_JOB = '00000000-0000-0000-0000-000000000000';

/** Between two looks at whether the queues are empty, in milliseconds: looking costs the embedded database what jobs need. */
const LONGEST_PAUSE = 80;

/** What is due to be tried again, and what another process sent while nobody listened, waits no longer than this. */
const LOOK_EVERY_MS = 2_000;

/** Waits as long for what is under way as the process that ends does. */
const STOP_LIMIT_MS = 20_000;

/** Processes that work no jobs tell here, in the sender's own transaction, which queue has something. */
const CHANNEL = 'fascicolo_job';

/** Makes files, which is work for the processor: as many side by side as there are cores. All else waits for others. */
const SEALING: ReadonlySet<JobName> = new Set(['signing.prepare', 'signing.complete', 'signing.keepPart']);

/** Messages and other systems: they wait for answers, and cost little. */
const OTHERS = 8;

export interface JobsOptions {
  log: { error(fields: object, message: string): void };
  /** False: this process sends jobs, and others work them. */
  works?: boolean;
  /** Jobs of one queue side by side: of those that make files, and of all others. */
  places?: { sealing: number; others: number };
}

/** The queues themselves: what is sent waits in them until somebody works it. */
export interface Queues {
  readonly boss: PgBoss;
  send: Jobs['send'];
  /** Jobs of any of our queues that wait, run or are to be tried again, by queue. */
  pending(): Promise<{ name: JobName; count: number }[]>;
}

/** @param sent called with a queue's name once a transaction that sent to it has committed. */
interface QueuesOptions extends Pick<JobsOptions, 'log'> {
  supervise?: boolean;
  /** Called with a queue's name once a transaction that sent to it has committed. */
  sent?: (name: JobName) => void;
  /** Called with it inside the transaction. */
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
    // A queue that is new is looked up at its first call, on another connection than the caller's: the embedded
    // database has no other, and a transaction would wait for itself. This call only makes the queue known.
    await boss.deleteJob(name, NOBODYS_JOB);
  }
  const turns = new Turns();
  return {
    boss,
    async send(tx, name, data, { key, startAfter, owner = null, unlessWaiting } = {}) {
      if (unlessWaiting && key !== undefined && (await isWaiting(tx, name, key))) return;
      await boss.send(name, data, {
        db: fromKysely(tx),
        // without a key of its own every job would count as the same one under the "short" policy
        singletonKey: key ?? JSON.stringify(data),
        priority: -turns.next(name, owner, Date.now()),
        ...(startAfter ? { startAfter } : {}),
        // Told with each job: a queue that an earlier version created keeps its own numbers.
        ...(MESSAGES.has(name) ? MESSAGE_RETRY : {}),
      });
      const { sent, sending } = options;
      await sending?.(tx, name);
      if (sent) database.afterCommit(tx, () => sent(name));
    },
    pending: () => pending(boss),
  };
}

export async function openJobs(database: EmbeddedDatabase | ServerDatabase, options: JobsOptions): Promise<Jobs> {
  const { log, works = true, places = { sealing: availableParallelism(), others: OTHERS } } = options;
  const lanes = new Map<string, Lane<Fetched>>();
  const timers = new Set<NodeJS.Timeout>();
  const tell = (tx: Tx, name: JobName) => sql`select pg_notify(${CHANNEL}, ${name})`.execute(tx).then(() => undefined);
  const { boss, send } = await openQueues(database, {
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
  const deaf = works
    ? await database.listen(CHANNEL, (name) => (name === null ? wakeAll() : lanes.get(name)?.wake()))
    : async () => undefined;
  if (works) {
    repeat(LOOK_EVERY_MS / 1000, () => {
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
    async work(name, handler) {
      if (!works) return;
      const settled = async (job: Fetched): Promise<void> => {
        const claim = { id: job.id, retryCount: job.retryCount };
        try {
          const { retryCount: retries, retryLimit } = job;
          const attempt = handler(job.data as JobData[typeof name], { lastTry: retries >= retryLimit, retries });
          await within(job.expireInSeconds, attempt);
        } catch (error) {
          log.error({ err: error, job: name, retry: job.retryCount }, 'job failed');
          await boss.fail(name, claim, { message: error instanceof Error ? error.message : String(error) });
          return;
        }
        await boss.complete(name, claim);
      };
      const lane = new Lane<Fetched>({
        places: SEALING.has(name) ? places.sealing : places.others,
        fetch: (most) => boss.fetch<JobData[JobName]>(name, { includeMetadata: true, batchSize: most }),
        work: settled,
        failed: (error) => log.error({ err: error, job: name }, 'jobs'),
      });
      lanes.set(name, lane);
      lane.wake();
    },
    async every(name, seconds, handler) {
      if (!works) return;
      // Sweeps are idempotent and decide by conditional updates, so that two nodes may run the same one.
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
      await deaf();
      const ended = Promise.all([...lanes.values()].map((lane) => lane.stop()));
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_LIMIT_MS).unref())]);
      await boss.stop({ graceful: true, timeout: STOP_LIMIT_MS, close: false });
    },
  };
}

/** Longer than this nobody keeps a job from others (RETRY): its place must not be held for ever either. */
async function within(seconds: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`The job took longer than ${seconds} s`)), seconds * 1000);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

async function isWaiting(tx: Tx, name: JobName, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pgboss.job
    where name = ${name} and state < 'active' and singleton_key = ${key} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Queues in which something may be begun now. */
async function listWaiting(boss: PgBoss): Promise<string[]> {
  const answer = await boss
    .getDb()
    .executeSql(`SELECT DISTINCT name FROM pgboss.job WHERE state IN ('created', 'retry') AND start_after <= now()`);
  return answer.rows.map(({ name }: { name: string }) => name);
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
