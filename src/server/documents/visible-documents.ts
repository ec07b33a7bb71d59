/** Decides whether an actor may act on a document; absent and out of sight give the same answer. */
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

/**
 * Whether the actor may read the document's files; copies of identity documents are only for those who identify people,
 * that is, who start signatures.
 */
export const mayReadFiles = (actor: Actor, row: DocumentRow): Decision =>
  may(actor, fileAction(row.type), targetOf(row));

/** @throws Refusal document.notFound when absent or out of the actor's sight, 403 when visible but not allowed. */
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
