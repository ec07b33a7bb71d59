/** How many may read behind one link at the same moment. */
import type { Readable } from 'node:stream';
import type { Link } from './ceremony.ts';

/** A page with all the documents of a signature, and a reload of it while the network is bad. */
export const READERS = 12;

export interface Readers {
  /** Gives a reader a place; the one that has had its place longest goes when there is none. */
  seat(link: Link, stream: Readable): Readable;
}

export function countReaders(): Readers {
  const seats = new Map<string, Set<Readable>>();
  return {
    seat(link, stream) {
      // A browser that has taken over has places of its own: the former one takes none of them.
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
