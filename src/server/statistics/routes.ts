/** Routes of the dashboard's gauges, answered from maintained figures. */
import * as contract from '#contract/statistics.ts';
import type { Actor } from '#domain/access.ts';
import type { QuotaKind } from '#domain/entitlements/quota.ts';
import { Refusal } from '#domain/errors.ts';
import { statisticsScope } from '#domain/statistics/statistics-scope.ts';
import { listDealers, listLegalEntities } from '../dealers/index.ts';
import { type Usage, usageOf } from '../entitlements/index.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import type { World } from '../world.ts';

/** @throws Refusal legalEntity.notFound, the same answer when it is absent or out of the caller's sight. */
async function usage(world: World, actor: Actor, requestedEntity: string | null, kind: QuotaKind): Promise<Usage> {
  const { read } = world.database;
  const dealers = await listDealers(read, actor.hstList);
  const entityOf = new Map(dealers.map((dealer) => [dealer.hst, dealer.legal_entity]));
  const scope = statisticsScope(actor, requestedEntity, entityOf);
  if (scope.kind === 'all') return usageOf(read, kind, null, world.clock.now());
  const exists = scope.kind === 'one' && (await listLegalEntities(read, [scope.legalEntity])).length > 0;
  if (!exists) throw new Refusal('legalEntity.notFound');
  return usageOf(read, kind, scope.legalEntity, world.clock.now());
}

export function statisticsRoutes(serving: Serving): void {
  const { world } = serving;

  serveStaff(serving, contract.otpStatistics, async ({ actor, query }) => {
    const { used, total } = await usage(world, actor, query.legalEntity, 'OTP');
    return total === null ? { used } : { used, total };
  });

  const sizes = [
    [contract.sizeStatistics, 'DISK_SPACE'],
    [contract.archiveStatistics, 'STRONGDOX_SPACE'],
  ] as const;
  for (const [endpoint, kind] of sizes) {
    serveStaff(serving, endpoint, async ({ actor, query }) => {
      const { used, total } = await usage(world, actor, query.legalEntity, kind);
      const totalSizeUsed = { size: used };
      return total === null ? { totalSizeUsed } : { totalSizeUsed, totalSizeAvailable: { size: total } };
    });
  }
}
