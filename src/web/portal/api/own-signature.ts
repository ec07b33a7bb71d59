/** What waits for the signature of whoever is signed in, and where it stands (P-6). */
import { queryOptions } from '@tanstack/react-query';
import type { OwnSignature, OwnTurn } from '#contract/own-signature.ts';
import { call } from './client.ts';
import { WAITING } from './waiting.ts';

export type { OwnSignature, OwnTurn };

/** Under what waits: every step of a signer brings it up to date. */
export const ownTurnsQuery = queryOptions({
  queryKey: [...WAITING, 'own'],
  queryFn: ({ signal }) => call<OwnTurn[]>('/api/own-signatures', { signal }),
});

export const ownSignatureQuery = (id: number) =>
  queryOptions({
    queryKey: ['documents', id, 'own-signature'],
    queryFn: ({ signal }) => call<OwnSignature>(`/api/documents/${id}/own-signature`, { signal }),
  });
