/**
 * Stores heads of the evidence tree in a bucket with object lock: for years no user, not even the holder of the keys,
 * can delete or replace one (record 0050). Only the first version of a name counts: it is the locked one, even below
 * delete markers and newer versions.
 */
import { createHash } from 'node:crypto';
import type { ObjectVersion, S3Client } from '@aws-sdk/client-s3';
import type { Clock } from '#ports/clock.ts';
import { type HeadOutside, type HeadStore, HeadStoreUnusable } from '#ports/head-store.ts';

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
const AT_ONCE = 8;
/** Heads are written while the tree is locked: an unanswered request must not hold the lock for long. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 5_000;
const ATTEMPTS = 2;

interface First {
  readonly size: number;
  readonly key: string;
  readonly versionId: string;
  readonly covered: boolean;
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error));

/** @param prefix of the store; all keys are below it. */
function keyOf(prefix: string, size: number): string {
  const digits = String(size).padStart(DIGITS, '0');
  return `${prefix}${digits.slice(0, 3)}/${digits.slice(3, 6)}/${digits.slice(6, 9)}/${digits}.json`;
}

/** Loads the AWS SDK, which only this module needs. */
export async function openBucketHeads(settings: BucketSettings): Promise<HeadStore> {
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, prefix, clock } = settings;
  const client: S3Client = new s3.S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_SUPPORTED',
  });
  const place = `s3://${Bucket}/${prefix}`;

  const unusable = (error: unknown): HeadStoreUnusable => {
    const status = statusOf(error);
    const told = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (nameOf(error) === 'NoSuchBucket') return new HeadStoreUnusable('missing', place, told, error);
    const denied = status === 401 || status === 403;
    return new HeadStoreUnusable(denied ? 'denied' : 'unreachable', place, told, error);
  };
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw unusable(error);
    });

  /** Pages of all names below a prefix: subfolders, and the versions of each name from newest to first. */
  async function* pagesBelow(below: string) {
    let from: { KeyMarker?: string; VersionIdMarker?: string } = {};
    for (;;) {
      const page = await asked(
        client.send(new s3.ListObjectVersionsCommand({ Bucket, Prefix: below, Delimiter: '/', ...from })),
      );
      yield page;
      if (page.IsTruncated !== true || page.NextKeyMarker === undefined) return;
      from = { KeyMarker: page.NextKeyMarker };
      if (page.NextVersionIdMarker !== undefined) from.VersionIdMarker = page.NextVersionIdMarker;
    }
  }

  async function groupsBelow(below: string): Promise<string[]> {
    const found: string[] = [];
    for await (const { CommonPrefixes = [] } of pagesBelow(below)) {
      for (const { Prefix = '' } of CommonPrefixes) if (GROUP.test(Prefix.slice(below.length))) found.push(Prefix);
    }
    return found.sort();
  }

  /** The first version of each head below a prefix, smallest first. */
  async function firstBelow(below: string): Promise<First[]> {
    const versions = new Map<string, ObjectVersion[]>();
    const markers = new Set<string>();
    for await (const { Versions = [], DeleteMarkers = [] } of pagesBelow(below)) {
      for (const one of Versions) versions.set(one.Key ?? '', [...(versions.get(one.Key ?? '') ?? []), one]);
      for (const { Key = '' } of DeleteMarkers) markers.add(Key);
    }
    return [...versions].flatMap(([key, of]) => {
      const size = Number(key.slice(-(DIGITS + '.json'.length), -'.json'.length));
      const versionId = of.at(-1)?.VersionId;
      if (key !== keyOf(prefix, size) || versionId === undefined) return [];
      return { size, key, versionId, covered: of.length > 1 || markers.has(key) };
    });
  }

  async function read({ size, key, versionId, covered }: First): Promise<HeadOutside & { locked: boolean }> {
    const command = new s3.GetObjectCommand({ Bucket, Key: key, VersionId: versionId, ChecksumMode: 'ENABLED' });
    const { Body, ObjectLockMode, ObjectLockRetainUntilDate: until } = await asked(client.send(command));
    const text = (await asked(Body?.transformToString() ?? Promise.resolve(''))) ?? '';
    const locked = ObjectLockMode === 'COMPLIANCE' && until !== undefined && until > clock.now();
    return { size, text, locked, ...(covered ? { covered: true } : {}) };
  }
  const told = async (first: First): Promise<HeadOutside> => {
    const { locked: _, ...head } = await read(first);
    return head;
  };

  async function* groups(below: string, levels: number): AsyncGenerator<string> {
    if (levels === 0) yield below;
    else for (const group of await groupsBelow(below)) yield* groups(group, levels - 1);
  }

  async function last(below: string, levels: number): Promise<First | null> {
    if (levels === 0) return (await firstBelow(below)).at(-1) ?? null;
    for (const group of (await groupsBelow(below)).reverse()) {
      const found = await last(group, levels - 1);
      if (found !== null) return found;
    }
    return null;
  }

  let admitted = false;
  async function admit(): Promise<void> {
    if (admitted) return;
    const enabled = await client.send(new s3.GetObjectLockConfigurationCommand({ Bucket })).then(
      ({ ObjectLockConfiguration: found }) => found?.ObjectLockEnabled === 'Enabled',
      (error: unknown) => {
        // Without support for object lock, or without object lock on this bucket, heads are not protected from
        // deletion.
        if (nameOf(error) === 'ObjectLockConfigurationNotFoundError' || statusOf(error) === 501) return false;
        throw unusable(error);
      },
    );
    if (!enabled) throw new HeadStoreUnusable('unlocked', place, 'no object lock');
    admitted = true;
  }

  return {
    admit,
    async keep(size, text) {
      await admit();
      const Key = keyOf(prefix, size);
      const until = new Date(clock.now());
      until.setUTCFullYear(until.getUTCFullYear() + settings.years);
      const bytes = Buffer.from(text, 'utf8');
      const command = new s3.PutObjectCommand({
        ...{ Bucket, Key, Body: bytes, ContentType: 'application/json', IfNoneMatch: '*' },
        ChecksumSHA256: createHash('sha256').update(bytes).digest('base64'),
        ObjectLockMode: 'COMPLIANCE',
        ObjectLockRetainUntilDate: until,
      });
      const taken = await client.send(command).then(
        () => null,
        (error: unknown) => {
          // The object already exists, or another node is writing it right now.
          if (statusOf(error) === 412 || statusOf(error) === 409) return error;
          throw unusable(error);
        },
      );
      // Check after a successful write too: a delete marker may hide an earlier object of this name.
      const first = (await firstBelow(Key)).at(-1);
      if (first === undefined) throw unusable(taken);
      const kept = await read(first);
      if (!kept.locked) throw new HeadStoreUnusable('unlocked', place, `${Key} is not retained`);
      return kept.text === text;
    },
    async *list() {
      for await (const group of groups(prefix, LEVELS)) {
        const found = await firstBelow(group);
        for (let at = 0; at < found.length; at += AT_ONCE) {
          yield* await Promise.all(found.slice(at, at + AT_ONCE).map(told));
        }
      }
    },
    async newest() {
      const found = await last(prefix, LEVELS);
      return found === null ? null : told(found);
    },
  };
}
