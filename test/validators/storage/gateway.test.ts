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
  PutBucketAclCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectLockConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { type BucketSettings, openBucketStorage, REQUEST_LIMIT_MS } from '#adapters/storage/bucket.ts';
import { checkBucket } from '#adapters/storage/check-bucket.ts';
import { openFolderStorage } from '#adapters/storage/folder.ts';
import { storageSuite } from '#ports/storage.suite.ts';
import { type Storage, StorageCorrupt } from '#ports/storage.ts';
import { inEnglish } from '#test/finding-lines.ts';
import { moveFiles, openJournal } from '../../../src/cli/files/move.ts';
import { CEPH_KEYS, CephGateway, DNS_NAME, KMS_KEY } from './ceph.ts';
import { storyCases } from './story-cases.ts';
import { TcpProxy } from './tcp-proxy.ts';

const log = { warn: () => undefined, info: () => undefined };
const clock = { now: () => new Date() };
const failure = (reason: string) => ({ name: 'OutsideFailure', system: 'storage', reason });
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const LARGE = Buffer.alloc(9 * 1024 * 1024, 'abcdefg');
/** Milliseconds to wait for an answer that is held back. */
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

async function freshBucket(options: { ObjectLockEnabledForBucket?: boolean } = {}): Promise<string> {
  buckets += 1;
  const Bucket = `files-${buckets}`;
  await owner.send(new CreateBucketCommand({ Bucket, ...options }));
  return Bucket;
}

async function settings(change: Partial<BucketSettings> = {}): Promise<BucketSettings> {
  return {
    ...CEPH_KEYS,
    ...{ bucket: change.bucket ?? (await freshBucket()), prefix: 'fascicolo/', region: 'us-east-1' },
    ...{ endpoint: gateway.endpoint, addressing: 'path', encryption: 'aws:kms', kmsKeyId: KMS_KEY },
    ...change,
  };
}

async function open(change: Partial<BucketSettings> = {}, answerMs = 8_000): Promise<Storage> {
  const guard = openCircuitBreaker({ system: 'storage', clock, log, timeLimit: REQUEST_LIMIT_MS });
  return openBucketStorage(await settings(change), { spool: folder, guard, answerMs });
}

async function names(storage: Storage): Promise<string[]> {
  const namesFound: string[] = [];
  for await (const { sha256 } of storage.list()) namesFound.push(sha256);
  return namesFound.sort();
}

storageSuite('bucket of Ceph', () => open());

it('a streamed file is never held whole', async () => {
  const storage = await open();
  const part = Buffer.alloc(1024 * 1024, 'abcdefg');
  const count = 128;
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  };
  async function* parts() {
    for (let n = 0; n < count; n += 1) {
      look();
      yield part;
    }
  }
  const timer = setInterval(look, 5);
  try {
    const sha256 = await storage.put(parts());
    const hash = createHash('sha256');
    for await (const bytes of storage.stream(sha256)) hash.update(bytes);
    expect(hash.digest('hex')).toBe(sha256);
  } finally {
    clearInterval(timer);
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan((count / 2) * part.length);
});

describe('an unreliable connection to the gateway', () => {
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
    'that loses responses (%s): a stored file is found when it is put again',
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

  it('that loses one response causes a comparison and no error', async () => {
    const { line, storage } = await through(2_000);
    line.state = 'cut';
    const put = storage.put(Buffer.from('contratto'));
    await vi.waitFor(async () => expect(await names(await open({ bucket }))).toHaveLength(1));
    line.state = 'pass';
    expect(await put).toBe(hashOf(Buffer.from('contratto')));
  });

  it('that breaks within a file returns no file, and later the whole file', async () => {
    const { line, storage } = await through(8_000);
    const sha256 = await storage.put(LARGE);
    line.state = { cutAfter: 5 * 1024 * 1024 };
    // Each connection transfers five MB, enough for parts of four.
    expect(hashOf(await storage.get(sha256))).toBe(sha256);
    line.state = { cutAfter: 1024 * 1024 };
    await expect(storage.get(sha256)).rejects.toMatchObject(failure('down'));
    line.state = 'pass';
    expect(hashOf(await storage.get(sha256))).toBe(sha256);
  });
});

describe('the gateway', () => {
  it('that was killed and restarted has every acknowledged file', async () => {
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

  it('that hangs is limited by the timeout, and recovers', async () => {
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

  it('that ignores AES256 stores no file', async () => {
    const bucket = await freshBucket();
    const storage = await open({ bucket, encryption: 'AES256', kmsKeyId: null });
    await expect(storage.put(Buffer.from('in chiaro'))).rejects.toMatchObject(failure('wrong'));
    expect(await names(await open({ bucket }))).toEqual([]);
  });

  it('with a full bucket fails like a full disk', async () => {
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

  it('refuses wrong keys and an unknown bucket, which differ from a missing file', async () => {
    const name = hashOf(Buffer.from('contratto'));
    for (const change of [{ secretAccessKey: 'altro' }, { accessKeyId: 'ALTRO' }]) {
      await expect((await open(change)).get(name)).rejects.toMatchObject(failure('refused'));
    }
    const nowhere = await open({ bucket: 'non-esiste' });
    await expect(nowhere.get(name)).rejects.toMatchObject(failure('refused'));
    await expect(nowhere.put(Buffer.from('contratto'))).rejects.toMatchObject(failure('refused'));
    await expect(names(nowhere)).rejects.toMatchObject(failure('refused'));
  });

  it('is also reached by the host name of the bucket', async () => {
    const bucket = await freshBucket();
    const requested: string[] = [];
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
      host: string,
      options: dns.LookupAllOptions,
      done: (...of: unknown[]) => void,
    ) => {
      requested.push(host);
      if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
      else done(null, '127.0.0.1', 4);
    }) as unknown as typeof dns.lookup);
    try {
      const virtual = await open({ bucket, endpoint: `http://${DNS_NAME}:${gateway.port}`, addressing: 'virtual' });
      const sha256 = await virtual.put(Buffer.from('contratto'));
      expect(new Set(requested)).toEqual(new Set([`${bucket}.${DNS_NAME}`]));
      expect(await names(await open({ bucket }))).toEqual([sha256]);
    } finally {
      lookup.mockRestore();
    }
  });

  it('detects a changed object, which a put repairs', async () => {
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

  it('with versioning keeps required versions, and none of the probe', async () => {
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

  it('lists more names than fit on one page', async () => {
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

storyCases(async () => {
  const guard = openCircuitBreaker({ system: 'storage', clock, log, timeLimit: REQUEST_LIMIT_MS, pause: 0 });
  const storage = await openBucketStorage(await settings(), { spool: folder, guard });
  return { storage, kill: () => gateway.kill(), restart: () => gateway.restart() };
});

describe('the doctor check', () => {
  const wrong = async (change: Partial<BucketSettings> = {}): Promise<string[]> => {
    const findings = await checkBucket(await settings(change));
    for (const { text } of inEnglish(findings)) expect(text).toMatch(/^[A-Z].*\.$/);
    return findings.filter(({ level }) => level !== 'ok').map(({ name, level }) => `${name}: ${level}`);
  };
  const leftIn = async (Bucket: string) =>
    (await owner.send(new ListObjectVersionsCommand({ Bucket }))).Versions?.map(({ Key }) => Key) ?? [];

  it('passes a valid bucket, and leaves nothing in it', async () => {
    const bucket = await freshBucket();
    expect(await wrong({ bucket })).toEqual([]);
    expect(await leftIn(bucket)).toEqual([]);
  });

  it.each<[string, Partial<BucketSettings>, string]>([
    ['a wrong bucket', { bucket: 'non-esiste' }, 'S3_BUCKET: failure'],
    ['an unknown key', { accessKeyId: 'ALTRO' }, 'S3_ACCESS_KEY_ID: failure'],
    ['a wrong secret', { secretAccessKey: 'altro' }, 'S3_SECRET_ACCESS_KEY: failure'],
    ['ignored encryption', { encryption: 'AES256', kmsKeyId: null }, 'S3_ENCRYPTION: failure'],
    ['an unknown encryption key', { kmsKeyId: 'k2' }, 'S3_KMS_KEY_ID: failure'],
    ['an address where nothing listens', { endpoint: 'http://127.0.0.1:9' }, 'S3_ENDPOINT: failure'],
    ['an unknown host name', { endpoint: 'http://s3.invalid' }, 'S3_ENDPOINT: failure'],
  ])('reports %s', async (_, change, expected) => {
    expect(await wrong(change)).toEqual([expected]);
  });

  it('reports versioning, and that Ceph then ignores conditions', async () => {
    const bucket = await freshBucket();
    const VersioningConfiguration = { Status: 'Enabled' } as const;
    await owner.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration }));
    expect(await wrong({ bucket })).toEqual(['conditional put: failure', 'versions: warning']);
    expect(await leftIn(bucket)).toEqual([]);
  });

  it('reports a bucket with a default lock', async () => {
    const Bucket = await freshBucket({ ObjectLockEnabledForBucket: true });
    const Rule = { DefaultRetention: { Mode: 'COMPLIANCE', Days: 1 } } as const;
    const ObjectLockConfiguration = { ObjectLockEnabled: 'Enabled', Rule } as const;
    await owner.send(new PutObjectLockConfigurationCommand({ Bucket, ObjectLockConfiguration }));
    expect(await wrong({ bucket: Bucket })).toContain('object lock: failure');
  });

  it('reports a public bucket', async () => {
    const Bucket = await freshBucket();
    const Statement = [
      { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${Bucket}/*` },
    ];
    await owner.send(new PutBucketAclCommand({ Bucket, ACL: 'public-read' }));
    await owner.send(
      new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) }),
    );
    expect(await wrong({ bucket: Bucket })).toEqual(['public access: failure']);
  });

  it('reports a key without the delete permission', async () => {
    const Bucket = await freshBucket();
    const Statement = [
      { Effect: 'Deny', Principal: '*', Action: 's3:DeleteObject', Resource: `arn:aws:s3:::${Bucket}/*` },
    ];
    await owner.send(
      new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) }),
    );
    expect(await wrong({ bucket: Bucket })).toEqual(['delete: failure']);
  });

  it('ends within five seconds when the store hangs', async () => {
    const given = await settings();
    gateway.freeze();
    try {
      const began = performance.now();
      expect((await checkBucket(given)).map(({ name, level }) => [name, level])).toEqual([['S3_ENDPOINT', 'failure']]);
      expect(performance.now() - began).toBeLessThan(5_000);
    } finally {
      gateway.thaw();
    }
  });
});

it('moves files from the folder into the bucket despite a killed gateway, and back', async () => {
  const [from, back] = await Promise.all(['da', 'ritorno'].map((name) => openFolderStorage(join(folder, name))));
  if (from === undefined || back === undefined) throw new Error('No folders');
  const put: string[] = [];
  for (let n = 0; n < 60; n += 1) put.push(await from.put(Buffer.from(`contratto ${n}`)));
  put.push(await from.put(LARGE));
  const storage = await open();
  const journal = () => openJournal(join(folder, 'journal'), 'prova');
  let killed: Promise<void> | undefined;
  const moving = moveFiles(from, storage, {
    ...{ journal: await journal(), remove: true },
    progress: (_, { copied }) => {
      if (copied >= 20) killed ??= gateway.kill();
    },
  });
  await expect(moving).rejects.toMatchObject({ name: 'OutsideFailure' });
  await killed;
  const inFolder = new Set(await names(from));
  await gateway.restart();
  const inBucket = new Set(await names(storage));
  expect(inFolder.size).toBeLessThan(61);
  for (const name of put) expect(inFolder.has(name) || inBucket.has(name)).toBe(true);
  const secondMove = await moveFiles(from, storage, { journal: await journal(), remove: true });
  expect([await names(from), secondMove.corrupt]).toEqual([[], []]);
  expect(await names(storage)).toEqual(put.toSorted());
  const returned = await moveFiles(storage, back, {
    journal: await openJournal(join(folder, 'altro'), 'x'),
    remove: true,
  });
  expect(returned).toEqual({ copied: 61, there: 0, removed: 61, corrupt: [] });
  expect([await names(back), await names(storage)]).toEqual([put.toSorted(), []]);
});
