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
import { AUTHORED_CRITERIA, type CriteriaFields, listQuery, sortsOf } from './definition/criteria.ts';
import { authorExample, authorFields, editSchema } from './definition/edit.ts';
import { staffEndpointsOf } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';

const serviceEndpoint = staffEndpointsOf('service');

const nullableString = z.string().nullable();

export const serviceAnswer = z.object({
  id: z.number(),
  serviceType: z.enum(SERVICE_TYPES),
  legalEntity: z.string(),
  expiresAt: nullableString,
  totalSpace: z.number().nullable(),
  totalOtp: z.number().nullable(),
  signatureType: z
    .union([z.enum(SERVICE_SIGNATURE_TYPES), z.array(z.enum(SERVICE_SIGNATURE_TYPES))])
    .nullable()
    .describe(
      'a string for one type; an array for a STRONGDOX_SPACE service of several types; null for service types without',
    ),
  folderTypeSet: z.array(folderTypeSchema).nullable(),
  notes: nullableString,
  usedSpace: z.number().nullable().describe('MB; null if the service has no space or is no longer active'),
  usedOtp: z.number().nullable(),
  ...authorFields,
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
  ...AUTHORED_CRITERIA,
} as const satisfies CriteriaFields;

/** Signature types are sorted by their first value, then by the next. */
export const SERVICE_SORTS = sortsOf(SERVICE_CRITERIA, 'signatureType');

/** Members that every service may send back in addition to its own fields. */
const READ_ONLY_MEMBERS = { fixed: ['legalEntity'], derived: ['usedSpace', 'usedOtp'] } as const;
const serviceEdit = z.discriminatedUnion(
  'serviceType',
  [
    editSchema(SERVICE_SHAPES.DISK_SPACE, READ_ONLY_MEMBERS),
    editSchema(SERVICE_SHAPES.STRONGDOX_SPACE, READ_ONLY_MEMBERS),
    editSchema(SERVICE_SHAPES.OTP, READ_ONLY_MEMBERS),
    editSchema(SERVICE_SHAPES.SIGNATURE_TYPE, READ_ONLY_MEMBERS),
    editSchema(SERVICE_SHAPES.TPIM, READ_ONLY_MEMBERS),
    editSchema(SERVICE_SHAPES.SIGNATURE_NOTIFICATION, READ_ONLY_MEMBERS),
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
  ...authorExample('admin', '2026-11-20T08:00:00.000Z'),
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

export const listServices = serviceEndpoint(calls.listServices, 'signatureService.read', {
  summary:
    'Services, one page; administrators see all, others the active signature type services of their own legal entities',
  // The browser requests no size and caches the result: return all services.
  query: listQuery(SERVICE_CRITERIA, { size: '10000' }),
  output: z.array(serviceAnswer),
  example: { query: { 'serviceType.equals': 'SIGNATURE_TYPE' }, answer: [example] },
  errors: ['service.invalid'],
});

export const getService = serviceEndpoint(calls.getService, 'signatureService.read', {
  summary: 'One service',
  params: idParams,
  output: serviceAnswer,
  example: { params: { id: 22 }, answer: spaceExample },
  errors: ['service.notFound'],
});

export const createService = serviceEndpoint(calls.createService, 'service.edit', {
  summary: 'Add a service; each type has its own fields',
  body: serviceSchema,
  output: serviceAnswer,
  status: 201,
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

export const updateService = serviceEndpoint(calls.updateService, 'service.edit', {
  summary: 'Change a service; its type and legal entity cannot change',
  body: serviceEdit,
  output: serviceAnswer,
  example: { body: { ...spaceExample, totalSpace: 8000 }, answer: { ...spaceExample, totalSpace: 8000 } },
  errors: ['service.invalid', 'service.notFound', 'conflict.stale'],
});

export const deleteService = serviceEndpoint(calls.deleteService, 'service.edit', {
  summary: 'Remove a service; its past use still counts',
  params: idParams,
  status: 204,
  example: { params: { id: 22 } },
  errors: ['service.notFound'],
});
