/** Reads days as people type them, in any of the usual formats. */
import { movedDay, toIsoDate } from './dates.ts';

/** A two-digit year means the latest that fits: at most today for past dates such as a birth, otherwise up to some years ahead. */
export type Century = 'past' | 'any';
const YEARS_AHEAD = 20;

/** By the field's name: births, issue dates and registrations are in the past. */
export const centuryOf = (field: string): Century => (/BIRTH|ISSUED|REGIST|SINCE/.test(field) ? 'past' : 'any');

const latestDay = (century: Century): string =>
  century === 'past' ? toIsoDate(new Date()) : `${new Date().getFullYear() + YEARS_AHEAD}-12-31`;

const SIX_OR_EIGHT = /^(\d\d)(\d\d)(\d\d|\d{4})$/;
const ITALIAN = /^(\d\d?)[/.\- ](\d\d?)[/.\- ](\d\d|\d{4})$/;
const ISO = /^(\d{4})[/.-]?(\d\d)[/.-]?(\d\d)$/;

interface Read {
  /** As 2026-11-28. */
  day: string;
  exists: boolean;
}

/**
 * Reads 28/11/2026, 28.11.26, 28 11 2026, 28112026, 281126, 2026-11-28, 20261128; of two readings, the one that exists
 * in the calendar.
 */
export function readDay(text: string, century: Century = 'any'): Read | null {
  const typed = text.trim();
  const [, d = '', m = '', y = ''] = ITALIAN.exec(typed.replace(SIX_OR_EIGHT, '$1/$2/$3')) ?? [];
  const rest = `-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  const year = y.length > 2 ? y : `20${y}${rest}` > latestDay(century) ? `19${y}` : `20${y}`;
  const readings = [year + rest, typed.replace(ISO, '$1-$2-$3')]
    .filter((day) => /^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(day))
    .map((day) => ({ day, exists: movedDay(day) !== null }));
  return readings.find(({ exists }) => exists) ?? readings[0] ?? null;
}

/** Reads a day in any format that people type. Returns 2026-11-20, or null for no date and for one that does not exist. */
export function parseTypedDate(text: string, century?: Century): string | null {
  const read = readDay(text, century);
  return read?.exists ? read.day : null;
}

/** The typed day in the format of the rules: a non-existent day as 2026-02-31, other text unchanged. */
export function parsedDay(text: string, century?: Century): string {
  return readDay(text, century)?.day ?? text.trim();
}
