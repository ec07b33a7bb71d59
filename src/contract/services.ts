/** Services of legal entities. */
import { z } from 'zod';
import {
  SERVICE_SHAPES,
  SERVICE_SIGNATURE_TYPES,
  SERVICE_TYPES,
  serviceSchema,
  serviceTypeIssue,
} from '#domain/entitlements/service-types.ts';
import { folderTypeSchema } from '#domain/folders/folder-type-schemas.ts';
import * as calls from './calls/services.ts';
import { type CriteriaFields, listQuery, sortsOf } from './definition/criteria.ts';
import { editSchema } from './definition/edit.ts';
import { endpoint } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';

const text = z.string().nullable();

export const serviceAnswer = z.object({
  id: z.number(),
  serviceType: z.enum(SERVICE_TYPES),
  legalEntity: z.string(),
  expiresAt: text,
  totalSpace: z.number().nullable(),
  totalOtp: z.number().nullable(),
  signatureType: z
    .union([z.enum(SERVICE_SIGNATURE_TYPES), z.array(z.enum(SERVICE_SIGNATURE_TYPES))])
    .nullable()
    .describe(
      'a string for one type; an array for a STRONGDOX_SPACE service of several types; null for service types without',
    ),
  folderTypeSet: z.array(folderTypeSchema).nullable(),
  notes: text,
  usedSpace: z.number().nullable().describe('MB; null if the service has no space or is no longer active'),
  usedOtp: z.number().nullable(),
  createdBy: text,
  createdDate: z.string(),
  lastModifiedBy: text,
  lastModifiedDate: z.string(),
});

export const SERVICE_CRITERIA = {
  id: 'number',
  serviceType: 'code',
  legalEntity: 'code',
  expiresAt: 'date',
  totalSpace: 'number',
  totalOtp: 'number',
  signatureType: 'set',
  folderTypeSet: 'set',
  notes: 'text',
  createdBy: 'text',
  createdDate: 'instant',
  lastModifiedBy: 'text',
  lastModifiedDate: 'instant',
  genericFilter: 'search',
} as const satisfies CriteriaFields;

/** Signature types are sorted by their first value, then by the next. */
export const SERVICE_SORTS = sortsOf(SERVICE_CRITERIA, 'signatureType');

/** Members that every service may send back in addition to its own fields. */
const CARRIED = { fixed: ['legalEntity'], derived: ['usedSpace', 'usedOtp'] } as const;
const serviceEdit = z.discriminatedUnion(
  'serviceType',
  [
    editSchema(SERVICE_SHAPES.DISK_SPACE, CARRIED),
    editSchema(SERVICE_SHAPES.STRONGDOX_SPACE, CARRIED),
    editSchema(SERVICE_SHAPES.OTP, CARRIED),
    editSchema(SERVICE_SHAPES.SIGNATURE_TYPE, CARRIED),
    editSchema(SERVICE_SHAPES.TPIM, CARRIED),
    editSchema(SERVICE_SHAPES.SIGNATURE_NOTIFICATION, CARRIED),
  ],
  serviceTypeIssue,
);

const example = {
  id: 21,
  serviceType: 'SIGNATURE_TYPE',
  legalEntity: 'LE001',
  expiresAt: '2027-11-20',
  totalSpace: null,
  totalOtp: null,
  signatureType: 'FES',
  folderTypeSet: ['SALE_NEW', 'SERVICE'],
  notes: null,
  usedSpace: null,
  usedOtp: null,
  createdBy: 'admin',
  createdDate: '2026-11-20T08:00:00.000Z',
  lastModifiedBy: 'admin',
  lastModifiedDate: '2026-11-20T08:00:00.000Z',
};
const spaceExample = {
  ...example,
  id: 22,
  serviceType: 'DISK_SPACE',
  totalSpace: 5000,
  signatureType: null,
  folderTypeSet: null,
  notes: 'Rinnovo annuale',
  usedSpace: 1834.25,
};

export const listServices = endpoint(calls.listServices, {
  summary:
    'Services, one page; administrators see all, others the active signature type services of their own legal entities',
  access: 'staff',
  action: 'signatureService.read',
  // The browser requests no size and caches the result: return all services.
  query: listQuery(SERVICE_CRITERIA, { size: '10000' }),
  output: z.array(serviceAnswer),
  status: 200,
  objectName: 'service',
  example: { query: { 'serviceType.equals': 'SIGNATURE_TYPE' }, answer: [example] },
  errors: ['service.invalid'],
});

export const getService = endpoint(calls.getService, {
  summary: 'One service',
  access: 'staff',
  action: 'signatureService.read',
  params: idParams,
  output: serviceAnswer,
  status: 200,
  objectName: 'service',
  example: { params: { id: 22 }, answer: spaceExample },
  errors: ['service.notFound'],
});

export const createService = endpoint(calls.createService, {
  summary: 'Add a service; each type has its own fields',
  access: 'staff',
  action: 'service.edit',
  body: serviceSchema,
  output: serviceAnswer,
  status: 201,
  objectName: 'service',
  example: {
    body: {
      serviceType: 'DISK_SPACE',
      legalEntity: 'LE001',
      expiresAt: '2027-11-20',
      totalSpace: 5000,
      notes: 'Rinnovo annuale',
    },
    answer: spaceExample,
  },
  errors: ['service.invalid'],
});

export const updateService = endpoint(calls.updateService, {
  summary: 'Change a service; its type and legal entity cannot change',
  access: 'staff',
  action: 'service.edit',
  body: serviceEdit,
  output: serviceAnswer,
  status: 200,
  objectName: 'service',
  example: { body: { ...spaceExample, totalSpace: 8000 }, answer: { ...spaceExample, totalSpace: 8000 } },
  errors: ['service.invalid', 'service.notFound', 'conflict.stale'],
});

export const deleteService = endpoint(calls.deleteService, {
  summary: 'Remove a service; its past use still counts',
  access: 'staff',
  action: 'service.edit',
  params: idParams,
  status: 204,
  objectName: 'service',
  example: { params: { id: 22 } },
  errors: ['service.notFound'],
});
