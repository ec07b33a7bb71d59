/** Live updates: one stream a browser, held by one of its tabs and told on to the others (P-15). */
import { streamChanges } from '#contract/calls/installation.ts';
import type { Change } from '#domain/live.ts';
import { dropPrefetched } from '../../preload/prefetched.ts';
import { askStream } from '../client.ts';
import { ApiFailure } from '../failure.ts';
import { requestOf } from '../request.ts';
import { readToken } from '../session/token.ts';
import { EventReader } from './live-stream.ts';

/** What tabs tell one another: a change, that something may have been missed, or whether the stream stands. */
export type LiveMessage = { change: Change } | { notification: true } | { resync: true } | { connected: boolean };
/** A tab that has just been opened asks whoever holds the stream whether it stands. */
type TabMessage = LiveMessage | { who: true };

const NAME = 'fascicolo.live';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Streams of many browsers end, and many are told to read again, at the same moment: each comes at one of its own. */
const SPREAD_MS = 5_000;
/** Something comes at least every 15 s: a stream that is silent for longer has broken without a word. */
const SILENCE_MS = 40_000;

let connected = false;

/** While it stands pages need not ask again and again. */
export const isLive = (): boolean => connected;

/** How often to look again at what moves by itself: seldom while the stream stands, as a net. */
export const lookAgainMs = (withoutStream: number): number => (connected ? 60_000 : withoutStream);

/**
 * Starts hearing. @returns how to stop.
 * @param hear `holds`: true in the one tab that holds the stream.
 */
export function hearLive(hear: (message: LiveMessage, holds: boolean) => void): () => void {
  const stopping = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let leads = false;
  const take = (message: LiveMessage, holds: boolean) => {
    if ('connected' in message) connected = message.connected;
    if (connected) dropPrefetched();
    hear(message, holds);
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (!('who' in data)) take(data, false);
    else if (leads) channel.postMessage({ connected } satisfies TabMessage);
  };
  const tell = (message: LiveMessage) => {
    take(message, true);
    if (!stopping.signal.aborted) channel.postMessage(message);
  };
  // The lock passes to another tab when this one closes.
  const leading = navigator.locks.request(NAME, { signal: stopping.signal }, () => {
    leads = true;
    return lead(tell, stopping.signal);
  });
  leading.catch(() => undefined);
  channel.postMessage({ who: true } satisfies TabMessage);
  return () => {
    stopping.abort();
    channel.close();
  };
}

async function lead(tell: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  const resyncSoon = onceIn(SPREAD_MS, signal, () => tell({ resync: true }));
  // Without a token there is nothing to hear: whoever watches the session leads to the sign-in.
  while (!signal.aborted && readToken(Date.now()) !== null) {
    try {
      const stands = () => {
        pause = FIRST_PAUSE_MS;
      };
      await readStream({ tell, resyncSoon, stands }, signal);
      await waited(FIRST_PAUSE_MS + Math.random() * SPREAD_MS, signal);
    } catch (failure) {
      if (signal.aborted || (failure instanceof ApiFailure && failure.status === 401)) return;
      tell({ connected: false });
      await waited(pause + Math.random() * pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

interface Hearing {
  tell: (message: LiveMessage) => void;
  resyncSoon: () => void;
  stands: () => void;
}

/** One stream from its start to its end. Rejects when it breaks or falls silent. */
async function readStream({ tell, resyncSoon, stands }: Hearing, signal: AbortSignal): Promise<void> {
  const silence = new AbortController();
  const fallSilent = () => silence.abort();
  let silent = setTimeout(fallSilent, SILENCE_MS);
  try {
    const stream = await askStream(requestOf(streamChanges), AbortSignal.any([signal, silence.signal]));
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
          // Between two streams something may have happened.
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

/** @returns what lets `act` happen once, at a moment within `ms`, however often it is asked for until then. */
function onceIn(ms: number, signal: AbortSignal, act: () => void): () => void {
  let awaited = false;
  return () => {
    if (awaited) return;
    awaited = true;
    void waited(Math.random() * ms, signal).then(() => {
      awaited = false;
      if (!signal.aborted) act();
    });
  };
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
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
