/** Certificate expiry: the days left, and when the operator has to act. */
import { X509Certificate } from 'node:crypto';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';

const DAY_MS = 86_400_000;

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** @returns whole days from `now` until `date`; negative after it. */
export const daysUntil = (date: Date, now: Date): number => Math.floor((date.getTime() - now.getTime()) / DAY_MS);

export interface Ending {
  readonly setting: string;
  /** The beginning of the sentence: "The certificate of the seal". */
  readonly what: string;
  readonly todo: string;
  /** Remaining days from which action is needed. */
  readonly soon: number;
}

/** @param der of the certificate, or its expiry date. */
export function endOf(der: Uint8Array | Date, { setting, what, todo, soon }: Ending, now: Date): Finding {
  const until = der instanceof Date ? der : new X509Certificate(der).validToDate;
  const days = daysUntil(until, now);
  if (days < 0) return failure(setting, `${what} ended on ${dayOf(until)}. ${todo}.`);
  const text = `${what} ends on ${dayOf(until)}, in ${days} ${days === 1 ? 'day' : 'days'}.`;
  return days < soon ? warning(setting, `${text} ${todo}.`) : ok(setting, text);
}
