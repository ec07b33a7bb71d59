/** Deletes a document: hides it and keeps its files and trail. */
import type { Actor } from '#domain/access.ts';
import { requirePossible } from '#domain/documents/require-possible.ts';
import { UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import type { Tx } from '#ports/database/database.ts';
import { dropRequests } from '../adherences/index.ts';
import { bookSpace } from '../entitlements/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import { countDocument } from '../folders/index.ts';
import { authoriseAction } from '../http/route.ts';
import { refuseEvidence } from './papers/retained-evidence.ts';
import { hideDocuments, lockDocument } from './queries.ts';
import { findVisible, targetOf } from './visible-documents.ts';

/**
 * Hides a document whose signing was never started, and a FEA module's copy of the identity document with it; updates
 * the folder's count.
 * @throws Refusal document.notFound, 403, conflict.signingStarted, conflict.notDraft, conflict.signingRuns, conflict.feaEvidence, conflict.feaActive, life.folderClosed.
 */
export async function deleteDocument(
  tx: Tx,
  command: { actor: Actor; caller: EvidenceActor; id: number; at: Date },
): Promise<void> {
  const { actor, caller, id, at } = command;
  const action = UNSIGNED_ACTIONS.delete;
  const visible = await findVisible(tx, actor, id);
  authoriseAction(actor, action, targetOf(visible), 'document.notFound');
  // Folders are locked before their documents, as everywhere.
  const isOpen = await countDocument(tx, visible.folder_id, -1);
  requirePossible(action.refusal({ folderStatus: isOpen ? 'OPEN' : 'CLOSED' }));
  const row = await lockDocument(tx, id);
  // Concurrent deletions or starts: the second one sees the result of the first and rolls its count back.
  if (row === undefined) throw new Refusal('document.notFound');
  authoriseAction(actor, action, targetOf(row), 'document.notFound');
  await refuseEvidence(tx, [row], at);
  const hidden = [row];
  for (const copy of await dropRequests(tx, [id], at)) {
    const lockedCopy = await lockDocument(tx, copy);
    if (lockedCopy === undefined) continue;
    await countDocument(tx, lockedCopy.folder_id, -1);
    hidden.push(lockedCopy);
  }
  await hideDocuments(
    tx,
    hidden.map((document) => document.id),
    { by: actor.login, at },
  );
  for (const { id: hiddenId, status } of hidden) {
    await record(tx, documentSubject(hiddenId), { type: 'document.deleted', actor: caller, detail: { status } }, at);
  }
  await bookSpace(
    tx,
    hidden.map((document) => ({ ...document, deleted_date: at })),
    at,
  );
}
