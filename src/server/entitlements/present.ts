/** Presents services, licences and activations in their API form. */
import type { z } from 'zod';
import type { activationAnswer, licenseAnswer } from '#contract/licenses.ts';
import type { serviceAnswer } from '#contract/services.ts';
import { BYTES_PER_MB, distributeUsage } from '#domain/entitlements/quota.ts';
import { signatureTypesValue } from '#domain/entitlements/service-types.ts';
import type { Db } from '#ports/database/database.ts';
import { type ActivationRow, type LicenseRow, listQuotaServices, listQuotas, type ServiceRow } from './queries.ts';

interface AuthorColumns {
  created_by: string | null;
  created_date: Date;
  last_modified_by: string | null;
  last_modified_date: Date;
}

const authorFields = (row: AuthorColumns) => ({
  createdBy: row.created_by,
  createdDate: row.created_date.toISOString(),
  lastModifiedBy: row.last_modified_by,
  lastModifiedDate: row.last_modified_date.toISOString(),
});

/** Megabytes with two decimals. */
const megabytes = (bytes: number): number => Math.round((bytes / BYTES_PER_MB) * 100) / 100;

/** How much of each active service is used: its legal entity's use, charged to the service that expires first. */
async function sharesOf(db: Db, rows: readonly ServiceRow[], day: string): Promise<Map<number, number>> {
  const legalEntities = [...new Set(rows.map((row) => row.legal_entity))];
  if (legalEntities.length === 0) return new Map();
  const active = await listQuotaServices(db, legalEntities, day);
  if (active.length === 0) return new Map();
  const quotas = await listQuotas(db, { legalEntities });
  const keys = new Set(active.map((service) => `${service.service_type} ${service.legal_entity}`));
  const shares = [...keys].flatMap((key) => {
    const services = active.filter((service) => `${service.service_type} ${service.legal_entity}` === key);
    const used = quotas.find((quota) => `${quota.kind} ${quota.legal_entity}` === key)?.used ?? 0;
    const totals = services.map((service) => ({
      id: service.id,
      total: service.total_otp ?? (service.total_space ?? 0) * BYTES_PER_MB,
      expiresAt: service.expires_at,
    }));
    return [...distributeUsage(totals, used)];
  });
  return new Map(shares);
}

export async function presentServices(
  db: Db,
  rows: readonly ServiceRow[],
  day: string,
): Promise<z.output<typeof serviceAnswer>[]> {
  const shares = await sharesOf(db, rows, day);
  return rows.map((row) => {
    const share = shares.get(row.id) ?? null;
    return {
      id: row.id,
      serviceType: row.service_type,
      legalEntity: row.legal_entity,
      expiresAt: row.expires_at,
      totalSpace: row.total_space,
      totalOtp: row.total_otp,
      signatureType: signatureTypesValue(row.signature_types),
      folderTypeSet: row.folder_types.length === 0 ? null : row.folder_types,
      notes: row.notes,
      usedSpace: row.service_type === 'OTP' || share === null ? null : megabytes(share),
      usedOtp: row.service_type === 'OTP' ? share : null,
      ...authorFields(row),
    };
  });
}

export async function presentService(db: Db, row: ServiceRow, day: string): Promise<z.output<typeof serviceAnswer>> {
  const [service] = await presentServices(db, [row], day);
  if (service === undefined) throw new Error('A service was not presented');
  return service;
}

export function presentLicense(row: LicenseRow): z.output<typeof licenseAnswer> {
  return {
    id: row.id,
    licenseCode: row.license_code,
    licenseAmount: row.license_amount,
    activationsCount: row.activations_count,
    legalEntity: row.legal_entity,
    hstList: row.hst_list,
    hasAfgclic: row.afgclic_sha256 !== null,
    afgclicName: row.afgclic_name,
    notes: row.notes,
    expiresAt: row.expires_at,
    ...authorFields(row),
  };
}

export function presentActivation(row: ActivationRow): z.output<typeof activationAnswer> {
  return {
    id: row.id,
    licenseId: row.license_id,
    activationCode: row.activation_code,
    hst: row.hst,
    notes: row.notes,
    expiresAt: row.expires_at,
    licenseCodeNamirial: row.license_code_namirial,
    deviceLabel: row.device_label,
    deviceName: row.device_name,
    status: row.shown_status,
    ...authorFields(row),
  };
}
