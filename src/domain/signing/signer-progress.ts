/** Describes a pending signature: the signer's progress, derived from the last event, and when the link may be sent again. */
import type { EvidenceType } from '../evidence/events.ts';
import { CODES_PER_SESSION } from './one-time-code.ts';

export const PROGRESSES = ['SENT', 'OPENED', 'STUCK'] as const;
export type Progress = (typeof PROGRESSES)[number];

/** Possible last events of a signer; a completed signature leaves the list. */
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

/** After these events a signer cannot continue without help. */
export const STUCK_AFTER = [
  'link.failed',
  'link.undelivered',
  'reminder.failed',
  'otp.failed',
  'otp.undelivered',
  'otp.wrong',
  'otp.locked',
] as const satisfies readonly WaitingEvent[];

/** The signer's own acts: any of them proves that the link was opened. */
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
  /** The signer's first act. */
  seen: Date | null;
  codesRequested: number;
}

const isStuckAfter = (event: string): boolean => (STUCK_AFTER as readonly string[]).includes(event);

/** All codes of this signing session have been sent; no more can be requested. */
export const isOutOfCodes = ({ codesRequested }: Pick<ProgressFacts, 'codesRequested'>): boolean =>
  codesRequested >= CODES_PER_SESSION;

export function progressOf(facts: ProgressFacts): Progress {
  if (isStuckAfter(facts.lastEvent) || isOutOfCodes(facts)) return 'STUCK';
  return facts.seen === null ? 'SENT' : 'OPENED';
}

/** Minimum interval between two messages of the same signing session. */
export const REMINDER_PAUSE_MINUTES = 15;
/** In any 24 hours, in addition to the first link. */
export const REMINDERS_PER_DAY = 3;
export const REMINDER_DAY_MS = 86_400_000;

export interface ReminderFacts {
  /** When the link was last sent or queued; null if nothing was sent. */
  lastMessage: Date | null;
  /** Reminders of the last 24 hours, sent or queued, oldest first. */
  reminders: readonly Date[];
}

export type ReminderDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'tooSoon' | 'tooMany'; readonly from: Date };

const OK: ReminderDecision = { ok: true };

/** Whether the link may be sent again now; `from` is when it may. */
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

/** E-mail always; SMS on request, to a phone that can receive codes. */
export const LINK_CHANNELS = ['EMAIL', 'SMS'] as const;
export type LinkChannel = (typeof LINK_CHANNELS)[number];

/** Why the link cannot be sent now, for users who may start a signing session; `from` is null if it never can. */
export interface Resend {
  refused: 'preparing' | 'notWaiting' | 'tooSoon' | 'tooMany' | null;
  from: string | null;
}

/** State of a pending signature; instants as text. */
export interface Waiting {
  progress: Progress;
  last: { event: WaitingEvent; at: string | null };
  /** The signer that this describes; null if no signer is pending. */
  of: string | null;
  sentAt: string | null;
  openedAt: string | null;
  /** When all pages had been shown. */
  readAt: string | null;
  expiresAt: string | null;
  /** True if no further code can be requested: only a new start helps. */
  codesSpent: boolean;
  /** How often the link was sent again. */
  reminders: number;
  resend: Resend;
}
