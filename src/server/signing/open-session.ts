/** Locks a document's open signing session for a change by staff. */
import type { Actor } from '#domain/access.ts';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import { requirePossible } from '#domain/documents/require-possible.ts';
import { Refusal } from '#domain/errors.ts';
import type { Tx } from '#ports/database/database.ts';
import { findVisible, type LoadedDocument } from '../documents/index.ts';
import { findLatestSession, listSigners, lockSession, type Session, type Signer } from './queries.ts';

/** Also an expired one that is not ended yet. @throws Refusal life.notWaiting when the newest session is not open. */
export async function lockOpenSession(tx: Tx, documentId: number): Promise<Session> {
  const latest = await findLatestSession(tx, documentId);
  const session = latest && (await lockSession(tx, latest.id));
  if (session?.state !== 'OPEN') throw new Refusal('life.notWaiting');
  return session;
}

/**
 * A signature whose links work, for an action of a user who sees the document; of two clicks, the second waits here and
 * finds the result of the first. @throws Refusal document.notFound, life.notWaiting
 */
export async function lockLiveSignature(
  tx: Tx,
  request: { actor: Actor; documentId: number; action: 'correct-contact' | 'remind' | 'replace-signer'; now: Date },
): Promise<{ document: LoadedDocument; session: Session; signers: Signer[] }> {
  const { actor, documentId, action, now } = request;
  const document = await findVisible(tx, actor, documentId, 'document.sign');
  requirePossible(DOCUMENT_ACTIONS[action].refusal(document));
  const session = await lockOpenSession(tx, documentId);
  if (session.expires_date.getTime() <= now.getTime()) throw new Refusal('life.notWaiting');
  return { document, session, signers: await listSigners(tx, session.id) };
}
