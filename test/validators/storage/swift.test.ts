/** Swift's S3 interface as an insufficient bucket: `doctor` gives the reason, and the store puts no file there. */
// Real time: the store refuses requests with a time that differs from its own.
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { type BucketSettings, openBucketStorage } from '#adapters/storage/bucket.ts';
import { checkBucket } from '#adapters/storage/check-bucket.ts';
import { SWIFT_KEYS, SwiftStore } from './swift.ts';

const BUCKET = 'files';
let store: SwiftStore;
let owner: S3Client;
let settings: BucketSettings;

beforeAll(async () => {
  store = await SwiftStore.start();
  owner = new S3Client({
    ...{ region: 'us-east-1', endpoint: store.endpoint, forcePathStyle: true, credentials: SWIFT_KEYS },
  });
  await owner.send(new CreateBucketCommand({ Bucket: BUCKET }));
  settings = {
    ...SWIFT_KEYS,
    ...{ bucket: BUCKET, prefix: 'fascicolo/', region: 'us-east-1', endpoint: store.endpoint, addressing: 'path' },
    ...{ encryption: 'AES256', kmsKeyId: null },
  };
});
afterAll(async () => {
  owner?.destroy();
  await store?.stop();
});

const leftOver = async () => (await owner.send(new ListObjectsV2Command({ Bucket: BUCKET }))).Contents ?? [];

it('is reported by the check for missing features, and keeps none of its objects', async () => {
  const findings = await checkBucket(settings);
  const failed = findings.filter(({ level }) => level !== 'ok');
  expect(failed.map(({ name, level }) => `${name} ${level}`).sort()).toEqual([
    'S3_ENCRYPTION failure',
    'conditional put failure',
  ]);
  expect(await leftOver()).toEqual([]);
});

it('gets no file', async () => {
  const clock = { now: () => new Date() };
  const log = { warn: () => undefined, info: () => undefined };
  const guard = openCircuitBreaker({ system: 'storage', clock, log });
  const storage = await openBucketStorage(settings, { spool: '.', guard });
  await expect(storage.put(Buffer.from('contratto'))).rejects.toMatchObject({
    name: 'OutsideFailure',
    reason: 'refused',
  });
  await expect(storage.probe()).rejects.toMatchObject({ reason: 'refused' });
  expect(await leftOver()).toEqual([]);
});
