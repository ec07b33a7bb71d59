/** What a tablet and the staff are told of a device (P-13, D-35). */
import { z } from 'zod';
import { requiredText } from '../text.ts';

/** As a tablet is told; `UNKNOWN` is answered by nobody: without a key there is no call. */
export const DEVICE_STATES = ['WAITING', 'REFUSED', 'EXPIRED', 'ACTIVE', 'DISABLED', 'LAPSED', 'ENDED'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

/** As the staff see an activation's device: nothing, a code that waits for its tablet, a tablet that waits for them, paired. */
export const PAIRING_STATES = ['NONE', 'CODE', 'WAITING', 'PAIRED'] as const;

/** SubjectPublicKeyInfo of a P-256 key: 91 bytes as base64url. */
const PUBLIC_KEY = /^[\w-]{122}$/;
const SIGNATURE = /^[\w-]{86}$/;

/** What a tablet asks with. */
export const pairingSchema = z.strictObject({
  code: requiredText(40),
  publicKey: z.string().regex(PUBLIC_KEY, { message: 'type' }),
  name: requiredText(60),
  /** Over statementOfPairing. */
  proof: z.string().regex(SIGNATURE, { message: 'type' }),
});
