/** Records the history of proposals in the administrators' trail: one chain for all of them (record 0066). */
import type { EvidenceActor } from '#domain/evidence/events.ts';
import type { Tx } from '#ports/database/database.ts';
import { record } from '../../evidence/index.ts';
import type { ProposalRow } from './rows.ts';

const SUBJECT = 'administrators';

/** Actors for commands on the machine, and for proposals that expire. */
export const OPERATOR: EvidenceActor = {
  ...{ kind: 'system', id: null, name: 'command line', role: null, ip: null, userAgent: null },
};
export const CLOCK: EvidenceActor = { ...OPERATOR, name: null };

/** @param login login of the user concerned. */
const detailOf = (row: ProposalRow, login: string) => ({
  proposalId: row.id,
  userId: row.user_id,
  login,
  effects: row.effects,
  proposedBy: row.proposed_by,
});

type ProposalEventType = 'proposed' | 'confirmed' | 'appointed' | 'freed';

export async function recordProposal(
  tx: Tx,
  event: { type: ProposalEventType; actor: EvidenceActor; row: ProposalRow; login: string },
  at: Date,
): Promise<void> {
  const { type, actor, row, login } = event;
  await record(tx, SUBJECT, { type: `administrator.${type}`, actor, detail: detailOf(row, login) }, at);
}

export async function recordEnd(
  tx: Tx,
  event: { actor: EvidenceActor; row: ProposalRow; login: string },
  at: Date,
): Promise<void> {
  const { actor, row, login } = event;
  const detail = { ...detailOf(row, login), state: row.state, reason: row.reason };
  await record(tx, SUBJECT, { type: 'administrator.ended', actor, detail }, at);
}
