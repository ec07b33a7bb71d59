/** The migrations produce the schema in db/tables. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { describe, expect, it } from 'vitest';
import { openEmpty, openMigrated } from '#test/embedded.ts';
import { readMigrations } from './migrate.ts';

/** Columns, constraints, indexes and triggers as sorted text. */
async function describeSchema(pglite: PGlite): Promise<string[]> {
  const parts = [
    `SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') || ' ' || is_identity AS line
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'schema_migration'`,
    `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) AS line FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'schema_migration'`,
    `SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'schema_migration'`,
    `SELECT pg_get_triggerdef(oid) AS line FROM pg_trigger WHERE NOT tgisinternal`,
    `SELECT pg_get_functiondef(oid) AS line FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  ];
  const lines: string[] = [];
  for (const part of parts) {
    for (const row of (await pglite.query<{ line: string }>(part)).rows) lines.push(row.line);
  }
  return lines.sort();
}

describe('the schema', () => {
  it('is the same from db/tables as from the migrations', async () => {
    const wanted = await openEmpty();
    for (const name of (await readdir('db/tables')).sort())
      await wanted.exec(await readFile(join('db/tables', name), 'utf8'));
    const migrated = await openMigrated();
    const difference = async () => {
      const [a, b] = [await describeSchema(wanted), await describeSchema(migrated.pglite)];
      return { missing: a.filter((line) => !b.includes(line)), unexpected: b.filter((line) => !a.includes(line)) };
    };
    expect(await difference()).toEqual({ missing: [], unexpected: [] });
    await migrated.pglite.exec('ALTER TABLE dealer ADD COLUMN extra text');
    expect((await difference()).unexpected).toHaveLength(1);
    await migrated.close();
    await wanted.close();
  });

  it('marks every migration compatible or breaking', async () => {
    expect((await readMigrations()).length).toBeGreaterThan(0);
  });
});
