/** Why a text is not an accepted date. */
import { FIRST_DAY, isCalendarDay } from './calendar-day.ts';
import type { FieldIssue } from './field-message.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const shown = (day: string): string => day.split('-').reverse().join('/');

/** The refusal of a text that is not an accepted date: names a day that does not exist, such as 31 February, or the first day allowed. */
export function dateIssue(text: unknown): Pick<FieldIssue, 'code' | 'parameters'> {
  const day = String(text).slice(0, 10);
  if (!DAY.test(day)) return { code: 'date' };
  if (!isCalendarDay(day)) return { code: 'date', parameters: { day: shown(day) } };
  return day < FIRST_DAY ? { code: 'dateMin', parameters: { limit: shown(FIRST_DAY) } } : { code: 'date' };
}
