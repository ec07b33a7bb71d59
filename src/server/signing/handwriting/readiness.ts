/** Decides whether a dealer's documents can be signed by hand now, and for which custodian handwriting is encrypted. */
import type { Db } from '#ports/database/database.ts';
import { hasDeviceFor } from '../../devices/index.ts';
import { agreedCustodian } from '../../papers/index.ts';
import type { Custodian, World } from '../../world.ts';

/** Null: none. A custodian replaced in the settings counts only after two administrators have agreed on it. */
export async function custodianInForce({ custodian }: Pick<World, 'custodian'>, db: Db): Promise<Custodian | null> {
  if (custodian === null || !custodian.isGiven) return custodian;
  return (await agreedCustodian(db)) === custodian.sha256 ? custodian : null;
}

/** Requirements besides the document: a custodian, and an active tablet of the dealer. */
export async function handReadinessOf(
  world: World,
  db: Db,
  hst: string,
  at: Date,
): Promise<'ready' | 'noDevice' | 'noCustodian'> {
  if ((await custodianInForce(world, db)) === null) return 'noCustodian';
  return (await hasDeviceFor(db, hst, at)) ? 'ready' : 'noDevice';
}
