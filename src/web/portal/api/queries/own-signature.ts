/** What waits for the signature of the signed-in user, and where it stands (P-6). */

import { listOwnSignatures } from '#contract/calls/documents.ts';
import { readOwnSignature } from '#contract/calls/signing.ts';
import type { AnswerOf, RowOf } from '#contract/definition/call-types.ts';
import { queryOf } from '../query-of.ts';

export type OwnSignature = AnswerOf<typeof readOwnSignature>;
export type OwnTurn = RowOf<typeof listOwnSignatures>;

/** Under what waits: every step of a signer brings it up to date. */
export const ownTurnsQuery = (legalEntity: string | null) =>
  queryOf(listOwnSignatures, legalEntity === null ? {} : { query: { legalEntity } });

export const ownSignatureQuery = (id: number) => queryOf(readOwnSignature, { path: { id } });
