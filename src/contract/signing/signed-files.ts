/** Reads a signature's evidence trail, its validation and its files. */
import { z } from 'zod';
import * as calls from '../calls/evidence.ts';
import * as signing from '../calls/signing.ts';
import { staffEndpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { downloadQuery } from '../documents.ts';

const instant = z.string();
const PDF = ['application/pdf'] as const;

const EXAMPLE_PARAMS = { id: 48_190 } as const;
const EXAMPLE_FILE_PARAMS = { id: 301 } as const;

const FILE_DOWNLOAD = {
  params: idParams,
  query: downloadQuery,
  binary: PDF,
  example: { params: EXAMPLE_FILE_PARAMS },
  errors: ['document.notFound', 'file.range'],
} as const;

export const trailEventSchema = z.object({
  seq: z.number(),
  type: z.string(),
  time: instant,
  actorName: z.string().nullable(),
  detail: z.string().nullable(),
});
export type TrailEventOutput = z.output<typeof trailEventSchema>;

export const readEvents = staffEndpoint(calls.readEvents, 'document.read', {
  summary: 'The evidence trail of the document, newest event first.',
  params: idParams,
  output: z.array(trailEventSchema),
  example: {
    params: EXAMPLE_PARAMS,
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

export const readValidation = staffEndpoint(calls.readValidation, 'document.read', {
  summary: 'Verify the signed file against the installation’s trust anchors.',
  params: idParams,
  output: validationSchema,
  example: {
    params: EXAMPLE_PARAMS,
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

export const downloadSigned = staffEndpoint(calls.downloadSigned, 'document.read', {
  summary: 'The signed file; the id is the document’s signedDocumentId.',
  ...FILE_DOWNLOAD,
});

export const downloadPartlySigned = staffEndpoint(signing.downloadPartlySigned, 'document.read', {
  summary:
    'The file of a signature that ended after some signers had signed, kept as evidence and sealed as not concluded; the id comes from `partlySigned` of the signing state.',
  ...FILE_DOWNLOAD,
});

export const downloadAudit = staffEndpoint(signing.downloadAudit, 'document.read', {
  summary: 'The sealed audit trail of a signed file; the id is the document’s signedDocumentId.',
  ...FILE_DOWNLOAD,
});

export const downloadBundle = staffEndpoint(signing.downloadBundle, 'document.read', {
  summary:
    'The evidence bundle of a signed file as a ZIP, which can be checked offline with openssl and sha256sum as its README explains; the id is the document’s signedDocumentId.',
  params: idParams,
  binary: ['application/zip'],
  example: { params: EXAMPLE_FILE_PARAMS },
  errors: ['document.notFound', 'evidence.noHead', 'evidence.headRefused'],
});

export const downloadInterimAudit = staffEndpoint(signing.downloadInterimAudit, 'document.read', {
  summary:
    'The current trail of a document, sealed and marked PROVVISORIO; after the signature is complete, the final sealed trail.',
  params: idParams,
  binary: PDF,
  example: { params: EXAMPLE_PARAMS },
  errors: ['document.notFound', 'evidence.noSeal'],
});
