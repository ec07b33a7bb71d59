/** Who requested a revocation and why: stored in its row, and fixed by a hash in the evidence trail. */
import { createHash, createHmac } from 'node:crypto';
import { canonicalJson } from '#formats/canonical-json.ts';
import type { World } from '../world.ts';

export interface RevocationStatement {
  /** Null if the customer did. */
  readonly requestedBy: string | null;
  readonly reason: string | null;
}

/**
 * «La figlia», without a reason, can be found by guessing, and the trail has more readers than the row: so the hash has
 * a salt. The salt belongs to this adherence only and can be disclosed to verify its words, without the secret from
 * which it is derived. @returns 64 hexadecimal digits
 */
export function revocationSalt({ secrets }: Pick<World, 'secrets'>, adherenceId: number): string {
  return createHmac('sha256', secrets.derive('revocation-words')).update(String(adherenceId)).digest('hex');
}

/** @returns SHA-256, hexadecimal, over the canonical JSON of `reason`, `requestedBy` and `salt` */
export function revocationDigest({ requestedBy, reason }: RevocationStatement, salt: string): string {
  return createHash('sha256').update(canonicalJson({ reason, requestedBy, salt })).digest('hex');
}
