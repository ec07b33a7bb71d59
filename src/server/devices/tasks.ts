/** Background work of devices: deletes expired proofs. */
import { PROOF_TOLERANCE_SECONDS } from '#domain/devices/proof.ts';
import type { World } from '../world.ts';
import { deleteNonces } from './queries.ts';

const SWEEP_SECONDS = 10 * 60;

/** A proof is accepted until PROOF_TOLERANCE_SECONDS after its time, and its time may be as far in the future: twice as long, doubled as a margin. */
export async function sweepDevices({ database, clock }: Pick<World, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - 4 * PROOF_TOLERANCE_SECONDS * 1000);
  await database.transaction((tx) => deleteNonces(tx, before));
}

export async function deviceTasks(world: World): Promise<void> {
  await world.jobs.every('devices.sweep', SWEEP_SECONDS, () => sweepDevices(world));
}
