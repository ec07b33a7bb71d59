/** Folders and their configured types. */
import { z } from 'zod';
import { brandSchema } from '#domain/dealers/brand-schema.ts';
import { FOLDER_STATUSES } from '#domain/folders/folder.ts';
import { folderSchema, wizardFolderSchema } from '#domain/folders/folder-schemas.ts';
import { folderTypeAnswerSchema, folderTypeSchema } from '#domain/folders/folder-type-schemas.ts';
import { optionalLinesAsStored } from '#domain/text-schemas.ts';
import * as calls from './calls/folders.ts';
import {
  AUTHORED_CRITERIA,
  type CriteriaFields,
  criteriaSchema,
  listQuery,
  relatedFields,
  sortsOf,
} from './definition/criteria.ts';
import { authorExample, authorFields, editSchema, warnings } from './definition/edit.ts';
import { staffEndpoint, staffEndpointsOf } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';
import { DOSSIER_CRITERIA, DOSSIER_EXAMPLE, dossierSummaryAnswer } from './dossiers.ts';

const folderEndpoint = staffEndpointsOf('folder');

const nullableString = z.string().nullable();

export const folderAnswer = z.object({
  id: z.number(),
  dossierId: z.number(),
  businessId: nullableString,
  processDate: nullableString,
  accountSource: nullableString,
  brand: brandSchema,
  type: folderTypeSchema,
  plate: nullableString,
  vin: nullableString,
  jobId: nullableString,
  notes: nullableString,
  status: z.enum(FOLDER_STATUSES),
  numberOfDocuments: z.number(),
  ...authorFields,
  dossierDTO: dossierSummaryAnswer.optional(),
  warnings,
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
  ...AUTHORED_CRITERIA,
} as const satisfies CriteriaFields;

/** A folder's own fields, also as `folderDTO.`, and its customer's, unprefixed or as `dossierDTO.`. */
export const FOLDER_CRITERIA: CriteriaFields = {
  ...FOLDER_OWN_CRITERIA,
  ...relatedFields(FOLDER_OWN_CRITERIA, 'folderDTO', FOLDER_OWN_CRITERIA),
  ...relatedFields(FOLDER_OWN_CRITERIA, 'dossierDTO', DOSSIER_CRITERIA),
};

export const FOLDER_SORTS = sortsOf(FOLDER_CRITERIA, 'customerName');

export const getFolderTypes = staffEndpoint(calls.getFolderTypes, 'configuration.read', {
  summary: 'Folder types, their document types, and the data these require',
  output: folderTypeAnswerSchema,
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

const REQUEST_EXAMPLE = {
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
  ...REQUEST_EXAMPLE,
  id: 3120,
  processDate: '2026-11-19T23:00:00.000Z',
  status: 'OPEN',
  numberOfDocuments: 1,
  ...authorExample('dealer', '2026-11-20T08:02:00.000Z'),
  warnings: [],
} as const;

export const createFolder = folderEndpoint(calls.createFolder, 'folder.create', {
  summary: 'Create a folder of a customer',
  body: folderSchema,
  output: folderAnswer,
  status: 201,
  example: {
    body: { ...REQUEST_EXAMPLE, processDate: '2026-11-20' },
    answer: { ...FOLDER_EXAMPLE, numberOfDocuments: 0 },
  },
  errors: ['folder.invalid', 'dossier.notFound', 'access.readonly', 'access.folderType'],
});

export const updateFolder = folderEndpoint(calls.updateFolder, 'folder.edit', {
  summary: 'Change, close or reopen a folder; the whole item may be sent back, and fields left out are cleared',
  body: folderEditSchema,
  output: folderAnswer,
  example: {
    body: { ...FOLDER_EXAMPLE, status: 'CLOSED' },
    answer: { ...FOLDER_EXAMPLE, status: 'CLOSED', lastModifiedDate: '2026-11-20T17:45:00.000Z' },
  },
  errors: ['folder.invalid', 'folder.notFound', 'access.readonly', 'conflict.stale'],
});

export const deleteFolder = folderEndpoint(calls.deleteFolder, 'folder.delete', {
  summary: 'Delete a folder without documents; dealer roles other than supervisor only if no job is linked to it',
  params: idParams,
  status: 204,
  example: { params: { id: 3120 } },
  errors: ['folder.notFound', 'access.readonly', 'conflict.hasDocuments', 'conflict.hasJobId'],
});

export const getFolderSignatureTypes = folderEndpoint(calls.getFolderSignatureTypes, 'folder.read', {
  summary: 'Signature types that the legal entity’s services allow for this folder',
  params: idParams,
  output: z.array(z.enum(['FEA', 'FES'])),
  example: { params: { id: 3120 }, answer: ['FES'] },
  errors: ['folder.notFound'],
});

export const getFolder = folderEndpoint(calls.getFolder, 'folder.read', {
  summary: 'One folder',
  params: idParams,
  output: folderAnswer,
  example: { params: { id: 3120 }, answer: FOLDER_EXAMPLE },
  errors: ['folder.notFound'],
});

/** In addition to the files it contains `INDICE.txt`, which lists every document, including those without a file. */
export const downloadFolder = folderEndpoint(calls.downloadFolder, 'folder.read', {
  summary:
    'ZIP of all documents of the folder that the caller may see: the signed file with its trail, otherwise the original',
  params: idParams,
  binary: ['application/zip'],
  example: { params: { id: 3120 } },
  errors: ['folder.notFound', 'folder.noFiles', 'folder.tooLarge'],
});

export const searchFolders = folderEndpoint(calls.searchFolders, 'folder.read', {
  summary: 'Folders, one page; only open ones unless the criteria give a status',
  query: listQuery({}),
  body: criteriaSchema(FOLDER_CRITERIA),
  output: z.array(folderAnswer),
  example: {
    query: { page: 0, size: 20, sort: 'id,desc' },
    body: { dossierId: { equals: 902 }, brand: { in: ['bmw', 'mini'] }, 'dossierDTO.lastName': { contains: 'prov' } },
    answer: [{ ...FOLDER_EXAMPLE, warnings: undefined, dossierDTO: dossierSummaryAnswer.parse(DOSSIER_EXAMPLE) }],
  },
});
