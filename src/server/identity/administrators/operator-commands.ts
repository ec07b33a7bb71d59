/**
 * Operator commands on administrators, run on the machine: immediate, recorded in the trail, reported to the
 * administrators (record 0066).
 */
import { Refusal } from '#domain/errors.ts';
import { administratorEffects, isActiveAdministrator, proposalRefusal } from '#domain/identity/administrators.ts';
import type { Tx } from '#ports/database/database.ts';
import type { WantedUser } from '#ports/database/json-columns.ts';
import { editDate } from '../../http/request/edit.ts';
import { changeUser, endSessionsOfUser, findUserByLogin, insertUser, lockUserAndAdmins } from '../queries.ts';
import type { NewUser, UserRecord } from '../users/user.ts';
import { applyProposal, endProposalsOf } from './proposals.ts';
import { endProposal, findProposal, insertProposal, lockProposal, type ProposalRow } from './rows.ts';
import { OPERATOR, recordProposal } from './trail.ts';

const wantedOf = (user: UserRecord): WantedUser => ({
  ...{ firstName: user.firstName, lastName: user.lastName, email: user.email, activated: user.activated },
  ...{ authorities: [...user.authorities], hstList: [...user.hstList], brands: [...user.brands] },
});

/** Stores the action for the trail and the notices. */
async function storeAction(
  tx: Tx,
  action: { kind: 'OPERATOR' | 'FREED'; before: UserRecord | null; after: UserRecord; at: Date },
): Promise<void> {
  const { kind, before, after, at } = action;
  const wanted = wantedOf(after);
  const row = await insertProposal(tx, {
    user_id: after.id,
    kind,
    wanted,
    effects: kind === 'FREED' ? [] : administratorEffects(before, wanted),
    base_date: after.lastModifiedDate,
    proposed_by: null,
    proposed_date: at,
    expires_date: at,
    state: 'CONFIRMED',
    decided_by: null,
    decided_date: at,
    reason: null,
    told_state: null,
  });
  const type = kind === 'FREED' ? 'freed' : 'appointed';
  await recordProposal(tx, { type, actor: OPERATOR, row, login: after.login }, at);
}

/** @returns null when no user has this login; `appointed` is false for an administrator who is already active. */
export async function appointAdministrator(
  tx: Tx,
  login: string,
  at: Date,
): Promise<{ user: UserRecord; appointed: boolean } | null> {
  const candidate = await findUserByLogin(tx, login);
  if (candidate === undefined) return null;
  const { user } = await lockUserAndAdmins(tx, candidate.id);
  if (user === undefined) return null;
  if (isActiveAdministrator(user)) return { user, appointed: false };
  await endProposalsOf(tx, { userId: user.id, caller: OPERATOR, at });
  const wanted = { ...wantedOf(user), authorities: ['ROLE_ADMIN' as const], hstList: [], brands: [], activated: true };
  const after = await changeUser(tx, user.id, wanted, null, editDate(user.lastModifiedDate, at));
  await endSessionsOfUser(tx, user.id, at);
  await storeAction(tx, { kind: 'OPERATOR', before: user, after, at });
  return { user: after, appointed: true };
}

/** Creates the first administrator of an installation. @returns null when the login or the address is taken. */
export async function createAdministrator(
  tx: Tx,
  person: Pick<NewUser, 'login' | 'firstName' | 'lastName' | 'email'>,
  at: Date,
): Promise<UserRecord | null> {
  const rights = { authorities: ['ROLE_ADMIN' as const], hstList: [], brands: [], activated: true };
  const user = await insertUser(tx, { ...person, ...rights, passwordVerifier: null }, null, at);
  if (user === undefined) return null;
  await storeAction(tx, { kind: 'OPERATOR', before: null, after: user, at });
  return user;
}

/** Confirms in place of a missing second administrator. @throws Refusal as `confirmProposal`, without the checks of the person */
export async function confirmByCommand(tx: Tx, id: number, at: Date): Promise<{ row: ProposalRow; user: UserRecord }> {
  const proposal = await findProposal(tx, id);
  if (proposal === undefined) throw new Refusal('administrator.notFound');
  const { user } = await lockUserAndAdmins(tx, proposal.user_id);
  const row = await lockProposal(tx, id);
  if (row === undefined || user === undefined) throw new Refusal('administrator.notFound');
  const facts = { state: row.state, userId: row.user_id, proposedBy: row.proposed_by, expires: row.expires_date };
  const refusal = proposalRefusal('confirm', facts, { id: 0, login: '' }, at);
  if (refusal !== null) throw new Refusal(refusal);
  const { after } = await applyProposal(tx, row, user, at);
  const confirmed = await endProposal(tx, row.id, {
    ...{ state: 'CONFIRMED', decided_by: null, decided_date: at, reason: null },
  });
  await recordProposal(tx, { type: 'confirmed', actor: OPERATOR, row: confirmed, login: user.login }, at);
  return { row: confirmed, user: after };
}

/** Records that a command freed an administrator's identity: the next sign-in that proves the address becomes the administrator. */
export async function recordFreedIdentity(tx: Tx, userId: number, at: Date): Promise<void> {
  const { user } = await lockUserAndAdmins(tx, userId);
  if (user !== undefined && isActiveAdministrator(user))
    await storeAction(tx, { kind: 'FREED', before: user, after: user, at });
}
