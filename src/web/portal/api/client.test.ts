/** What it means that no answer came: nothing was done, or nobody knows (specification §8). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { believeAgain } from '../../shared/connection.ts';
import { call, callDone, callFile, callPage } from './client.ts';
import { type ApiFailure, contactOf } from './failure.ts';

let online: boolean;
const broken = async () => {
  throw new TypeError('Failed to fetch');
};
const contact = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (failure: ApiFailure) => contactOf(failure),
  );
/** The head of an answer came, its end did not. */
const half = async () =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        controller.error(new TypeError('network error'));
      },
    }),
  );

beforeEach(() => {
  online = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.stubGlobal('fetch', broken);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  believeAgain();
});

describe('an act without an answer', () => {
  it('was not done when there was no network to send it by', async () => {
    online = false;
    expect(await contact(call('/api/dossiers', { method: 'POST', body: {} }))).toBe('absent');
  });

  it.each(['POST', 'PUT', 'DELETE'] as const)('may have been done when %s went out', async (method) => {
    expect(await contact(callDone('/api/documents/1', { method, body: {} }))).toBe('lost');
  });

  it('may have been done when the answer broke off', async () => {
    vi.stubGlobal('fetch', half);
    expect(await contact(call('/api/dossiers', { method: 'POST', body: {} }))).toBe('lost');
  });

  it('is in doubt where a browser that says it is offline has been answered before', async () => {
    online = false;
    vi.stubGlobal('fetch', async () => Response.json({}));
    await call('/api/account');
    vi.stubGlobal('fetch', broken);
    expect(await contact(callDone('/api/documents/1', { method: 'DELETE' }))).toBe('lost');
  });
});

describe('a read without an answer', () => {
  it.each([
    ['a row', () => call('/api/documents/1')],
    ['a search', () => callPage('/api/documents-ext/search', { method: 'POST', body: {} })],
    ['a file', () => callFile('/api/documents/1/download')],
    ['a preview', () => callFile('/api/documents/preview', undefined, {})],
    ['a list by POST', () => call('/tools/conc/list', { method: 'POST', body: {}, reads: true })],
  ])('changed nothing: %s', async (_name, read) => {
    expect(await contact(read())).toBe('absent');
    vi.stubGlobal('fetch', half);
    expect(await contact(read())).toBe('absent');
  });

  it('that was given up is no failure of the network', async () => {
    const giveUp = new AbortController();
    giveUp.abort();
    await expect(call('/api/documents/1', { signal: giveUp.signal })).rejects.toThrow('Failed to fetch');
  });
});
