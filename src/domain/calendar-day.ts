/** Calendar days such as 2026-11-20, without a time zone. */
import type { FieldIssue } from './field-message.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The first day that dates may have: earlier ones are typing errors. */
export const FIRST_DAY = '1800-01-01';

/** Whether a day `YYYY-MM-DD` exists. */
export function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return DAY.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The day so many days later; the day must exist. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const shown = (day: string): string => day.split('-').reverse().join('/');

/** The refusal of a text that is not an accepted date: names a day that does not exist, such as 31 February, or the first day allowed. */
export function dateIssue(text: unknown): Pick<FieldIssue, 'code' | 'parameters'> {
  const day = String(text).slice(0, 10);
  if (!DAY.test(day)) return { code: 'date' };
  if (!isCalendarDay(day)) return { code: 'date', parameters: { day: shown(day) } };
  return day < FIRST_DAY ? { code: 'dateMin', parameters: { limit: shown(FIRST_DAY) } } : { code: 'date' };
}
