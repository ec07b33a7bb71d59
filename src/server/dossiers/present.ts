/** Customers as P-20 shows them. */
import { dossierWarnings } from '#domain/codes/warnings.ts';
import { synchronizationOf } from '#domain/customer-search/synchronization.ts';
import type { Dossier } from '#domain/dossiers/dossier.ts';
import type { Language } from '#domain/errors.ts';
import type { DossierSummary } from '#domain/folders/folder.ts';
import { instantText } from '#domain/instant-text.ts';
import { knownAt } from './places.ts';
import type { DossierRow } from './queries.ts';

/** @param row as the reader may know it (`asSeenBy`). @param told language and moment of the warnings; without it there are none (lists). */
export function presentDossier(row: DossierRow, told?: { language: Language; at: Date }): Dossier {
  const { syncStatus, lastSync } = synchronizationOf({
    searchType: row.search_type,
    businessId: row.business_id,
    syncStatus: row.sync_status,
    lastSync: row.last_sync,
  });
  const dossier: Dossier = {
    id: row.id,
    businessId: row.business_id,
    hst: row.hst,
    legalEntity: row.legal_entity,
    brands: row.brands,
    originalAccountSource: row.original_account_source,
    status: row.status,
    searchType: row.search_type,
    rspSearchType: row.rsp_search_type,
    dossierType: row.dossier_type,
    firstName: row.first_name,
    lastName: row.last_name,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    representativeFiscalCode: row.representative_fiscal_code,
    mobilePhone: row.mobile_phone,
    email: row.email,
    birthDate: row.birth_date,
    birthPlace: row.birth_place,
    fiscalCode: row.fiscal_code,
    street: row.street,
    address: row.address,
    city: row.city,
    postalCode: row.postal_code,
    dmsFirstName: row.dms_first_name,
    dmsLastName: row.dms_last_name,
    dmsCompanyName: row.dms_company_name,
    dmsPhone: row.dms_phone,
    dmsAddress: row.dms_address,
    dmsCity: row.dms_city,
    dmsPostalCode: row.dms_postal_code,
    rspFirstName: row.rsp_first_name,
    rspLastName: row.rsp_last_name,
    rspCompanyName: row.rsp_company_name,
    rspPhone: row.rsp_phone,
    rspAddress: row.rsp_address,
    rspCity: row.rsp_city,
    rspPostalCode: row.rsp_postal_code,
    numberOfFolders: row.number_of_folders,
    activationsCount: row.activations_count,
    syncStatus,
    lastSync: lastSync && instantText(lastSync),
    createdBy: row.created_by,
    createdDate: instantText(row.created_date),
    lastModifiedBy: row.last_modified_by,
    lastModifiedDate: instantText(row.last_modified_date),
  };
  if (told === undefined) return dossier;
  return { ...dossier, warnings: dossierWarnings(dossier, told.language, knownAt(told.at)) };
}

export function summaryOf(row: DossierRow): DossierSummary {
  return {
    id: row.id,
    hst: row.hst,
    legalEntity: row.legal_entity,
    firstName: row.first_name,
    lastName: row.last_name,
    organizationName: row.organization_name,
  };
}
