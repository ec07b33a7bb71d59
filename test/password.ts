/** The password of people in tests: told by a verifier whose work is little, for there is nothing to guess. */
import { scryptSync } from 'node:crypto';

const COST = { N: 16, r: 1, p: 1 } as const;

/** In the form of `makePasswordVerifier`, which names its own cost. */
export function cheapVerifier(password: string): string {
  const salt = Buffer.alloc(16, password);
  const key = scryptSync(password, salt, 32, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}
