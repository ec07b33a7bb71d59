/** Checks for free space before a file is judged and stored; the booking with the row is decisive. */
import { Refusal } from '#domain/errors.ts';
import type { Db } from '#ports/database/database.ts';
import { findDealer } from '../../dealers/index.ts';
import { usageOf } from '../../entitlements/index.ts';

/** @param bytes of a new file of this dealer. @throws Refusal quota.spaceSpent or quota.spaceExpired */
export async function refuseWithoutSpace(db: Db, hst: string, bytes: number, at: Date): Promise<void> {
  const dealer = await findDealer(db, hst);
  if (dealer === undefined) return;
  const { used, total } = await usageOf(db, 'DISK_SPACE', dealer.legal_entity, at);
  if (total === null || used + bytes <= total) return;
  throw new Refusal(total === 0 ? 'quota.spaceExpired' : 'quota.spaceSpent');
}
