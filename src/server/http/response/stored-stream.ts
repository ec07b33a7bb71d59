/** Stored files on their way to a reader: a small part in memory at a time, and nobody waits for a reader without end. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Storage } from '#ports/storage.ts';

/** What one reader holds in memory, whatever the size of the file. */
const PART = 131_072;
/** A reader that takes nothing for so long is let go. */
export const IDLE_SECONDS = 30;

/** One file of the store, and the part of it that is wanted. */
export interface Wanted {
  readonly sha256: string;
  readonly start: number;
  /** Not included. */
  readonly end: number;
}

/** @returns the bytes in small parts. The first is read now: a missing or damaged file is refused before anything is sent. */
export async function openStored(
  storage: Pick<Storage, 'read'>,
  { sha256, start, end }: Wanted,
): Promise<AsyncGenerator<Uint8Array>> {
  const partAt = (at: number) => storage.read(sha256, { start: at, end: Math.min(end, at + PART) });
  const first = start < end ? await partAt(start) : undefined;
  async function* parts(): AsyncGenerator<Uint8Array> {
    if (first === undefined) return;
    yield first;
    for (let at = start + PART; at < end; at += PART) yield await partAt(at);
  }
  return parts();
}

/** Bytes as an answer that goes at the reader's pace, while the reader takes any. */
export function atReadersPace(reply: FastifyReply, bytes: AsyncGenerator<Uint8Array>): Readable {
  const stream = Readable.from(bytes, { objectMode: false, highWaterMark: PART });
  // Of the connection, and only while this answer is written: Node sets its own again for the next request.
  reply.raw.setTimeout(IDLE_SECONDS * 1_000, () => reply.raw.destroy());
  return stream;
}
