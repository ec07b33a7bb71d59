/** Applies live updates to the pages' data: rows are patched in place. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { getConsents } from '#contract/calls/consents.ts';
import { countWaiting, getDocument, searchDocuments } from '#contract/calls/documents.ts';
import { countUnread } from '#contract/calls/identity.ts';
import type { Change } from '#domain/live.ts';
import { ask, type Page } from '../client.ts';
import { inputOfKey, keyOf, subjectOf } from '../keys.ts';
import type { Criterion, Search } from '../queries/search.ts';
import type { DocumentRow } from '../shapes.ts';
import type { LiveMessage } from './live.ts';
import { isHidden, readAgain } from './live-refresh.ts';

/** Changes within this time are applied together. */
const GATHER_MS = 150;
/** Minimum time between two updates, however many changes arrive. */
const REST_MS = 1_000;
/** Above this number of documents, refetch the lists instead. */
const ONE_BY_ONE = 10;

/** Queries that show an activation, its seat, its device or the tablets to send to. */
const OF_ACTIVATIONS = ['activations', 'activation-device', 'licenses', 'tablets'] as const;

/** Key prefix of all document searches, except the waiting list. */
const DOCUMENT_LISTS = subjectOf(searchDocuments);
/** The waiting list and its count. */
const WAITING = subjectOf(countWaiting).slice(0, -1);

const NOTIFICATIONS = subjectOf(countUnread).slice(0, -1);

const LISTS = { document: 'documents', folder: 'folders', dossier: 'dossiers' } as const;

/** @returns the handler of messages. */
export function liveCache(client: QueryClient): (message: LiveMessage) => void {
  let gathered = nothing();
  let awaited = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const bringIn = () => {
    const brought = gathered;
    gathered = nothing();
    awaited = false;
    timer = setTimeout(() => {
      timer = null;
      if (awaited) bringIn();
    }, REST_MS);
    if (brought.notification) readAgain(client, { queryKey: NOTIFICATIONS });
    if (brought.everything) {
      const predicate = alone(brought) ? (query: Query) => brought.missed.has(query) : undefined;
      for (const name of [...Object.values(LISTS), 'tablet-queue', 'notifications', ...OF_ACTIVATIONS])
        readAgain(client, { queryKey: [name], ...(predicate && { predicate }) });
      return;
    }
    const changes = [...brought.changes.values()];
    for (const entity of ['folder', 'dossier'] as const) {
      if (changes.some((change) => change.entity === entity)) readAgain(client, { queryKey: [LISTS[entity]] });
    }
    const documents = changes.filter((change) => change.entity === 'document');
    if (documents.length > ONE_BY_ONE) readAgain(client, { queryKey: ['documents'] });
    else for (const change of documents) bringInDocument(client, change);
    if (brought.waiting && documents.length <= ONE_BY_ONE) readAgain(client, { queryKey: WAITING });
    if (brought.tabletQueue) readAgain(client, { queryKey: ['tablet-queue'] });
    if (brought.activation) for (const name of OF_ACTIVATIONS) readAgain(client, { queryKey: [name] });
  };

  return (message) => {
    if ('resync' in message) {
      gathered.everything = true;
      for (const query of client.getQueryCache().getAll()) gathered.missed.add(query);
    } else if ('notification' in message) gathered.notification = true;
    else if ('change' in message) gather(gathered, message.change);
    else return;
    awaited = true;
    if (timer === null) timer = setTimeout(bringIn, GATHER_MS);
  };
}

interface Gathered {
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
const nothing = (): Gathered => ({
  ...{ changes: new Map(), waiting: false, tabletQueue: false },
  ...{ activation: false, notification: false, everything: false, missed: new Set() },
});

/** No other change arrived meanwhile. */
const alone = ({ changes, tabletQueue, activation }: Gathered): boolean =>
  changes.size === 0 && !tabletQueue && !activation;

function gather(gathered: Gathered, change: Change): void {
  if (change.entity === 'tabletQueue' || change.entity === 'activation') {
    gathered[change.entity] = true;
    return;
  }
  // Every step of a signer counts here, even one that is superseded when the update is applied.
  if (change.entity === 'document' && mayWait(change)) gathered.waiting = true;
  const key = `${change.entity} ${change.id}`;
  const before = gathered.changes.get(key);
  // A document created and then changed is still new to the lists.
  gathered.changes.set(
    key,
    before?.kind === 'created' && change.kind === 'changed' ? { ...change, kind: 'created' } : change,
  );
}

/** Statuses of documents that wait or just stopped waiting: a document locked by wrong codes is taken back or started again, too. */
const AROUND_WAITING = ['START_SIGN', 'READY_TO_SIGN', 'COMPLETING', 'EXPIRED', 'DRAFT', 'PENDING_START_SIGN'];
const mayWait = ({ kind, status }: Change): boolean => kind !== 'created' && AROUND_WAITING.includes(status);

/** Statuses in which a form's consents become records and are sent to their controller. */
const AROUND_CONSENTS = ['PRIVACY_UPDATING', 'SIGNED'];

function bringInDocument(client: QueryClient, change: Change): void {
  const { id, kind } = change;
  if (change.dossierId !== null && AROUND_CONSENTS.includes(change.status)) {
    readAgain(client, { queryKey: keyOf(getConsents, { path: { id: change.dossierId } }) });
  }
  if (kind === 'deleted') {
    client.setQueriesData<Page<DocumentRow>>({ queryKey: DOCUMENT_LISTS }, (page) => without(page, id));
    readAgain(client, { queryKey: keyOf(getDocument, { path: { id } }) });
    return;
  }
  const lists = client.getQueriesData<Page<DocumentRow>>({ queryKey: DOCUMENT_LISTS });
  if (change.status === 'SIGNED' && isModule(client, lists, id)) {
    // Documents that waited for the customer's adherence are free now.
    for (const name of ['documents', 'dossiers']) readAgain(client, { queryKey: [name] });
    return;
  }
  const stays = ([key, page]: (typeof lists)[number]) =>
    page?.rows.some((row) => row.id === id) === true && answers(key, change);
  for (const [queryKey, page] of lists.filter((list) => !stays(list))) {
    const shown = page?.rows.some((row) => row.id === id) === true;
    // It left the list, or may now belong to it.
    if (shown || kind === 'created' || statusesOf(queryKey)) {
      readAgain(client, { queryKey });
    }
  }
  const known = client.getQueryData<DocumentRow>(keyOf(getDocument, { path: { id } })) !== undefined;
  if (known) readAgain(client, { queryKey: keyOf(getDocument, { path: { id } }) });
  const held = lists.filter(stays).map(([queryKey]) => queryKey);
  if (held.length > 0) void patch(client, change, held);
}

function isModule(
  client: QueryClient,
  lists: readonly (readonly [QueryKey, Page<DocumentRow> | undefined])[],
  id: number,
): boolean {
  const shown = lists.flatMap(([, page]) => page?.rows ?? []).find((row) => row.id === id);
  const known = shown ?? client.getQueryData<DocumentRow>(keyOf(getDocument, { path: { id } }));
  return known?.type === 'FEA_MODULE';
}

/** The status criterion of a document list. */
const statusesOf = (key: QueryKey): Criterion | undefined =>
  (inputOfKey(key).body as Search['criteria'] | undefined)?.status;

/** True unless the list is limited to other statuses. */
function answers(key: QueryKey, change: Change): boolean {
  const wanted = statusesOf(key);
  if (wanted?.equals !== undefined) return wanted.equals === change.status;
  return wanted?.in === undefined || wanted.in.includes(change.status);
}

/**
 * Updates the status immediately and the whole row when it is loaded; only in lists that contain it, so that other
 * lists do not count as refetched.
 */
async function patch(client: QueryClient, { id, status }: Change, held: readonly QueryKey[]): Promise<void> {
  const replace = (part: Partial<DocumentRow>) => {
    for (const queryKey of held) {
      client.setQueryData<Page<DocumentRow>>(
        queryKey,
        (page) => page && { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...part } : row)) },
      );
    }
  };
  replace({ status: status as DocumentRow['status'] });
  if (isHidden()) {
    for (const queryKey of held) readAgain(client, { queryKey });
    return;
  }
  try {
    replace(await ask(getDocument, { path: { id } }));
  } catch {
    // Deleted or out of sight by now: the lists' next answer shows it.
    for (const queryKey of held) readAgain(client, { queryKey });
  }
}

function without(page: Page<DocumentRow> | undefined, id: number): Page<DocumentRow> | undefined {
  if (!page?.rows.some((row) => row.id === id)) return page;
  return { rows: page.rows.filter((row) => row.id !== id), total: page.total - 1 };
}
