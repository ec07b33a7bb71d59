/** Tablets of a dealer and their queue: "Invia al tablet". */
import { z } from 'zod';
import { BRANDS } from '#domain/dealers/brands.ts';
import { DOCUMENT_STATUSES } from '#domain/documents/document-states.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { FIELD_FAULTS } from '#domain/signing/places.ts';
import { requiredText } from '#domain/text-schemas.ts';
import * as tablet from '../calls/tablet.ts';
import * as calls from '../calls/tablets.ts';
import { endpoint, staffEndpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { START_REFUSALS, staffSigners } from './signing.ts';

const dealerQuery = z.strictObject({ hst: requiredText() });
const nullableString = z.string().nullable();

export const tabletAnswer = z.object({
  id: z.number().describe('The activation’s id'),
  hst: z.string(),
  deviceLabel: nullableString,
  deviceName: nullableString,
  expiresAt: nullableString,
});
export type Tablet = z.output<typeof tabletAnswer>;

export const tabletQueueAnswer = z.object({
  documentId: z.number(),
  documentType: z.string(),
  status: z.enum(DOCUMENT_STATUSES),
  customerName: z.string(),
  brand: z.enum(BRANDS),
  folderType: z.enum(FOLDER_TYPES),
  tablet: tabletAnswer,
  queuedBy: z.string(),
  queuedDate: z.string(),
  takenDate: z.string().nullable().describe('When the tablet opened it for the customer'),
});
export type QueuedDocument = z.output<typeof tabletQueueAnswer>;

const EXAMPLE_PARAMS = { id: 48_190 } as const;
const TABLET = { id: 11, hst: '10001', deviceLabel: 'Banco 1', deviceName: 'Tablet 10', expiresAt: '2027-11-20' };
const QUEUED = {
  documentId: 48_190,
  documentType: 'SALE_NEW_RFO',
  status: 'READY_TO_SIGN',
  customerName: 'Ginevra Provetti',
  brand: 'bmw',
  folderType: 'SALE_NEW',
  tablet: TABLET,
  queuedBy: 'dealer',
  queuedDate: '2026-11-20T08:12:00.000Z',
  takenDate: null,
};

export const listTablets = staffEndpoint(calls.listTablets, 'document.sign', {
  summary:
    'Tablets to which a dealer’s documents can be sent: activated and not expired; empty for dealers outside the caller’s scope',
  query: dealerQuery,
  output: z.array(tabletAnswer),
  example: { query: { hst: '10001' }, answer: [TABLET] },
});

export const listTabletQueue = staffEndpoint(calls.listTabletQueue, 'document.read', {
  summary: 'Documents waiting on a dealer’s tablets that the caller may see, in order of arrival',
  query: dealerQuery,
  output: z.array(tabletQueueAnswer),
  example: { query: { hst: '10001' }, answer: [QUEUED] },
});

export const sendToTablet = staffEndpoint(calls.sendToTablet, 'document.sign', {
  summary:
    'Put a document in the queue of a tablet of its dealer, or move it there from another tablet. Idempotent. `signers` gives the staff who sign for the dealer, as when starting a signature; the start happens when the customer opens the document. If `signers` is left out, the earlier choice stays.',
  params: idParams,
  body: z.strictObject({ tabletId: z.number().int('integer').positive('positive'), signers: staffSigners }),
  output: tabletQueueAnswer,
  objectName: 'document',
  example: { params: EXAMPLE_PARAMS, body: { tabletId: 11 }, answer: QUEUED },
  errors: [
    'document.notFound',
    'tablet.notFound',
    'tablet.taken',
    ...START_REFUSALS,
    'places.unread',
    ...FIELD_FAULTS.map((fault) => `places.${fault}` as const),
    'signing.signersMissing',
    'signing.signerUnfit',
  ],
});

export const takeFromTablet = staffEndpoint(calls.takeFromTablet, 'document.sign', {
  summary: 'Remove a document from the queue of its tablet. Idempotent',
  params: idParams,
  status: 204,
  example: { params: EXAMPLE_PARAMS },
  errors: ['document.notFound', 'tablet.taken'],
});

export const deviceQueueAnswer = z.object({
  documents: z.array(
    z.object({
      documentId: z.number(),
      label: z.string().describe('Name of the document type, never of the customer or the file'),
      queuedDate: z.string(),
      takenDate: nullableString,
    }),
  ),
});
export type DeviceQueue = z.output<typeof deviceQueueAnswer>;

export const listDeviceQueue = endpoint(tablet.listDeviceQueue, {
  summary: 'Documents waiting on the calling tablet, in order of arrival; no customer data are returned',
  access: 'device',
  output: deviceQueueAnswer,
  example: {
    answer: {
      documents: [{ documentId: 48_190, label: 'Preventivo', queuedDate: '2026-11-20T08:12:00.000Z', takenDate: null }],
    },
  },
  errors: ['device.notActive'],
});

export const openOnDevice = endpoint(tablet.openOnDevice, {
  summary:
    'Open a document of the tablet’s own queue for the customer: its signature starts on behalf of the user who sent it; the link is null while the file is being prepared, then the same call returns it',
  access: 'device',
  params: idParams,
  body: z.strictObject({}),
  output: z.object({ signUrl: z.string().nullable() }),
  example: { params: EXAMPLE_PARAMS, body: {}, answer: { signUrl: 'https://fascicolo.example.com/sign/8Jx…' } },
  errors: ['device.notActive', 'document.notFound', 'tablet.notStarted'],
});
