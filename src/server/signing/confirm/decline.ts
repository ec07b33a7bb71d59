/** Declining to sign, or reporting that the link reached the wrong person. */
import { REFUSALS, type RefusalCode } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { isNotMe, NOT_ME } from '#domain/signing/decline-reasons.ts';
import type { Tx } from '#ports/database/database.ts';
import { moveDocument } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import { type Client, type Link, lockLink, signerActor } from '../ceremony/ceremony.ts';
import { notifyStarter } from '../messages/notify-staff.ts';
import { type Session, type Signer, setSessionState, setSignerState } from '../queries.ts';
import { releaseSession } from '../start/end-session.ts';
import { releaseForSession } from '../start/quota.ts';
import { closedRefusal } from './code-request.ts';

/** The kind of a declined signature. */
export const declineKind = ({ decline_reason: reason }: Pick<Signer, 'decline_reason'>) =>
  isNotMe(reason) ? 'wrongRecipient' : 'declined';

/**
 * Ends the signature for all signers; a repetition by the same browser has no effect. @throws Refusal with the reason
 * why the link is closed.
 */
export async function declineSignature(world: World, enteredLink: Link, reason: string, client: Client): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const { signer, session, state } = await lockLink(tx, enteredLink, now);
    if (state === 'DECLINED') return;
    if (state !== 'OPEN') throw closedRefusal(state);
    const cause = isNotMe(reason)
      ? ({ code: NOT_ME, reason: NOT_ME } as const)
      : ({ code: 'signing.declined', reason } as const);
    await endAsDeclined(world, tx, { session, signer, actor: signerActor(signer, client), now }, cause);
  });
}

/** The caller holds session and signer. */
export async function endAsDeclined(
  world: World,
  tx: Tx,
  context: { session: Session; signer: Signer; actor: EvidenceActor; now: Date },
  { code, reason }: { code: RefusalCode; reason: string },
): Promise<void> {
  const { session, signer, actor, now } = context;
  await setSignerState(tx, signer.id, 'DECLINED', { declineReason: reason });
  await setSessionState(tx, session.id, 'DECLINED', { endedDate: now });
  const { documentIds, part } = await releaseSession(world, tx, session, now);
  const changes = { statusReason: code, statusDetail: code === NOT_ME ? null : reason, ...part };
  // The trail is read by people.
  const words = code === NOT_ME ? REFUSALS[NOT_ME].it : reason;
  for (const id of documentIds) {
    if (!(await moveDocument(tx, id, 'decline', changes))) {
      throw new Error(`Document ${id} of an open session is not waiting`);
    }
    const event = { type: 'declined', actor, detail: { sessionId: session.id, reason: words } } as const;
    await record(tx, documentSubject(id), event, now);
  }
  const kind = code === NOT_ME ? 'wrongRecipient' : 'declined';
  await notifyStarter(world, tx, session, { kind, at: now, knownTo: [actor.kind === 'staff' ? actor.id : null] });
  if (code === NOT_ME) {
    const data = { sessionId: session.id };
    await world.jobs.send(tx, 'signing.alertSupervisors', data, { key: `not-me:${session.id}` });
  }
  await releaseForSession(tx, session.id);
}
