/** A process of the drill of writers: appends to the audit trail as fast as it can and tells of each append once it is committed; killed at any moment. */
// Real time: it writes until it is killed.
import { writeSync } from 'node:fs';
import { openPglite } from '#adapters/database/pglite.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { isUnavailable } from '#ports/database/database.ts';
import { documentSubject, record } from '#server/evidence/index.ts';

/** Where the database is: a folder, or an address; which run this is; how many appends each writer still owes. */
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
      // Most go to one chain: there they have to take turns.
      const subject = documentSubject(1 + (n % 4 === 0 ? writer % task.chains : 0));
      await database.transaction((tx) => record(tx, subject, event, new Date()));
      // At once and whole: what was told before a kill has been told.
      writeSync(1, `${writer} ${reason}\n`);
    } catch (error) {
      if (!isUnavailable(error) && !(error instanceof Error && error.name === 'DatabaseUnavailable')) throw error;
    }
  }
}

await Promise.all(task.owed.map((appends, writer) => write(writer, appends)));
await database.close();
