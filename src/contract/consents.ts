/** Calls on a customer's consents: current state, history, withdrawal, repeated delivery to the controller. */
import { z } from 'zod';
import { CONSENT_CHANNELS, CONSENT_CHOICES, CONSENT_PURPOSES } from '#domain/consents/consent.ts';
import { withdrawalSchema } from '#domain/consents/withdrawal.ts';
import * as calls from './calls/consents.ts';
import { staffEndpoint } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';

const nullableString = z.string().nullable();
const purpose = z.enum(CONSENT_PURPOSES);
const channel = z.enum(CONSENT_CHANNELS);
const choice = z.enum(CONSENT_CHOICES);

export const consentsAnswer = z.object({
  controllers: z.array(
    z.object({
      controller: z.string().describe('NSC (the national company), or the code of a legal entity'),
      name: nullableString.describe('name of a legal entity'),
      consents: z.array(z.object({ purpose, channel, choice, since: nullableString })),
      push: z
        .enum(['QUEUED', 'PUSHED', 'FAILED'])
        .nullable()
        .describe(
          'whether the controller’s own system has received the last change; null if the controller has no such system',
        ),
    }),
  ),
  history: z
    .array(
      z.object({
        id: z.number(),
        controller: z.string(),
        purpose,
        channel,
        choice,
        time: z.string(),
        documentId: z
          .number()
          .nullable()
          .describe('the signed form; null for a withdrawal, or if the form is in another dossier'),
        textVersion: nullableString,
        textSha256: nullableString,
        language: nullableString,
        operator: z.string(),
        hst: z.string(),
        withdrawnVia: nullableString,
        requestedBy: nullableString,
        note: nullableString,
      }),
    )
    .describe('newest first'),
});
export type ConsentsOutput = z.output<typeof consentsAnswer>;

const EXAMPLE_PARAMS = { id: 902 } as const;
const EXAMPLE = {
  controllers: [
    {
      controller: 'LE001',
      name: 'Autoesempio S.p.A.',
      consents: [
        { purpose: 'MARKETING', channel: 'EMAIL', choice: 'GRANTED', since: '2026-11-20T09:05:00.000Z' },
        { purpose: 'MARKETING', channel: 'PHONE', choice: 'DENIED', since: '2026-11-20T09:05:00.000Z' },
        { purpose: 'PROFILING', channel: 'ALL', choice: 'NOT_ASKED', since: null },
      ],
      push: null,
    },
  ],
  history: [
    {
      id: 7,
      controller: 'LE001',
      purpose: 'MARKETING',
      channel: 'EMAIL',
      choice: 'GRANTED',
      time: '2026-11-20T09:05:00.000Z',
      documentId: 48_190,
      textVersion: 'CONC-2026-11-bozza',
      textSha256: '9f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a6053',
      language: 'it',
      operator: 'dealer',
      hst: '10001',
      withdrawnVia: null,
      requestedBy: null,
      note: null,
    },
  ],
} as const;

export const getConsents = staffEndpoint(calls.getConsents, 'dossier.read', {
  summary: 'State and history of a customer’s consents, by controller.',
  params: idParams,
  output: consentsAnswer,
  example: { params: EXAMPLE_PARAMS, answer: EXAMPLE },
  errors: ['dossier.notFound'],
});

export const withdrawConsents = staffEndpoint(calls.withdrawConsents, 'dossier.edit', {
  summary: 'Record that a customer withdrew consents to a purpose, and notify the controller’s own system.',
  params: idParams,
  body: withdrawalSchema,
  output: consentsAnswer,
  objectName: 'withdrawal',
  example: {
    params: EXAMPLE_PARAMS,
    body: {
      controller: 'LE001',
      purpose: 'MARKETING',
      channels: ['EMAIL'],
      via: 'PHONE',
      requestedBy: null,
      note: null,
    },
    answer: EXAMPLE,
  },
  errors: ['dossier.notFound', 'consents.notGranted'],
});

export const pushConsents = staffEndpoint(calls.pushConsents, 'dossier.edit', {
  summary: 'Immediately resend the changes that the controller’s own system did not accept.',
  params: idParams,
  body: z.strictObject({}).nullish(),
  output: consentsAnswer,
  objectName: 'dossier',
  example: { params: EXAMPLE_PARAMS, body: {}, answer: EXAMPLE },
  errors: ['dossier.notFound', 'consents.nothingToPush'],
});
