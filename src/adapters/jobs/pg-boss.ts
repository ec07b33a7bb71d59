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
  'signing.sendCode',
  'signing.complete',
  'signing.keepPart',
  'consents.push',
  'dossiers.synchronize',
];

/** Retries with growing pauses: about five minutes in all before a job counts as stuck. */
const RETRY = { retryLimit: 8, retryDelay: 1, retryBackoff: true, retryDelayMax: 120, expireInSeconds: 120 } as const;

/** Between two looks at whether the queues are empty, in milliseconds: looking costs the embedded database what jobs need. */
const LONGEST_PAUSE = 80;

export interface JobsOptions {
  log: { error(fields: object, message: string): void };
  /** Jobs of one queue that run side by side on this node. */
  concurrency?: number;
}

export async function openJobs(database: EmbeddedDatabase | ServerDatabase, options: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    db: database.engine === 'pglite' ? fromPglite(database.pglite) : poolAdapter(database),
    backend: database.engine === 'pglite' ? 'pglite' : 'postgres',
    schema: 'pgboss',
    schedule: false,
    superviseIntervalSeconds: 30,
  });
  boss.on('error', (error) => options.log.error({ err: error }, 'jobs'));
  await boss.start();
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of QUEUES) if (!existing.has(name)) await boss.createQueue(name, { policy: 'short', ...RETRY });

  const workers = new Map<string, string[]>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  return {
    async send(tx, name, data, sendOptions = {}) {
      await boss.send(name, data, {
        db: fromKysely(tx),
        // without a key of its own every job would count as the same one under the "short" policy
        singletonKey: sendOptions.key ?? JSON.stringify(data),
        ...(sendOptions.startAfter ? { startAfter: sendOptions.startAfter } : {}),
      });
      database.afterCommit(tx, () => {
        if (!stopped) for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
      });
    },
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
    async settled() {
      for (let pause = 5; (await pending(boss)) > 0; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
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

async function pending(boss: PgBoss): Promise<number> {
  const db = boss.getDb();
  // Our own queues: pg-boss keeps some for itself that never run empty.
  const names = QUEUES.map((name) => `'${name}'`).join(', ');
  const answer = await db.executeSql(
    `SELECT count(*)::int AS n FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name IN (${names})`,
  );
  const row: unknown = answer.rows[0];
  return typeof row === 'object' && row !== null && 'n' in row ? Number(row.n) : 0;
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
