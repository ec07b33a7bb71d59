/** Forward-only migrations from db/migrations, each in its own transaction, safe when several nodes start together. */
import { readdir, readFile } from 'node:fs/promises';
import { SchemaBehind } from '#ports/database/database.ts';

export interface SqlRunner {
  /** Runs one or several statements without parameters. */
  exec(sql: string): Promise<void>;
  rows(sql: string): Promise<Record<string, unknown>[]>;
}

const FOLDER = new URL('../../../db/migrations/', import.meta.url);
/** Any constant: nodes that start together take turns on it. */
const LOCK = 7_246_001;

export interface Migration {
  name: string;
  compatible: boolean;
  sql: string;
}

/** Reads the migrations in order. @throws when a file lacks its first line `--! compatible` or `--! breaking`. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      const head = /^--! (compatible|breaking)\n/.exec(sql);
      if (head === null) throw new Error(`Migration ${name} must begin with "--! compatible" or "--! breaking"`);
      return { name, compatible: head[1] === 'compatible', sql };
    }),
  );
}

/** Applies what is missing. @returns the names that were applied now. @throws SchemaBehind for a role that may not. */
export async function migrate(runner: SqlRunner): Promise<string[]> {
  const migrations = await readMigrations();
  const present = await runner.rows(`SELECT to_regclass('public.schema_migration') IS NOT NULL AS present`);
  const known = present[0]?.present === true ? await runner.rows('SELECT name FROM schema_migration') : [];
  const done = new Set(known.map((row) => String(row.name)));
  const missing = migrations.filter((migration) => !done.has(migration.name));
  if (missing.length === 0) return [];
  const [may] = await runner.rows(`SELECT has_schema_privilege('public', 'CREATE') AS may`);
  if (may?.may !== true) throw new SchemaBehind(missing.map(({ name }) => name));
  const applied: string[] = [];
  for (const migration of missing) {
    // The lock is taken inside each transaction: a second node waits, then finds the row and skips.
    await runner.exec(`BEGIN;
SELECT pg_advisory_xact_lock(${LOCK});
CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_date timestamptz NOT NULL);`);
    try {
      const again = await runner.rows(`SELECT 1 FROM schema_migration WHERE name = '${migration.name}'`);
      if (again.length === 0) {
        await runner.exec(migration.sql);
        await runner.exec(`INSERT INTO schema_migration (name, applied_date) VALUES ('${migration.name}', now())`);
        applied.push(migration.name);
      }
      await runner.exec('COMMIT');
    } catch (error) {
      await runner.exec('ROLLBACK');
      throw new Error(`Migration ${migration.name} failed`, { cause: error });
    }
  }
  return applied;
}
