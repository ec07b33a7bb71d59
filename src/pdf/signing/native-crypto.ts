/** Provides Node's native cryptography to the formats, which otherwise use only WebCrypto: no copies and no other thread. */
import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { digestBy } from '#formats/cms-read.ts';
import { joinBytes } from '#formats/der.ts';
import { requireModulus, type SignedValue, verifyBy } from '#formats/signed-data.ts';

/** Authorities' keys recur in every file; signers' keys never do. */
const KEYS = 64;
/** Authorities' certificates and lists: few, and each path verifies all of them. */
const VALUES = 256;

/** A least-recently-used cache. */
class Remembered<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
  }
}

const keys = new Remembered<KeyObject>(KEYS);
/** Keyed by all inputs. Only valid results are cached. */
const held = new Remembered<true>(VALUES);

function keyOf(publicKey: Uint8Array): KeyObject {
  const name = Buffer.from(publicKey).toString('latin1');
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  keys.set(name, key);
  return key;
}

function nameOf({ publicKey, algorithm, signature, data }: SignedValue): string {
  const hash = createHash('sha256').update(JSON.stringify(algorithm));
  for (const part of [publicKey, signature, data]) hash.update(`:${part.length}:`).update(part);
  return hash.digest('base64url');
}

function isValid({ publicKey, algorithm, signature, data }: SignedValue): boolean {
  const key = keyOf(publicKey);
  const hash = algorithm.hash.replace('-', '');
  if (algorithm.name === 'ECDSA') return verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  requireModulus(key.asymmetricKeyDetails?.modulusLength ?? 0);
  if (algorithm.name === 'RSASSA-PKCS1-v1_5') return verify(hash, data, key, signature);
  const { saltLength } = algorithm;
  return verify(hash, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
}

/** Verifies synchronously; values found valid are not computed again. */
export function verifyNatively(): void {
  verifyBy((value) => {
    const name = nameOf(value);
    if (held.get(name)) return true;
    const valid = isValid(value);
    if (valid) held.set(name, true);
    return valid;
  });
}

/**
 * Hashes bytes in place, on the calling thread.
 * @param largest in bytes: larger input is hashed on another thread, so that the calling thread stays responsive.
 */
export function hashNatively(largest = Number.POSITIVE_INFINITY): void {
  digestBy(async (hash, parts) => {
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    if (size > largest) return new Uint8Array(await crypto.subtle.digest(hash, joinBytes(parts)));
    const state = createHash(hash.replace('-', ''));
    for (const part of parts) state.update(part);
    return state.digest();
  });
}
