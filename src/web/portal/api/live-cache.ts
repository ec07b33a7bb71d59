/** Brings what the pages hold up to date with live updates: rows are patched where they stand (P-15, specification §4). */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Change } from '#domain/live.ts';
import { call, type Page } from './client.ts';
import type { LiveMessage } from './live.ts';
import { isHidden, readAgain } from './live-refresh.ts';
import type { Search } from './queries.ts';
import type { DocumentRow } from './shapes.ts';
import { WAITING } from './waiting.ts';

/** Changes that come together are brought in together. */
const GATHER_MS = 150;
/** And so long nothing more is brought in, however much happens. */
const REST_MS = 1_000;
/** More documents at once than this are read again as lists. */
const ONE_BY_ONE = 10;

const LISTS = { document: 'documents', folder: 'folders', dossier: 'dossiers' } as const;
/** The entities as deleting them is called (ui/entity-work.ts). */
const WORK = { document: 'documents', folder: 'folders', dossier: 'customers' } as const;

/** @returns what takes each message. */
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
    if (brought.everything) {
      for (const name of [...Object.values(LISTS), 'tablet-queue']) readAgain(client, { queryKey: [name] });
      return;
    }
    const changes = [...brought.changes.values()];
    for (const entity of ['folder', 'dossier'] as const) {
      if (changes.some((change) => change.entity === entity)) {
        const leaving = leavingFrom(client, entity);
        readAgain(client, {
          queryKey: [LISTS[entity]],
          predicate: ({ queryKey }) => !leaving.includes(queryKey[1]),
        });
      }
    }
    const documents = changes.filter((change) => change.entity === 'document');
    if (documents.length > ONE_BY_ONE) readAgain(client, { queryKey: ['documents'] });
    else for (const change of documents) bringInDocument(client, change);
    if (brought.waiting && documents.length <= ONE_BY_ONE) readAgain(client, { queryKey: WAITING });
    if (brought.tabletQueue) readAgain(client, { queryKey: ['tablet-queue'] });
  };

  return (message) => {
    if ('resync' in message) gathered.everything = true;
    else if ('change' in message) gather(gathered, message.change);
    else return;
    awaited = true;
    if (timer === null) timer = setTimeout(bringIn, GATHER_MS);
  };
}

interface Gathered {
  changes: Map<string, Change>;
  /** What waits for a signer may stand elsewhere, or no more. */
  waiting: boolean;
  tabletQueue: boolean;
  /** Something may have been missed. */
  everything: boolean;
}
const nothing = (): Gathered => ({ changes: new Map(), waiting: false, tabletQueue: false, everything: false });

function gather(gathered: Gathered, change: Change): void {
  if (change.entity === 'tabletQueue') {
    gathered.tabletQueue = true;
    return;
  }
  // Every step of a signer counts here, also one that is passed by the time it is brought in.
  if (change.entity === 'document' && mayWait(change)) gathered.waiting = true;
  const key = `${change.entity} ${change.id}`;
  const before = gathered.changes.get(key);
  // What was created and at once changed is still new to the lists.
  gathered.changes.set(
    key,
    before?.kind === 'created' && change.kind === 'changed' ? { ...change, kind: 'created' } : change,
  );
}

/** Ids of what this page itself is deleting: asked for again before one has left it, it would answer that it is gone. */
function leavingFrom(client: QueryClient, entity: keyof typeof WORK): unknown[] {
  const deleting = client.getMutationCache().findAll({ mutationKey: ['delete', WORK[entity]] });
  return deleting
    .filter(({ state }) => state.status !== 'error')
    .map(({ state: { variables } }) => (variables as { id?: unknown } | undefined)?.id ?? variables);
}

/** Statuses of what waits, or has just stopped waiting: what wrong codes have locked is taken back or started again, too. */
const AROUND_WAITING = ['START_SIGN', 'READY_TO_SIGN', 'COMPLETING', 'EXPIRED', 'DRAFT', 'PENDING_START_SIGN'];
const mayWait = ({ kind, status }: Change): boolean => kind !== 'created' && AROUND_WAITING.includes(status);

function bringInDocument(client: QueryClient, change: Change): void {
  const { id, kind } = change;
  if (kind === 'deleted') {
    client.setQueriesData<Page<DocumentRow>>({ queryKey: ['documents', 'search'] }, (page) => without(page, id));
    if (!leavingFrom(client, 'document').includes(id)) {
      readAgain(client, { queryKey: ['documents', id] });
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
      readAgain(client, { queryKey });
    }
  }
  const known = client.getQueryData<DocumentRow>(['documents', id]) !== undefined;
  if (known) readAgain(client, { queryKey: ['documents', id] });
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
  if (isHidden()) {
    for (const queryKey of held) readAgain(client, { queryKey });
    return;
  }
  try {
    replace(await call<DocumentRow>(`/api/documents/${id}`));
  } catch {
    // Gone or out of sight by now: the next answer of the lists says so.
    for (const queryKey of held) readAgain(client, { queryKey });
  }
}

function without(page: Page<DocumentRow> | undefined, id: number): Page<DocumentRow> | undefined {
  if (!page?.rows.some((row) => row.id === id)) return page;
  return { rows: page.rows.filter((row) => row.id !== id), total: page.total - 1 };
}
