/** Keeps the copy of the directory of dealers fresh; it answers while the directory is away (P-15, R-22). */

import type { Dealer } from '#domain/dealers/brands.ts';
import { compareDirectory, isCutShort, legalEntitiesOf } from '#domain/dealers/directory.ts';
import { OutsideFailure } from '#ports/outside.ts';
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

/** How often the task reads the directory. */
export const REFRESH_SECONDS = 600;
/** A copy this old is read anew as soon as somebody asks for it: the task must have been held up. */
export const STALE_SECONDS = 900;
/** A node that has not finished by then has died: far longer than the time limit of the call. */
const CLAIM_SECONDS = 120;

export type RefreshOutcome = 'refreshed' | 'elsewhere' | 'failed';

/** Reads the directory and replaces the copy as a whole; one node at a time. Never throws for what the directory does. */
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
    log.warn(
      { err: error, ageSeconds: await copyAge(world) },
      'the directory of dealers gave no list: the copy answers',
    );
    return 'failed';
  }
  return applyDirectory(world, listed);
}

async function applyDirectory(world: World, listed: readonly Dealer[]): Promise<RefreshOutcome> {
  const at = world.clock.now();
  const outcome = await world.database.transaction(async (tx) => {
    const known = (await listDealers(tx, null)).map(asDealer);
    const changes = compareDirectory(known, listed);
    // Compared only with what the same directory said before: a copy that was made by hand may be anything.
    if ((await findRefreshedDate(tx)) !== null && isCutShort(known, changes)) {
      await releaseRefresh(tx, null);
      return { refused: true, changes };
    }
    await writeLegalEntities(tx, legalEntitiesOf(listed));
    await writeDealers(tx, changes.written);
    await markGone(tx, changes.gone, at);
    await releaseRefresh(tx, at);
    return { refused: false, changes };
  });
  const { written, gone } = outcome.changes;
  const fields = { listed: listed.length, written: written.map((dealer) => dealer.hst2011), gone };
  if (outcome.refused) {
    world.log.error(fields, 'the directory of dealers lacks more than half of the network: refused, the copy answers');
    return 'failed';
  }
  if (written.length + gone.length > 0) world.log.info(fields, 'dealers refreshed');
  return 'refreshed';
}

/** Seconds since the directory last answered; null before it ever did. */
export async function copyAge(world: World): Promise<number | null> {
  const refreshed = await findRefreshedDate(world.database.read);
  if (refreshed === null) return null;
  return Math.max(0, Math.floor((world.clock.now().getTime() - refreshed.getTime()) / 1000));
}
