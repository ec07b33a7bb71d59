/** Live updates: one stream a browser, held by one of its tabs and told on to the others (P-15). */
import type { Change } from '#domain/live.ts';
import { callStream } from './client.ts';
import { ApiFailure } from './failure.ts';
import { EventReader } from './live-stream.ts';

/** What tabs tell one another: a change, that something may have been missed, or whether the stream stands. */
export type LiveMessage = { change: Change } | { resync: true } | { connected: boolean };

const NAME = 'fascicolo.live';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

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
  const take = (message: LiveMessage, holds: boolean) => {
    if ('connected' in message) connected = message.connected;
    hear(message, holds);
  };
  channel.onmessage = (event: MessageEvent<LiveMessage>) => take(event.data, false);
  const tell = (message: LiveMessage) => {
    take(message, true);
    if (!stopping.signal.aborted) channel.postMessage(message);
  };
  // The lock passes to another tab when this one closes.
  const leading = navigator.locks.request(NAME, { signal: stopping.signal }, () => lead(tell, stopping.signal));
  leading.catch(() => undefined);
  return () => {
    stopping.abort();
    channel.close();
  };
}

async function lead(tell: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      await readStream(tell, signal, () => {
        pause = FIRST_PAUSE_MS;
      });
      await waited(FIRST_PAUSE_MS, signal);
    } catch (failure) {
      if (signal.aborted || (failure instanceof ApiFailure && failure.status === 401)) return;
      tell({ connected: false });
      await waited(pause + Math.random() * pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

/** One stream from its start to its end. Rejects when it breaks. */
async function readStream(tell: (message: LiveMessage) => void, signal: AbortSignal, stands: () => void) {
  const stream = await callStream('/api/events', signal);
  const parts = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  const events = new EventReader();
  for (;;) {
    const { done, value } = await parts.read();
    if (done) return;
    for (const { event, data } of events.read(value)) {
      if (event === 'ready') {
        stands();
        tell({ connected: true });
        // Between two streams something may have happened.
        tell({ resync: true });
      }
      if (event === 'resync') tell({ resync: true });
      if (event === 'change') tell({ change: data as Change });
    }
  }
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
