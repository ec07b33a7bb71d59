/** SQL of complete readings: which signer received all of which file. */

import type { Insertable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { SignerReadingTable } from '#ports/database/tables.ts';
import { anyOf } from '../../database/criteria.ts';
import { addsRow } from '../../database/outcome.ts';
import type { Reading } from '../queries.ts';

export async function listReadings(db: Db, signerId: number): Promise<Reading[]> {
  return db.selectFrom('signer_reading').selectAll().where('signer_id', '=', signerId).execute();
}

/** @returns false when it was already recorded. */
export async function insertReading(tx: Tx, values: Insertable<SignerReadingTable>): Promise<boolean> {
  return addsRow(tx.insertInto('signer_reading').values(values), ['signer_id', 'document_id']);
}

export async function deleteReadings(tx: Tx, signerId: number): Promise<void> {
  await tx.deleteFrom('signer_reading').where('signer_id', '=', signerId).execute();
}

export async function listReadingsBySigners(db: Db, signerIds: readonly number[]): Promise<Reading[]> {
  return db.selectFrom('signer_reading').selectAll().where('signer_id', '=', anyOf(signerIds)).execute();
}
