/** SQL of tutorial videos. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import { VIDEO_CRITERIA } from '#contract/videos.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { VideoTable } from '#ports/database/tables.ts';
import { type Condition, type CriterionColumns, conditionsOf, contains } from '../database/criteria.ts';
import type { Listing } from '../database/listing.ts';
import { sortColumns } from '../database/sorting.ts';

export type VideoRow = Selectable<VideoTable>;

const VIDEO_COLUMNS = {
  id: 'video.id',
  order: 'video.position',
  title: 'video.title',
  externalId: 'video.external_id',
  description: 'video.description',
  duration: 'video.duration',
  createdBy: 'video.created_by',
  createdDate: 'video.created_date',
  lastModifiedBy: 'video.last_modified_by',
  lastModifiedDate: 'video.last_modified_date',
} as const;

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
  const narrowed = db.selectFrom('video').where((eb) => eb.and(listing.conditions));
  const counted = await narrowed.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await narrowed.selectAll().orderBy(listing.order).limit(listing.limit).offset(listing.offset).execute();
  return { rows, total: Number(counted.total) };
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
  const gone = await tx.deleteFrom('video').where('id', '=', id).returning('id').executeTakeFirst();
  return gone !== undefined;
}
