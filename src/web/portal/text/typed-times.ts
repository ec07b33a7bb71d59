/** Reads times as people type them: a day with its time. */
import { toIsoDate } from './dates.ts';
import { type Century, readDay } from './typed-dates.ts';

/** 20/11/2026 9, 20/11/2026, 9.30, 28/11/26 ore 14:30, 28112026 1430, 2811261430. */
const DAY_AND_TIME = [
  /^(?<day>.+?)(?:,\s*|\s+|T)(?:(?:alle\s+)?ore\s+|alle\s+|at\s+)?(?<hour>\d\d?)(?:[:.,]?(?<minute>\d\d))?$/i,
  /^(?<day>\d{6}|\d{8})(?<hour>\d\d)(?<minute>\d\d)$/,
  // Today.
  /^(?:ore\s+)?(?<hour>\d\d?)[:.,]?(?<minute>\d\d)$/i,
];

/** Reads a day with its time; a time without a day is today's. Returns 2026-11-20T09:30, whose day may not exist, or null. */
export function normalisedTime(text: string, century: Century = 'any'): string | null {
  for (const form of DAY_AND_TIME) {
    const { day, hour, minute = '00' } = form.exec(text.trim())?.groups ?? {};
    if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) continue;
    const read = day === undefined ? { day: toIsoDate(new Date()) } : readDay(day, century);
    if (read) return `${read.day}T${hour.padStart(2, '0')}:${minute}`;
  }
  return null;
}
