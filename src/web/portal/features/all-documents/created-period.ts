/** Filters documents by creation day: a period relative to today, or a custom range. Pure. */
import { dayBounds } from '../../connected/list/day-bounds.ts';
import { movedDay } from '../../text/dates.ts';

export const PERIODS = ['today', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS_BACK = { today: 0, week: -6, month: -29 } as const;

/** @param today for example 2026-11-28. @returns the first day of the period. */
const firstDay = (period: Period, today: string): string =>
  period === 'year' ? `${today.slice(0, 4)}-01-01` : (movedDay(today, DAYS_BACK[period]) ?? today);

/** The criterion on the creation day; a custom range takes precedence over a period. */
export function createdIn(filters: Readonly<Record<string, string>>, today: string): ReturnType<typeof dayBounds> {
  const { from, to } = filters;
  if (from !== undefined || to !== undefined) return dayBounds(from, to);
  const period = PERIODS.find((candidate) => candidate === filters.period);
  return period === undefined ? undefined : dayBounds(firstDay(period, today), undefined);
}

/** A custom range and a period replace each other. */
export function withFilter(
  filters: Readonly<Record<string, string>>,
  name: string,
  value: string,
): Record<string, string> {
  const old = name === 'period' ? ['from', 'to'] : name === 'from' || name === 'to' ? ['period'] : [];
  const remaining = Object.entries(filters).filter(([filterName]) => filterName !== name && !old.includes(filterName));
  return { ...Object.fromEntries(remaining), ...(value === '' ? {} : { [name]: value }) };
}
