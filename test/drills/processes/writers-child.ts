/**
 * A process of the writers' drill: appends to the audit trail as fast as it can and reports each append once committed;
 * it is killed at any moment.
 */
// Real time: it writes until it is killed.
import { writeSync } from 'node:fs';
import { openPglite } from '#adapters/database/pglite.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { isUnavailable } from '#ports/database/database.ts';
import { documentSubject, record } from '#server/evidence/index.ts';

/** The database (a folder or an address), the run, and the appends that each writer still has to make. */
interface Task {
  readonly place: { folder: string } | { url: string };
  readonly run: string;
  readonly chains: number;
  readonly owed: readonly number[];
}

const task = JSON.parse(process.argv[2] ?? '') as Task;
const migrate = { migrate: false };
const database =
  'url' in task.place
    ? await openPostgres(task.place.url, 16, migrate)
    : await openPglite(task.place.folder, undefined, migrate);

async function write(writer: number, appends: number): Promise<void> {
  for (let n = 0; n < appends; n += 1) {
    const reason = `${task.run}:${writer}:${n}`;
    const event = { type: 'declined', actor: SYSTEM_ACTOR, detail: { sessionId: 7, reason } } as const;
    try {
      // Most appends are to one chain, where the writers have to take turns.
      const subject = documentSubject(1 + (n % 4 === 0 ? writer % task.chains : 0));
      await database.transaction((tx) => record(tx, subject, event, new Date()));
      // Written synchronously and in one piece, so that a kill cannot lose a reported append.
      writeSync(1, `${writer} ${reason}\n`);
    } catch (error) {
      if (!isUnavailable(error) && !(error instanceof Error && error.name === 'DatabaseUnavailable')) throw error;
    }
  }
}

await Promise.all(task.owed.map((appends, writer) => write(writer, appends)));
await database.close();
