/** External customers: search in RSP and DMS, and synchronization of a dossier with RSP. */
import { z } from 'zod';
import {
  CUSTOMER_FILTER_FIELDS,
  MIN_FILTER_LENGTH,
  MIN_FILTERS,
  OUTSIDE_DIRECTORIES,
} from '#domain/customer-search/customer.ts';
import { RSP_SEARCH_TYPES, SYNC_STATUSES } from '#domain/dossiers/dossier.ts';
import * as calls from './calls/customer-search.ts';
import { type CriteriaFields, type Criterion, listQuery } from './definition/criteria.ts';
import { staffEndpointsOf } from './definition/endpoint.ts';
import { idParams, type PageQuery } from './definition/paging.ts';

const customerEndpoint = staffEndpointsOf('customer');
const dossierEndpoint = staffEndpointsOf('dossier');

const nullableString = z.string().nullable();

export const directoryCustomerAnswer = z.object({
  searchType: z.enum(OUTSIDE_DIRECTORIES),
  rspSearchType: z.enum(RSP_SEARCH_TYPES).nullable(),
  originalAccountSource: z.enum(OUTSIDE_DIRECTORIES),
  businessId: z.string(),
  hst: z.string().optional(),
  firstName: z.string(),
  lastName: z.string(),
  organizationId: nullableString,
  organizationName: nullableString,
  fiscalCode: nullableString,
  representativeFiscalCode: nullableString,
  birthDate: nullableString,
  birthPlace: nullableString,
  mobilePhone: z.string(),
  email: z.string(),
  street: z.string(),
  city: z.string(),
  postalCode: z.string(),
});

const FILTERS: CriteriaFields = Object.fromEntries(CUSTOMER_FILTER_FIELDS.map((field) => [field, 'text']));

/** A search is meant to find one customer: if these results are not enough, add a filter. */
export const MAX_CUSTOMERS = 1_000;

function requireEnoughFilters(query: PageQuery & { criteria: Criterion[] }, context: z.core.$RefinementCtx): void {
  const addIssue = (path: string[], message: string) =>
    context.issues.push({ code: 'custom', message, path, input: undefined });
  const filters = query.criteria.filter((criterion) => criterion.field !== 'hst');
  for (const { field, operator, values } of query.criteria) {
    const isSupported = operator === 'equals' || (operator === 'contains' && field !== 'hst');
    if (!isSupported) addIssue([field, operator], 'unknown');
    else if (field !== 'hst' && String(values[0]).trim().length < MIN_FILTER_LENGTH) {
      context.issues.push({
        code: 'too_small',
        minimum: MIN_FILTER_LENGTH,
        origin: 'string',
        path: [field, operator],
        input: values[0],
      });
    }
  }
  // The same field twice counts as one filter.
  if (new Set(filters.map((criterion) => criterion.field)).size < MIN_FILTERS) addIssue(['filters'], 'twoFilters');
}

const searchQuery = (order: string) =>
  listQuery({ ...FILTERS, hst: 'code' }, { sort: order })
    .superRefine(requireEnoughFilters)
    .meta({
      description:
        'At least two filters (field.contains, field.equals) of at least three characters each; hst.equals limits the search to one dealer and does not count as a filter',
      criteria: { ...FILTERS, hst: 'code' },
      paged: { sort: order },
    });

const PERSON = {
  searchType: 'RSP',
  rspSearchType: 'INDIVIDUAL',
  originalAccountSource: 'RSP',
  businessId: 'R-000123',
  firstName: 'Ginevra',
  lastName: 'Provetti',
  organizationId: null,
  organizationName: null,
  fiscalCode: 'PRVGVR80A41H501D',
  representativeFiscalCode: null,
  birthDate: '1980-01-01',
  birthPlace: 'Roma',
  mobilePhone: '+39 3330000123',
  email: 'ginevra.provetti@example.com',
  street: 'Via di Prova 1',
  city: 'Bologna',
  postalCode: '40121',
} as const;

const COMPANY = {
  ...PERSON,
  rspSearchType: 'ORGANIZATION',
  businessId: 'R-003001',
  organizationId: '00030019996',
  organizationName: 'Officina Provetti S.r.l.',
  fiscalCode: '00030019996',
  representativeFiscalCode: 'PRVGVR80A41H501D',
} as const;

const IN_DMS = {
  ...PERSON,
  searchType: 'DMS',
  rspSearchType: null,
  originalAccountSource: 'DMS',
  businessId: 'D-000123',
  hst: '10001',
} as const;

const searching = { query: searchQuery('lastName,asc'), output: z.array(directoryCustomerAnswer) } as const;

export const searchRspCustomers = customerEndpoint(calls.searchRspCustomers, 'customer.search', {
  ...searching,
  summary: 'People in RSP',
  example: { query: { 'lastName.contains': 'prov', 'city.equals': 'Bologna', size: 20 }, answer: [PERSON] },
  errors: ['customer.dmsOnly', 'rsp.unavailable'],
});

export const searchRspCompanies = customerEndpoint(calls.searchRspCompanies, 'customer.search', {
  ...searching,
  query: searchQuery('organizationName,asc'),
  summary: 'Companies in RSP',
  example: { query: { 'organizationName.contains': 'officina', 'city.equals': 'Bologna' }, answer: [COMPANY] },
  errors: ['customer.dmsOnly', 'rsp.unavailable'],
});

export const searchDmsCustomers = customerEndpoint(calls.searchDmsCustomers, 'customer.search', {
  ...searching,
  summary: 'People and companies in the DMS of the caller’s dealers',
  example: {
    query: { 'lastName.contains': 'prov', 'mobilePhone.contains': '333000', 'hst.equals': '10001' },
    answer: [IN_DMS],
  },
  errors: ['dms.unavailable'],
});

export const getDmsCustomer = customerEndpoint(calls.getDmsCustomer, 'customer.search', {
  summary: 'One customer of a DMS, by its id in the DMS',
  params: z.strictObject({ id: z.string().regex(/^[\w.-]{1,64}$/) }),
  output: directoryCustomerAnswer,
  example: { params: { id: 'D-000123' }, answer: IN_DMS },
  errors: ['customer.notFound', 'dms.unavailable'],
});

const synchronizationAnswer = z.object({ syncStatus: z.enum(SYNC_STATUSES).nullable(), lastSync: nullableString });

export const getSynchronization = dossierEndpoint(calls.getSynchronization, 'dossier.read', {
  summary: 'State of a customer’s synchronisation with RSP; both fields are null if the customer is not linked',
  params: idParams,
  output: synchronizationAnswer,
  example: { params: { id: 902 }, answer: { syncStatus: 'SYNCED', lastSync: '2026-11-20T08:00:00.000Z' } },
  errors: ['dossier.notFound'],
});

export const scheduleSynchronization = dossierEndpoint(calls.scheduleSynchronization, 'dossier.edit', {
  summary: 'Start a customer’s synchronisation with RSP; one already under way continues',
  params: idParams,
  output: synchronizationAnswer,
  status: 202,
  example: { params: { id: 902 }, answer: { syncStatus: 'TO_SYNC', lastSync: '2026-11-20T08:00:00.000Z' } },
  errors: ['dossier.notFound', 'dossier.notLinked'],
});
