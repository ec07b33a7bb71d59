/** Whether a dealer's documents can be signed by hand now (D-20). */
import type { Db } from '#ports/database/database.ts';
import { hasDeviceFor } from '../devices/index.ts';
import type { World } from '../world.ts';

/** What D-20 asks for besides the document: a custodian, and a tablet of the dealer that may act now. */
export async function byHandOf(
  world: World,
  db: Db,
  hst: string,
  at: Date,
): Promise<'ready' | 'noDevice' | 'noCustodian'> {
  if (world.custodian === null) return 'noCustodian';
  return (await hasDeviceFor(db, hst, at)) ? 'ready' : 'noDevice';
}
