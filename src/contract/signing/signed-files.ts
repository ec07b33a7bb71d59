/** Reads a signature's evidence trail, its validation and its files. */
import { z } from 'zod';
import * as calls from '../calls/evidence.ts';
import * as signing from '../calls/signing.ts';
import { endpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { downloadQuery } from '../documents.ts';

const instant = z.string();
const PDF = ['application/pdf'] as const;

const ONE_DOCUMENT = { id: 48_190 } as const;
const ONE_FILE = { id: 301 } as const;

export const trailEventSchema = z.object({
  seq: z.number(),
  type: z.string(),
  time: instant,
  actorName: z.string().nullable(),
  detail: z.string().nullable(),
});
export type TrailEventOutput = z.output<typeof trailEventSchema>;

export const readEvents = endpoint(calls.readEvents, {
  summary: 'The audit trail of the document, newest first.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  output: z.array(trailEventSchema),
  status: 200,
  example: {
    params: ONE_DOCUMENT,
    answer: [
      { seq: 2, type: 'sign.started', time: '2026-11-20T08:12:00.000Z', actorName: 'dealer', detail: null },
      { seq: 1, type: 'document.created', time: '2026-11-20T08:10:00.000Z', actorName: 'dealer', detail: null },
    ],
  },
  errors: ['document.notFound'],
});

export const validationSchema = z.object({
  intact: z.boolean(),
  sha256: z.string(),
  signatures: z.array(
    z.object({
      kind: z.enum(['signature', 'seal', 'timestamp']),
      indication: z.enum(['TOTAL-PASSED', 'INDETERMINATE', 'TOTAL-FAILED']),
      subIndication: z.string().nullable(),
      level: z.string().nullable(),
      signer: z.string().nullable(),
      signedAt: instant.nullable(),
      changesAfter: z.array(z.string()),
    }),
  ),
});
export type ValidationOutput = z.output<typeof validationSchema>;

export const readValidation = endpoint(calls.readValidation, {
  summary: 'Checks the signed file against the installation’s anchors.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  output: validationSchema,
  status: 200,
  example: {
    params: ONE_DOCUMENT,
    answer: {
      intact: true,
      sha256: '9f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a6053',
      signatures: [
        {
          kind: 'signature',
          indication: 'TOTAL-PASSED',
          subIndication: null,
          level: 'B-LT',
          signer: 'Ginevra Provetti',
          signedAt: '2026-11-20T09:05:00.000Z',
          changesAfter: [],
        },
      ],
    },
  },
  errors: ['document.notFound', 'document.notSigned'],
});

export const downloadSigned = endpoint(calls.downloadSigned, {
  summary: 'The signed file; the id is the document’s signedDocumentId.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  query: downloadQuery,
  binary: PDF,
  status: 200,
  example: { params: ONE_FILE },
  errors: ['document.notFound', 'file.range'],
});

export const downloadPartlySigned = endpoint(signing.downloadPartlySigned, {
  summary:
    'The file of a signature that ended after somebody had signed, kept as evidence and sealed as not concluded; the id is that of `partlySigned` in who signs.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  query: downloadQuery,
  binary: PDF,
  status: 200,
  example: { params: ONE_FILE },
  errors: ['document.notFound', 'file.range'],
});

export const downloadAudit = endpoint(signing.downloadAudit, {
  summary: 'The sealed audit trail of a signed file; the id is the document’s signedDocumentId.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  query: downloadQuery,
  binary: PDF,
  status: 200,
  example: { params: ONE_FILE },
  errors: ['document.notFound', 'file.range'],
});

export const downloadBundle = endpoint(signing.downloadBundle, {
  summary:
    'The evidence bundle of a signed file as ZIP, checked offline with openssl and sha256sum by its README; the id is the document’s signedDocumentId.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  binary: ['application/zip'],
  status: 200,
  example: { params: ONE_FILE },
  errors: ['document.notFound', 'evidence.noHead', 'evidence.headRefused'],
});

export const downloadInterimAudit = endpoint(signing.downloadInterimAudit, {
  summary:
    'The trail of a document as it is now, sealed and marked PROVVISORIO; once it is signed, the sealed trail itself.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  binary: PDF,
  status: 200,
  example: { params: ONE_DOCUMENT },
  errors: ['document.notFound', 'evidence.noSeal'],
});
