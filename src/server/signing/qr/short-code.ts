/** The short form of a QR code's token: the same facts and lifetime in 36 letters, for the picture (record 0092). Derived, not stored. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../world.ts';

const SHORT_CODE = /^[A-Za-z0-9_-]{30,64}$/;
const TIME_BYTES = 4;
/** Distinguishes two codes of the same second. */
const SALT_BYTES = 2;
/** Domain separation from the token, which the same key signs and which begins with "eyJ". */
const PURPOSE = 'short-code ';
/** 128 bits: as hard to guess as the link it gives access to. */
const MAC_BYTES = 16;

export interface CodeFacts {
  readonly documentId: number;
  readonly askedBy: number;
  /** Whole seconds since 1970. */
  readonly issued: number;
}

export interface ShortCode {
  readonly code: string;
  /** Identifies the code in both forms: the `jti` of its token. */
  readonly id: string;
}

/** Seven bits per byte, lowest first: a six-digit id takes three bytes. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

/** @returns the number and the offset of the next one, or null when it is not a safe integer. */
function readVarint(bytes: Uint8Array, start: number): { value: number; next: number } | null {
  let value = 0;
  for (let offset = start, factor = 1; offset < bytes.length && offset < start + 8; offset += 1, factor *= 128) {
    const byte = bytes[offset] ?? 0;
    value += (byte % 128) * factor;
    if (byte < 128) return Number.isSafeInteger(value) ? { value, next: offset + 1 } : null;
  }
  return null;
}

const macOf = (secrets: Secrets, facts: Uint8Array): Buffer =>
  createHmac('sha256', secrets.derive('qr-code')).update(PURPOSE).update(facts).digest().subarray(0, MAC_BYTES);

export function makeShortCode(secrets: Secrets, { documentId, askedBy, issued }: CodeFacts): ShortCode {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUInt32BE(issued);
  const facts = Buffer.concat([
    Buffer.from([...varint(documentId), ...varint(askedBy)]),
    time,
    randomBytes(SALT_BYTES),
  ]);
  const mac = macOf(secrets, facts);
  return { code: Buffer.concat([facts, mac]).toString('base64url'), id: mac.toString('base64url') };
}

/** @returns the contents of a code created here; null for any other text, including a second spelling of a genuine code. */
export function readShortCode(secrets: Secrets, code: string): (CodeFacts & Pick<ShortCode, 'id'>) | null {
  if (!SHORT_CODE.test(code)) return null;
  const bytes = Buffer.from(code, 'base64url');
  if (bytes.toString('base64url') !== code) return null;
  const facts = bytes.subarray(0, bytes.length - MAC_BYTES);
  const mac = bytes.subarray(bytes.length - MAC_BYTES);
  if (!timingSafeEqual(macOf(secrets, facts), mac)) return null;
  const document = readVarint(facts, 0);
  const user = document === null ? null : readVarint(facts, document.next);
  if (document === null || user === null || user.next + TIME_BYTES + SALT_BYTES !== facts.length) return null;
  const issued = facts.readUInt32BE(user.next);
  return { documentId: document.value, askedBy: user.value, issued, id: mac.toString('base64url') };
}
