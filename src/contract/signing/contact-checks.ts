/** Phones and addresses that may not be the customer's own, and their confirmation by a second person. */
import { z } from 'zod';
import { CONTACT_KINDS, CONTACT_VERDICTS } from '#domain/signing/contact/contact-doubts.ts';
import { requiredText } from '#domain/text-schemas.ts';
import * as calls from '../calls/signing.ts';
import { staffEndpointsOf } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';

const documentEndpoint = staffEndpointsOf('document');

const EXAMPLE_PARAMS = { id: 48_190 } as const;

export const contactCheckAnswer = z.object({
  verdict: z
    .enum(CONTACT_VERDICTS)
    .describe('`word`: needs confirmation by a second person; `staff`, `shared`: cannot be used for a signature'),
  kind: z.enum(CONTACT_KINDS),
  signer: z.string(),
  contact: z.string(),
  staff: z.boolean().describe('a user of the portal has the same contact'),
  company: z.boolean().describe('a company of the network publishes it as its own phone number'),
  others: z.number().describe('number of other people it was entered for earlier, across the whole network'),
  word: z
    .object({
      by: z.string(),
      at: z.string(),
      own: z.boolean().describe('true if the caller confirmed it; another user must then start the signature'),
    })
    .nullable()
    .describe('the confirmation in force'),
  mayConfirm: z
    .boolean()
    .describe(
      'false if the contact was entered by the caller, or by a user who recently created or changed the caller’s account',
    ),
});

const IN_DOUBT = {
  ...{ verdict: 'word', kind: 'phone', signer: 'Ginevra Provetti', contact: '+393331234567', staff: false },
  ...{ company: false, others: 2 },
  ...{ word: null, mayConfirm: true },
} as const;

export const checkContacts = documentEndpoint(calls.checkContacts, 'document.sign', {
  summary:
    'Phone numbers and addresses of a document ready to sign that need confirmation by a second person, or cannot be used for a signature',
  params: idParams,
  output: z.array(contactCheckAnswer),
  example: { params: EXAMPLE_PARAMS, answer: [IN_DOUBT] },
  errors: ['document.notFound'],
});

export const confirmContact = documentEndpoint(calls.confirmContact, 'document.sign', {
  summary:
    'Confirm that a contact belongs to the customer. Valid for one start of this document by another user, until the customer or the document is edited.',
  params: idParams,
  body: z.strictObject({ kind: z.enum(CONTACT_KINDS), signer: requiredText(), contact: requiredText() }),
  output: z.array(contactCheckAnswer),
  example: {
    params: EXAMPLE_PARAMS,
    body: { kind: 'phone', signer: 'Ginevra Provetti', contact: '+39 3331234567' },
    answer: [{ ...IN_DOUBT, word: { by: 'Paolo Ricci', at: '2026-11-20T08:12:00.000Z', own: true } }],
  },
  errors: ['document.notFound', 'life.notReady', 'signing.wordNotNeeded', 'signing.wordOwn', 'signing.wordOwnAccount'],
});
