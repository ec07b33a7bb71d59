/** State of the waiting signatures, for the waiting list. */
import { type AwaitedSigner, PROGRESS_BY_URGENCY } from '#domain/signing/awaited-signers.ts';
import { isHandedOver, LINK_HOURS } from '#domain/signing/messages/link.ts';
import {
  isOutOfCodes,
  type LinkChannel,
  mayRemind,
  progressOf,
  REMINDER_DAY_MS,
  type ReminderFacts,
  type Resend,
  WAITING_EVENTS,
  type Waiting,
  type WaitingEvent,
} from '#domain/signing/signer-progress.ts';
import { isStaffTurn } from '#domain/signing/staff-signers.ts';
import type { Db } from '#ports/database/database.ts';
import type { WaitingSignatures } from '../../documents/index.ts';
import { listReadingsBySigners } from '../ceremony/reading.queries.ts';
import { linkMessageId } from '../messages/attempt.ts';
import { listUndelivered } from '../messages/messages.queries.ts';
import { listLinkDeliveries, type Session, type Signer } from '../queries.ts';
import { type AwaitedRow, listAwaitedSigners, progressIn } from './awaited-signers.queries.ts';
import { listReminders, type Reminder } from './reminders.queries.ts';

/** Messages sent to a signer; failed and returned ones do not count. */
interface SentMessages {
  /** The first message with the link; null until a gateway accepts one. */
  link: Date | null;
  reminders: readonly Reminder[];
}

async function loadSentMessages(db: Db, signers: readonly Signer[]): Promise<(signer: Signer) => SentMessages> {
  const ids = signers.map((signer) => signer.id);
  const deliveries = await listLinkDeliveries(db, ids);
  const reminders = await listReminders(db, ids);
  const undelivered = await listUndelivered(db, ids);
  const deliveredLinks = deliveries.filter((one) => !undelivered.has(linkMessageId(one.signer_id, one.link_epoch)));
  const linkDates = new Map(deliveredLinks.map((link) => [`${link.signer_id} ${link.link_epoch}`, link.sent_date]));
  const reached = reminders.filter((one) => one.delivery !== 'FAILED' && !undelivered.has(`reminder:${one.id}`));
  const remindersBySigner = Map.groupBy(reached, (reminder) => reminder.signer_id);
  return (signer) => ({
    link: linkDates.get(`${signer.id} ${signer.link_epoch}`) ?? null,
    reminders: remindersBySigner.get(signer.id) ?? [],
  });
}

function factsOf(signer: Signer, expires: Date, sent: SentMessages, now: Date): ReminderFacts {
  const reminderDates = sent.reminders.map((reminder) => reminder.requested_date);
  const sessionOpened = new Date(expires.getTime() - LINK_HOURS * 3_600_000);
  const correctedDate = signer.last_event === 'contact.corrected' ? signer.last_event_date : null;
  // A link handed over at the desk is not being e-mailed, so it may be e-mailed immediately.
  const isMailPending = !isHandedOver(signer) && signer.last_event === 'sign.started';
  const firstMessage = sent.link ?? (isMailPending ? sessionOpened : correctedDate);
  return {
    lastMessage: reminderDates.at(-1) ?? firstMessage,
    reminders: reminderDates.filter((date) => date.getTime() > now.getTime() - REMINDER_DAY_MS),
  };
}

/**
 * Facts that decide whether the link may be sent to this signer again; an SMS need not wait for an e-mail, but both
 * count towards the daily limit.
 */
export async function reminderFacts(
  db: Db,
  { signer, session, channel }: { signer: Signer; session: Session; channel: LinkChannel },
  now: Date,
): Promise<ReminderFacts> {
  const sent = (await loadSentMessages(db, [signer]))(signer);
  const facts = factsOf(signer, session.expires_date, sent, now);
  if (channel === 'EMAIL') return facts;
  const lastSms = sent.reminders.findLast((reminder) => reminder.channel === 'SMS');
  return { ...facts, lastMessage: lastSms?.requested_date ?? null };
}

const NOT_WAITING: Resend = { refused: 'notWaiting', from: null };
/** The session has started, its file is being prepared: the link leaves with it. */
const PREPARING: Resend = { refused: 'preparing', from: null };

function resendOf(signer: Signer, session: { state: string; expires: Date }, sent: SentMessages, now: Date): Resend {
  const isOpen = session.state === 'OPEN' && signer.state === 'WAITING' && session.expires.getTime() > now.getTime();
  if (!isOpen) return NOT_WAITING;
  const decision = mayRemind(factsOf(signer, session.expires, sent, now), now);
  return decision.ok
    ? { refused: null, from: now.toISOString() }
    : { refused: decision.reason, from: decision.from.toISOString() };
}

/** Signers who have not signed and could now: staff only at their turn. */
export const toRemind = (signers: readonly Signer[]): Signer[] =>
  signers.filter((signer) => signer.state === 'WAITING' && (signer.role === 'customer' || isStaffTurn(signers)));

/** One signer who can be sent the link is enough; the others are ignored. Otherwise the earliest with a known time. */
function resendOfAny(each: readonly Resend[]): Resend {
  const later = each.filter(({ from }) => from !== null).toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''));
  return each.find(({ refused }) => refused === null) ?? later[0] ?? NOT_WAITING;
}

/** Whether the link of a signature may be sent again, as shown on its document. */
export async function resendOfSession(
  db: Db,
  session: Session | undefined,
  signers: readonly Signer[],
  now: Date,
): Promise<Resend> {
  const waiting = toRemind(signers);
  if (session === undefined || waiting.length === 0) return NOT_WAITING;
  if (session.state === 'PREPARING') return PREPARING;
  const sent = await loadSentMessages(db, waiting);
  const status = { state: session.state, expires: session.expires_date };
  return resendOfAny(waiting.map((signer) => resendOf(signer, status, sent(signer), now)));
}

/** A later version may store other events: this one shows them as started. */
const lastEventOf = ({ last_event }: Signer): WaitingEvent =>
  WAITING_EVENTS.find((event) => event === last_event) ?? 'sign.started';

const toIso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

const progressOfRow = (signer: Signer) =>
  progressOf({ lastEvent: signer.last_event, seen: signer.seen_date, codesRequested: signer.codes_requested });

export const awaitedSigner = (signer: AwaitedRow): AwaitedSigner => ({
  role: signer.role,
  name: `${signer.first_name} ${signer.last_name}`,
  progress: progressOfRow(signer),
  since: toIso(signer.since),
  openedAt: toIso(signer.seen_date),
});

/** The signer whose progress `progressIn` reports. @param signers signers of one document, in signing order; not empty. */
const signerNeedingHelp = (signers: readonly AwaitedRow[]): AwaitedRow | undefined =>
  PROGRESS_BY_URGENCY.map((progress) => signers.find((signer) => progressOfRow(signer) === progress)).find(Boolean);

function waitingOf(
  signers: readonly AwaitedRow[],
  sent: (signer: Signer) => SentMessages,
  readAt: (signer: AwaitedRow) => Date | null,
  now: Date,
): Waiting | undefined {
  const signer = signerNeedingHelp(signers);
  if (signer === undefined) return undefined;
  const { session_state: state, expires_date: expires } = signer;
  return {
    progress: progressOfRow(signer),
    last: { event: lastEventOf(signer), at: toIso(signer.last_event_date) },
    of: awaitedSigner(signer).name,
    sentAt: toIso(sent(signer).link),
    openedAt: toIso(signer.seen_date),
    readAt: toIso(readAt(signer)),
    expiresAt: state === 'OPEN' ? expires.toISOString() : null,
    codesSpent: isOutOfCodes({ codesRequested: signer.codes_requested }),
    reminders: sent(signer).reminders.length,
    resend: resendOfAny(signers.map((candidate) => resendOf(candidate, { state, expires }, sent(candidate), now))),
  };
}

/** State of each document; without those that no signer is awaited for. */
async function describe(db: Db, documentIds: readonly number[], now: Date): Promise<Map<number, Waiting>> {
  const signers = await listAwaitedSigners(db, documentIds);
  if (signers.length === 0) return new Map();
  const sent = await loadSentMessages(db, signers);
  const readings = await listReadingsBySigners(
    db,
    signers.map((signer) => signer.id),
  );
  const readDates = new Map(readings.map((one) => [`${one.signer_id} ${one.document_id}`, one.complete_date]));
  const readAt = ({ id, document_id }: AwaitedRow) => readDates.get(`${id} ${document_id}`) ?? null;
  const byDocument = Map.groupBy(signers, ({ document_id }) => document_id);
  return new Map(
    [...byDocument].flatMap(([id, documentSigners]) => {
      const waiting = waitingOf(documentSigners, sent, readAt, now);
      return waiting === undefined ? [] : [[id, waiting] as const];
    }),
  );
}

export const waitingSignatures: WaitingSignatures = { progressIn, describe };
