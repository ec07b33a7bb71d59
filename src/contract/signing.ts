/** Calls of signing: for staff on a document, for signers behind a link, and the downloads of what was signed (specification §7, P-7, P-20). */
import { z } from 'zod';
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import { DECLINE_REASON_MAX, SIGN_STATES } from '#domain/signing/link.ts';
import { endpoint } from './endpoint.ts';
import { idParams } from './paging.ts';

const noBody = z.strictObject({}).nullish();
const instant = z.string();

export const startSign = endpoint({
  method: 'POST',
  path: '/api/documents/{id}/sign',
  summary:
    'Starts the signature: prepares the file and sends the link. Again while it runs: answers the document and does nothing.',
  access: 'staff',
  action: 'document.sign',
  params: idParams,
  body: noBody,
  status: 200,
  objectName: 'document',
  errors: [
    'document.notFound',
    'life.notReady',
    'life.notSignable',
    'life.noSignatureType',
    'life.notPdf',
    'life.folderClosed',
    'life.signatureTypeNotBuilt',
    'signing.phoneMissing',
  ],
});

export const cancelSign = endpoint({
  method: 'POST',
  path: '/api/documents/{id}/cancel-sign',
  summary: 'Withdraws a signature that waits; its links stop working.',
  access: 'staff',
  action: 'document.sign',
  params: idParams,
  body: noBody,
  status: 200,
  objectName: 'document',
  errors: ['document.notFound', 'life.notWaiting'],
});

export const renewSign = endpoint({
  method: 'POST',
  path: '/api/documents/{id}/renew',
  summary: 'Makes an expired document ready to sign again.',
  access: 'staff',
  action: 'document.sign',
  params: idParams,
  body: noBody,
  status: 200,
  objectName: 'document',
  errors: ['document.notFound', 'life.notExpired'],
});

export const signingStateSchema = z.object({
  signers: z.array(
    z.object({
      role: z.enum(SIGNER_ROLES),
      name: z.string(),
      state: z.enum(['WAITING', 'OPENED', 'SIGNED', 'DECLINED', 'LOCKED']),
      signedAt: instant.nullable(),
      maskedPhone: z.string().nullable(),
    }),
  ),
  expiresAt: instant.nullable(),
});
export type SigningStateOutput = z.output<typeof signingStateSchema>;

export const readSigning = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/signing',
  summary: 'Who signs and how far they are, in the newest signature of the document.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  output: signingStateSchema,
  status: 200,
  errors: ['document.notFound'],
});

export const trailEventSchema = z.object({
  seq: z.number(),
  type: z.string(),
  time: instant,
  actorName: z.string().nullable(),
  detail: z.string().nullable(),
});
export type TrailEventOutput = z.output<typeof trailEventSchema>;

export const readEvents = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/events',
  summary: 'The audit trail of the document, newest first.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  output: z.array(trailEventSchema),
  status: 200,
  errors: ['document.notFound'],
});

export const validationSchema = z.object({
  intact: z.boolean(),
  sha256: z.string(),
  signatures: z.array(
    z.object({
      kind: z.string(),
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

export const readValidation = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/validation',
  summary: 'Checks the signed file against the installation’s anchors (P-11).',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  output: validationSchema,
  status: 200,
  errors: ['document.notFound', 'document.notSigned'],
});

export const downloadSigned = endpoint({
  method: 'GET',
  path: '/api/signed-documents/{id}/download',
  summary: 'The signed file; the id is the document’s signedDocumentId.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  status: 200,
  errors: ['document.notFound'],
});

export const downloadAudit = endpoint({
  method: 'GET',
  path: '/api/audit-documents/signed/{id}/download',
  summary: 'The sealed audit trail of a signed file; the id is the document’s signedDocumentId.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  status: 200,
  errors: ['document.notFound'],
});

const tokenParams = z.object({ token: z.string() });
const documentQuery = z.strictObject({ id: idParams.shape.id.optional() });

export const signViewSchema = z.object({
  state: z.enum(SIGN_STATES),
  dealer: z.object({ name: z.string(), initials: z.string() }),
  brand: z.string(),
  signer: z.object({ role: z.enum(SIGNER_ROLES), maskedPhone: z.string() }),
  expiresAt: instant,
  fingerprint: z.string(),
  documents: z.array(
    z.object({ id: z.number(), label: z.string(), sha256: z.string(), pages: z.number(), size: z.number() }),
  ),
  points: z.array(
    z.object({
      id: z.string(),
      documentId: z.number(),
      kind: z.enum(['signature']),
      label: z.string(),
      page: z.number(),
      optional: z.boolean(),
      signed: z.boolean(),
    }),
  ),
});
export type SignView = z.output<typeof signViewSchema>;

export const openLink = endpoint({
  method: 'GET',
  path: '/api/sign/{token}',
  summary: 'What a sign link is about. Has no effect.',
  access: 'signer',
  params: tokenParams,
  output: signViewSchema,
  status: 200,
  errors: ['signing.unknownLink'],
});

export const readLinkDocument = endpoint({
  method: 'GET',
  path: '/api/sign/{token}/document',
  summary: 'The exact bytes that are signed; `id` when there are several documents.',
  access: 'signer',
  params: tokenParams,
  query: documentQuery,
  status: 200,
  errors: ['signing.unknownLink'],
});

export const codeSentSchema = z.object({ maskedPhone: z.string(), expiresAt: instant, resendAfter: instant });
export type CodeSent = z.output<typeof codeSentSchema>;

export const requestCode = endpoint({
  method: 'POST',
  path: '/api/sign/{token}/otp',
  summary: 'Sends a one-time code to the signer’s phone.',
  access: 'signer',
  params: tokenParams,
  body: noBody,
  output: codeSentSchema,
  status: 200,
  errors: [
    'signing.unknownLink',
    'signing.notYours',
    'signing.alreadySigned',
    'signing.closed',
    'signing.locked',
    'otp.tooSoon',
    'otp.tooMany',
  ],
});

export const confirmSignature = endpoint({
  method: 'POST',
  path: '/api/sign/{token}/sign',
  summary: 'Signs every point with the code. Again with the same browser: answers the same.',
  access: 'signer',
  params: tokenParams,
  body: z.strictObject({
    code: z.string().regex(/^\d{6}$/, { message: 'type' }),
    points: z
      .array(
        z.union([
          z.string().max(40),
          z.strictObject({ id: z.string().max(40), choice: z.enum(['GRANTED', 'DENIED']) }),
        ]),
      )
      .max(200),
  }),
  output: signViewSchema,
  status: 200,
  objectName: 'sign',
  errors: [
    'signing.unknownLink',
    'signing.notYours',
    'signing.notRead',
    'signing.pointMissing',
    'signing.closed',
    'signing.locked',
    'otp.none',
    'otp.wrong',
    'otp.expired',
  ],
});

export const declineSignature = endpoint({
  method: 'POST',
  path: '/api/sign/{token}/decline',
  summary: 'Refuses to sign, with a reason.',
  access: 'signer',
  params: tokenParams,
  body: z.strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(DECLINE_REASON_MAX)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
      .refine((text) => !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) && text.isWellFormed(), { message: 'type' }),
  }),
  output: signViewSchema,
  status: 200,
  objectName: 'decline',
  errors: ['signing.unknownLink', 'signing.notYours', 'signing.alreadySigned', 'signing.closed', 'signing.locked'],
});

export const readSignedCopy = endpoint({
  method: 'GET',
  path: '/api/sign/{token}/signed',
  summary: 'The signed copy, for the browser that signed, for 30 days; `id` when there are several documents.',
  access: 'signer',
  params: tokenParams,
  query: documentQuery,
  status: 200,
  errors: ['signing.unknownLink', 'document.notSigned'],
});
