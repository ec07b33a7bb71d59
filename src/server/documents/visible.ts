/** Whether an actor may do something with a document: absent and not yours are the same answer (P-4). */
import { type Action, type Actor, type Decision, may, type Target } from '#domain/access.ts';
import { fileAction } from '#domain/documents/file-action.ts';
import { Refusal } from '#domain/errors.ts';
import type { Db } from '#ports/database/database.ts';
import { authorise } from '../http/route.ts';
import { type DocumentRow, findDocument } from './queries.ts';

export function targetOf(row: DocumentRow): Target {
  return {
    hst: row.hst,
    brand: row.brand,
    folderType: row.folder_type,
    createdBy: row.created_by,
    signingStarted: row.start_sign_date !== null,
    draft: row.status === 'DRAFT',
  };
}

/** The files of a document: copies of identity documents are for whoever identifies people, those who start signatures (D-4). */
export const mayReadFiles = (actor: Actor, row: DocumentRow): Decision =>
  may(actor, fileAction(row.type), targetOf(row));

/** @throws Refusal document.notFound when absent or out of the actor's sight, 403 when seen but not allowed. */
export async function findVisible(
  db: Db,
  actor: Actor,
  id: number,
  action: Action = 'document.read',
): Promise<DocumentRow> {
  const row = await findDocument(db, id);
  if (row === undefined || row.deleted_date !== null) throw new Refusal('document.notFound');
  authorise(may(actor, 'document.read', targetOf(row)), 'document.notFound');
  if (action !== 'document.read') authorise(may(actor, action, targetOf(row)), 'document.notFound');
  return row;
}
