/** Meaning of a missing answer: nothing was done, or the outcome is unknown. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '#contract/calls/call.ts';
import { listDealers } from '#contract/calls/dealers.ts';
import {
  deleteDocument,
  downloadDocument,
  getDocument,
  previewDocument,
  searchDocuments,
  updateDocument,
} from '#contract/calls/documents.ts';
import { createDossier } from '#contract/calls/dossiers.ts';
import { getAccount } from '#contract/calls/identity.ts';
import { cancelSign } from '#contract/calls/signing.ts';
import { resetConnection } from '../../shared/connection.ts';
import { ask, askFile, fetchAnswer, fetchPage } from './client.ts';
import { type ApiFailure, missingAnswerOf } from './failure.ts';
import { requestOf } from './request.ts';

let online: boolean;
const broken = async () => {
  throw new TypeError('Failed to fetch');
};
const contact = (request: Promise<unknown>) =>
  request.then(
    () => 'answered',
    (failure: ApiFailure) => missingAnswerOf(failure),
  );
/** The headers of an answer arrived, but not the whole body. */
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
  resetConnection();
});

describe('an action without a response', () => {
  it('was not done when there was no network', async () => {
    online = false;
    expect(await contact(fetchAnswer({ call: createDossier, body: {} }))).toBe('absent');
  });

  it.each([
    { call: cancelSign, path: { id: 1 }, body: {} },
    { call: updateDocument, body: {} },
    { call: deleteDocument, path: { id: 1 } },
  ])('may have been done when $call.method was sent', async (request) => {
    expect(await contact(fetchAnswer<Call>(request))).toBe('lost');
  });

  it('may have been done when the response was interrupted', async () => {
    vi.stubGlobal('fetch', half);
    expect(await contact(fetchAnswer({ call: createDossier, body: {} }))).toBe('lost');
  });

  it('is in doubt when an offline browser has received a response before', async () => {
    online = false;
    vi.stubGlobal('fetch', async () => Response.json({}));
    await ask(getAccount);
    vi.stubGlobal('fetch', broken);
    expect(await contact(ask(deleteDocument, { path: { id: 1 } }))).toBe('lost');
  });
});

describe('on an unresponsive network', () => {
  /** Ends like a browser's request: when aborted. */
  const swallowed = (_path: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  /** The state of a call after that many seconds. */
  async function waited(seconds: number, request: Promise<unknown>): Promise<string | null> {
    let state: string | null = 'waiting';
    void contact(request).then((found) => {
      state = found;
    });
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    return state;
  }
  const act = () => ask(deleteDocument, { path: { id: 1 } });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', swallowed);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a read is abandoned after 30 seconds', async () => {
    expect(await waited(29, ask(getDocument, { path: { id: 1 } }))).toBe('waiting');
    expect(await waited(30, ask(getDocument, { path: { id: 1 } }))).toBe('absent');
    expect(await waited(30, fetchPage(requestOf(searchDocuments, { body: {} })))).toBe('absent');
  });

  it('an action is awaited for 60 seconds, and may have been done', async () => {
    expect(await waited(59, act())).toBe('waiting');
    expect(await waited(60, act())).toBe('lost');
  });

  it('a download may take any time while bytes arrive, and is abandoned when they stop', async () => {
    let more: ReadableStreamDefaultController<Uint8Array> | undefined;
    const trickle = async (_path: string, { signal }: { signal: AbortSignal }) =>
      new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => {
            more = controller;
            signal.addEventListener('abort', () => controller.error(signal.reason));
          },
        }),
      );
    vi.stubGlobal('fetch', trickle);
    let state = 'waiting';
    void contact(askFile(requestOf(downloadDocument, { path: { id: 1 } }))).then((found) => {
      state = String(found);
    });
    for (let piece = 0; piece < 6; piece += 1) {
      await vi.advanceTimersByTimeAsync(25_000);
      more?.enqueue(new Uint8Array(10));
    }
    await vi.advanceTimersByTimeAsync(29_000);
    expect(state).toBe('waiting');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(state).toBe('absent');
  });
});

describe('a read without a response', () => {
  it.each([
    ['a row', () => ask(getDocument, { path: { id: 1 } })],
    ['a search', () => fetchPage(requestOf(searchDocuments, { body: {} }))],
    ['a file', () => askFile(requestOf(downloadDocument, { path: { id: 1 } }))],
    ['a preview', () => askFile({ call: previewDocument, body: {} })],
    ['a list by POST', () => ask(listDealers, { body: {} })],
  ])('changed nothing: %s', async (_name, read) => {
    expect(await contact(read())).toBe('absent');
    vi.stubGlobal('fetch', half);
    expect(await contact(read())).toBe('absent');
  });

  it('that was cancelled is not a network failure', async () => {
    const giveUp = new AbortController();
    giveUp.abort();
    await expect(ask(getDocument, { path: { id: 1 }, signal: giveUp.signal })).rejects.toThrow('Failed to fetch');
  });
});
