/** The check of the head bucket by `doctor`: each fault is explained, the lock is verified by trying it, no object remains. */

// Real time: the trial lock lasts some hundred milliseconds by the clock of the store.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realNow } from '#test/clock.ts';
import { inEnglish, linesOf } from '#test/finding-lines.ts';
import { BucketHost, KEYS } from '../../../test/hosts/bucket-host.ts';
import type { BucketSettings } from './bucket.ts';
import { checkHeadBucket } from './check-heads.ts';

const LOCK_MS = 300;
let host: BucketHost;
beforeEach(async () => {
  host = await BucketHost.listen();
  host.now = realNow;
});
afterEach(() => host.close());

async function found(change: Partial<BucketSettings> = {}, limits = {}): Promise<string[]> {
  const settings = {
    ...{ ...KEYS, bucket: 'teste', prefix: 'heads/', region: 'eu-south-1', endpoint: host.endpoint, years: 20 },
    clock: { now: realNow },
    ...change,
  };
  const findings = await checkHeadBucket(settings, { lockMs: LOCK_MS, ...limits });
  for (const { text } of inEnglish(findings)) expect(text).toMatch(/^\S.*\.$/);
  expect(JSON.stringify(findings)).not.toContain(KEYS.secretAccessKey);
  return linesOf(findings);
}
const written = () => host.requests.filter((one) => one.startsWith('PUT'));

describe('the check of the head bucket', () => {
  it('tests the lock with an object that is removed afterwards', async () => {
    expect(await found()).toEqual([
      expect.stringMatching(/^ok HEADS_S3_BUCKET: s3:\/\/teste\/heads\/ answers and has object lock/),
      expect.stringMatching(/^ok object lock: A locked object cannot be deleted/),
      expect.stringMatching(/^ok conditional put: An object is written only once/),
      expect.stringMatching(/^ok delete: The test object \(heads\/doctor\/\S+\) was deleted again/),
    ]);
    expect(host.keys.flatMap((key) => host.versionsOf(key))).toEqual([]);
    expect(host.requests[0]).toContain('object-lock');
  });

  it('reports a bucket without lock, and writes nothing to it', async () => {
    host.behaviour = 'without lock';
    expect(await found()).toEqual([expect.stringMatching(/^failure HEADS_S3_BUCKET: .*has no object lock/)]);
    expect(written()).toEqual([]);
  });

  it('reports a missing bucket, a wrong key, an unreachable store', async () => {
    expect(await found({ bucket: 'altro' })).toEqual([
      expect.stringMatching(/^failure HEADS_S3_BUCKET: .*is not there/),
    ]);
    expect(await found({ secretAccessKey: 'falsa' })).toEqual([
      expect.stringMatching(/^failure HEADS_S3_ACCESS_KEY_ID: .*refuses the key/),
    ]);
    expect(await found({ endpoint: 'http://127.0.0.1:9' })).toEqual([
      expect.stringMatching(/^failure HEADS_S3_ENDPOINT: .*does not answer as a store should/),
    ]);
    expect(written()).toEqual([]);
  });

  // The check sends eight requests.
  it.each([0, 1, 2, 3, 4, 5, 6, 7])('reports a store that stops answering after %i requests', async (answers) => {
    host.silentAfter = answers;
    const lines = await found({}, { limitMs: 400 });
    const expected =
      answers < 7 ? /^failure HEADS_S3_ENDPOINT: .*did not answer in time/ : /^warning delete: .*by hand/;
    expect(lines).toContainEqual(expect.stringMatching(expected));
  });

  it.each([2, 4, 6])('reports a store that answers 503 after %i requests', async (answers) => {
    host.downAfter = answers;
    const lines = await found({}, { limitMs: 1_500 });
    expect(lines[0]).toMatch(/^ok HEADS_S3_BUCKET/);
    expect(lines).toContainEqual(expect.stringMatching(/^failure HEADS_S3_BUCKET: .*503/));
  });

  it('reports a store that accepts the lock and ignores it', async () => {
    host.behaviour = 'forgets the lock';
    expect(await found()).toContainEqual(
      expect.stringMatching(/^failure object lock: .*deletes the object all the same/),
    );
    expect(host.keys.flatMap((key) => host.versionsOf(key))).toEqual([]);
  });

  it('writes nothing with a key that may not delete', async () => {
    host.canDelete = false;
    expect(await found()).toContainEqual(expect.stringMatching(/^ok object lock: The key may not delete/));
    expect(written()).toEqual([]);
  });
});
