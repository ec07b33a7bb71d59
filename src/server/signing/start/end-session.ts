/** Common to every end of a signature other than completion: decline, lock, cancellation, expiry. */
import type { Tx } from '#ports/database/database.ts';
import type { World } from '../../world.ts';
import { insertPartlySigned } from '../complete/partly-signed.queries.ts';
import { endLiveCode, listSessionDocuments, listSigners, releaseDocuments, type Session } from '../queries.ts';

/** The freed documents, and the resulting changes to their rows. */
interface ReleasedSession {
  readonly documentIds: readonly number[];
  /** A document with any signature keeps that mark, however its signing ends. */
  readonly part: { readonly everSigned?: true };
}

/**
 * Ends a session's codes and frees its documents; given signatures are kept in a partly signed file. The caller holds
 * the session's lock and sets its state.
 */
export async function releaseSession(world: World, tx: Tx, session: Session, now: Date): Promise<ReleasedSession> {
  const { id: sessionId } = session;
  const signers = await listSigners(tx, sessionId);
  for (const signer of signers) await endLiveCode(tx, signer.id, now);
  await releaseDocuments(tx, sessionId);
  const documentIds = (await listSessionDocuments(tx, sessionId)).map((entry) => entry.document_id);
  if (!signers.some(({ state }) => state === 'SIGNED')) return { documentIds, part: {} };
  for (const documentId of documentIds) await insertPartlySigned(tx, sessionId, documentId);
  await world.jobs.send(tx, 'signing.keepPart', { sessionId }, { key: `part:${sessionId}` });
  return { documentIds, part: { everSigned: true } };
}
