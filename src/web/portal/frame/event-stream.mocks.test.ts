/** Messages that arrived before the first subscriber are delivered once and in order, and there is a single stream. */
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { type LiveMessage, subscribeLive } from '../api/live/live.ts';

vi.mock('../api/live/live.ts', () => ({ subscribeLive: vi.fn() }));
vi.mock('../api/live/live-cache.ts', () => ({ liveCache: () => bringIn }));

const bringIn = vi.fn();
const stop = vi.fn();
type Told = [LiveMessage, boolean];
const RESYNC: Told = [{ resync: true }, true];
const CONNECTED: Told = [{ connected: true }, true];
const say = (message: Told) => vi.mocked(subscribeLive).mock.lastCall?.[0](...message);
const load = async () => {
  vi.resetModules();
  return import('./event-stream.ts');
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(subscribeLive).mockReturnValue(stop);
});

test('early messages are applied at once, and delivered to the first subscriber', async () => {
  const { openEventStream, subscribe } = await load();
  const client = new QueryClient();
  openEventStream(client);
  openEventStream(client);
  say(CONNECTED);
  say(RESYNC);
  expect(bringIn.mock.calls.flat()).toEqual([CONNECTED[0], RESYNC[0]]);
  const listener = vi.fn();
  const end = subscribe(client, listener);
  expect(listener.mock.calls).toEqual([CONNECTED, RESYNC]);
  say(RESYNC);
  expect(listener.mock.calls).toEqual([CONNECTED, RESYNC, RESYNC]);
  expect(bringIn).toHaveBeenCalledTimes(3);
  expect(subscribeLive).toHaveBeenCalledOnce();
  end();
  expect(stop).toHaveBeenCalledOnce();
});

test('a later page starts a new stream, and navigation starts none', async () => {
  const { openEventStream, subscribe } = await load();
  const client = new QueryClient();
  openEventStream(client);
  subscribe(client, vi.fn())();
  openEventStream(client);
  expect(subscribeLive).toHaveBeenCalledOnce();
  const listener = vi.fn();
  subscribe(client, listener);
  say(RESYNC);
  expect(listener.mock.calls).toEqual([RESYNC]);
  expect(subscribeLive).toHaveBeenCalledTimes(2);
});
