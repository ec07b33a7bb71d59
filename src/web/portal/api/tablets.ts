/** What waits on a dealer's tablets (P-7, P-13). */
import { queryOptions } from '@tanstack/react-query';
import type { QueuedDocument, Tablet } from '#contract/tablets.ts';
import { call, callDone } from './client.ts';
import { lookAgainMs } from './live.ts';

export type { QueuedDocument, Tablet };

/** While no stream tells: how often the queue is looked at again, in ms. */
const LOOK_AGAIN_MS = 5_000;

export const tabletQueueQuery = (hst: string) =>
  queryOptions({
    queryKey: ['tablet-queue', hst],
    queryFn: ({ signal }) => call<QueuedDocument[]>('/api/tablet-queue', { query: { hst }, signal }),
    refetchInterval: () => lookAgainMs(LOOK_AGAIN_MS),
  });

const pathOf = (documentId: number): string => `/api/documents/${documentId}/tablet-queue`;

export const sendToTablet = (documentId: number, tabletId: number) =>
  call<QueuedDocument>(pathOf(documentId), { method: 'POST', body: { tabletId } });

export const takeFromTablet = (documentId: number) => callDone(pathOf(documentId), { method: 'DELETE' });
