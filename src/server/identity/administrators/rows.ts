/** SQL of proposals to appoint administrators. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ProposalState } from '#domain/identity/administrators.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { WantedUser } from '#ports/database/json-columns.ts';
import type { AdministratorProposalTable } from '#ports/database/tables.ts';

export type ProposalRow = Selectable<AdministratorProposalTable>;
export type NewProposal = Omit<Insertable<AdministratorProposalTable>, 'wanted'> & { wanted: WantedUser };
type Ending = Pick<Updateable<AdministratorProposalTable>, 'decided_by' | 'decided_date' | 'reason'> & {
  state: ProposalState;
};

/** Over all administrators; longer lists would not be read. */
const MAX_LISTED = 200;

/** @throws when the user has a pending proposal: the caller ends that one first. */
export async function insertProposal(tx: Tx, { wanted, ...proposal }: NewProposal): Promise<ProposalRow> {
  return tx
    .insertInto('administrator_proposal')
    .values({ ...proposal, wanted: JSON.stringify(wanted) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findProposal(db: Db, id: number): Promise<ProposalRow | undefined> {
  return db.selectFrom('administrator_proposal').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockProposal(tx: Tx, id: number): Promise<ProposalRow | undefined> {
  return tx.selectFrom('administrator_proposal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Proposals that can still be decided at this time, oldest first. */
export async function listWaiting(db: Db, at: Date): Promise<ProposalRow[]> {
  return db
    .selectFrom('administrator_proposal')
    .selectAll()
    .where('state', '=', 'WAITING')
    .where('expires_date', '>', at)
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute();
}

export async function endProposal(tx: Tx, id: number, ending: Ending): Promise<ProposalRow> {
  return tx
    .updateTable('administrator_proposal')
    .set(ending)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends waiting proposals: of a user, of an author, or those expired at an instant. @returns the rows that ended now. */
export async function endWaiting(
  tx: Tx,
  filter: { userId: number } | { proposedBy: string } | { expiredAt: Date },
  ending: Ending,
): Promise<ProposalRow[]> {
  const update = tx.updateTable('administrator_proposal').set(ending).where('state', '=', 'WAITING');
  const query =
    'userId' in filter
      ? update.where('user_id', '=', filter.userId)
      : 'proposedBy' in filter
        ? update.where('proposed_by', '=', filter.proposedBy)
        : update.where('expires_date', '<=', filter.expiredAt);
  return query.returningAll().execute();
}

/** Proposals whose current state was not yet sent to the administrators, oldest first. */
export async function listUnnotified(db: Db, limit: number): Promise<ProposalRow[]> {
  return db
    .selectFrom('administrator_proposal')
    .selectAll()
    .where(sql<boolean>`told_state is distinct from state`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function markNotified(db: Db, { id, state }: Pick<ProposalRow, 'id' | 'state'>): Promise<void> {
  await db.updateTable('administrator_proposal').set({ told_state: state }).where('id', '=', id).execute();
}
