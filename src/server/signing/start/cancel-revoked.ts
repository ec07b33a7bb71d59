/** Ends signatures whose adherence was revoked, if not signed yet. */
import type { EvidenceActor } from '#domain/evidence/events.ts';
import type { Tx } from '#ports/database/database.ts';
import { moveDocument } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import { lockSession, setSessionState } from '../queries.ts';
import { releaseSession } from './end-session.ts';
import { releaseForSession } from './quota.ts';

/** @returns how many were ended; those already confirmed complete normally. */
export async function cancelSessions(
  world: World,
  tx: Tx,
  sessionIds: readonly number[],
  { reason, by, at }: { reason: string; by: EvidenceActor; at: Date },
): Promise<number> {
  const cancelledIds: number[] = [];
  for (const id of sessionIds) {
    const session = await lockSession(tx, id);
    if (session.state !== 'OPEN' && session.state !== 'PREPARING') continue;
    const transition = session.state === 'OPEN' ? 'cancel' : 'preparationFailed';
    await setSessionState(tx, session.id, 'CANCELLED', { endedDate: at });
    const { documentIds, part } = await releaseSession(world, tx, session, at);
    for (const documentId of documentIds) {
      const changes = { statusReason: reason, statusDetail: null, ...part };
      if (!(await moveDocument(tx, documentId, transition, changes))) {
        throw new Error(`Document ${documentId} of an open session is not waiting`);
      }
      const detail = { sessionId: session.id, reason };
      await record(tx, documentSubject(documentId), { type: 'cancelled', actor: by, detail }, at);
    }
    cancelledIds.push(session.id);
  }
  // Lock the quota last, so that no holder of it waits for a session lock.
  for (const id of cancelledIds) await releaseForSession(tx, id);
  return cancelledIds.length;
}
