/** Streams stored files: a small part in memory at a time, with a timeout for stalled clients. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Storage } from '#ports/storage.ts';

/** Memory per client, regardless of the file's size. */
const PART_BYTES = 131_072;
/** A client that reads nothing for this long is disconnected. */
export const IDLE_SECONDS = 30;

/** A stored file and the requested range. */
export interface StoredRange {
  readonly sha256: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * @returns the bytes in small parts. Reads the first part immediately: a missing or damaged file is refused before
 * anything is sent.
 */
export async function openStored(
  storage: Pick<Storage, 'read'>,
  { sha256, start, end }: StoredRange,
): Promise<AsyncGenerator<Uint8Array>> {
  const partAt = (at: number) => storage.read(sha256, { start: at, end: Math.min(end, at + PART_BYTES) });
  const first = start < end ? await partAt(start) : undefined;
  async function* parts(): AsyncGenerator<Uint8Array> {
    if (first === undefined) return;
    yield first;
    for (let at = start + PART_BYTES; at < end; at += PART_BYTES) yield await partAt(at);
  }
  return parts();
}

/** Streams bytes at the client's pace, with a timeout when it stops reading. */
export function streamWithTimeout(reply: FastifyReply, bytes: AsyncGenerator<Uint8Array>): Readable {
  const stream = Readable.from(bytes, { objectMode: false, highWaterMark: PART_BYTES });
  // Set on the connection for this answer only: Node restores its own timeout for the next request.
  reply.raw.setTimeout(IDLE_SECONDS * 1_000, () => reply.raw.destroy());
  return stream;
}
