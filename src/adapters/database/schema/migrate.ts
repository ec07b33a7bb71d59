/** Applies the forward-only migrations of db/migrations, all missing ones or none; safe when several nodes start at the same time. */
import { readdir, readFile } from 'node:fs/promises';
import type { Message } from '#domain/errors.ts';
import { MigrationRefused, SchemaBehind } from '#ports/database/database.ts';
import { ExplainedError } from '#ports/explained-error.ts';
import { codeOf } from '../transactions.ts';

export interface SqlRunner {
  /** Runs one or several statements without parameters. */
  exec(sql: string): Promise<void>;
  rows(sql: string): Promise<Record<string, unknown>[]>;
}

const FOLDER = new URL('../../../../db/migrations/', import.meta.url);
/** Arbitrary constant: the advisory lock that serializes nodes starting at the same time. */
const LOCK = 7_246_001;
/** raise_exception: a migration found rows that it must not decide about; its message explains what to do. */
const RAISED = 'P0001';
/** lock_not_available: a long read holds the table, and all other statements would queue behind the migration. */
const LOCKED = '55P03';
const IS_READ: Message = {
  it: 'Un’altra connessione legge le tabelle da tempo, per esempio per una copia di sicurezza: riprova quando ha finito.',
  en: 'Another connection has been reading the tables for some time, for example for a backup: try again once it has ended.',
};

export interface Migration {
  name: string;
  compatible: boolean;
  sql: string;
}

/** Reads the migrations in order. @throws when the first line of a file is not `--! compatible` or `--! breaking`. */
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

const appliedNames = async (runner: SqlRunner): Promise<Set<string>> =>
  new Set((await runner.rows('SELECT name FROM schema_migration')).map((row) => String(row.name)));

/**
 * Applies the missing migrations in one transaction: when one of them refuses the data it finds, the previous version
 * continues with the schema it supports. @returns the names applied by this call.
 * @throws SchemaBehind for a role without the right to migrate, MigrationRefused with what must be repaired first.
 */
export async function migrate(runner: SqlRunner): Promise<string[]> {
  const migrations = await readMigrations();
  const present = await runner.rows(`SELECT to_regclass('public.schema_migration') IS NOT NULL AS present`);
  const appliedBefore = present[0]?.present === true ? await appliedNames(runner) : new Set<string>();
  const missing = migrations.filter(({ name }) => !appliedBefore.has(name));
  if (missing.length === 0) return [];
  const [may] = await runner.rows(`SELECT has_schema_privilege('public', 'CREATE') AS may`);
  if (may?.may !== true) throw new SchemaBehind(missing.map(({ name }) => name));
  const applied: string[] = [];
  let current = '';
  try {
    // A second node waits for the lock, then finds the rows and skips.
    await runner.exec(`BEGIN;
SELECT pg_advisory_xact_lock(${LOCK});
CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_date timestamptz NOT NULL);`);
    const alreadyApplied = await appliedNames(runner);
    for (const { name, sql } of missing) {
      if (alreadyApplied.has(name)) continue;
      current = name;
      await runner.exec(sql);
      await runner.exec(`INSERT INTO schema_migration (name, applied_date) VALUES ('${name}', now())`);
      applied.push(name);
    }
    await runner.exec('COMMIT');
  } catch (error) {
    await runner.exec('ROLLBACK');
    if (codeOf(error) === RAISED) throw new MigrationRefused(current, error);
    if (codeOf(error) === LOCKED) throw new MigrationRefused(current, new ExplainedError(IS_READ, { cause: error }));
    throw new Error(`Migration ${current} failed`, { cause: error });
  }
  return applied;
}
