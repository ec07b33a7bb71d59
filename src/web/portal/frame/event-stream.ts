/**
 * Opens the live stream before the first page loads its data, so that nothing is loaded twice; buffers messages until
 * the first subscriber.
 */
import type { QueryClient } from '@tanstack/react-query';
import { subscribeLive } from '../api/live/live.ts';
import { liveCache } from '../api/live/live-cache.ts';

type Listener = Parameters<typeof subscribeLive>[0];

interface Stream {
  deliverTo: (listener: Listener) => void;
  stop: () => void;
}

/** Undefined before the first page, null when there is a subscriber. */
let openStream: Stream | null | undefined;

function open(client: QueryClient): Stream {
  const applyToCache = liveCache(client);
  const buffered: Parameters<Listener>[] = [];
  let listener: Listener = (...message) => void buffered.push(message);
  const stop = subscribeLive((message, isLeader) => {
    applyToCache(message);
    listener(message, isLeader);
  });
  const deliverTo = (next: Listener) => {
    listener = next;
    for (const message of buffered.splice(0)) next(...message);
  };
  return { deliverTo, stop };
}

/** The cache is kept up to date from here on. Runs once per page load. */
export function openEventStream(client: QueryClient): void {
  if (openStream === undefined) openStream = open(client);
}

/** Delivers buffered messages, then each new one. Opens the stream if it is not open. @returns a function that unsubscribes. */
export function subscribe(client: QueryClient, listener: Listener): () => void {
  const stream = openStream ?? open(client);
  openStream = null;
  stream.deliverTo(listener);
  return stream.stop;
}
