/** Signing by staff in the portal: pending signatures, the document, the repeated sign-in, the signature. */
import { z } from 'zod';
import { brandSchema } from '#domain/dealers/brand-schema.ts';
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import { MAX_ACTS, STAFF_ROLES } from '#domain/signing/staff-signers.ts';
import { optionalText } from '#domain/text-schemas.ts';
import * as documents from '../calls/documents.ts';
import * as calls from '../calls/signing.ts';
import { staffEndpointsOf } from '../definition/endpoint.ts';
import { idParams, rowId } from '../definition/paging.ts';
import { declineBody, SIGN_VIEW_EXAMPLE, seenInput, shownInput } from './signing.ts';
import { SIGNER_EXAMPLE, SIGNING_EXAMPLE, signingStateSchema } from './signing-state.ts';

const documentEndpoint = staffEndpointsOf('document');

const instant = z.string();
const EXAMPLE_PARAMS = { id: 48_190 } as const;

export const ownSignatureSchema = z.object({
  state: z.enum(['OPEN', 'SIGNED', 'COMPLETED', 'DECLINED', 'CLOSED']),
  turn: z.boolean().describe('all customers have signed'),
  role: z.enum(STAFF_ROLES),
  expiresAt: instant,
  signedAt: instant.nullable(),
  fingerprint: z.string(),
  documents: z.array(
    z.object({
      id: z.number(),
      label: z.string(),
      sha256: z.string(),
      pages: z.number(),
      size: z.number(),
      read: z.boolean().describe('all its bytes have been fetched'),
    }),
  ),
  points: z.array(
    z.object({
      id: z.string(),
      documentId: z.number(),
      label: z.string(),
      page: z.number(),
      box: z
        .tuple([z.number(), z.number(), z.number(), z.number()])
        .optional()
        .describe('left, bottom, right, top in PDF points, in page coordinates'),
      signed: z.boolean(),
    }),
  ),
  signers: z.array(z.object({ name: z.string(), role: z.enum(SIGNER_ROLES), signed: z.boolean() })),
  identity: z.object({
    method: z.enum(['PROVIDER', 'PASSWORD']).describe('how the caller signed in and proves their identity again'),
    confirmedUntil: instant.nullable(),
  }),
});
export type OwnSignature = z.output<typeof ownSignatureSchema>;

const OPEN_EXAMPLE: OwnSignature = {
  state: 'OPEN',
  turn: true,
  role: 'salesManager',
  expiresAt: '2026-11-23T08:12:00.000Z',
  signedAt: null,
  fingerprint: 'KQ7M-XT',
  documents: SIGN_VIEW_EXAMPLE.documents.map((document) => ({ ...document, label: 'Proposta d’acquisto', read: true })),
  points: [{ id: 'p2', documentId: 48_190, label: 'Firma della proposta d’acquisto', page: 4, signed: false }],
  signers: [
    { name: 'Ginevra Provetti', role: 'customer', signed: true },
    { name: 'Marta Direttivi', role: 'salesManager', signed: false },
  ],
  identity: { method: 'PROVIDER', confirmedUntil: '2026-11-20T09:15:00.000Z' },
};

export const readOwnSignature = documentEndpoint(calls.readOwnSignature, 'document.sign', {
  summary: 'The caller’s own signature on a document and its progress; 404 for other users.',
  params: idParams,
  output: ownSignatureSchema,
  example: { params: EXAMPLE_PARAMS, answer: OPEN_EXAMPLE },
  errors: ['document.notFound'],
});

export const readOwnDocument = documentEndpoint(calls.readOwnDocument, 'document.sign', {
  summary: 'The exact bytes that the caller signs; pass `document` if the signature has several documents.',
  params: idParams,
  query: z.strictObject({ document: idParams.shape.id.optional() }),
  binary: ['application/pdf'],
  example: { params: EXAMPLE_PARAMS, query: { document: 48_190 } },
  errors: ['document.notFound'],
});

export const proveOwnIdentity = documentEndpoint(calls.proveOwnIdentity, 'document.sign', {
  summary:
    'Prove the caller’s identity again after reading the document: with the password used to sign in, otherwise at the identity provider’s `url`. Valid once for each document, for ten minutes. If any of the documents cannot be signed now, the call is refused for all of them.',
  params: idParams,
  body: z
    .strictObject({
      password: z.string().max(255).nullish(),
      alsoFor: z
        .array(rowId)
        .max(MAX_ACTS - 1)
        .nullish()
        .describe('further documents waiting for the caller, to be covered by the same sign-in'),
    })
    .nullish(),
  output: z.object({ url: z.string().nullable(), signature: ownSignatureSchema }),
  example: {
    params: EXAMPLE_PARAMS,
    body: { password: 'demo' },
    answer: { url: null, signature: { ...OPEN_EXAMPLE, identity: { ...OPEN_EXAMPLE.identity, method: 'PASSWORD' } } },
  },
  errors: [
    'document.notFound',
    'signing.alreadySigned',
    'signing.closed',
    'signing.customerFirst',
    'signing.notEntitled',
    'signing.notRead',
    'signing.identityWrong',
    'signing.identityUnavailable',
    'request.tooMany',
  ],
});

export const giveOwnSignature = documentEndpoint(calls.giveOwnSignature, 'document.sign', {
  summary: 'Sign all of the caller’s signature fields after the repeated sign-in. Idempotent.',
  params: idParams,
  body: z.strictObject({ points: z.array(z.string().max(40)).max(200), shown: shownInput, seen: seenInput }),
  output: ownSignatureSchema,
  example: {
    params: EXAMPLE_PARAMS,
    body: { points: ['p2'], shown: [OPEN_EXAMPLE.documents[0]?.sha256] },
    answer: {
      ...OPEN_EXAMPLE,
      state: 'SIGNED',
      signedAt: '2026-11-20T09:06:00.000Z',
      points: OPEN_EXAMPLE.points.map((point) => ({ ...point, signed: true })),
      signers: OPEN_EXAMPLE.signers.map((signer) => ({ ...signer, signed: true })),
      identity: { method: 'PROVIDER', confirmedUntil: null },
    },
  },
  errors: [
    'document.notFound',
    'signing.closed',
    'signing.customerFirst',
    'signing.notEntitled',
    'signing.notRead',
    'signing.otherBytes',
    'signing.pointMissing',
    'signing.identityNeeded',
  ],
});

export const declineOwnSignature = documentEndpoint(calls.declineOwnSignature, 'document.sign', {
  summary: 'Decline to sign, with a reason: the signature ends for all signers.',
  params: idParams,
  body: declineBody,
  output: ownSignatureSchema,
  example: {
    params: EXAMPLE_PARAMS,
    body: { reason: 'Sconto non autorizzato' },
    answer: { ...OPEN_EXAMPLE, state: 'DECLINED', identity: { method: 'PROVIDER', confirmedUntil: null } },
  },
  errors: ['document.notFound', 'signing.alreadySigned', 'signing.closed'],
});

export const ownTurnSchema = z.object({
  documentId: z.number(),
  documents: z.number().describe('number of documents signed in this act'),
  type: z.string(),
  role: z.enum(STAFF_ROLES),
  brand: brandSchema,
  customer: z.string(),
  since: instant.describe('when the last customer signed'),
  expiresAt: instant,
});
export type OwnTurn = z.output<typeof ownTurnSchema>;

export const listOwnSignatures = documentEndpoint(documents.listOwnSignatures, 'document.read', {
  summary:
    'Documents waiting for the caller’s signature, the most recent turn first; `legalEntity` limits them to its documents.',
  query: z.strictObject({ legalEntity: optionalText() }),
  output: z.array(ownTurnSchema),
  example: {
    query: { legalEntity: 'LE001' },
    answer: [
      {
        documentId: 48_190,
        documents: 1,
        type: 'SALE_NEW_PROPOSAL',
        role: 'salesManager',
        brand: 'bmw',
        customer: 'Ginevra Provetti',
        since: '2026-11-20T09:05:00.000Z',
        expiresAt: '2026-11-23T08:12:00.000Z',
      },
    ],
  },
});

export const replaceStaffSigner = documentEndpoint(calls.replaceStaffSigner, 'document.sign', {
  summary: 'Choose another person to sign for the dealer, as long as the one chosen before has not signed.',
  params: idParams,
  body: z.strictObject({ signerId: rowId, userId: rowId }),
  output: signingStateSchema,
  example: {
    params: EXAMPLE_PARAMS,
    body: { signerId: 7_121, userId: 12 },
    answer: {
      ...SIGNING_EXAMPLE,
      signers: [
        {
          ...SIGNER_EXAMPLE,
          id: 7_121,
          role: 'salesManager',
          name: 'Marta Direttivi',
          maskedPhone: null,
          userId: 12,
          signUrl: 'http://127.0.0.1:8080/app/documents/48190/sign',
        },
      ],
      resend: { refused: 'tooSoon', from: '2026-11-20T09:20:00.000Z' },
    },
  },
  errors: ['document.notFound', 'life.notWaiting', 'signing.signerSigned'],
});
