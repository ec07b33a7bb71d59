/** Where a signer's link and code go, and until when that can be corrected (P-7). */
import { z } from 'zod';
import { emailSchema, mobilePhoneSchema } from '../../dossiers/dossier.ts';
import { dialled } from '../../dossiers/patterns.ts';

export const contactSchema = z.strictObject({
  signerId: z.int().positive().max(Number.MAX_SAFE_INTEGER),
  mobilePhone: mobilePhoneSchema,
  email: emailSchema,
});
export type ContactInput = z.input<typeof contactSchema>;

/**
 * Can a code be sent there? Its country has to be on the list, and in Italy it has to be a mobile: `3` and eight or nine
 * digits (D-45). @param countries calling codes without `+`.
 */
export function takesCodes(phone: string, countries: readonly string[]): boolean {
  const number = dialled(phone);
  if (number.startsWith('+39')) return countries.includes('39') && /^\+393\d{8,9}$/.test(number);
  return countries.some((country) => number.startsWith(`+${country}`));
}

/** Only before the first signature: what is signed already names who got which code. */
export const someoneSigned = (signers: readonly { state: string }[]): boolean =>
  signers.some(({ state }) => state === 'SIGNED');
