/** Whether a dealer's documents can be signed by hand now (D-20), and for whom handwriting is sealed (P-8). */
import type { Db } from '#ports/database/database.ts';
import { hasDeviceFor } from '../../devices/index.ts';
import { agreedCustodian } from '../../papers/index.ts';
import type { Custodian, World } from '../../world.ts';

/** Null: nobody. One that was exchanged in the settings is nobody until two administrators have agreed on it. */
export async function custodianInForce({ custodian }: Pick<World, 'custodian'>, db: Db): Promise<Custodian | null> {
  if (custodian === null || !custodian.isGiven) return custodian;
  return (await agreedCustodian(db)) === custodian.sha256 ? custodian : null;
}

/** What D-20 asks for besides the document: a custodian, and a tablet of the dealer that may act now. */
export async function byHandOf(
  world: World,
  db: Db,
  hst: string,
  at: Date,
): Promise<'ready' | 'noDevice' | 'noCustodian'> {
  if ((await custodianInForce(world, db)) === null) return 'noCustodian';
  return (await hasDeviceFor(db, hst, at)) ? 'ready' : 'noDevice';
}
