/** Licences and activations. */
import { z } from 'zod';
import { ACTIVATION_STATUSES } from '#domain/entitlements/activation-status.ts';
import { ACTIVATION_FIELDS, activationSchema, LICENSE_FIELDS, licenseSchema } from '#domain/entitlements/license.ts';
import * as calls from './calls/licenses.ts';
import { type CriteriaFields, listQuery, sortsOf } from './definition/criteria.ts';
import { editSchema } from './definition/edit.ts';
import { endpoint } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';

const text = z.string().nullable();
const authored = { createdBy: text, createdDate: z.string(), lastModifiedBy: text, lastModifiedDate: z.string() };

export const licenseAnswer = z.object({
  id: z.number(),
  licenseCode: z.string(),
  licenseAmount: z.number(),
  activationsCount: z.number().describe('Seats in use: activations not deleted'),
  legalEntity: z.string(),
  hstList: z.array(z.string()).describe('Empty: all dealers of the legal entity'),
  hasAfgclic: z.boolean(),
  afgclicName: text,
  notes: text,
  expiresAt: text,
  ...authored,
});

export const activationAnswer = z.object({
  id: z.number(),
  licenseId: z.number(),
  activationCode: z.string(),
  hst: z.string(),
  notes: text,
  expiresAt: text,
  licenseCodeNamirial: text,
  deviceLabel: text,
  deviceName: text,
  status: z.enum(ACTIVATION_STATUSES).describe('EXPIRED once its expiry date or that of the licence has passed'),
  ...authored,
});

const AUTHORED_CRITERIA = {
  createdBy: 'text',
  createdDate: 'instant',
  lastModifiedBy: 'text',
  lastModifiedDate: 'instant',
  genericFilter: 'search',
} as const satisfies CriteriaFields;

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

const made = {
  createdBy: 'admin',
  createdDate: '2026-11-20T08:00:00.000Z',
  lastModifiedBy: 'admin',
  lastModifiedDate: '2026-11-20T08:00:00.000Z',
};
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

export const listLicenses = endpoint(calls.listLicenses, {
  summary: 'Licences, one page; a supervisor sees those of their own legal entities',
  access: 'staff',
  action: 'license.read',
  query: listQuery(LICENSE_CRITERIA),
  output: z.array(licenseAnswer),
  status: 200,
  objectName: 'license',
  example: { query: { 'legalEntity.equals': 'LE001', sort: 'expiresAt,asc' }, answer: [licenseExample] },
  errors: ['license.invalid'],
});

export const getLicense = endpoint(calls.getLicense, {
  summary: 'One licence',
  access: 'staff',
  action: 'license.read',
  params: idParams,
  output: licenseAnswer,
  status: 200,
  objectName: 'license',
  example: { params: { id: 4 }, answer: licenseExample },
  errors: ['license.notFound'],
});

export const downloadAfgclic = endpoint(calls.downloadAfgclic, {
  summary: 'The file of a licence',
  access: 'staff',
  action: 'license.read',
  params: idParams,
  binary: ['application/octet-stream'],
  status: 200,
  objectName: 'license',
  example: { params: { id: 4 } },
  errors: ['license.notFound', 'license.noFile'],
});

/** One file of 1 MB as base64, plus the other fields. */
const LICENSE_BODY_LIMIT = 2_097_152;

export const createLicense = endpoint(calls.createLicense, {
  summary: 'Add a licence, with its file if there is one',
  access: 'staff',
  action: 'license.edit',
  body: licenseSchema,
  output: licenseAnswer,
  status: 201,
  bodyLimit: LICENSE_BODY_LIMIT,
  objectName: 'license',
  example: { body: writtenLicense, answer: { ...licenseExample, activationsCount: 0 } },
  errors: ['license.invalid', 'license.fileTooLarge', 'license.fileInvalid'],
});

export const updateLicense = endpoint(calls.updateLicense, {
  summary: 'Change a licence; a new file replaces the earlier one',
  access: 'staff',
  action: 'license.edit',
  body: editSchema(LICENSE_FIELDS, {
    fixed: ['legalEntity'],
    derived: ['activationsCount', 'hasAfgclic', 'afgclicName'],
  }),
  output: licenseAnswer,
  status: 200,
  bodyLimit: LICENSE_BODY_LIMIT,
  objectName: 'license',
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

export const deleteLicense = endpoint(calls.deleteLicense, {
  summary: 'Remove a licence without activations',
  access: 'staff',
  action: 'license.edit',
  params: idParams,
  status: 204,
  objectName: 'license',
  example: { params: { id: 4 } },
  errors: ['license.notFound', 'license.hasActivations'],
});

export const listActivations = endpoint(calls.listActivations, {
  summary: 'Activations, one page, including deleted ones; a supervisor sees those of their own legal entities',
  access: 'staff',
  action: 'activation.read',
  query: listQuery(ACTIVATION_CRITERIA),
  output: z.array(activationAnswer),
  status: 200,
  objectName: 'activation',
  example: { query: { 'licenseId.equals': 4, 'status.in': 'DRAFT,ACTIVATED' }, answer: [activationExample] },
  errors: ['activation.invalid'],
});

export const getActivation = endpoint(calls.getActivation, {
  summary: 'One activation',
  access: 'staff',
  action: 'activation.read',
  params: idParams,
  output: activationAnswer,
  status: 200,
  objectName: 'activation',
  example: { params: { id: 11 }, answer: activationExample },
  errors: ['activation.notFound'],
});

export const createActivation = endpoint(calls.createActivation, {
  summary: 'Create an activation, which takes a seat of the licence, gets its code and waits for its device',
  access: 'staff',
  action: 'activation.edit',
  body: activationSchema,
  output: activationAnswer,
  status: 201,
  objectName: 'activation',
  example: {
    body: { licenseId: 4, hst: '10001', deviceLabel: 'Banco 1', expiresAt: '2027-11-20' },
    answer: activationExample,
  },
  errors: ['activation.invalid', 'license.noSeat', 'license.expired'],
});

export const updateActivation = endpoint(calls.updateActivation, {
  summary: 'Change an activation; its licence and dealer cannot change',
  access: 'staff',
  action: 'activation.edit',
  body: editSchema(ACTIVATION_FIELDS, {
    fixed: ['licenseId', 'hst'],
    derived: ['activationCode', 'deviceName', 'status'],
  }),
  output: activationAnswer,
  status: 200,
  objectName: 'activation',
  example: {
    body: { ...activationExample, deviceLabel: 'Banco 2' },
    answer: { ...activationExample, deviceLabel: 'Banco 2' },
  },
  errors: ['activation.invalid', 'activation.notFound', 'activation.deleted', 'conflict.stale'],
});

export const deleteActivation = endpoint(calls.deleteActivation, {
  summary: 'Delete an activation and free its seat. Idempotent',
  access: 'staff',
  action: 'activation.edit',
  params: idParams,
  status: 204,
  objectName: 'activation',
  example: { params: { id: 11 } },
  errors: ['activation.notFound'],
});
