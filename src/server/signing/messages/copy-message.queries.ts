/** SQL of the messages with the copy link: one for each customer who signed. */

import type { Db, Tx } from '#ports/database/database.ts';
import { changesRow, findsRow } from '../../database/outcome.ts';
import type { Delivery } from '../queries.ts';

/** The caller holds the session and completes it. */
export async function queueCopies(tx: Tx, signerIds: readonly number[]): Promise<void> {
  if (signerIds.length === 0) return;
  const rows = signerIds.map((id) => ({ signer_id: id, delivery: 'QUEUED' as const, provider_id: null }));
  await tx.insertInto('copy_delivery').values(rows).execute();
}

export async function isCopyQueued(db: Db, signerId: number): Promise<boolean> {
  return findsRow(
    db
      .selectFrom('copy_delivery')
      .select('signer_id')
      .where('signer_id', '=', signerId)
      .where('delivery', '=', 'QUEUED'),
  );
}

/** @returns false when another run of the job has already recorded the delivery. */
export async function setCopyDelivery(tx: Tx, signerId: number, delivery: Delivery): Promise<boolean> {
  return changesRow(
    tx.updateTable('copy_delivery').set(delivery).where('signer_id', '=', signerId).where('delivery', '=', 'QUEUED'),
  );
}

/** Signers whose message was not yet accepted by a gateway, oldest first. */
export async function listQueuedCopies(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('copy_delivery')
    .select('signer_id')
    .where('delivery', '=', 'QUEUED')
    .orderBy('signer_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.signer_id);
}
