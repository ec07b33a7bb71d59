/** Commands on users: created and changed, never deleted, because their actions keep referring to them. */
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { updateUser } from '#contract/accounts/users.ts';
import { type Action, type Actor, grantablePermissions, may } from '#domain/access.ts';
import { type FieldIssue, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import type { FieldMessageCode } from '#domain/field-messages.ts';
import { isActiveAdministrator, needsSecondAdministrator } from '#domain/identity/administrators.ts';
import { type newUserSchema, withoutUnusedGrants } from '#domain/identity/user.ts';
import type { Tx } from '#ports/database/database.ts';
import { listDealers } from '../../dealers/index.ts';
import { changedFixedFields, editDate, refuseStale } from '../../http/request/edit.ts';
import { authorise } from '../../http/route.ts';
import { endProposalsBy, endProposalsOf, propose } from '../administrators/proposals.ts';
import {
  changeUser,
  endSessionsOfUser,
  findUserByLogin,
  insertUser,
  lockUserAndAdmins,
  mayTakeEmail,
} from '../queries.ts';
import { recordAccountChange } from './account-changes.queries.ts';
import type { NewUser, UserRecord } from './user.ts';

interface Command {
  actor: Actor;
  caller: EvidenceActor;
  at: Date;
}
type Grants = Pick<NewUser, 'authorities' | 'hstList' | 'brands'>;
const NO_GRANTS: Grants = { authorities: [], hstList: [], brands: [] };

const issue = (field: string, code: FieldMessageCode): FieldIssue => ({ objectName: 'user', field, code });

function refuseFields(fieldErrors: readonly FieldIssue[]): void {
  if (fieldErrors.length > 0) throw new Refusal('user.invalid', { fieldErrors });
}

/** Refuses roles and dealers that the actor may not grant: 403 for roles, a field error for dealers. */
function refuseForeignGrants(actor: Actor, action: Action, grants: Grants): void {
  authorise(may(actor, action, { authorities: grants.authorities }), 'user.notFound');
  const decision = may(actor, action, { hstList: grants.hstList });
  if (decision.ok) return;
  if (decision.reason === 'scope') {
    if (grants.hstList.length === 0) refuseFields([issue('hstList', 'required')]);
    refuseFields(
      grants.hstList.flatMap((hst, index) =>
        actor.hstList.includes(hst) ? [] : [issue(`hstList.${index}`, 'otherDealer')],
      ),
    );
  }
  authorise(decision, 'user.notFound');
}

/** Actors cannot grant more than they have; permissions that the user already has may stay. */
function refuseForeignPermissions(actor: Actor, grants: Grants, current: Grants): void {
  refuseFields(
    grants.brands.flatMap(({ brand, permissions }, index) => {
      const currentPermissions = current.brands.find((entry) => entry.brand === brand)?.permissions ?? [];
      const fine = [...currentPermissions, ...grantablePermissions(actor, brand)];
      return permissions.every((one) => fine.includes(one)) ? [] : [issue(`brands.${index}.permissions`, 'notGivable')];
    }),
  );
}

/** A dealer that left the directory stays with its users, so that they can still be edited, but is not granted to others. */
async function refuseUnknownDealers(tx: Tx, grants: Grants, current: Grants): Promise<void> {
  const added = grants.hstList.filter((hst) => !current.hstList.includes(hst));
  const listed = (await listDealers(tx, added)).filter(({ gone_date }) => gone_date === null).map(({ hst }) => hst);
  refuseFields(
    grants.hstList.flatMap((hst, index) =>
      added.includes(hst) && !listed.includes(hst) ? [issue(`hstList.${index}`, 'unknownDealer')] : [],
    ),
  );
}

async function refuseGrants(tx: Tx, actor: Actor, action: Action, grants: Grants, current: Grants): Promise<void> {
  refuseForeignGrants(actor, action, grants);
  refuseForeignPermissions(actor, grants, current);
  await refuseUnknownDealers(tx, grants, current);
}

/** The address identifies a user at the first sign-in, so two users never share one. */
async function emailIssues(tx: Tx, email: string, id: number | null): Promise<FieldIssue[]> {
  return (await mayTakeEmail(tx, email, id)) ? [] : [issue('email', 'emailTaken')];
}

/**
 * Creates a user. An administrator is created without access and waits for a second administrator (record 0066).
 * @param command.passwordVerifier null where credentials are kept by the identity provider.
 * @throws Refusal user.invalid with fieldErrors (including a login or an address that is taken), 403 for a role
 * that the caller may not grant.
 */
export async function addUser(
  tx: Tx,
  command: Command & { input: z.output<typeof newUserSchema>; passwordVerifier: string | null },
): Promise<UserRecord> {
  const { actor, at, passwordVerifier } = command;
  const cleaned = withoutUnusedGrants(command.input);
  const input = { ...cleaned, activated: cleaned.activated ?? true };
  const needsConfirmation = needsSecondAdministrator(null, input);
  await refuseGrants(tx, actor, 'user.create', input, NO_GRANTS);
  const issues = await emailIssues(tx, input.email, null);
  if ((await findUserByLogin(tx, input.login)) !== undefined) issues.unshift(issue('login', 'loginTaken'));
  refuseFields(issues);
  const user = await insertUser(
    tx,
    { ...input, activated: input.activated && !needsConfirmation, passwordVerifier },
    actor.login,
    at,
  );
  if (user === undefined) throw new Refusal('user.invalid', { fieldErrors: [issue('login', 'loginTaken')] });
  await recordAccountChange(tx, user.id, actor.login, at);
  if (needsConfirmation) await propose(tx, { ...command, user, wanted: input, isNew: true });
  return user;
}

/** A stored telephone keeps its user from signing as the customer, so users cannot change their own; another administrator can. */
function refuseOwnPhone(actor: Actor, stored: UserRecord, mobilePhone: string | null | undefined): void {
  if (stored.id !== actor.id || stored.mobilePhone === null) return;
  if (mobilePhone !== undefined && mobilePhone !== stored.mobilePhone) refuseFields([issue('mobilePhone', 'ownPhone')]);
}

type Next = Omit<NewUser, 'login' | 'passwordVerifier'> & Pick<UserRecord, 'authorities'>;

const losesAdministration = (stored: UserRecord, next: Next): boolean =>
  isActiveAdministrator(stored) && !isActiveAdministrator(next);

/** Keeps at least one active administrator, and prevents users from locking themselves out. */
function refuseLockOut(actor: Actor, stored: UserRecord, next: Next, admins: readonly UserRecord[]): void {
  const losesAdmin = losesAdministration(stored, next);
  if (losesAdmin && admins.every(({ id }) => id === stored.id)) throw new Refusal('user.lastAdmin');
  if (stored.id === actor.id && (losesAdmin || !next.activated)) throw new Refusal('user.ownAccess');
}

/**
 * Changes a user; their access is re-evaluated at the next request, on every node. A change that makes an
 * administrator, or gives one another address, has no effect yet: it waits as a whole for a second administrator
 * (record 0066). Any other edit ends pending proposals for the user.
 * @throws Refusal user.notFound when absent or out of the actor's sight, conflict.stale, user.lastAdmin, user.ownAccess.
 */
export async function editUser(
  tx: Tx,
  command: Command & { input: z.output<NonNullable<typeof updateUser.body>> },
): Promise<{ before: UserRecord; after: UserRecord }> {
  const { actor, caller, at } = command;
  const input = withoutUnusedGrants(command.input);
  const { user: stored, admins } = await lockUserAndAdmins(tx, input.id);
  if (stored === undefined) throw new Refusal('user.notFound');
  authorise(may(actor, 'user.edit', { hstList: stored.hstList, authorities: stored.authorities }), 'user.notFound');
  refuseFields(changedFixedFields('user', input, { login: stored.login }));
  await refuseGrants(tx, actor, 'user.edit', input, stored);
  refuseStale(input.lastModifiedDate, stored.lastModifiedDate);
  const next = { ...input, activated: input.activated ?? stored.activated };
  refuseLockOut(actor, stored, next, admins);
  refuseFields(await emailIssues(tx, next.email, stored.id));
  refuseOwnPhone(actor, stored, input.mobilePhone);
  if (needsSecondAdministrator(stored, next)) {
    await propose(tx, { ...command, user: stored, wanted: next });
    return { before: stored, after: stored };
  }
  await endProposalsOf(tx, { userId: stored.id, caller, at });
  if (losesAdministration(stored, next)) await endProposalsBy(tx, { login: stored.login, caller, at });
  const after = await changeUser(tx, stored.id, next, actor.login, editDate(stored.lastModifiedDate, at));
  await recordAccountChange(tx, stored.id, actor.login, at);
  // In both directions: a session opened during deactivation must not become valid again with the account.
  if (after.activated !== stored.activated) await endSessionsOfUser(tx, stored.id, at);
  return { before: stored, after };
}

const LOGGED_FIELDS = [
  'authorities',
  'hstList',
  'brands',
  'activated',
  'email',
  'firstName',
  'lastName',
  'mobilePhone',
] as const;

/** Logs who changed which fields of which user: names and ids, never values. */
export function logUserChange(
  log: FastifyBaseLogger,
  actor: Actor,
  change: { before: UserRecord | null; after: UserRecord },
): void {
  const { before, after } = change;
  const fields = LOGGED_FIELDS.filter((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after[name]));
  const security = before === null ? 'user.created' : 'user.changed';
  log.info({ security, userId: after.id, by: actor.id, fields }, before === null ? 'user created' : 'user changed');
}
