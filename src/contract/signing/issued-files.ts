/** Checks by its fingerprint whether this installation issued a file. */
import { z } from 'zod';
import * as calls from '../calls/evidence.ts';
import { endpoint } from '../definition/endpoint.ts';

const ISSUED_KINDS = ['signed', 'audit', 'partial'] as const;
const PROOF_STATES = ['sealed', 'archived', 'renewed', 'notConcluded'] as const;

export const issuedAnswer = z.object({
  issued: z.boolean(),
  file: z
    .object({
      kind: z
        .enum(ISSUED_KINDS)
        .describe('signed file, audit trail, or the file of a signature that ended after some signers had signed'),
      label: z.string().describe('the type’s name, never the file name'),
      date: z.string().describe('date of creation in Rome'),
      proof: z
        .enum(PROOF_STATES)
        .describe(
          'closed by the seal; with a document timestamp; a later copy has a newer timestamp; not signed by all signers',
        ),
    })
    .nullable(),
});
export type IssuedAnswer = z.output<typeof issuedAnswer>;

export const findIssued = endpoint(calls.findIssued, {
  summary:
    'Whether this installation issued the file with this SHA-256: a signed file, its final trail, or the file kept of a signature that ended after some signers had signed. Never returns who signed, or for whom.',
  access: 'open',
  params: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: issuedAnswer,
  example: {
    params: { sha256: '9f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a60539f2c8d1e4b7a6053' },
    answer: { issued: true, file: { kind: 'signed', label: 'Preventivo', date: '2026-11-20', proof: 'sealed' } },
  },
});
