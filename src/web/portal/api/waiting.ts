/** What waits for whoever signs (P-19 "Da sollecitare"): the list, and how many there are. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Waiting } from '#domain/signing/waiting.ts';
import { call, callPage } from './client.ts';
import type { Search } from './first-calls.ts';
import type { DocumentRow } from './shapes.ts';

export type WaitingRow = DocumentRow & { waiting: Waiting };

export interface WaitingCount {
  sent: number;
  opened: number;
  stuck: number;
}

/** Under `documents`: whatever touches a document brings these up to date, too. */
export const WAITING = ['documents', 'waiting'] as const;

export const waitingSearch = ({ page, size, sort, criteria }: Search) =>
  queryOptions({
    queryKey: [...WAITING, 'search', { page, size, sort, criteria }],
    queryFn: ({ signal }) =>
      callPage<WaitingRow>('/api/documents-ext/waiting/search', {
        method: 'POST',
        query: { page, size, sort },
        body: criteria,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const waitingCountQuery = queryOptions({
  queryKey: [...WAITING, 'count'],
  queryFn: ({ signal }) => call<WaitingCount>('/api/documents-ext/waiting/count', { signal }),
});
