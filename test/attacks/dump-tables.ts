/** Dumps every row of every table as text, to prove that nothing changed and that no secret is stored. */
import { sql } from 'kysely';
import type { World } from '#server/world.ts';

/** Tables that any call may change: staff sessions in use, counted attempts, sums that are folded gradually. */
const IGNORED_TABLES = /^public\.(?:staff_session|rate_limit|idempotency_key|counter\w*)$/;

/** The rows of every table of the product, and optionally of its jobs, by schema and name. */
export async function snapshotOf(
  { database }: Pick<World, 'database'>,
  schemas: readonly string[] = ['public'],
): Promise<Map<string, string>> {
  const { read } = database;
  const tables = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in (${sql.join(schemas)}) and table_type = 'BASE TABLE' order by 1`.execute(read);
  const dump = new Map<string, string>();
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(read);
    dump.set(name, rows.rows.map(({ row }) => row).join('\n'));
  }
  return dump;
}

/** The tables whose rows differ, except those that any call may change. */
export function changedTables(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].flatMap(([name, rows]) => (!IGNORED_TABLES.test(name) && before.get(name) !== rows ? [name] : []));
}
