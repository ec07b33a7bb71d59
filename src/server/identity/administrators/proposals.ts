/** Proposals to appoint an administrator: made by one administrator, confirmed by another (record 0066). */
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import {
  administratorEffects,
  isActiveAdministrator,
  needsSecondAdministrator,
  type ProposalAct,
  proposalExpiry,
  proposalRefusal,
} from '#domain/identity/administrators.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { WantedUser } from '#ports/database/json-columns.ts';
import { editDate } from '../../http/request/edit.ts';
import {
  changeUser,
  endSessionsOfUser,
  findUserById,
  findUserByLogin,
  lockUserAndAdmins,
  mayTakeEmail,
} from '../queries.ts';
import { recordAccountChange, wasChangedBy } from '../users/account-changes.queries.ts';
import type { User, UserRecord } from '../users/user.ts';
import { endProposal, endWaiting, findProposal, insertProposal, lockProposal, type ProposalRow } from './rows.ts';
import { CLOCK, recordEnd, recordProposal } from './trail.ts';

interface Command {
  actor: Actor;
  caller: EvidenceActor;
  at: Date;
}

const factsOf = (row: ProposalRow) => ({
  state: row.state,
  userId: row.user_id,
  proposedBy: row.proposed_by,
  expires: row.expires_date,
});

const wantedOf = ({ mobilePhone, ...user }: WantedUser): WantedUser => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  authorities: user.authorities,
  hstList: user.hstList,
  brands: user.brands,
  activated: user.activated,
  ...(mobilePhone === undefined ? {} : { mobilePhone }),
});

/**
 * Holds back a change of a user until a second administrator confirms it; an earlier proposal for the user ends.
 * @param command.isNew the user was just created, without access, for this proposal.
 */
export async function propose(
  tx: Tx,
  command: Command & { user: UserRecord; wanted: WantedUser; isNew?: true },
): Promise<ProposalRow> {
  const { actor, caller, user, wanted, at } = command;
  await endProposalsOf(tx, { ...command, userId: user.id });
  const row = await insertProposal(tx, {
    user_id: user.id,
    kind: 'PROPOSAL',
    wanted: wantedOf(wanted),
    effects: administratorEffects(command.isNew ? null : user, wanted),
    base_date: user.lastModifiedDate,
    proposed_by: actor.login,
    proposed_date: at,
    expires_date: proposalExpiry(at),
    state: 'WAITING',
    decided_by: null,
    decided_date: null,
    reason: null,
    told_state: null,
  });
  await recordProposal(tx, { type: 'proposed', actor: caller, row, login: user.login }, at);
  return row;
}

async function recordEnds(tx: Tx, actor: EvidenceActor, rows: readonly ProposalRow[], at: Date): Promise<void> {
  for (const row of rows) {
    const user = await findUserById(tx, row.user_id);
    await recordEnd(tx, { actor, row, login: user?.login ?? '' }, at);
  }
}

/** Login of a staff member; commands have none. */
const loginOf = ({ kind, name }: EvidenceActor): string | null => (kind === 'staff' ? name : null);

/** Ends pending proposals of an edited user: they no longer describe the user that was proposed. */
export async function endProposalsOf(
  tx: Tx,
  { userId, caller, at }: { userId: number; caller: EvidenceActor; at: Date },
): Promise<void> {
  const ending = { state: 'OVERTAKEN', decided_by: loginOf(caller), decided_date: at, reason: null } as const;
  await recordEnds(tx, caller, await endWaiting(tx, { userId }, ending), at);
}

/** Ends proposals of an author who is no longer an administrator: another person may have made them with that account. */
export async function endProposalsBy(
  tx: Tx,
  { login, caller, at }: { login: string; caller: EvidenceActor; at: Date },
): Promise<void> {
  const ending = { state: 'LAPSED', decided_by: loginOf(caller), decided_date: at, reason: null } as const;
  await recordEnds(tx, caller, await endWaiting(tx, { proposedBy: login }, ending), at);
}

/** Ends proposals that were not confirmed in time. */
export async function expireProposals(tx: Tx, at: Date): Promise<void> {
  const ending = { state: 'EXPIRED', decided_by: null, decided_date: at, reason: null } as const;
  await recordEnds(tx, CLOCK, await endWaiting(tx, { expiredAt: at }, ending), at);
}

/**
 * Whether one of two users has recently created or changed the other's account: then both may be the same person.
 * Checked in both directions, since either account may have been made to impersonate the second person.
 * @param since earlier changes do not count.
 */
export async function mayBeOnePerson(db: Db, first: User | Actor, second: User | Actor, since: Date): Promise<boolean> {
  if (await wasChangedBy(db, first, { logins: [second.login], since })) return true;
  return wasChangedBy(db, second, { logins: [first.login], since });
}

/** Why this actor may not confirm a proposal; checked for the button, and again inside the transaction. */
export async function confirmRefusal(db: Db, row: ProposalRow, actor: Actor, { since, at }: { since: Date; at: Date }) {
  const refusal = proposalRefusal('confirm', factsOf(row), actor, at);
  if (refusal !== null) return refusal;
  const proposer = await findUserByLogin(db, row.proposed_by ?? '');
  if (proposer === undefined || !isActiveAdministrator(proposer)) return 'administrator.lapsed';
  return (await mayBeOnePerson(db, actor, proposer, since)) ? 'administrator.ownAccount' : null;
}

interface Confirmed {
  row: ProposalRow;
  /** Null when the caller had already confirmed it. */
  change: { before: UserRecord; after: UserRecord } | null;
}

/**
 * Puts a proposal into force.
 * @param command.since earlier account changes do not count.
 * @throws Refusal administrator.notFound, notWaiting, expired, ownProposal, ownRole, lapsed, ownAccount;
 * user.invalid when the address was given to another user meanwhile; access.forbidden for a caller who has just
 * lost the role; conflict.stale
 */
export async function confirmProposal(tx: Tx, command: Command & { id: number; since: Date }): Promise<Confirmed> {
  const { actor, caller, id, since, at } = command;
  const proposal = await findProposal(tx, id);
  if (proposal === undefined) throw new Refusal('administrator.notFound');
  // Locked before the proposal, in the order of every change of users: concurrent decisions about administrators wait
  // here.
  const { user, admins } = await lockUserAndAdmins(tx, proposal.user_id);
  const row = await lockProposal(tx, id);
  if (row === undefined || user === undefined) throw new Refusal('administrator.notFound');
  if (!admins.some((admin) => admin.id === actor.id)) throw new Refusal('access.forbidden');
  // A second click by the same person succeeds without a change.
  if (row.state === 'CONFIRMED' && row.decided_by === actor.login) return { row, change: null };
  const refusal = await confirmRefusal(tx, row, actor, { since, at });
  if (refusal !== null) throw new Refusal(refusal);
  const change = await applyProposal(tx, row, user, at);
  const confirmed = await endProposal(tx, row.id, {
    ...{ state: 'CONFIRMED', decided_by: actor.login, decided_date: at, reason: null },
  });
  await recordProposal(tx, { type: 'confirmed', actor: caller, row: confirmed, login: user.login }, at);
  return { row: confirmed, change };
}

/** Applies the proposed values to the user. @throws Refusal conflict.stale, user.invalid */
export async function applyProposal(tx: Tx, row: ProposalRow, user: UserRecord, at: Date) {
  if (user.lastModifiedDate.getTime() !== row.base_date.getTime()) throw new Refusal('conflict.stale');
  if (!needsSecondAdministrator(user, row.wanted)) throw new Refusal('conflict.stale');
  if (!(await mayTakeEmail(tx, row.wanted.email, user.id))) {
    throw new Refusal('user.invalid', { fieldErrors: [{ objectName: 'user', field: 'email', code: 'emailTaken' }] });
  }
  const author = row.proposed_by ?? user.lastModifiedBy ?? user.login;
  const after = await changeUser(tx, user.id, row.wanted, author, editDate(user.lastModifiedDate, at));
  // The proposer shaped this account, so for a while it may not approve the proposer's work.
  if (row.proposed_by !== null) await recordAccountChange(tx, user.id, row.proposed_by, at);
  if (after.activated !== user.activated) await endSessionsOfUser(tx, user.id, at);
  return { before: user, after };
}

/**
 * The author withdraws the proposal; another administrator rejects it with a reason.
 * @throws Refusal administrator.notFound, notWaiting, expired, reasonMissing
 */
export async function returnProposal(
  tx: Tx,
  command: Command & { id: number; reason: string | null },
): Promise<ProposalRow> {
  const { actor, caller, id, reason, at } = command;
  const row = await lockProposal(tx, id);
  if (row === undefined) throw new Refusal('administrator.notFound');
  const isAuthor = row.proposed_by === actor.login;
  const act: ProposalAct = isAuthor || reason === null ? 'withdraw' : 'reject';
  const refusal = proposalRefusal(act, factsOf(row), actor, at);
  if (refusal !== null) throw new Refusal(refusal);
  const ended = await endProposal(tx, row.id, {
    ...{ state: isAuthor ? 'WITHDRAWN' : 'REJECTED', decided_by: actor.login, decided_date: at, reason },
  });
  await recordEnds(tx, caller, [ended], at);
  return ended;
}
