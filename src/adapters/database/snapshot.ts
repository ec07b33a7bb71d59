/** Dumps every row of the product's tables as JSON lines in one snapshot, and restores them; the same on both engines. */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Db, Tx } from '#ports/database/database.ts';

/** The migrations fill this table themselves; jobs live in a separate schema and are queued again at the next start. */
const MIGRATIONS = 'schema_migration';
const ROWS_AT_ONCE = 500;

export interface Snapshot {
  facts: {
    /** Names of the applied migrations, in order. */
    migrations: string[];
    /** Last value of each used sequence: ids are never reused. */
    sequences: Record<string, number>;
  };
  /** SHA-256 of every file that these rows reference. */
  files: Set<string>;
}

const rowsOf = async <T>(db: Db, query: RawBuilder<T>): Promise<T[]> => (await query.execute(db)).rows;

async function tableNames(db: Db): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public' and tablename <> ${MIGRATIONS} order by 1`,
  );
  return rows.map(({ name }) => name);
}

export async function appliedMigrations(db: Db): Promise<string[]> {
  const rows = await rowsOf(db, sql<{ name: string }>`select name from ${sql.table(MIGRATIONS)} order by 1`);
  return rows.map(({ name }) => name);
}

/**
 * Reads every table in one read-only snapshot; writers continue meanwhile (on the embedded database they wait).
 * @param onRows receives one JSON text per row, in batches, table by table; an empty table gives one empty batch.
 */
export async function readSnapshot(
  database: Database,
  onRows: (table: string, rows: readonly string[]) => Promise<void>,
): Promise<Snapshot> {
  return database.read
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const migrations = await appliedMigrations(tx);
      for (const table of await tableNames(tx)) {
        await sql`declare backup no scroll cursor for select row_to_json(t)::text as line from ${sql.table(table)} t`.execute(
          tx,
        );
        for (;;) {
          const batch = await rowsOf(tx, sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from backup`);
          await onRows(
            table,
            batch.map(({ line }) => line),
          );
          if (batch.length < ROWS_AT_ONCE) break;
        }
        await sql`close backup`.execute(tx);
      }
      const files = await referencedFiles(tx);
      // Sequences are outside snapshots: read last, they are never behind the rows.
      const used = await rowsOf(
        tx,
        sql<{
          name: string;
          last: string | number;
        }>`select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null`,
      );
      const sequences = Object.fromEntries(used.map(({ name, last }) => [name, Number(last)]));
      return { facts: { migrations, sequences }, files };
    });
}

/** @returns true while every table is empty. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of await tableNames(db)) {
    const rows = await rowsOf(db, sql`select 1 from ${sql.table(table)} limit 1`);
    if (rows.length > 0) return false;
  }
  return true;
}

/**
 * Loads tables into an empty schema inside the caller's transaction. Triggers are off meanwhile, since the rows already
 * contain what they would write; foreign keys are restored at the end, which verifies every reference.
 * @param isComplete false for a subset of the tables, in a throwaway database: foreign keys are then not restored.
 * @returns the number of rows of each table.
 */
export async function loadSnapshot(
  tx: Tx,
  sequences: Readonly<Record<string, number>>,
  tables: ReadonlyMap<string, () => AsyncIterable<readonly string[]>>,
  isComplete = true,
): Promise<Map<string, number>> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const names = await tableNames(tx);
  const unknown = [...tables.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown tables: ${unknown.join(', ')}`);
  const references = await rowsOf(
    tx,
    sql<{ table: string; name: string; definition: string }>`
      select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of references) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(tx);
  }
  const loaded = new Map<string, number>();
  for (const name of names) {
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
    const batches = tables.get(name);
    loaded.set(name, batches === undefined ? 0 : await loadTable(tx, name, batches()));
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
  }
  for (const { table, name, definition } of isComplete ? references : []) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx);
  }
  for (const [name, last] of Object.entries(sequences)) {
    await sql`select setval(${`public.${name}`}::regclass, ${last}::bigint)`.execute(tx);
  }
  return loaded;
}

async function loadTable(tx: Tx, table: string, batches: AsyncIterable<readonly string[]>): Promise<number> {
  const stored = await rowsOf(
    tx,
    sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`,
  );
  const columns = sql.join(stored.map(({ name }) => sql.ref(name)));
  let rows = 0;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    await sql`insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${`[${batch.join(',')}]`}::json)`.execute(
      tx,
    );
    rows += batch.length;
  }
  return rows;
}

/** After a load: statistics for the planner, visibility for index-only scans. */
export async function vacuumAnalyze(database: Database): Promise<void> {
  await database.read.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await sql`vacuum analyze`.execute(db);
  });
}

/**
 * Hash columns that reference no file, or one that another column references while it matters: hashes of requests,
 * texts and page shapes.
 */
export const NOT_FILES = [
  ...['idempotency_key.request_sha256', 'idempotency_key.rights_sha256', 'technical_secret.sha256'],
  ...['signature_point.text_sha256', 'consent_record.text_sha256', 'demo_register_entry.text_sha256'],
  ...['sealed_hand.envelope_sha256', 'signature_place.file_sha256', 'remembered_place.shape_sha256'],
];

/** SHA-256 of every file that a row references: all columns whose name ends in `sha256`. */
export async function referencedFiles(db: Db): Promise<Set<string>> {
  const columns = await rowsOf(
    db,
    sql<{
      table: string;
      column: string;
    }>`select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and column_name like '%sha256' order by 1, 2`,
  );
  const hashes = new Set<string>();
  for (const { table, column } of columns) {
    if (NOT_FILES.includes(`${table}.${column}`)) continue;
    const references = await rowsOf(
      db,
      sql<{
        name: string;
      }>`select distinct ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.ref(column)} is not null`,
    );
    for (const { name } of references) hashes.add(name);
  }
  return hashes;
}
