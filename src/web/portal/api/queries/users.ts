/** Queries of users: the list with its criteria, one user, and the Excel file. */
import { keepPreviousData } from '@tanstack/react-query';
import { type downloadUsers, getUser, listAdministratorProposals, listUsers } from '#contract/calls/users.ts';
import type { QueryOf, RowOf } from '#contract/definition/call-types.ts';
import { pageOf, queryOf } from '../query-options.ts';

export type UserRow = RowOf<typeof listUsers>;
export type AdministratorProposal = RowOf<typeof listAdministratorProposals>;

/** Criteria and order of the list and of the file; the authorities field is sent as authority. */
export type UserCriteria = QueryOf<typeof downloadUsers>;

/** A new search cancels the one in progress. */
export const userSearch = (criteria: UserCriteria, page: number, size: number) =>
  pageOf(listUsers, { query: { ...criteria, page, size } }, { placeholderData: keepPreviousData });

/** One user, fetched whenever it is opened, so that edits start from the stored state. */
export const userQuery = (id: number) => queryOf(getUser, { path: { id } }, { gcTime: 0 });

/** Proposals that wait for a second administrator; others may decide on them, so poll while they are shown. */
export const proposalsQuery = queryOf(listAdministratorProposals, {}, { refetchInterval: 60_000 });

export const USER_EXPORT_NAME = 'Export_Utenti.xlsx';
