/** State of the waiting signatures, for the waiting list. */
import { type AwaitedSigner, NEEDS_HELP_FIRST } from '#domain/signing/awaited.ts';
import { isHanded, LINK_HOURS } from '#domain/signing/messages/link.ts';
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
import type { WaitingSignatures } from '../../documents/index.ts';
import { listReadingsOf } from '../ceremony/reading.queries.ts';
import { linkMessageId } from '../messages/attempt.ts';
import { listUndelivered } from '../messages/messages.queries.ts';
import { listLinkDeliveries, type Session, type Signer } from '../queries.ts';
import { type AwaitedRow, listAwaited, progressIn } from './awaited.queries.ts';
import { listReminders, type Reminder } from './reminders.queries.ts';

/** Messages sent to a signer; failed and returned ones do not count. */
interface Sent {
  /** The first message with the link; null until a gateway accepts one. */
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
  // A link handed over at the desk is not being e-mailed, so it may be e-mailed immediately.
  const coming = !isHanded(signer) && signer.last_event === 'sign.started';
  const first = sent.link ?? (coming ? opened : corrected);
  return {
    lastMessage: left.at(-1) ?? first,
    reminders: left.filter((date) => date.getTime() > now.getTime() - REMINDER_DAY_MS),
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
  const sent = (await sentTo(db, [signer]))(signer);
  const facts = factsOf(signer, session.expires_date, sent, now);
  if (channel === 'EMAIL') return facts;
  const last = sent.reminders.findLast((one) => one.channel === 'SMS');
  return { ...facts, lastMessage: last?.requested_date ?? null };
}

const NOBODY: Resend = { refused: 'notWaiting', from: null };
/** The session has started, its file is being prepared: the link leaves with it. */
const PREPARING: Resend = { refused: 'preparing', from: null };

function resendOf(signer: Signer, session: { state: string; expires: Date }, sent: Sent, now: Date): Resend {
  const open = session.state === 'OPEN' && signer.state === 'WAITING' && session.expires.getTime() > now.getTime();
  if (!open) return NOBODY;
  const decision = mayRemind(factsOf(signer, session.expires, sent, now), now);
  return decision.ok
    ? { refused: null, from: now.toISOString() }
    : { refused: decision.reason, from: decision.from.toISOString() };
}

/** Signers who have not signed and could now: staff only at their turn. */
export const toRemind = (signers: readonly Signer[]): Signer[] =>
  signers.filter((one) => one.state === 'WAITING' && (one.role === 'customer' || isStaffsTurn(signers)));

/** One signer who can be sent the link is enough; the others are ignored. Otherwise the earliest with a known time. */
function resendOfAny(each: readonly Resend[]): Resend {
  const later = each.filter(({ from }) => from !== null).toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''));
  return each.find(({ refused }) => refused === null) ?? later[0] ?? NOBODY;
}

/** Whether the link of a signature may be sent again, as shown on its document. */
export async function resendOfSession(
  db: Db,
  session: Session | undefined,
  signers: readonly Signer[],
  now: Date,
): Promise<Resend> {
  const waiting = toRemind(signers);
  if (session === undefined || waiting.length === 0) return NOBODY;
  if (session.state === 'PREPARING') return PREPARING;
  const sent = await sentTo(db, waiting);
  const standing = { state: session.state, expires: session.expires_date };
  return resendOfAny(waiting.map((signer) => resendOf(signer, standing, sent(signer), now)));
}

/** A later version may store other events: this one shows them as started. */
const eventOf = ({ last_event }: Signer): WaitingEvent =>
  WAITING_EVENTS.find((event) => event === last_event) ?? 'sign.started';

const text = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

const progressOfRow = (signer: Signer) =>
  progressOf({ lastEvent: signer.last_event, seen: signer.seen_date, codesRequested: signer.codes_requested });

export const awaitedSigner = (signer: AwaitedRow): AwaitedSigner => ({
  role: signer.role,
  name: `${signer.first_name} ${signer.last_name}`,
  progress: progressOfRow(signer),
  since: text(signer.since),
  openedAt: text(signer.seen_date),
});

/** The signer whose progress `progressIn` reports. @param signers signers of one document, in signing order; not empty. */
const inNeedOfHelp = (signers: readonly AwaitedRow[]): AwaitedRow | undefined =>
  NEEDS_HELP_FIRST.map((progress) => signers.find((signer) => progressOfRow(signer) === progress)).find(Boolean);

function waitingOf(
  signers: readonly AwaitedRow[],
  sent: (signer: Signer) => Sent,
  readAt: (signer: AwaitedRow) => Date | null,
  now: Date,
): Waiting | undefined {
  const signer = inNeedOfHelp(signers);
  if (signer === undefined) return undefined;
  const { session_state: state, expires_date: expires } = signer;
  return {
    progress: progressOfRow(signer),
    last: { event: eventOf(signer), at: text(signer.last_event_date) },
    of: awaitedSigner(signer).name,
    sentAt: text(sent(signer).link),
    openedAt: text(signer.seen_date),
    readAt: text(readAt(signer)),
    expiresAt: state === 'OPEN' ? expires.toISOString() : null,
    codesSpent: codesAreSpent({ codesRequested: signer.codes_requested }),
    reminders: sent(signer).reminders.length,
    resend: resendOfAny(signers.map((one) => resendOf(one, { state, expires }, sent(one), now))),
  };
}

/** State of each document; without those that no signer is awaited for. */
async function describe(db: Db, documentIds: readonly number[], now: Date): Promise<Map<number, Waiting>> {
  const signers = await listAwaited(db, documentIds);
  if (signers.length === 0) return new Map();
  const sent = await sentTo(db, signers);
  const readings = await listReadingsOf(
    db,
    signers.map((signer) => signer.id),
  );
  const complete = new Map(readings.map((one) => [`${one.signer_id} ${one.document_id}`, one.complete_date]));
  const readAt = ({ id, document_id }: AwaitedRow) => complete.get(`${id} ${document_id}`) ?? null;
  const byDocument = Map.groupBy(signers, ({ document_id }) => document_id);
  return new Map(
    [...byDocument].flatMap(([id, of]) => {
      const waiting = waitingOf(of, sent, readAt, now);
      return waiting === undefined ? [] : [[id, waiting] as const];
    }),
  );
}

export const waitingSignatures: WaitingSignatures = { progressIn, describe };
