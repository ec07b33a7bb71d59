/** Content-addressed store of files: bytes are durable before `put` answers. */
export interface Storage {
  /** Writes and flushes; the same bytes may be put twice. @returns lower-case hexadecimal SHA-256, the file's only name. */
  put(bytes: Uint8Array): Promise<string>;
  /** Reads and checks the hash. @throws StorageCorrupt when the bytes are not the ones that were put, StorageMissing when absent. */
  get(sha256: string): Promise<Uint8Array>;
  delete(sha256: string): Promise<void>;
  /** Every stored name, for the sweep that removes what no row names. */
  list(): AsyncIterable<{ sha256: string; modified: Date }>;
}

export class StorageMissing extends Error {
  override readonly name = 'StorageMissing';
}

export class StorageCorrupt extends Error {
  override readonly name = 'StorageCorrupt';
}
