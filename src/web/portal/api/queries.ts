/** The pages' server queries as query options: one key and one call each. */
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
import { DEALERS, latestSearch } from '../preload/landing-calls.ts';
import type { Account } from './answer-types.ts';
import { ask, askFile } from './client.ts';
import { pollIntervalMs } from './live/live.ts';
import { previewOf } from './queries/preview.ts';
import { type Search, searchInput } from './queries/search.ts';
import { keyOf } from './query-keys.ts';
import { pageOf, queryOf } from './query-options.ts';

export const accountQuery = queryOf(getAccount, {}, { staleTime: 60_000 });

/** Loaded once and kept until sign-out, shown or not. */
const UNTIL_LOGOUT = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** Loaded once after the account, kept until sign-out. */
export const dealersQuery = queryOptions({
  queryKey: keyOf(listDealers, DEALERS),
  // Request every field.
  queryFn: async ({ signal }) => (await ask(listDealers, { ...DEALERS, signal })).concs as Dealer[],
  ...UNTIL_LOGOUT,
});

export const folderTypesQuery = queryOf(getFolderTypes, {}, UNTIL_LOGOUT);

/** Which legal entity signs with FEA or FES in which folder types; kept until sign-out. */
export const signatureServicesQuery = queryOf(
  listServices,
  { query: { 'serviceType.equals': 'SIGNATURE_TYPE' } },
  UNTIL_LOGOUT,
);

const KEPT = { placeholderData: keepPreviousData };

export const dossierSearch = (search: Search) => pageOf(searchDossiers, searchInput(search), KEPT);

/** Open customers, newest first: all, or those that match a text of at least three characters. */
export const openDossiers = (text: string, { page = 0, size = 5 } = {}) =>
  dossierSearch({
    ...{ page, size, sort: 'id,desc' },
    criteria: { status: { equals: 'OPEN' }, ...(text === '' ? {} : { genericFilter: { contains: text } }) },
  });

export const documentSearch = (search: Search) => pageOf(searchDocuments, searchInput(search), KEPT);

/** Without a brand criterion, limited to the user's brands: users without brands have no folders, so no call is made. */
export function folderSearch({ brands }: Pick<Account, 'brands'>, { criteria, ...wanted }: Search) {
  const ownBrands = { in: brands.map(({ brand }) => brand) };
  const input = searchInput({ ...wanted, criteria: { ...criteria, brand: criteria.brand ?? ownBrands } });
  const query = pageOf(searchFolders, input, KEPT);
  return ownBrands.in.length > 0 ? query : { ...query, queryFn: async () => ({ rows: [], total: 0 }) };
}

/** The dashboard's list. */
export const latestDocuments = (legalEntity: string | null) => documentSearch(latestSearch(legalEntity));

export const documentsOfFolder = (folderId: number) =>
  documentSearch({ page: 0, size: 10_000, sort: 'fileName,asc', criteria: { folderId: { equals: folderId } } });

export const dossierQuery = (id: number) => queryOf(getDossier, { path: { id } });

/** Polling interval for data that changes without user action. */
const POLL_MS = 2_000;

/** The customer's synchronization with RSP; polled while it is in progress. */
export const synchronizationQuery = (id: number) =>
  queryOf(
    getSynchronization,
    { path: { id } },
    {
      refetchInterval: (query) =>
        isSynchronizing(query.state.data?.syncStatus ?? null) ? pollIntervalMs(POLL_MS) : false,
    },
  );

/** The customer's consents; polled while they are being sent to a controller. */
export const consentsQuery = (id: number) =>
  queryOf(
    getConsents,
    { path: { id } },
    {
      refetchInterval: (query) =>
        query.state.data?.controllers.some(({ push }) => push === 'QUEUED') ? pollIntervalMs(POLL_MS) : false,
    },
  );

/** The customer's FEA adherence. */
export const adherenceQuery = (id: number) =>
  queryOf(
    getAdherence,
    { path: { id } },
    {
      // The customer signs elsewhere, so a recent answer may already be outdated.
      staleTime: 0,
    },
  );

/** The kinds of signature that services grant a folder. */
export const folderSignatureTypesQuery = (id: number) =>
  queryOf(getFolderSignatureTypes, { path: { id } }, { staleTime: 60_000 });

/** Documents for which a FEA module was made, in the same folder. */
export const originsOfModule = ({ id, folderId }: { id: number; folderId: number }) =>
  documentSearch({
    ...{ page: 0, size: 5, sort: 'id,asc' },
    criteria: { folderId: { equals: folderId }, feaModuleId: { equals: id } },
  });

export const folderQuery = (id: number) => queryOf(getFolder, { path: { id } });

export const documentQuery = (id: number) => queryOf(getDocument, { path: { id } });

/** Names by login, without those that the caller may not see; empty when the call fails. */
export function namesQuery(logins: readonly string[]) {
  const input = { query: { login: logins.join(',') } };
  return queryOptions({
    queryKey: keyOf(nameCoworkers, input),
    queryFn: ({ signal }) => ask(nameCoworkers, { ...input, signal }).catch(() => []),
    enabled: logins.length > 0,
    staleTime: 600_000,
  });
}

/** Users with a role; empty when the call fails. */
export function coworkersQuery(role: Role, brand?: Brand, folderType?: FolderType, hst?: string) {
  const input = { path: { role }, query: { brand, folderType, hst } };
  return queryOptions({
    queryKey: keyOf(listCoworkers, input),
    queryFn: ({ signal }) => ask(listCoworkers, { ...input, signal }).catch((): Account[] => []),
    staleTime: 60_000,
  });
}

/** A whole image; PDFs are read in parts. */
export const pictureQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(downloadDocument, { path: { id } }),
    queryFn: ({ signal }) => askFile({ ...previewOf(id, null), signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** A dealer's tablets to which documents can be sent. */
export const tabletsQuery = (hst: string) => queryOf(listTablets, { query: { hst } });
