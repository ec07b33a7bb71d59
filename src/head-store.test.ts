/** Where heads are kept: a folder or a bucket; the start is refused if they would not be kept there. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BucketHost, KEYS } from '../test/hosts/bucket-host.ts';
import { admitHeads, HeadsRefused, headLocation, openHeads } from './head-store.ts';

let host: BucketHost;
beforeEach(async () => {
  host = await BucketHost.listen();
});
afterEach(() => host.close());

const log = () => ({ error: vi.fn() });
const open = (change: object = {}, place = 's3://teste/fascicolo') =>
  openHeads(place, { ...KEYS, region: 'eu-south-1', endpoint: host.endpoint, years: 20, ...change });

it('a start is refused where heads would not be protected from deletion, and nothing is written there', async () => {
  host.behaviour = 'without lock';
  const start = admitHeads(await open(), log());
  await expect(start).rejects.toBeInstanceOf(HeadsRefused);
  await expect(start).rejects.toThrow(/Fascicolo non parte.*s3:\/\/teste\/fascicolo\/ non ha S3 Object Lock/);
  expect(host.requests).toEqual([expect.stringMatching(/^GET \/teste\/?\?object-lock/)]);
});

it.each([
  ['a bucket that is not there', 's3://altro', {}, /s3:\/\/altro\/ non c’è/],
  ['a key that it does not know', 's3://teste', { accessKeyId: 'AKIDALTRI' }, /rifiuta la chiave/],
])('a start is refused with %s', async (_, place, change, why) => {
  await expect(admitHeads(await open(change, place), log())).rejects.toThrow(why);
});

it('an unreachable bucket does not prevent signing: it is logged and retried', async () => {
  host.behaviour = 'down';
  const told = log();
  const heads = await admitHeads(await open(), told);
  expect(told.error).toHaveBeenCalledOnce();
  host.behaviour = 'without lock';
  await expect(heads.store(1, 'a')).rejects.toMatchObject({ reason: 'unlocked' });
  host.behaviour = 'good';
  expect(await heads.store(1, 'a')).toBe(true);
  expect(host.keys).toEqual(['fascicolo/000/000/000/000000000001.json']);
});

it('a bucket without keys is refused with an explanation; a folder needs none', async () => {
  await expect(openHeads('s3://teste/fascicolo', null)).rejects.toThrow(/servono HEADS_S3_ACCESS_KEY_ID/);
  expect(await (await openHeads(headLocation('./a folder that is not there'), null)).newest()).toBeNull();
  expect(headLocation('s3://teste/a')).toBe('s3://teste/a');
});
