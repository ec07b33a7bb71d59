/** Calls on users (specification §7 "Users and account"): the list as criteria of a query, one user, and the file for Excel. */
import { keepPreviousData } from '@tanstack/react-query';
import { type downloadUsers, getUser, listAdministratorProposals, listUsers } from '#contract/calls/users.ts';
import type { QueryOf, RowOf } from '#contract/definition/call-types.ts';
import { pageOf, queryOf } from '../query-of.ts';

export type UserRow = RowOf<typeof listUsers>;
export type AdministratorProposal = RowOf<typeof listAdministratorProposals>;

/** What narrows and orders the list, and the file as well; the authorities field is sent as authority. */
export type UserCriteria = QueryOf<typeof downloadUsers>;

/** A search that is asked again cancels the one under way. */
export const userSearch = (criteria: UserCriteria, page: number, size: number) =>
  pageOf(listUsers, { query: { ...criteria, page, size } }, { placeholderData: keepPreviousData });

/** One user, asked anew whenever it is opened: what is edited is what is stored. */
export const userQuery = (id: number) => queryOf(getUser, { path: { id } }, { gcTime: 0 });

/** What waits for a second administrator; others decide meanwhile, so it is asked again while it is looked at. */
export const proposalsQuery = queryOf(listAdministratorProposals, {}, { refetchInterval: 60_000 });

export const USER_EXPORT_NAME = 'Export_Utenti.xlsx';
