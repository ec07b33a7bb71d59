/**
 * Deletes stored files that no row names: of uploads refused after storing, and of transactions that did not commit
 * (files are stored before a row names them).
 */
import { sql } from 'kysely';
import type { Db } from '#ports/database/database.ts';
import type { World } from '../../world.ts';
import { forgetLinks } from './photo-links/photo-links.queries.ts';
import { forgetPhotos } from './photos.queries.ts';

/** A stored file gets its row within minutes; a day is a safe margin. */
const SPARED_MS = 24 * 60 * 60 * 1000;
/** Sweeps part of the names each hour; a whole round takes a week. */
const PARTS = 256;
const HOURS_A_ROUND = 7 * 24;
const HOUR_SECONDS = 60 * 60;

interface Column {
  table_name: string;
  column_name: string;
}

/** Any column with a hash may name a file, so new tables are covered automatically. */
async function namingColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'text' and column_name like '%sha256'
    order by table_name, column_name`.execute(db);
  return rows;
}

async function namedWith(db: Db, columns: readonly Column[], prefix: string): Promise<Set<string>> {
  const named = new Set<string>();
  for (const { table_name: table, column_name: column } of columns) {
    const name = sql.ref(column);
    const { rows } = await sql<{ name: string }>`
      select distinct ${name} as name from ${sql.table(table)}
      where ${name} >= ${prefix} and ${name} < ${`${prefix}g`}`.execute(db);
    for (const row of rows) named.add(row.name);
  }
  return named;
}

/**
 * Sweeps the files whose names begin with `prefix`.
 * @returns the names of the deleted files.
 */
export async function sweepFiles(world: World, prefix: string): Promise<string[]> {
  const old: string[] = [];
  for await (const { sha256, age } of world.storage.list(prefix)) if (age >= SPARED_MS) old.push(sha256);
  if (old.length === 0) return [];
  const db = world.database.read;
  // Queried after the files were listed, so that names added meanwhile are found.
  const named = await namedWith(db, await namingColumns(db), prefix);
  const gone: string[] = [];
  for (const sha256 of old) {
    if (!named.has(sha256) && (await world.storage.sweep(sha256, SPARED_MS))) gone.push(sha256);
  }
  if (gone.length > 0) world.log.info({ count: gone.length, prefix }, 'stored files that nothing names are taken away');
  return gone;
}

/** After this, the photos of an abandoned form are deleted by the next sweep. */
const PHOTOS_WAIT_MS = 7 * 24 * 60 * 60 * 1000;

/** The name prefixes that an hour covers. */
function partsOf(at: Date): string[] {
  const hour = Math.floor(at.getTime() / (HOUR_SECONDS * 1000)) % HOURS_A_ROUND;
  const [first, end] = [hour, hour + 1].map((one) => Math.floor((one * PARTS) / HOURS_A_ROUND)) as [number, number];
  return Array.from({ length: end - first }, (_, n) => (first + n).toString(16).padStart(2, '0'));
}

export async function fileTasks(world: World): Promise<void> {
  await world.jobs.every('files.sweep', HOUR_SECONDS, async () => {
    const before = new Date(world.clock.now().getTime() - PHOTOS_WAIT_MS);
    await world.database.transaction(async (tx) => {
      await forgetPhotos(tx, before);
      await forgetLinks(tx, before);
    });
    for (const prefix of partsOf(world.clock.now())) await sweepFiles(world, prefix);
  });
}
