/** Refetches data that changed elsewhere: a running read is never cancelled, and a hidden tab waits until it is shown. */
import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import { ApiFailure } from '../failure.ts';

/** A hidden tab sends no requests: stale data is read when it is shown again. */
export const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Queries whose read began before the last change: they are read exactly once more, however many changes arrive in the meantime. */
const withFollowUp = new WeakSet<Query>();
const onShown = new WeakMap<QueryClient, () => void>();

/** Query key to the name that deletions of this kind use (connected/act/use-act.ts). */
const WORK: Readonly<Record<string, string>> = { documents: 'documents', folders: 'folders', dossiers: 'customers' };

/** True for an entity that this page is deleting: a read before the page is left would return 404. */
function isLeaving(client: QueryClient, [list, id]: QueryKey): boolean {
  const work = WORK[String(list)];
  if (work === undefined) return false;
  const deleting = client.getMutationCache().findAll({ mutationKey: ['delete', work] });
  return deleting
    .filter(({ state }) => state.status !== 'error')
    .some(({ state: { variables } }) => ((variables as { id?: unknown } | undefined)?.id ?? variables) === id);
}

/** Do not refetch a page that shows "not found": its text would flicker to the loading state and back. */
export const isAbsent = ({ queryKey: [list, id, part], state }: Pick<Query, 'queryKey' | 'state'>): boolean =>
  String(list) in WORK &&
  typeof id === 'number' &&
  part === undefined &&
  state.data === undefined &&
  state.error instanceof ApiFailure &&
  state.error.status === 404;

export function refetchStale(client: QueryClient, { predicate, ...rest }: QueryFilters): void {
  const filters: QueryFilters = {
    ...rest,
    predicate: (query) => !isAbsent(query) && !isLeaving(client, query.queryKey) && (predicate?.(query) ?? true),
  };
  const running = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const refetchType = isHidden() ? 'none' : 'active';
  void client.invalidateQueries({ ...filters, refetchType }, { cancelRefetch: false });
  for (const query of running) refetchAfter(client, query);
  if (isHidden()) refetchWhenShown(client);
}

function refetchAfter(client: QueryClient, query: Query): void {
  if (withFollowUp.has(query)) return;
  withFollowUp.add(query);
  const repeat = () => {
    withFollowUp.delete(query);
    refetchStale(client, { queryKey: query.queryKey, exact: true });
  };
  // Returns the read in progress without starting another.
  query.fetch().then(repeat, repeat);
}

function refetchWhenShown(client: QueryClient): void {
  if (onShown.has(client)) return;
  const onVisible = () => {
    if (isHidden()) return;
    document.removeEventListener('visibilitychange', onVisible);
    onShown.delete(client);
    const predicate = ({ state, queryKey }: Query) => state.isInvalidated && !isLeaving(client, queryKey);
    const stale = { type: 'active', predicate } as const;
    void client.refetchQueries(stale, { cancelRefetch: false });
  };
  onShown.set(client, onVisible);
  document.addEventListener('visibilitychange', onVisible);
}
