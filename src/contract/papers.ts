/** Generated papers: their preview, and the FEA adherence module. */
import { z } from 'zod';
import { brandSchema } from '#domain/dealers/brand-schema.ts';
import { SIGNATURE_TYPES } from '#domain/documents/document-states.ts';
import { PAPER_FACTS } from '#domain/dossiers/customer-facts.ts';
import { RSP_SEARCH_TYPES } from '#domain/dossiers/dossier.ts';
import { folderTypeSchema } from '#domain/folders/folder-type-schemas.ts';
import { recordOf } from '#domain/record-of.ts';
import { optionalText, requiredLine, requiredText } from '#domain/text-schemas.ts';
import * as calls from './calls/documents.ts';
import { staffEndpointsOf } from './definition/endpoint.ts';
import { DOCUMENT_EXAMPLE, documentAnswer, PLAIN_FILE_REFUSALS, UPLOAD_LIMIT } from './documents.ts';

const documentEndpoint = staffEndpointsOf('document');

/** A photo or a scan: PDF, JPEG or PNG, 1 byte to 25 MiB. */
export const copySchema = z.strictObject({
  fileName: requiredLine(),
  mimeType: z.string().max(255).nullish(),
  /** In bytes. */
  fileSize: z.number().int().nonnegative().nullish(),
  /** In base64. */
  content: z.string(),
});
export type PaperCopy = z.output<typeof copySchema>;

/** 4 MiB in base64, plus the rest of the body. */
export const PHOTO_LIMIT = 6 * 1024 * 1024;

export const uploadPhoto = documentEndpoint(calls.uploadPhoto, 'document.create', {
  summary:
    'Upload a photo for a generated document: JPEG or PNG, at most 4 MB. Its location, time and device metadata are removed; it is deleted after seven days unless a document uses it. `photo` is the value of the field (`PHOTO_1_FILE`).',
  body: copySchema,
  bodyLimit: PHOTO_LIMIT,
  output: z.object({
    photo: z.string(),
    /** Stored size in bytes. */
    fileSize: z.number(),
    /** In pixels, as displayed. */
    width: z.number(),
    height: z.number(),
  }),
  status: 201,
  example: {
    body: {
      fileName: 'paraurti.jpg',
      mimeType: 'image/jpeg',
      fileSize: 48_213,
      content: '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBD…',
    },
    answer: {
      photo: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
      fileSize: 47_960,
      width: 1600,
      height: 1200,
    },
  },
  errors: [
    ...PLAIN_FILE_REFUSALS.filter((code) => code !== 'file.tooLarge' && code !== 'file.unreadable'),
    'photo.tooLarge',
    'photo.unreadable',
    'request.tooMany',
  ],
});

/** The identity document that staff checked to identify the signer. */
const shownIdentity = z.strictObject({
  /** identityCard, passport, drivingLicence or residencePermit. */
  type: optionalText(),
  number: optionalText(),
  issuer: optionalText(),
  issueDate: optionalText(),
  expiryDate: optionalText(),
  /** Stored as OTHER_IDENTITY in the document’s folder, visible to users who may start signatures. */
  copy: copySchema.nullish(),
});

const feaRequest = z.strictObject({
  /** Id of the document that needs the module. */
  id: z.number().int().positive(),
  /** Omitted: the module is a DRAFT, and the five values follow by PUT. Given: must be complete, and the module is READY_TO_SIGN. */
  identity: shownIdentity.nullish(),
});
export type FeaRequest = z.output<typeof feaRequest>;

export const createFeaModule = documentEndpoint(calls.createFeaModule, 'document.create', {
  summary:
    'Create the module of the advanced electronic signature that a document needs, from the customer’s data and the identity document shown; a draft if the identity document is missing. 200 if the module already exists.',
  body: feaRequest,
  bodyLimit: UPLOAD_LIMIT,
  output: documentAnswer,
  status: 201,
  existing: 200,
  example: {
    body: {
      id: 48_190,
      identity: {
        type: 'identityCard',
        number: 'CA00000AA',
        issuer: 'Comune di Bologna',
        issueDate: '2021-02-10',
        expiryDate: '2031-01-01',
      },
    },
    answer: { ...DOCUMENT_EXAMPLE, id: 48_191, type: 'FEA_MODULE', fileName: 'modulo-fea.pdf' },
  },
  errors: [
    'document.notFound',
    'access.readonly',
    'folder.closed',
    'fea.notRequired',
    'fea.moduleExists',
    'fea.dataMissing',
    'fea.identityMissing',
    'fea.identityExpired',
    'quota.spaceSpent',
    'quota.spaceExpired',
    ...PLAIN_FILE_REFUSALS,
  ],
});

/** Any input is accepted: a preview must work for a half-completed form. */
const unvalidatedText = z.string().max(1000).nullish();

const unvalidatedCustomer = z.object({
  hst: requiredText(),
  ...recordOf(PAPER_FACTS, () => unvalidatedText),
  rspSearchType: z.enum(RSP_SEARCH_TYPES).nullish(),
});

const unvalidatedFolder = z.object({
  brand: brandSchema,
  type: folderTypeSchema,
  businessId: unvalidatedText,
  plate: unvalidatedText,
  vin: unvalidatedText,
  jobId: unvalidatedText,
});

const documentPreviewSchema = z.strictObject({
  folderId: z.number().int().positive().nullish(),
  folder: unvalidatedFolder.nullish(),
  dossierId: z.number().int().positive().nullish(),
  dossier: unvalidatedCustomer.nullish(),
  type: requiredText(),
  sigType: z.enum(SIGNATURE_TYPES).nullish(),
  variableFields: z
    .record(z.string().max(255), z.union([z.string().max(1000), z.boolean(), z.number(), z.null()]))
    .nullish(),
});
export type DocumentPreview = z.output<typeof documentPreviewSchema>;

export const previewDocument = documentEndpoint(calls.previewDocument, 'document.create', {
  summary:
    'Preview a generated document with the current data; missing data are left empty and nothing is stored. Pass `folderId`, or `folder` with `dossierId` or `dossier`.',
  body: documentPreviewSchema,
  binary: ['application/pdf'],
  example: {
    body: {
      dossierId: 902,
      folder: { brand: 'bmw', type: 'SERVICE', businessId: 'ODL-77', plate: 'EE000EE' },
      type: 'LOAN_COURTESY_VEHICLE',
      variableFields: { VEHICLE_PLATE: 'EE111EE', LOAN_START: '2026-11-20T09:00' },
    },
  },
  errors: [
    'document.invalid',
    'dossier.invalid',
    'folder.notFound',
    'folder.closed',
    'dossier.notFound',
    'access.readonly',
    'access.folderType',
    'document.notGenerated',
    'request.tooMany',
  ],
});
