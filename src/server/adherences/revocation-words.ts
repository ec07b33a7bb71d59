/** Who requested a revocation and why: stored in its row, and fixed by a hash in the evidence trail. */
import { createHash, createHmac } from 'node:crypto';
import { canonicalJson } from '#formats/canonical-json.ts';
import type { World } from '../world.ts';

export interface RevocationWords {
  /** Null if the customer did. */
  readonly requestedBy: string | null;
  readonly reason: string | null;
}

/**
 * «La figlia», without a reason, is found by guessing, and the trail is read by more people than the row is: so the hash
 * has a salt. It is of this adherence alone and can be told to whoever must check its words, without the secret that it
 * comes from. @returns 64 hexadecimal digits
 */
export function revocationSalt({ secrets }: Pick<World, 'secrets'>, adherenceId: number): string {
  return createHmac('sha256', secrets.derive('revocation-words')).update(String(adherenceId)).digest('hex');
}

/** @returns SHA-256, hexadecimal, over the canonical JSON of `reason`, `requestedBy` and `salt` */
export function revocationDigest({ requestedBy, reason }: RevocationWords, salt: string): string {
  return createHash('sha256').update(canonicalJson({ reason, requestedBy, salt })).digest('hex');
}
