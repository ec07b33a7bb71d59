/** Keeps the copy of the dealer directory up to date; the copy is used while the directory is unavailable. */

import type { Dealer } from '#domain/dealers/brands.ts';
import { compareDirectory, isTruncated, legalEntitiesOf } from '#domain/dealers/directory.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import type { World } from '../world.ts';
import {
  asDealer,
  claimRefresh,
  findRefreshedDate,
  listDealers,
  markGone,
  releaseRefresh,
  writeDealers,
  writeLegalEntities,
} from './queries.ts';

/** Interval at which the task reads the directory. */
export const REFRESH_SECONDS = 600;
/** A copy this old is refreshed on the next request: the task must have been delayed. */
export const STALE_SECONDS = 900;
/** A node that has not finished by then has died: far longer than the call's time limit. */
const CLAIM_SECONDS = 120;

export type RefreshOutcome = 'refreshed' | 'elsewhere' | 'failed';

/** Reads the directory and replaces the copy as a whole; one node at a time. Never throws because of the directory. */
export async function refreshDealers(world: World): Promise<RefreshOutcome> {
  const { database, clock, log } = world;
  const at = clock.now();
  const until = new Date(at.getTime() + CLAIM_SECONDS * 1000);
  if (!(await database.transaction((tx) => claimRefresh(tx, at, until)))) return 'elsewhere';
  let listed: readonly Dealer[];
  try {
    listed = await world.dealerDirectory.list();
  } catch (error) {
    await database.transaction((tx) => releaseRefresh(tx, null));
    if (!(error instanceof OutsideFailure)) throw error;
    log.warn({ err: error, ageSeconds: await copyAge(world) }, 'dealer directory unavailable, serving the copy');
    return 'failed';
  }
  return applyDirectory(world, listed);
}

async function applyDirectory(world: World, listed: readonly Dealer[]): Promise<RefreshOutcome> {
  const at = world.clock.now();
  const outcome = await world.database.transaction(async (tx) => {
    const existing = (await listDealers(tx, null)).map(asDealer);
    const changes = compareDirectory(existing, listed);
    // Compared only with the same directory's earlier data: a manually created copy may contain anything.
    if ((await findRefreshedDate(tx)) !== null && isTruncated(existing, changes)) {
      await releaseRefresh(tx, null);
      return { refused: true, changes };
    }
    await writeLegalEntities(tx, legalEntitiesOf(listed));
    await writeDealers(tx, changes.written);
    await markGone(tx, changes.absent, at);
    await releaseRefresh(tx, at);
    return { refused: false, changes };
  });
  const { written, absent } = outcome.changes;
  const fields = { listed: listed.length, written: written.map((dealer) => dealer.hst2011), gone: absent };
  if (outcome.refused) {
    world.log.error(fields, 'dealer directory lacks more than half of the network: rejected, serving the copy');
    return 'failed';
  }
  if (written.length + absent.length > 0) world.log.info(fields, 'dealers refreshed');
  return 'refreshed';
}

/** Seconds since the directory last answered; null if never. */
export async function copyAge(world: World): Promise<number | null> {
  const refreshed = await findRefreshedDate(world.database.read);
  if (refreshed === null) return null;
  return Math.max(0, Math.floor((world.clock.now().getTime() - refreshed.getTime()) / 1000));
}
