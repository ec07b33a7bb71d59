/** Brings what the pages hold up to date with live updates: rows are patched where they stand (P-15, specification §4). */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Change } from '#domain/live.ts';
import { call, type Page } from './client.ts';
import type { LiveMessage } from './live.ts';
import type { Search } from './queries.ts';
import type { DocumentRow } from './shapes.ts';
import { WAITING } from './waiting.ts';

/** Changes that come together are brought in together. */
const GATHER_MS = 150;
/** What waits is asked for anew at most so often, however much happens. */
const WAITING_MS = 1_000;
/** More documents at once than this are read again as lists. */
const ONE_BY_ONE = 10;

const LISTS = { document: 'documents', folder: 'folders', dossier: 'dossiers' } as const;
/** The entities as deleting them is called (ui/entity-work.ts). */
const WORK = { document: 'documents', folder: 'folders', dossier: 'customers' } as const;

/** @returns what takes each message. */
export function liveCache(client: QueryClient): (message: LiveMessage) => void {
  const gathered = new Map<string, Change>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  let waiting: ReturnType<typeof setTimeout> | null = null;
  /** Every step of a signer changes where a signature stands, and its place among what waits. */
  const bringInWaiting = () => {
    if (waiting !== null) return;
    waiting = setTimeout(() => {
      waiting = null;
      void client.invalidateQueries({ queryKey: WAITING });
    }, WAITING_MS);
  };

  const bringIn = () => {
    timer = null;
    const changes = [...gathered.values()];
    gathered.clear();
    for (const entity of ['folder', 'dossier'] as const) {
      if (changes.some((change) => change.entity === entity)) {
        const leaving = leavingFrom(client, entity);
        void client.invalidateQueries({
          queryKey: [LISTS[entity]],
          predicate: ({ queryKey }) => !leaving.includes(queryKey[1]),
        });
      }
    }
    const documents = changes.filter((change) => change.entity === 'document');
    if (documents.length > ONE_BY_ONE) void client.invalidateQueries({ queryKey: ['documents'] });
    else for (const change of documents) bringInDocument(client, change);
    if (documents.some(mayWait)) bringInWaiting();
  };

  return (message) => {
    if ('resync' in message) {
      for (const name of [...Object.values(LISTS), 'tablet-queue']) void client.invalidateQueries({ queryKey: [name] });
      return;
    }
    if (!('change' in message)) return;
    const { change } = message;
    if (change.entity === 'tabletQueue') {
      void client.invalidateQueries({ queryKey: ['tablet-queue'] });
      return;
    }
    const key = `${change.entity} ${change.id}`;
    const before = gathered.get(key);
    // What was created and at once changed is still new to the lists.
    gathered.set(
      key,
      before?.kind === 'created' && change.kind === 'changed' ? { ...change, kind: 'created' } : change,
    );
    if (timer === null) timer = setTimeout(bringIn, GATHER_MS);
  };
}

/** Ids of what this page itself is deleting: asked for again before one has left it, it would answer that it is gone. */
function leavingFrom(client: QueryClient, entity: keyof typeof WORK): unknown[] {
  const deleting = client.getMutationCache().findAll({ mutationKey: ['delete', WORK[entity]] });
  return deleting
    .filter(({ state }) => state.status !== 'error')
    .map(({ state: { variables } }) => (variables as { id?: unknown } | undefined)?.id ?? variables);
}

/** Statuses of what waits, or has just stopped waiting. */
const AROUND_WAITING = ['START_SIGN', 'READY_TO_SIGN', 'COMPLETING', 'EXPIRED'];
const mayWait = ({ kind, status }: Change): boolean => kind !== 'created' && AROUND_WAITING.includes(status);

function bringInDocument(client: QueryClient, change: Change): void {
  const { id, kind } = change;
  if (kind === 'deleted') {
    client.setQueriesData<Page<DocumentRow>>({ queryKey: ['documents', 'search'] }, (page) => without(page, id));
    if (!leavingFrom(client, 'document').includes(id)) {
      void client.invalidateQueries({ queryKey: ['documents', id] });
    }
    return;
  }
  const lists = client.getQueriesData<Page<DocumentRow>>({ queryKey: ['documents', 'search'] });
  const stays = ([key, page]: (typeof lists)[number]) =>
    page?.rows.some((row) => row.id === id) === true && answers(key[2] as Search | undefined, change);
  for (const [queryKey, page] of lists.filter((list) => !stays(list))) {
    const shown = page?.rows.some((row) => row.id === id) === true;
    // It left the list, or may have come into it.
    if (shown || kind === 'created' || (queryKey[2] as Search | undefined)?.criteria.status) {
      void client.invalidateQueries({ queryKey });
    }
  }
  const known = client.getQueryData<DocumentRow>(['documents', id]) !== undefined;
  if (known) void client.invalidateQueries({ queryKey: ['documents', id] });
  const held = lists.filter(stays).map(([queryKey]) => queryKey);
  if (held.length > 0) void patch(client, change, held);
}

/** True unless the list asks for other statuses. */
function answers(search: Search | undefined, change: Change): boolean {
  const wanted = search?.criteria.status;
  if (wanted?.equals !== undefined) return wanted.equals === change.status;
  return wanted?.in === undefined || wanted.in.includes(change.status);
}

/** The status at once, the whole row as soon as it is here; in the lists that hold it alone, so that no other one counts as read. */
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
  try {
    replace(await call<DocumentRow>(`/api/documents/${id}`));
  } catch {
    // Gone or out of sight by now: the next answer of the lists says so.
    for (const queryKey of held) void client.invalidateQueries({ queryKey });
  }
}

function without(page: Page<DocumentRow> | undefined, id: number): Page<DocumentRow> | undefined {
  if (!page?.rows.some((row) => row.id === id)) return page;
  return { rows: page.rows.filter((row) => row.id !== id), total: page.total - 1 };
}
