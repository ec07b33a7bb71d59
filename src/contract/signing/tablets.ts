/** Tablets of a dealer and their queue: "Invia al tablet". */
import { z } from 'zod';
import { BRANDS } from '#domain/dealers/brands.ts';
import { DOCUMENT_STATUSES } from '#domain/documents/life.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { FIELD_FAULTS } from '#domain/signing/places.ts';
import { requiredText } from '#domain/text.ts';
import * as tablet from '../calls/tablet.ts';
import * as calls from '../calls/tablets.ts';
import { endpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { staffSigners } from './signing.ts';

const ofDealer = z.strictObject({ hst: requiredText() });
const name = z.string().nullable();

export const tabletAnswer = z.object({
  id: z.number().describe('The activation’s id'),
  hst: z.string(),
  deviceLabel: name,
  deviceName: name,
  expiresAt: name,
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

const ONE_DOCUMENT = { id: 48_190 } as const;
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

export const listTablets = endpoint(calls.listTablets, {
  summary: 'The tablets a dealer’s documents can be sent to: activated and not expired; none for a dealer of others',
  access: 'staff',
  action: 'document.sign',
  query: ofDealer,
  output: z.array(tabletAnswer),
  status: 200,
  example: { query: { hst: '10001' }, answer: [TABLET] },
  errors: [],
});

export const listTabletQueue = endpoint(calls.listTabletQueue, {
  summary: 'Documents within the caller’s sight that wait on a dealer’s tablets, first come first',
  access: 'staff',
  action: 'document.read',
  query: ofDealer,
  output: z.array(tabletQueueAnswer),
  status: 200,
  example: { query: { hst: '10001' }, answer: [QUEUED] },
  errors: [],
});

export const sendToTablet = endpoint(calls.sendToTablet, {
  summary:
    'Puts a document in the queue of a tablet of its dealer, or moves it there from another. Again: answers the same and does nothing. `signers` names who signs for the dealer as in the start, which comes when the customer opens the document; who was named before holds until others are.',
  access: 'staff',
  action: 'document.sign',
  params: idParams,
  body: z.strictObject({ tabletId: z.number().int('integer').positive('positive'), signers: staffSigners }),
  output: tabletQueueAnswer,
  status: 200,
  objectName: 'document',
  example: { params: ONE_DOCUMENT, body: { tabletId: 11 }, answer: QUEUED },
  errors: [
    'document.notFound',
    'tablet.notFound',
    'tablet.taken',
    'life.notReady',
    'life.notSignable',
    'life.noSignatureType',
    'life.notPdf',
    'life.folderClosed',
    'life.feaModuleMissing',
    'life.feaModuleUnsigned',
    'life.feaModuleSigning',
    'life.feaCoSigner',
    'places.unread',
    ...FIELD_FAULTS.map((fault) => `places.${fault}` as const),
    'signing.signersMissing',
    'signing.signerUnfit',
  ],
});

export const takeFromTablet = endpoint(calls.takeFromTablet, {
  summary: 'Takes a document out of the queue of its tablet; again: nothing more happens',
  access: 'staff',
  action: 'document.sign',
  params: idParams,
  status: 204,
  example: { params: ONE_DOCUMENT },
  errors: ['document.notFound', 'tablet.taken'],
});

export const deviceQueueAnswer = z.object({
  documents: z.array(
    z.object({
      documentId: z.number(),
      label: z.string().describe('The document type’s name, never the customer’s nor the file’s'),
      queuedDate: z.string(),
      takenDate: name,
    }),
  ),
});
export type DeviceQueue = z.output<typeof deviceQueueAnswer>;

export const listDeviceQueue = endpoint(tablet.listDeviceQueue, {
  summary: 'What waits on the tablet that calls, first come first; nothing of the customer is told',
  access: 'device',
  output: deviceQueueAnswer,
  status: 200,
  example: {
    answer: {
      documents: [{ documentId: 48_190, label: 'Preventivo', queuedDate: '2026-11-20T08:12:00.000Z', takenDate: null }],
    },
  },
  errors: ['device.notActive'],
});

export const openOnDevice = endpoint(tablet.openOnDevice, {
  summary:
    'Opens a document of the tablet’s own queue for the customer: starts its signature in the name of whoever sent it; the link is null while the file is being prepared, then the same call gives it',
  access: 'device',
  params: idParams,
  body: z.strictObject({}),
  output: z.object({ signUrl: z.string().nullable() }),
  status: 200,
  example: { params: ONE_DOCUMENT, body: {}, answer: { signUrl: 'https://fascicolo.example.com/sign/8Jx…' } },
  errors: ['device.notActive', 'document.notFound', 'tablet.notStarted'],
});
