/** SQL of documents. */
import type { Insertable, RawBuilder, Selectable, SqlBool } from 'kysely';
import { DOCUMENT_MOVES, type DocumentMove, type DocumentStatus } from '#domain/documents/life.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { DocumentTable } from '#ports/database/tables.ts';
import type { Listing } from '../database/listing.ts';

export type DocumentRow = Selectable<DocumentTable>;

/** Fields of searches and orders, and where they are. */
export const DOCUMENT_COLUMNS = {
  id: 'document.id',
  folderId: 'document.folder_id',
  dossierId: 'document.dossier_id',
  hst: 'document.hst',
  legalEntity: 'document.legal_entity',
  brand: 'document.brand',
  folderType: 'document.folder_type',
  customerName: 'document.customer_name',
  type: 'document.type',
  status: 'document.status',
  sigType: 'document.sig_type',
  archivable: 'document.archivable',
  signable: 'document.signable',
  fileName: 'document.file_name',
  fileSize: 'document.file_size',
  mimeType: 'document.mime_type',
  startSignDate: 'document.start_sign_date',
  signedDocumentId: 'document.signed_document_id',
  feaModuleId: 'document.fea_module_id',
  createdBy: 'document.created_by',
  createdDate: 'document.created_date',
  lastModifiedBy: 'document.last_modified_by',
  lastModifiedDate: 'document.last_modified_date',
} as const;

export async function findDocument(db: Db, id: number): Promise<DocumentRow | undefined> {
  return db.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findDocuments(db: Db, ids: readonly number[]): Promise<DocumentRow[]> {
  return db.selectFrom('document').selectAll().where('id', 'in', ids).execute();
}

export async function insertDocument(tx: Tx, values: Insertable<DocumentTable>): Promise<DocumentRow> {
  return tx.insertInto('document').values(values).returningAll().executeTakeFirstOrThrow();
}

export interface MoveChanges {
  /** Why it came back, as a refusal code; null clears it. Left out: unchanged. */
  statusReason?: string | null;
  /** Words of a person that go with the reason. */
  statusDetail?: string | null;
  startSignDate?: Date | null;
  /** Set once a signature was put on the file. */
  everSigned?: true;
  signedDocumentId?: number | null;
  /** Who edited the row; moves by signing leave it alone (P-15). */
  modified?: { by: string | null; at: Date };
}

/**
 * Moves a document along the life table if it is still where the move begins; the only writer of its status (P-5).
 * @returns false when it is elsewhere: another call was first, and nothing has changed.
 */
export async function moveDocument(
  tx: Tx,
  id: number,
  move: DocumentMove,
  changes: MoveChanges = {},
): Promise<boolean> {
  const { from, to } = DOCUMENT_MOVES[move];
  const done = await tx
    .updateTable('document')
    .set({
      status: to,
      ...(changes.statusReason === undefined ? {} : { status_reason: changes.statusReason }),
      ...(changes.statusDetail === undefined ? {} : { status_detail: changes.statusDetail }),
      ...(changes.startSignDate === undefined ? {} : { start_sign_date: changes.startSignDate }),
      ...(changes.everSigned === undefined ? {} : { ever_signed: true }),
      ...(changes.signedDocumentId === undefined ? {} : { signed_document_id: changes.signedDocumentId }),
      ...(changes.modified === undefined
        ? {}
        : { last_modified_by: changes.modified.by, last_modified_date: changes.modified.at }),
    })
    .where('id', '=', id)
    .where('status', 'in', [...from] as DocumentStatus[])
    // What was ever signed never goes back to draft, whoever asks.
    .$if(move === 'takeBack', (query) => query.where('ever_signed', '=', false))
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** Tells why a document stays where it is, as a refusal code; one that has moved on is left alone. */
export async function explainDocument(tx: Tx, id: number, status: DocumentStatus, reason: string): Promise<void> {
  await tx
    .updateTable('document')
    .set({ status_reason: reason, status_detail: null })
    .where('id', '=', id)
    .where('status', '=', status)
    .execute();
}

/** Ids of one page and the exact total of a list (two statements, database.md §1). */
export async function listDocuments(db: Db, listing: Listing): Promise<{ ids: number[]; total: number }> {
  const conditions: RawBuilder<SqlBool>[] = listing.conditions;
  const narrowed = db.selectFrom('document').where((eb) => eb.and(conditions));
  const counted = await narrowed.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const page = await narrowed.select('id').orderBy(listing.order).limit(listing.limit).offset(listing.offset).execute();
  return { ids: page.map((row) => row.id), total: Number(counted.total) };
}
