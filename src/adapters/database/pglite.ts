/** The embedded database: PGlite in a folder, opened by one process at a time. */
import { mkdir } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect } from 'kysely';
import type { Database } from '#ports/database/database.ts';
import type { Tables } from '#ports/database/tables.ts';
import { lockFolder } from './folder-lock.ts';
import { PreparingPGlite } from './preparing-pglite.ts';
import { migrate } from './schema/migrate.ts';
import { transactional } from './transactions.ts';

// V8 occasionally aborts the process while it frees unused WebAssembly code (nodejs/node#64500: "Check failed:
// jit_page_->allocations_.erase(addr) == 1"); keeping such code costs some megabytes over the life of a process.
setFlagsFromString('--no-wasm-code-gc');

/** Instead of 160 MB: repeated reads are served by the operating system's file cache, and the process stays small. */
const BUFFERS = ['-c', 'shared_buffers=32MB'];
const INT8 = 20;
const DATE = 1082;

export interface EmbeddedDatabase extends Database {
  readonly engine: 'pglite';
  readonly pglite: PGlite;
}

/**
 * Opens (and migrates) the database in `folder`; without a folder it is in memory, or on files that a test supplies
 * (`fs`).
 * @param options.migrate false leaves the schema as it is.
 * @throws DatabaseInUse when another process holds the folder.
 */
export async function openPglite(
  folder?: string,
  fs?: PGliteOptions['fs'],
  options: { migrate: boolean } = { migrate: true },
): Promise<EmbeddedDatabase> {
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
  // A second process on the same folder would lose rows silently, so take the lock before opening the engine.
  const lock = folder === undefined ? undefined : await lockFolder(folder);
  let pglite: PGlite;
  try {
    pglite = new PreparingPGlite({
      ...(folder === undefined ? {} : { dataDir: folder }),
      ...(fs === undefined ? {} : { fs }),
      extensions: { pg_trgm },
      startParams: [...PreparingPGlite.defaultStartParams, ...BUFFERS],
      parsers: { [INT8]: Number, [DATE]: (text) => text },
    });
    await pglite.waitReady;
    await pglite.exec(`SET TIME ZONE 'UTC'; SET statement_timeout = '60s'`);
    if (options.migrate) {
      await migrate({
        exec: async (sql) => void (await pglite.exec(sql)),
        rows: async (sql) => (await pglite.query<Record<string, unknown>>(sql)).rows,
      });
    }
  } catch (error) {
    await lock?.release();
    throw error;
  }
  const kysely = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  return {
    engine: 'pglite',
    pglite,
    ...transactional(kysely),
    listen: (channel, hear) => pglite.listen(channel, hear),
    async now() {
      const answer = await pglite.query<{ now: Date }>('SELECT clock_timestamp() AS now');
      return answer.rows[0]?.now ?? new Date();
    },
    async close() {
      if (!pglite.closed) await pglite.close();
      await lock?.release();
    },
  };
}
