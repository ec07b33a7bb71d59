/** Queries of one document's signature, in a separate module because only some pages need them. */
import { queryOptions } from '@tanstack/react-query';
import { readEvents, readValidation } from '#contract/calls/evidence.ts';
import { checkContacts, getSignaturePlaces, readSigning } from '#contract/calls/signing.ts';
import { ask } from '../client.ts';
import { keyOf } from '../query-keys.ts';
import { queryOf } from '../query-options.ts';

export const signingQuery = (id: number) => queryOf(readSigning, { path: { id } });

/** Contacts that a second person has to confirm before the start. */
export const contactCheckQuery = (id: number) => queryOf(checkContacts, { path: { id } });

/**
 * The places of the signatures before the start. It has its own key: a document that has just started is refetched, and
 * from then on its places are refused.
 */
export const signaturePlacesQuery = (id: number) => queryOf(getSignaturePlaces, { path: { id } });

export const eventsQuery = (id: number) => queryOf(readEvents, { path: { id } });

export const validationQuery = (id: number, signedDocumentId: number | null) =>
  queryOptions({
    // Signing again produces another file.
    queryKey: [...keyOf(readValidation, { path: { id } }), signedDocumentId],
    queryFn: ({ signal }) => ask(readValidation, { path: { id }, signal }),
    staleTime: 60_000,
  });
