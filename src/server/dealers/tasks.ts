/** Background work of dealers: reads the directory at the start and from time to time. */
import type { World } from '../world.ts';
import { REFRESH_SECONDS, refreshDealers } from './refresh.ts';

/** A directory that is away stops nobody's start. */
export async function dealerTasks(world: World): Promise<void> {
  await world.jobs.every('dealers.refresh', REFRESH_SECONDS, async () => {
    await refreshDealers(world);
  });
  await refreshDealers(world);
}
