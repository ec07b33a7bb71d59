/** Files in a bucket of Ceph's gateway: the suite of the port, and what only a real store and a bad line show. */
// Real time: the store dates its objects itself.
import { createHash } from 'node:crypto';
import dns from 'node:dns';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { type BucketSettings, openBucketStorage, REQUEST_LIMIT_MS } from '#adapters/storage/bucket.ts';
import { storageSuite } from '#ports/storage.suite.ts';
import { type Storage, StorageCorrupt } from '#ports/storage.ts';
import { CEPH_KEYS, CephGateway, DNS_NAME, KMS_KEY } from './ceph.ts';
import { TcpProxy } from './tcp-proxy.ts';

const log = { warn: () => undefined, info: () => undefined };
const clock = { now: () => new Date() };
const failure = (reason: string) => ({ name: 'OutsideFailure', system: 'storage', reason });
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const LARGE = Buffer.alloc(9 * 1024 * 1024, 'abcdefg');
/** Milliseconds for an answer where it is held back. */
const SHORT = 400;
let gateway: CephGateway;
let owner: S3Client;
let folder: string;
let buckets = 0;

beforeAll(async () => {
  gateway = await CephGateway.start();
  folder = await mkdtemp(join(tmpdir(), 'spool-'));
  owner = new S3Client({
    ...{ region: 'us-east-1', endpoint: gateway.endpoint, forcePathStyle: true, credentials: CEPH_KEYS },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
});
afterAll(async () => {
  owner?.destroy();
  await gateway?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

async function freshBucket(): Promise<string> {
  buckets += 1;
  const Bucket = `files-${buckets}`;
  await owner.send(new CreateBucketCommand({ Bucket }));
  return Bucket;
}

async function open(change: Partial<BucketSettings> = {}, answerMs = 8_000): Promise<Storage> {
  const settings: BucketSettings = {
    ...CEPH_KEYS,
    ...{ bucket: change.bucket ?? (await freshBucket()), prefix: 'fascicolo/', region: 'us-east-1' },
    ...{ endpoint: gateway.endpoint, addressing: 'path', encryption: 'aws:kms', kmsKeyId: KMS_KEY },
    ...change,
  };
  const guard = openCircuitBreaker({ system: 'storage', clock, log, timeLimit: REQUEST_LIMIT_MS });
  return openBucketStorage(settings, { spool: folder, guard, answerMs });
}

async function names(storage: Storage): Promise<string[]> {
  const found: string[] = [];
  for await (const { sha256 } of storage.list()) found.push(sha256);
  return found.sort();
}

storageSuite('bucket of Ceph', () => open());

describe('a bad line to the gateway', () => {
  let proxy: TcpProxy | undefined;
  let bucket: string;
  async function through(answerMs = SHORT): Promise<{ line: TcpProxy; storage: Storage; direct: Storage }> {
    proxy = await TcpProxy.listen(gateway.port);
    bucket = await freshBucket();
    return {
      ...{ line: proxy, direct: await open({ bucket }) },
      storage: await open({ bucket, endpoint: proxy.endpoint }, answerMs),
    };
  }
  afterEach(() => proxy?.close());

  it.each(['pause', 'cut'] as const)(
    'that loses answers (%s): what was put is found when it is put again',
    async (state) => {
      const { line, storage, direct } = await through();
      line.state = state;
      await expect(storage.put(Buffer.from('contratto'))).rejects.toMatchObject(
        failure(state === 'pause' ? 'timeout' : 'down'),
      );
      expect(await names(direct)).toEqual([hashOf(Buffer.from('contratto'))]);
      line.state = 'pass';
      const sha256 = await storage.put(Buffer.from('contratto'));
      expect(Buffer.from(await storage.get(sha256)).toString()).toBe('contratto');
    },
  );

  it('that loses one answer costs a comparison and no error', async () => {
    const { line, storage } = await through(2_000);
    line.state = 'cut';
    const put = storage.put(Buffer.from('contratto'));
    await vi.waitFor(async () => expect(await names(await open({ bucket }))).toHaveLength(1));
    line.state = 'pass';
    expect(await put).toBe(hashOf(Buffer.from('contratto')));
  });

  it('that ends in the middle of a file gives no file, and later all of it', async () => {
    const { line, storage } = await through(8_000);
    const sha256 = await storage.put(LARGE);
    line.state = { cutAfter: 5 * 1024 * 1024 };
    // Each connection gives five MB: parts of four arrive.
    expect(hashOf(await storage.get(sha256))).toBe(sha256);
    line.state = { cutAfter: 1024 * 1024 };
    await expect(storage.get(sha256)).rejects.toMatchObject(failure('down'));
    line.state = 'pass';
    expect(hashOf(await storage.get(sha256))).toBe(sha256);
  });
});

describe('the gateway', () => {
  it('killed and started again has every file that was acknowledged', async () => {
    const storage = await open();
    const acknowledged: string[] = [];
    let failed = 0;
    const putting = (async () => {
      for (let n = 0; failed < 3; n += 1) {
        await storage.put(Buffer.from(`contratto ${n}`)).then(
          (sha256) => acknowledged.push(sha256),
          () => {
            failed += 1;
          },
        );
      }
    })();
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(5), { timeout: 10_000 });
    await gateway.kill();
    await putting;
    await gateway.restart();
    for (const sha256 of acknowledged) expect(hashOf(await storage.get(sha256))).toBe(sha256);
    await storage.put(Buffer.from('dopo'));
  });

  it('that hangs costs the time limit, and goes on by itself', async () => {
    const storage = await open({}, SHORT);
    const sha256 = await storage.put(Buffer.from('prima'));
    gateway.freeze();
    try {
      const began = performance.now();
      await expect(storage.get(sha256)).rejects.toMatchObject(failure('timeout'));
      await expect(storage.probe()).rejects.toMatchObject(failure('timeout'));
      expect(performance.now() - began).toBeLessThan(10_000);
    } finally {
      gateway.thaw();
    }
    await vi.waitFor(async () => expect(Buffer.from(await storage.get(sha256)).toString()).toBe('prima'));
  });

  it('that ignores AES256 gets no file', async () => {
    const bucket = await freshBucket();
    const storage = await open({ bucket, encryption: 'AES256', kmsKeyId: null });
    await expect(storage.put(Buffer.from('in chiaro'))).rejects.toMatchObject(failure('wrong'));
    expect(await names(await open({ bucket }))).toEqual([]);
  });

  it('whose bucket is full says so as a full disk does', async () => {
    const storage = await open();
    await gateway.fill();
    try {
      const full = async () => {
        for (let n = 0; n < 50; n += 1) await storage.put(Buffer.from(`file ${n}`));
      };
      await expect(full()).rejects.toMatchObject({ cause: { code: 'EDQUOT' } });
    } finally {
      await gateway.empty();
    }
  });

  it('refuses wrong keys and a bucket that is not there, and neither is a missing file', async () => {
    const name = hashOf(Buffer.from('contratto'));
    for (const change of [{ secretAccessKey: 'altro' }, { accessKeyId: 'ALTRO' }]) {
      await expect((await open(change)).get(name)).rejects.toMatchObject(failure('refused'));
    }
    const nowhere = await open({ bucket: 'non-esiste' });
    await expect(nowhere.get(name)).rejects.toMatchObject(failure('refused'));
    await expect(nowhere.put(Buffer.from('contratto'))).rejects.toMatchObject(failure('refused'));
    await expect(names(nowhere)).rejects.toMatchObject(failure('refused'));
  });

  it('is reached by the bucket’s own host as well', async () => {
    const bucket = await freshBucket();
    const asked: string[] = [];
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
      host: string,
      options: dns.LookupAllOptions,
      done: (...of: unknown[]) => void,
    ) => {
      asked.push(host);
      if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
      else done(null, '127.0.0.1', 4);
    }) as unknown as typeof dns.lookup);
    try {
      const virtual = await open({ bucket, endpoint: `http://${DNS_NAME}:${gateway.port}`, addressing: 'virtual' });
      const sha256 = await virtual.put(Buffer.from('contratto'));
      expect(new Set(asked)).toEqual(new Set([`${bucket}.${DNS_NAME}`]));
      expect(await names(await open({ bucket }))).toEqual([sha256]);
    } finally {
      lookup.mockRestore();
    }
  });

  it('lets what was changed in the bucket be noticed, and put right by a put', async () => {
    const bucket = await freshBucket();
    const storage = await open({ bucket });
    const sha256 = await storage.put(Buffer.from('contratto'));
    const Key = `fascicolo/${sha256}`;
    expect(Buffer.from(await storage.read(sha256, { start: 0, end: 4 })).toString()).toBe('cont');
    await owner.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'contrattO' }));
    await expect(storage.get(sha256)).rejects.toBeInstanceOf(StorageCorrupt);
    await expect(storage.read(sha256, { start: 0, end: 4 })).rejects.toBeInstanceOf(StorageCorrupt);
    await storage.put(Buffer.from('contratto'));
    expect(Buffer.from(await storage.get(sha256)).toString()).toBe('contratto');
  });

  it('with versions keeps what it has to, and nothing of a probe', async () => {
    const bucket = await freshBucket();
    await owner.send(
      new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: 'Enabled' } }),
    );
    const storage = await open({ bucket });
    const sha256 = await storage.put(Buffer.from('contratto'));
    await storage.probe();
    const { Versions = [], DeleteMarkers = [] } = await owner.send(new ListObjectVersionsCommand({ Bucket: bucket }));
    expect([Versions.map(({ Key }) => Key), DeleteMarkers]).toEqual([[`fascicolo/${sha256}`], []]);
  });

  it('gives more names than fit into one page', async () => {
    const bucket = await freshBucket();
    const storage = await open({ bucket });
    const put = Array.from({ length: 1100 }, (_, n) => hashOf(Buffer.from(String(n))));
    for (let at = 0; at < put.length; at += 100) {
      const some = put.slice(at, at + 100);
      await Promise.all(
        some.map((name) => owner.send(new PutObjectCommand({ Bucket: bucket, Key: `fascicolo/${name}`, Body: 'x' }))),
      );
    }
    expect(await names(storage)).toEqual(put.toSorted());
  });
});
