/** Reads objects in parts, and verifies an object's SHA-256 before its parts are trusted. */

import { createHash } from 'node:crypto';
import { LruCache } from '#domain/cache/lru-cache.ts';
import { StorageCorrupt, StorageMissing } from '#ports/storage.ts';
import type { BucketRequests } from './requests.ts';

/** Part size of a whole-file read: its time limit is short, and an interrupted read resumes from there. */
const PART = 4 * 1024 * 1024;
/** Number of files with a verified hash. */
const MAX_VERIFIED = 1000;

interface VerifiedObject {
  readonly size: number;
  readonly etag: string;
  /** Null: this process wrote the object and has not read its date yet. */
  readonly state: string | null;
}

interface CheckedObject {
  readonly size: number;
  readonly etag: string;
  readonly state: string;
}

const missing = (sha256: string): StorageMissing => new StorageMissing(`No stored file ${sha256}`);
const corrupt = (sha256: string): StorageCorrupt => new StorageCorrupt(`The stored file ${sha256} has changed`);

export class ObjectReader {
  readonly #requests: BucketRequests;
  readonly #known = new LruCache<VerifiedObject>(MAX_VERIFIED);
  /** Concurrent readers of a file share one hash check. */
  readonly #checking = new Map<string, Promise<CheckedObject>>();

  constructor(requests: BucketRequests) {
    this.#requests = requests;
  }

  /** Called after this process wrote or compared the object. */
  written(sha256: string, { size, etag, state = null }: { size: number; etag: string; state?: string | null }): void {
    this.#known.set(sha256, { size, etag, state });
  }

  forget(sha256: string): void {
    this.#known.delete(sha256);
  }

  /** The whole object in parts. @throws StorageMissing; StorageCorrupt after the last part. */
  async *stream(sha256: string): AsyncGenerator<Buffer, CheckedObject> {
    const hash = createHash('sha256');
    let size = PART;
    let properties: CheckedObject | undefined;
    for (let offset = 0; offset < size; ) {
      const part = await this.#requests.part(sha256, offset, Math.min(size, offset + PART));
      if (part === null) throw missing(sha256);
      properties ??= { size: part.size, etag: part.etag, state: part.state };
      // The object became shorter during the read.
      if (offset > 0 && part.size !== size) throw corrupt(sha256);
      size = part.size;
      offset += part.bytes.length;
      if (part.bytes.length === 0) break;
      hash.update(part.bytes);
      yield part.bytes;
    }
    if (hash.digest('hex') !== sha256) throw corrupt(sha256);
    return properties ?? { size: 0, etag: '', state: '' };
  }

  /** @throws RangeError, StorageMissing, StorageCorrupt. */
  async read(sha256: string, { start, end }: { start: number; end: number }): Promise<Uint8Array> {
    const valid = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start < end;
    let known = this.#known.get(sha256);
    for (;;) {
      known ??= await this.#check(sha256);
      if (!valid || end > known.size) throw new RangeError(`No bytes ${start} to ${end} in a file of ${known.size}`);
      const part = await this.#requests.part(sha256, start, end);
      if (part === null) {
        this.forget(sha256);
        throw missing(sha256);
      }
      const isSameVersion = known.state === null ? part.etag === known.etag : part.state === known.state;
      if (isSameVersion && part.size === known.size && part.bytes.length === end - start) {
        if (known.state === null) this.#known.set(sha256, { ...known, state: part.state });
        return part.bytes;
      }
      this.forget(sha256);
      known = undefined;
    }
  }

  #check(sha256: string): Promise<CheckedObject> {
    const running = this.#checking.get(sha256);
    if (running !== undefined) return running;
    const check = async (): Promise<CheckedObject> => {
      const parts = this.stream(sha256);
      for (;;) {
        const { done, value } = await parts.next();
        if (!done) continue;
        this.#known.set(sha256, value);
        return value;
      }
    };
    const started = check().finally(() => this.#checking.delete(sha256));
    this.#checking.set(sha256, started);
    return started;
  }
}
