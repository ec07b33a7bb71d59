/** Files in a bucket of Ceph's gateway: the suite of the port, and what only a real store shows. */
// Real time: the store dates its objects itself.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { type BucketSettings, openBucketStorage, REQUEST_LIMIT_MS } from '#adapters/storage/bucket.ts';
import { storageSuite } from '#ports/storage.suite.ts';
import { CEPH_KEYS, CephGateway, KMS_KEY } from './ceph.ts';

const log = { warn: () => undefined, info: () => undefined };
const clock = { now: () => new Date() };
const guard = () => openCircuitBreaker({ system: 'storage', clock, log, timeLimit: REQUEST_LIMIT_MS });
let gateway: CephGateway;
let owner: S3Client;
let folder: string;
let buckets = 0;

beforeAll(async () => {
  gateway = await CephGateway.start();
  folder = await mkdtemp(join(tmpdir(), 'spool-'));
  owner = new S3Client({
    ...{ region: 'us-east-1', endpoint: gateway.endpoint, forcePathStyle: true, credentials: CEPH_KEYS },
  });
});
afterAll(async () => {
  owner?.destroy();
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function freshBucket(): Promise<string> {
  buckets += 1;
  const Bucket = `files-${buckets}`;
  await owner.send(new CreateBucketCommand({ Bucket }));
  return Bucket;
}

const settings = (bucket: string): BucketSettings => ({
  ...CEPH_KEYS,
  ...{ bucket, prefix: 'fascicolo/', region: 'us-east-1', endpoint: gateway.endpoint, addressing: 'path' },
  ...{ encryption: 'aws:kms', kmsKeyId: KMS_KEY },
});
const open = async (change: Partial<BucketSettings> = {}) =>
  openBucketStorage(
    { ...settings(change.bucket ?? (await freshBucket())), ...change },
    { spool: folder, guard: guard() },
  );

storageSuite('bucket of Ceph', open);
