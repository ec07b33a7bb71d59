/** Provides Node's native cryptography to the formats, which otherwise use only WebCrypto: no copies and no other thread. */

import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { LruCache } from '#domain/cache/lru-cache.ts';
import { setDigestImplementation } from '#formats/cms-read.ts';
import { joinBytes } from '#formats/der.ts';
import { requireModulusLength, type SignedValue, setVerifyImplementation } from '#formats/signed-data.ts';

/** Authorities' keys recur in every file; signers' keys never do. */
const MAX_KEYS = 64;
/** Authorities' certificates and lists: few, and each path verifies all of them. */
const MAX_VALUES = 256;

const keys = new LruCache<KeyObject>(MAX_KEYS);
/** Keyed by all inputs. Only valid results are cached. */
const verifiedValues = new LruCache<true>(MAX_VALUES);

function keyOf(publicKey: Uint8Array): KeyObject {
  const name = Buffer.from(publicKey).toString('latin1');
  const cached = keys.get(name);
  if (cached !== undefined) return cached;
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  keys.set(name, key);
  return key;
}

function cacheKeyOf({ publicKey, algorithm, signature, data }: SignedValue): string {
  const hash = createHash('sha256').update(JSON.stringify(algorithm));
  for (const part of [publicKey, signature, data]) hash.update(`:${part.length}:`).update(part);
  return hash.digest('base64url');
}

function isValid({ publicKey, algorithm, signature, data }: SignedValue): boolean {
  const key = keyOf(publicKey);
  const hash = algorithm.hash.replace('-', '');
  if (algorithm.name === 'ECDSA') return verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  requireModulusLength(key.asymmetricKeyDetails?.modulusLength ?? 0);
  if (algorithm.name === 'RSASSA-PKCS1-v1_5') return verify(hash, data, key, signature);
  const { saltLength } = algorithm;
  return verify(hash, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
}

/** Verifies synchronously; values found valid are not computed again. */
export function enableNativeVerification(): void {
  setVerifyImplementation((value) => {
    const name = cacheKeyOf(value);
    if (verifiedValues.get(name)) return true;
    const valid = isValid(value);
    if (valid) verifiedValues.set(name, true);
    return valid;
  });
}

/**
 * Hashes bytes in place, on the calling thread.
 * @param maxBytes in bytes: larger input is hashed on another thread, so that the calling thread stays responsive.
 */
export function enableNativeHashing(maxBytes = Number.POSITIVE_INFINITY): void {
  setDigestImplementation(async (hash, parts) => {
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    if (size > maxBytes) return new Uint8Array(await crypto.subtle.digest(hash, joinBytes(parts)));
    const state = createHash(hash.replace('-', ''));
    for (const part of parts) state.update(part);
    return state.digest();
  });
}
