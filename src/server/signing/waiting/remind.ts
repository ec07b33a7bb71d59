/** "Sollecita": sends the link again to signers who have not signed. The link and its expiry stay the same. */
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { canReceiveCodes } from '#domain/signing/contact/contact.ts';
import {
  type LinkChannel,
  mayRemind,
  REMINDERS_PER_DAY,
  type ReminderDecision,
  type Waiting,
} from '#domain/signing/signer-progress.ts';
import { romeShort } from '#domain/signing/trail/printed-time.ts';
import type { Tx } from '#ports/database/database.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { hitLimit } from '../../identity/index.ts';
import type { World } from '../../world.ts';
import { addressOf } from '../messages/deliver.ts';
import { lockLiveSignature } from '../open-session.ts';
import { listSessionDocuments, noteEvent, type Signer } from '../queries.ts';
import { loadSessionContext } from '../session-context.ts';
import { reserveLinkSms } from '../start/quota.ts';
import { insertReminder } from './reminders.queries.ts';
import { reminderFacts, toRemind, waitingSignatures } from './waiting-signatures.ts';

function refusedUntil(
  code: 'signing.remindedRecently' | 'signing.remindedEnough' | 'signing.phoneLinksEnough',
  { from, now, count = 0 }: { from: Date; now: Date; count?: number },
): Refusal {
  const [day = '', time = ''] = romeShort(from).split(' ');
  const retryAfter = Math.ceil((from.getTime() - now.getTime()) / 1000);
  return new Refusal(code, { parameters: { day, time, count }, extra: { retryAfter } });
}

const tooOftenRefusal = ({ reason, from }: ReminderDecision & { ok: false }, now: Date): Refusal =>
  reason === 'tooSoon'
    ? refusedUntil('signing.remindedRecently', { from, now })
    : refusedUntil('signing.remindedEnough', { from, now, count: REMINDERS_PER_DAY });

/**
 * Queues the message to each signer who has not signed and may be reminded; reads only through `tx`.
 * @param request.by the same person, as recorded in the evidence trail.
 * @throws Refusal document.notFound, life.notWaiting, signing.remindedRecently or signing.remindedEnough with
 * `retryAfter` in seconds; by SMS signing.phoneCountry, signing.phoneLinksEnough, quota.otp….
 */
export async function requestReminder(
  tx: Tx,
  world: World,
  request: { actor: Actor; by: EvidenceActor; documentId: number; channel: LinkChannel },
): Promise<Waiting> {
  const { actor, by, documentId, channel } = request;
  const now = world.clock.now();
  const { session, signers } = await lockLiveSignature(tx, { actor, documentId, action: 'remind', now });
  const waiting = toRemind(signers).filter(({ user_id }) => channel === 'EMAIL' || user_id === null);
  if (waiting.length === 0) throw new Refusal('life.notWaiting');
  let firstRefused: (ReminderDecision & { ok: false }) | undefined;
  const reminded: number[] = [];
  for (const signer of waiting) {
    const decision = mayRemind(await reminderFacts(tx, { signer, session, channel }, now), now);
    if (decision.ok) {
      reminded.push(await remindSigner(tx, world, { signer, channel, requestedBy: actor.login, by, now }));
    } else firstRefused ??= decision;
  }
  if (reminded.length === 0 && firstRefused !== undefined) throw tooOftenRefusal(firstRefused, now);
  if (channel === 'SMS') {
    const { legalEntity } = await loadSessionContext(tx, session.id);
    await reserveLinkSms(tx, { reminderIds: reminded, legalEntity }, now);
  }
  const state = (await waitingSignatures.describe(tx, [documentId], now)).get(documentId);
  if (state === undefined) throw new Error(`Document ${documentId} is waiting but has no signer`);
  return state;
}

const LINKS_PER_PHONE = { limit: 10, windowSeconds: 86_400 } as const;

/** Limits links per telephone over all signatures. @throws Refusal signing.phoneLinksEnough */
async function countPhoneLink(tx: Tx, phone: string, now: Date): Promise<void> {
  try {
    await hitLimit(tx, `link-phone:${phone}`, LINKS_PER_PHONE, now);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'request.tooMany') throw error;
    const from = new Date(now.getTime() + Number(error.extra.retryAfter ?? LINKS_PER_PHONE.windowSeconds) * 1000);
    throw refusedUntil('signing.phoneLinksEnough', { from, now, count: LINKS_PER_PHONE.limit });
  }
}

/** @throws Refusal signing.phoneCountry for a telephone to which no messages are sent. */
function requirePhone(world: World, { first_name, last_name, phone }: Signer): void {
  if (canReceiveCodes(phone, world.settings.otpCountries)) return;
  throw new Refusal('signing.phoneCountry', { parameters: { name: `${first_name} ${last_name}` } });
}

/**
 * Queues the message to one signer. @param request.requestedBy a login, or `system` for an automatic reminder.
 * @returns the reminder's id. @throws Refusal signing.phoneCountry, signing.phoneLinksEnough, only by SMS.
 */
export async function remindSigner(
  tx: Tx,
  world: World,
  request: { signer: Signer; channel: LinkChannel; requestedBy: string; by: EvidenceActor; now: Date },
): Promise<number> {
  const { signer, channel, requestedBy, by, now } = request;
  if (channel === 'SMS') {
    requirePhone(world, signer);
    await countPhoneLink(tx, signer.phone, now);
  }
  const reminderId = await insertReminder(tx, {
    channel,
    signer_id: signer.id,
    link_epoch: signer.link_epoch,
    requested_by: requestedBy,
    requested_date: now,
    delivery: 'QUEUED',
  });
  await noteEvent(tx, signer.id, 'reminder.requested', now);
  const detail = { sessionId: signer.session_id, channel, address: addressOf(signer, channel) };
  for (const { document_id } of await listSessionDocuments(tx, signer.session_id)) {
    await record(tx, documentSubject(document_id), { type: 'reminder.requested', actor: by, detail }, now);
  }
  await world.jobs.send(tx, 'signing.sendReminder', { reminderId }, { key: `reminder:${reminderId}` });
  return reminderId;
}
