/** Licences and the devices activated on them. */
import { z } from 'zod';
import { isoDate, optionalText, requiredLine, requiredText } from '../text-schemas.ts';
import { amount } from './amount.ts';

/** A licence file takes a few kilobytes. */
export const MAX_AFGCLIC_BYTES = 1_048_576;
const MAX_SEATS = 100_000;
const MAX_DEALERS = 1_000;

/** Content as base64, write-only; its bytes are checked on receipt. */
const afgclic = z.strictObject({ fileName: requiredLine(), content: z.string() });

/** Fields of a licence except its legal entity. Without dealers: every dealer of the legal entity. */
export const LICENSE_FIELDS = {
  licenseCode: requiredText(),
  licenseAmount: amount(MAX_SEATS),
  hstList: z
    .array(requiredText())
    .max(MAX_DEALERS)
    .nullish()
    .transform((list) => [...new Set(list ?? [])]),
  afgclic: afgclic.nullish(),
  notes: optionalText(),
  expiresAt: isoDate.nullish().transform((day) => day ?? null),
};
export const licenseSchema = z.strictObject({ ...LICENSE_FIELDS, legalEntity: requiredText() });

/** Editable fields of an activation. */
export const ACTIVATION_FIELDS = {
  notes: optionalText(),
  expiresAt: isoDate.nullish().transform((day) => day ?? null),
  licenseCodeNamirial: optionalText(),
  deviceLabel: optionalText(),
};
export const activationSchema = z.strictObject({
  ...ACTIVATION_FIELDS,
  licenseId: z.number().int('integer').positive('positive'),
  hst: requiredText(),
});

/** Without letters and digits that are confused when read aloud. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * `ACT-7KQM-3WZD-XH2P`: 60 bits; easy for people to read and type.
 * @param bytes 12 random bytes.
 */
export function activationCodeOf(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, 12)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length] ?? '');
  return `ACT-${[0, 4, 8].map((start) => letters.slice(start, start + 4).join('')).join('-')}`;
}
