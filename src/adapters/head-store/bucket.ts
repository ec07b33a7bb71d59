/**
 * Stores heads of the evidence tree in a bucket with object lock: for years no user, not even the holder of the keys,
 * can delete or replace one (record 0050). Only the first version of a name counts: it is the locked one, even below
 * delete markers and newer versions.
 */

import { createHash } from 'node:crypto';
import type { ListObjectVersionsCommandOutput, ObjectVersion, S3Client } from '@aws-sdk/client-s3';
import type { Clock } from '#ports/clock.ts';
import { type ExternalHead, type HeadStore, HeadStoreUnusable } from '#ports/head-store.ts';
import { nameOf, statusOf } from '../outside/s3-error.ts';

export interface BucketSettings {
  readonly bucket: string;
  /** Prefix of every name: empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Endpoint of a store other than Amazon S3; null: Amazon's address for the region. */
  readonly endpoint: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Retention of each head in years. */
  readonly years: number;
  readonly clock: Clock;
}

const DIGITS = 12;
/**
 * Each level of folders and the object name take three digits: one listing returns a whole folder, and the newest head
 * is found with four requests.
 */
const LEVELS = 3;
const GROUP = /^\d{3}\/$/;
/** Number of parallel downloads: a year has thirty thousand heads. */
const PARALLEL_READS = 8;
/** Heads are written while the tree is locked: an unanswered request must not block the lock for long. */
const CONNECT_MS = 2_000;
const RESPONSE_MS = 5_000;
const ATTEMPTS = 2;

interface FirstVersion {
  readonly size: number;
  readonly key: string;
  readonly versionId: string;
  readonly isReplaced: boolean;
}

/** @param prefix of the store; all keys are below it. */
function keyOf(prefix: string, size: number): string {
  const digits = String(size).padStart(DIGITS, '0');
  return `${prefix}${digits.slice(0, 3)}/${digits.slice(3, 6)}/${digits.slice(6, 9)}/${digits}.json`;
}

type Sdk = typeof import('@aws-sdk/client-s3');

/** Loads the AWS SDK, which only this module needs. */
export async function openBucketHeads(settings: BucketSettings): Promise<HeadStore> {
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: RESPONSE_MS, throwOnRequestTimeout: true },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_SUPPORTED',
  });
  return new BucketHeads(settings, s3, client);
}

class BucketHeads implements HeadStore {
  readonly #settings: BucketSettings;
  readonly #s3: Sdk;
  readonly #client: S3Client;
  /** The bucket's name and the prefix, for display. */
  readonly #place: string;
  #admitted = false;

  constructor(settings: BucketSettings, s3: Sdk, client: S3Client) {
    this.#settings = settings;
    this.#s3 = s3;
    this.#client = client;
    this.#place = `s3://${settings.bucket}/${settings.prefix}`;
  }

  async checkRetention(): Promise<void> {
    if (this.#admitted) return;
    const { bucket: Bucket } = this.#settings;
    const enabled = await this.#client.send(new this.#s3.GetObjectLockConfigurationCommand({ Bucket })).then(
      ({ ObjectLockConfiguration: configuration }) => configuration?.ObjectLockEnabled === 'Enabled',
      (error: unknown) => {
        // Without support for object lock, or without object lock on this bucket, heads are not protected from
        // deletion.
        if (nameOf(error) === 'ObjectLockConfigurationNotFoundError' || statusOf(error) === 501) return false;
        throw this.#errorOf(error);
      },
    );
    if (!enabled) throw new HeadStoreUnusable('unlocked', this.#place, 'no object lock');
    this.#admitted = true;
  }

  async store(size: number, text: string): Promise<boolean> {
    await this.checkRetention();
    const key = keyOf(this.#settings.prefix, size);
    const writeError = await this.#write(key, text);
    // Check after a successful write too: a delete marker may hide an earlier object of this name.
    const version = (await this.#firstBelow(key)).at(-1);
    if (version === undefined) throw this.#errorOf(writeError);
    const stored = await this.#read(version);
    if (!stored.locked) throw new HeadStoreUnusable('unlocked', this.#place, `${key} is not retained`);
    return stored.text === text;
  }

  async *list(): AsyncGenerator<ExternalHead> {
    for await (const group of this.#groups(this.#settings.prefix, LEVELS)) {
      const versions = await this.#firstBelow(group);
      for (let start = 0; start < versions.length; start += PARALLEL_READS) {
        yield* await Promise.all(versions.slice(start, start + PARALLEL_READS).map((version) => this.#head(version)));
      }
    }
  }

  async newest(): Promise<ExternalHead | null> {
    const version = await this.#last(this.#settings.prefix, LEVELS);
    return version === null ? null : this.#head(version);
  }

  #errorOf(error: unknown): HeadStoreUnusable {
    const status = statusOf(error);
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (nameOf(error) === 'NoSuchBucket') return new HeadStoreUnusable('missing', this.#place, reason, error);
    const denied = status === 401 || status === 403;
    return new HeadStoreUnusable(denied ? 'denied' : 'unreachable', this.#place, reason, error);
  }

  #guard<T>(response: Promise<T>): Promise<T> {
    return response.catch((error: unknown) => {
      throw this.#errorOf(error);
    });
  }

  /** @returns the error when the name was already taken; null when this head was written. */
  async #write(key: string, text: string): Promise<unknown> {
    const { bucket, clock, years } = this.#settings;
    const retainUntil = new Date(clock.now());
    retainUntil.setUTCFullYear(retainUntil.getUTCFullYear() + years);
    const bytes = Buffer.from(text, 'utf8');
    const command = new this.#s3.PutObjectCommand({
      ...{ Bucket: bucket, Key: key, Body: bytes, ContentType: 'application/json', IfNoneMatch: '*' },
      ChecksumSHA256: createHash('sha256').update(bytes).digest('base64'),
      ObjectLockMode: 'COMPLIANCE',
      ObjectLockRetainUntilDate: retainUntil,
    });
    return this.#client.send(command).then(
      () => null,
      (error: unknown) => {
        // The object already exists, or another node is writing it right now.
        if (statusOf(error) === 412 || statusOf(error) === 409) return error;
        throw this.#errorOf(error);
      },
    );
  }

  async #read({ size, key, versionId, isReplaced }: FirstVersion): Promise<ExternalHead & { locked: boolean }> {
    const { bucket: Bucket, clock } = this.#settings;
    const command = new this.#s3.GetObjectCommand({ Bucket, Key: key, VersionId: versionId, ChecksumMode: 'ENABLED' });
    const { Body, ObjectLockMode, ObjectLockRetainUntilDate: until } = await this.#guard(this.#client.send(command));
    const text = (await this.#guard(Body?.transformToString() ?? Promise.resolve(''))) ?? '';
    const locked = ObjectLockMode === 'COMPLIANCE' && until !== undefined && until > clock.now();
    return { size, text, locked, ...(isReplaced ? { isReplaced: true } : {}) };
  }

  async #head(version: FirstVersion): Promise<ExternalHead> {
    const { locked: _, ...head } = await this.#read(version);
    return head;
  }

  /** Pages of all names below a prefix: subfolders, and the versions of each name from newest to first. */
  async *#pagesBelow(below: string): AsyncGenerator<ListObjectVersionsCommandOutput> {
    const { bucket: Bucket } = this.#settings;
    let position: { KeyMarker?: string; VersionIdMarker?: string } = {};
    for (;;) {
      const command = new this.#s3.ListObjectVersionsCommand({ Bucket, Prefix: below, Delimiter: '/', ...position });
      const page = await this.#guard(this.#client.send(command));
      yield page;
      if (page.IsTruncated !== true || page.NextKeyMarker === undefined) return;
      position = { KeyMarker: page.NextKeyMarker };
      if (page.NextVersionIdMarker !== undefined) position.VersionIdMarker = page.NextVersionIdMarker;
    }
  }

  async #groupsBelow(below: string): Promise<string[]> {
    const groups: string[] = [];
    for await (const { CommonPrefixes = [] } of this.#pagesBelow(below)) {
      for (const { Prefix = '' } of CommonPrefixes) if (GROUP.test(Prefix.slice(below.length))) groups.push(Prefix);
    }
    return groups.sort();
  }

  /** The first version of each head below a prefix, smallest first. */
  async #firstBelow(below: string): Promise<FirstVersion[]> {
    const versions = new Map<string, ObjectVersion[]>();
    const markers = new Set<string>();
    for await (const { Versions = [], DeleteMarkers = [] } of this.#pagesBelow(below)) {
      for (const one of Versions) versions.set(one.Key ?? '', [...(versions.get(one.Key ?? '') ?? []), one]);
      for (const { Key = '' } of DeleteMarkers) markers.add(Key);
    }
    return [...versions].flatMap(([key, keyVersions]) => {
      const size = Number(key.slice(-(DIGITS + '.json'.length), -'.json'.length));
      const versionId = keyVersions.at(-1)?.VersionId;
      if (key !== keyOf(this.#settings.prefix, size) || versionId === undefined) return [];
      return { size, key, versionId, isReplaced: keyVersions.length > 1 || markers.has(key) };
    });
  }

  async *#groups(below: string, levels: number): AsyncGenerator<string> {
    if (levels === 0) yield below;
    else for (const group of await this.#groupsBelow(below)) yield* this.#groups(group, levels - 1);
  }

  async #last(below: string, levels: number): Promise<FirstVersion | null> {
    if (levels === 0) return (await this.#firstBelow(below)).at(-1) ?? null;
    for (const group of (await this.#groupsBelow(below)).reverse()) {
      const version = await this.#last(group, levels - 1);
      if (version !== null) return version;
    }
    return null;
  }
}
