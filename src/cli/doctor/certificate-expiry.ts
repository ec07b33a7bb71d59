/** Certificate expiry: the days left, and when the operator has to act. */
import { X509Certificate } from 'node:crypto';
import type { Message } from '#domain/errors.ts';
import { dayOf, type Finding, failure, ok, warning, withAdvice } from '#ports/finding.ts';
import { days } from './shared-texts.ts';

const DAY_MS = 86_400_000;

/** @returns whole days from `now` until `date`; negative after it. */
export const daysUntil = (date: Date, now: Date): number => Math.floor((date.getTime() - now.getTime()) / DAY_MS);

export interface ExpiryTexts {
  readonly setting: string;
  /** The beginning of the sentence: "The certificate of the seal". */
  readonly what: Message;
  /** A sentence. */
  readonly todo: Message;
  /** Remaining days from which action is needed. */
  readonly soon: number;
}

/** @param der of the certificate, or its expiry date. */
export function expiryFinding(der: Uint8Array | Date, { setting, what, todo, soon }: ExpiryTexts, now: Date): Finding {
  const validUntil = der instanceof Date ? der : new X509Certificate(der).validToDate;
  const daysLeft = daysUntil(validUntil, now);
  const day = dayOf(validUntil);
  if (daysLeft < 0) {
    return failure(
      setting,
      withAdvice({ it: `${what.it} è scaduto il ${day}.`, en: `${what.en} ended on ${day}.` }, todo),
    );
  }
  const text = {
    it: `${what.it} scade il ${day}, fra ${days(daysLeft).it}.`,
    en: `${what.en} ends on ${day}, in ${days(daysLeft).en}.`,
  };
  return daysLeft < soon ? warning(setting, withAdvice(text, todo)) : ok(setting, text);
}
