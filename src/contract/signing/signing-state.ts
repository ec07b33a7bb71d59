/** Progress of a document's signers, and the recipients of link and code. */
import { z } from 'zod';
import { DOCUMENT_STATUSES } from '#domain/documents/life.ts';
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import { contactSchema } from '#domain/signing/contact/contact.ts';
import { MESSAGE_KINDS, MESSAGE_REASONS, MESSAGE_STATES } from '#domain/signing/messages/sent-messages.ts';
import { LINK_CHANNELS } from '#domain/signing/waiting.ts';
import * as calls from '../calls/signing.ts';
import { endpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { resendSchema } from './waiting.ts';

const instant = z.string();
const ONE_DOCUMENT = { id: 48_190 } as const;

export const signingStateSchema = z.object({
  signers: z.array(
    z.object({
      id: z.number(),
      role: z.enum(SIGNER_ROLES),
      name: z.string(),
      state: z.enum(['WAITING', 'OPENED', 'SIGNED', 'DECLINED', 'LOCKED']),
      signedAt: instant.nullable(),
      maskedPhone: z.string().nullable(),
      userId: z.number().nullable().describe('of staff, who sign in the portal (P-6)'),
      turn: z.boolean().describe('they can sign now: staff follow the customers (P-6)'),
      signUrl: z.string().nullable().describe('while they can sign, for callers who may start signatures (P-7)'),
      contact: z
        .object({ mobilePhone: z.string(), email: z.string() })
        .nullable()
        .describe('while it can be corrected, for callers who may start signatures (P-7)'),
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
          .describe('left, bottom, right, top in PDF points, in the page’s own coordinates'),
      }),
    )
    .describe('signatures that a running signature waits for, where the signer sees them on the pages'),
  together: z
    .array(
      z.object({
        id: z.number(),
        type: z.string(),
        fileName: z.string().nullable(),
        status: z.enum(DOCUMENT_STATUSES),
      }),
    )
    .describe('other documents of a signature that runs or is complete: one link, one code (P-6)'),
  resend: resendSchema,
  partlySigned: z
    .array(
      z.object({
        id: z.number(),
        sessionId: z.number(),
        outcome: z.enum(['DECLINED', 'LOCKED', 'CANCELLED', 'EXPIRED']),
        endedAt: instant,
        signers: z.array(z.string()).describe('who had signed'),
        sha256: z.string().nullable().describe('null while the file is being made'),
        size: z.number().nullable(),
      }),
    )
    .describe('signatures that ended after somebody had signed, the oldest first (P-5)'),
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
            'WAITING: an attempt failed, more follow; SENT: taken by the server or gateway; then what it reported; FAILED: never taken',
          ),
        reason: z.enum(MESSAGE_REASONS).nullable().describe('why it waits, failed or was not delivered'),
        at: instant.describe('when it was first tried, or taken'),
        endedAt: instant.nullable().describe('when its end was known'),
      }),
    )
    .describe('to the signers of the newest signature, newest first (D-54)'),
});
export type SigningStateOutput = z.output<typeof signingStateSchema>;

export const readSigning = endpoint(calls.readSigning, {
  summary: 'Who signs and how far they are, in the newest signature of the document.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  output: signingStateSchema,
  status: 200,
  example: {
    params: ONE_DOCUMENT,
    answer: {
      signers: [
        {
          id: 7_120,
          role: 'customer',
          name: 'Ginevra Provetti',
          state: 'SIGNED',
          signedAt: '2026-11-20T09:05:00.000Z',
          maskedPhone: '*** *** 567',
          userId: null,
          turn: false,
          signUrl: null,
          contact: null,
        },
      ],
      expiresAt: '2026-11-23T08:12:00.000Z',
      points: [],
      together: [{ id: 48_191, type: 'PRIVACY_DEALER', fileName: 'privacy.pdf', status: 'START_SIGN' }],
      resend: { refused: 'notWaiting', from: null },
      partlySigned: [],
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

export const correctSignerContact = endpoint(calls.correctSignerContact, {
  summary:
    'Corrects where the link and the code of a signer go, until somebody has signed: the link of before stops working, another one is sent.',
  access: 'staff',
  action: 'document.sign',
  params: idParams,
  body: contactSchema,
  output: signingStateSchema,
  status: 200,
  objectName: 'document',
  example: {
    params: ONE_DOCUMENT,
    body: { signerId: 7_120, ...CORRECTED },
    answer: {
      signers: [
        {
          id: 7_120,
          role: 'customer',
          name: 'Ginevra Provetti',
          state: 'WAITING',
          signedAt: null,
          maskedPhone: '*** *** 567',
          userId: null,
          turn: true,
          signUrl: 'http://127.0.0.1:8080/sign/5n4ucG2T.9fQ2Zt0bqf6XzCq0',
          contact: CORRECTED,
        },
      ],
      expiresAt: '2026-11-23T08:12:00.000Z',
      points: [],
      together: [],
      resend: { refused: 'tooSoon', from: '2026-11-20T08:45:00.000Z' },
      partlySigned: [],
      messages: [],
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
