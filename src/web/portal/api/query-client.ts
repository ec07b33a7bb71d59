/** How calls are sent and repeated: at once or not at all, so that nothing acts later (specification §8; docs/decisions/0051). */
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isOffline } from '../../shared/connection.ts';
import { ApiFailure, contactOf } from './failure.ts';
import { logFailure } from './failure-log.ts';
import { readAgain } from './live/live-refresh.ts';

/** Reads that found no server are tried again so often, by themselves; with a network that is back they are at once. */
export const READ_AGAIN_MS = 15_000;

/** Without a network a second try finds none either, the browser says when there is one; on one that swallows it, it is told first. */
const worthAnother = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.status === 0 ? !failure.late && !isOffline() : failure.status >= 502);

/** What is kept until logout hangs on no act. */
const changes = (query: Query): boolean =>
  !query.observers.some(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);

export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (failure, query) => logFailure(query.queryKey, failure) }),
    mutationCache: new MutationCache({
      onError: (failure) => {
        // It may have arrived: what is on screen is asked for again, now or as soon as the network is back.
        if (contactOf(failure) === 'lost') readAgain(client, { predicate: changes });
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Switched off by the mode above unless it is asked for.
        refetchOnReconnect: true,
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        refetchInterval: ({ state }) => (contactOf(state.error) === null ? false : READ_AGAIN_MS),
        retry: (count, failure) => count < 2 && worthAnother(failure),
      },
      // Paused, an act would be kept and done by itself later, wherever the person is by then.
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

export const queryClient = makeQueryClient();
