/** One live stream per browser: which tab holds it, what the other tabs learn, and how it recovers when it ends or stalls. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOKEN_KEY } from '../session/token.ts';
import type * as Live from './live.ts';
import type { LiveMessage } from './live.ts';

/** The browser's channel between tabs, but synchronous. */
const channels = new Set<FakeChannel>();
class FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    channels.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of channels) if (other !== this) other.onmessage?.({ data });
  }
  close(): void {
    channels.delete(this);
  }
}

/** The browser's lock: granted to the next when the first releases it. */
let last: Promise<unknown>;
const request = (_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<unknown>) => {
  const mine = last.then(() => (signal.aborted ? undefined : hold()));
  last = mine.catch(() => undefined);
  return mine;
};

/** Requested streams, newest last. */
let streams: { say: (text: string) => void; end: () => void; aborted: () => boolean }[];
const fetchStream = async (_path: string, { signal }: { signal: AbortSignal }) => {
  const text = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  signal.addEventListener('abort', () => controller?.error(new DOMException('aborted', 'AbortError')));
  streams.push({
    say: (said) => controller?.enqueue(text.encode(said)),
    end: () => controller?.close(),
    aborted: () => signal.aborted,
  });
  return new Response(body);
};

const READY = 'event: ready\ndata: {}\n\n';
const RESYNC = 'event: resync\ndata: {}\n\n';
const HEARTBEAT = ': \n\n';

interface Tab {
  live: typeof Live;
  heard: LiveMessage[];
  close: () => void;
}
const tabs: Tab[] = [];
/** Each tab loads its own copy of the product's code. */
async function openTab(): Promise<Tab> {
  vi.resetModules();
  const live = await import('./live.ts');
  const heard: LiveMessage[] = [];
  const tab = { live, heard, close: live.subscribeLive((message) => heard.push(message)) };
  tabs.push(tab);
  await pass(0);
  return tab;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const say = async (text: string) => {
  streams.at(-1)?.say(text);
  await pass(0);
};
const resyncs = ({ heard }: Tab) => heard.filter((message) => 'resync' in message).length;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  last = Promise.resolve();
  streams = [];
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.stubGlobal('navigator', { ...window.navigator, locks: { request } });
  vi.stubGlobal('fetch', fetchStream);
  localStorage.setItem(TOKEN_KEY, JSON.stringify({ token: 'mine', expiresAt: Date.parse('2999-01-01T00:00:00Z') }));
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

describe('the live stream', () => {
  it('is shared by all tabs, and a new tab knows at once that it is open', async () => {
    const first = await openTab();
    const early = await openTab();
    expect([first.live.isLive(), early.live.isLive()]).toEqual([false, false]);
    await say(READY);
    expect([first.live.isLive(), early.live.isLive()]).toEqual([true, true]);
    const late = await openTab();
    expect(late.live.isLive()).toBe(true);
    expect(late.live.pollIntervalMs(5_000)).toBe(60_000);
    expect(streams).toHaveLength(1);
  });

  it('is taken over by another tab when its tab is closed', async () => {
    const first = await openTab();
    const second = await openTab();
    await say(READY);
    first.close();
    await pass(0);
    expect(streams).toHaveLength(2);
    await say(READY);
    expect(second.live.isLive()).toBe(true);
  });

  it('is abandoned after forty seconds of silence, and reopened', async () => {
    const tab = await openTab();
    await say(READY);
    for (let count = 0; count < 8; count += 1) {
      await pass(15_000);
      await say(HEARTBEAT);
    }
    expect(streams).toHaveLength(1);
    await pass(39_000);
    expect(tab.live.isLive()).toBe(true);
    await pass(2_000);
    expect(tab.live.isLive()).toBe(false);
    expect(streams[0]?.aborted()).toBe(true);
    await pass(2_000);
    expect(streams).toHaveLength(2);
    await say(READY);
    expect(tab.live.isLive()).toBe(true);
    expect(resyncs(tab)).toBe(2);
  });

  it('is also abandoned without any response', async () => {
    await openTab();
    expect(streams).toHaveLength(1);
    await pass(43_000);
    expect(streams[0]?.aborted()).toBe(true);
    expect(streams).toHaveLength(2);
  });

  it('is reopened after an end with a random delay', async () => {
    await openTab();
    await say(READY);
    streams[0]?.end();
    await pass(3_000);
    expect(streams).toHaveLength(1);
    await pass(1_000);
    expect(streams).toHaveLength(2);
  });

  it('triggers a requested reload once, with a random delay', async () => {
    const tab = await openTab();
    await say(READY);
    expect(resyncs(tab)).toBe(1);
    await say(RESYNC + RESYNC);
    await say(RESYNC);
    await pass(2_400);
    expect(resyncs(tab)).toBe(1);
    await pass(200);
    expect(resyncs(tab)).toBe(2);
    await pass(10_000);
    expect(resyncs(tab)).toBe(2);
  });

  it('is not reopened once the session has ended', async () => {
    await openTab();
    await say(READY);
    localStorage.removeItem(TOKEN_KEY);
    streams.at(-1)?.end();
    await pass(120_000);
    expect(streams).toHaveLength(1);
  });
});
