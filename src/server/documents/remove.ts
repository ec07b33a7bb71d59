/** Deleting a document: it is hidden, its files and its trail stay (P-4, D-9). */
import { type Actor, may } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import type { Tx } from '#ports/database/database.ts';
import { bookSpace } from '../entitlements/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import { countDocument } from '../folders/index.ts';
import { authorise } from '../http/route.ts';
import { hideDocuments, lockDocument } from './queries.ts';
import { findVisible, targetOf } from './visible.ts';

/**
 * Hides a document whose signing was never started; the folder's count moves along.
 * @throws Refusal document.notFound, 403, conflict.signingStarted, conflict.notDraft, life.folderClosed.
 */
export async function deleteDocument(
  tx: Tx,
  command: { actor: Actor; caller: EvidenceActor; id: number; at: Date },
): Promise<void> {
  const { actor, caller, id, at } = command;
  const seen = await findVisible(tx, actor, id, 'document.delete');
  // Folders are locked before their documents everywhere.
  if (!(await countDocument(tx, seen.folder_id, -1))) throw new Refusal('life.folderClosed');
  const row = await lockDocument(tx, id);
  // Two deletions, or a start, at the same moment: the second one sees what the first left and takes the count back.
  if (row === undefined) throw new Refusal('document.notFound');
  authorise(may(actor, 'document.delete', targetOf(row)), 'document.notFound');
  await hideDocuments(tx, [id], { by: actor.login, at });
  const detail = { status: row.status };
  await record(tx, documentSubject(id), { type: 'document.deleted', actor: caller, detail }, at);
  await bookSpace(tx, [{ ...row, deleted_date: at }], at);
}
