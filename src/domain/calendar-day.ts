/** Calendar days such as 2026-11-20, without a time zone. */
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
