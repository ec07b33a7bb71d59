/** Refusing to sign, or telling that the link reached the wrong person (D-49). */
import { REFUSALS, type RefusalCode } from '#domain/errors.ts';
import { moveDocument } from '../documents/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import type { World } from '../world.ts';
import { type Client, type Link, lockLink, signerActor } from './ceremony.ts';
import { closedRefusal } from './code-request.ts';
import { setSessionState, setSignerState } from './queries.ts';
import { releaseForSession } from './quota.ts';
import { releaseSession } from './start.ts';

/** The sentence the signer's page sends for "it is not me" is the reason's own. */
function reasonCode(reason: string): RefusalCode {
  return reason === REFUSALS['signing.notMe'].it ? 'signing.notMe' : 'signing.declined';
}

/** Ends the signature for everybody. Again by the same browser: nothing more happens. @throws Refusal why the link is closed. */
export async function declineSignature(world: World, entered: Link, reason: string, client: Client): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const { signer, session, state } = await lockLink(tx, entered, now);
    if (state === 'DECLINED') return;
    if (state !== 'OPEN') throw closedRefusal(state);
    await setSignerState(tx, signer.id, 'DECLINED', { declineReason: reason });
    await setSessionState(tx, session.id, 'DECLINED', { endedDate: now });
    const code = reasonCode(reason);
    const changes = { statusReason: code, statusDetail: code === 'signing.notMe' ? null : reason };
    for (const id of await releaseSession(tx, session, now)) {
      if (!(await moveDocument(tx, id, 'decline', changes))) {
        throw new Error(`Document ${id} of an open session does not wait`);
      }
      const event = {
        type: 'declined',
        actor: signerActor(signer, client),
        detail: { sessionId: session.id, reason },
      } as const;
      await record(tx, documentSubject(id), event, now);
    }
    await releaseForSession(tx, session.id);
  });
}
