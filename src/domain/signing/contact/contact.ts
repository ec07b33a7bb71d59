/** Validates corrections to the phone and e-mail that a signer's link and code are sent to, and decides until when they are allowed. */
import { z } from 'zod';
import { normalisedPhone } from '../../dossiers/contact-patterns.ts';
import { emailSchema, mobilePhoneSchema } from '../../dossiers/dossier.ts';

export const contactSchema = z.strictObject({
  signerId: z.int().positive().max(Number.MAX_SAFE_INTEGER),
  mobilePhone: mobilePhoneSchema,
  email: emailSchema,
});
export type ContactInput = z.input<typeof contactSchema>;

/**
 * Whether a code can be sent to the number. Its country must be on the list, and an Italian number must be a mobile:
 * `3` and eight or nine digits. @param countries calling codes without `+`.
 */
export function canReceiveCodes(phone: string, countries: readonly string[]): boolean {
  const number = normalisedPhone(phone);
  if (number.startsWith('+39')) return countries.includes('39') && /^\+393\d{8,9}$/.test(number);
  return countries.some((country) => number.startsWith(`+${country}`));
}

/** Corrections are allowed only before the first signature: existing signatures record who received which code. */
export const hasAnySigned = (signers: readonly { state: string }[]): boolean =>
  signers.some(({ state }) => state === 'SIGNED');
