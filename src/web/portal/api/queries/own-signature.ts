/** Queries of what waits for the signed-in user's own signature, and its state. */
import { listOwnSignatures } from '#contract/calls/documents.ts';
import { readOwnSignature } from '#contract/calls/signing.ts';
import type { AnswerOf, RowOf } from '#contract/definition/call-types.ts';
import { queryOf } from '../query-options.ts';

export type OwnSignature = AnswerOf<typeof readOwnSignature>;
export type OwnTurn = RowOf<typeof listOwnSignatures>;

/** Keyed under the waiting list, so that every step of a signer refreshes it. */
export const ownTurnsQuery = (legalEntity: string | null) =>
  queryOf(listOwnSignatures, legalEntity === null ? {} : { query: { legalEntity } });

export const ownSignatureQuery = (id: number) => queryOf(readOwnSignature, { path: { id } });
