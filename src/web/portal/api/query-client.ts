/** How calls are sent and retried: immediately or not at all, so that no action runs later (docs/decisions/0051). */
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isOffline } from '../../shared/connection.ts';
import { ApiFailure, missingAnswerOf } from './failure.ts';
import { logFailure } from './failure-log.ts';
import { refetchStale } from './live/live-refresh.ts';

/** Retry interval of reads that did not reach the server; when the network returns, they retry immediately. */
export const RETRY_READ_MS = 15_000;

/** Offline, a retry is useless, and the browser signals the network's return; after a timeout, report it to the user first. */
const isRetryable = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.status === 0 ? !failure.timedOut && !isOffline() : failure.status >= 502);

/** Data kept until sign-out does not depend on actions. */
const changes = (query: Query): boolean =>
  !query.observers.some(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);

export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (failure, query) => logFailure(query.queryKey, failure) }),
    mutationCache: new MutationCache({
      onError: (failure) => {
        // The action may have arrived: refetch what is on screen, now or as soon as the network is back.
        if (missingAnswerOf(failure) === 'lost') refetchStale(client, { predicate: changes });
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // The mode above disables this by default.
        refetchOnReconnect: true,
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        refetchInterval: ({ state }) => (missingAnswerOf(state.error) === null ? false : RETRY_READ_MS),
        retry: (count, failure) => count < 2 && isRetryable(failure),
      },
      // A paused action would run later without the user, on any page.
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

export const queryClient = makeQueryClient();
