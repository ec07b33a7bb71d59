/** Routes of users and coworkers. */
import { Readable } from 'node:stream';
import * as contract from '#contract/accounts/users.ts';
import type { Criterion } from '#contract/definition/criteria.ts';
import type { PageQuery } from '#contract/definition/paging.ts';
import { type Action, type Actor, may, visibleDealers } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import { DEMO_PASSWORD } from '#domain/identity/account.ts';
import type { Condition } from '../../database/criteria.ts';
import { type Listing, listing } from '../../database/listing.ts';
import { staffActor } from '../../http/request/caller.ts';
import { contentDisposition } from '../../http/response/attachment.ts';
import { authorise, type Serving, serveStaff } from '../../http/route.ts';
import {
  atDealers,
  findUserRecord,
  listUserIds,
  listUsers,
  listUsersByName,
  USER_SORT_COLUMNS,
  userConditions,
  workingAs,
} from '../queries.ts';
import { makePasswordVerifier } from '../sign-ins/passwords.ts';
import { presentAccount, presentUser } from './user.ts';
import { USER_EXPORT_NAME, usersWorkbook } from './user-export.ts';
import { addUser, editUser, logUserChange } from './users.ts';
import { listVisibleUsers } from './visible-names.ts';

function within(actor: Actor, action: Action): Condition[] {
  const hsts = visibleDealers(actor, action);
  return hsts === null ? [] : [atDealers(hsts)];
}

function usersListing(actor: Actor, action: Action, query: PageQuery & { criteria: readonly Criterion[] }): Listing {
  return listing(query, {
    conditions: [...within(actor, action), ...userConditions(query.criteria)],
    sorts: contract.USER_SORTS,
    columns: USER_SORT_COLUMNS,
    objectName: 'user',
  });
}

/** Dealers whose users the caller may pick: own ones, narrowed to `hst` when given. */
function colleagues(actor: Actor, hst: string | undefined): Condition[] {
  const ownHsts = visibleDealers(actor, 'document.read');
  if (ownHsts === null) return hst === undefined ? [] : [atDealers([hst])];
  return [atDealers(hst === undefined ? ownHsts : ownHsts.filter((ownHst) => ownHst === hst))];
}

export function userRoutes(serving: Serving): void {
  const { database, clock, settings } = serving.world;
  // Shared by all users: the password is public, and computing one each would only be slow.
  let verifier: Promise<string> | undefined;
  const demoVerifier = (): Promise<string> => {
    verifier ??= makePasswordVerifier(DEMO_PASSWORD);
    return verifier;
  };

  serveStaff(serving, contract.listUsers, async ({ actor, query, reply }) => {
    const { rows, total } = await listUsers(database.read, usersListing(actor, 'user.read', query));
    void reply.header('x-total-count', String(total));
    return rows.map(presentUser);
  });

  serveStaff(serving, contract.getUser, async ({ actor, params }) => {
    const user = await findUserRecord(database.read, params.id);
    if (user === undefined) throw new Refusal('user.notFound');
    authorise(may(actor, 'user.read', { hstList: user.hstList }), 'user.notFound');
    return presentUser(user);
  });

  serveStaff(serving, contract.createUser, async ({ actor, body, once, request }) => {
    const caller = staffActor(actor, request);
    const passwordVerifier = settings.mode === 'demo' ? await demoVerifier() : null;
    return once(async (tx) => {
      const user = await addUser(tx, { actor, caller, input: body, passwordVerifier, at: clock.now() });
      database.afterCommit(tx, () => logUserChange(request.log, actor, { before: null, after: user }));
      return presentUser(user);
    });
  });

  serveStaff(serving, contract.updateUser, async ({ actor, body, request }) => {
    const command = { actor, caller: staffActor(actor, request), input: body, at: clock.now() };
    const change = await database.transaction((tx) => editUser(tx, command));
    logUserChange(request.log, actor, change);
    return presentUser(change.after);
  });

  serveStaff(serving, contract.downloadUsers, async ({ actor, query, request, reply }) => {
    const ids = await listUserIds(database.read, usersListing(actor, 'user.export', query));
    request.log.info({ security: 'users.exported', by: actor.id, users: ids.length }, 'users exported');
    return reply
      .type(contract.downloadUsers.binary?.[0] ?? 'application/octet-stream')
      .header('content-disposition', contentDisposition(USER_EXPORT_NAME))
      .send(Readable.from(usersWorkbook(database.read, ids), { objectMode: false }));
  });

  serveStaff(serving, contract.listColleagues, async ({ actor, query }) => {
    const ownHsts = visibleDealers(actor, 'document.read');
    const asked = query.hst?.split(',') ?? null;
    const hsts = ownHsts === null ? asked : asked === null ? ownHsts : ownHsts.filter((hst) => asked.includes(hst));
    const users = await listUsersByName(database.read, hsts === null ? [] : [atDealers(hsts)], contract.MAX_COLLEAGUES);
    return users.map(({ login, fullname }) => ({ login, fullname }));
  });

  serveStaff(serving, contract.nameCoworkers, async ({ actor, query }) => {
    const users = await listVisibleUsers(database.read, actor, query.login);
    return users.map(({ login, fullname }) => ({ login, fullname }));
  });

  serveStaff(serving, contract.listCoworkers, async ({ actor, params, query }) => {
    const users = await listUsersByName(database.read, [
      ...colleagues(actor, query.hst),
      ...workingAs(params.role, query),
    ]);
    return users.map(presentAccount);
  });
}
