/** The bucket store: the port's suite, and its behaviour with a store that fails, returns wrong data, or is being swept. */
// Real time: the store dates its objects itself.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OutsideFailure } from '#ports/outside-system.ts';
import { storageSuite } from '#ports/storage.suite.ts';
import { type Storage, StorageCorrupt, StorageMissing } from '#ports/storage.ts';
import { type BucketFault, FileBucketHost } from '../../../test/hosts/file-bucket-host.ts';
import { openCircuitBreaker } from '../outside/circuit-breaker.ts';
import { type BucketSettings, openBucketStorage, REQUEST_LIMIT_MS } from './bucket.ts';

const KEYS = { accessKeyId: 'AKIDPROVA', secretAccessKey: 'segreto' };
const clock = { now: () => new Date() };
const log = { warn: () => undefined, info: () => undefined };
const CONTRACT = Buffer.from('contratto');
const NAME = createHash('sha256').update(CONTRACT).digest('hex');
/** Longer than one part of a stream. */
const LARGE = Buffer.alloc(5 * 1024 * 1024, 'abcdefg');
const LARGE_NAME = createHash('sha256').update(LARGE).digest('hex');

let folder: string;
let host: FileBucketHost;
let storage: Storage;
const hosts: FileBucketHost[] = [];

const settings = (of: FileBucketHost): BucketSettings => ({
  ...KEYS,
  ...{ bucket: of.bucket, prefix: 'files/', region: 'eu-south-1', endpoint: of.endpoint, addressing: 'path' },
  ...{ encryption: 'AES256', kmsKeyId: null },
});
async function open(of: FileBucketHost, change: Partial<BucketSettings> = {}, answerMs = 5_000): Promise<Storage> {
  const guard = openCircuitBreaker({ system: 'storage', clock, log, timeLimit: REQUEST_LIMIT_MS });
  return openBucketStorage({ ...settings(of), ...change }, { spool: folder, guard, answerMs });
}
/** For stores that do not answer. */
const impatient = () => open(host, {}, 250);
/** Applies one fault each to the first matching requests. */
function first(asked: RegExp, ...faults: BucketFault[]): void {
  host.faultOf = (one) => (asked.test(one) ? faults.shift() : undefined);
}
const always = (asked: RegExp, fault: BucketFault): void => {
  host.faultOf = (one) => (asked.test(one) ? fault : undefined);
};
const failure = (reason: string) => ({ name: 'OutsideFailure', system: 'storage', reason });
const DAY = 86_400_000;
/** Backdates the object. */
const aged = (name = NAME): void => {
  const found = host.objects.get(`files/${name}`);
  if (found !== undefined) found.modified -= DAY;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'));
});
beforeEach(async () => {
  host = await FileBucketHost.listen();
  storage = await open(host);
});
afterEach(() => host.close());
afterAll(async () => {
  await Promise.all(hosts.map((one) => one.close()));
  await rm(folder, { recursive: true, force: true });
});

storageSuite('bucket', async () => {
  const own = await FileBucketHost.listen();
  hosts.push(own);
  return open(own);
});

describe('a put', () => {
  it.each(['cut', 'landed'] as const)(
    'whose response was lost (%s) is verified by reading, and written once',
    async (fault) => {
      first(/^PUT/, fault);
      expect(await (await impatient()).put(CONTRACT)).toBe(NAME);
      expect(host.count(/^PUT/)).toBe(2);
      expect(host.count(/^GET/)).toBe(1);
      expect(host.objects.get(`files/${NAME}`)?.bytes.equals(CONTRACT)).toBe(true);
    },
  );

  it('after a lost response replaces what another process left damaged', async () => {
    first(/^PUT/, 'cut');
    host.afterRequest = (asked) => {
      const found = host.objects.get(`files/${NAME}`);
      if (found !== undefined && host.count(/^PUT/) === 1 && asked.startsWith('PUT'))
        found.bytes = Buffer.from('contrattO');
    };
    await storage.put(CONTRACT);
    expect(host.objects.get(`files/${NAME}`)?.bytes.toString()).toBe('contratto');
  });

  it('of an old object renews its date', async () => {
    await storage.put(CONTRACT);
    aged();
    await storage.put(CONTRACT);
    expect(Math.abs(host.now() - (host.objects.get(`files/${NAME}`)?.modified ?? 0))).toBeLessThan(5_000);
  });

  it.each([
    ['no answer', 'landed', 'timeout'],
    ['503', { status: 503, code: 'SlowDown' }, 'down'],
    ['a wrong key', { status: 403, code: 'SignatureDoesNotMatch' }, 'refused'],
    ['a store without conditions', { status: 501, code: 'NotImplemented' }, 'refused'],
  ] as const)('is not acknowledged after %s', async (_, fault, reason) => {
    always(/^(PUT|HEAD|GET)/, fault);
    await expect((await impatient()).put(CONTRACT)).rejects.toMatchObject(failure(reason));
    expect(host.count(/^PUT/)).toBe(reason === 'refused' ? 1 : 2);
  });

  it('succeeds after one 503, and after one clock difference', async () => {
    first(/^PUT/, { status: 503, code: 'SlowDown' });
    expect(await storage.put(CONTRACT)).toBe(NAME);
    first(/^PUT/, { status: 403, code: 'RequestTimeTooSkewed' });
    expect(await storage.put(LARGE)).toBe(LARGE_NAME);
  });

  it('leaves nothing behind where encryption is not confirmed', async () => {
    always(/^PUT/, 'unencrypted');
    await expect(storage.put(CONTRACT)).rejects.toMatchObject(failure('wrong'));
    expect(host.objects.size).toBe(0);
    const kms = await open(host, { encryption: 'aws:kms', kmsKeyId: 'chiave' });
    host.faultOf = () => undefined;
    // The store encrypts but reports no key.
    await expect(kms.put(CONTRACT)).rejects.toMatchObject(failure('wrong'));
    expect(host.objects.size).toBe(0);
  });

  it('reports a full bucket with the code of a full disk', async () => {
    always(/^PUT/, { status: 403, code: 'QuotaExceeded' });
    await expect(storage.put(CONTRACT)).rejects.toMatchObject({ ...failure('down'), cause: { code: 'EDQUOT' } });
    await expect(storage.probe()).rejects.toMatchObject({ cause: { code: 'EDQUOT' } });
  });

  it('in parts uses little memory, leaves no temporary file, and repeats the body after a fault', async () => {
    async function* parts() {
      for (let at = 0; at < LARGE.length; at += 65_536) {
        const part = Buffer.from(LARGE.subarray(at, at + 65_536));
        yield part;
        // The source reuses its buffer.
        part.fill(0);
      }
    }
    first(/^PUT/, { status: 500, code: 'InternalError' }, 'cut');
    await expect(storage.put(parts())).rejects.toMatchObject(failure('down'));
    expect(await storage.put(parts())).toBe(LARGE_NAME);
    expect(host.objects.get(`files/${LARGE_NAME}`)?.bytes.equals(LARGE)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('reading', () => {
  beforeEach(async () => {
    for (const bytes of [CONTRACT, LARGE]) {
      const name = createHash('sha256').update(bytes).digest('hex');
      host.objects.set(`files/${name}`, { bytes, modified: host.now(), encryption: 'AES256' });
    }
  });

  it('resumes at the part at which a connection broke', async () => {
    first(/^GET/, 'short', 'cut');
    await expect(storage.get(LARGE_NAME)).rejects.toMatchObject(failure('down'));
    first(/^GET/, 'short');
    expect(LARGE.equals(await storage.get(LARGE_NAME))).toBe(true);
    expect(host.count(/^GET/)).toBe(2 + 3);
  });

  it('refuses bytes other than those stored, whole, streamed or in part', async () => {
    always(/^GET/, 'wrong');
    await expect(storage.get(NAME)).rejects.toBeInstanceOf(StorageCorrupt);
    await expect(storage.read(NAME, { start: 0, end: 4 })).rejects.toBeInstanceOf(StorageCorrupt);
    const through = async () => {
      for await (const part of storage.stream(LARGE_NAME)) expect(part.length).toBeLessThanOrEqual(4 * 1024 * 1024);
    };
    await expect(through()).rejects.toBeInstanceOf(StorageCorrupt);
  });

  it('hashes a file once for many parts, and again after it was rewritten', async () => {
    const read = () => storage.read(LARGE_NAME, { start: 10, end: 20 });
    await Promise.all(Array.from({ length: 20 }, read));
    expect(host.count(/^GET/)).toBe(2 + 20);
    await read();
    expect(host.count(/^GET/)).toBe(2 + 21);
    const found = host.objects.get(`files/${LARGE_NAME}`);
    if (found !== undefined) found.bytes = Buffer.from(LARGE).fill(1, 15, 16);
    await expect(read()).rejects.toBeInstanceOf(StorageCorrupt);
  });

  it('does not hash what this process has just stored', async () => {
    const sha256 = await storage.put(Buffer.from('appena messo'));
    host.requests.length = 0;
    expect(Buffer.from(await storage.read(sha256, { start: 0, end: 6 })).toString()).toBe('appena');
    expect(host.requests).toHaveLength(1);
  });

  it('distinguishes a missing bucket, or a proxy’s page, from a missing file', async () => {
    for (const fault of ['page', { status: 404, code: 'NoSuchBucket' }] as const) {
      always(/^GET/, fault);
      await expect(storage.get(NAME), String(fault)).rejects.toBeInstanceOf(OutsideFailure);
    }
    host.faultOf = () => undefined;
    await expect(storage.get(NAME.replace(/^./, '0'))).rejects.toBeInstanceOf(StorageMissing);
  });

  it('refuses a response that is not the requested range', async () => {
    always(/^GET/, 'no ranges');
    await expect(storage.get(NAME)).rejects.toMatchObject(failure('wrong'));
  });

  it('stops calling a store that failed five times', async () => {
    always(/^GET/, { status: 503, code: 'SlowDown' });
    for (let time = 0; time < 5; time += 1) await expect(storage.get(NAME)).rejects.toMatchObject(failure('down'));
    host.requests.length = 0;
    await expect(storage.get(NAME)).rejects.toMatchObject(failure('paused'));
    expect(host.requests).toEqual([]);
  });

  it('does not count missing files as failures of the store', async () => {
    for (let time = 0; time < 7; time += 1) {
      await expect(storage.get(NAME.replace(/^./, '0'))).rejects.toBeInstanceOf(StorageMissing);
    }
    expect(Buffer.from(await storage.get(NAME)).toString()).toBe('contratto');
  });
});

describe('a sweep', () => {
  beforeEach(async () => {
    await storage.put(CONTRACT);
    aged();
    host.requests.length = 0;
  });
  const isThere = (): boolean => host.objects.has(`files/${NAME}`);

  it('uses the clock of the store', async () => {
    host.clockOffsetMs = -2 * DAY;
    expect(await storage.sweep(NAME, 1_000)).toBe(false);
    host.clockOffsetMs = 10 * DAY;
    expect(await storage.sweep(NAME, 5 * DAY)).toBe(true);
    expect([...host.objects.keys()]).toEqual([]);
  });

  it('loses nothing that is overwritten between its last check and its delete', async () => {
    const other = await open(host);
    let put: Promise<string> | undefined;
    host.beforeRequest = async (asked) => {
      if (asked !== `DELETE files/${NAME}` || put !== undefined) return;
      const written = new Promise<void>((resolve) => {
        host.afterRequest = (one) => {
          if (one === `PUT files/${NAME}`) resolve();
        };
      });
      put = other.put(CONTRACT);
      await written;
    };
    expect(await storage.sweep(NAME, 1_000)).toBe(true);
    expect(await put).toBe(NAME);
    expect([...host.objects.keys()]).toEqual([`files/${NAME}`]);
  });

  it('that ends between a put’s write and its check of the marker deletes nothing', async () => {
    const other = await open(host);
    let swept: Promise<boolean> | undefined;
    // The put has overwritten the object; a sweep that had checked before now deletes it and removes its marker.
    host.beforeRequest = async (asked) => {
      if (asked !== `HEAD files/leaving/${NAME}` || swept !== undefined) return;
      host.objects.delete(`files/${NAME}`);
      swept = Promise.resolve(true);
    };
    expect(await other.put(CONTRACT)).toBe(NAME);
    expect(isThere()).toBe(true);
  });

  it('spares what is stored between its first check and its marker', async () => {
    host.afterRequest = (asked) => {
      const found = host.objects.get(`files/${NAME}`);
      if (asked.startsWith('PUT files/leaving') && found !== undefined) found.modified = host.now();
    };
    expect(await storage.sweep(NAME, 60_000)).toBe(false);
    expect([...host.objects.keys()]).toEqual([`files/${NAME}`]);
  });

  it('whose delete got no response leaves its marker; a later one removes it once it is old', async () => {
    first(/^DELETE files\/[0-9a-f]/, 'silent');
    await expect((await impatient()).sweep(NAME, 1_000)).rejects.toMatchObject(failure('timeout'));
    expect(host.count(/^DELETE/)).toBe(1);
    expect(await storage.sweep(NAME, 1_000)).toBe(false);
    host.clockOffsetMs += 10 * 60_000;
    expect(await storage.sweep(NAME, 1_000)).toBe(false);
    expect(await storage.sweep(NAME, 1_000)).toBe(true);
  });

  it('whose marker’s response was lost recognises its own marker', async () => {
    first(/^PUT files\/leaving/, 'cut');
    expect(await storage.sweep(NAME, 1_000)).toBe(true);
    expect(host.objects.size).toBe(0);
  });

  it('that crashed does not prevent a file from being stored', async () => {
    host.objects.set(`files/leaving/${NAME}`, { bytes: CONTRACT, modified: host.now() - DAY, encryption: 'AES256' });
    expect(await storage.put(CONTRACT)).toBe(NAME);
    expect([...host.objects.keys()]).toEqual([`files/${NAME}`]);
  });

  it('deletes nothing where the store does not report its time', async () => {
    always(/^HEAD/, 'no date');
    await expect(storage.sweep(NAME, 1_000)).rejects.toMatchObject(failure('wrong'));
    expect(isThere()).toBe(true);
  });
});

describe('a list', () => {
  it('reads all pages and omits objects that are not files', async () => {
    const put: string[] = [];
    for (let n = 0; n < 12; n += 1) put.push(await storage.put(Buffer.from(`file ${n}`)));
    for (const other of ['altra/x', 'files/leggimi.txt', `files/leaving/${NAME}`, 'files/probe/x', `${NAME}`]) {
      host.objects.set(other, { bytes: CONTRACT, modified: host.now(), encryption: 'AES256' });
    }
    for (const page of [1, 5, 1000]) {
      host.pageSize = page;
      const found: string[] = [];
      for await (const { sha256 } of storage.list()) found.push(sha256);
      expect(found).toEqual(put.toSorted());
    }
  });

  it('that is interrupted is an error, never a shorter list', async () => {
    for (const n of [1, 2, 3]) await storage.put(Buffer.from(`file ${n}`));
    host.pageSize = 1;
    always(/list files/, { status: 503, code: 'SlowDown' });
    const all = async () => {
      for await (const { age } of storage.list()) expect(age).toBeLessThan(60_000);
    };
    await expect(all()).rejects.toMatchObject(failure('down'));
  });
});

it('the health check uses an object that is removed afterwards', async () => {
  await storage.probe();
  expect(host.requests.map((one) => one.replace(/probe\/.*/, 'probe/…'))).toEqual([
    'PUT files/probe/…',
    'DELETE files/probe/…',
  ]);
  expect(host.objects.size).toBe(0);
});
