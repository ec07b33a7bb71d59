/** Reading again what changed elsewhere, at the pace of whoever looks: a read under way is never broken off, a hidden tab waits until it is shown (P-15). */
import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import { ApiFailure } from '../failure.ts';

/** A hidden tab asks for nothing: what is stale in it is read when somebody comes back. */
export const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Queries whose read began before the last change: one more follows it, however many changes come meanwhile. */
const followed = new WeakSet<Query>();
const onShown = new WeakMap<QueryClient, () => void>();

/** What is read by a key that begins so, as deleting one of it is called (ui/act/use-act.ts). */
const WORK: Readonly<Record<string, string>> = { documents: 'documents', folders: 'folders', dossiers: 'customers' };

/** Of something that this page itself is deleting: read again before one has left it, it would answer that it is gone. */
function isLeaving(client: QueryClient, [list, id]: QueryKey): boolean {
  const work = WORK[String(list)];
  if (work === undefined) return false;
  const deleting = client.getMutationCache().findAll({ mutationKey: ['delete', work] });
  return deleting
    .filter(({ state }) => state.status !== 'error')
    .some(({ state: { variables } }) => ((variables as { id?: unknown } | undefined)?.id ?? variables) === id);
}

/** The page of an address that leads nowhere stands still: read again, its words would give way to the wait, and come back. */
export const isAbsent = ({ queryKey: [list, id, part], state }: Pick<Query, 'queryKey' | 'state'>): boolean =>
  String(list) in WORK &&
  typeof id === 'number' &&
  part === undefined &&
  state.data === undefined &&
  state.error instanceof ApiFailure &&
  state.error.status === 404;

export function readAgain(client: QueryClient, { predicate, ...asked }: QueryFilters): void {
  const filters: QueryFilters = {
    ...asked,
    predicate: (query) => !isAbsent(query) && !isLeaving(client, query.queryKey) && (predicate?.(query) ?? true),
  };
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
    const predicate = ({ state, queryKey }: Query) => state.isInvalidated && !isLeaving(client, queryKey);
    const stale = { type: 'active', predicate } as const;
    void client.refetchQueries(stale, { cancelRefetch: false });
  };
  onShown.set(client, shown);
  document.addEventListener('visibilitychange', shown);
}
