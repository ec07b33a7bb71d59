/** What the pages ask the server for, as query options: one key and one call each (specification §7). */

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SignaturePlaces } from '#contract/signature-places.ts';
import type { Tablet } from '#contract/tablets.ts';
import { isSynchronizing } from '#domain/customer-search/synchronization.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import type { ServiceSignatureType } from '#domain/entitlements/service-types.ts';
import type { SignatureService } from '#domain/entitlements/signs-simply.ts';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { call, callFile, callPage, type Page } from './client.ts';
import {
  ACCOUNT,
  DEALERS,
  DOCUMENT_SEARCH,
  documentPath,
  dossierPath,
  folderPath,
  latestSearch,
  previewPath,
  type Search,
  searchOptions,
} from './first-calls.ts';
import { lookAgainMs } from './live.ts';
import type {
  Account,
  AdherenceState,
  Consents,
  ContactCheckRow,
  DocumentRow,
  DossierRow,
  EventRow,
  FolderRow,
  SigningState,
  Synchronization,
  Validation,
} from './shapes.ts';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call<Account>(ACCOUNT.path, { signal }),
  staleTime: 60_000,
});

/** Loaded once and kept until logout (specification §7), shown or not. */
const UNTIL_LOGOUT = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** Loaded once after the account, kept until logout (specification §7). */
export const dealersQuery = queryOptions({
  queryKey: ['dealers'],
  queryFn: async ({ signal }) => {
    const answer = await call<{ concs: Dealer[] }>(DEALERS.path, { ...DEALERS.options, signal });
    return answer.concs;
  },
  ...UNTIL_LOGOUT,
});

export const folderTypesQuery = queryOptions({
  queryKey: ['folder-types'],
  queryFn: ({ signal }) => call<FolderTypeConfiguration>('/api/v2/folder-types/ext', { signal }),
  ...UNTIL_LOGOUT,
});

/** Which legal entity signs as FEA or FES in which folder types; kept until logout (specification §7). */
export const signatureServicesQuery = queryOptions({
  queryKey: ['signature-services'],
  queryFn: ({ signal }) =>
    call<SignatureService[]>('/api/intesys-services', { query: { 'serviceType.equals': 'SIGNATURE_TYPE' }, signal }),
  ...UNTIL_LOGOUT,
});

/** @param vain nothing can be found: the answer is empty without a call. */
function search<T>(name: string, path: string, wanted: Search, vain = false) {
  return queryOptions({
    queryKey: [name, 'search', wanted],
    queryFn: async ({ signal }): Promise<Page<T>> =>
      vain ? { rows: [], total: 0 } : await callPage<T>(path, { ...searchOptions(wanted), signal }),
    placeholderData: keepPreviousData,
  });
}

export const dossierSearch = (wanted: Search) => search<DossierRow>('dossiers', '/api/dossiers/search', wanted);
export const documentSearch = (wanted: Search) => search<DocumentRow>('documents', DOCUMENT_SEARCH, wanted);

/** Where no brand is named, in those of the user; whoever has none has no folders (specification §7). */
export function folderSearch({ brands }: Pick<Account, 'brands'>, { criteria, ...wanted }: Search) {
  const own = { in: brands.map(({ brand }) => brand) };
  const within = { ...wanted, criteria: { ...criteria, brand: criteria.brand ?? own } };
  return search<FolderRow>('folders', '/api/folders-ext/search', within, own.in.length === 0);
}

/** The dashboard's list (specification §7, §9). */
export const latestDocuments = (legalEntity: string | null) => documentSearch(latestSearch(legalEntity));

/** All documents of a folder (specification §7). */
export const documentsOfFolder = (folderId: number) =>
  documentSearch({ page: 0, size: 10_000, sort: 'fileName,asc', criteria: { folderId: { equals: folderId } } });

export const dossierQuery = (id: number) =>
  queryOptions({
    queryKey: ['dossiers', id],
    queryFn: ({ signal }) => call<DossierRow>(dossierPath(id), { signal }),
  });

/** Looks again every 2 s at what moves by itself. */
const MOVING_MS = 2_000;

/** Where the customer stands with RSP; asked again while that moves by itself (specification §4). */
export const synchronizationQuery = (id: number) =>
  queryOptions({
    queryKey: ['dossiers', id, 'synchronization'],
    queryFn: ({ signal }) => call<Synchronization>(`/api/dossiers/rsp-synchronization/${id}/status`, { signal }),
    refetchInterval: (query) =>
      isSynchronizing(query.state.data?.syncStatus ?? null) ? lookAgainMs(MOVING_MS) : false,
  });

/** Where the customer's consents stand; asked again while a controller is being told. */
export const consentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['dossiers', id, 'consents'],
    queryFn: ({ signal }) => call<Consents>(`/api/dossiers/${id}/consents/current`, { signal }),
    refetchInterval: (query) =>
      query.state.data?.controllers.some(({ push }) => push === 'QUEUED') ? lookAgainMs(MOVING_MS) : false,
  });

/** Where the customer stands with the advanced signature. */
export const adherenceQuery = (id: number) =>
  queryOptions({
    queryKey: ['dossiers', id, 'fea'],
    queryFn: ({ signal }) => call<AdherenceState>(`/api/dossiers/${id}/fea/current`, { signal }),
    // The customer signs elsewhere: what was known a moment ago may be over.
    staleTime: 0,
  });

/** The kinds of signature that the services give to a folder (specification §7). */
export const folderSignatureTypesQuery = (id: number) =>
  queryOptions({
    queryKey: ['folders', id, 'signature-types'],
    queryFn: ({ signal }) => call<ServiceSignatureType[]>(`/api/folders-ext/${id}/fea`, { signal }),
    staleTime: 60_000,
  });

/** Documents that a FEA module was made for. */
/** A module lies in the folder of the documents it is for. */
export const originsOfModule = ({ id, folderId }: { id: number; folderId: number }) =>
  documentSearch({
    ...{ page: 0, size: 5, sort: 'id,asc' },
    criteria: { folderId: { equals: folderId }, feaModuleId: { equals: id } },
  });

export const folderQuery = (id: number) =>
  queryOptions({
    queryKey: ['folders', id],
    queryFn: ({ signal }) => call<FolderRow>(folderPath(id), { signal }),
  });

export const documentQuery = (id: number) =>
  queryOptions({
    queryKey: ['documents', id],
    queryFn: ({ signal }) => call<DocumentRow>(documentPath(id), { signal }),
  });

export const signingQuery = (id: number) =>
  queryOptions({
    queryKey: ['documents', id, 'signing'],
    queryFn: ({ signal }) => call<SigningState>(`/api/documents/${id}/signing`, { signal }),
  });

/** What of the contacts a second person has to confirm before the start (D-45). */
export const contactCheckQuery = (id: number) =>
  queryOptions({
    queryKey: ['documents', id, 'contact-check'],
    queryFn: ({ signal }) => call<ContactCheckRow[]>(`/api/documents/${id}/contact-check`, { signal }),
  });

/**
 * Where it will be signed, before it is. A key of its own: a document that has just started is asked for again, and its
 * places are refused from then on.
 */
export const signaturePlacesQuery = (id: number) =>
  queryOptions({
    queryKey: ['signature-places', id],
    queryFn: ({ signal }) => call<SignaturePlaces>(`/api/documents/${id}/signature-places`, { signal }),
  });

export const eventsQuery = (id: number) =>
  queryOptions({
    queryKey: ['documents', id, 'events'],
    queryFn: ({ signal }) => call<EventRow[]>(`/api/documents/${id}/events`, { signal }),
  });

export const validationQuery = (id: number, signedDocumentId: number | null) =>
  queryOptions({
    queryKey: ['documents', id, 'validation', signedDocumentId],
    queryFn: ({ signal }) => call<Validation>(`/api/documents/${id}/validation`, { signal }),
    staleTime: 60_000,
  });

/** Names to logins; whoever may not be named to the caller is left out, and so is everybody when the call fails. */
export const namesQuery = (logins: readonly string[]) =>
  queryOptions({
    queryKey: ['names', ...logins],
    queryFn: ({ signal }) =>
      call<{ login: string; fullname: string }[]>('/api/coworkers/names', {
        query: { login: logins.join(',') },
        signal,
      }).catch(() => []),
    enabled: logins.length > 0,
    staleTime: 600_000,
  });

/** People with a role; an error silently gives an empty list (specification §7). */
export const coworkersQuery = (role: string, brand: string, folderType: string, hst?: string) =>
  queryOptions({
    queryKey: ['coworkers', role, brand, folderType, hst],
    queryFn: ({ signal }) =>
      call<Account[]>(`/api/coworkers/authorities/${role}`, { query: { brand, folderType, hst }, signal }).catch(
        (): Account[] => [],
      ),
    staleTime: 60_000,
  });

/** A picture, whole; PDFs are read part by part. */
export const pictureQuery = (id: number) =>
  queryOptions({
    queryKey: ['document-file', id],
    queryFn: ({ signal }) => callFile(previewPath(id, null), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** A dealer's tablets that documents can be sent to (P-7, P-13). */
export const tabletsQuery = (hst: string) =>
  queryOptions({
    queryKey: ['tablets', hst],
    queryFn: ({ signal }) => call<Tablet[]>('/api/tablets', { query: { hst }, signal }),
  });
