/** Shamir's secret sharing (1979) over GF(256): any k of n shares yield the secret, fewer reveal nothing. */
import { randomBytes } from 'node:crypto';

export interface Share {
  /** 1 to 255: argument of the polynomials. */
  readonly at: number;
  readonly value: Uint8Array;
}

/** @throws RangeError unless 2 ≤ needed ≤ parts ≤ 255. */
export function splitSecret(secret: Uint8Array, parts: number, needed: number): Share[] {
  if (!Number.isInteger(parts) || !Number.isInteger(needed) || needed < 2 || needed > parts || parts > 255) {
    throw new RangeError('2 ≤ needed ≤ parts ≤ 255 was expected');
  }
  // One polynomial per byte; the byte itself is its constant term.
  const coefficients = [secret, ...Array.from({ length: needed - 1 }, () => randomBytes(secret.length))];
  const shares = Array.from({ length: parts }, (_, n) => {
    const at = n + 1;
    const value = new Uint8Array(secret.length);
    // Horner's rule, from the highest coefficient down.
    for (const coefficient of coefficients.toReversed()) {
      for (const [i, byte] of value.entries()) value[i] = multiply(byte, at) ^ (coefficient[i] ?? 0);
    }
    return { at, value };
  });
  for (const coefficient of coefficients.slice(1)) coefficient.fill(0);
  return shares;
}

/** Interpolates at zero. Too few or wrong shares yield another secret without an error: the caller must detect this. */
export function joinShares(shares: readonly Share[]): Uint8Array {
  const secret = new Uint8Array(shares[0]?.value.length ?? 0);
  for (const { at, value } of shares) {
    let weight = 1;
    for (const { at: other } of shares) {
      if (other !== at) weight = multiply(weight, multiply(other, inverse(other ^ at)));
    }
    for (const [i, byte] of value.entries()) secret[i] = (secret[i] ?? 0) ^ multiply(byte, weight);
  }
  return secret;
}

/** Modulo x⁸ + x⁴ + x³ + x + 1, without tables or data-dependent branches. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = a;
  for (let bit = 0; bit < 8; bit += 1) {
    product ^= shifted & -((b >> bit) & 1);
    shifted = ((shifted << 1) ^ (0x11b & -((shifted >> 7) & 1))) & 0xff;
  }
  return product;
}

/** a²⁵⁴, since a²⁵⁵ is 1. */
function inverse(a: number): number {
  let result = 1;
  let square = a;
  for (let bit = 1; bit < 8; bit += 1) {
    square = multiply(square, square);
    result = multiply(result, square);
  }
  return result;
}
