/** Where signatures stand that wait for somebody, for the list "Da sollecitare" (P-19). */
import { LINK_HOURS } from '#domain/signing/link.ts';
import { isStaffsTurn } from '#domain/signing/staff-signers.ts';
import {
  codesAreSpent,
  type LinkChannel,
  mayRemind,
  progressOf,
  REMINDER_DAY_MS,
  type ReminderFacts,
  type Resend,
  WAITING_EVENTS,
  type Waiting,
  type WaitingEvent,
} from '#domain/signing/waiting.ts';
import type { Db } from '#ports/database/database.ts';
import type { WaitingSignatures } from '../documents/index.ts';
import { linkMessageId } from './messages/attempt.ts';
import { listUndelivered } from './messages/message-rows.ts';
import {
  listLinkDeliveries,
  listWaitingSigners,
  progressIn,
  type Session,
  type Signer,
  type WaitingSigner,
} from './queries.ts';
import { listReadingsOf } from './reading-rows.ts';
import { listReminders, type Reminder } from './reminder-rows.ts';

/** What was sent to a signer so far; what could not be sent or came back reached nobody, and does not count. */
interface Sent {
  /** The first message of the link; null while none was handed to a gateway. */
  link: Date | null;
  reminders: readonly Reminder[];
}

async function sentTo(db: Db, signers: readonly Signer[]): Promise<(signer: Signer) => Sent> {
  const ids = signers.map((signer) => signer.id);
  const deliveries = await listLinkDeliveries(db, ids);
  const reminders = await listReminders(db, ids);
  const undelivered = await listUndelivered(db, ids);
  const arrived = deliveries.filter((one) => !undelivered.has(linkMessageId(one.signer_id, one.link_epoch)));
  const linkOf = new Map(arrived.map((one) => [`${one.signer_id} ${one.link_epoch}`, one.sent_date]));
  const reached = reminders.filter((one) => one.delivery !== 'FAILED' && !undelivered.has(`reminder:${one.id}`));
  const remindersOf = Map.groupBy(reached, (one) => one.signer_id);
  return (signer) => ({
    link: linkOf.get(`${signer.id} ${signer.link_epoch}`) ?? null,
    reminders: remindersOf.get(signer.id) ?? [],
  });
}

function factsOf(signer: Signer, expires: Date, sent: Sent, now: Date): ReminderFacts {
  const left = sent.reminders.map((one) => one.requested_date);
  const opened = new Date(expires.getTime() - LINK_HOURS * 3_600_000);
  const corrected = signer.last_event === 'contact.corrected' ? signer.last_event_date : null;
  const first = sent.link ?? (signer.last_event === 'sign.started' ? opened : corrected);
  return {
    lastMessage: left.at(-1) ?? first,
    reminders: left.filter((date) => date.getTime() > now.getTime() - REMINDER_DAY_MS),
  };
}

/** What decides whether the link may be sent to this signer once more; an SMS waits for no e-mail, only the day's count is one. */
export async function reminderFacts(
  db: Db,
  { signer, session, channel }: { signer: Signer; session: Session; channel: LinkChannel },
  now: Date,
): Promise<ReminderFacts> {
  const sent = (await sentTo(db, [signer]))(signer);
  const facts = factsOf(signer, session.expires_date, sent, now);
  if (channel === 'EMAIL') return facts;
  const last = sent.reminders.findLast((one) => one.channel === 'SMS');
  return { ...facts, lastMessage: last?.requested_date ?? null };
}

function resendOf(signer: Signer, session: { state: string; expires: Date }, sent: Sent, now: Date): Resend {
  const open = session.state === 'OPEN' && signer.state === 'WAITING' && session.expires.getTime() > now.getTime();
  if (!open) return { refused: 'notWaiting', from: null };
  const decision = mayRemind(factsOf(signer, session.expires, sent, now), now);
  return decision.ok
    ? { refused: null, from: now.toISOString() }
    : { refused: decision.reason, from: decision.from.toISOString() };
}

/** Who has not signed and could: staff only once it is their turn (P-6). */
export const toRemind = (signers: readonly Signer[]): Signer[] =>
  signers.filter((one) => one.state === 'WAITING' && (one.role === 'customer' || isStaffsTurn(signers)));

/** Whether the link of a signature may be sent again, for whoever looks at its document. */
export async function resendOfSession(
  db: Db,
  session: Session | undefined,
  signers: readonly Signer[],
  now: Date,
): Promise<Resend> {
  const waiting = toRemind(signers);
  if (session === undefined || waiting.length === 0) return { refused: 'notWaiting', from: null };
  const sent = await sentTo(db, waiting);
  const standing = { state: session.state, expires: session.expires_date };
  // One of them is enough: the others are left alone.
  const each = waiting.map((signer) => resendOf(signer, standing, sent(signer), now));
  const [first = { refused: 'notWaiting', from: null }] = each;
  return each.find(({ refused }) => refused === null) ?? first;
}

/** A later version may know more events: to this one they say no more than that the signature was started. */
const eventOf = ({ last_event }: Signer): WaitingEvent =>
  WAITING_EVENTS.find((event) => event === last_event) ?? 'sign.started';

const text = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

function waitingOf(signer: WaitingSigner, sent: Sent, readAt: Date | null, now: Date): Waiting {
  const { codes_requested: codesRequested, session_state: state, expires_date: expires } = signer;
  return {
    progress: progressOf({ lastEvent: signer.last_event, seen: signer.seen_date, codesRequested }),
    last: { event: eventOf(signer), at: text(signer.last_event_date) },
    sentAt: text(sent.link),
    openedAt: text(signer.seen_date),
    readAt: text(readAt),
    expiresAt: state === 'OPEN' ? expires.toISOString() : null,
    codesSpent: codesAreSpent({ codesRequested }),
    reminders: sent.reminders.length,
    resend: resendOf(signer, { state, expires }, sent, now),
  };
}

/** Where each of the documents stands; one that never had a signature is left out. */
async function describe(db: Db, documentIds: readonly number[], now: Date): Promise<Map<number, Waiting>> {
  if (documentIds.length === 0) return new Map();
  const signers = await listWaitingSigners(db, documentIds);
  const sent = await sentTo(db, signers);
  const readings = await listReadingsOf(
    db,
    signers.map((signer) => signer.id),
  );
  const readAt = new Map(readings.map((one) => [`${one.signer_id} ${one.document_id}`, one.complete_date]));
  return new Map(
    signers.map((signer) => {
      const documentId = signer.document_id;
      return [documentId, waitingOf(signer, sent(signer), readAt.get(`${signer.id} ${documentId}`) ?? null, now)];
    }),
  );
}

export const waitingSignatures: WaitingSignatures = { progressIn, describe };
