/** Phones and addresses that may not be the customer's own, and their confirmation by a second person. */
import { z } from 'zod';
import { CONTACT_KINDS, CONTACT_VERDICTS } from '#domain/signing/contact/contact-doubts.ts';
import { requiredText } from '#domain/text.ts';
import * as calls from '../calls/signing.ts';
import { endpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';

const ONE_DOCUMENT = { id: 48_190 } as const;

export const contactCheckAnswer = z.object({
  verdict: z
    .enum(CONTACT_VERDICTS)
    .describe('`word`: to be confirmed by a second person; `staff`, `shared`: serves no signature'),
  kind: z.enum(CONTACT_KINDS),
  signer: z.string(),
  contact: z.string(),
  staff: z.boolean().describe('one of the portal’s users has it too'),
  company: z.boolean().describe('a company of the network publishes it as its own telephone'),
  others: z.number().describe('how many other people it was to serve before, in the whole network'),
  word: z
    .object({ by: z.string(), at: z.string(), own: z.boolean().describe('the caller’s: somebody else starts') })
    .nullable()
    .describe('the word that was given and still holds'),
  mayConfirm: z.boolean().describe('the caller has not written it'),
});

const IN_DOUBT = {
  ...{ verdict: 'word', kind: 'phone', signer: 'Ginevra Provetti', contact: '+393331234567', staff: false },
  ...{ company: false, others: 2 },
  ...{ word: null, mayConfirm: true },
} as const;

export const checkContacts = endpoint(calls.checkContacts, {
  summary:
    'Telephones and addresses of a document that is ready to sign which a second person has to confirm, or which serve no signature',
  access: 'staff',
  action: 'document.sign',
  params: idParams,
  output: z.array(contactCheckAnswer),
  status: 200,
  objectName: 'document',
  example: { params: ONE_DOCUMENT, answer: [IN_DOUBT] },
  errors: ['document.notFound'],
});

export const confirmContact = endpoint(calls.confirmContact, {
  summary:
    'The caller’s word that a contact is the customer’s: for one start of this document by somebody else, until customer or document are edited.',
  access: 'staff',
  action: 'document.sign',
  params: idParams,
  body: z.strictObject({ kind: z.enum(CONTACT_KINDS), signer: requiredText(), contact: requiredText() }),
  output: z.array(contactCheckAnswer),
  status: 200,
  objectName: 'document',
  example: {
    params: ONE_DOCUMENT,
    body: { kind: 'phone', signer: 'Ginevra Provetti', contact: '+39 3331234567' },
    answer: [{ ...IN_DOUBT, word: { by: 'Paolo Ricci', at: '2026-11-20T08:12:00.000Z', own: true } }],
  },
  errors: ['document.notFound', 'life.notReady', 'signing.wordNotNeeded', 'signing.wordOwn', 'signing.wordOwnAccount'],
});
