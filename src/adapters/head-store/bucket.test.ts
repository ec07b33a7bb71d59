/**
 * Heads in a bucket with object lock: stored once, listed in order, and safe from deletion and replacement even by the
 * holder of the keys.
 */
import {
  DeleteObjectCommand,
  type DeleteObjectCommandOutput,
  PutObjectCommand,
  PutObjectRetentionCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExternalHead, HeadStore } from '#ports/head-store.ts';
import { testClock } from '#test/clock.ts';
import { BucketHost, KEYS } from '../../../test/hosts/bucket-host.ts';
import { type BucketSettings, openBucketHeads } from './bucket.ts';

let host: BucketHost;
let heads: HeadStore;
const clock = testClock();

const settings = (): BucketSettings => ({
  ...{
    ...KEYS,
    bucket: host.bucket,
    prefix: 'fascicolo/',
    region: 'eu-south-1',
    endpoint: host.endpoint,
    years: 20,
    clock,
  },
});
const open = (change: Partial<BucketSettings> = {}) => openBucketHeads({ ...settings(), ...change });

beforeEach(async () => {
  host = await BucketHost.listen();
  host.now = () => clock.now();
  heads = await open();
});
afterEach(() => host.close());

const sizes = async (store = heads): Promise<number[]> => {
  const found: number[] = [];
  for await (const { size } of store.list()) found.push(size);
  return found;
};
const KEY = 'fascicolo/000/000/000/000000000003.json';

describe('a head', () => {
  it('is stored under its number, locked for the configured years, and read unchanged', async () => {
    expect(await heads.store(3, '{"testa":"è qui"}')).toBe(true);
    expect(host.keys).toEqual([KEY]);
    expect(host.versionsOf(KEY)[0]?.lock).toEqual({ mode: 'COMPLIANCE', until: new Date('2046-11-20T09:00:00Z') });
    expect(await heads.newest()).toEqual({ size: 3, text: '{"testa":"è qui"}' });
  });

  it('is stored once: repeating it changes nothing, another of its size is refused', async () => {
    expect(await heads.store(3, 'a')).toBe(true);
    expect(await heads.store(3, 'a')).toBe(true);
    expect(await heads.store(3, 'b')).toBe(false);
    expect(host.versionsOf(KEY)).toHaveLength(1);
  });

  it('is the same whichever of two nodes is faster', async () => {
    const other = await open();
    const kept = await Promise.all([heads.store(3, 'a'), other.store(3, 'b'), heads.store(3, 'a')]);
    const [first] = host.versionsOf(KEY);
    expect(kept).toEqual(first?.body === 'a' ? [true, false, true] : [false, true, false]);
    expect(host.versionsOf(KEY)).toHaveLength(1);
  });
});

describe('heads', () => {
  const SOME = [1, 2, 999, 1000, 1001, 999_999, 1_000_000, 12_345_678, 999_999_999_999];

  it.each([2, 1000])('are listed in order, whatever the page size (%i names)', async (page) => {
    host.pageSize = page;
    for (const size of SOME.toReversed()) await heads.store(size, `testa ${size}`);
    expect(await sizes()).toEqual(SOME);
    expect(await heads.newest()).toEqual({ size: SOME.at(-1), text: `testa ${SOME.at(-1)}` });
  });

  it('the newest is found without listing the names', async () => {
    for (let size = 1; size <= 12; size += 1) await heads.store(size * 997, 'x');
    host.requests.length = 0;
    expect((await heads.newest())?.size).toBe(12 * 997);
    expect(host.requests).toHaveLength(5);
  });

  it('ignore other installations and other objects in the bucket', async () => {
    const other = await open({ prefix: 'altra/' });
    await other.store(7, 'altra');
    for (const name of [
      'leggimi.txt',
      '000/nota.json',
      '000/000/000/000000000x03.json',
      '000/000/001/000000000003.json',
    ])
      host.overwrite(`fascicolo/${name}`, 'x');
    expect([await heads.newest(), await sizes()]).toEqual([null, []]);
    await heads.store(3, 'a');
    expect([await sizes(), await sizes(other)]).toEqual([[3], [7]]);
  });
});

describe('an attacker with the keys', () => {
  let thief: S3Client;
  const at = () => ({ Bucket: host.bucket, Key: KEY });
  const refused = (answer: Promise<unknown>) => expect(answer).rejects.toMatchObject({ name: 'AccessDenied' });
  beforeEach(async () => {
    thief = new S3Client({
      ...{ region: 'eu-south-1', endpoint: host.endpoint, forcePathStyle: true, credentials: KEYS, maxAttempts: 1 },
    });
    await heads.store(3, 'vera');
    await heads.store(5, 'dopo');
  });
  afterEach(() => thief.destroy());

  it('cannot delete a head, or end or shorten a lock, before it expires', async () => {
    const VersionId = host.versionsOf(KEY)[0]?.id;
    const soon = { Mode: 'COMPLIANCE', RetainUntilDate: new Date('2026-11-21T09:00:00Z') } as const;
    const none = { Mode: 'GOVERNANCE', RetainUntilDate: new Date('2046-11-20T09:00:00Z') } as const;
    await refused(thief.send(new DeleteObjectCommand({ ...at(), VersionId })));
    await refused(thief.send(new DeleteObjectCommand({ ...at(), VersionId, BypassGovernanceRetention: true })));
    for (const Retention of [soon, none]) {
      await refused(thief.send(new PutObjectRetentionCommand({ ...at(), VersionId, Retention })));
    }
    expect(await sizes()).toEqual([3, 5]);
  });

  const cover: [string, () => Promise<DeleteObjectCommandOutput | unknown>][] = [
    ['a delete marker', () => thief.send(new DeleteObjectCommand(at()))],
    ['a newer version', () => thief.send(new PutObjectCommand({ ...at(), Body: 'falsa' }))],
    [
      'a marker and a newer version that is locked as well',
      async () => {
        await thief.send(new DeleteObjectCommand(at()));
        const until = { ObjectLockRetainUntilDate: new Date('2060-01-01T00:00:00Z') };
        const locked = { ChecksumAlgorithm: 'SHA256', ObjectLockMode: 'COMPLIANCE', ...until } as const;
        await thief.send(new PutObjectCommand({ ...at(), ...locked, Body: 'falsa', IfNoneMatch: '*' }));
      },
    ],
  ];
  it.each(cover)('cannot hide a head behind %s: the first counts, and the attempt is reported', async (_, attack) => {
    await attack();
    const found: ExternalHead[] = [];
    for await (const one of heads.list()) found.push(one);
    expect(found).toEqual([
      { size: 3, text: 'vera', isReplaced: true },
      { size: 5, text: 'dopo' },
    ]);
    // Nor is another head of this size ever accepted, even where the name looks free.
    expect(await heads.store(3, 'falsa')).toBe(false);
    expect(await heads.store(3, 'vera')).toBe(true);
  });

  it('cannot hide the newest head either', async () => {
    await thief.send(new DeleteObjectCommand({ ...at(), Key: KEY.replace('03.json', '05.json') }));
    expect(await heads.newest()).toEqual({ size: 5, text: 'dopo', isReplaced: true });
  });
});

describe('an unsuitable bucket', () => {
  it('is refused before anything is stored: without object lock', async () => {
    host.behaviour = 'without lock';
    for (const asked of [heads.checkRetention?.(), heads.store(3, 'a')]) {
      await expect(asked).rejects.toMatchObject({
        name: 'HeadStoreUnusable',
        reason: 'unlocked',
        place: 's3://teste/fascicolo/',
      });
    }
    expect(host.keys).toEqual([]);
  });

  it('is reported when a head was stored without its lock', async () => {
    host.behaviour = 'forgets the lock';
    const refusal = { reason: 'unlocked', detail: expect.stringContaining(KEY) };
    await expect(heads.store(3, 'a')).rejects.toMatchObject(refusal);
  });

  it.each([
    ['missing', { bucket: 'altro' }],
    ['denied', { accessKeyId: 'AKIDALTRI' }],
    ['denied', { secretAccessKey: 'un/altro+segreto' }],
  ] as const)('is reported as %s (%o), without the secret', async (reason, change) => {
    const wrong = await open(change);
    for (const call of [
      () => wrong.checkRetention?.(),
      () => wrong.store(3, 'a'),
      () => wrong.newest(),
      () => sizes(wrong),
    ]) {
      const error: unknown = await call()?.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ name: 'HeadStoreUnusable', reason });
      expect(String(error)).not.toContain('segreto');
    }
  });

  it.each(['down', 'gone'] as const)(
    'is reported as unreachable when it is %s, and stores what it can afterwards',
    async (how) => {
      host.behaviour = 'down';
      const gone = how === 'gone' ? await open({ endpoint: 'http://127.0.0.1:1' }) : heads;
      await expect(gone.store(3, 'a')).rejects.toMatchObject({ reason: 'unreachable' });
      host.behaviour = 'good';
      expect(await heads.store(3, 'a')).toBe(true);
    },
  );

  it('a head altered on the store’s disks is refused', async () => {
    await heads.store(3, 'vera');
    host.corruptsReads = true;
    await expect(heads.newest()).rejects.toMatchObject({
      reason: 'unreachable',
      detail: expect.stringMatching(/checksum/i),
    });
  });
});
