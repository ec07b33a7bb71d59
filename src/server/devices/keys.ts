/** Reads the public keys of tablets and verifies their signatures: ECDSA with P-256 and SHA-256, as the Web Crypto API makes them. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** @returns null when the text is not a P-256 key. */
function parsePublicKey(publicKey: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}

export const keyIdOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex');

/** @param signature r and s, 64 bytes as base64url. */
export function hasSigned(publicKey: string, statement: string, signature: string): boolean {
  const key = parsePublicKey(publicKey);
  if (key === null) return false;
  const bytes = Buffer.from(statement, 'utf8');
  return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}
