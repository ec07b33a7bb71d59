/** The folder (fascicolo) of one deal or job: fields and rules. */
import type { Brand } from '../dealers/brands.ts';
import type { Warning } from '../dossiers/dossier.ts';
import type { FieldIssue } from '../errors.ts';
import type { FolderValues } from './folder-schemas.ts';
import { type ConfiguredFolderType, type FolderType, findField, isRequired } from './folder-types.ts';

export const FOLDER_STATUSES = ['OPEN', 'CLOSED', 'DELETED'] as const;
export type FolderStatus = (typeof FOLDER_STATUSES)[number];

const VALUE_OF_FIELD = {
  PROCESS_DATE: 'processDate',
  BUSINESS_ID: 'businessId',
  PLATE: 'plate',
  VIN: 'vin',
  JOB_ID: 'jobId',
  NOTES: 'notes',
} as const satisfies Record<string, keyof FolderValues>;
export const FOLDER_FIELDS = Object.keys(VALUE_OF_FIELD) as (keyof typeof VALUE_OF_FIELD)[];

export function folderFieldKey(name: string): (typeof VALUE_OF_FIELD)[keyof typeof VALUE_OF_FIELD] | undefined {
  return (VALUE_OF_FIELD as Record<string, (typeof VALUE_OF_FIELD)[keyof typeof VALUE_OF_FIELD]>)[name];
}

/** Values that the folder type requires and that are missing. */
export function folderTypeIssues(
  values: Partial<Pick<FolderValues, (typeof VALUE_OF_FIELD)[keyof typeof VALUE_OF_FIELD]>>,
  type: ConfiguredFolderType,
): FieldIssue[] {
  return FOLDER_FIELDS.filter((name) => {
    if (!isRequired(findField(type.fields, name))) return false;
    const value = values[VALUE_OF_FIELD[name]];
    return value === null || value === undefined || value === '';
  }).map((name) => ({ objectName: 'folder', field: VALUE_OF_FIELD[name], code: 'required' }));
}

/** A folder as the API returns it. */
export interface Folder {
  id: number;
  dossierId: number;
  businessId: string | null;
  processDate: string | null;
  accountSource: string | null;
  brand: Brand;
  type: FolderType;
  plate: string | null;
  vin: string | null;
  jobId: string | null;
  notes: string | null;
  status: FolderStatus;
  numberOfDocuments: number;
  createdBy: string | null;
  createdDate: string;
  lastModifiedBy: string | null;
  lastModifiedDate: string;
  dossierDTO?: DossierSummary;
  warnings?: Warning[];
}

export interface DossierSummary {
  id: number;
  hst: string;
  legalEntity: string;
  firstName: string;
  lastName: string;
  organizationName: string | null;
}

export interface FolderSummary {
  id: number;
  businessId: string | null;
  type: FolderType;
  brand: Brand;
  plate: string | null;
  vin: string | null;
  status: FolderStatus;
  dossierId: number;
}
