/** SQL of tutorial videos. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import { VIDEO_CRITERIA } from '#contract/videos.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { VideoTable } from '#ports/database/tables.ts';
import { type Condition, type CriterionColumns, columnsFor, conditionsOf, contains } from '../database/criteria.ts';
import { type Listing, loadListing } from '../database/listing.ts';
import { sortColumns } from '../database/sorting.ts';

export type VideoRow = Selectable<VideoTable>;

const VIDEO_COLUMNS = { ...columnsFor('video', VIDEO_CRITERIA), order: 'video.position' } as const;

export const VIDEO_SORT_COLUMNS = sortColumns(VIDEO_CRITERIA, VIDEO_COLUMNS);

const CRITERION_COLUMNS: CriterionColumns = {
  ...VIDEO_COLUMNS,
  genericFilter: ({ values }) =>
    contains(sql`concat_ws(E'\n', video.title, video.description, video.external_id)`, String(values[0])),
};

export function videoConditions(criteria: readonly Criterion[]): Condition[] {
  return conditionsOf(criteria, CRITERION_COLUMNS);
}

export async function listVideos(db: Db, listing: Listing): Promise<{ rows: VideoRow[]; total: number }> {
  return loadListing(
    db.selectFrom('video').where((eb) => eb.and(listing.conditions)),
    listing,
  );
}

export async function findVideo(db: Db, id: number): Promise<VideoRow | undefined> {
  return db.selectFrom('video').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockVideo(tx: Tx, id: number): Promise<VideoRow | undefined> {
  return tx.selectFrom('video').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertVideo(tx: Tx, values: Insertable<VideoTable>): Promise<VideoRow> {
  return tx.insertInto('video').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function changeVideo(tx: Tx, id: number, values: Updateable<VideoTable>): Promise<VideoRow> {
  return tx.updateTable('video').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** @returns false when it did not exist. */
export async function removeVideo(tx: Tx, id: number): Promise<boolean> {
  const deleted = await tx.deleteFrom('video').where('id', '=', id).returning('id').executeTakeFirst();
  return deleted !== undefined;
}
