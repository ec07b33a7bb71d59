/** Licences and activations. */
import { z } from 'zod';
import { ACTIVATION_STATUSES } from '#domain/entitlements/activation-status.ts';
import { ACTIVATION_FIELDS, activationSchema, LICENSE_FIELDS, licenseSchema } from '#domain/entitlements/license.ts';
import * as calls from './calls/licenses.ts';
import { AUTHORED_CRITERIA, type CriteriaFields, listQuery, sortsOf } from './definition/criteria.ts';
import { authorExample, authorFields, editSchema } from './definition/edit.ts';
import { staffEndpointsOf } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';

const licenseEndpoint = staffEndpointsOf('license');
const activationEndpoint = staffEndpointsOf('activation');

const nullableString = z.string().nullable();

export const licenseAnswer = z.object({
  id: z.number(),
  licenseCode: z.string(),
  licenseAmount: z.number(),
  activationsCount: z.number().describe('Seats in use: activations not deleted'),
  legalEntity: z.string(),
  hstList: z.array(z.string()).describe('Empty: all dealers of the legal entity'),
  hasAfgclic: z.boolean(),
  afgclicName: nullableString,
  notes: nullableString,
  expiresAt: nullableString,
  ...authorFields,
});

export const activationAnswer = z.object({
  id: z.number(),
  licenseId: z.number(),
  activationCode: z.string(),
  hst: z.string(),
  notes: nullableString,
  expiresAt: nullableString,
  licenseCodeNamirial: nullableString,
  deviceLabel: nullableString,
  deviceName: nullableString,
  status: z.enum(ACTIVATION_STATUSES).describe('EXPIRED once its expiry date or that of the licence has passed'),
  ...authorFields,
});

export const LICENSE_CRITERIA = {
  id: 'number',
  licenseCode: 'text',
  licenseAmount: 'number',
  activationsCount: 'number',
  legalEntity: 'code',
  hst: 'set',
  hstList: 'set',
  hasAfgclic: 'boolean',
  afgclicName: 'text',
  notes: 'text',
  expiresAt: 'date',
  ...AUTHORED_CRITERIA,
} as const satisfies CriteriaFields;

export const ACTIVATION_CRITERIA = {
  id: 'number',
  licenseId: 'number',
  activationCode: 'text',
  hst: 'code',
  legalEntity: 'code',
  notes: 'text',
  expiresAt: 'date',
  licenseCodeNamirial: 'text',
  deviceLabel: 'text',
  deviceName: 'text',
  status: 'code',
  ...AUTHORED_CRITERIA,
} as const satisfies CriteriaFields;

export const LICENSE_SORTS = sortsOf(LICENSE_CRITERIA);
export const ACTIVATION_SORTS = sortsOf(ACTIVATION_CRITERIA);

const made = authorExample('admin', '2026-11-20T08:00:00.000Z');
const licenseExample = {
  id: 4,
  licenseCode: 'LIC-0004',
  licenseAmount: 10,
  activationsCount: 3,
  legalEntity: 'LE001',
  hstList: ['10001'],
  hasAfgclic: true,
  afgclicName: 'autoesempio.afgclic',
  notes: null,
  expiresAt: '2027-11-20',
  ...made,
};
const writtenLicense = {
  licenseCode: 'LIC-0004',
  licenseAmount: 10,
  legalEntity: 'LE001',
  hstList: ['10001'],
  afgclic: { fileName: 'autoesempio.afgclic', content: 'RVNFTVBJTyBTRU5aQSBWQUxPUkU=' },
  expiresAt: '2027-11-20',
};
export const activationExample = {
  id: 11,
  licenseId: 4,
  activationCode: 'ACT-7KQM-3WZD-XH2P',
  hst: '10001',
  notes: null,
  expiresAt: '2027-11-20',
  licenseCodeNamirial: null,
  deviceLabel: 'Banco 1',
  deviceName: null,
  status: 'DRAFT' as z.output<typeof activationAnswer>['status'],
  ...made,
};

export const listLicenses = licenseEndpoint(calls.listLicenses, 'license.read', {
  summary: 'Licences, one page; a supervisor sees those of their own legal entities',
  query: listQuery(LICENSE_CRITERIA),
  output: z.array(licenseAnswer),
  example: { query: { 'legalEntity.equals': 'LE001', sort: 'expiresAt,asc' }, answer: [licenseExample] },
  errors: ['license.invalid'],
});

export const getLicense = licenseEndpoint(calls.getLicense, 'license.read', {
  summary: 'One licence',
  params: idParams,
  output: licenseAnswer,
  example: { params: { id: 4 }, answer: licenseExample },
  errors: ['license.notFound'],
});

export const downloadAfgclic = licenseEndpoint(calls.downloadAfgclic, 'license.read', {
  summary: 'The file of a licence',
  params: idParams,
  binary: ['application/octet-stream'],
  example: { params: { id: 4 } },
  errors: ['license.notFound', 'license.noFile'],
});

/** One file of 1 MB as base64, plus the other fields. */
const LICENSE_BODY_LIMIT = 2_097_152;

export const createLicense = licenseEndpoint(calls.createLicense, 'license.edit', {
  summary: 'Add a licence, with its file if there is one',
  body: licenseSchema,
  output: licenseAnswer,
  status: 201,
  bodyLimit: LICENSE_BODY_LIMIT,
  example: { body: writtenLicense, answer: { ...licenseExample, activationsCount: 0 } },
  errors: ['license.invalid', 'license.fileTooLarge', 'license.fileInvalid'],
});

export const updateLicense = licenseEndpoint(calls.updateLicense, 'license.edit', {
  summary: 'Change a licence; a new file replaces the earlier one',
  body: editSchema(LICENSE_FIELDS, {
    fixed: ['legalEntity'],
    derived: ['activationsCount', 'hasAfgclic', 'afgclicName'],
  }),
  output: licenseAnswer,
  bodyLimit: LICENSE_BODY_LIMIT,
  example: { body: { ...licenseExample, licenseAmount: 12 }, answer: { ...licenseExample, licenseAmount: 12 } },
  errors: [
    'license.invalid',
    'license.notFound',
    'license.seatsTaken',
    'license.fileTooLarge',
    'license.fileInvalid',
    'conflict.stale',
  ],
});

export const deleteLicense = licenseEndpoint(calls.deleteLicense, 'license.edit', {
  summary: 'Remove a licence without activations',
  params: idParams,
  status: 204,
  example: { params: { id: 4 } },
  errors: ['license.notFound', 'license.hasActivations'],
});

export const listActivations = activationEndpoint(calls.listActivations, 'activation.read', {
  summary: 'Activations, one page, including deleted ones; a supervisor sees those of their own legal entities',
  query: listQuery(ACTIVATION_CRITERIA),
  output: z.array(activationAnswer),
  example: { query: { 'licenseId.equals': 4, 'status.in': 'DRAFT,ACTIVATED' }, answer: [activationExample] },
  errors: ['activation.invalid'],
});

export const getActivation = activationEndpoint(calls.getActivation, 'activation.read', {
  summary: 'One activation',
  params: idParams,
  output: activationAnswer,
  example: { params: { id: 11 }, answer: activationExample },
  errors: ['activation.notFound'],
});

export const createActivation = activationEndpoint(calls.createActivation, 'activation.edit', {
  summary: 'Create an activation, which takes a seat of the licence, gets its code and waits for its device',
  body: activationSchema,
  output: activationAnswer,
  status: 201,
  example: {
    body: { licenseId: 4, hst: '10001', deviceLabel: 'Banco 1', expiresAt: '2027-11-20' },
    answer: activationExample,
  },
  errors: ['activation.invalid', 'license.noSeat', 'license.expired'],
});

export const updateActivation = activationEndpoint(calls.updateActivation, 'activation.edit', {
  summary: 'Change an activation; its licence and dealer cannot change',
  body: editSchema(ACTIVATION_FIELDS, {
    fixed: ['licenseId', 'hst'],
    derived: ['activationCode', 'deviceName', 'status'],
  }),
  output: activationAnswer,
  example: {
    body: { ...activationExample, deviceLabel: 'Banco 2' },
    answer: { ...activationExample, deviceLabel: 'Banco 2' },
  },
  errors: ['activation.invalid', 'activation.notFound', 'activation.deleted', 'conflict.stale'],
});

export const deleteActivation = activationEndpoint(calls.deleteActivation, 'activation.edit', {
  summary: 'Delete an activation and free its seat. Idempotent',
  params: idParams,
  status: 204,
  example: { params: { id: 11 } },
  errors: ['activation.notFound'],
});
