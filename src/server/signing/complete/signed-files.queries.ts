/** SQL of signed files and their audit PDFs: one for each session and document. */

import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { SignedDocumentTable } from '#ports/database/tables.ts';
import { anyOf } from '../../database/criteria.ts';
import { changesRow } from '../../database/outcome.ts';

export type SignedDocument = Selectable<SignedDocumentTable>;

export async function findSigned(db: Db, sessionId: number, documentId: number): Promise<SignedDocument | undefined> {
  return db
    .selectFrom('signed_document')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
}

/** Whether this installation has any signed document. */
export async function hasSigned(db: Db): Promise<boolean> {
  return (await db.selectFrom('signed_document').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function findSignedById(db: Db, id: number): Promise<SignedDocument | undefined> {
  return db.selectFrom('signed_document').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The document whose file or audit PDF had this fingerprint when it was sealed. */
export async function findSealedByHash(db: Db, sha256: string): Promise<SignedDocument | undefined> {
  return db
    .selectFrom('signed_document')
    .selectAll()
    .where((eb) => eb.or([eb('sha256', '=', sha256), eb('audit_sha256', '=', sha256)]))
    .limit(1)
    .executeTakeFirst();
}

export async function findSignedByIds(db: Db, ids: readonly number[]): Promise<SignedDocument[]> {
  return db.selectFrom('signed_document').selectAll().where('id', '=', anyOf(ids)).execute();
}

/** @returns the new row; nothing when the document is already signed in this session. */
export async function insertSigned(
  tx: Tx,
  values: Insertable<SignedDocumentTable>,
): Promise<SignedDocument | undefined> {
  return tx
    .insertInto('signed_document')
    .values(values)
    .onConflict((conflict) => conflict.columns(['session_id', 'document_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** @returns false when another run has already stored its trail. */
export async function setAudit(tx: Tx, id: number, audit: { sha256: string; size: number }): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('signed_document')
      .set({ audit_sha256: audit.sha256, audit_size: audit.size })
      .where('id', '=', id)
      .where('audit_sha256', 'is', null),
  );
}

/** Ids of files due for a document timestamp, the longest waiting first. */
export async function listArchiveDue(db: Db, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('signed_document')
    .select('id')
    .where('archive_due', '<=', before)
    .where('audit_sha256', 'is not', null)
    .orderBy('archive_due')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function setArchiveDue(db: Db, id: number, due: Date): Promise<void> {
  await db.updateTable('signed_document').set({ archive_due: due }).where('id', '=', id).execute();
}

/** The first or last file of at most this size whose id is between the two, both exclusive. */
export async function findSignedBetween(
  db: Db,
  { after, before, largest, last }: { after: number; before: number; largest: number; last: boolean },
): Promise<SignedDocument | undefined> {
  return db
    .selectFrom('signed_document')
    .selectAll()
    .where('id', '>', after)
    .where('id', '<', before)
    .where('size', '<=', largest)
    .orderBy('id', last ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst();
}

/** Signed files and their audit PDFs, in the form in which they were sealed. */
export async function listSealedFiles(db: Db): Promise<{ id: number; sha256: string; audit_sha256: string | null }[]> {
  return db.selectFrom('signed_document').select(['id', 'sha256', 'audit_sha256']).orderBy('id').execute();
}
