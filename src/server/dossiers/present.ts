/** Presents customers in their API form. */
import { dossierWarnings } from '#domain/codes/code-warnings.ts';
import type { ExternalFields } from '#domain/customer-search/external-customer.ts';
import { synchronizationOf } from '#domain/customer-search/synchronization.ts';
import { CUSTOMER_FACT_NAMES, type CustomerFacts } from '#domain/dossiers/customer-facts.ts';
import { type Dossier, EXTERNAL_FIELDS } from '#domain/dossiers/dossier.ts';
import type { Language } from '#domain/errors.ts';
import type { DossierSummary } from '#domain/folders/folder.ts';
import { instantText } from '#domain/instant-text.ts';
import { fieldReader } from '#ports/database/columns.ts';
import { referenceDataAt } from './places.ts';
import type { DossierRow } from './queries.ts';

const factsOf = fieldReader<CustomerFacts>(CUSTOMER_FACT_NAMES);
const sourceDataOf = fieldReader<ExternalFields>(EXTERNAL_FIELDS);

/**
 * @param row as visible to the reader (`withVisibleCounts`). @param warningsFor language and instant of the warnings; without it
 * there are none (lists).
 */
export function presentDossier(row: DossierRow, warningsFor?: { language: Language; at: Date }): Dossier {
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
    ...factsOf(row),
    ...sourceDataOf(row),
    numberOfFolders: row.number_of_folders,
    activationsCount: row.activations_count,
    syncStatus,
    lastSync: lastSync && instantText(lastSync),
    createdBy: row.created_by,
    createdDate: instantText(row.created_date),
    lastModifiedBy: row.last_modified_by,
    lastModifiedDate: instantText(row.last_modified_date),
  };
  if (warningsFor === undefined) return dossier;
  return { ...dossier, warnings: dossierWarnings(dossier, warningsFor.language, referenceDataAt(warningsFor.at)) };
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
