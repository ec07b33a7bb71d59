/** What waits to be signed (P-19): how far whoever signs is, as the last event tells, and when the link may be sent again. */
import type { EvidenceType } from '../evidence/events.ts';
import { CODES_PER_SESSION } from './code.ts';

export const PROGRESSES = ['SENT', 'OPENED', 'STUCK'] as const;
export type Progress = (typeof PROGRESSES)[number];

/** What may be the last thing that happened to a signer; a signature that is given leaves the list. */
export const WAITING_EVENTS = [
  'sign.started',
  'link.sent',
  'link.failed',
  'link.undelivered',
  'reminder.requested',
  'reminder.sent',
  'reminder.failed',
  'contact.corrected',
  'document.shown',
  'link.opened',
  'otp.requested',
  'otp.sent',
  'otp.failed',
  'otp.delivered',
  'otp.undelivered',
  'otp.wrong',
  'otp.expired',
  'otp.locked',
] as const satisfies readonly EvidenceType[];
export type WaitingEvent = (typeof WAITING_EVENTS)[number];

/** After these a signer does not get on alone. */
export const STUCK_AFTER = [
  'link.failed',
  'link.undelivered',
  'reminder.failed',
  'otp.failed',
  'otp.undelivered',
  'otp.wrong',
  'otp.locked',
] as const satisfies readonly WaitingEvent[];

/** The signer's own acts: whoever has done one of them has opened the link. */
export const ACTS_OF_SIGNER = [
  'document.shown',
  'link.opened',
  'otp.requested',
  'otp.wrong',
  'otp.expired',
  'otp.locked',
] as const satisfies readonly WaitingEvent[];

export interface ProgressFacts {
  lastEvent: string;
  /** The first act of the signer. */
  seen: Date | null;
  codesRequested: number;
}

const isStuckAfter = (event: string): boolean => (STUCK_AFTER as readonly string[]).includes(event);

/** Every code of this signature was sent: no other one can be asked for. */
export const codesAreSpent = ({ codesRequested }: Pick<ProgressFacts, 'codesRequested'>): boolean =>
  codesRequested >= CODES_PER_SESSION;

export function progressOf(facts: ProgressFacts): Progress {
  if (isStuckAfter(facts.lastEvent) || codesAreSpent(facts)) return 'STUCK';
  return facts.seen === null ? 'SENT' : 'OPENED';
}

/** Two messages of the same signature are at least so far apart. */
export const REMINDER_PAUSE_MINUTES = 15;
/** In any 24 hours, beside the first link. */
export const REMINDERS_PER_DAY = 3;
export const REMINDER_DAY_MS = 86_400_000;

export interface ReminderFacts {
  /** When the link was last sent, or given to be sent; null when nothing has left. */
  lastMessage: Date | null;
  /** Reminders of the last 24 hours that were sent or are on their way, oldest first. */
  reminders: readonly Date[];
}

export type ReminderDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'tooSoon' | 'tooMany'; readonly from: Date };

const OK: ReminderDecision = { ok: true };

/** May the link be sent again now? `from` tells when it may. */
export function mayRemind({ lastMessage, reminders }: ReminderFacts, now: Date): ReminderDecision {
  const oldest = reminders.at(-REMINDERS_PER_DAY);
  if (oldest !== undefined) {
    const from = new Date(oldest.getTime() + REMINDER_DAY_MS);
    if (from.getTime() > now.getTime()) return { ok: false, reason: 'tooMany', from };
  }
  if (lastMessage !== null) {
    const from = new Date(lastMessage.getTime() + REMINDER_PAUSE_MINUTES * 60_000);
    if (from.getTime() > now.getTime()) return { ok: false, reason: 'tooSoon', from };
  }
  return OK;
}

/** By e-mail always; by SMS when it is asked for, to a telephone that gets codes (P-7). */
export const LINK_CHANNELS = ['EMAIL', 'SMS'] as const;
export type LinkChannel = (typeof LINK_CHANNELS)[number];

/** Why the link cannot be sent now, for those who may start a signature; `from` is null when it never can. */
export interface Resend {
  refused: 'notWaiting' | 'tooSoon' | 'tooMany' | null;
  from: string | null;
}

/** Where a signature stands that waits for somebody; instants as text (P-20). */
export interface Waiting {
  progress: Progress;
  last: { event: WaitingEvent; at: string | null };
  /** The signer of whom all this is told; null when nobody has to sign. */
  of: string | null;
  sentAt: string | null;
  openedAt: string | null;
  /** All pages were shown. */
  readAt: string | null;
  expiresAt: string | null;
  /** True once no other code can be asked for: only another start helps. */
  codesSpent: boolean;
  /** How often the link was sent again. */
  reminders: number;
  resend: Resend;
}
