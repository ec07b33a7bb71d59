/** Public interface of the entitlements module: what a legal entity's services allow, and the ledger of its use. */

import { addAllowances, type QuotaKind } from '#domain/entitlements/quota.ts';
import type { ServiceSignatureType } from '#domain/entitlements/service-types.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { NEEDED_SERVICES, type NeededService } from '#domain/installation/first-steps.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Db } from '#ports/database/database.ts';
import { findSignatureServices, listAllowances, listQuotas } from './queries.ts';

export { bookSpace, bookUse, type QuotaNeed, type QuotaUse, release, reserve } from './ledger.ts';
export { insertLicenseStock, type LicenseStock } from './licenses.ts';
export { insertServices } from './queries.ts';

/** The kinds of signature that a legal entity's services grant a folder type, FEA before FES; empty without a service. */
export type SignatureTypes = (legalEntity: string, folderType: FolderType) => ServiceSignatureType[];

/**
 * One query for any number of legal entities.
 * @param purpose their kinds of signature, or the kinds of their signers who may be reminded, in folders of any type.
 */
export async function signatureTypesOf(
  db: Db,
  legalEntities: readonly string[],
  at: Date,
  purpose: 'SIGNATURE_TYPE' | 'SIGNATURE_NOTIFICATION' = 'SIGNATURE_TYPE',
): Promise<SignatureTypes> {
  const services = await findSignatureServices(db, [...new Set(legalEntities)], romeDay(at), purpose);
  return (legalEntity, folderType) => {
    const granted = services
      .filter((service) => service.legal_entity === legalEntity)
      .filter((service) => purpose === 'SIGNATURE_NOTIFICATION' || service.folder_types.includes(folderType))
      .flatMap((service) => service.signature_types);
    return (['FEA', 'FES'] as const).filter((type) => granted.includes(type));
  };
}

/** Legal entities without a service in force of a kind that every signature uses. @returns those that lack one, with the kinds. */
export async function listMissingServices(
  db: Db,
  legalEntities: readonly string[],
  at: Date,
): Promise<{ legalEntity: string; what: NeededService[] }[]> {
  if (legalEntities.length === 0) return [];
  const allowances = await listAllowances(db, romeDay(at), { legalEntities, kinds: NEEDED_SERVICES });
  const has = (code: string, kind: NeededService) =>
    allowances.some((one) => one.legalEntity === code && one.kind === kind && Number(one.active) > 0);
  return legalEntities
    .map((code) => ({ legalEntity: code, what: NEEDED_SERVICES.filter((kind) => !has(code, kind)) }))
    .filter(({ what }) => what.length > 0);
}

export interface Usage {
  /** In messages or bytes. */
  readonly used: number;
  /** Null: unlimited. */
  readonly total: number | null;
}

/**
 * Usage and total of one kind, from the quotas' rows.
 * @param legalEntity null for all: their sum, without a total as soon as one that uses any has no limit.
 */
export async function usageOf(db: Db, kind: QuotaKind, legalEntity: string | null, at: Date): Promise<Usage> {
  const filter = legalEntity === null ? {} : { legalEntities: [legalEntity] };
  const [quotas, allowances] = await Promise.all([
    listQuotas(db, { ...filter, kind }),
    listAllowances(db, romeDay(at), { ...filter, kinds: [kind] }),
  ]);
  const unlimited = quotas
    .filter((quota) => quota.used > 0 && !allowances.some((allowance) => allowance.legalEntity === quota.legal_entity))
    .map(() => ({ active: 0, total: null }));
  return {
    used: quotas.reduce((sum, quota) => sum + quota.used, 0),
    total: addAllowances([...allowances, ...unlimited]).total,
  };
}
