/** A password of the demo that takes next to nothing to prove: for measurements, in the place of an identity provider elsewhere (P-3). */
import { randomBytes, scryptSync } from 'node:crypto';
import type { Database } from '#ports/database/database.ts';

/** Of scrypt the least that the product still takes. */
const COST = { N: 16, r: 1, p: 1 } as const;

/** The persona's password stays what it is. @param database of an installation that has made its demo and stands still. */
export async function setQuickPassword({ read }: Pick<Database, 'read'>, login: string, password: string) {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, COST);
  const verifier = ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
  const { numUpdatedRows } = await read
    .updateTable('app_user')
    .set({ password_verifier: verifier })
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`There is no ${login}`);
}
