/** Stores files as content-addressed objects of an S3 bucket. No file is served directly from the bucket. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { OutsideFailure } from '#ports/outside-system.ts';
import { type Storage, StorageMissing } from '#ports/storage.ts';
import { ObjectReader } from './bucket/reader.ts';
import { type BucketRequests, type BucketSettings, openRequests, type RequestOptions } from './bucket/requests.ts';
import { type Spooled, spool } from './bucket/spool.ts';

export type { BucketSettings } from './bucket/requests.ts';
export { REQUEST_LIMIT_MS } from './bucket/requests.ts';

export interface BucketStorageOptions extends RequestOptions {
  /** Folder for streamed files until they are complete; on a disk, not in memory. */
  readonly spool: string;
}

const NAME = /^[0-9a-f]{64}$/;
const PROBE = 4096;
/** Last-Modified has a resolution of one second. */
const SECOND = 1_000;
/** A sweep gives up if the time from its marker to its delete exceeds this. */
const SWEEP_MS = 20_000;
/** Age of a dead sweep's marker: its delete request cannot arrive any more. */
const DEAD_MS = 2 * 60_000;
/** How long a put waits for a sweep of the same file. */
const MAX_WAITS = 40;
const WAIT_MS = 250;
/** Each further round requires a sweep that ended while the file was being written. */
const MAX_ROUNDS = 3;

const markerName = (sha256: string): string => `leaving/${sha256}`;

/** A name that is not a hash is never sent to the store. */
function validName(sha256: string): string {
  if (!NAME.test(sha256)) throw new StorageMissing(`Not a stored file's name: ${sha256.slice(0, 80)}`);
  return sha256;
}

/** Opens the store without a request; the first operation sends one. */
export async function openBucketStorage(settings: BucketSettings, options: BucketStorageOptions): Promise<Storage> {
  const store = new BucketStorage(await openRequests(settings, options), options.spool);
  // A plain object, as in the folder adapter: callers can override a function and spread the rest.
  return {
    put: (content) => store.put(content),
    get: (sha256) => store.get(sha256),
    read: (sha256, part) => store.read(sha256, part),
    stream: (sha256) => store.stream(sha256),
    delete: (sha256) => store.delete(sha256),
    probe: () => store.probe(),
    sweep: (sha256, age) => store.sweep(sha256, age),
    list: (prefix) => store.list(prefix),
  };
}

/**
 * No conditional delete works on every S3 store, so a put and a sweep of the same file coordinate by a marker. The
 * sweep writes `leaving/<sha256>`, then checks the date, deletes, and removes the marker. A put first writes, which
 * updates the object's date, and then looks for the marker: without one, every later sweep sees the new date.
 */
class BucketStorage implements Storage {
  readonly #requests: BucketRequests;
  readonly #reader: ObjectReader;
  readonly #spool: string;

  constructor(requests: BucketRequests, folder: string) {
    this.#requests = requests;
    this.#reader = new ObjectReader(requests);
    this.#spool = folder;
  }

  async put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
    const file = await spool(content, this.#spool);
    try {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const isNew = await this.#write(file);
        if (await this.#stays(file.sha256, isNew)) return file.sha256;
      }
      throw new OutsideFailure('storage', 'down', 'a file is being swept again and again');
    } finally {
      await file.close();
    }
  }

  /**
   * Writes conditionally. When the object exists and was written since this call began (by an attempt whose answer was
   * lost, or by another process), it is read and compared. Otherwise the same bytes are written over it, which renews
   * its date. A copy onto itself would save the upload, but Ceph refuses to copy encrypted objects (501).
   * @returns whether the object is new.
   */
  async #write(file: Spooled): Promise<boolean> {
    const { sha256, size } = file;
    const startedAt = performance.now();
    const created = await this.#requests.put(sha256, file, { once: true });
    if (created !== null) {
      this.#reader.written(sha256, { size, etag: created.etag });
      return true;
    }
    const head = await this.#requests.head(sha256);
    const isFresh = head !== null && head.age <= performance.now() - startedAt + SECOND;
    if (isFresh && head.encrypted && head.size === size && (await this.#holds(sha256))) return false;
    const overwritten = await this.#requests.put(sha256, file, { once: false });
    if (overwritten === null) throw new OutsideFailure('storage', 'wrong', 'an unconditional put was answered 412');
    this.#reader.written(sha256, { size, etag: overwritten.etag });
    return false;
  }

  async #holds(sha256: string): Promise<boolean> {
    try {
      const parts = this.#reader.stream(sha256);
      for (;;) {
        const { done, value } = await parts.next();
        if (!done) continue;
        this.#reader.written(sha256, value);
        return true;
      }
    } catch (error) {
      if (error instanceof OutsideFailure) throw error;
      return false;
    }
  }

  /** @returns false when a sweep may have deleted the object just written. */
  async #stays(sha256: string, isNew: boolean): Promise<boolean> {
    for (let wait = 0; wait < MAX_WAITS; wait += 1) {
      const marker = await this.#requests.head(markerName(sha256));
      if (marker === null) {
        if (wait > 0) return false;
        // A sweep that began and ended meanwhile deletes only an object that existed before.
        return isNew || (await this.#requests.head(sha256)) !== null;
      }
      if (marker.age > DEAD_MS) await this.#requests.delete(markerName(sha256));
      else await pause(WAIT_MS);
    }
    throw new OutsideFailure('storage', 'down', 'a sweep of this file does not end');
  }

  async get(sha256: string): Promise<Uint8Array> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(sha256)) parts.push(part as Buffer);
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
  }

  async read(sha256: string, part: { start: number; end: number }): Promise<Uint8Array> {
    return this.#reader.read(validName(sha256), part);
  }

  async *stream(sha256: string): AsyncGenerator<Uint8Array> {
    yield* this.#reader.stream(validName(sha256));
  }

  async delete(sha256: string): Promise<void> {
    this.#reader.forget(validName(sha256));
    await this.#requests.delete(sha256);
  }

  /** Writes an object of 4 KB and deletes it. @throws OutsideFailure; its cause has the code EDQUOT when the bucket is full. */
  async probe(): Promise<void> {
    const file = await spool(Buffer.alloc(PROBE, randomUUID()), this.#spool);
    const name = `probe/${randomUUID()}`;
    const written = await this.#requests.put(name, file, { once: true });
    await this.#requests.delete(name, written?.versionId);
  }

  async sweep(sha256: string, age: number): Promise<boolean> {
    const isOld = async (): Promise<boolean> => {
      const head = await this.#requests.head(validName(sha256));
      return head !== null && head.age >= age;
    };
    if (!(await isOld())) return false;
    const startedAt = performance.now();
    if (!(await this.#mark(sha256))) return false;
    const isDeleting = (await isOld()) && performance.now() - startedAt < SWEEP_MS;
    if (isDeleting) {
      this.#reader.forget(sha256);
      // Without a response the marker stays until the delete can no longer arrive.
      await this.#requests.deleteOnce(sha256);
    }
    await this.#requests.delete(markerName(sha256));
    return isDeleting;
  }

  /** @returns false while another sweep works on this file, or until the marker of a dead sweep expires. */
  async #mark(sha256: string): Promise<boolean> {
    const [name, text] = [markerName(sha256), Buffer.from(randomUUID())];
    if ((await this.#requests.put(name, await spool(text, this.#spool), { once: true })) !== null) return true;
    // Possibly written by our own first attempt, whose response was lost.
    if ((await this.#requests.part(name, 0, text.length))?.bytes.equals(text)) return true;
    const otherMarker = await this.#requests.head(name);
    if (otherMarker !== null && otherMarker.age > DEAD_MS) await this.#requests.delete(name);
    return false;
  }

  async *list(prefix = ''): AsyncGenerator<{ sha256: string; age: number }> {
    // No object name has such a prefix.
    if (!/^[0-9a-f]*$/.test(prefix)) return;
    for await (const { name, age } of this.#requests.list(prefix)) {
      if (NAME.test(name)) yield { sha256: name, age };
    }
  }
}
