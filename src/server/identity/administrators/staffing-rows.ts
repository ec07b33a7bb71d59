/** SQL of how many people there are who can run an installation and work in it. */
import { type SqlBool, sql } from 'kysely';
import { GROUP_OF_ROLE, ROLES } from '#domain/identity/roles.ts';
import type { Db } from '#ports/database/database.ts';
import { atDealers, workingAs } from '../queries.ts';

export interface Staffing {
  /** Active administrators. */
  administrators: number;
  /** Active people with a role that starts signatures at one of the dealers. */
  users: number;
  /** Those of the dealers at which they work. */
  hsts: string[];
}

const SELLING = ROLES.filter((role) => ['supervisor', 'dealer'].includes(GROUP_OF_ROLE[role]));

/** @param hsts dealers that are asked about. */
export async function findStaffing(db: Db, hsts: readonly string[]): Promise<Staffing> {
  const { total: administrators } = await db
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and(workingAs('ROLE_ADMIN', {})))
    .executeTakeFirstOrThrow();
  const working = db
    .selectFrom('app_user')
    .where('activated', '=', true)
    .where(sql<SqlBool>`authorities && array[${sql.join(SELLING.map((role) => sql`${role}::text`))}]`)
    .where(atDealers(hsts));
  const { total: users } = await working
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const places = await working.select(sql<string>`unnest(hst_list)`.as('hst')).distinct().execute();
  const at = places.map(({ hst }) => hst).filter((hst) => hsts.includes(hst));
  return { administrators: Number(administrators), users: Number(users), hsts: at.sort() };
}
