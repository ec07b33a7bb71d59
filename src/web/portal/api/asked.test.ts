/** Answers asked for ahead: taken over once, by the same call of the same person in the same language. */
import { afterEach, expect, test, vi } from 'vitest';
import { ask, askFor, forgetAsked, takeAsked } from './asked.ts';

const caller = { token: 'one', language: 'it' } as const;
const search = { method: 'POST', query: { page: 0 }, body: { status: { equals: 'OPEN' } } } as const;

afterEach(() => {
  forgetAsked();
  vi.unstubAllGlobals();
});

test('is read by whoever asked, and by whoever takes it, once', async () => {
  const fetched = vi.fn(async () => Response.json({ login: 'dealer' }));
  vi.stubGlobal('fetch', fetched);
  expect(await ask('/api/account', {}, caller)).toEqual({ login: 'dealer' });
  const taken = await takeAsked('/api/account', {}, caller);
  expect(await taken?.json()).toEqual({ login: 'dealer' });
  expect(takeAsked('/api/account', {}, caller)).toBeUndefined();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('is given to whoever takes it before it has come', async () => {
  vi.stubGlobal('fetch', async () => Response.json([1]));
  const asked = ask('/api/documents-ext/search', search, caller);
  const taken = takeAsked('/api/documents-ext/search', { ...search, body: { status: { equals: 'OPEN' } } }, caller);
  expect(await (await taken)?.json()).toEqual([1]);
  expect(await asked).toEqual([1]);
});

test.each([
  ['another path', '/api/folders-ext/search', search, caller],
  ['another page', '/api/documents-ext/search', { ...search, query: { page: 1 } }, caller],
  ['another body', '/api/documents-ext/search', { ...search, body: {} }, caller],
  ['another person', '/api/documents-ext/search', search, { ...caller, token: 'other' }],
  ['another language', '/api/documents-ext/search', search, { ...caller, language: 'en' as const }],
])('is not given to %s', async (_name, path, options, who) => {
  vi.stubGlobal('fetch', async () => Response.json([1]));
  await ask('/api/documents-ext/search', search, caller);
  expect(takeAsked(path, options, who)).toBeUndefined();
});

test('is given with its refusal, which whoever asked hears as well', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'auth.required' }, { status: 401 }));
  await expect(ask('/api/account', {}, caller)).rejects.toThrow('401');
  expect((await takeAsked('/api/account', {}, caller))?.status).toBe(401);
});

test('a part of a file is given to whoever wants the same part', async () => {
  vi.stubGlobal('fetch', async () => new Response('%PDF', { status: 206 }));
  const file = '/api/documents/1/download?preview=true';
  askFor(file, { part: { start: 0, end: 10 } }, caller);
  expect(takeAsked(file, {}, caller)).toBeUndefined();
  expect(takeAsked(file, { part: { start: 10, end: 20 } }, caller)).toBeUndefined();
  expect(await (await takeAsked(file, { part: { start: 0, end: 10 } }, caller))?.text()).toBe('%PDF');
});

test('that nothing came is heard by whoever takes it', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  askFor('/api/account', {}, caller);
  await expect(takeAsked('/api/account', {}, caller)).rejects.toThrow('Failed to fetch');
});

test('is not given any more once fresher news are heard', async () => {
  vi.stubGlobal('fetch', async () => Response.json([1]));
  await ask('/api/documents-ext/search', search, caller);
  forgetAsked();
  expect(takeAsked('/api/documents-ext/search', search, caller)).toBeUndefined();
});

test('is read to its end when it is forgotten: its connection is free again', async () => {
  const answer = Response.json([1]);
  vi.stubGlobal('fetch', async () => answer);
  askFor('/api/documents-ext/search', search, caller);
  forgetAsked();
  await vi.waitFor(() => expect(answer.bodyUsed).toBe(true), { timeout: 5_000 });
});
