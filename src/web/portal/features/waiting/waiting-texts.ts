/** Texts for pending signatures: how long, the last event and what would help, when the link expires. */
import type { TFunction } from 'i18next';
import type { Waiting, WaitingEvent } from '#domain/signing/signer-progress.ts';
import type { WaitingRow } from '../../api/queries/waiting.ts';
import { formatShortDate, formatTime, toIsoDate } from '../../text/dates.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "3 ore", in the largest whole unit. */
export function durationText(t: TFunction, ms: number): string {
  if (ms >= DAY_MS) return t('waiting.days', { count: Math.floor(ms / DAY_MS) });
  if (ms >= HOUR_MS) return t('waiting.hours', { count: Math.floor(ms / HOUR_MS) });
  return t('waiting.minutes', { count: Math.max(1, Math.floor(ms / MINUTE_MS)) });
}

export function waitsSince(t: TFunction, since: string | null, now: number): string {
  if (since === null) return t('missing');
  const ms = now - Date.parse(since);
  return ms < MINUTE_MS ? t('waiting.now') : durationText(t, ms);
}

/** "tra 5 ore", days rounded to the nearest; null for an expired link. */
export function endsIn(t: TFunction, expires: string | null, now: number): string | null {
  if (expires === null) return null;
  const ms = Date.parse(expires) - now;
  if (ms <= 0) return t('waiting.expired');
  // Rounding down would show two days for a three-day link from its first minute.
  const time = ms >= DAY_MS ? t('waiting.days', { count: Math.round(ms / DAY_MS) }) : durationText(t, ms);
  return t('waiting.within', { time });
}

/** Less than a day is left. */
export const endsSoon = (expires: string | null, now: number): boolean =>
  expires !== null && Date.parse(expires) - now < DAY_MS;

/** "oggi alle 09:12" or "20/11 alle 09:12". */
export function momentText(t: TFunction, at: string | null, now: number): string {
  if (at === null) return t('missing');
  const time = formatTime(at);
  const today = toIsoDate(new Date(at)) === toIsoDate(new Date(now));
  return today ? t('waiting.today', { time }) : t('waiting.moment', { date: formatShortDate(at), time });
}

/** The last event in plain language. */
export function lastEventText(t: TFunction, { waiting, awaits }: Pick<WaitingRow, 'waiting' | 'awaits'>): string {
  const event = eventWord(t, waiting);
  return awaits.length > 1 && waiting.of
    ? t('waiting.about', { name: waiting.of, event: event.charAt(0).toLowerCase() + event.slice(1) })
    : event;
}

function eventWord(t: TFunction, { last, openedAt, codesSpent }: Waiting): string {
  if (codesSpent && last.event !== 'otp.locked') return t('waiting.event.codesSpent');
  if (last.event === 'link.sent' && openedAt === null) return t('waiting.event.unopened');
  return t(`waiting.event.${last.event}`);
}

type Remedy = 'mail' | 'phone' | 'contact' | 'undelivered' | 'call' | 'restart' | 'locked';
const REMEDIES: Partial<Record<WaitingEvent, Remedy>> = {
  'link.failed': 'mail',
  'link.undelivered': 'contact',
  'reminder.failed': 'contact',
  'otp.failed': 'phone',
  'otp.undelivered': 'undelivered',
  'otp.wrong': 'call',
  'otp.locked': 'locked',
};

/** What would help a stuck signature; null when nothing is wrong. */
export function remedyText(t: TFunction, { last, codesSpent }: Waiting): string | null {
  const word = codesSpent && last.event !== 'otp.locked' ? 'restart' : REMEDIES[last.event];
  return word === undefined ? null : t(`waiting.help.${word}`);
}
