/** Live updates: one live stream per browser, held by one tab and forwarded to the others. */
import { streamChanges } from '#contract/calls/installation.ts';
import type { Change } from '#domain/live-change.ts';
import { dropPrefetched } from '../../preload/prefetched-answers.ts';
import { askStream } from '../client.ts';
import { ApiFailure } from '../failure.ts';
import { requestOf } from '../request.ts';
import { readToken } from '../session/token.ts';
import { EventReader } from './live-stream.ts';

/** Messages between tabs: a change, a possible gap, or the state of the stream. */
export type LiveMessage = { change: Change } | { notification: true } | { resync: true } | { connected: boolean };
/** A new tab requests the stream's state from the tab that holds it. */
type TabMessage = LiveMessage | { who: true };

const NAME = 'fascicolo.live';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Many browsers lose their streams, or are told to resync, simultaneously: spread their requests over this time. */
const SPREAD_MS = 5_000;
/** The server sends something at least every 15 s: a stream that is silent for longer is broken. */
const SILENCE_MS = 40_000;

let connected = false;

/** While connected, pages need not poll. */
export const isLive = (): boolean => connected;

/** Polling interval for data that changes without user action: long while the stream is connected, as a safety net. */
export const pollIntervalMs = (withoutStream: number): number => (connected ? 60_000 : withoutStream);

/**
 * Subscribes to the live stream. @returns a function that unsubscribes.
 * @param listener `isLeader`: true in the one tab that holds the stream.
 */
export function subscribeLive(listener: (message: LiveMessage, isLeader: boolean) => void): () => void {
  const stopping = new AbortController();
  const tabChannel = new BroadcastChannel(NAME);
  let leads = false;
  const receive = (message: LiveMessage, isLeader: boolean) => {
    if ('connected' in message) connected = message.connected;
    if (connected) dropPrefetched();
    listener(message, isLeader);
  };
  tabChannel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (!('who' in data)) receive(data, false);
    else if (leads) tabChannel.postMessage({ connected } satisfies TabMessage);
  };
  const broadcast = (message: LiveMessage) => {
    receive(message, true);
    if (!stopping.signal.aborted) tabChannel.postMessage(message);
  };
  // The lock passes to another tab when this one closes.
  const leadership = navigator.locks.request(NAME, { signal: stopping.signal }, () => {
    leads = true;
    return runStream(broadcast, stopping.signal);
  });
  leadership.catch(() => undefined);
  tabChannel.postMessage({ who: true } satisfies TabMessage);
  return () => {
    stopping.abort();
    tabChannel.close();
  };
}

async function runStream(tell: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  const resyncSoon = onceWithin(SPREAD_MS, signal, () => tell({ resync: true }));
  // Without a token there is no stream; the session watch redirects to sign-in.
  while (!signal.aborted && readToken(Date.now()) !== null) {
    try {
      const stands = () => {
        pause = FIRST_PAUSE_MS;
      };
      await readStream({ tell, resyncSoon, stands }, signal);
      await delay(FIRST_PAUSE_MS + Math.random() * SPREAD_MS, signal);
    } catch (failure) {
      if (signal.aborted || (failure instanceof ApiFailure && failure.status === 401)) return;
      tell({ connected: false });
      await delay(pause + Math.random() * pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

interface StreamHandlers {
  tell: (message: LiveMessage) => void;
  resyncSoon: () => void;
  stands: () => void;
}

/** Reads one stream from start to end. Rejects when it breaks or stalls. */
async function readStream({ tell, resyncSoon, stands }: StreamHandlers, signal: AbortSignal): Promise<void> {
  const silenceAbort = new AbortController();
  const fallSilent = () => silenceAbort.abort();
  let silent = setTimeout(fallSilent, SILENCE_MS);
  try {
    const stream = await askStream(requestOf(streamChanges), AbortSignal.any([signal, silenceAbort.signal]));
    const parts = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
    const events = new EventReader();
    for (;;) {
      const { done, value } = await parts.read();
      if (done) return;
      clearTimeout(silent);
      silent = setTimeout(fallSilent, SILENCE_MS);
      for (const { event, data } of events.read(value)) {
        if (event === 'ready') {
          stands();
          tell({ connected: true });
          // Changes between two streams may have been missed.
          tell({ resync: true });
        }
        if (event === 'resync') resyncSoon();
        if (event === 'notification') tell({ notification: true });
        if (event === 'change') tell({ change: data as Change });
      }
    }
  } finally {
    clearTimeout(silent);
  }
}

/** @returns a function that runs `act` once, at a random moment within `ms`, however often it is called until then. */
function onceWithin(ms: number, signal: AbortSignal, act: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    void delay(Math.random() * ms, signal).then(() => {
      isScheduled = false;
      if (!signal.aborted) act();
    });
  };
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
