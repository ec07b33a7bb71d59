/** Certificate expiry: the days left, and when the operator has to act. */
import { X509Certificate } from 'node:crypto';
import type { Message } from '#domain/errors.ts';
import { advised, type Finding, failure, ok, warning } from '#ports/finding.ts';
import { days } from './words.ts';

const DAY_MS = 86_400_000;

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** @returns whole days from `now` until `date`; negative after it. */
export const daysUntil = (date: Date, now: Date): number => Math.floor((date.getTime() - now.getTime()) / DAY_MS);

export interface Ending {
  readonly setting: string;
  /** The beginning of the sentence: "The certificate of the seal". */
  readonly what: Message;
  /** A sentence. */
  readonly todo: Message;
  /** Remaining days from which action is needed. */
  readonly soon: number;
}

/** @param der of the certificate, or its expiry date. */
export function endOf(der: Uint8Array | Date, { setting, what, todo, soon }: Ending, now: Date): Finding {
  const until = der instanceof Date ? der : new X509Certificate(der).validToDate;
  const left = daysUntil(until, now);
  const day = dayOf(until);
  if (left < 0) {
    return failure(
      setting,
      advised({ it: `${what.it} è scaduto il ${day}.`, en: `${what.en} ended on ${day}.` }, todo),
    );
  }
  const text = {
    it: `${what.it} scade il ${day}, fra ${days(left).it}.`,
    en: `${what.en} ends on ${day}, in ${days(left).en}.`,
  };
  return left < soon ? warning(setting, advised(text, todo)) : ok(setting, text);
}
