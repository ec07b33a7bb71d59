/** No action runs later: offline, requests fail immediately, and only reads repeat automatically once online. */
import { MutationObserver, onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetConnection } from '../../shared/connection.ts';
import { ApiFailure, noAnswer } from './failure.ts';
import { failureLog } from './failure-log.ts';
import { makeQueryClient } from './query-client.ts';

let client: QueryClient;
let online: boolean;
const warned = vi.fn<(...said: unknown[]) => void>();
const stops: (() => void)[] = [];

/** Simulates the browser's online and offline events. */
const become = (now: boolean) => {
  online = now;
  onlineManager.setOnline(now);
};
const shown = (queryKey: readonly unknown[], queryFn: () => Promise<unknown>) => {
  const observer = new QueryObserver(client, { queryKey, queryFn });
  stops.push(observer.subscribe(() => undefined));
  return observer;
};

beforeEach(() => {
  vi.useFakeTimers();
  online = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.spyOn(console, 'warn').mockImplementation(warned);
  warned.mockReset();
  sessionStorage.clear();
  client = makeQueryClient();
  client.mount();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  client.unmount();
  client.clear();
  become(true);
  resetConnection();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('an action without a network', () => {
  it('is sent at once, fails, and is not repeated when the network is back', async () => {
    become(false);
    const send = vi.fn(() => Promise.reject(noAnswer('absent')));
    const act = new MutationObserver(client, { mutationFn: send });
    await expect(act.mutate()).rejects.toMatchObject({ missingAnswer: 'absent' });
    expect(act.getCurrentResult()).toMatchObject({ status: 'error', isPaused: false });
    become(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(send).toHaveBeenCalledOnce();
  });

  it('whose response was lost reloads what is on screen, except data kept until sign-out', async () => {
    const documents = vi.fn(async () => 'documents');
    const dealers = vi.fn(async () => 'dealers');
    shown(['documents', 1], documents);
    const kept = new QueryObserver(client, { queryKey: ['dealers'], queryFn: dealers, staleTime: Infinity });
    stops.push(kept.subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(0);
    const act = new MutationObserver(client, { mutationFn: () => Promise.reject(noAnswer('lost')) });
    await expect(act.mutate()).rejects.toMatchObject({ missingAnswer: 'lost' });
    await vi.advanceTimersByTimeAsync(0);
    expect(documents).toHaveBeenCalledTimes(2);
    expect(dealers).toHaveBeenCalledOnce();
  });
});

describe('a read without a network', () => {
  it('fails at once instead of waiting, and is repeated when the network is back', async () => {
    become(false);
    const read = vi.fn<() => Promise<unknown>>(() => Promise.reject(noAnswer('absent')));
    const rows = shown(['folders', 'search'], read);
    await vi.advanceTimersByTimeAsync(0);
    expect(rows.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' });
    expect(read).toHaveBeenCalledOnce();
    read.mockResolvedValue('rows');
    become(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(rows.getCurrentResult()).toMatchObject({ status: 'success', data: 'rows' });
  });

  it('keeps the cached data, and updates them when the network is back', async () => {
    const read = vi.fn<() => Promise<unknown>>(async () => 'old');
    const rows = shown(['folders', 'search'], read);
    await vi.advanceTimersByTimeAsync(0);
    become(false);
    read.mockRejectedValue(noAnswer('absent'));
    void client.invalidateQueries({ queryKey: ['folders'] });
    await vi.advanceTimersByTimeAsync(0);
    expect(rows.getCurrentResult()).toMatchObject({ isError: true, data: 'old' });
    read.mockResolvedValue('new');
    become(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(rows.getCurrentResult()).toMatchObject({ isError: false, data: 'new' });
  });

  it('is retried automatically when the browser sees a network but no server', async () => {
    const read = vi.fn<() => Promise<unknown>>(() => Promise.reject(noAnswer('absent')));
    const rows = shown(['users'], read);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(rows.getCurrentResult().status).toBe('error');
    expect(read).toHaveBeenCalledTimes(3);
    read.mockResolvedValue('users');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(rows.getCurrentResult().data).toBe('users');
  });

  it('is reported after a failed wait, before it is retried', async () => {
    const read = vi.fn<() => Promise<unknown>>(() => Promise.reject(noAnswer('absent', true)));
    const rows = shown(['users'], read);
    await vi.advanceTimersByTimeAsync(0);
    expect(rows.getCurrentResult().status).toBe('error');
    expect(read).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('that was refused is not retried', async () => {
    const read = vi.fn(() => Promise.reject(new ApiFailure(403)));
    shown(['users'], read);
    await vi.advanceTimersByTimeAsync(600_000);
    become(false);
    become(true);
    expect(read.mock.calls.length).toBeLessThanOrEqual(2);
  });
});

describe('a failed read', () => {
  it('is stored and logged with data for support, and without search texts', async () => {
    const refused = new ApiFailure(500, { code: 'internal', correlationId: 'k3f9' });
    shown(['folders', 7, 'Rossi', { criteria: { text: { contains: 'Rossi' } } }], () => Promise.reject(refused));
    await vi.advanceTimersByTimeAsync(0);
    const [newest, ...older] = failureLog();
    expect(older).toEqual([]);
    expect(newest).toMatchObject({ what: 'folders 7', status: 500, code: 'internal', correlationId: 'k3f9' });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Rossi');
    expect(warned).toHaveBeenCalledOnce();
    expect(warned.mock.calls[0]?.join(' ')).toContain('k3f9');
    expect(warned.mock.calls[0]?.join(' ')).not.toContain('Rossi');
  });

  it('is not reported when the session has ended', async () => {
    shown(['folders', 'search', {}], () => Promise.reject(new ApiFailure(401)));
    await vi.advanceTimersByTimeAsync(0);
    expect(failureLog()).toEqual([]);
    expect(warned).not.toHaveBeenCalled();
  });
});
