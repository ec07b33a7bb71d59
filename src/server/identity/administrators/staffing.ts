/** Counts the people who can run an installation and those who work in it. */
import { type SqlBool, sql } from 'kysely';
import { GROUP_OF_ROLE, ROLES } from '#domain/identity/roles.ts';
import type { Db } from '#ports/database/database.ts';
import { atDealers, listUsersByName, workingAs } from '../queries.ts';

interface Staffing {
  /** Active administrators. */
  administrators: number;
  /** Active users with a role that starts signatures at one of the dealers. */
  users: number;
  /** The dealers at which they work. */
  hsts: string[];
}

const SELLING = ROLES.filter((role) => ['supervisor', 'dealer'].includes(GROUP_OF_ROLE[role]));
const mayStart = sql<SqlBool>`app_user.authorities && array[${sql.join(SELLING.map((role) => sql`${role}::text`))}]`;

/** @param hsts the dealers to check. */
export async function findStaffing(db: Db, hsts: readonly string[]): Promise<Staffing> {
  const administrators = await listUsersByName(db, workingAs('ROLE_ADMIN', {}));
  const users = await listUsersByName(db, [sql<SqlBool>`app_user.activated`, mayStart, atDealers(hsts)]);
  const staffedHsts = new Set(users.flatMap(({ hstList }) => hstList));
  return {
    administrators: administrators.length,
    users: users.length,
    hsts: hsts.filter((hst) => staffedHsts.has(hst)),
  };
}
