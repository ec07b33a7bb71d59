/** Folders and their configured types. */
import { z } from 'zod';
import { brandSchema } from '#domain/dealers/brand-schema.ts';
import { FOLDER_STATUSES } from '#domain/folders/folder.ts';
import { folderSchema, wizardFolderSchema } from '#domain/folders/folder-schemas.ts';
import { folderTypeAnswerSchema, folderTypeSchema } from '#domain/folders/folder-type-schemas.ts';
import { optionalLinesAsStored } from '#domain/text.ts';
import * as calls from './calls/folders.ts';
import { borrowedFields, type CriteriaFields, criteriaSchema, listQuery, sortsOf } from './definition/criteria.ts';
import { editSchema } from './definition/edit.ts';
import { endpoint } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';
import { DOSSIER_CRITERIA, DOSSIER_EXAMPLE, dossierSummaryAnswer } from './dossiers.ts';

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

/** A folder's own fields, also as `folderDTO.`, and its customer's, unprefixed or as `dossierDTO.`. */
export const FOLDER_CRITERIA: CriteriaFields = {
  ...FOLDER_OWN_CRITERIA,
  ...borrowedFields(FOLDER_OWN_CRITERIA, 'folderDTO', FOLDER_OWN_CRITERIA),
  ...borrowedFields(FOLDER_OWN_CRITERIA, 'dossierDTO', DOSSIER_CRITERIA),
};

export const FOLDER_SORTS = sortsOf(FOLDER_CRITERIA, 'customerName');

export const getFolderTypes = endpoint(calls.getFolderTypes, {
  summary: 'Folder types, their document types, and the data these require',
  access: 'staff',
  action: 'configuration.read',
  output: folderTypeAnswerSchema,
  status: 200,
  example: {
    answer: [
      {
        slug: 'SALE_NEW',
        displayOrder: 20,
        visibleInWizard: true,
        fields: [
          { name: 'PROCESS_DATE', type: 'date', required: 'true', default: null },
          { name: 'BUSINESS_ID', type: 'string', required: 'true', default: null },
        ],
        documentTypes: [
          {
            slug: 'SALE_NEW_PROPOSAL',
            displayOrder: 20,
            visibleInWizard: true,
            legalEntities: [],
            signers: ['customer'],
            fields: [
              { name: 'FILE', type: 'file', required: 'true', default: null },
              { name: 'SIGNABLE', type: 'checkbox', required: 'true', default: 'true' },
              { name: 'ARCHIVABLE', type: 'checkbox', required: 'false', default: 'true' },
              { name: 'SIG_TYPE', type: 'string', required: 'true', default: 'OTP' },
            ],
          },
          {
            slug: 'LOAN_TEST_PRODUCT_FOREIGN',
            displayOrder: 110,
            visibleInWizard: true,
            legalEntities: [],
            signers: ['customer'],
            fields: [{ name: 'PAPER_LANGUAGE', type: 'string', required: 'true', default: null, values: ['en', 'de'] }],
          },
        ],
      },
    ],
  },
  errors: [],
});

const { brand: _ofTheFolder, type: _ofTheFolderToo, ...editable } = wizardFolderSchema.shape;

/** Customer, brand and type of a folder cannot be changed; its status opens and closes it. */
export const folderEditSchema = editSchema(
  { ...editable, notes: optionalLinesAsStored, status: z.enum(['OPEN', 'CLOSED']).nullish() },
  {
    fixed: ['dossierId', 'hst', 'legalEntity', 'brand', 'type'],
    derived: ['numberOfDocuments', 'dossierDTO'],
  },
);
export type FolderEdit = z.output<typeof folderEditSchema>;

const WRITTEN = {
  dossierId: 902,
  businessId: 'PV-1',
  accountSource: 'RSP',
  brand: 'bmw',
  type: 'SALE_NEW',
  plate: 'AB123CD',
  vin: 'WBA1234567A901234',
  jobId: null,
  notes: null,
} as const;

export const FOLDER_EXAMPLE = {
  ...WRITTEN,
  id: 3120,
  processDate: '2026-11-19T23:00:00.000Z',
  status: 'OPEN',
  numberOfDocuments: 1,
  createdBy: 'dealer',
  createdDate: '2026-11-20T08:02:00.000Z',
  lastModifiedBy: 'dealer',
  lastModifiedDate: '2026-11-20T08:02:00.000Z',
  warnings: [],
} as const;

export const createFolder = endpoint(calls.createFolder, {
  summary: 'Create a folder of a customer',
  access: 'staff',
  action: 'folder.create',
  body: folderSchema,
  output: folderAnswer,
  status: 201,
  objectName: 'folder',
  example: {
    body: { ...WRITTEN, processDate: '2026-11-20' },
    answer: { ...FOLDER_EXAMPLE, numberOfDocuments: 0 },
  },
  errors: ['folder.invalid', 'dossier.notFound', 'access.readonly', 'access.folderType'],
});

export const updateFolder = endpoint(calls.updateFolder, {
  summary: 'Change, close or reopen a folder; the row may come back whole, with what was left out emptied',
  access: 'staff',
  action: 'folder.edit',
  body: folderEditSchema,
  output: folderAnswer,
  status: 200,
  objectName: 'folder',
  example: {
    body: { ...FOLDER_EXAMPLE, status: 'CLOSED' },
    answer: { ...FOLDER_EXAMPLE, status: 'CLOSED', lastModifiedDate: '2026-11-20T17:45:00.000Z' },
  },
  errors: ['folder.invalid', 'folder.notFound', 'access.readonly', 'conflict.stale'],
});

export const deleteFolder = endpoint(calls.deleteFolder, {
  summary: 'Delete a folder without documents; dealer roles other than supervisor only if no job is linked to it',
  access: 'staff',
  action: 'folder.delete',
  params: idParams,
  status: 204,
  objectName: 'folder',
  example: { params: { id: 3120 } },
  errors: ['folder.notFound', 'access.readonly', 'conflict.hasDocuments', 'conflict.hasJobId'],
});

export const getFolderSignatureTypes = endpoint(calls.getFolderSignatureTypes, {
  summary: 'Signature types that the legal entity’s services allow for this folder',
  access: 'staff',
  action: 'folder.read',
  params: idParams,
  output: z.array(z.enum(['FEA', 'FES'])),
  status: 200,
  objectName: 'folder',
  example: { params: { id: 3120 }, answer: ['FES'] },
  errors: ['folder.notFound'],
});

export const getFolder = endpoint(calls.getFolder, {
  summary: 'One folder',
  access: 'staff',
  action: 'folder.read',
  params: idParams,
  output: folderAnswer,
  status: 200,
  objectName: 'folder',
  example: { params: { id: 3120 }, answer: FOLDER_EXAMPLE },
  errors: ['folder.notFound'],
});

/** In addition to the files it contains `INDICE.txt`, which lists every document, including those without a file. */
export const downloadFolder = endpoint(calls.downloadFolder, {
  summary:
    'ZIP of all documents of the folder that the caller may see: the signed file with its trail, otherwise the original',
  access: 'staff',
  action: 'folder.read',
  params: idParams,
  binary: ['application/zip'],
  status: 200,
  objectName: 'folder',
  example: { params: { id: 3120 } },
  errors: ['folder.notFound', 'folder.noFiles', 'folder.tooLarge'],
});

export const searchFolders = endpoint(calls.searchFolders, {
  summary: 'Folders, one page; only open ones unless the criteria give a status',
  access: 'staff',
  action: 'folder.read',
  query: listQuery({}),
  body: criteriaSchema(FOLDER_CRITERIA),
  output: z.array(folderAnswer),
  status: 200,
  objectName: 'folder',
  example: {
    query: { page: 0, size: 20, sort: 'id,desc' },
    body: { dossierId: { equals: 902 }, brand: { in: ['bmw', 'mini'] }, 'dossierDTO.lastName': { contains: 'prov' } },
    answer: [{ ...FOLDER_EXAMPLE, warnings: undefined, dossierDTO: dossierSummaryAnswer.parse(DOSSIER_EXAMPLE) }],
  },
  errors: [],
});
