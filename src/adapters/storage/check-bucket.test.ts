/** The check of a bucket for `doctor`: each fault gets its own line, and no trial object remains. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inEnglish } from '#test/finding-lines.ts';
import { type BucketFault, FileBucketHost } from '../../../test/hosts/file-bucket-host.ts';
import type { BucketSettings } from './bucket.ts';
import { checkBucket } from './check-bucket.ts';

let host: FileBucketHost;
beforeEach(async () => {
  host = await FileBucketHost.listen();
});
afterEach(() => host.close());

async function wrong(change: Partial<BucketSettings> = {}): Promise<string[]> {
  const findings = await checkBucket({
    ...{ accessKeyId: 'AKIDPROVA', secretAccessKey: 'segreto', bucket: host.bucket, prefix: 'files/' },
    ...{ region: 'eu-south-1', endpoint: host.endpoint, addressing: 'path', encryption: 'AES256', kmsKeyId: null },
    ...change,
  });
  for (const { text } of inEnglish(findings)) expect(text).toMatch(/^[A-Z].*\.$/);
  expect(JSON.stringify(findings)).not.toContain('segreto');
  return findings.filter(({ level }) => level !== 'ok').map(({ name, level }) => `${name}: ${level}`);
}
const on = (asked: RegExp, fault: BucketFault): void => {
  host.faultOf = (one) => (asked.test(one) ? fault : undefined);
};

it('reports nothing for a good bucket, and leaves nothing in it', async () => {
  expect(await wrong()).toEqual([]);
  expect(host.objects.size).toBe(0);
});

it.each<[string, RegExp, BucketFault, string[]]>([
  ['a store that is not working', /./, { status: 503, code: 'SlowDown' }, ['S3_ENDPOINT: failure']],
  ['a page in place of a store', /./, 'page', ['S3_ENDPOINT: failure']],
  ['another region', /./, { status: 301, code: 'PermanentRedirect' }, ['S3_REGION: failure']],
  ['a key that may not list', /./, { status: 403, code: 'AccessDenied' }, ['S3_ACCESS_KEY_ID: failure']],
  ['a clock that is refused', /./, { status: 403, code: 'RequestTimeTooSkewed' }, ['clock: failure']],
  ['a store without a clock', /list/, 'no date', ['clock: failure']],
  ['encryption that is not confirmed', /PUT .*-encrypted/, 'unencrypted', ['S3_ENCRYPTION: failure']],
  ['no conditional put', /PUT .*-once/, { status: 501, code: 'NotImplemented' }, ['conditional put: failure']],
  ['no ranges', /GET .*-read/, 'no ranges', ['ranges: failure']],
  ['a key that may not delete', /DELETE/, { status: 403, code: 'AccessDenied' }, ['delete: failure']],
  ['a store that does not delete in time', /DELETE/, 'silent', ['delete: warning']],
])('reports %s', async (_, asked, fault, expected) => {
  on(asked, fault);
  expect(await wrong()).toEqual(expected);
});

it('reports a key that may list but not write, once', async () => {
  on(/PUT/, { status: 403, code: 'AccessDenied' });
  expect(await wrong()).toEqual(['S3_ACCESS_KEY_ID: failure']);
});

it('distinguishes a key that may not encrypt from one that may not write', async () => {
  on(/PUT .*-encrypted/, { status: 403, code: 'AccessDenied' });
  expect(await wrong()).toEqual(['S3_ENCRYPTION: failure']);
});

it('reports a clock difference, and a public bucket', async () => {
  host.clockOffsetMs = 300_000;
  host.isPublic = true;
  expect(await wrong()).toEqual(['clock: warning', 'public access: failure']);
});

it('reports a closed port, and a name that DNS does not know', async () => {
  expect(await wrong({ endpoint: 'http://127.0.0.1:9' })).toEqual(['S3_ENDPOINT: failure']);
  expect(await wrong({ endpoint: 'http://s3.invalid' })).toEqual(['S3_ENDPOINT: failure']);
});

it('reports a bucket with a default lock before writing anything', async () => {
  host.locksByDefault = true;
  expect(await wrong()).toEqual(['object lock: failure']);
  expect(host.count(/^PUT/)).toBe(0);
});
