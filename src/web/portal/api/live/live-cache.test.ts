/** Live updates in the pages' data: shown rows change in place, others are left unchanged. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '#domain/live-change.ts';
import type { DocumentRow } from '../answer-types.ts';
import type { Page } from '../client.ts';
import { ApiFailure } from '../failure.ts';
import { waitingCountQuery } from '../queries/waiting.ts';
import { consentsQuery, documentSearch } from '../queries.ts';
import { liveCache } from './live-cache.ts';

const all = documentSearch({ page: 0, size: 10, sort: 'id,desc', criteria: {} });
const ready = documentSearch({
  ...{ page: 0, size: 15, sort: 'id,desc' },
  criteria: { status: { in: ['READY_TO_SIGN', 'DRAFT'] } },
});
const row = (id: number, status: string) => ({ id, status, fileName: `${id}.pdf` }) as DocumentRow;
const change = (part: Partial<Change>): { change: Change } => ({
  change: { entity: 'document', id: 1, kind: 'changed', status: 'START_SIGN', folderId: 5, dossierId: 6, ...part },
});

let client: QueryClient;
let tell: ReturnType<typeof liveCache>;
let visibility: string;
const stops: (() => void)[] = [];
const fetched = vi.fn<(path: string) => void>();
const rows = (query: typeof all): DocumentRow[] => (client.getQueryData(query.queryKey) as Page<DocumentRow>).rows;
const stale = (query: typeof all): boolean => client.getQueryState(query.queryKey)?.isInvalidated === true;
const settle = () => vi.advanceTimersByTimeAsync(200);

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility as DocumentVisibilityState);
  fetched.mockReset();
  vi.stubGlobal('fetch', async (path: string) => {
    fetched(path);
    return Response.json({ ...row(1, 'SIGNED'), signedDocumentId: 9 });
  });
  client = new QueryClient();
  tell = liveCache(client);
  client.setQueryData(all.queryKey, { rows: [row(1, 'READY_TO_SIGN'), row(2, 'DRAFT')], total: 2 });
  client.setQueryData(ready.queryKey, { rows: [row(1, 'READY_TO_SIGN')], total: 1 });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a live update', () => {
  it('replaces the cached row with its current state', async () => {
    tell(change({ status: 'COMPLETING' }));
    await settle();
    expect(rows(all)[0]).toMatchObject({ id: 1, status: 'SIGNED', signedDocumentId: 9, fileName: '1.pdf' });
    expect(stale(all)).toBe(false);
  });

  it('reloads the customer’s consents once they are recorded or sent', async () => {
    const consents = consentsQuery(6).queryKey;
    for (const [status, again] of [
      ['START_SIGN', false],
      ['PRIVACY_UPDATING', true],
      ['SIGNED', true],
    ] as const) {
      client.setQueryData(consents, { controllers: [] } as never);
      tell(change({ status }));
      await vi.advanceTimersByTimeAsync(1_500);
      expect(client.getQueryState(consents)?.isInvalidated, status).toBe(again);
    }
  });

  it('reloads a list that the document has left by its status', async () => {
    tell(change({ status: 'START_SIGN' }));
    await settle();
    expect(stale(ready)).toBe(true);
  });

  it('ignores rows being deleted by this page, and reloads those deleted elsewhere', async () => {
    for (const id of [6, 7]) client.setQueryData(['dossiers', id], { id });
    for (const id of [1, 2]) client.setQueryData(['documents', id], { id });
    const deleting = (entity: string, variables: unknown) =>
      client
        .getMutationCache()
        .build(client, { mutationKey: ['delete', entity], mutationFn: () => new Promise(() => undefined) })
        .execute(variables);
    void deleting('customers', 6);
    void deleting('documents', { id: 1 });
    for (const id of [6, 7]) tell(change({ entity: 'dossier', kind: 'deleted', id }));
    for (const id of [1, 2]) tell(change({ kind: 'deleted', id }));
    await settle();
    const isInvalidated = (...queryKey: unknown[]) => client.getQueryState(queryKey)?.isInvalidated;
    expect([isInvalidated('dossiers', 6), isInvalidated('dossiers', 7)]).toEqual([false, true]);
    expect([isInvalidated('documents', 1), isInvalidated('documents', 2)]).toEqual([false, true]);
    client.setQueryData(['dossiers', 7], { id: 7 });
    tell({ resync: true });
    await vi.advanceTimersByTimeAsync(2_000);
    expect([isInvalidated('dossiers', 6), isInvalidated('dossiers', 7)]).toEqual([false, true]);
  });

  it('removes a deleted document from every list', async () => {
    tell(change({ kind: 'deleted' }));
    await settle();
    expect(rows(all).map(({ id }) => id)).toEqual([2]);
    expect(client.getQueryData<Page<DocumentRow>>(all.queryKey)?.total).toBe(1);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('reloads the lists when a document is new', async () => {
    tell(change({ id: 3, kind: 'created', status: 'READY_TO_SIGN' }));
    await settle();
    expect(stale(all)).toBe(true);
  });

  it('fetches nothing for a document that no page shows', async () => {
    tell(change({ id: 77 }));
    await settle();
    expect(fetched).not.toHaveBeenCalled();
    expect(stale(all)).toBe(false);
  });

  it('reloads lists once when very many rows change together', async () => {
    for (let id = 100; id < 130; id += 1) tell(change({ id }));
    await settle();
    expect(fetched).not.toHaveBeenCalled();
    expect(stale(all)).toBe(true);
  });

  it('reloads the tablets’ queue when it changed, and nothing else', async () => {
    const queue = { queryKey: ['tablet-queue', '10001'] };
    client.setQueryData(queue.queryKey, []);
    tell(change({ entity: 'tabletQueue', kind: 'created' }));
    await settle();
    expect(client.getQueryState(queue.queryKey)?.isInvalidated).toBe(true);
    expect(stale(all)).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('reloads activations, their devices and seats when one of them changed, and nothing else', async () => {
    const shown = ['activations', 'activation-device', 'licenses', 'tablets'].map((name) => ({ queryKey: [name, 1] }));
    for (const { queryKey } of shown) client.setQueryData(queryKey, []);
    tell(change({ entity: 'activation', dossierId: null, folderId: null }));
    await settle();
    for (const { queryKey } of shown) expect(client.getQueryState(queryKey)?.isInvalidated, queryKey.join()).toBe(true);
    expect(stale(all)).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('keeps an absent row absent, and retries one that failed to load', async () => {
    const asked: number[] = [];
    for (const [id, status] of [
      [8, 404],
      [9, 503],
    ] as const) {
      const queryFn = () => {
        asked.push(id);
        return Promise.reject(new ApiFailure(status));
      };
      const observer = new QueryObserver(client, { queryKey: ['documents', id], queryFn, retry: false });
      stops.push(observer.subscribe(() => undefined));
    }
    await settle();
    tell({ resync: true });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toEqual([8, 9, 9]);
    expect(client.getQueryState(['documents', 8])?.status).toBe('error');
  });

  it('reloads everything when updates may have been missed, once for repeated notices', async () => {
    const reads = watched(['folders', 'search']);
    for (let count = 0; count < 5; count += 1) tell({ resync: true });
    await settle();
    expect(stale(all)).toBe(true);
    expect(reads()).toBe(1);
  });

  it('does not reload what was first requested after updates may have been missed', async () => {
    const first = watched(['folders', 'search']);
    tell({ resync: true });
    const later = watched(['dossiers', 'search']);
    await settle();
    expect([first(), later()]).toEqual([1, 0]);
  });

  it('reloads everything when updates may have been missed before a change', async () => {
    tell({ resync: true });
    const later = watched(['dossiers', 'search']);
    tell(change({ id: 3, kind: 'created' }));
    await settle();
    expect(later()).toBe(1);
  });

  it.each(['DRAFT', 'PENDING_START_SIGN', 'COMPLETING', 'EXPIRED'])(
    'reloads the waiting list when a document becomes %s, even if its status has since changed',
    async (status) => {
      client.setQueryData(waitingCountQuery(null).queryKey, { sent: 0, opened: 0, stuck: 1 });
      tell(change({ id: 77, status }));
      tell(change({ id: 77, status: 'SIGNED' }));
      await settle();
      expect(client.getQueryState(waitingCountQuery(null).queryKey)?.isInvalidated).toBe(true);
    },
  );
});

/** A query that a page shows. @returns a function that gives how often it was read since. */
function watched(queryKey: string[], read: () => Promise<unknown> = async () => []): () => number {
  let reads = 0;
  client.setQueryData(queryKey, []);
  const observer = new QueryObserver(client, {
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => {
      reads += 1;
      return read();
    },
  });
  stops.push(observer.subscribe(() => undefined));
  return () => reads;
}

describe('many updates', () => {
  it('are applied at most once a second', async () => {
    const reads = watched(['folders', 'search']);
    for (let tenth = 0; tenth < 50; tenth += 1) {
      tell(change({ entity: 'folder' }));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(reads()).toBeGreaterThanOrEqual(4);
    expect(reads()).toBeLessThanOrEqual(6);
    const before = reads();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads()).toBe(before + 1);
  });

  it('interrupt no running read: one more follows it', async () => {
    const answers: ((rows: unknown) => void)[] = [];
    const reads = watched(['folders', 'search'], () => new Promise((resolve) => answers.push(resolve)));
    for (let second = 0; second < 5; second += 1) {
      tell(change({ entity: 'folder' }));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(reads()).toBe(1);
    answers[0]?.(['before']);
    await vi.advanceTimersByTimeAsync(0);
    expect(client.getQueryData(['folders', 'search'])).toEqual(['before']);
    expect(reads()).toBe(2);
    answers[1]?.(['after']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.getQueryData(['folders', 'search'])).toEqual(['after']);
    expect(reads()).toBe(2);
  });

  it('cost a hidden tab nothing until it is shown', async () => {
    const show = (state: string) => {
      visibility = state;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const reads = watched(['folders', 'search']);
    const elsewhere = watched(['dossiers', 'search']);
    show('hidden');
    for (let second = 0; second < 5; second += 1) {
      tell(change({ entity: 'folder' }));
      tell(change({ status: 'SIGNED' }));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(reads()).toBe(0);
    expect(fetched).not.toHaveBeenCalled();
    expect(rows(all)[0]?.status).toBe('SIGNED');
    expect(stale(all)).toBe(true);
    show('visible');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([reads(), elsewhere()]).toEqual([1, 0]);
  });
});
