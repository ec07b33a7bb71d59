/** SQL of the delivery state of codes' messages after the gateway accepted them. */

import type { Db, Tx } from '#ports/database/database.ts';
import { changesRow } from '../../database/outcome.ts';

export interface AwaitedReceipt {
  readonly codeId: number;
  readonly providerId: string;
}

/** The gateway accepted the message and may report its delivery. */
export async function awaitReceipt(tx: Tx, { codeId, providerId }: AwaitedReceipt, at: Date): Promise<void> {
  const row = { code_id: codeId, provider_id: providerId, sent_date: at, receipt: null };
  await tx.insertInto('sms_receipt').values(row).execute();
}

/** Messages sent since then without a report, newest first: some gateways never report. */
export async function listAwaitedReceipts(db: Db, since: Date, limit: number): Promise<AwaitedReceipt[]> {
  return db
    .selectFrom('sms_receipt')
    .select(['code_id as codeId', 'provider_id as providerId'])
    .where('receipt', 'is', null)
    .where('sent_date', '>=', since)
    .orderBy('sent_date', 'desc')
    .orderBy('code_id', 'desc')
    .limit(limit)
    .execute();
}

/** @returns false when it is already known: it is recorded once, later reports of a gateway are ignored. */
export async function setReceipt(tx: Tx, codeId: number, receipt: 'DELIVERED' | 'FAILED'): Promise<boolean> {
  return changesRow(
    tx.updateTable('sms_receipt').set({ receipt }).where('code_id', '=', codeId).where('receipt', 'is', null),
  );
}
