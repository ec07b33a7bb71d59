/** Messages that arrived before the first subscriber are delivered once and in order, and there is a single stream. */
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { hearLive, type LiveMessage } from '../api/live/live.ts';

vi.mock('../api/live/live.ts', () => ({ hearLive: vi.fn() }));
vi.mock('../api/live/live-cache.ts', () => ({ liveCache: () => bringIn }));

const bringIn = vi.fn();
const stop = vi.fn();
type Told = [LiveMessage, boolean];
const RESYNC: Told = [{ resync: true }, true];
const CONNECTED: Told = [{ connected: true }, true];
const say = (message: Told) => vi.mocked(hearLive).mock.lastCall?.[0](...message);
const load = async () => {
  vi.resetModules();
  return import('./event-stream.ts');
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(hearLive).mockReturnValue(stop);
});

test('early messages are applied at once, and delivered to the first subscriber', async () => {
  const { openEventStream, subscribe } = await load();
  const client = new QueryClient();
  openEventStream(client);
  openEventStream(client);
  say(CONNECTED);
  say(RESYNC);
  expect(bringIn.mock.calls.flat()).toEqual([CONNECTED[0], RESYNC[0]]);
  const told = vi.fn();
  const end = subscribe(client, told);
  expect(told.mock.calls).toEqual([CONNECTED, RESYNC]);
  say(RESYNC);
  expect(told.mock.calls).toEqual([CONNECTED, RESYNC, RESYNC]);
  expect(bringIn).toHaveBeenCalledTimes(3);
  expect(hearLive).toHaveBeenCalledOnce();
  end();
  expect(stop).toHaveBeenCalledOnce();
});

test('a later page starts a new stream, and navigation starts none', async () => {
  const { openEventStream, subscribe } = await load();
  const client = new QueryClient();
  openEventStream(client);
  subscribe(client, vi.fn())();
  openEventStream(client);
  expect(hearLive).toHaveBeenCalledOnce();
  const told = vi.fn();
  subscribe(client, told);
  say(RESYNC);
  expect(told.mock.calls).toEqual([RESYNC]);
  expect(hearLive).toHaveBeenCalledTimes(2);
});
