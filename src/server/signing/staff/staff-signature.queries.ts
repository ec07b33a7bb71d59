/** SQL of staff signatures: for documents' answers, and for one user's waiting list. */
import type { Selectable } from 'kysely';
import { MAX_TOGETHER } from '#domain/signing/signed-together.ts';
import type { Db } from '#ports/database/database.ts';
import type { StaffSignatureView } from '#ports/database/tables.ts';
import { anyOf } from '../../database/criteria.ts';

export type StaffSignature = Selectable<StaffSignatureView>;

/** Staff signatures of each document's running or completed session, in order. */
export async function listStaffSignatures(db: Db, documentIds: readonly number[]): Promise<StaffSignature[]> {
  if (documentIds.length === 0) return [];
  return db
    .selectFrom('staff_signature')
    .selectAll()
    .where('document_id', '=', anyOf(documentIds))
    .orderBy('position')
    .orderBy('signer_id')
    .execute();
}

/** More than a user signs in one sitting. */
export const MAX_TURNS = 100;

/** Signatures that wait for this user, with every customer signed; the newest turn first. Enough rows for {@link MAX_TURNS} acts. */
export async function listTurns(db: Db, userId: number, now: Date): Promise<StaffSignature[]> {
  return db
    .selectFrom('staff_signature')
    .selectAll()
    .where('user_id', '=', userId)
    .where('is_turn', '=', true)
    .where('expires_date', '>', now)
    .orderBy('turn_date', 'desc')
    .orderBy('document_id', 'desc')
    .limit(MAX_TURNS * MAX_TOGETHER)
    .execute();
}
