/** Heads in a bucket under object lock, against an attacker who has the database, its backups and the keys of the bucket (record 0050). */

import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFolderHeads } from '#adapters/head-store/folder.ts';
import { HeadsDisagree, takeHead } from '#server/evidence/heads.ts';
import { record } from '#server/evidence/index.ts';
import { verifyTrail } from '#server/evidence/verify-trail.ts';
import { writeBackup } from '../../src/cli/backup/write-backup.ts';
import { restore } from '../../src/cli/backup.ts';
import { verifyEvidence } from '../../src/cli/verify-evidence.ts';
import { SYSTEM_ACTOR } from '../../src/domain/evidence/events.ts';
import { openHeads } from '../../src/head-store.ts';
import { asOwner, rebuildTree, rehashChains } from '../drills/evidence/trail-owner.ts';
import { BucketHost, KEYS } from '../hosts/bucket-host.ts';
import { freshDatabase, onPostgres } from '../postgres.ts';
import { runCommand } from '../run-command.ts';
import { makeWorld, type TestWorld } from '../world.ts';

let folder: string;
let host: BucketHost;
let test: TestWorld;
let thief: S3Client;
const at = (name: string): string => join(folder, name);
const headsUrl = () => `s3://${host.bucket}/fascicolo`;
const headKey = (size: number): string => `fascicolo/000/000/000/${String(size).padStart(12, '0')}.json`;
const bucketAccess = () => ({
  HEADS_S3_ENDPOINT: host.endpoint,
  HEADS_S3_ACCESS_KEY_ID: KEYS.accessKeyId,
  HEADS_S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
});
const kept = () => ({ ...bucketAccess(), HEADS_S3_BUCKET: host.bucket, HEADS_S3_PREFIX: 'fascicolo' });
const headsOf = () =>
  openHeads(headsUrl(), { ...KEYS, region: 'eu-south-1', endpoint: host.endpoint, years: 20 }, test.clock);

async function recordEvents(documentId: number, times: number): Promise<void> {
  const { world } = test;
  for (let time = 0; time < times; time += 1) {
    const event = { type: 'renewed', actor: SYSTEM_ACTOR, detail: { status: `${time}` } } as const;
    await world.database.transaction((tx) => record(tx, `document:${documentId}`, event, world.clock.now()));
  }
}
const backUp = (name: string) =>
  writeBackup({ ...test.world, keys: join(test.folder, 'keys'), version: '0.0.0-test', recipients: [] }, at(name));
const anchors = (): string => join(test.folder, 'keys/anchors.pem');

const verifyCopy = (name: string, heads: string, environment: Record<string, string> = bucketAccess()) =>
  runCommand(verifyEvidence, ['--backup', at(name), '--heads', heads, '--anchors', anchors()], environment);
const restoreCopy = async (name: string, into: string) => {
  const DATABASE_URL = onPostgres() ? (await freshDatabase()).url : undefined;
  return runCommand(restore, [at(name), '--anchors', anchors()], { ...kept(), DATA_DIR: at(into), DATABASE_URL });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heads-in-bucket-'));
  host = await BucketHost.listen();
  const credentials = { region: 'eu-south-1', endpoint: host.endpoint, forcePathStyle: true, credentials: KEYS };
  thief = new S3Client(credentials);
  test = await makeWorld();
  const world = { ...test.world, heads: await headsOf() };
  test = { ...test, world };
  await recordEvents(1, 3);
  await takeHead(world);
  await backUp('older');
  await recordEvents(2, 2);
  await takeHead(world);
  await recordEvents(3, 1);
  await takeHead(world);
  await backUp('newest');
});
afterAll(async () => {
  thief.destroy();
  await test.close();
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

// Each of the commands creates an embedded database from nothing.
const slow = { timeout: 300_000 };

it('the evidence is verified against the bucket’s heads with read-only keys', slow, async () => {
  expect(host.keys).toEqual([3, 5, 6].map(headKey));
  const { code, said } = await verifyCopy('newest', headsUrl());
  expect([code, said]).toEqual([0, expect.stringMatching(/La traccia è integra.*3 fuori/)]);
  expect(await verifyCopy('newest', headsUrl(), {})).toEqual({
    code: 3,
    said: expect.stringMatching(/s3:\/\/teste\/fascicolo servono HEADS_S3_ACCESS_KEY_ID/),
  });
  const { code: denied, said: why } = await verifyCopy('newest', headsUrl(), {
    ...bucketAccess(),
    HEADS_S3_SECRET_ACCESS_KEY: 'x',
  });
  expect([denied, why]).toEqual([3, expect.stringMatching(/s3:\/\/teste\/fascicolo\/ rifiuta la chiave/)]);
});

it(
  'restoring an older copy is refused, restoring the newest succeeds and leaves the heads unchanged',
  slow,
  async () => {
    const lossy = await restoreCopy('older', 'lossy');
    expect(lossy).toEqual({
      code: 3,
      said: expect.stringMatching(/mancano almeno 3 eventi.*s3:\/\/teste\/fascicolo \(HEADS_S3_BUCKET\)/s),
    });
    expect(await stat(at('lossy')).catch(() => null)).toBeNull();
    const before = [3, 5, 6].map((size) => host.versionsOf(headKey(size)));
    const restored = await restoreCopy('newest', 'whole');
    expect([restored.code, restored.said]).toEqual([
      0,
      expect.stringContaining('Confrontata con le teste in s3://teste/fascicolo: 3.'),
    ]);
    expect([3, 5, 6].map((size) => host.versionsOf(headKey(size)))).toEqual(before);
  },
);

it('a deleted head in the middle is reported', async () => {
  const [version] = host.versionsOf(headKey(5));
  host.lose(headKey(5));
  const { faults } = await verifyTrail(test.world);
  expect(faults).toEqual([{ what: 'head', fault: 'order', place: 'outside', size: 6 }]);
  host.overwrite(headKey(5), '{"v":1}');
  expect((await verifyTrail(test.world)).faults[0]).toMatchObject({ fault: 'statement', place: 'outside', size: 5 });
  host.overwrite(headKey(5), version?.body ?? '');
  expect((await verifyTrail(test.world)).faults).toEqual([]);
});

it('a rewritten database neither matches the heads nor gets a new one, and each altered event is listed', async () => {
  const { world } = test;
  await asOwner(
    world.database,
    `UPDATE evidence_event SET body = replace(body, '"v":1', '"v":1 ') WHERE subject = 'document:2' AND seq = 1`,
  );
  await rehashChains(world.database);
  await rebuildTree(world);
  const lies = openFolderHeads(at('lies'));
  await takeHead({ ...world, heads: lies });
  for (const size of [3, 5, 6]) {
    const object = { Bucket: host.bucket, Key: headKey(size) };
    await thief.send(new DeleteObjectCommand(object));
    for await (const lie of lies.list()) {
      if (lie.size === size) await thief.send(new PutObjectCommand({ ...object, Body: lie.text }));
    }
  }
  const { faults, replaced } = await verifyTrail(world);
  expect(faults[0]).toMatchObject({ what: 'event', fault: 'changed', subject: 'document:2', seq: 1 });
  expect(replaced).toEqual([3, 5, 6]);
  await recordEvents(4, 1);
  await expect(takeHead(world)).rejects.toBeInstanceOf(HeadsDisagree);
  expect(host.keys).toEqual([3, 5, 6].map(headKey));
});

it('the command also reports that attempt', slow, async () => {
  const { code, said } = await verifyCopy('newest', headsUrl());
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/La traccia è integra(.|\n)*provato a cancellare o a sostituire 3 teste/),
  ]);
});
