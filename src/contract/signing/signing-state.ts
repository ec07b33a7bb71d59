/** Progress of a document's signers, and the recipients of link and code. */
import { z } from 'zod';
import { DOCUMENT_STATUSES } from '#domain/documents/document-states.ts';
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import { contactSchema } from '#domain/signing/contact/contact.ts';
import { MESSAGE_KINDS, MESSAGE_REASONS, MESSAGE_STATES } from '#domain/signing/messages/sent-messages.ts';
import { LINK_CHANNELS } from '#domain/signing/signer-progress.ts';
import * as calls from '../calls/signing.ts';
import { staffEndpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { resendSchema } from './waiting.ts';

const instant = z.string();
const EXAMPLE_PARAMS = { id: 48_190 } as const;

export const documentLineSchema = z.object({
  id: z.number(),
  type: z.string(),
  fileName: z.string().nullable(),
  status: z.enum(DOCUMENT_STATUSES),
});

export const signingStateSchema = z.object({
  signers: z.array(
    z.object({
      id: z.number(),
      role: z.enum(SIGNER_ROLES),
      name: z.string(),
      state: z.enum(['WAITING', 'OPENED', 'SIGNED', 'DECLINED', 'LOCKED']),
      signedAt: instant.nullable(),
      maskedPhone: z.string().nullable(),
      userId: z.number().nullable().describe('only for staff, who sign in the portal'),
      turn: z.boolean().describe('true if they can sign now; staff sign after the customers'),
      signUrl: z.string().nullable().describe('present while they can sign, for callers who may start signatures'),
      contact: z
        .object({ mobilePhone: z.string(), email: z.string() })
        .nullable()
        .describe('present while it can be corrected, for callers who may start signatures'),
    }),
  ),
  expiresAt: instant.nullable(),
  points: z
    .array(
      z.object({
        id: z.number(),
        signerId: z.number(),
        label: z.string(),
        page: z.number(),
        box: z
          .tuple([z.number(), z.number(), z.number(), z.number()])
          .describe('left, bottom, right, top in PDF points, in page coordinates'),
      }),
    )
    .describe('signature fields still to be signed, as the signer sees them on the pages'),
  together: z
    .array(documentLineSchema)
    .describe('other documents of a signature that is under way or complete: one link, one code'),
  resend: resendSchema,
  partlySigned: z
    .array(
      z.object({
        id: z.number(),
        sessionId: z.number(),
        outcome: z.enum(['DECLINED', 'LOCKED', 'CANCELLED', 'EXPIRED']),
        endedAt: instant,
        signers: z.array(z.string()).describe('names of those who had signed'),
        sha256: z.string().nullable().describe('null while the file is being prepared'),
        size: z.number().nullable(),
      }),
    )
    .describe('signatures that ended after some signers had signed, oldest first'),
  messages: z
    .array(
      z.object({
        id: z.number(),
        signerId: z.number(),
        kind: z.enum(MESSAGE_KINDS),
        channel: z.enum(LINK_CHANNELS),
        address: z.string().describe('masked'),
        state: z
          .enum(MESSAGE_STATES)
          .describe(
            'WAITING: an attempt failed, more will follow; SENT: accepted by the mail server or SMS gateway; later states are its reports; FAILED: never accepted',
          ),
        reason: z.enum(MESSAGE_REASONS).nullable().describe('why it is waiting, failed or was not delivered'),
        at: instant.describe('time of the first attempt, or of acceptance'),
        endedAt: instant.nullable().describe('when the final state was reported'),
      }),
    )
    .describe('messages to the signers of the newest signature, newest first'),
});
export type SigningStateOutput = z.output<typeof signingStateSchema>;

/** Of the examples: the customer whose turn it is, and the rest of the answer. */
export const SIGNER_EXAMPLE = {
  id: 7_120,
  role: 'customer',
  name: 'Ginevra Provetti',
  state: 'WAITING',
  signedAt: null,
  maskedPhone: '*** *** 567',
  userId: null,
  turn: true,
  signUrl: null,
  contact: null,
} as const;
export const SIGNING_EXAMPLE = {
  signers: [],
  expiresAt: '2026-11-23T08:12:00.000Z',
  points: [],
  together: [],
  resend: { refused: 'tooSoon', from: '2026-11-20T08:45:00.000Z' },
  partlySigned: [],
  messages: [],
} as const;

export const readSigning = staffEndpoint(calls.readSigning, 'document.read', {
  summary: 'Signers of the document’s newest signature and their progress.',
  params: idParams,
  output: signingStateSchema,
  example: {
    params: EXAMPLE_PARAMS,
    answer: {
      ...SIGNING_EXAMPLE,
      signers: [{ ...SIGNER_EXAMPLE, state: 'SIGNED', signedAt: '2026-11-20T09:05:00.000Z', turn: false }],
      together: [{ id: 48_191, type: 'PRIVACY_DEALER', fileName: 'privacy.pdf', status: 'START_SIGN' }],
      resend: { refused: 'notWaiting', from: null },
      messages: [
        {
          id: 9_310,
          signerId: 7_120,
          kind: 'COPY',
          channel: 'EMAIL',
          address: 'g***@example.com',
          state: 'UNDELIVERED',
          reason: 'FULL',
          at: '2026-11-20T09:06:00.000Z',
          endedAt: '2026-11-20T09:08:00.000Z',
        },
      ],
    },
  },
  errors: ['document.notFound'],
});

const CORRECTED = { mobilePhone: '+39 3331234567', email: 'ginevra.provetti@example.com' };

export const correctSignerContact = staffEndpoint(calls.correctSignerContact, 'document.sign', {
  summary:
    'Correct a signer’s contacts for link and code, until a signer has signed: the earlier link stops working and a new one is sent.',
  params: idParams,
  body: contactSchema,
  output: signingStateSchema,
  objectName: 'document',
  example: {
    params: EXAMPLE_PARAMS,
    body: { signerId: 7_120, ...CORRECTED },
    answer: {
      ...SIGNING_EXAMPLE,
      signers: [
        {
          ...SIGNER_EXAMPLE,
          signUrl: 'http://127.0.0.1:8080/sign/5n4ucG2T.9fQ2Zt0bqf6XzCq0',
          contact: CORRECTED,
        },
      ],
    },
  },
  errors: [
    'document.notFound',
    'document.invalid',
    'life.notWaiting',
    'signing.someoneSigned',
    'signing.phonePrinted',
    'signing.contactStaff',
    'signing.contactShared',
    'signing.contactWordFirst',
  ],
});
