/** The code at the desk after a phone has used it: the phone's single exchange, and the staff's confirmation or rejection. */
import { z } from 'zod';
import { phoneKeySchema, QR_STATES } from '#domain/signing/qr.ts';
import * as links from '../calls/links.ts';
import * as calls from '../calls/signing.ts';
import { endpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { staffSigners, startSign } from './signing.ts';

const requestId = z.int().positive().max(Number.MAX_SAFE_INTEGER);

export const qrRequestAnswer = z.object({
  request: z
    .object({
      id: z.number(),
      number: z.string().describe('The two digits that the phone shows'),
      userAgent: z.string().nullable(),
      askedDate: z.string(),
      expiresAt: z.string(),
      contended: z.boolean().describe('another page or phone tried the same code'),
    })
    .nullable()
    .describe('the phone that used a code and waits to be confirmed'),
});
export type QrRequest = z.output<typeof qrRequestAnswer>;

export const qrExchangeAnswer = z.object({
  state: z
    .enum(QR_STATES)
    .describe(
      'WAITING: for the staff; PREPARING: they said yes, the file is being made; OPEN: the signature can be given',
    ),
  number: z.string().nullable().describe('Two digits to compare, while it waits'),
  waitsUntil: z.string().nullable(),
  dealer: z.string().nullable().describe('Who showed the code, while it waits'),
  signUrl: z.string().nullable().describe('once OPEN; the cookie of the signature comes with it'),
});
export type QrExchange = z.output<typeof qrExchangeAnswer>;

const ONE_DOCUMENT = { id: 48_190 } as const;

export const exchangeQrCode = endpoint(links.exchangeQrCode, {
  summary:
    'A phone uses a code, once; again with the same key: how far it is. Unknown, altered, expired, used and refused codes answer alike.',
  access: 'signer',
  params: z.strictObject({ token: z.string().describe('the token, or the short code of its picture') }),
  body: z.strictObject({ key: phoneKeySchema.describe('256 random bits that the phone made') }),
  output: qrExchangeAnswer,
  status: 200,
  example: {
    params: { token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InFyK2p3dCJ9.eyJzdWIiOiI0ODE5MCJ9.c2lnbmF0dXJl' },
    body: { key: 'A'.repeat(43) },
    answer: {
      state: 'WAITING',
      number: '47',
      waitsUntil: '2026-11-20T08:17:00.000Z',
      dealer: 'Autoesempio Bologna',
      signUrl: null,
    },
  },
  errors: ['qr.unknown'],
});

export const getQrRequest = endpoint(calls.getQrRequest, {
  summary: 'The phone that used a code of this document and waits for the staff.',
  access: 'staff',
  action: 'document.sign',
  params: idParams,
  output: qrRequestAnswer,
  status: 200,
  objectName: 'document',
  example: {
    params: ONE_DOCUMENT,
    answer: {
      request: {
        id: 12,
        number: '47',
        userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari/604.1',
        askedDate: '2026-11-20T08:14:00.000Z',
        expiresAt: '2026-11-20T08:17:00.000Z',
        contended: false,
      },
    },
  },
  errors: ['document.notFound'],
});

export const confirmQrRequest = endpoint(calls.confirmQrRequest, {
  summary:
    'The phone that waits shows the same number: the signature is given on it; one that has not started starts in the name of whoever asked for the code. Again: nothing more happens.',
  access: 'staff',
  action: 'document.sign',
  params: idParams,
  body: z.strictObject({
    requestId,
    number: z.string().regex(/^\d{2}$/, { message: 'type' }),
    signers: staffSigners,
    signerId: requestId.nullish().describe('whose phone it is; the first customer who has not signed unless named'),
  }),
  status: 204,
  objectName: 'document',
  example: { params: ONE_DOCUMENT, body: { requestId: 12, number: '47' } },
  errors: [
    ...startSign.errors.filter(
      (code) => code !== 'life.noDevice' && code !== 'life.noCustodian' && !code.startsWith('together.'),
    ),
    'life.tabletOnly',
    'qr.noRequest',
    'qr.otherNumber',
    'qr.signerUnfit',
    'qr.askerUnfit',
  ],
});

export const refuseQrRequest = endpoint(calls.refuseQrRequest, {
  summary: 'The phone that waits is another one: it is refused, and its code with it; again: nothing more happens.',
  access: 'staff',
  action: 'document.sign',
  params: idParams,
  body: z.strictObject({ requestId }),
  status: 204,
  objectName: 'document',
  example: { params: ONE_DOCUMENT, body: { requestId: 12 } },
  errors: ['document.notFound', 'qr.noRequest'],
});
