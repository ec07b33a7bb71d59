/** SQL of partly signed files: one for each session and document, made once, never changed. */

import type { Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { PartlySignedDocumentTable } from '#ports/database/tables.ts';
import { changesRow } from '../../database/outcome.ts';

type PartlySignedRow = Selectable<PartlySignedDocumentTable>;

export async function insertPartlySigned(tx: Tx, sessionId: number, documentId: number): Promise<void> {
  await tx.insertInto('partly_signed_document').values({ session_id: sessionId, document_id: documentId }).execute();
}

/** Documents of a session whose file is not made yet. */
export async function listMissingPartlySigned(db: Db, sessionId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('partly_signed_document')
    .select('document_id')
    .where('session_id', '=', sessionId)
    .where('sha256', 'is', null)
    .orderBy('document_id')
    .execute();
  return rows.map(({ document_id: id }) => id);
}

/** Sessions with a file that is not made yet. */
export async function listSessionsMissingPartlySigned(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('partly_signed_document')
    .select('session_id')
    .distinct()
    .where('sha256', 'is', null)
    .orderBy('session_id')
    .limit(limit)
    .execute();
  return rows.map(({ session_id: id }) => id);
}

/** @returns false when another run has already stored its file. */
export async function setPartlySignedFile(
  tx: Tx,
  target: { sessionId: number; documentId: number },
  file: { sha256: string; size: number; signatures: number; at: Date },
): Promise<boolean> {
  const { sha256, size, signatures, at } = file;
  return changesRow(
    tx
      .updateTable('partly_signed_document')
      .set({ sha256, size, signatures, kept_date: at })
      .where('session_id', '=', target.sessionId)
      .where('document_id', '=', target.documentId)
      .where('sha256', 'is', null),
  );
}

export async function findPartlySigned(db: Db, id: number): Promise<PartlySignedRow | undefined> {
  return db.selectFrom('partly_signed_document').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findPartlySignedByHash(db: Db, sha256: string): Promise<PartlySignedRow | undefined> {
  return db.selectFrom('partly_signed_document').selectAll().where('sha256', '=', sha256).limit(1).executeTakeFirst();
}

/** The partly signed files of a document, oldest first. */
export async function listPartlySigned(db: Db, documentId: number): Promise<PartlySignedRow[]> {
  return db
    .selectFrom('partly_signed_document')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute();
}

export async function listPartlySignedFiles(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('partly_signed_document')
    .select('sha256')
    .where('sha256', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]));
}
