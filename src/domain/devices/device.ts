/** A device as seen by the tablet and by staff. */
import { z } from 'zod';
import { requiredText } from '../text-schemas.ts';

/** As reported to the tablet; the server never returns `UNKNOWN`, since a call needs a key. */
export const DEVICE_STATES = ['WAITING', 'REFUSED', 'EXPIRED', 'ACTIVE', 'DISABLED', 'LAPSED', 'ENDED'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

/** An activation's device as staff see it: none, a code waiting for its tablet, a tablet waiting for confirmation, paired. */
export const PAIRING_STATES = ['NONE', 'CODE', 'WAITING', 'PAIRED'] as const;

/** SubjectPublicKeyInfo of a P-256 key: 91 bytes as base64url. */
const PUBLIC_KEY = /^[\w-]{122}$/;
const SIGNATURE = /^[\w-]{86}$/;

/** The tablet's pairing request. */
export const pairingSchema = z.strictObject({
  code: requiredText(40),
  publicKey: z.string().regex(PUBLIC_KEY, { message: 'type' }),
  name: requiredText(60),
  /** Signature over statementOfPairing. */
  proof: z.string().regex(SIGNATURE, { message: 'type' }),
});
