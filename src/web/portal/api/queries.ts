/** What the pages ask the server for, as query options: one key and one call each (specification §7). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getAdherence } from '#contract/calls/adherences.ts';
import { getConsents } from '#contract/calls/consents.ts';
import { getSynchronization } from '#contract/calls/customer-search.ts';
import { listDealers } from '#contract/calls/dealers.ts';
import { downloadDocument, getDocument, searchDocuments } from '#contract/calls/documents.ts';
import { getDossier, searchDossiers } from '#contract/calls/dossiers.ts';
import { getFolder, getFolderSignatureTypes, getFolderTypes, searchFolders } from '#contract/calls/folders.ts';
import { getAccount } from '#contract/calls/identity.ts';
import { listServices } from '#contract/calls/services.ts';
import { listTablets } from '#contract/calls/tablets.ts';
import { listCoworkers, nameCoworkers } from '#contract/calls/users.ts';
import { isSynchronizing } from '#domain/customer-search/synchronization.ts';
import type { Brand, Dealer } from '#domain/dealers/brands.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { Role } from '#domain/identity/roles.ts';
import { DEALERS, latestSearch } from '../preload/calls.ts';
import { ask, askFile } from './client.ts';
import { keyOf } from './keys.ts';
import { lookAgainMs } from './live/live.ts';
import { previewOf } from './queries/preview.ts';
import { type Search, searchInput } from './queries/search.ts';
import { pageOf, queryOf } from './query-of.ts';
import type { Account } from './shapes.ts';

export const accountQuery = queryOf(getAccount, {}, { staleTime: 60_000 });

/** Loaded once and kept until logout (specification §7), shown or not. */
const UNTIL_LOGOUT = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** Loaded once after the account, kept until logout (specification §7). */
export const dealersQuery = queryOptions({
  queryKey: keyOf(listDealers, DEALERS),
  // Every field is asked for.
  queryFn: async ({ signal }) => (await ask(listDealers, { ...DEALERS, signal })).concs as Dealer[],
  ...UNTIL_LOGOUT,
});

export const folderTypesQuery = queryOf(getFolderTypes, {}, UNTIL_LOGOUT);

/** Which legal entity signs as FEA or FES in which folder types; kept until logout (specification §7). */
export const signatureServicesQuery = queryOf(
  listServices,
  { query: { 'serviceType.equals': 'SIGNATURE_TYPE' } },
  UNTIL_LOGOUT,
);

const KEPT = { placeholderData: keepPreviousData };

export const dossierSearch = (wanted: Search) => pageOf(searchDossiers, searchInput(wanted), KEPT);

/** Customers that are open, the newest first: all, or those that a text of three characters or more finds. */
export const openDossiers = (text: string, { page = 0, size = 5 } = {}) =>
  dossierSearch({
    ...{ page, size, sort: 'id,desc' },
    criteria: { status: { equals: 'OPEN' }, ...(text === '' ? {} : { genericFilter: { contains: text } }) },
  });

export const documentSearch = (wanted: Search) => pageOf(searchDocuments, searchInput(wanted), KEPT);

/** Without a brand, in those of the user: a user without brands has no folders, and is not answered by a call (specification §7). */
export function folderSearch({ brands }: Pick<Account, 'brands'>, { criteria, ...wanted }: Search) {
  const own = { in: brands.map(({ brand }) => brand) };
  const input = searchInput({ ...wanted, criteria: { ...criteria, brand: criteria.brand ?? own } });
  const found = pageOf(searchFolders, input, KEPT);
  return own.in.length > 0 ? found : { ...found, queryFn: async () => ({ rows: [], total: 0 }) };
}

/** The dashboard's list (specification §7, §9). */
export const latestDocuments = (legalEntity: string | null) => documentSearch(latestSearch(legalEntity));

/** All documents of a folder (specification §7). */
export const documentsOfFolder = (folderId: number) =>
  documentSearch({ page: 0, size: 10_000, sort: 'fileName,asc', criteria: { folderId: { equals: folderId } } });

export const dossierQuery = (id: number) => queryOf(getDossier, { path: { id } });

/** Looks again every 2 s at what moves by itself. */
const MOVING_MS = 2_000;

/** Where the customer stands with RSP; asked again while that moves by itself (specification §4). */
export const synchronizationQuery = (id: number) =>
  queryOf(
    getSynchronization,
    { path: { id } },
    {
      refetchInterval: (query) =>
        isSynchronizing(query.state.data?.syncStatus ?? null) ? lookAgainMs(MOVING_MS) : false,
    },
  );

/** Where the customer's consents stand; asked again while a controller is being told. */
export const consentsQuery = (id: number) =>
  queryOf(
    getConsents,
    { path: { id } },
    {
      refetchInterval: (query) =>
        query.state.data?.controllers.some(({ push }) => push === 'QUEUED') ? lookAgainMs(MOVING_MS) : false,
    },
  );

/** Where the customer stands with the advanced signature. */
export const adherenceQuery = (id: number) =>
  queryOf(
    getAdherence,
    { path: { id } },
    {
      // The customer signs elsewhere: what was known a moment ago may be over.
      staleTime: 0,
    },
  );

/** The kinds of signature that the services give to a folder (specification §7). */
export const folderSignatureTypesQuery = (id: number) =>
  queryOf(getFolderSignatureTypes, { path: { id } }, { staleTime: 60_000 });

/** Documents that a FEA module was made for: it lies in their folder. */
export const originsOfModule = ({ id, folderId }: { id: number; folderId: number }) =>
  documentSearch({
    ...{ page: 0, size: 5, sort: 'id,asc' },
    criteria: { folderId: { equals: folderId }, feaModuleId: { equals: id } },
  });

export const folderQuery = (id: number) => queryOf(getFolder, { path: { id } });

export const documentQuery = (id: number) => queryOf(getDocument, { path: { id } });

/** Names to logins. Names that the caller may not read are left out; a call that fails gives none. */
export function namesQuery(logins: readonly string[]) {
  const input = { query: { login: logins.join(',') } };
  return queryOptions({
    queryKey: keyOf(nameCoworkers, input),
    queryFn: ({ signal }) => ask(nameCoworkers, { ...input, signal }).catch(() => []),
    enabled: logins.length > 0,
    staleTime: 600_000,
  });
}

/** People with a role; an error silently gives an empty list (specification §7). */
export function coworkersQuery(role: Role, brand?: Brand, folderType?: FolderType, hst?: string) {
  const input = { path: { role }, query: { brand, folderType, hst } };
  return queryOptions({
    queryKey: keyOf(listCoworkers, input),
    queryFn: ({ signal }) => ask(listCoworkers, { ...input, signal }).catch((): Account[] => []),
    staleTime: 60_000,
  });
}

/** A picture, whole; PDFs are read part by part. */
export const pictureQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(downloadDocument, { path: { id } }),
    queryFn: ({ signal }) => askFile({ ...previewOf(id, null), signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** A dealer's tablets that documents can be sent to (P-7, P-13). */
export const tabletsQuery = (hst: string) => queryOf(listTablets, { query: { hst } });
