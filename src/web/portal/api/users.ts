/** Calls on users (specification §7 "Users and account"): the list as criteria of a query, one user, and the file for Excel. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { administratorProposalAnswer } from '#contract/accounts/administrators.ts';
import { call, callLongFile, callPage } from './client.ts';
import type { Account } from './shapes.ts';

export interface UserRow extends Account {
  /** The own telephone, where one is kept (D-45). */
  mobilePhone?: string;
  createdBy: string | null;
  createdDate: string;
  lastModifiedBy: string | null;
  lastModifiedDate: string;
}

/** What narrows and orders the list, and the file besides; the authorities field is sent as authority. */
export interface UserCriteria {
  /** field,order */
  sort: string;
  'genericFilter.contains'?: string;
  'authority.in'?: string;
  'activated.equals'?: 'true' | 'false';
  'hst.in'?: string;
  'brand.in'?: string;
}

/** A search that is asked again cancels the one under way. */
export const userSearch = (criteria: UserCriteria, page: number, size: number) =>
  queryOptions({
    queryKey: ['users', 'search', criteria, page, size],
    queryFn: ({ signal }) => callPage<UserRow>('/api/users', { query: { ...criteria, page, size }, signal }),
    placeholderData: keepPreviousData,
  });

/** One user, asked anew whenever it is opened: what is edited is what is stored. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => call<UserRow>(`/api/users/${id}`, { signal }),
    gcTime: 0,
  });

export type AdministratorProposal = z.output<typeof administratorProposalAnswer>;
const PROPOSALS = '/api/administrator-proposals';

/** What waits for a second administrator; others decide meanwhile, so it is asked again while it is looked at. */
export const proposalsQuery = queryOptions({
  queryKey: ['users', 'proposals'],
  queryFn: ({ signal }) => call<AdministratorProposal[]>(PROPOSALS, { signal }),
  refetchInterval: 60_000,
});

export const confirmProposal = (id: number): Promise<AdministratorProposal> =>
  call(`${PROPOSALS}/${id}/confirm`, { method: 'POST', body: {} });

/** @param reason null: its author withdraws it. */
export const returnProposal = (id: number, reason: string | null): Promise<AdministratorProposal> =>
  call(`${PROPOSALS}/${id}/return`, { method: 'POST', body: { reason } });

export const USER_EXPORT_NAME = 'Export_Utenti.xlsx';

export const downloadUsers = (criteria: UserCriteria, onBytes: (bytes: number) => void): Promise<Blob> =>
  callLongFile('/api/users/download', { query: { ...criteria } }, onBytes);

/** `id` null makes a new user. */
export function saveUser(id: number | null, body: object, key: string): Promise<UserRow> {
  return id === null
    ? call('/api/users', { method: 'POST', body, idempotencyKey: key })
    : call('/api/users', { method: 'PUT', body: { ...body, id } });
}
