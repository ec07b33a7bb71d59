/** Limits concurrent file streams per link. */
import type { Readable } from 'node:stream';
import type { Link } from './ceremony.ts';

/** Enough for a page with all the documents of a signature, and a reload of it on a bad network. */
export const READERS = 12;

export interface Readers {
  /** Gives a reader a slot; when none is free, the oldest stream is ended. */
  seat(link: Link, stream: Readable): Readable;
}

export function countReaders(): Readers {
  const seats = new Map<string, Set<Readable>>();
  return {
    seat(link, stream) {
      // A browser that took over has its own slots, which the former one cannot use up.
      const place = `${link.signer.id}:${link.signer.ceremony_binding}`;
      const taken = seats.get(place) ?? new Set();
      seats.set(place, taken);
      if (taken.size >= READERS) for (const oldest of [...taken].slice(0, 1)) oldest.destroy();
      taken.add(stream);
      stream.once('close', () => {
        taken.delete(stream);
        if (taken.size === 0 && seats.get(place) === taken) seats.delete(place);
      });
      return stream;
    },
  };
}
