/** Live updates in the pages' data: what is shown changes in place, what is not shown is left alone (P-15). */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '#domain/live.ts';
import type { Page } from './client.ts';
import { liveCache } from './live-cache.ts';
import { documentSearch } from './queries.ts';
import type { DocumentRow } from './shapes.ts';

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
const fetched = vi.fn<(path: string) => void>();
const rows = (query: typeof all): DocumentRow[] => (client.getQueryData(query.queryKey) as Page<DocumentRow>).rows;
const stale = (query: typeof all): boolean => client.getQueryState(query.queryKey)?.isInvalidated === true;
const settle = () => vi.advanceTimersByTimeAsync(200);

beforeEach(() => {
  vi.useFakeTimers();
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
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a live update', () => {
  it('patches the row where it stands with the row as it is now', async () => {
    tell(change({ status: 'COMPLETING' }));
    await settle();
    expect(rows(all)[0]).toMatchObject({ id: 1, status: 'SIGNED', signedDocumentId: 9, fileName: '1.pdf' });
    expect(stale(all)).toBe(false);
  });

  it('asks again for a list that the document has left by its status', async () => {
    tell(change({ status: 'START_SIGN' }));
    await settle();
    expect(stale(ready)).toBe(true);
  });

  it('leaves alone what this page itself is deleting, and asks for what somebody else deleted', async () => {
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
    const asked = (...queryKey: unknown[]) => client.getQueryState(queryKey)?.isInvalidated;
    expect([asked('dossiers', 6), asked('dossiers', 7)]).toEqual([false, true]);
    expect([asked('documents', 1), asked('documents', 2)]).toEqual([false, true]);
  });

  it('takes a deleted document out of every list', async () => {
    tell(change({ kind: 'deleted' }));
    await settle();
    expect(rows(all).map(({ id }) => id)).toEqual([2]);
    expect(client.getQueryData<Page<DocumentRow>>(all.queryKey)?.total).toBe(1);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('asks for the lists again when a document is new', async () => {
    tell(change({ id: 3, kind: 'created', status: 'READY_TO_SIGN' }));
    await settle();
    expect(stale(all)).toBe(true);
  });

  it('fetches nothing for a document that no page holds', async () => {
    tell(change({ id: 77 }));
    await settle();
    expect(fetched).not.toHaveBeenCalled();
    expect(stale(all)).toBe(false);
  });

  it('reads lists once when very many change together', async () => {
    for (let id = 100; id < 130; id += 1) tell(change({ id }));
    await settle();
    expect(fetched).not.toHaveBeenCalled();
    expect(stale(all)).toBe(true);
  });

  it('asks for the queue of the tablets again when it changed, and for nothing else', async () => {
    const queue = { queryKey: ['tablet-queue', '10001'] };
    client.setQueryData(queue.queryKey, []);
    tell(change({ entity: 'tabletQueue', kind: 'created' }));
    await settle();
    expect(client.getQueryState(queue.queryKey)?.isInvalidated).toBe(true);
    expect(stale(all)).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('reads everything again when something may have been missed', () => {
    tell({ resync: true });
    expect(stale(all)).toBe(true);
  });
});
