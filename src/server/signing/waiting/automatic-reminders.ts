/** Sends automatic reminders where the legal entity has the service, except to signers who signed, declined or were just notified. */
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { afterNight, isQuiet, nextReminder, RECENT_MESSAGE_MS } from '#domain/signing/messages/automatic-reminders.ts';
import { LINK_HOURS } from '#domain/signing/messages/link.ts';
import { mayRemind } from '#domain/signing/signer-progress.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { loadForSigning } from '../../documents/index.ts';
import { signatureTypesOf } from '../../entitlements/index.ts';
import type { World } from '../../world.ts';
import { isReachable } from '../messages/deliver.ts';
import { linkWasSent, listSessionDocuments, listSigners, lockSession, type Session, type Signer } from '../queries.ts';
import { remindSigner } from './remind.ts';
import { isReminderDue, listSessionsToRemind, planReminder } from './reminders.queries.ts';
import { reminderFacts } from './waiting-signatures.ts';

/** Stored as the requester where a login is expected. */
const SYSTEM_LOGIN = 'system';

/** Whether the legal entity has a service in force for this kind of signature, FEA or FES. */
async function hasReminderService(db: Db, sessionId: number, at: Date): Promise<boolean> {
  for (const { document_id } of await listSessionDocuments(db, sessionId)) {
    const loaded = await loadForSigning(db, document_id);
    if (loaded === undefined) continue;
    const { legal_entity: entity, folder_type: folderType, sig_type: sigType } = loaded.document;
    const kinds = (await signatureTypesOf(db, [entity], at))(entity, folderType);
    const kind = sigType === 'FEA' || kinds.includes('FEA') ? 'FEA' : 'FES';
    const servedKinds = (await signatureTypesOf(db, [entity], at, 'SIGNATURE_NOTIFICATION'))(entity, folderType);
    if (servedKinds.includes(kind)) return true;
  }
  return false;
}

async function mayBeReminded(tx: Tx, signer: Signer, session: Session, now: Date): Promise<boolean> {
  if (signer.state !== 'WAITING' || !(await linkWasSent(tx, signer.id, signer.link_epoch))) return false;
  if (!(await isReachable(tx, signer))) return false;
  const facts = await reminderFacts(tx, { signer, session, channel: 'EMAIL' }, now);
  const isRecent = facts.lastMessage !== null && now.getTime() - facts.lastMessage.getTime() < RECENT_MESSAGE_MS;
  return !isRecent && mayRemind(facts, now).ok;
}

/** Reminds the signers of one due session and schedules the next reminder, in one transaction. */
export async function remindSession(world: World, sessionId: number): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const session = await lockSession(tx, sessionId);
    if (!(await isReminderDue(tx, session.id, now))) return;
    if (session.state !== 'OPEN') return planReminder(tx, session.id, null);
    // A server started at night after downtime sends missed reminders in the morning.
    if (isQuiet(now)) return planReminder(tx, session.id, afterNight(now));
    const expires = session.expires_date;
    const moments = { started: new Date(expires.getTime() - LINK_HOURS * 3_600_000), expires };
    await planReminder(tx, session.id, nextReminder(moments, now));
    if (session.expires_date.getTime() <= now.getTime() || !(await hasReminderService(tx, session.id, now))) return;
    for (const signer of await listSigners(tx, session.id)) {
      if (!(await mayBeReminded(tx, signer, session, now))) continue;
      await remindSigner(tx, world, { signer, channel: 'EMAIL', requestedBy: SYSTEM_LOGIN, by: SYSTEM_ACTOR, now });
    }
  });
}

/** The sweep: at most `limit` sessions; the next one takes the rest. */
export async function remindSessions(world: World, limit: number): Promise<void> {
  for (const id of await listSessionsToRemind(world.database.read, world.clock.now(), limit)) {
    try {
      await remindSession(world, id);
    } catch (error) {
      // A failed session does not block the others.
      world.log.error({ err: error, sessionId: id }, 'automatic reminder failed');
    }
  }
}
