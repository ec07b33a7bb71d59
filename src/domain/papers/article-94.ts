/** How long a vehicle is lent, and until when the registry must be told (art. 94 c. 4-bis CdS, D-111). */
import { type PaperValues, textOf } from './values.ts';

/** A vehicle that is lent for longer must be told. */
export const ARTICLE_94_DAYS = 30;

const DAY = 86_400_000;

/** Local times as if they were UTC; NaN for what is none. */
const momentOf = (values: PaperValues, name: string): number => Date.parse(`${textOf(values, name).slice(0, 16)}Z`);

/** Days that the vehicle is away: more than these many times 24 hours counts as one more. */
export function daysOf(values: PaperValues): number {
  const [start, end] = [momentOf(values, 'LOAN_START'), momentOf(values, 'LOAN_END')];
  if (Number.isNaN(start) || Number.isNaN(end)) return 0;
  return Math.max(1, Math.ceil((end - start) / DAY));
}

/** The last day, `YYYY-MM-DD`, on which a loan of this length may be told to the registry; null for a shorter one. */
export function registryDay(values: PaperValues): string | null {
  if (daysOf(values) <= ARTICLE_94_DAYS) return null;
  const start = Date.parse(`${textOf(values, 'LOAN_START').slice(0, 10)}T00:00:00Z`);
  return new Date(start + ARTICLE_94_DAYS * DAY).toISOString().slice(0, 10);
}
