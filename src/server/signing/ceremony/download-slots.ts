/** Limits concurrent file streams per link. */
import type { Readable } from 'node:stream';
import type { Link } from './ceremony.ts';

/** Enough for a page with all the documents of a signature, and a reload of it on a bad network. */
export const MAX_STREAMS = 12;

export interface DownloadSlots {
  /** Gives a reader a slot; when none is free, the oldest stream is ended. */
  acquire(link: Link, stream: Readable): Readable;
}

export function createDownloadSlots(): DownloadSlots {
  const streamsByBrowser = new Map<string, Set<Readable>>();
  return {
    acquire(link, stream) {
      // A browser that took over has its own slots, which the former one cannot use up.
      const browserKey = `${link.signer.id}:${link.signer.ceremony_binding}`;
      const streams = streamsByBrowser.get(browserKey) ?? new Set();
      streamsByBrowser.set(browserKey, streams);
      if (streams.size >= MAX_STREAMS) for (const oldest of [...streams].slice(0, 1)) oldest.destroy();
      streams.add(stream);
      stream.once('close', () => {
        streams.delete(stream);
        if (streams.size === 0 && streamsByBrowser.get(browserKey) === streams) streamsByBrowser.delete(browserKey);
      });
      return stream;
    },
  };
}
