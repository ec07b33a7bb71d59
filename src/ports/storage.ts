/** Content-addressed store of files: bytes are durable before `put` answers. */
export interface Storage {
  /**
   * Writes and flushes; the same content may be put twice. What comes in parts is never held whole.
   * @returns lower-case hexadecimal SHA-256, the file's only name.
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<string>;
  /** Reads and checks the hash. @throws StorageCorrupt when the bytes are not the ones that were put, StorageMissing when absent. */
  get(sha256: string): Promise<Uint8Array>;
  /**
   * Part of a file, without holding the rest of it: bytes from `start` up to, not including, `end`.
   * The hash of the whole file is checked when this process first reads from it, unless it has just put it, and again once
   * the file has changed.
   * @throws RangeError when the part is not inside the file; StorageCorrupt, StorageMissing as `get`.
   */
  read(sha256: string, part: { start: number; end: number }): Promise<Uint8Array>;
  /**
   * The whole file in parts, for who goes through it once and does not want to hold it.
   * The hash is known at the end alone: whoever takes the parts believes them once there was no error.
   * @throws StorageCorrupt, StorageMissing as `get`.
   */
  stream(sha256: string): AsyncIterable<Uint8Array>;
  delete(sha256: string): Promise<void>;
  /** Writes a little and takes it away again. @throws what the file system says when it takes nothing: ENOSPC, EDQUOT, EROFS. */
  probe(): Promise<void>;
  /**
   * Takes a file away that was last put at least `age` milliseconds ago, by the store's own clock: whoever has just put
   * it, also once more, is about to name it. @returns whether it is gone.
   */
  sweep(sha256: string, age: number): Promise<boolean>;
  /** Stored names, all or those that begin so, with the milliseconds since they were last put: for the sweep of what no row names. */
  list(prefix?: string): AsyncIterable<{ sha256: string; age: number }>;
}

export class StorageMissing extends Error {
  override readonly name = 'StorageMissing';
}

export class StorageCorrupt extends Error {
  override readonly name = 'StorageCorrupt';
}
