/** Automatic reminders: when the link is sent again, never at night. */
import { readInstant, wallClock } from '../../rome-time.ts';

const HOUR = 3_600_000;

/** Hours after the start at which signers who have not signed are reminded. */
export const REMINDED_AFTER_HOURS = [24, 48] as const;
/** Hours between the last reminder and the link's expiry. */
export const REMINDED_BEFORE_END_HOURS = 4;
/** Hours in Rome between which no reminder is sent. */
export const QUIET_FROM = 21;
export const QUIET_TO = 8;
/** Hour of the previous evening for a reminder that would be too late after the night. */
const LAST_EVENING_HOUR = 20;
/** Minimum remaining time for which a reminder is useful. */
const MIN_REMAINING = HOUR;
/** No reminder to a signer who received a message about this signature within this period. */
export const RECENT_MESSAGE_MS = 6 * HOUR;

const romeHour = (instant: Date): number => new Date(wallClock(instant.getTime())).getUTCHours();

export function isQuiet(instant: Date): boolean {
  const hour = romeHour(instant);
  return hour >= QUIET_FROM || hour < QUIET_TO;
}

/** That hour of a day in Rome, `days` after the day of `instant`. */
function atHour(instant: Date, hour: number, days: number): Date {
  const day = new Date(wallClock(instant.getTime()) + days * 24 * HOUR).toISOString().slice(0, 10);
  return readInstant(`${day}T${String(hour).padStart(2, '0')}:00`);
}

/** The time itself, or the following morning if it is at night. */
export function afterNight(instant: Date): Date {
  if (!isQuiet(instant)) return instant;
  return atHour(instant, QUIET_TO, romeHour(instant) >= QUIET_FROM ? 1 : 0);
}

/** The evening before a night. */
const beforeNight = (instant: Date): Date =>
  atHour(instant, LAST_EVENING_HOUR, romeHour(instant) >= QUIET_FROM ? 0 : -1);

function reminderTime(instant: Date, expires: Date): Date {
  const morning = afterNight(instant);
  return expires.getTime() - morning.getTime() < MIN_REMAINING ? beforeNight(instant) : morning;
}

/** Reminder times of a session, in order; each outside the night and before the link expires. */
export function reminderMoments({ started, expires }: { started: Date; expires: Date }): Date[] {
  const candidates = [
    ...REMINDED_AFTER_HOURS.map((hours) => started.getTime() + hours * HOUR),
    expires.getTime() - REMINDED_BEFORE_END_HOURS * HOUR,
  ];
  return candidates
    .filter((instant) => instant > started.getTime() && instant < expires.getTime())
    .map((instant) => reminderTime(new Date(instant), expires))
    .sort((a, b) => a.getTime() - b.getTime());
}

/** The first moment after `now`; null when there is none left. */
export function nextReminder(session: { started: Date; expires: Date }, now: Date): Date | null {
  return reminderMoments(session).find((instant) => instant.getTime() > now.getTime()) ?? null;
}
