/** Customers (specification §7 "Dossiers", P-20 "Dossier"). */
import { z } from 'zod';
import { brandSchema } from '#domain/dealers/brand-schema.ts';
import {
  DOSSIER_STATUSES,
  DOSSIER_TYPES,
  dossierSchemaFes,
  RSP_SEARCH_TYPES,
  SEARCH_TYPES,
  SYNC_STATUSES,
} from '#domain/dossiers/dossier.ts';
import { type CriteriaFields, criteriaSchema } from './criteria.ts';
import { endpoint } from './endpoint.ts';
import { idParams, pageQuery } from './paging.ts';

const text = z.string().nullable();

export const dossierAnswer = z.object({
  id: z.number(),
  businessId: text,
  hst: z.string(),
  legalEntity: z.string(),
  brands: z.array(brandSchema),
  originalAccountSource: text,
  status: z.enum(DOSSIER_STATUSES),
  searchType: z.enum(SEARCH_TYPES).nullable(),
  rspSearchType: z.enum(RSP_SEARCH_TYPES).nullable(),
  dossierType: z.enum(DOSSIER_TYPES).nullable(),
  firstName: z.string(),
  lastName: z.string(),
  organizationId: text,
  organizationName: text,
  representativeFiscalCode: text,
  mobilePhone: z.string(),
  email: z.string(),
  birthDate: text,
  birthPlace: text,
  fiscalCode: text,
  street: z.string(),
  address: text,
  city: z.string(),
  postalCode: z.string(),
  numberOfFolders: z.number(),
  activationsCount: z.number(),
  syncStatus: z.enum(SYNC_STATUSES).nullable(),
  lastSync: text,
  createdBy: text,
  createdDate: z.string(),
  lastModifiedBy: text,
  lastModifiedDate: z.string(),
  warnings: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })).optional(),
});

export const dossierSummaryAnswer = dossierAnswer.pick({
  id: true,
  hst: true,
  legalEntity: true,
  firstName: true,
  lastName: true,
  organizationName: true,
});

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
  firstName: 'text',
  lastName: 'text',
  organizationId: 'text',
  organizationName: 'text',
  mobilePhone: 'text',
  email: 'text',
  birthDate: 'date',
  birthPlace: 'text',
  fiscalCode: 'text',
  street: 'text',
  city: 'text',
  postalCode: 'text',
  numberOfFolders: 'number',
  syncStatus: 'code',
  lastSync: 'instant',
  createdBy: 'text',
  createdDate: 'instant',
  lastModifiedBy: 'text',
  lastModifiedDate: 'instant',
  genericFilter: 'search',
} as const satisfies CriteriaFields;

/** What a customer's list can be sorted by. */
export const DOSSIER_SORTS = [
  'id',
  'businessId',
  'hst',
  'legalEntity',
  'firstName',
  'lastName',
  'organizationName',
  'email',
  'mobilePhone',
  'city',
  'fiscalCode',
  'status',
  'numberOfFolders',
  'createdBy',
  'createdDate',
  'lastModifiedBy',
  'lastModifiedDate',
] as const;

export const createDossier = endpoint({
  method: 'POST',
  path: '/api/dossiers',
  summary: 'Create a customer',
  access: 'staff',
  action: 'dossier.create',
  body: dossierSchemaFes,
  output: dossierAnswer,
  status: 201,
  objectName: 'dossier',
  errors: ['dossier.invalid', 'access.readonly'],
});

export const getDossier = endpoint({
  method: 'GET',
  path: '/api/dossiers/{id}',
  summary: 'One customer',
  access: 'staff',
  action: 'dossier.read',
  params: idParams,
  output: dossierAnswer,
  status: 200,
  objectName: 'dossier',
  errors: ['dossier.notFound'],
});

export const searchDossiers = endpoint({
  method: 'POST',
  path: '/api/dossiers/search',
  summary: 'Open customers, one page',
  access: 'staff',
  action: 'dossier.read',
  query: pageQuery,
  body: criteriaSchema(DOSSIER_CRITERIA),
  output: z.array(dossierAnswer),
  status: 200,
  objectName: 'dossier',
  errors: [],
});
