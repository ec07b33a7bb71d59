/** Link tokens, derived and never stored, and the cookie that binds a signature to one browser. */
import { createHash, createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { LINK_ID_BYTES, LINK_MAC_BYTES, LINK_TOKEN } from '#domain/signing/messages/link.ts';
import type { Secrets } from '../../world.ts';

export interface LinkOf {
  readonly signerId: number;
  readonly sessionId: number;
  readonly epoch: number;
}

/** Purpose of a link: the signature, or the copy. Each has its own key. */
export type LinkKind = 'sign-link' | 'copy-link';

/** Cached: Node validates raw key bytes at each use, which takes five times as long as the hash. */
const keys = new WeakMap<Uint8Array, KeyObject>();
function keyOf(secret: Uint8Array): KeyObject {
  let key = keys.get(secret);
  if (key === undefined) {
    key = createSecretKey(secret);
    keys.set(secret, key);
  }
  return key;
}

function macOf(secrets: Secrets, link: LinkOf, kind: LinkKind, attempt: number): Buffer {
  const data = Buffer.alloc(25);
  data.writeBigUInt64BE(BigInt(link.signerId), 0);
  data.writeBigUInt64BE(BigInt(link.epoch), 8);
  data.writeBigUInt64BE(BigInt(link.sessionId), 16);
  data.writeUInt8(attempt, 24);
  return createHmac('sha256', keyOf(secrets.derive(kind)))
    .update(data)
    .digest()
    .subarray(0, LINK_MAC_BYTES);
}

/** The token of a link: 48 bits of id and 144 bits of keyed hash. */
export function linkToken(secrets: Secrets, link: LinkOf, kind: LinkKind = 'sign-link'): string {
  const id = Buffer.alloc(LINK_ID_BYTES);
  id.writeUIntBE(link.signerId, 0, LINK_ID_BYTES);
  for (let attempt = 0; attempt < 256; attempt++) {
    const token = Buffer.concat([id, macOf(secrets, link, kind, attempt)]).toString('base64url');
    // Tokens are sent in messages in which only the code may be six consecutive digits.
    if (!/\d{6}/.test(token)) return token;
  }
  throw new Error('No token without six digits in a row');
}

/** @returns the signer that a token claims, or null when the token is malformed. */
export function claimedSignerId(token: string): number | null {
  if (!LINK_TOKEN.test(token)) return null;
  const id = Buffer.from(token, 'base64url').readUIntBE(0, LINK_ID_BYTES);
  return id > 0 && Number.isSafeInteger(id) ? id : null;
}

/** Compares in constant time with the only valid token of that link and kind. */
export function isLinkToken(secrets: Secrets, link: LinkOf, token: string, kind: LinkKind = 'sign-link'): boolean {
  return isEqualText(linkToken(secrets, link, kind), token);
}

export function isEqualText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}

export const ceremonyCookieName = (signerId: number): string => `fascicolo-sign-${signerId}`;

/** A new cookie value: 256 random bits. */
export const newCeremonyCookie = (): string => randomBytes(32).toString('base64url');

/** The cookie of the phone that used a code at the desk: presenting the phone's key again yields the same one. */
export function scannedPhoneCookie(secrets: Secrets, { exchangeId, epoch, key }: ScannedPhone): string {
  const facts = `${exchangeId} ${epoch} ${key}`;
  return createHmac('sha256', secrets.derive('qr-ceremony')).update(facts).digest('base64url');
}

interface ScannedPhone {
  readonly exchangeId: number;
  readonly epoch: number;
  readonly key: string;
}

/** The stored form of the cookie. */
export const ceremonyBinding = (cookie: string): string => createHash('sha256').update(cookie).digest('hex');

/** Identifies the browser that holds the signing session to link holders, without disclosing its cookie. */
export const seatOf = (binding: string): string =>
  createHash('sha256').update(`seat ${binding}`).digest('hex').slice(0, 16);
