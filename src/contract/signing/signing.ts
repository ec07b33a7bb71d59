/** Calls of signing: for staff on a document, and for signers behind a link. */
import { z } from 'zod';
import { CONSENT_CHANNELS, CONSENT_PURPOSES } from '#domain/consents/consent.ts';
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import { MAX_DECLINE_REASON, SIGN_STATES } from '#domain/signing/messages/link.ts';
import { FIELD_FAULTS } from '#domain/signing/places.ts';
import { MAX_TOGETHER } from '#domain/signing/signed-together.ts';
import { PAGE_RANGES } from '#domain/signing/trail/page-ranges.ts';
import * as links from '../calls/links.ts';
import * as calls from '../calls/signing.ts';
import { endpoint, staffEndpointsOf } from '../definition/endpoint.ts';
import { idParams, rowId } from '../definition/paging.ts';
import { wholeNumber } from '../definition/whole-number.ts';
import { DOCUMENT_EXAMPLE, documentAnswer, QUOTA_REFUSALS } from '../documents.ts';

const documentEndpoint = staffEndpointsOf('document');

const noBody = z.strictObject({}).nullish();
const instant = z.string();
const userId = rowId.nullish();
const PDF = ['application/pdf'] as const;

const EXAMPLE_PARAMS = { id: 48_190 } as const;

/** Users who sign for the dealer, if no field of the document names them. */
export const staffSigners = z
  .strictObject({ dealer: userId, operatorDealer: userId, salesManager: userId })
  .nullish()
  .describe('user ids by role');

/** Refusals of a document whose signature cannot start. */
export const START_REFUSALS = [
  'life.notReady',
  'life.notSignable',
  'life.noSignatureType',
  'life.notPdf',
  'life.folderClosed',
  'life.feaModuleMissing',
  'life.feaModuleUnsigned',
  'life.feaModuleSigning',
  'life.feaCoSigner',
] as const;

export const startSign = documentEndpoint(calls.startSign, 'document.sign', {
  summary:
    'Start the signature: prepare the file and send the link. Repeated while the signature is under way, the call returns the document and does nothing. `signers` gives the staff who sign for the dealer where no field of the document does; `dealer` defaults to the caller. `together` lists other documents of the folder to sign with it, with one link and one code: either all start or none, and a refusal contains the `documentId` concerned.',
  params: idParams,
  body: z
    .strictObject({
      signers: staffSigners,
      together: z
        .array(rowId)
        .max(MAX_TOGETHER - 1)
        .nullish()
        .describe('ids of other documents of the folder, signed with it'),
    })
    .nullish(),
  output: documentAnswer,
  example: {
    params: EXAMPLE_PARAMS,
    body: {},
    answer: { ...DOCUMENT_EXAMPLE, status: 'PENDING_START_SIGN', startSignDate: '2026-11-20T08:12:00.000Z' },
  },
  errors: [
    'document.notFound',
    ...START_REFUSALS,
    'life.noDevice',
    'life.noCustodian',
    'signing.changedMeanwhile',
    'signing.phoneMissing',
    'signing.phoneCountry',
    'signing.contactStaff',
    'signing.contactShared',
    'signing.contactWord',
    'signing.signersMissing',
    'signing.signerUnfit',
    'together.otherFolder',
    'together.otherKind',
    'together.otherSigners',
    'together.module',
    'together.byHand',
    'together.sameFile',
    'together.sameForm',
    'together.started',
    'paper.incomplete',
    'paper.identityExpired',
    'places.unread',
    'pdf.pagesInCheck',
    'pdf.drawnDifferently',
    'pdf.imageUnreadable',
    ...FIELD_FAULTS.map((fault) => `places.${fault}` as const),
    'quota.otpSpent',
    'quota.otpExpired',
    ...QUOTA_REFUSALS,
  ],
});

export const cancelSign = documentEndpoint(calls.cancelSign, 'document.sign', {
  summary: 'Cancel a waiting signature; its links stop working.',
  params: idParams,
  body: noBody,
  output: documentAnswer,
  example: {
    params: EXAMPLE_PARAMS,
    body: {},
    answer: {
      ...DOCUMENT_EXAMPLE,
      statusReason: { code: 'signing.cancelled', text: 'La firma è stata annullata dalla concessionaria.' },
    },
  },
  errors: ['document.notFound', 'life.notWaiting'],
});

export const renewSign = documentEndpoint(calls.renewSign, 'document.sign', {
  summary: 'Make an expired document ready to sign again.',
  params: idParams,
  body: noBody,
  output: documentAnswer,
  example: { params: EXAMPLE_PARAMS, body: {}, answer: DOCUMENT_EXAMPLE },
  errors: ['document.notFound', 'life.notExpired'],
});

export const qrCodeAnswer = z.object({
  token: z.string(),
  url: z.string(),
  shortUrl: z
    .string()
    .describe('URL for the QR image: a short code instead of the token; both share one use and one expiry'),
});

export const createQrCode = documentEndpoint(calls.createQrCode, 'document.sign', {
  summary:
    'Create a QR code for the customer to scan: a token that expires after five minutes. The call itself changes nothing.',
  params: idParams,
  output: qrCodeAnswer,
  example: {
    params: EXAMPLE_PARAMS,
    answer: {
      token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InFyK2p3dCJ9.eyJzdWIiOiI0ODE5MCJ9.c2lnbmF0dXJl',
      url: 'http://127.0.0.1:8080/qr/eyJhbGciOiJIUzI1NiIsInR5cCI6InFyK2p3dCJ9.eyJzdWIiOiI0ODE5MCJ9.c2lnbmF0dXJl',
      shortUrl: 'http://127.0.0.1:8080/qr/vvgCFmofMBIBq0U3lZ2Qy8k0nWc3b7uT5pE2',
    },
  },
  errors: ['document.notFound', ...START_REFUSALS, 'life.tabletOnly', 'life.customersSigned'],
});

export const tokenParams = z.strictObject({ token: z.string() });
const documentQuery = z.strictObject({ id: idParams.shape.id.optional() });

export const signViewSchema = z.object({
  state: z.enum(SIGN_STATES),
  place: z
    .enum(['FREE', 'HERE', 'ELSEWHERE'])
    .describe('FREE: no browser has begun; HERE: the calling browser holds the signature; ELSEWHERE: another one does'),
  seat: z
    .string()
    .optional()
    .describe('present if ELSEWHERE: pass it as `instead` to take over from the other browser'),
  dealer: z.object({ name: z.string(), initials: z.string() }),
  brand: z.string(),
  signer: z.object({ role: z.enum(SIGNER_ROLES), maskedPhone: z.string() }),
  expiresAt: instant,
  fingerprint: z.string(),
  byHand: z.literal(true).optional().describe('may be signed by hand on a dealer’s tablet'),
  noCodes: z.literal(true).optional().describe('no code is sent to this phone number: sign by hand or on paper'),
  awaited: z
    .array(z.enum(SIGNER_ROLES))
    .optional()
    .describe('after the signer has signed: roles whose signatures are missing'),
  documents: z.array(
    z.object({ id: z.number(), label: z.string(), sha256: z.string(), pages: z.number(), size: z.number() }),
  ),
  points: z.array(
    z.object({
      id: z.string(),
      documentId: z.number(),
      kind: z.enum(['signature', 'consent']),
      label: z.string(),
      purpose: z.enum(CONSENT_PURPOSES).optional().describe('only for a consent, like the next four'),
      channel: z.enum(CONSENT_CHANNELS).optional(),
      group: z.string().optional().describe('name of the purpose'),
      text: z.string().optional().describe('text of the consent'),
      item: z.string().optional().describe('name of the channel'),
      page: z.number(),
      box: z
        .tuple([z.number(), z.number(), z.number(), z.number()])
        .optional()
        .describe('only for a signature: left, bottom, right, top in PDF points, in page coordinates'),
      optional: z.boolean(),
      signed: z.boolean(),
    }),
  ),
});
export type SignView = z.output<typeof signViewSchema>;

export const EXAMPLE_LINK_PARAMS = { token: 'AAAAAAEtq83vASNFZ4mrze8BI0VniavN' } as const;

export const SIGN_VIEW_EXAMPLE = {
  state: 'OPEN',
  place: 'FREE',
  dealer: { name: 'Autoesempio Bologna', initials: 'AB' },
  brand: 'bmw',
  signer: { role: 'customer', maskedPhone: '*** *** 567' },
  expiresAt: '2026-11-23T08:12:00.000Z',
  fingerprint: 'KQ7M-XT',
  documents: [
    {
      id: 48_190,
      label: 'Preventivo',
      sha256: '9f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a6053',
      pages: 4,
      size: 183_204,
    },
  ],
  points: [
    {
      id: 'p1',
      documentId: 48_190,
      kind: 'signature',
      label: 'Firma del preventivo',
      page: 4,
      optional: false,
      signed: false,
    },
  ],
} as const;
export const SIGNED_VIEW = {
  ...SIGN_VIEW_EXAMPLE,
  state: 'SIGNED',
  place: 'HERE',
  points: SIGN_VIEW_EXAMPLE.points.map((point) => ({ ...point, signed: true })),
};

export const openLink = endpoint(links.openLink, {
  summary: 'State and contents of a sign link. Has no side effects.',
  access: 'signer',
  params: tokenParams,
  output: signViewSchema,
  example: { params: EXAMPLE_LINK_PARAMS, answer: SIGN_VIEW_EXAMPLE },
  errors: ['signing.unknownLink'],
});

export const beginReading = endpoint(links.beginReading, {
  summary:
    'Begin the signature in this browser; from now on only pages read here count. Pass `instead` (the other browser’s `seat`) to take over; its reading and code are discarded. Idempotent for the same browser.',
  access: 'signer',
  params: tokenParams,
  body: z.strictObject({ instead: z.string().max(64).nullish() }).nullish(),
  output: signViewSchema,
  objectName: 'sign',
  example: { params: EXAMPLE_LINK_PARAMS, body: {}, answer: { ...SIGN_VIEW_EXAMPLE, place: 'HERE' } },
  errors: ['signing.unknownLink', 'signing.notYours'],
});

export const readLinkDocument = endpoint(links.readLinkDocument, {
  summary: 'The exact bytes to be signed, for the browser that has begun; pass `id` if there are several documents.',
  access: 'signer',
  params: tokenParams,
  query: documentQuery,
  binary: PDF,
  example: { params: EXAMPLE_LINK_PARAMS, query: { id: 48_190 } },
  errors: ['signing.unknownLink', 'signing.notYours', 'signing.notOpened'],
});

/** Maximum pages per response of {@link readLinkText}: drawing and comparing takes about a second each on a busy machine. */
export const MAX_TEXT_PAGES = 5;

export const readLinkText = endpoint(links.readLinkText, {
  summary: `The text visible on the pages, for the browser that has begun; pass \`id\` if there are several documents, \`from\` for the first page. Returns at most ${MAX_TEXT_PAGES} pages. The text of an uploaded file is compared with the rendered page: invisible text is left out, and a word rendered differently becomes \`[…]\`. \`certain\` is false if words are missing, in doubt or in a different order; \`whole\` is false if the page shows more than the returned text, such as a logo.`,
  access: 'signer',
  params: tokenParams,
  query: documentQuery.extend({ from: wholeNumber(1, 100_000).optional() }),
  output: z.object({
    pages: z.array(
      z.object({
        page: z.number().describe('from 1'),
        paragraphs: z.array(
          z.object({ text: z.string(), large: z.boolean().describe('larger than most text of the page') }),
        ),
        certain: z.boolean().describe('all words of the page, in order'),
        whole: z.boolean().describe('certain, and the page shows nothing else'),
      }),
    ),
  }),
  example: {
    params: EXAMPLE_LINK_PARAMS,
    query: { id: 48_190, from: 1 },
    answer: {
      pages: [
        {
          page: 1,
          paragraphs: [
            { text: 'Preventivo', large: true },
            { text: 'Prezzo 10.000 euro', large: false },
          ],
          certain: true,
          whole: true,
        },
      ],
    },
  },
  errors: ['signing.unknownLink', 'signing.notYours', 'signing.notOpened'],
});

export const codeSentSchema = z.object({ maskedPhone: z.string(), expiresAt: instant, resendAfter: instant });
export type CodeSent = z.output<typeof codeSentSchema>;

export const requestCode = endpoint(links.requestCode, {
  summary: 'Send a one-time code to the signer’s phone.',
  access: 'signer',
  params: tokenParams,
  body: noBody,
  output: codeSentSchema,
  example: {
    params: EXAMPLE_LINK_PARAMS,
    body: {},
    answer: {
      maskedPhone: '*** *** 567',
      expiresAt: '2026-11-20T09:08:00.000Z',
      resendAfter: '2026-11-20T09:04:00.000Z',
    },
  },
  errors: [
    'signing.unknownLink',
    'signing.notYours',
    'signing.alreadySigned',
    'signing.closed',
    'signing.locked',
    'otp.phoneCountry',
    'otp.tooSoon',
    'otp.tooMany',
    'otp.noneLeft',
  ],
});

/** Refusals of every way to sign behind a link. */
export const CONFIRM_REFUSALS = [
  'signing.unknownLink',
  'signing.notYours',
  'signing.notRead',
  'signing.otherBytes',
  'signing.pointMissing',
  'signing.closed',
  'signing.locked',
] as const;

/** Confirmed items: a signature by its name, a consent by its choice. */
export const pointsInput = z
  .array(
    z.union([z.string().max(40), z.strictObject({ id: z.string().max(40), choice: z.enum(['GRANTED', 'DENIED']) })]),
  )
  .max(200);

/** Hashes that the page computed over the bytes it passed to its viewer, not hashes received from the server. */
export const shownInput = z
  .array(z.string().regex(/^[0-9a-f]{64}$/, { message: 'type' }))
  .max(MAX_TOGETHER)
  .describe('SHA-256 of each document, computed by the page that displayed it');

/**
 * Pages counted as viewed by the page itself: it may report less than was viewed, and is trusted only as far as the
 * evidence trail states.
 */
export const seenInput = z
  .array(
    z.strictObject({
      sha256: z.string().regex(/^[0-9a-f]{64}$/, { message: 'type' }),
      pages: z.string().max(4_000).regex(PAGE_RANGES, { message: 'type' }).describe('ranges, such as 1-3,7'),
      asText: z.string().max(4_000).regex(PAGE_RANGES, { message: 'type' }).nullish(),
    }),
  )
  .max(MAX_TOGETHER)
  .nullish()
  .describe('for each document, the pages shown on screen from top to bottom, and those read as text');
export type SeenPagesInput = z.output<typeof seenInput>;

export const confirmSignature = endpoint(links.confirmSignature, {
  summary: 'Sign all signature fields with the code. Idempotent for the same browser.',
  access: 'signer',
  params: tokenParams,
  body: z.strictObject({
    code: z.string().regex(/^\d{6}$/, { message: 'type' }),
    points: pointsInput,
    shown: shownInput,
    seen: seenInput,
  }),
  output: signViewSchema,
  objectName: 'sign',
  example: {
    params: EXAMPLE_LINK_PARAMS,
    body: {
      code: '482913',
      points: ['p1'],
      shown: [SIGN_VIEW_EXAMPLE.documents[0].sha256],
      seen: [{ sha256: SIGN_VIEW_EXAMPLE.documents[0].sha256, pages: '1-4' }],
    },
    answer: SIGNED_VIEW,
  },
  errors: [...CONFIRM_REFUSALS, 'otp.none', 'otp.wrong', 'otp.expired'],
});

/** Reason for declining; `signing.notMe` of a person whom the link reached by mistake. */
export const declineBody = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(1)
    .max(MAX_DECLINE_REASON)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses control characters
    .refine((text) => !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) && text.isWellFormed(), { message: 'type' }),
});

export const declineSignature = endpoint(links.declineSignature, {
  summary:
    'Decline to sign, with a reason; `signing.notMe` reports that the link reached another person than the signer.',
  access: 'signer',
  params: tokenParams,
  body: declineBody,
  output: signViewSchema,
  objectName: 'decline',
  example: {
    params: EXAMPLE_LINK_PARAMS,
    body: { reason: 'Il prezzo non è quello concordato' },
    answer: { ...SIGN_VIEW_EXAMPLE, state: 'DECLINED', place: 'HERE' },
  },
  errors: ['signing.unknownLink', 'signing.notYours', 'signing.alreadySigned', 'signing.locked'],
});

export const readSignedCopy = endpoint(links.readSignedCopy, {
  summary:
    'The signed copy, for the browser that signed and for the link to the copy, for 30 days; pass `id` if there are several documents.',
  access: 'signer',
  params: tokenParams,
  query: documentQuery,
  binary: PDF,
  example: { params: EXAMPLE_LINK_PARAMS, query: { id: 48_190 } },
  errors: ['signing.unknownLink', 'document.notSigned'],
});
