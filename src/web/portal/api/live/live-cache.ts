/** Applies live updates to the pages' data: rows are patched in place. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { getConsents } from '#contract/calls/consents.ts';
import { countWaiting, getDocument, searchDocuments } from '#contract/calls/documents.ts';
import { countUnread } from '#contract/calls/identity.ts';
import type { Change } from '#domain/live-change.ts';
import type { DocumentRow } from '../answer-types.ts';
import { ask, type Page } from '../client.ts';
import type { Criterion, Search } from '../queries/search.ts';
import { inputOfKey, keyOf, subjectOf } from '../query-keys.ts';
import type { LiveMessage } from './live.ts';
import { isHidden, refetchStale } from './live-refresh.ts';

/** Changes within this time are applied together. */
const GATHER_MS = 150;
/** Minimum time between two updates, however many changes arrive. */
const REST_MS = 1_000;
/** Above this number of documents, refetch the lists instead. */
const MAX_SINGLE_UPDATES = 10;

/** Queries that show an activation, its seat, its device or the tablets to send to. */
const ACTIVATION_LISTS = ['activations', 'activation-device', 'licenses', 'tablets'] as const;

/** Key prefix of all document searches, except the waiting list. */
const DOCUMENT_LISTS = subjectOf(searchDocuments);
/** The waiting list and its count. */
const WAITING_LIST = subjectOf(countWaiting).slice(0, -1);

const NOTIFICATIONS = subjectOf(countUnread).slice(0, -1);

const LISTS = { document: 'documents', folder: 'folders', dossier: 'dossiers' } as const;

/** @returns the handler of the live stream's messages: it marks and refetches the queries that each one makes stale. */
export function liveCache(client: QueryClient): (message: LiveMessage) => void {
  let pending = noUpdates();
  let hasPending = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const applyPending = () => {
    const batch = pending;
    pending = noUpdates();
    hasPending = false;
    timer = setTimeout(() => {
      timer = null;
      if (hasPending) applyPending();
    }, REST_MS);
    if (batch.notification) refetchStale(client, { queryKey: NOTIFICATIONS });
    if (batch.everything) {
      const predicate = isResyncOnly(batch) ? (query: Query) => batch.missed.has(query) : undefined;
      for (const name of [...Object.values(LISTS), 'tablet-queue', 'notifications', ...ACTIVATION_LISTS])
        refetchStale(client, { queryKey: [name], ...(predicate && { predicate }) });
      return;
    }
    const changes = [...batch.changes.values()];
    for (const entity of ['folder', 'dossier'] as const) {
      if (changes.some((change) => change.entity === entity)) refetchStale(client, { queryKey: [LISTS[entity]] });
    }
    const documents = changes.filter((change) => change.entity === 'document');
    if (documents.length > MAX_SINGLE_UPDATES) refetchStale(client, { queryKey: ['documents'] });
    else for (const change of documents) applyDocumentChange(client, change);
    if (batch.waiting && documents.length <= MAX_SINGLE_UPDATES) refetchStale(client, { queryKey: WAITING_LIST });
    if (batch.tabletQueue) refetchStale(client, { queryKey: ['tablet-queue'] });
    if (batch.activation) for (const name of ACTIVATION_LISTS) refetchStale(client, { queryKey: [name] });
  };

  return (message) => {
    if ('resync' in message) {
      pending.everything = true;
      for (const query of client.getQueryCache().getAll()) pending.missed.add(query);
    } else if ('notification' in message) pending.notification = true;
    else if ('change' in message) collect(pending, message.change);
    else return;
    hasPending = true;
    if (timer === null) timer = setTimeout(applyPending, GATHER_MS);
  };
}

interface PendingUpdates {
  changes: Map<string, Change>;
  /** The waiting list may have changed. */
  waiting: boolean;
  tabletQueue: boolean;
  activation: boolean;
  notification: boolean;
  /** Changes may have been missed. */
  everything: boolean;
  /** Queries that existed when changes may have been missed; later ones include them. */
  missed: Set<Query>;
}
const noUpdates = (): PendingUpdates => ({
  ...{ changes: new Map(), waiting: false, tabletQueue: false },
  ...{ activation: false, notification: false, everything: false, missed: new Set() },
});

/** No other change is pending. */
const isResyncOnly = ({ changes, tabletQueue, activation }: PendingUpdates): boolean =>
  changes.size === 0 && !tabletQueue && !activation;

function collect(pending: PendingUpdates, change: Change): void {
  if (change.entity === 'tabletQueue' || change.entity === 'activation') {
    pending[change.entity] = true;
    return;
  }
  // Every step of a signer counts here, even one that is superseded when the update is applied.
  if (change.entity === 'document' && mayWait(change)) pending.waiting = true;
  const key = `${change.entity} ${change.id}`;
  const before = pending.changes.get(key);
  // A document created and then changed is still new to the lists.
  pending.changes.set(
    key,
    before?.kind === 'created' && change.kind === 'changed' ? { ...change, kind: 'created' } : change,
  );
}

/** Statuses of documents that wait or just stopped waiting: a document locked by wrong codes is taken back or started again, too. */
const WAITING_STATUSES = ['START_SIGN', 'READY_TO_SIGN', 'COMPLETING', 'EXPIRED', 'DRAFT', 'PENDING_START_SIGN'];
const mayWait = ({ kind, status }: Change): boolean => kind !== 'created' && WAITING_STATUSES.includes(status);

/** Statuses in which a form's consents become records and are sent to their controller. */
const CONSENT_STATUSES = ['PRIVACY_UPDATING', 'SIGNED'];

function applyDocumentChange(client: QueryClient, change: Change): void {
  const { id, kind } = change;
  if (change.dossierId !== null && CONSENT_STATUSES.includes(change.status)) {
    refetchStale(client, { queryKey: keyOf(getConsents, { path: { id: change.dossierId } }) });
  }
  if (kind === 'deleted') {
    client.setQueriesData<Page<DocumentRow>>({ queryKey: DOCUMENT_LISTS }, (page) => withoutRow(page, id));
    refetchStale(client, { queryKey: keyOf(getDocument, { path: { id } }) });
    return;
  }
  const lists = client.getQueriesData<Page<DocumentRow>>({ queryKey: DOCUMENT_LISTS });
  if (change.status === 'SIGNED' && isModule(client, lists, id)) {
    // Documents that waited for the customer's adherence are free now.
    for (const name of ['documents', 'dossiers']) refetchStale(client, { queryKey: [name] });
    return;
  }
  const stillContains = ([key, page]: (typeof lists)[number]) =>
    page?.rows.some((row) => row.id === id) === true && mayContain(key, change);
  for (const [queryKey, page] of lists.filter((list) => !stillContains(list))) {
    const shown = page?.rows.some((row) => row.id === id) === true;
    // It left the list, or may now belong to it.
    if (shown || kind === 'created' || statusesOf(queryKey)) {
      refetchStale(client, { queryKey });
    }
  }
  const isCached = client.getQueryData<DocumentRow>(keyOf(getDocument, { path: { id } })) !== undefined;
  if (isCached) refetchStale(client, { queryKey: keyOf(getDocument, { path: { id } }) });
  const listKeys = lists.filter(stillContains).map(([queryKey]) => queryKey);
  if (listKeys.length > 0) void patch(client, change, listKeys);
}

function isModule(
  client: QueryClient,
  lists: readonly (readonly [QueryKey, Page<DocumentRow> | undefined])[],
  id: number,
): boolean {
  const shown = lists.flatMap(([, page]) => page?.rows ?? []).find((row) => row.id === id);
  const cached = shown ?? client.getQueryData<DocumentRow>(keyOf(getDocument, { path: { id } }));
  return cached?.type === 'FEA_MODULE';
}

/** The status criterion of a document list. */
const statusesOf = (key: QueryKey): Criterion | undefined =>
  (inputOfKey(key).body as Search['criteria'] | undefined)?.status;

/** True unless the list is limited to other statuses. */
function mayContain(key: QueryKey, change: Change): boolean {
  const statuses = statusesOf(key);
  if (statuses?.equals !== undefined) return statuses.equals === change.status;
  return statuses?.in === undefined || statuses.in.includes(change.status);
}

/**
 * Updates the status immediately and the whole row when it is loaded; only in lists that contain it, so that other
 * lists do not count as refetched.
 */
async function patch(client: QueryClient, { id, status }: Change, queryKeys: readonly QueryKey[]): Promise<void> {
  const replace = (part: Partial<DocumentRow>) => {
    for (const queryKey of queryKeys) {
      client.setQueryData<Page<DocumentRow>>(
        queryKey,
        (page) => page && { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...part } : row)) },
      );
    }
  };
  replace({ status: status as DocumentRow['status'] });
  if (isHidden()) {
    for (const queryKey of queryKeys) refetchStale(client, { queryKey });
    return;
  }
  try {
    replace(await ask(getDocument, { path: { id } }));
  } catch {
    // Deleted or out of sight by now: the lists' next answer shows it.
    for (const queryKey of queryKeys) refetchStale(client, { queryKey });
  }
}

export function withoutRow(page: Page<DocumentRow> | undefined, id: number): Page<DocumentRow> | undefined {
  if (!page?.rows.some((row) => row.id === id)) return page;
  return { rows: page.rows.filter((row) => row.id !== id), total: page.total - 1 };
}
