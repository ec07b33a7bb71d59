/** Compares quotas every night with their entries, reservations and documents; logs differences and corrects them. */
import { wallClock } from '#domain/rome-time.ts';
import type { World } from '../world.ts';
import { listDifferences, lockQuota, type QuotaDifference, rebuildQuota } from './queries.ts';

const CHECK_SECONDS = 3_600;
/** An hour at which no user waits for a quota. */
const CHECK_HOUR = 3;

export async function entitlementTasks(world: World): Promise<void> {
  await world.jobs.every('entitlements.recount', CHECK_SECONDS, async () => {
    const hour = new Date(wallClock(world.clock.now().getTime())).getUTCHours();
    if (hour === CHECK_HOUR) await repairQuotas(world);
  });
}

/**
 * Repairs every quota that is wrong. Each is locked while it is rebuilt, so that concurrent changes wait and are added
 * to the rebuilt value.
 * @returns the differences; there should never be any.
 */
export async function repairQuotas(world: World): Promise<QuotaDifference[]> {
  const differences = await listDifferences(world.database.read);
  for (const difference of differences) {
    world.log.error(difference, 'a quota differs from its recount');
    await world.database.transaction(async (tx) => {
      const at = world.clock.now();
      await lockQuota(tx, difference);
      await rebuildQuota(tx, difference, `recount:${at.toISOString()}:`, at);
    });
  }
  return differences;
}
