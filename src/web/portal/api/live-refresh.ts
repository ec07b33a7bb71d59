/** Reading again what changed elsewhere, at the pace of whoever looks: a read under way is never broken off, a hidden tab waits until it is shown (P-15). */
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/** A hidden tab asks for nothing: what is stale in it is read when somebody comes back. */
export const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Queries whose read began before the last change: one more follows it, however many changes come meanwhile. */
const followed = new WeakSet<Query>();
const onShown = new WeakMap<QueryClient, () => void>();

export function readAgain(client: QueryClient, filters: QueryFilters): void {
  const running = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const refetchType = isHidden() ? 'none' : 'active';
  void client.invalidateQueries({ ...filters, refetchType }, { cancelRefetch: false });
  for (const query of running) follow(client, query);
  if (isHidden()) readWhenShown(client);
}

function follow(client: QueryClient, query: Query): void {
  if (followed.has(query)) return;
  followed.add(query);
  const again = () => {
    followed.delete(query);
    readAgain(client, { queryKey: query.queryKey, exact: true });
  };
  // The read that is under way: nothing else is asked for by this.
  query.fetch().then(again, again);
}

function readWhenShown(client: QueryClient): void {
  if (onShown.has(client)) return;
  const shown = () => {
    if (isHidden()) return;
    document.removeEventListener('visibilitychange', shown);
    onShown.delete(client);
    const stale = { type: 'active', predicate: ({ state }: Query) => state.isInvalidated } as const;
    void client.refetchQueries(stale, { cancelRefetch: false });
  };
  onShown.set(client, shown);
  document.addEventListener('visibilitychange', shown);
}
