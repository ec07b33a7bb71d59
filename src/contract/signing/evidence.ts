/** Proofs of the evidence tree for independent verification (RFC 9162). */
import { z } from 'zod';
import * as calls from '../calls/evidence.ts';
import { staffEndpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { wholeNumber } from '../definition/whole-number.ts';

const sha256 = z.string().describe('Lower-case hexadecimal');
const headAnswer = z.object({
  size: z.number().describe('Number of leaves covered by the head'),
  statement: z.string().describe('Signed canonical JSON: size, root, time'),
  signature: z.string().describe('Detached CMS signature of the statement, base64'),
  stamp: z.string().describe('RFC 3161 token over the signature, base64'),
});

const sizeQuery = wholeNumber(1, 999_999_999_999_999);

const HEAD = {
  size: 4,
  statement: '{"kind":"fascicolo.evidence-head","root":"5f1c…","size":4,"time":"2026-11-20T09:15:00.000Z","v":1}',
  signature: 'MIIF…',
  stamp: 'MIIH…',
};
const HASH = '9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de';

export const proveEvents = staffEndpoint(calls.proveEvents, 'document.read', {
  summary:
    'Inclusion proof of each event of a document in the newest signed head of the evidence tree; a new head is created if the newest does not cover all events.',
  params: idParams,
  output: z.object({
    head: headAnswer,
    events: z.array(
      z.object({
        seq: z.number(),
        hash: sha256.describe('Hash of the event; its leaf is SHA-256(0x00 ‖ hash)'),
        position: z.number().describe('Of the leaf, from 0'),
        path: z
          .array(z.object({ side: z.enum(['left', 'right']), hash: sha256 }))
          .describe('From the leaf to the root; node = SHA-256(0x01 ‖ left ‖ right)'),
      }),
    ),
  }),
  example: {
    params: { id: 48_190 },
    answer: { head: HEAD, events: [{ seq: 1, hash: HASH, position: 2, path: [{ side: 'right', hash: HASH }] }] },
  },
  errors: ['document.notFound', 'evidence.noHead', 'evidence.headRefused'],
});

export const proveConsistency = staffEndpoint(calls.proveConsistency, 'document.read', {
  summary:
    'Consistency proof between two heads of the evidence tree: the later one only appended. Heads are identified by their number of leaves; `second` defaults to the newest.',
  query: z.strictObject({ first: sizeQuery, second: sizeQuery.optional() }),
  output: z.object({
    first: headAnswer,
    second: headAnswer,
    path: z.array(sha256).describe('RFC 9162, section 2.1.4'),
  }),
  objectName: 'evidence',
  example: {
    query: { first: '3', second: '4' },
    answer: { first: { ...HEAD, size: 3 }, second: HEAD, path: [HASH] },
  },
  errors: ['evidence.headNotFound'],
});
