/** Content-addressed file store: bytes are durable before `put` resolves. */
export interface Storage {
  /**
   * Writes and flushes; the same content may be put twice. Content that arrives in parts is never fully buffered.
   * @returns lower-case hexadecimal SHA-256, the file's only name.
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<string>;
  /** Reads and verifies the hash. @throws StorageCorrupt if the bytes differ from those stored, StorageMissing if absent. */
  get(sha256: string): Promise<Uint8Array>;
  /**
   * Part of a file, without loading the rest: bytes from `start` up to but excluding `end`.
   * The hash of the whole file is verified when this process first reads from it, unless it has just stored it, and
   * again after the file has changed.
   * @throws RangeError if the part is outside the file; StorageCorrupt, StorageMissing like `get`.
   */
  read(sha256: string, part: { start: number; end: number }): Promise<Uint8Array>;
  /**
   * The whole file in parts, for callers that process it once without holding it.
   * The hash is only verified at the end: do not trust the parts before the stream ends without an error.
   * @throws StorageCorrupt, StorageMissing like `get`.
   */
  stream(sha256: string): AsyncIterable<Uint8Array>;
  delete(sha256: string): Promise<void>;
  /** Writes a little and deletes it. @throws the file system's error if it accepts no data: ENOSPC, EDQUOT, EROFS. */
  probe(): Promise<void>;
  /**
   * Deletes a file that was last put at least `age` milliseconds ago, by the store's own clock: a process that has just
   * put it, even again, is about to reference it. @returns whether it is gone.
   */
  sweep(sha256: string, age: number): Promise<boolean>;
  /** Stored names, optionally by prefix, with milliseconds since the last put: for sweeping files that no row references. */
  list(prefix?: string): AsyncIterable<{ sha256: string; age: number }>;
}

export class StorageMissing extends Error {
  override readonly name = 'StorageMissing';
}

export class StorageCorrupt extends Error {
  override readonly name = 'StorageCorrupt';
}
