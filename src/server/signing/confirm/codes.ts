/** One-time codes, derived from a stored salt and the facts they are bound to: the code itself is stored nowhere. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { codeFromBytes } from '#domain/signing/one-time-code.ts';
import { canonicalJson } from '#formats/canonical-json.ts';
import type { Secrets } from '../../world.ts';

export interface CodeBinding {
  readonly sessionId: number;
  readonly signerId: number;
  /** SHA-256 of every prepared file, in the order of the documents. */
  readonly preparedSha256: readonly string[];
  /** E.164. */
  readonly phone: string;
  readonly pointIds: readonly number[];
}

/** A changed document, phone or list of signature fields gives another value and voids the code. */
export function hashBinding(binding: CodeBinding): string {
  const facts = {
    v: 1,
    session: binding.sessionId,
    signer: binding.signerId,
    prepared: binding.preparedSha256,
    phone: binding.phone,
    points: binding.pointIds,
  };
  return createHash('sha256').update(canonicalJson(facts)).digest('hex');
}

/**
 * What a repeated staff sign-in is bound to: another file, person or list of points gives another value.
 * @param binding `epoch` counts how often the signer was replaced: a person who is named again must prove their
 * identity again.
 */
export function hashStaffBinding(binding: Omit<CodeBinding, 'phone'> & { userId: number; epoch: number }): string {
  const facts = {
    v: 2,
    session: binding.sessionId,
    signer: binding.signerId,
    epoch: binding.epoch,
    prepared: binding.preparedSha256,
    user: binding.userId,
    points: binding.pointIds,
  };
  return createHash('sha256').update(canonicalJson(facts)).digest('hex');
}

export const newSalt = (): string => randomBytes(16).toString('hex');

/** @returns six decimal digits. */
export function deriveCode(secrets: Secrets, salt: string, bindingHash: string): string {
  const key = secrets.derive('otp');
  for (let attempt = 0; attempt < 256; attempt++) {
    const bytes = createHmac('sha256', key)
      .update(Buffer.from(salt, 'hex'))
      .update(Buffer.from(bindingHash, 'hex'))
      .update(Uint8Array.of(attempt))
      .digest();
    const code = codeFromBytes(bytes);
    if (code !== null) return code;
  }
  throw new Error('No unbiased code in 256 attempts');
}
