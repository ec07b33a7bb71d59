/** Duration of a loan, and the deadline for reporting it to the registry (art. 94 c. 4-bis CdS). */
import { addDays } from '../calendar-day.ts';
import { type PaperValues, textOf } from './paper-values.ts';

/** Longer loans must be reported. */
export const ARTICLE_94_DAYS = 30;

const DAY = 86_400_000;

/** Local times treated as UTC; NaN if invalid. */
const momentOf = (values: PaperValues, name: string): number => Date.parse(`${textOf(values, name).slice(0, 16)}Z`);

/** Duration in days: each started 24 hours count as one. */
export function daysOf(values: PaperValues): number {
  const [start, end] = [momentOf(values, 'LOAN_START'), momentOf(values, 'LOAN_END')];
  if (Number.isNaN(start) || Number.isNaN(end)) return 0;
  return Math.max(1, Math.ceil((end - start) / DAY));
}

/** Deadline, `YYYY-MM-DD`, for reporting a loan of this length to the registry; null for a shorter one. */
export function registryDay(values: PaperValues): string | null {
  if (daysOf(values) <= ARTICLE_94_DAYS) return null;
  return addDays(textOf(values, 'LOAN_START').slice(0, 10), ARTICLE_94_DAYS);
}
