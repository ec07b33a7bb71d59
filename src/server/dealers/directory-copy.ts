/** Reads the copy of the dealer directory: refreshed on demand, awaited only if there is none. */
import type { Actor } from '#domain/access.ts';
import { isPrivileged } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { Db } from '#ports/database/database.ts';
import type { World } from '../world.ts';
import { type DealerRow, hasDealers, listDealers } from './queries.ts';
import { copyAge, refreshDealers, STALE_SECONDS } from './refresh-dealers.ts';

/** All roles except ADMIN and BMW_ITALIA are limited to their own dealers, including those no longer in the directory. */
export function dealersOf(db: Db, actor: Actor): Promise<DealerRow[]> {
  return listDealers(db, isPrivileged(actor) ? null : actor.hstList);
}

/** Pause between attempts to refresh an old copy: the directory may be unavailable for long. */
const ATTEMPT_SECONDS = 60;

/** A process's handling of an old copy: at most one refresh at a time, awaited when the server closes. */
export class DealerCopy {
  private readonly world: World;
  private pendingRefresh: Promise<unknown> | undefined;
  /** Time before which an old copy is not refreshed. */
  private nextAttempt = 0;

  constructor(world: World) {
    this.world = world;
  }

  /**
   * Ensures that there is a copy to read; an old copy is still used, and refreshed in the background.
   * @returns seconds since the directory last answered; null when it never did.
   * @throws Refusal dealers.unavailable when there is no copy and the directory returns none.
   */
  async ensureCopy(): Promise<number | null> {
    const age = await copyAge(this.world);
    if (age !== null) {
      const now = this.world.clock.now().getTime();
      if (age > STALE_SECONDS && now >= this.nextAttempt) {
        this.nextAttempt = now + ATTEMPT_SECONDS * 1000;
        void this.refresh();
      }
      return age;
    }
    // Dealers without a refresh were inserted manually (the demo's first start) and are valid until the task runs.
    if (await hasDealers(this.world.database.read)) return null;
    await this.refresh();
    const first = await copyAge(this.world);
    if (first === null) throw new Refusal('dealers.unavailable');
    return first;
  }

  private refresh(): Promise<unknown> {
    this.pendingRefresh ??= refreshDealers(this.world)
      .catch((error: unknown) => this.world.log.error({ err: error }, 'dealers not refreshed'))
      .finally(() => {
        this.pendingRefresh = undefined;
      });
    return this.pendingRefresh;
  }

  async settled(): Promise<void> {
    await this.pendingRefresh;
  }
}
