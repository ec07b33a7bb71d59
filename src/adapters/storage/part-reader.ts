/**
 * Reads parts of files in a folder: a file that this process has not written is hashed once as a stream, then read at
 * the requested positions.
 */

import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { LruCache } from '#domain/cache/lru-cache.ts';
import { StorageCorrupt } from '#ports/storage.ts';

const CHUNK = 256 * 1024;
/** Number of files with a verified hash. */
const MAX_VERIFIED = 1000;

async function hashOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let offset = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, offset);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
    offset += bytesRead;
  }
}

async function readExactly(handle: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(length);
  for (let offset = 0; offset < length; ) {
    const { bytesRead } = await handle.read(bytes, offset, length - offset, start + offset);
    if (bytesRead === 0) throw new StorageCorrupt('A stored file became shorter while it was read');
    offset += bytesRead;
  }
  return bytes;
}

const stateOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string => `${ino}:${size}:${mtimeNs}:${ctimeNs}`;

export interface PartReader {
  read(path: string, sha256: string, part: { start: number; end: number }): Promise<Uint8Array>;
  /** Called after this process wrote and flushed the file: while it is unchanged, it need not be hashed again. */
  written(path: string, sha256: string): Promise<void>;
}

/** @returns a reader of parts that remembers which files it has checked. */
export function partReader(): PartReader {
  /** Name → the file's state when its hash was checked. */
  const checked = new LruCache<string>(MAX_VERIFIED);
  /** Checks in progress: concurrent readers of a file share one hash. */
  const checking = new Map<string, Promise<string>>();

  const check = (handle: FileHandle, sha256: string, state: string): Promise<string> => {
    const key = `${sha256} ${state}`;
    const running = checking.get(key);
    if (running !== undefined) return running;
    const started = hashOf(handle).finally(() => checking.delete(key));
    checking.set(key, started);
    return started;
  };

  async function read(path: string, sha256: string, { start, end }: { start: number; end: number }) {
    const handle = await open(path, 'r');
    try {
      const stats = await handle.stat({ bigint: true });
      const { size } = stats;
      if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start < end && end <= size)) {
        throw new RangeError(`No bytes ${start} to ${end} in a file of ${size}`);
      }
      const state = stateOf(stats);
      if (checked.get(sha256) !== state) {
        if ((await check(handle, sha256, state)) !== sha256)
          throw new StorageCorrupt(`The stored file ${sha256} has changed`);
        checked.set(sha256, state);
      }
      return await readExactly(handle, start, end - start);
    } finally {
      await handle.close();
    }
  }

  return {
    read,
    async written(path, sha256) {
      const stats = await stat(path, { bigint: true }).catch(() => undefined);
      // A file that cannot be inspected now is hashed when it is read.
      if (stats !== undefined) checked.set(sha256, stateOf(stats));
    },
  };
}
