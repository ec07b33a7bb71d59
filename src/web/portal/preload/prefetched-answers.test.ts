/** Prefetched answers are used once, by the same call of the same user in the same language. */
import { afterEach, expect, test, vi } from 'vitest';
import { downloadDocument, searchDocuments } from '#contract/calls/documents.ts';
import { searchFolders } from '#contract/calls/folders.ts';
import { getAccount } from '#contract/calls/identity.ts';
import { type Request, requestOf } from '../api/request.ts';
import { dropPrefetched, prefetch, prefetchAnswer, takePrefetched } from './prefetched-answers.ts';

const caller = { token: 'one', language: 'it' } as const;
const account = requestOf(getAccount);
const search = { call: searchDocuments, query: { page: 0 }, body: { status: { equals: 'OPEN' } } };

afterEach(() => {
  dropPrefetched();
  vi.unstubAllGlobals();
});

test('a response is read by its sender, and once by a consumer', async () => {
  const fetched = vi.fn(async () => Response.json({ login: 'dealer' }));
  vi.stubGlobal('fetch', fetched);
  expect(await prefetchAnswer(account, caller)).toEqual({ login: 'dealer' });
  const taken = await takePrefetched(account, caller);
  expect(await taken?.json()).toEqual({ login: 'dealer' });
  expect(takePrefetched(account, caller)).toBeUndefined();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a response can be taken before it has arrived', async () => {
  vi.stubGlobal('fetch', async () => Response.json([1]));
  const answer = prefetchAnswer(search, caller);
  const taken = takePrefetched({ ...search, body: { status: { equals: 'OPEN' } } }, caller);
  expect(await (await taken)?.json()).toEqual([1]);
  expect(await answer).toEqual([1]);
});

test.each([
  ['another call', { ...search, call: searchFolders }, caller],
  ['another page', { ...search, query: { page: 1 } }, caller],
  ['another body', { ...search, body: {} }, caller],
  ['another person', search, { ...caller, token: 'other' }],
  ['another language', search, { ...caller, language: 'en' as const }],
])('a response is not returned to %s', async (_name, request: Request, who) => {
  vi.stubGlobal('fetch', async () => Response.json([1]));
  await prefetchAnswer(search, caller);
  expect(takePrefetched(request, who)).toBeUndefined();
});

test('a response is returned with its error, which its sender receives too', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'auth.required' }, { status: 401 }));
  await expect(prefetchAnswer(account, caller)).rejects.toThrow('401');
  expect((await takePrefetched(account, caller))?.status).toBe(401);
});

test('a part of a file is returned to a request for the same part', async () => {
  vi.stubGlobal('fetch', async () => new Response('%PDF', { status: 206 }));
  const file = requestOf(downloadDocument, { path: { id: 1 }, query: { preview: 'true' } });
  prefetch({ ...file, part: { start: 0, end: 10 } }, caller);
  expect(takePrefetched(file, caller)).toBeUndefined();
  expect(takePrefetched({ ...file, part: { start: 10, end: 20 } }, caller)).toBeUndefined();
  expect(await (await takePrefetched({ ...file, part: { start: 0, end: 10 } }, caller))?.text()).toBe('%PDF');
});

test('a missing response is reported to its consumer', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  prefetch(account, caller);
  await expect(takePrefetched(account, caller)).rejects.toThrow('Failed to fetch');
});

test('a response is not returned once newer updates have arrived', async () => {
  vi.stubGlobal('fetch', async () => Response.json([1]));
  await prefetchAnswer(search, caller);
  dropPrefetched();
  expect(takePrefetched(search, caller)).toBeUndefined();
});

test('a response is read to its end when it is dropped, which frees its connection', async () => {
  const answer = Response.json([1]);
  vi.stubGlobal('fetch', async () => answer);
  prefetch(search, caller);
  dropPrefetched();
  await vi.waitFor(() => expect(answer.bodyUsed).toBe(true), { timeout: 5_000 });
});
