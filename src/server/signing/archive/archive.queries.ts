/** SQL of document timestamps: the revisions of a signed file or its audit PDF. */

import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { ArchiveRevisionTable } from '#ports/database/tables.ts';
import { anyOf } from '../../database/criteria.ts';
import { addsRow } from '../../database/outcome.ts';

export type ArchiveRevision = Selectable<ArchiveRevisionTable>;
export type ArchivedPart = ArchiveRevision['part'];

/** The newest revision of each part of these signed documents; none for a part without a document timestamp. */
export async function listNewestRevisions(db: Db, signedDocumentIds: readonly number[]): Promise<ArchiveRevision[]> {
  if (signedDocumentIds.length === 0) return [];
  return db
    .selectFrom('archive_revision')
    .selectAll()
    .distinctOn(['signed_document_id', 'part'])
    .where('signed_document_id', '=', anyOf(signedDocumentIds))
    .orderBy('signed_document_id')
    .orderBy('part')
    .orderBy('number', 'desc')
    .execute();
}

/** Signed documents with a part whose newest document timestamp is older than this. */
export async function listStampedBefore(db: Db, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('archive_revision')
    .select('signed_document_id')
    .groupBy(['signed_document_id', 'part'])
    .having(({ fn }) => fn.max('created_date'), '<', before)
    // Random order, so that files that cannot be stamped do not block the others.
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map(({ signed_document_id: id }) => id);
}

export async function findRevisionByHash(db: Db, sha256: string): Promise<ArchiveRevision | undefined> {
  return db.selectFrom('archive_revision').selectAll().where('sha256', '=', sha256).limit(1).executeTakeFirst();
}

/** @returns false when another run has already added this revision. */
export async function insertRevision(tx: Tx, values: Insertable<ArchiveRevisionTable>): Promise<boolean> {
  return addsRow(tx.insertInto('archive_revision').values(values), ['signed_document_id', 'part', 'number']);
}

/** All files produced by document timestamps, oldest first. */
export async function listRevisionFiles(
  db: Db,
): Promise<Pick<ArchiveRevision, 'signed_document_id' | 'part' | 'number' | 'sha256'>[]> {
  return db
    .selectFrom('archive_revision')
    .select(['signed_document_id', 'part', 'number', 'sha256'])
    .orderBy('id')
    .execute();
}
