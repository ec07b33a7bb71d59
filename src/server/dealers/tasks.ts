/** Background work of dealers: reads the directory at the start and periodically. */
import type { World } from '../world.ts';
import { REFRESH_SECONDS, refreshDealers } from './refresh-dealers.ts';

/** An unavailable directory does not prevent the start. */
export async function dealerTasks(world: World): Promise<void> {
  await world.jobs.every('dealers.refresh', REFRESH_SECONDS, async () => {
    await refreshDealers(world);
  });
  await refreshDealers(world);
}
