/** How the signature of one document stands: asked for by the pages that show it, and not by every page. */
import { queryOptions } from '@tanstack/react-query';
import { readEvents, readValidation } from '#contract/calls/evidence.ts';
import { checkContacts, getSignaturePlaces, readSigning } from '#contract/calls/signing.ts';
import { ask } from '../client.ts';
import { keyOf } from '../keys.ts';
import { queryOf } from '../query-of.ts';

export const signingQuery = (id: number) => queryOf(readSigning, { path: { id } });

/** What of the contacts a second person has to confirm before the start (D-45). */
export const contactCheckQuery = (id: number) => queryOf(checkContacts, { path: { id } });

/**
 * Where it will be signed, before it is. A key of its own: a document that has just started is asked for again, and its
 * places are refused from then on.
 */
export const signaturePlacesQuery = (id: number) => queryOf(getSignaturePlaces, { path: { id } });

export const eventsQuery = (id: number) => queryOf(readEvents, { path: { id } });

export const validationQuery = (id: number, signedDocumentId: number | null) =>
  queryOptions({
    // What is signed anew is another file.
    queryKey: [...keyOf(readValidation, { path: { id } }), signedDocumentId],
    queryFn: ({ signal }) => ask(readValidation, { path: { id }, signal }),
    staleTime: 60_000,
  });
