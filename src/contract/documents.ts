/** Documents and the wizard (specification §7 "Documents", P-20). */
import { z } from 'zod';
import { documentSchema, variableValueSchema } from '#domain/documents/document.ts';
import { DOCUMENT_STATUSES, SIGNATURE_TYPES } from '#domain/documents/life.ts';
import { borrowedFields, type CriteriaFields, criteriaSchema } from './criteria.ts';
import { DOSSIER_CRITERIA, dossierAnswer, dossierSummaryAnswer } from './dossiers.ts';
import { endpoint } from './endpoint.ts';
import { FOLDER_OWN_CRITERIA, folderAnswer, folderSummaryAnswer } from './folders.ts';
import { idParams, pageQuery } from './paging.ts';

const text = z.string().nullable();
const id = z.number().nullable();

export const documentAnswer = z.object({
  id: z.number(),
  folderId: z.number(),
  folder: z.object({ id: z.number(), type: z.string() }),
  type: z.string(),
  fileName: text,
  fileSize: z.number().nullable(),
  mimeType: text,
  sigType: z.enum(SIGNATURE_TYPES).nullable(),
  archivable: z.boolean(),
  signable: z.boolean(),
  status: z.enum(DOCUMENT_STATUSES),
  statusReason: z.object({ code: z.string(), text: z.string() }).nullable(),
  signUrl: text,
  signedDocumentId: id,
  feaModuleId: id,
  feaBlocked: z.boolean(),
  startSignDate: text,
  variableFields: z.record(z.string(), variableValueSchema),
  metadata: z.object({
    dealer: z.object({ signUrl: text, seller: text }),
    operatorDealer: z.object({ signUrl: text, label: text }),
    salesManager: z.object({ signUrl: text, label: text }),
  }),
  createdBy: text,
  createdDate: z.string(),
  lastModifiedBy: text,
  lastModifiedDate: z.string(),
  folderDTO: folderSummaryAnswer.optional(),
  dossierDTO: dossierSummaryAnswer.optional(),
});

export const DOCUMENT_OWN_CRITERIA = {
  id: 'number',
  folderId: 'number',
  dossierId: 'number',
  hst: 'code',
  legalEntity: 'code',
  brand: 'code',
  folderType: 'code',
  type: 'code',
  status: 'code',
  sigType: 'code',
  archivable: 'boolean',
  signable: 'boolean',
  fileName: 'text',
  fileSize: 'number',
  mimeType: 'code',
  startSignDate: 'instant',
  signedDocumentId: 'number',
  feaModuleId: 'number',
  createdBy: 'text',
  createdDate: 'instant',
  lastModifiedBy: 'text',
  lastModifiedDate: 'instant',
  genericFilter: 'search',
} as const satisfies CriteriaFields;

const OWN_AND_FOLDER: CriteriaFields = {
  ...DOCUMENT_OWN_CRITERIA,
  ...borrowedFields(DOCUMENT_OWN_CRITERIA, 'folderDTO', FOLDER_OWN_CRITERIA),
};

/** A document's own fields, its folder's and its customer's, unprefixed or as `folderDTO.` and `dossierDTO.` (P-15). */
export const DOCUMENT_CRITERIA: CriteriaFields = {
  ...OWN_AND_FOLDER,
  ...borrowedFields(OWN_AND_FOLDER, 'dossierDTO', DOSSIER_CRITERIA),
};

export const DOCUMENT_SORTS = [
  'id',
  'folderId',
  'dossierId',
  'brand',
  'folderType',
  'type',
  'status',
  'sigType',
  'archivable',
  'signable',
  'fileName',
  'fileSize',
  'startSignDate',
  'createdBy',
  'createdDate',
  'lastModifiedBy',
  'lastModifiedDate',
] as const;

/** 25 MiB in base64, and room for the rest of the body. */
const UPLOAD_LIMIT = 36 * 1024 * 1024;

const FILE_REFUSALS = [
  'file.tooLarge',
  'file.empty',
  'file.notBase64',
  'file.type',
  'file.mismatch',
  'file.sizeMismatch',
  'file.pixels',
  'pdf.notPdf',
  'pdf.broken',
  'pdf.encrypted',
  'pdf.active',
  'pdf.tooLarge',
  'pdf.timeout',
  'pdf.tooManyPages',
  'pdf.alreadySigned',
] as const;

export const createDocument = endpoint({
  method: 'POST',
  path: '/api/documents',
  summary: 'Create a document in a folder, with its file in base64',
  access: 'staff',
  action: 'document.create',
  body: documentSchema,
  output: documentAnswer,
  status: 201,
  bodyLimit: UPLOAD_LIMIT,
  objectName: 'document',
  errors: [
    'document.invalid',
    'folder.notFound',
    'folder.closed',
    'access.readonly',
    'access.folderType',
    'system.unavailable',
    ...FILE_REFUSALS,
  ],
});

export const createByWizard = endpoint({
  method: 'POST',
  path: '/api/documents/wizard',
  summary: 'Create a document with its folder, and the customer when it is new: all or nothing',
  access: 'staff',
  action: 'document.create',
  // The three parts are read one by one, so that every refused field names the object it belongs to.
  body: z.strictObject({
    dossierId: z.number().int().positive().nullish(),
    dossier: z.unknown().optional(),
    folder: z.unknown().optional(),
    document: z.unknown().optional(),
  }),
  output: z.object({ dossier: dossierAnswer, folder: folderAnswer, document: documentAnswer }),
  status: 201,
  bodyLimit: UPLOAD_LIMIT,
  objectName: 'document',
  errors: [
    'dossier.invalid',
    'folder.invalid',
    'document.invalid',
    'dossier.notFound',
    'access.readonly',
    'access.folderType',
    'system.unavailable',
    ...FILE_REFUSALS,
  ],
});

export const getDocument = endpoint({
  method: 'GET',
  path: '/api/documents/{id}',
  summary: 'One document',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  output: documentAnswer,
  status: 200,
  objectName: 'document',
  errors: ['document.notFound'],
});

export const searchDocuments = endpoint({
  method: 'POST',
  path: '/api/documents-ext/search',
  summary: 'Documents, one page, with folder and customer',
  access: 'staff',
  action: 'document.read',
  query: pageQuery,
  body: criteriaSchema(DOCUMENT_CRITERIA),
  output: z.array(documentAnswer),
  status: 200,
  objectName: 'document',
  errors: [],
});

export const downloadDocument = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/download',
  summary: 'The original file',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  status: 200,
  objectName: 'document',
  errors: ['document.notFound', 'document.noFile'],
});

export const takeBackDocument = endpoint({
  method: 'POST',
  path: '/api/documents/{id}/take-back',
  summary: 'Back to draft, while nobody has signed',
  access: 'staff',
  action: 'document.edit',
  params: idParams,
  output: documentAnswer,
  status: 200,
  objectName: 'document',
  errors: ['document.notFound', 'life.notReady', 'life.alreadySigned', 'access.readonly'],
});
