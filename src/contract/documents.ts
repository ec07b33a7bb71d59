/** Documents and the wizard. */
import { z } from 'zod';
import { ACCEPTED_OTHERWISE } from '#domain/documents/document.ts';
import {
  documentSchema,
  editableDocumentFields,
  variableValueSchema,
  wizardDocumentSchema,
} from '#domain/documents/document-schemas.ts';
import { DOCUMENT_STATUSES, SIGNATURE_TYPES } from '#domain/documents/document-states.ts';
import { dossierSchemaFes } from '#domain/dossiers/dossier.ts';
import { wizardFolderSchema } from '#domain/folders/folder-schemas.ts';
import { FOLDER_TYPES, SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import { PROGRESSES } from '#domain/signing/signer-progress.ts';
import * as calls from './calls/documents.ts';
import {
  AUTHORED_CRITERIA,
  type CriteriaFields,
  criteriaQuery,
  criteriaSchema,
  listQuery,
  relatedFields,
  sortsOf,
} from './definition/criteria.ts';
import { authorExample, authorFields, editSchema, warnings } from './definition/edit.ts';
import { staffEndpointsOf } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';
import { DOSSIER_CRITERIA, DOSSIER_EXAMPLE, dossierAnswer, dossierSummaryAnswer } from './dossiers.ts';
import { FOLDER_EXAMPLE, FOLDER_OWN_CRITERIA, folderAnswer, folderSummaryAnswer } from './folders.ts';

const documentEndpoint = staffEndpointsOf('document');

const nullableString = z.string().nullable();
const id = z.number().nullable();

const awaitedSchema = z.object({
  role: z.enum(SIGNER_ROLES),
  name: z.string(),
  progress: z.enum(PROGRESSES),
  since: nullableString.describe('customers: when the link was sent; staff: when their turn came'),
  openedAt: nullableString,
});

export const documentAnswer = z.object({
  id: z.number(),
  folderId: z.number(),
  folder: z.object({ id: z.number(), type: z.enum(FOLDER_TYPES) }),
  type: z.string(),
  fileName: nullableString,
  fileSize: z.number().nullable(),
  mimeType: nullableString,
  sigType: z.enum(SIGNATURE_TYPES).nullable(),
  archivable: z.boolean(),
  signable: z.boolean(),
  status: z.enum(DOCUMENT_STATUSES),
  statusReason: z.object({ code: z.string(), text: z.string() }).nullable(),
  signUrl: nullableString,
  signedDocumentId: id,
  feaModuleId: id,
  feaBlocked: z.boolean(),
  byHand: z
    .enum(['ready', 'noDevice', 'noCustodian'])
    .optional()
    .describe('only for type GRAPHOMETRIC: whether the dealer can have it signed by hand now'),
  startSignDate: nullableString,
  awaits: z
    .array(awaitedSchema)
    .describe(
      'signers whose turn it is: customers, then staff once all customers have signed; if the signature is locked, the signer who locked it',
    ),
  variableFields: z.record(z.string(), variableValueSchema),
  metadata: z.object({
    dealer: z.object({ signUrl: nullableString, seller: nullableString }),
    operatorDealer: z.object({ signUrl: nullableString, label: nullableString }),
    salesManager: z.object({ signUrl: nullableString, label: nullableString }),
  }),
  ...authorFields,
  folderDTO: folderSummaryAnswer.optional(),
  dossierDTO: dossierSummaryAnswer.optional(),
  warnings,
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
  declined: 'boolean',
  sigType: 'code',
  archivable: 'boolean',
  signable: 'boolean',
  fileName: 'text',
  fileSize: 'number',
  mimeType: 'code',
  startSignDate: 'instant',
  signedDocumentId: 'number',
  feaModuleId: 'number',
  ...AUTHORED_CRITERIA,
} as const satisfies CriteriaFields;

const OWN_AND_FOLDER_CRITERIA: CriteriaFields = {
  ...DOCUMENT_OWN_CRITERIA,
  'folder.id': 'number',
  'folder.type': 'code',
  ...relatedFields(DOCUMENT_OWN_CRITERIA, 'folderDTO', FOLDER_OWN_CRITERIA),
};

/** A document's own fields, its folder's and its customer's, unprefixed or as `folderDTO.` and `dossierDTO.`; `folder` as in rows. */
export const DOCUMENT_CRITERIA: CriteriaFields = {
  ...OWN_AND_FOLDER_CRITERIA,
  ...relatedFields(OWN_AND_FOLDER_CRITERIA, 'dossierDTO', DOSSIER_CRITERIA),
};

export const DOCUMENT_SORTS = sortsOf(DOCUMENT_CRITERIA, 'customerName');

/** 25 MiB in base64, plus the rest of the body. */
export const UPLOAD_LIMIT = 36 * 1024 * 1024;

/** Refusals of any file. */
export const PLAIN_FILE_REFUSALS = [
  'file.tooLarge',
  'file.empty',
  'file.notBase64',
  'file.type',
  'file.mismatch',
  'file.sizeMismatch',
  'file.pixels',
  'file.unreadable',
] as const;

const FILE_REFUSALS = [
  ...PLAIN_FILE_REFUSALS,
  'pdf.notPdf',
  'pdf.broken',
  'pdf.ambiguous',
  'pdf.encrypted',
  'pdf.active',
  'pdf.extras',
  'pdf.field',
  'pdf.content',
  'pdf.tooLarge',
  'pdf.timeout',
  'pdf.tooManyPages',
  'pdf.alreadySigned',
  'pdf.drawnDifferently',
  'pdf.looksChanged',
  'pdf.imageUnreadable',
] as const;

/** Refusals for the legal entity's storage quota. */
export const QUOTA_REFUSALS = [
  'quota.spaceSpent',
  'quota.spaceExpired',
  'quota.archiveSpent',
  'quota.archiveExpired',
] as const;

/** The file, folder, customer and type cannot be changed. */
export const documentEditSchema = editSchema(editableDocumentFields, {
  fixed: ['folderId', 'dossierId', 'hst', 'legalEntity', 'type', 'fileName', 'fileSize', 'mimeType', 'content', 'file'],
  derived: [
    'folder',
    'status',
    'statusReason',
    'signUrl',
    'signedDocumentId',
    'feaModuleId',
    'feaBlocked',
    'byHand',
    'startSignDate',
    'awaits',
    'metadata',
    'folderDTO',
    'dossierDTO',
    'warnings',
  ],
});
export type DocumentEdit = z.output<typeof documentEditSchema>;

const REQUEST_EXAMPLE = {
  type: 'SALE_NEW_PROPOSAL',
  fileName: 'proposta.pdf',
  fileSize: 183_204,
  mimeType: 'application/pdf',
  sigType: 'OTP',
  archivable: true,
  signable: true,
  variableFields: {},
} as const;

/** The beginning of a PDF in base64; a real one is longer. */
const EXAMPLE_CONTENT = 'JVBERi0xLjcKJeLjz9MK';

export const DOCUMENT_EXAMPLE = {
  ...REQUEST_EXAMPLE,
  id: 48_190,
  folderId: 3120,
  folder: { id: 3120, type: 'SALE_NEW' },
  status: 'READY_TO_SIGN',
  statusReason: null,
  signUrl: null,
  signedDocumentId: null,
  feaModuleId: null,
  feaBlocked: false,
  startSignDate: null,
  awaits: [],
  metadata: {
    dealer: { signUrl: null, seller: null },
    operatorDealer: { signUrl: null, label: null },
    salesManager: { signUrl: null, label: null },
  },
  ...authorExample('dealer', '2026-11-20T08:10:00.000Z'),
} as const;

export const createDocument = documentEndpoint(calls.createDocument, 'document.create', {
  summary: 'Create a document in a folder, with its file in base64',
  body: documentSchema,
  output: documentAnswer,
  status: 201,
  bodyLimit: UPLOAD_LIMIT,
  example: { body: { ...REQUEST_EXAMPLE, folderId: 3120, content: EXAMPLE_CONTENT }, answer: DOCUMENT_EXAMPLE },
  errors: [
    'document.invalid',
    'folder.notFound',
    'folder.closed',
    'access.readonly',
    'document.noTemplate',
    'system.unavailable',
    ...QUOTA_REFUSALS,
    ...FILE_REFUSALS,
  ],
});

export const updateDocument = documentEndpoint(calls.updateDocument, 'document.edit', {
  summary:
    'Edit a draft or a finished document, validated as on creation; the whole item may be sent back, and fields left out are cleared. The file stays.',
  body: documentEditSchema,
  output: documentAnswer,
  example: {
    body: { id: 48_190, archivable: true, signable: true, sigType: 'OTP', variableFields: {} },
    answer: { ...DOCUMENT_EXAMPLE, lastModifiedDate: '2026-11-20T08:15:00.000Z' },
  },
  errors: [
    'document.invalid',
    'document.notFound',
    'access.readonly',
    'life.notEditable',
    'life.folderClosed',
    'conflict.stale',
    'file.type',
    ...QUOTA_REFUSALS,
    ...FILE_REFUSALS.filter((code) => code.startsWith('pdf.')),
  ],
});

export const deleteDocument = documentEndpoint(calls.deleteDocument, 'document.delete', {
  summary: 'Delete a document whose signing was never started; technical accounts may delete only their own drafts',
  params: idParams,
  status: 204,
  example: { params: { id: 48_190 } },
  errors: [
    'document.notFound',
    'access.readonly',
    'conflict.signingStarted',
    'conflict.notDraft',
    'conflict.signingRuns',
    'conflict.feaEvidence',
    'conflict.feaActive',
    'life.folderClosed',
  ],
});

/** A part of a body that its handler parses with `schema`; callers pass the schema's input. */
const parsedByHandler = <S extends z.ZodType>(schema: S) =>
  (z.unknown() as z.ZodType<unknown, z.input<S>>).optional().meta({ shape: schema });

export const createByWizard = documentEndpoint(calls.createByWizard, 'document.create', {
  summary: 'Create a document with its folder, and the customer when it is new: all or nothing',
  // The three parts are parsed separately, so that every refused field names its object.
  body: z.strictObject({
    dossierId: z.number().int().positive().nullish(),
    dossier: parsedByHandler(dossierSchemaFes),
    folder: parsedByHandler(wizardFolderSchema),
    document: parsedByHandler(wizardDocumentSchema),
  }),
  output: z.object({ dossier: dossierAnswer, folder: folderAnswer, document: documentAnswer }),
  status: 201,
  bodyLimit: UPLOAD_LIMIT,
  example: {
    body: {
      dossierId: 902,
      folder: { brand: 'bmw', type: 'SALE_NEW', businessId: 'PV-1', processDate: '2026-11-20' },
      document: { ...REQUEST_EXAMPLE, content: EXAMPLE_CONTENT },
    },
    answer: { dossier: DOSSIER_EXAMPLE, folder: FOLDER_EXAMPLE, document: DOCUMENT_EXAMPLE },
  },
  errors: [
    'dossier.invalid',
    'folder.invalid',
    'document.invalid',
    'dossier.notFound',
    'access.readonly',
    'access.folderType',
    'document.noTemplate',
    'system.unavailable',
    ...QUOTA_REFUSALS,
    ...FILE_REFUSALS,
  ],
});

export const getDocument = documentEndpoint(calls.getDocument, 'document.read', {
  summary: 'One document',
  params: idParams,
  output: documentAnswer,
  example: { params: { id: 48_190 }, answer: DOCUMENT_EXAMPLE },
  errors: ['document.notFound'],
});

export const searchDocuments = documentEndpoint(calls.searchDocuments, 'document.read', {
  summary: 'Documents, one page, with folder and customer',
  query: listQuery({}),
  body: criteriaSchema(DOCUMENT_CRITERIA),
  output: z.array(documentAnswer),
  example: {
    query: { page: 0, size: 10_000, sort: 'fileName,asc' },
    body: { folderId: { equals: 3120 }, status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'] } },
    answer: [
      {
        ...DOCUMENT_EXAMPLE,
        folderDTO: folderSummaryAnswer.parse(FOLDER_EXAMPLE),
        dossierDTO: dossierSummaryAnswer.parse(DOSSIER_EXAMPLE),
      },
    ],
  },
});

/** Criteria for counting documents; a filter only by type has no maintained counter and is counted exactly. */
export const DOCUMENT_COUNT_CRITERIA = {
  status: 'code',
  folderType: 'code',
  legalEntity: 'code',
  hst: 'code',
  brand: 'code',
  type: 'code',
} as const satisfies CriteriaFields;

export const countDocuments = documentEndpoint(calls.countDocuments, 'document.read', {
  summary: 'Number of documents that match the criteria and that the caller may see',
  query: criteriaQuery(DOCUMENT_COUNT_CRITERIA),
  output: z.number(),
  example: {
    query: { 'status.in': 'PRIVACY_UPDATING,SIGNED', 'folderType.equals': 'SALE_NEW', 'legalEntity.equals': 'LE001' },
    answer: 12,
  },
});

/**
 * `preview=true` distinguishes viewing a file from saving it: the evidence trail records each viewer once a day, and
 * every download.
 */
export const downloadQuery = z.strictObject({
  preview: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});

export const downloadDocument = documentEndpoint(calls.downloadDocument, 'document.read', {
  summary:
    'The original file, complete (200) or the requested byte range (206); `preview=true` if it is only displayed',
  params: idParams,
  query: downloadQuery,
  binary: ACCEPTED_OTHERWISE,
  example: { params: { id: 48_190 }, query: { preview: 'true' } },
  errors: ['document.notFound', 'access.readonly', 'document.noFile', 'file.range'],
});

export const takeBackDocument = documentEndpoint(calls.takeBackDocument, 'document.edit', {
  summary: 'Return a document to draft, as long as no signer has signed',
  params: idParams,
  output: documentAnswer,
  example: { params: { id: 48_190 }, answer: { ...DOCUMENT_EXAMPLE, status: 'DRAFT' } },
  errors: ['document.notFound', 'life.notReady', 'life.alreadySigned', 'access.readonly'],
});
