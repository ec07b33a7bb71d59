/** Computes the usage of the services' quotas, which are nearly used up, and when a total shrinks. Pure. */
import { QUOTA_KINDS, type QuotaKind } from '#domain/entitlements/quota.ts';
import type { ServiceType } from '#domain/entitlements/service-types.ts';
import { ALERT_FROM, type Gauge, gaugeOf } from '#domain/statistics/gauge.ts';
import type { ServiceRow } from '../../api/queries/entitlements.ts';
import { validityOf } from '../../ui/expiry.ts';

/** In display order. */
export const TYPES_IN_ORDER = [
  'OTP',
  'DISK_SPACE',
  'STRONGDOX_SPACE',
  'SIGNATURE_TYPE',
  'SIGNATURE_NOTIFICATION',
  'TPIM',
] as const satisfies readonly ServiceType[];

export const isExpired = (row: Pick<ServiceRow, 'expiresAt'>, today: string): boolean =>
  validityOf(row.expiresAt, today) === 'expired';

/** The usage of a service; null when it has no amount or has expired. */
export function gaugeFor(row: ServiceRow): Gauge | null {
  const total = row.totalOtp ?? row.totalSpace;
  const used = row.usedOtp ?? row.usedSpace;
  return total === null || used === null ? null : gaugeOf({ used, total });
}

export interface UrgentQuota {
  entity: string;
  kind: QuotaKind;
  /** Null when every service of the kind has expired. */
  percent: number | null;
}

const isQuotaKind = (type: ServiceType): type is QuotaKind => QUOTA_KINDS.some((kind) => kind === type);

/** Quotas that are nearly used up or no longer in force, the most urgent first. */
export function urgentQuotas(rows: readonly ServiceRow[], today: string): UrgentQuota[] {
  const groups = new Map<string, { entity: string; kind: QuotaKind; used: number; total: number; active: number }>();
  for (const row of rows) {
    const { legalEntity: entity, serviceType: kind } = row;
    if (!isQuotaKind(kind)) continue;
    const key = `${kind} ${entity}`;
    const group = groups.get(key) ?? { entity, kind, used: 0, total: 0, active: 0 };
    groups.set(key, group);
    if (isExpired(row, today)) continue;
    group.active += 1;
    group.used += row.usedOtp ?? row.usedSpace ?? 0;
    group.total += row.totalOtp ?? row.totalSpace ?? 0;
  }
  return [...groups.values()]
    .map(({ entity, kind, used, total, active }) => ({
      entity,
      kind,
      percent: active === 0 ? null : gaugeOf({ used, total }).percent,
    }))
    .filter(({ percent }) => percent === null || percent >= ALERT_FROM)
    .sort((a, b) => (b.percent ?? 101) - (a.percent ?? 101) || a.entity.localeCompare(b.entity));
}

/** The first day on which the total of a kind shrinks; null when no active service expires. */
export function nextExpiry(
  rows: readonly ServiceRow[],
  scope: { kind: QuotaKind; entity: string | null; today: string },
): string | null {
  const days = rows
    .filter((row) => row.serviceType === scope.kind && (scope.entity === null || row.legalEntity === scope.entity))
    .filter((row) => !isExpired(row, scope.today))
    .flatMap((row) => row.expiresAt ?? []);
  return days.sort()[0] ?? null;
}
