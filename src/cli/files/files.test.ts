/** `fascicolo files move` on the command line: settings, refusals, and moving into the bucket and back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFolderStorage } from '#adapters/storage/folder.ts';
import { FileBucketHost } from '../../../test/hosts/file-bucket-host.ts';
import { controlPath } from '../backup/control-socket.ts';
import { files } from './files.ts';

let host: FileBucketHost;
let dataDir: string;
let lines: string[];

beforeEach(async () => {
  host = await FileBucketHost.listen();
  dataDir = await mkdtemp(join(tmpdir(), 'files-'));
  lines = [];
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((line: string) => void lines.push(line));
  }
  const given = { S3_BUCKET: host.bucket, S3_ENDPOINT: host.endpoint, S3_ACCESS_KEY_ID: 'AKID', S3_PREFIX: 'prova' };
  for (const [name, value] of Object.entries({ ...given, S3_SECRET_ACCESS_KEY: 'segreto', DATA_DIR: dataDir })) {
    vi.stubEnv(name, value);
  }
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await host.close();
  await rm(dataDir, { recursive: true, force: true });
});

const inFolder = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { sha256 } of (await openFolderStorage(join(dataDir, 'files'))).list()) found.push(sha256);
  return found;
};

it('moves files into the bucket and back', async () => {
  const folder = await openFolderStorage(join(dataDir, 'files'));
  const put = [await folder.put(Buffer.from('uno')), await folder.put(Buffer.from('due'))].sort();
  expect(await files(['move', '--to', 'bucket'])).toBe(0);
  expect([...host.objects.keys()].sort()).toEqual(put.map((name) => `prova/${name}`));
  expect(await inFolder()).toEqual(put);
  expect(await files(['move', '--to', 'bucket', '--remove'])).toBe(0);
  expect(await inFolder()).toEqual([]);
  expect(await files(['move', '--to', 'folder', '--remove'])).toBe(0);
  expect([await inFolder(), host.objects.size]).toEqual([put, 0]);
  expect(lines).toEqual([
    'Copiati e verificati 2, già presenti 0.',
    'Copiati e verificati 0, già presenti 2, tolti dall’origine 2.',
    'Copiati e verificati 2, già presenti 0, tolti dall’origine 2.',
  ]);
});

it('deletes nothing while the product runs', async () => {
  const folder = await openFolderStorage(join(dataDir, 'files'));
  const sha256 = await folder.put(Buffer.from('uno'));
  const running = createServer();
  await new Promise<void>((resolve) => running.listen(controlPath(dataDir), resolve));
  try {
    expect(await files(['move', '--to', 'bucket', '--remove'])).toBe(1);
    expect(lines.join()).toContain('dev’essere fermo');
    expect(await files(['move', '--to', 'bucket'])).toBe(0);
  } finally {
    await new Promise((resolve) => running.close(resolve));
  }
  expect(await inFolder()).toEqual([sha256]);
});

it('reports an interruption when the bucket does not respond, and every problem of the settings', async () => {
  await (await openFolderStorage(join(dataDir, 'files'))).put(Buffer.from('uno'));
  host.faultOf = () => ({ status: 503, code: 'SlowDown' });
  expect(await files(['move', '--to', 'bucket'])).toBe(1);
  expect(lines.join()).toContain('Ripeti il comando');
  lines.length = 0;
  vi.stubEnv('S3_BUCKET', '');
  vi.stubEnv('S3_SECRET_ACCESS_KEY', '');
  expect(await files(['move', '--to', 'bucket'])).toBe(1);
  expect(lines.join('\n').split('\n').sort()).toEqual([
    'S3_BUCKET serve insieme a S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY serve insieme a S3_ACCESS_KEY_ID',
  ]);
});

it.each([
  [[]],
  [['move']],
  [['move', '--to', 'nas']],
  [['copy', '--to', 'bucket']],
  [['move', '--to', 'bucket', '--all']],
])('prints its usage: %j', async (args) => {
  expect(await files(args)).toBe(2);
  expect(lines.join()).toContain('Uso:');
});
