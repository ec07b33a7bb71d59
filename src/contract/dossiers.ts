/** Calls on customers: search, create, read, update, delete, and similar customers. */
import { z } from 'zod';
import { brandSchema } from '#domain/dealers/brand-schema.ts';
import {
  CUSTOMER_FACT_NAMES,
  CUSTOMER_FACTS,
  type CustomerFact,
  type DateFact,
  isRequiredFact,
  type RequiredFact,
} from '#domain/dossiers/customer-facts.ts';
import {
  DOSSIER_STATUSES,
  DOSSIER_TYPES,
  dossierSchemaFes,
  EXTERNAL_FIELDS,
  RSP_SEARCH_TYPES,
  SEARCH_TYPES,
  SYNC_STATUSES,
} from '#domain/dossiers/dossier.ts';
import { recordOf } from '#domain/record-of.ts';
import { requiredText } from '#domain/text-schemas.ts';
import * as calls from './calls/dossiers.ts';
import { AUTHORED_CRITERIA, type CriteriaFields, criteriaSchema, listQuery, sortsOf } from './definition/criteria.ts';
import { authorExample, authorFields, editSchema, warnings } from './definition/edit.ts';
import { staffEndpointsOf } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';

const dossierEndpoint = staffEndpointsOf('dossier');

const nullableString = z.string().nullable();

const facts = recordOf(CUSTOMER_FACT_NAMES, (name) => (isRequiredFact(name) ? z.string() : nullableString)) as {
  [N in CustomerFact]: N extends RequiredFact ? z.ZodString : typeof nullableString;
};

export const dossierAnswer = z.object({
  id: z.number(),
  businessId: nullableString,
  hst: z.string(),
  legalEntity: z.string(),
  brands: z.array(brandSchema),
  originalAccountSource: nullableString,
  status: z.enum(DOSSIER_STATUSES),
  searchType: z.enum(SEARCH_TYPES).nullable(),
  rspSearchType: z.enum(RSP_SEARCH_TYPES).nullable(),
  dossierType: z.enum(DOSSIER_TYPES).nullable(),
  ...facts,
  ...recordOf(EXTERNAL_FIELDS, () => nullableString),
  numberOfFolders: z.number(),
  activationsCount: z.number(),
  syncStatus: z.enum(SYNC_STATUSES).nullable(),
  lastSync: nullableString,
  ...authorFields,
  warnings,
});

export const dossierSummaryAnswer = dossierAnswer.pick({
  id: true,
  hst: true,
  legalEntity: true,
  firstName: true,
  lastName: true,
  organizationName: true,
});

const factCriteria = recordOf(CUSTOMER_FACT_NAMES, (name) =>
  CUSTOMER_FACTS[name].kind === 'date' ? 'date' : 'text',
) as { [N in CustomerFact]: N extends DateFact ? 'date' : 'text' };

export const DOSSIER_CRITERIA = {
  id: 'number',
  businessId: 'text',
  hst: 'code',
  legalEntity: 'code',
  brand: 'set',
  brands: 'set',
  originalAccountSource: 'text',
  status: 'code',
  searchType: 'code',
  rspSearchType: 'code',
  dossierType: 'code',
  ...factCriteria,
  ...recordOf(EXTERNAL_FIELDS, () => 'text' as const),
  numberOfFolders: 'number',
  activationsCount: 'number',
  syncStatus: 'code',
  lastSync: 'instant',
  ...AUTHORED_CRITERIA,
} as const satisfies CriteriaFields;

/** The fields of the criteria, and the displayed name: the company's, else the person's. */
export const DOSSIER_SORTS = sortsOf(DOSSIER_CRITERIA, 'customerName');

const { hst: _ofTheDealer, ...editable } = dossierSchemaFes.shape;

/** A customer stays with its dealer; counters, synchronized values and external keys are not writable. */
export const dossierEditSchema = editSchema(editable, {
  fixed: ['hst', 'legalEntity'],
  derived: ['status', 'numberOfFolders', 'activationsCount', 'syncStatus', 'lastSync', ...EXTERNAL_FIELDS],
});
export type DossierEdit = z.output<typeof dossierEditSchema>;

const REQUEST_EXAMPLE = {
  businessId: 'R-000123',
  originalAccountSource: 'RSP',
  searchType: 'RSP',
  rspSearchType: 'INDIVIDUAL',
  dossierType: 'new',
  ...recordOf(CUSTOMER_FACT_NAMES, () => null),
  firstName: 'Ginevra',
  lastName: 'Provetti',
  mobilePhone: '+39 3331234567',
  email: 'ginevra@example.com',
  birthDate: '1980-01-01',
  birthPlace: 'Roma',
  fiscalCode: 'PRVGVR80A41H501D',
  street: 'Via di Prova 1',
  city: 'Bologna',
  postalCode: '40121',
} as const;

export const DOSSIER_EXAMPLE = {
  ...REQUEST_EXAMPLE,
  id: 902,
  hst: '10001',
  legalEntity: 'LE001',
  brands: ['bmw'],
  status: 'OPEN',
  dmsFirstName: null,
  dmsLastName: null,
  dmsCompanyName: null,
  dmsPhone: null,
  dmsAddress: null,
  dmsCity: null,
  dmsPostalCode: null,
  rspFirstName: 'Ginevra',
  rspLastName: 'Provetti',
  rspCompanyName: null,
  rspPhone: '+39 3331234567',
  rspAddress: 'Via di Prova 1',
  rspCity: 'Bologna',
  rspPostalCode: '40121',
  numberOfFolders: 1,
  activationsCount: 0,
  syncStatus: 'SYNCED',
  lastSync: '2026-11-20T08:00:00.000Z',
  ...authorExample('dealer', '2026-11-20T07:58:00.000Z'),
  warnings: [],
} as const;

export const createDossier = dossierEndpoint(calls.createDossier, 'dossier.create', {
  summary: 'Create a customer',
  body: dossierSchemaFes,
  output: dossierAnswer,
  status: 201,
  example: {
    body: { ...REQUEST_EXAMPLE, hst: '10001', brands: ['bmw'] },
    answer: { ...DOSSIER_EXAMPLE, numberOfFolders: 0, syncStatus: 'TO_SYNC', lastSync: null },
  },
  errors: ['dossier.invalid', 'access.readonly'],
});

export const updateDossier = dossierEndpoint(calls.updateDossier, 'dossier.edit', {
  summary: 'Change a customer; the whole item may be sent back, and fields left out are cleared',
  body: dossierEditSchema,
  output: dossierAnswer,
  example: {
    body: { ...DOSSIER_EXAMPLE, mobilePhone: '+39 3337654321' },
    answer: {
      ...DOSSIER_EXAMPLE,
      mobilePhone: '+39 3337654321',
      lastModifiedDate: '2026-11-20T09:30:00.000Z',
    },
  },
  errors: ['dossier.invalid', 'dossier.notFound', 'access.readonly', 'conflict.stale'],
});

export const deleteDossier = dossierEndpoint(calls.deleteDossier, 'dossier.delete', {
  summary: 'Delete a customer: administrators with its folders and documents, others only if it has no folders',
  params: idParams,
  status: 204,
  example: { params: { id: 902 } },
  errors: [
    'dossier.notFound',
    'access.readonly',
    'conflict.hasFolders',
    'conflict.signingRuns',
    'conflict.feaEvidence',
    'conflict.feaActive',
  ],
});

export const getDossier = dossierEndpoint(calls.getDossier, 'dossier.read', {
  summary: 'One customer',
  params: idParams,
  output: dossierAnswer,
  example: { params: { id: 902 }, answer: DOSSIER_EXAMPLE },
  errors: ['dossier.notFound'],
});

export const searchDossiers = dossierEndpoint(calls.searchDossiers, 'dossier.read', {
  summary: 'Open customers, one page',
  query: listQuery({}),
  body: criteriaSchema(DOSSIER_CRITERIA),
  output: z.array(dossierAnswer),
  example: {
    query: { page: 0, size: 20, sort: 'id,desc' },
    body: { status: { equals: 'OPEN' }, lastName: { contains: 'prov' }, createdBy: { equals: 'dealer' } },
    answer: [{ ...DOSSIER_EXAMPLE, warnings: undefined }],
  },
});

export const searchSimilarDossiers = dossierEndpoint(calls.searchSimilarDossiers, 'dossier.read', {
  summary:
    'Open customers whose names contain the given words in any order, each with at most one letter wrong, missing, doubled or swapped: at most five, without exact matches of the text',
  body: z.strictObject({ text: requiredText() }),
  output: z.array(dossierAnswer),
  example: { body: { text: 'porvetti' }, answer: [{ ...DOSSIER_EXAMPLE, warnings: undefined }] },
  errors: ['dossier.invalid'],
});
