/** Handwritten signing behind a link, on a tablet of the dealer: each call with the tablet's proof. */
import { z } from 'zod';
import { handSchema, MAX_HANDS } from '#domain/signing/handwriting.ts';
import * as links from '../calls/links.ts';
import { endpoint } from '../definition/endpoint.ts';
import {
  CONFIRM_REFUSALS,
  EXAMPLE_LINK_PARAMS,
  pointsInput,
  SIGNED_VIEW,
  seenInput,
  shownInput,
  signViewSchema,
  tokenParams,
} from './signing.ts';

const hash = z.string();

export const handTermsAnswer = z.object({
  session: z.string().describe('part of the envelope, like each point’s field and hash'),
  advanced: z.boolean().describe('depends on an adherence: requires a pen or finger with pressure, never a mouse'),
  mouse: z.boolean().describe('the legal entity accepts a mouse for this signature'),
  custodian: z.object({
    certificate: z.string().describe('X.509 certificate, DER as base64; envelopes are encrypted for its holder'),
    sha256: hash,
  }),
  consent: z.object({ version: z.string(), text: z.string(), sha256: hash }).describe('consent to biometric data'),
  points: z.array(
    z.object({ id: z.string(), field: z.string(), shownSha256: hash.describe('SHA-256 of the file as shown') }),
  ),
});
export type HandTerms = z.output<typeof handTermsAnswer>;

const SHA256 = '9f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a6053';

export const readHandTerms = endpoint(links.readHandTerms, {
  summary: 'Data that a dealer’s tablet needs to capture a handwritten signature. Has no side effects.',
  access: 'device',
  params: tokenParams,
  output: handTermsAnswer,
  example: {
    params: EXAMPLE_LINK_PARAMS,
    answer: {
      session: '77',
      advanced: false,
      mouse: false,
      custodian: { certificate: 'MIIEXjCC…', sha256: SHA256 },
      consent: { version: 'BIO-2026-11-bozza', text: 'Acconsento…', sha256: SHA256 },
      points: [{ id: 'p1', field: 'Fascicolo_Firma_77_1', shownSha256: SHA256 }],
    },
  },
  errors: [
    'device.notActive',
    'signing.unknownLink',
    'signing.notYours',
    'signing.notOpened',
    'signing.byCodeOnly',
    'signing.otherTablet',
    'signing.alreadySigned',
    'signing.closed',
    'signing.locked',
  ],
});

export const handsInput = z.strictObject({
  points: pointsInput,
  shown: shownInput,
  seen: seenInput,
  consentSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { message: 'type' })
    .describe('SHA-256 of the accepted text on biometric data'),
  hands: z.array(handSchema).max(MAX_HANDS),
});
export type HandsInput = z.output<typeof handsInput>;

export const signByHand = endpoint(links.signByHand, {
  summary:
    'Sign all signature fields with handwriting that the tablet encrypted for the custodian. Idempotent for the same browser.',
  access: 'device',
  params: tokenParams,
  body: handsInput,
  bodyLimit: 8 * 1_048_576,
  output: signViewSchema,
  objectName: 'sign',
  example: {
    params: EXAMPLE_LINK_PARAMS,
    body: {
      points: ['p1'],
      shown: [SHA256],
      consentSha256: SHA256,
      hands: [
        {
          point: 'p1',
          envelope: 'MIIDrwYLKoZIhvcNAQkQARc=',
          drawing: {
            width: 42.5,
            height: 18,
            lines: [
              [
                [0, 3.2],
                [0.4, 3.5],
              ],
            ],
          },
          pointer: 'pen',
        },
      ],
    },
    answer: SIGNED_VIEW,
  },
  errors: [
    'device.notActive',
    ...CONFIRM_REFUSALS,
    'signing.byCodeOnly',
    'signing.otherTablet',
    'signing.bioConsent',
    'signing.handRefused',
  ],
});
