/** The demo's entitlements and their usage: near 50, 75 and 95 per cent, and one with ample room. */
import type { Insertable } from 'kysely';
import { QUOTA_KINDS, type QuotaKind } from '#domain/entitlements/quota.ts';
import type { ServiceTable } from '#ports/database/tables.ts';
import { LEGAL_ENTITIES } from './dealers.ts';

const TOTAL_OTP = 1_000;
const TOTAL_MEGABYTES = 5_000;
/** Bytes per megabyte, as the specification defines it. */
const MEGABYTE = 1_048_576;
/**
 * Used before the demo began: messages, and megabytes on disk and in the archive. Three legal entities are near 50, 75
 * and 95 per cent; that of the persona `dealer` (LE001) has ample room.
 */
const USED_BEFORE: Readonly<Record<string, Readonly<Record<QuotaKind, number>>>> = {
  LE001: { OTP: 12, DISK_SPACE: 700, STRONGDOX_SPACE: 410 },
  LE002: { OTP: 500, DISK_SPACE: 2_520, STRONGDOX_SPACE: 2_430 },
  LE003: { OTP: 750, DISK_SPACE: 3_760, STRONGDOX_SPACE: 3_690 },
  LE004: { OTP: 950, DISK_SPACE: 4_730, STRONGDOX_SPACE: 4_760 },
  LE005: { OTP: 83, DISK_SPACE: 380, STRONGDOX_SPACE: 240 },
  LE006: { OTP: 240, DISK_SPACE: 1_310, STRONGDOX_SPACE: 980 },
};

/** Messages, disk and archive for every legal entity. @param at start of the services' two years. */
export function quotaServices(at: Date): Insertable<ServiceTable>[] {
  const expires = new Date(at);
  expires.setUTCFullYear(expires.getUTCFullYear() + 2);
  const space = { expires_at: expires.toISOString().slice(0, 10), total_space: TOTAL_MEGABYTES, total_otp: null };
  const authorship = { created_by: null, created_date: at, last_modified_by: null, last_modified_date: at };
  return LEGAL_ENTITIES.flatMap(({ code }) => {
    const common = { legal_entity: code, signature_types: [], folder_types: [], notes: null, ...authorship };
    return [
      { service_type: 'OTP', ...common, expires_at: null, total_space: null, total_otp: TOTAL_OTP },
      { service_type: 'DISK_SPACE', ...common, ...space },
      { service_type: 'STRONGDOX_SPACE', ...common, ...space, signature_types: ['FES'] },
    ] as const;
  });
}

/** Notices for signers, the manufacturer's own system, and one expired service. */
export function otherServices(at: Date): Insertable<ServiceTable>[] {
  const inDays = (days: number) => new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const made = { created_by: null, created_date: at, last_modified_by: null, last_modified_date: at };
  const plain = { total_space: null, total_otp: null, signature_types: [], folder_types: [], notes: null, ...made };
  return [
    {
      ...plain,
      service_type: 'SIGNATURE_NOTIFICATION',
      legal_entity: 'LE001',
      expires_at: inDays(500),
      signature_types: ['FES'],
    },
    {
      ...plain,
      service_type: 'SIGNATURE_NOTIFICATION',
      legal_entity: 'LE004',
      expires_at: inDays(14),
      signature_types: ['FES'],
    },
    { ...plain, service_type: 'TPIM', legal_entity: 'LE001', expires_at: inDays(500) },
    { ...plain, service_type: 'TPIM', legal_entity: 'LE003', expires_at: inDays(-40) },
    {
      ...plain,
      service_type: 'DISK_SPACE',
      legal_entity: 'LE006',
      expires_at: inDays(-90),
      total_space: 2_000,
      notes: 'Non rinnovato: lo spazio in uso basta.',
    },
  ];
}

/** One ledger entry per legal entity and kind. */
export const EARLIER_USE = Object.entries(USED_BEFORE).flatMap(([legalEntity, used]) =>
  QUOTA_KINDS.map((kind) => ({
    ...{ legalEntity, kind, amount: used[kind] * (kind === 'OTP' ? 1 : MEGABYTE) },
    cause: `demo:${legalEntity}:${kind}`,
  })),
);
