/** Formats times for responses. */

const DAY = 86_400_000;
const SECOND = 1000;
/** Maximum number of cached days: rows of a list often have the same one. */
const MAX_CACHED_DAYS = 4096;

const paddedNumbers = (length: number, digits: number): string[] =>
  Array.from({ length }, (_, number) => String(number).padStart(digits, '0'));
const two = paddedNumbers(60, 2);
const three = paddedNumbers(SECOND, 3);

const dayTexts = new Map<number, string>();

/** The day followed by `T`. */
function dayText(day: number): string {
  let text = dayTexts.get(day);
  if (text === undefined) {
    if (dayTexts.size === MAX_CACHED_DAYS) dayTexts.clear();
    text = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length);
    dayTexts.set(day, text);
  }
  return text;
}

/** PostgreSQL's format of a time in UTC, with at least milliseconds: date, space, time, zone. */
const DATABASE_FORMAT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,6}\+00$/;

/**
 * ISO 8601 in UTC with milliseconds, identical to the output of `toISOString`, which costs as much as reading the row
 * itself; a long list has three instants per row. Joined, not concatenated: V8 serializes JSON on a slow path as soon
 * as one of its strings is not yet flat.
 * @param value an instant, or its text from PostgreSQL: parsing that as a date first costs three times as much.
 * @throws RangeError for an invalid date.
 */
export function instantText(value: Date | string): string {
  if (typeof value === 'string' && DATABASE_FORMAT.test(value)) {
    return [value.slice(0, 10), 'T', value.slice(11, 23), 'Z'].join('');
  }
  const instant = new Date(value).getTime();
  if (Number.isNaN(instant)) throw new RangeError('An invalid date has no text');
  const day = Math.floor(instant / DAY);
  const ofDay = instant - day * DAY;
  const seconds = Math.floor(ofDay / SECOND);
  const minutes = Math.floor(seconds / 60);
  const time = `${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[ofDay % SECOND]}`;
  return [dayText(day), time, 'Z'].join('');
}
