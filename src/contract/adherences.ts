/** Calls on a customer's FEA adherence: its state, its history, its revocation. */
import { z } from 'zod';
import { ADHERENCE_STATES, REVOCATION_WAYS, revocationSchema } from '#domain/adherences/adherence.ts';
import { PERSON_FIELDS } from '#domain/dossiers/same-person.ts';
import * as calls from './calls/adherences.ts';
import { staffEndpoint, staffEndpointsOf } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';
import { PLAIN_FILE_REFUSALS, UPLOAD_LIMIT } from './documents.ts';
import { copySchema } from './papers.ts';

const adherenceEndpoint = staffEndpointsOf('adherence');

const nullableString = z.string().nullable();

const adherence = z.object({
  id: z.number(),
  own: z
    .boolean()
    .describe('false if another person made it, whom this dossier described before its codice fiscale changed'),
  state: z
    .enum(ADHERENCE_STATES)
    .describe('EXPIRED: replaced by a later adherence, or its module was deleted before it was signed'),
  changed: z
    .array(z.enum(PERSON_FIELDS))
    .describe(
      'customer data that differ from the signed module; the adherence covers no signature until they match again',
    ),
  moduleId: z.number().nullable().describe('null if the module is in another dossier of the same person'),
  requestedDate: z.string(),
  since: nullableString.describe('when the adherence took effect'),
  until: nullableString,
  coversNational: z.boolean().describe('whether the module also names the national company'),
  identity: z
    .object({
      by: z.string().describe('login of the user who checked the identity document'),
      date: z.string(),
      type: z.string(),
      number: z.string(),
      issuer: z.string(),
      issued: z.string(),
      expiry: z.string(),
      copyId: z.number().nullable().describe('the document that holds its copy, if one was kept'),
    })
    .nullable()
    .describe('null if the module is in another dossier of the same person'),
  textVersion: nullableString.describe('version of the terms on the signed module'),
  signedSha256: nullableString.describe('SHA-256 of the signed module'),
  revocation: z
    .object({
      date: z.string().describe('day of the request'),
      via: z.enum(REVOCATION_WAYS),
      operator: nullableString.describe('null, like the fields below, if the module is in another dossier'),
      requestedBy: nullableString,
      reason: nullableString,
      requestName: nullableString.describe('file name of the signed request, if one was attached'),
    })
    .nullable(),
});

export const adherenceAnswer = z.object({
  legalEntity: z.string(),
  legalEntityName: nullableString,
  personKnown: z.boolean().describe('false if the signer’s codice fiscale is missing'),
  current: adherence.nullable().describe('the adherence in force, otherwise the person’s newest'),
  history: z.array(adherence).describe('newest first'),
});
export type AdherenceOutput = z.output<typeof adherenceAnswer>;

const EXAMPLE_PARAMS = { id: 902 } as const;
const ACTIVE = {
  id: 12,
  own: true,
  state: 'ACTIVE',
  changed: [],
  moduleId: 48_191,
  requestedDate: '2026-11-20T08:50:00.000Z',
  since: '2026-11-20T09:05:00.000Z',
  until: null,
  coversNational: true,
  identity: {
    by: 'dealer',
    date: '2026-11-20T08:50:00.000Z',
    type: 'identityCard',
    number: 'CA00000AA',
    issuer: 'Comune di Bologna',
    issued: '2021-02-10',
    expiry: '2031-01-01',
    copyId: 48_192,
  },
  textVersion: 'bozza 1',
  signedSha256: '9f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a6053',
  revocation: null,
} as const;
const REVOKED = {
  ...ACTIVE,
  state: 'REVOKED',
  until: '2026-11-21T10:00:00.000Z',
  revocation: {
    date: '2026-11-21',
    via: 'IN_PERSON',
    operator: 'dealer',
    requestedBy: null,
    reason: null,
    requestName: null,
  },
} as const;
const answer = (current: typeof ACTIVE | typeof REVOKED) => ({
  legalEntity: 'LE001',
  legalEntityName: 'Autoesempio S.p.A.',
  personKnown: true,
  current,
  history: [current],
});

export const getAdherence = staffEndpoint(calls.getAdherence, 'dossier.read', {
  summary: 'State and history of a customer’s adherence to the advanced electronic signature.',
  params: idParams,
  output: adherenceAnswer,
  example: { params: EXAMPLE_PARAMS, answer: answer(ACTIVE) },
  errors: ['dossier.notFound'],
});

/**
 * With `adherenceId`, limited to the person who made that adherence, among those made in this dossier: the dossier's
 * codice fiscale may have changed since. In addition to the files it contains `LEGGIMI.txt` and `SHA256SUMS`; files
 * that the caller may not see are counted there, not named.
 */
export const downloadAdherence = adherenceEndpoint(calls.downloadAdherence, 'document.sign', {
  summary:
    'ZIP with the evidence of a customer’s adherences to the advanced electronic signature, to hand over on request: identity document, signed modules, documents signed this way and their trails.',
  params: idParams,
  query: z.strictObject({ adherenceId: idParams.shape.id.optional() }),
  binary: ['application/zip'],
  example: { params: EXAMPLE_PARAMS, query: { adherenceId: '12' } },
  errors: ['dossier.notFound', 'access.readonly', 'fea.nothingToCopy', 'fea.copyTooLarge'],
});

export const revokeAdherence = adherenceEndpoint(calls.revokeAdherence, 'document.sign', {
  summary:
    'Record that a customer revoked the adherence to the advanced electronic signature: signed documents stay, open signatures that depend on it end.',
  params: idParams,
  body: revocationSchema.extend({
    /** The signed request, stored with the revocation. */
    request: copySchema.nullish(),
    /** An adherence in force that was made in this dossier, when the dossier’s codice fiscale has changed since. */
    adherenceId: z.number().int().positive().nullish(),
  }),
  bodyLimit: UPLOAD_LIMIT,
  output: adherenceAnswer,
  example: {
    params: EXAMPLE_PARAMS,
    body: { date: '2026-11-21', via: 'IN_PERSON', requestedBy: null, reason: null },
    answer: answer(REVOKED),
  },
  errors: ['dossier.notFound', 'fea.notActive', ...PLAIN_FILE_REFUSALS],
});

export const downloadRevocationRequest = adherenceEndpoint(calls.downloadRevocationRequest, 'document.sign', {
  summary: 'The signed revocation request, as attached.',
  params: idParams.extend({ adherenceId: idParams.shape.id }),
  binary: ['application/pdf', 'image/jpeg', 'image/png'],
  example: { params: { id: 902, adherenceId: 12 } },
  errors: ['dossier.notFound', 'fea.noRequest', 'file.range'],
});
