/** The password of test users, with a cheap verifier, because no attacker guesses it. */
import { scryptSync } from 'node:crypto';
import type { Database } from '#ports/database/database.ts';

const COST = { N: 16, r: 1, p: 1 } as const;

/** In the format of `makePasswordVerifier`, which includes the cost. */
export function cheapVerifier(password: string): string {
  const salt = Buffer.alloc(16, password);
  const key = scryptSync(password, salt, 32, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Sets the persona's password, in a database that no server uses. */
export async function setCheapPassword({ read }: Pick<Database, 'read'>, login: string, password: string) {
  const change = { password_verifier: cheapVerifier(password) };
  const { numUpdatedRows } = await read
    .updateTable('app_user')
    .set(change)
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`There is no ${login}`);
}
