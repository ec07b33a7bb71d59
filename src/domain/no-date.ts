/** Why a text is no date. */
import type { FieldIssue } from './field-message.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day `YYYY-MM-DD` that exists. */
export function isInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return DAY.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The refusal of a text that is no date; it names a day that no calendar has, such as 31 February. */
export function noDate(text: unknown): Pick<FieldIssue, 'code' | 'parameters'> {
  const day = String(text).slice(0, 10);
  if (!DAY.test(day) || isInCalendar(day)) return { code: 'date' };
  return { code: 'date', parameters: { day: day.split('-').reverse().join('/') } };
}
