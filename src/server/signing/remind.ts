/** "Sollecita": the link is sent once more to whoever has not signed yet (P-19). It is the same link; its time goes on. */
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { maskEmail } from '#domain/evidence/masking.ts';
import { romeShort } from '#domain/signing/printed-time.ts';
import { mayRemind, REMINDERS_PER_DAY, type ReminderDecision, type Waiting } from '#domain/signing/waiting.ts';
import type { Tx } from '#ports/database/database.ts';
import { findVisible } from '../documents/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import type { World } from '../world.ts';
import {
  findLatestSession,
  listSessionDocuments,
  listSigners,
  lockSession,
  noteEvent,
  type Signer,
} from './queries.ts';
import { insertReminder } from './reminder-rows.ts';
import { reminderFacts, toRemind, waitingSignatures } from './waiting.ts';

function tooOften({ reason, from }: ReminderDecision & { ok: false }, now: Date): Refusal {
  const [day = '', time = ''] = romeShort(from).split(' ');
  const retryAfter = Math.ceil((from.getTime() - now.getTime()) / 1000);
  return reason === 'tooSoon'
    ? new Refusal('signing.remindedRecently', { parameters: { day, time }, extra: { retryAfter } })
    : new Refusal('signing.remindedEnough', {
        parameters: { day, time, count: REMINDERS_PER_DAY },
        extra: { retryAfter },
      });
}

/**
 * Queues the message to each who has not signed and may be reminded; reads by `tx` alone.
 * @param by the same person as the trail shall tell it.
 * @throws Refusal document.notFound, life.notWaiting, signing.remindedRecently or signing.remindedEnough with `retryAfter`
 * in seconds.
 */
export async function requestReminder(
  tx: Tx,
  world: World,
  asked: { actor: Actor; by: EvidenceActor; documentId: number },
): Promise<Waiting> {
  const { actor, by, documentId } = asked;
  const now = world.clock.now();
  const seen = await findVisible(tx, actor, documentId, 'document.sign');
  const found = await findLatestSession(tx, documentId);
  if (found === undefined || seen.status !== 'START_SIGN') throw new Refusal('life.notWaiting');
  // Two clicks come one after the other: the second one finds what the first has left.
  const session = await lockSession(tx, found.id);
  const waiting = toRemind(await listSigners(tx, session.id));
  const open = session.state === 'OPEN' && session.expires_date.getTime() > now.getTime();
  if (!open || waiting.length === 0) throw new Refusal('life.notWaiting');
  let refused: (ReminderDecision & { ok: false }) | undefined;
  let reminded = 0;
  for (const signer of waiting) {
    const decision = mayRemind(await reminderFacts(tx, signer, session, now), now);
    if (decision.ok) {
      await remindSigner(tx, world, { signer, requestedBy: actor.login, by, now });
      reminded += 1;
    } else refused ??= decision;
  }
  if (reminded === 0 && refused !== undefined) throw tooOften(refused, now);
  const state = (await waitingSignatures.describe(tx, [documentId], now)).get(documentId);
  if (state === undefined) throw new Error(`Document ${documentId} waits and has no signer`);
  return state;
}

/** Queues the message to one signer. @param requestedBy a login, or `system` for one that nobody asked for. */
export async function remindSigner(
  tx: Tx,
  world: World,
  { signer, requestedBy, by, now }: { signer: Signer; requestedBy: string; by: EvidenceActor; now: Date },
): Promise<void> {
  const reminderId = await insertReminder(tx, {
    signer_id: signer.id,
    link_epoch: signer.link_epoch,
    requested_by: requestedBy,
    requested_date: now,
    delivery: 'QUEUED',
  });
  await noteEvent(tx, signer.id, 'reminder.requested', now);
  const detail = { sessionId: signer.session_id, channel: 'EMAIL', address: maskEmail(signer.email) };
  for (const { document_id } of await listSessionDocuments(tx, signer.session_id)) {
    await record(tx, documentSubject(document_id), { type: 'reminder.requested', actor: by, detail }, now);
  }
  await world.jobs.send(tx, 'signing.sendReminder', { reminderId }, { key: `reminder:${reminderId}` });
}
