/**
 * Opens the live stream before the first page loads its data, so that nothing is loaded twice; buffers messages until
 * the first subscriber.
 */
import type { QueryClient } from '@tanstack/react-query';
import { hearLive } from '../api/live/live.ts';
import { liveCache } from '../api/live/live-cache.ts';

type Listener = Parameters<typeof hearLive>[0];

interface Stream {
  deliverTo: (listener: Listener) => void;
  stop: () => void;
}

/** Undefined before the first page, null when there is a subscriber. */
let opened: Stream | null | undefined;

function open(client: QueryClient): Stream {
  const bringIn = liveCache(client);
  const held: Parameters<Listener>[] = [];
  let listener: Listener = (...message) => void held.push(message);
  const stop = hearLive((message, holds) => {
    bringIn(message);
    listener(message, holds);
  });
  const deliverTo = (next: Listener) => {
    listener = next;
    for (const message of held.splice(0)) next(...message);
  };
  return { deliverTo, stop };
}

/** The cache is kept up to date from here on. Runs once per page load. */
export function openEventStream(client: QueryClient): void {
  if (opened === undefined) opened = open(client);
}

/** Delivers buffered messages, then each new one. Opens the stream if it is not open. @returns a function that unsubscribes. */
export function subscribe(client: QueryClient, listener: Listener): () => void {
  const stream = opened ?? open(client);
  opened = null;
  stream.deliverTo(listener);
  return stream.stop;
}
