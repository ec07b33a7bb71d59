/** Hashes passwords of technical accounts: scrypt (RFC 7914) with a salt each, and the same work for unknown users. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** 16 MiB and about a fifth of a second: the lower memory setting of the OWASP password storage recommendation. */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

function derive(password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }): Promise<Buffer> {
  // Keyboards encode some letters in two ways; both are the same password (RFC 8265).
  const text = password.normalize('NFC');
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** @returns `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function makePasswordVerifier(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

const VERIFIER_FORMAT = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

/** Compares in the same time whether or not there is a verifier to compare with. @param work how the key is derived. */
export async function passwordMatches(password: string, verifier: string | null, work = derive): Promise<boolean> {
  const parts = VERIFIER_FORMAT.exec(verifier ?? '');
  const [, n, r, p, salt, key] = parts ?? [];
  const cost = parts === null ? COST : { N: Number(n), r: Number(r), p: Number(p) };
  const derived = await work(password, Buffer.from(salt ?? 'A'.repeat(22), 'base64url'), cost);
  const expected = Buffer.from(key ?? 'A'.repeat(43), 'base64url');
  return timingSafeEqual(derived, expected) && parts !== null;
}
