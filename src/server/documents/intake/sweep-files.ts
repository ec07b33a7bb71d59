/**
 * Deletes stored files that no row references: of uploads refused after storing, and of transactions that did not commit
 * (files are stored before a row references them).
 */
import { sql } from 'kysely';
import type { Db } from '#ports/database/database.ts';
import type { World } from '../../world.ts';
import { deleteExpiredLinks } from './photo-links/photo-links.queries.ts';
import { deleteUnusedPhotos } from './photos.queries.ts';

/** A stored file gets its row within minutes; a day is a safe margin. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000;
/** Sweeps part of the names each hour; a whole round takes a week. */
const PARTS = 256;
const HOURS_PER_ROUND = 7 * 24;
const HOUR_SECONDS = 60 * 60;

interface Column {
  table_name: string;
  column_name: string;
}

/** Any column with a hash may reference a file, so new tables are covered automatically. */
async function listHashColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'text' and column_name like '%sha256'
    order by table_name, column_name`.execute(db);
  return rows;
}

async function listReferencedHashes(db: Db, columns: readonly Column[], prefix: string): Promise<Set<string>> {
  const referenced = new Set<string>();
  for (const { table_name: table, column_name: column } of columns) {
    const name = sql.ref(column);
    const { rows } = await sql<{ name: string }>`
      select distinct ${name} as name from ${sql.table(table)}
      where ${name} >= ${prefix} and ${name} < ${`${prefix}g`}`.execute(db);
    for (const row of rows) referenced.add(row.name);
  }
  return referenced;
}

/**
 * Sweeps the files whose names begin with `prefix`.
 * @returns the names of the deleted files.
 */
export async function sweepFiles(world: World, prefix: string): Promise<string[]> {
  const candidates: string[] = [];
  for await (const { sha256, age } of world.storage.list(prefix)) if (age >= MIN_AGE_MS) candidates.push(sha256);
  if (candidates.length === 0) return [];
  const db = world.database.read;
  // Queried after the files were listed, so that names added meanwhile are found.
  const referenced = await listReferencedHashes(db, await listHashColumns(db), prefix);
  const deleted: string[] = [];
  for (const sha256 of candidates) {
    if (!referenced.has(sha256) && (await world.storage.sweep(sha256, MIN_AGE_MS))) deleted.push(sha256);
  }
  if (deleted.length > 0) world.log.info({ count: deleted.length, prefix }, 'unreferenced stored files deleted');
  return deleted;
}

/** After this, the photos of an abandoned form are deleted by the next sweep. */
const PHOTO_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/** The name prefixes that an hour covers. */
function prefixesAt(at: Date): string[] {
  const hour = Math.floor(at.getTime() / (HOUR_SECONDS * 1000)) % HOURS_PER_ROUND;
  const [first, end] = [hour, hour + 1].map((at) => Math.floor((at * PARTS) / HOURS_PER_ROUND)) as [number, number];
  return Array.from({ length: end - first }, (_, n) => (first + n).toString(16).padStart(2, '0'));
}

export async function fileTasks(world: World): Promise<void> {
  await world.jobs.every('files.sweep', HOUR_SECONDS, async () => {
    const before = new Date(world.clock.now().getTime() - PHOTO_RETENTION_MS);
    await world.database.transaction(async (tx) => {
      await deleteUnusedPhotos(tx, before);
      await deleteExpiredLinks(tx, before);
    });
    for (const prefix of prefixesAt(world.clock.now())) await sweepFiles(world, prefix);
  });
}
