/** Folders and their configured types (specification §7 "Folders", P-16, P-20). */
import { z } from 'zod';
import { brandSchema } from '#domain/dealers/brand-schema.ts';
import { FOLDER_STATUSES, folderSchema } from '#domain/folders/folder.ts';
import { folderTypeConfigurationSchema, folderTypeSchema } from '#domain/folders/folder-type-schemas.ts';
import { borrowedFields, type CriteriaFields, criteriaSchema } from './criteria.ts';
import { DOSSIER_CRITERIA, dossierSummaryAnswer } from './dossiers.ts';
import { endpoint } from './endpoint.ts';
import { idParams, pageQuery } from './paging.ts';

const text = z.string().nullable();

export const folderAnswer = z.object({
  id: z.number(),
  dossierId: z.number(),
  businessId: text,
  processDate: text,
  accountSource: text,
  brand: brandSchema,
  type: folderTypeSchema,
  plate: text,
  vin: text,
  jobId: text,
  notes: text,
  status: z.enum(FOLDER_STATUSES),
  numberOfDocuments: z.number(),
  createdBy: text,
  createdDate: z.string(),
  lastModifiedBy: text,
  lastModifiedDate: z.string(),
  dossierDTO: dossierSummaryAnswer.optional(),
  warnings: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })).optional(),
});

export const folderSummaryAnswer = folderAnswer.pick({
  id: true,
  businessId: true,
  type: true,
  brand: true,
  plate: true,
  vin: true,
  status: true,
  dossierId: true,
});

export const FOLDER_OWN_CRITERIA = {
  id: 'number',
  dossierId: 'number',
  hst: 'code',
  legalEntity: 'code',
  businessId: 'text',
  processDate: 'instant',
  accountSource: 'text',
  brand: 'code',
  type: 'code',
  plate: 'text',
  vin: 'text',
  jobId: 'text',
  notes: 'text',
  status: 'code',
  numberOfDocuments: 'number',
  createdBy: 'text',
  createdDate: 'instant',
  lastModifiedBy: 'text',
  lastModifiedDate: 'instant',
  genericFilter: 'search',
} as const satisfies CriteriaFields;

/** A folder's own fields and its customer's, unprefixed or as `dossierDTO.` (P-15). */
export const FOLDER_CRITERIA: CriteriaFields = {
  ...FOLDER_OWN_CRITERIA,
  ...borrowedFields(FOLDER_OWN_CRITERIA, 'dossierDTO', DOSSIER_CRITERIA),
};

export const FOLDER_SORTS = [
  'id',
  'dossierId',
  'businessId',
  'processDate',
  'brand',
  'type',
  'plate',
  'vin',
  'status',
  'numberOfDocuments',
  'createdBy',
  'createdDate',
  'lastModifiedBy',
  'lastModifiedDate',
] as const;

export const getFolderTypes = endpoint({
  method: 'GET',
  path: '/api/v2/folder-types/ext',
  summary: 'Folder types, the document types in each, and what they ask for',
  access: 'staff',
  action: 'account.read',
  output: folderTypeConfigurationSchema,
  status: 200,
  errors: [],
});

export const createFolder = endpoint({
  method: 'POST',
  path: '/api/folders',
  summary: 'Create a folder of a customer',
  access: 'staff',
  action: 'folder.create',
  body: folderSchema,
  output: folderAnswer,
  status: 201,
  objectName: 'folder',
  errors: ['folder.invalid', 'dossier.notFound', 'access.readonly', 'access.folderType'],
});

export const getFolder = endpoint({
  method: 'GET',
  path: '/api/folders/{id}',
  summary: 'One folder',
  access: 'staff',
  action: 'folder.read',
  params: idParams,
  output: folderAnswer,
  status: 200,
  objectName: 'folder',
  errors: ['folder.notFound'],
});

export const searchFolders = endpoint({
  method: 'POST',
  path: '/api/folders-ext/search',
  summary: 'Folders, one page; open ones unless the criteria name a status',
  access: 'staff',
  action: 'folder.read',
  query: pageQuery,
  body: criteriaSchema(FOLDER_CRITERIA),
  output: z.array(folderAnswer),
  status: 200,
  objectName: 'folder',
  errors: [],
});
