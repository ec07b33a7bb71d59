/** SQL of what staff sign (P-6): in documents' answers, and what waits for one person. */
import type { Selectable } from 'kysely';
import { MOST_TOGETHER } from '#domain/signing/together.ts';
import type { Db } from '#ports/database/database.ts';
import type { StaffSignatureView } from '#ports/database/staff-signer-tables.ts';
import { anyOf } from '../../database/criteria.ts';

export type StaffSignature = Selectable<StaffSignatureView>;

/** Of the running or completed signature of each document, in order. */
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

/** Nobody works through more acts at once. */
export const MOST_TURNS = 100;

/** What waits for this person: every customer has signed; the newest turn first. Enough rows for {@link MOST_TURNS} acts. */
export async function listTurns(db: Db, userId: number, now: Date): Promise<StaffSignature[]> {
  return db
    .selectFrom('staff_signature')
    .selectAll()
    .where('user_id', '=', userId)
    .where('is_turn', '=', true)
    .where('expires_date', '>', now)
    .orderBy('turn_date', 'desc')
    .orderBy('document_id', 'desc')
    .limit(MOST_TURNS * MOST_TOGETHER)
    .execute();
}
