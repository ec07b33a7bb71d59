/** Rome time for people, UTC for data: converts dates and local times to timestamps, and timestamps to days. */

/** Figures of Rome's clocks. */
export const ROME_CLOCK = {
  timeZone: 'Europe/Rome',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;
const parts = new Intl.DateTimeFormat('en-GB', ROME_CLOCK);

/** The time on Rome's clocks, as milliseconds as if it were UTC; whole seconds. */
export function wallClock(instant: number): number {
  const figures: Record<string, number> = {};
  for (const { type, value } of parts.formatToParts(instant)) figures[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = figures;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Rome's offset from UTC in milliseconds at a given time. */
function offsetAt(instant: number): number {
  const wholeSecond = Math.floor(instant / 1000) * 1000;
  return wallClock(wholeSecond) - wholeSecond;
}

const DAY = 86_400_000;

/**
 * The time at which Rome's clocks show `local` (milliseconds as if it were UTC). An ambiguous time (end of summer time)
 * is the first of the two; a skipped one (its beginning) is read as if the clocks had not yet changed, so that 02:30
 * becomes 03:30.
 */
function romeToInstant(local: number): number {
  const before = offsetAt(local - DAY);
  const after = offsetAt(local + DAY);
  for (const offset of [before, after]) {
    if (offsetAt(local - offset) === offset) return local - offset;
  }
  return local - before;
}

const WITH_ZONE = /(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm[:ss[.SSS]]` (both Rome time) or a full timestamp with zone.
 * @throws RangeError for any other text.
 */
export function readInstant(text: string): Date {
  const dateTime = text.includes('T') ? text : `${text}T00:00`;
  const time = Date.parse(WITH_ZONE.test(dateTime) ? dateTime : `${dateTime}Z`);
  if (Number.isNaN(time)) throw new RangeError('Not a date or an instant');
  return new Date(WITH_ZONE.test(dateTime) ? time : romeToInstant(time));
}

/** A day in Rome: from its first moment to the first of the next day. */
export interface RomeDay {
  readonly from: Date;
  readonly until: Date;
}

/** @param day ISO date. */
export function readRomeDay(day: string): RomeDay {
  const local = Date.parse(`${day}T00:00Z`);
  return { from: new Date(romeToInstant(local)), until: new Date(romeToInstant(local + DAY)) };
}

/** The day in Rome at a given time, `YYYY-MM-DD`. */
export function romeDay(instant: Date): string {
  return new Date(wallClock(instant.getTime())).toISOString().slice(0, 10);
}
