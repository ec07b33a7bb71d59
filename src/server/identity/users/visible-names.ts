/** Decides which user names a caller may see; rows and evidence store logins. */
import { type Actor, visibleDealers } from '#domain/access.ts';
import type { Db } from '#ports/database/database.ts';
import { atDealers, atDealersOrOffice, calledBy, listUsersByName, workingAs } from '../queries.ts';
import type { User } from './user.ts';

/**
 * Of the users with these logins, those at the caller's dealers and of the national organisation; all of them for
 * callers who see all dealers.
 */
export async function listVisibleUsers(db: Db, actor: Actor, logins: readonly string[]): Promise<User[]> {
  if (logins.length === 0) return [];
  const visibleHsts = visibleDealers(actor, 'document.read');
  return listUsersByName(db, [calledBy(logins), ...(visibleHsts === null ? [] : [atDealersOrOffice(visibleHsts)])]);
}

/** The active supervisors of a dealer. */
export const listSupervisors = async (db: Db, hst: string): Promise<User[]> =>
  listUsersByName(db, [atDealers([hst]), ...workingAs('ROLE_SUPERVISOR_DEALER', {})]);
