/** Where a signer's link and code go, and until when that can be corrected (P-7). */
import { z } from 'zod';
import { emailSchema, mobilePhoneSchema } from '../dossiers/dossier.ts';

export const contactSchema = z.strictObject({
  signerId: z.int().positive().max(Number.MAX_SAFE_INTEGER),
  mobilePhone: mobilePhoneSchema,
  email: emailSchema,
});
export type ContactInput = z.input<typeof contactSchema>;

/** Only before the first signature: what is signed already names who got which code. */
export const someoneSigned = (signers: readonly { state: string }[]): boolean =>
  signers.some(({ state }) => state === 'SIGNED');
