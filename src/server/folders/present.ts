/** Presents folders in their API form. */
import { folderWarnings } from '#domain/codes/code-warnings.ts';
import type { Dossier } from '#domain/dossiers/dossier.ts';
import type { Language } from '#domain/errors.ts';
import type { Folder } from '#domain/folders/folder.ts';
import { instantText } from '#domain/instant-text.ts';
import { presentDossier } from '../dossiers/index.ts';
import type { FolderWithCustomer } from './load-folders.ts';
import type { FolderRow } from './queries.ts';

/** @param language language of the warnings; without it, there are none (lists). */
export function presentFolder(row: FolderRow, language?: Language): Folder {
  const folder: Folder = {
    id: row.id,
    dossierId: row.dossier_id,
    businessId: row.business_id,
    processDate: row.process_date && instantText(row.process_date),
    accountSource: row.account_source,
    brand: row.brand,
    type: row.type,
    plate: row.plate,
    vin: row.vin,
    jobId: row.job_id,
    notes: row.notes,
    status: row.status,
    numberOfDocuments: row.number_of_documents,
    createdBy: row.created_by,
    createdDate: instantText(row.created_date),
    lastModifiedBy: row.last_modified_by,
    lastModifiedDate: instantText(row.last_modified_date),
  };
  return language === undefined ? folder : { ...folder, warnings: folderWarnings(folder, language) };
}

/** Customer and folder side by side, as the wizard returns them. */
export function presentCase(
  found: FolderWithCustomer,
  options: { language: Language; at: Date },
): { dossier: Dossier; folder: Folder } {
  return { dossier: presentDossier(found.customer, options), folder: presentFolder(found.folder, options.language) };
}
