/**
 * A backup in the hands of third parties: encrypted for a key made by openssl, verified by openssl and sha256sum,
 * opened by sh and openssl, as docs/operations/backup.md and record 0048 describe.
 */
// Real time: openssl judges certificates by the machine's clock.
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecipients } from '../../src/cli/backup/recipients.ts';
import { CHUNK } from '../../src/cli/backup/sealed-file.ts';
import { writeBackup } from '../../src/cli/backup/write-backup.ts';
import { runningClock } from '../clock.ts';
import { makeWorld, type TestWorld } from '../world.ts';
import { run, type ToolOutput } from './foreign-validators.ts';

const root = join(import.meta.dirname, '../..');
const PASSWORD = 'segreta di prova';

let folder: string;
let test: TestWorld;
let large: Buffer;
const at = (name: string): string => join(folder, name);

/** The commands of a document: the text between the fences, verbatim. */
async function commandsOf(path: string, heading: string): Promise<string> {
  const text = await readFile(join(root, path), 'utf8');
  const [, commands] = /```sh\n([\s\S]+?)```/.exec(text.slice(text.indexOf(heading))) ?? [];
  return commands ?? '';
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreign-backup-'));
  test = await makeWorld({ clock: runningClock() });
  const keys = join(test.folder, 'keys');
  await writeFile(join(keys, 'master.key'), randomBytes(32));
  large = randomBytes(2 * CHUNK + 12_345);
  await test.world.storage.put(large);
  await test.world.storage.put(new Uint8Array());
  // Otherwise openssl would prompt for the password at a terminal.
  const make = `${(await commandsOf('docs/operations/backup.md', '## The recipient')).trimEnd()} -passout 'pass:${PASSWORD}'`;
  expect(await run('sh', ['-c', make], { cwd: folder })).toMatchObject({ code: 0 });
  const recipients = await readRecipients([at('copie.pem')], test.clock.now());
  await writeBackup({ ...test.world, keys, version: '0.0.0-test', recipients }, at('copy'));
  await writeFile(at('apri.sh'), await commandsOf('docs/decisions/0048-backups-are-sealed-and-signed.md', '**Without'));
  const inClear = ['-in', at('copie.key'), '-passin', `pass:${PASSWORD}`, '-out', at('aperta.key')];
  expect(await run('openssl', ['pkey', ...inClear])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/** The file as opened by the commands of the record. */
const opened = (name: string, key = at('aperta.key')): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', maxBuffer: 64 << 20 } as const;
    execFile('sh', [at('apri.sh'), at('copy'), key, name], options, (error, stdout, stderr) =>
      error ? reject(new Error(stderr.toString())) : resolve(stdout),
    );
  });

describe('an encrypted backup', () => {
  const verify = (): Promise<ToolOutput> => {
    const signature = ['-in', at('copy/SHA256SUMS.p7s'), '-content', at('copy/SHA256SUMS')];
    const trust = ['-CAfile', join(test.folder, 'keys/anchors.pem'), '-purpose', 'any', '-out', at('said')];
    return run('openssl', ['cms', '-verify', '-binary', '-inform', 'DER', ...signature, ...trust]);
  };

  it('has a signature valid for openssl, and every file matches the checksums', async () => {
    expect(await verify()).toEqual({ code: 0, text: expect.stringMatching(/CMS Verification successful/) });
    expect(await run('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: at('copy') })).toMatchObject({ code: 0 });
  });

  it('is decrypted by sh and openssl: the keys, an empty file, one of several chunks, rows', async () => {
    for (const name of await readdir(join(test.folder, 'keys'))) {
      const was = await readFile(join(test.folder, 'keys', name));
      expect((await opened(`keys/${name}`)).equals(was), name).toBe(true);
    }
    const placeOf = (sha256: string) => `files/${sha256.slice(0, 2)}/${sha256}`;
    const nameOf = (content: Uint8Array) => placeOf(createHash('sha256').update(content).digest('hex'));
    expect((await opened(nameOf(large))).equals(large)).toBe(true);
    expect(await opened(nameOf(new Uint8Array()))).toHaveLength(0);
    const manifest = JSON.parse(await readFile(at('copy/manifest.json'), 'utf8'));
    for (const [table, rows] of Object.entries(manifest.tables)) {
      if (rows === 0) continue;
      const lines = (await opened(`database/${table}.jsonl`)).toString('utf8').trimEnd().split('\n');
      expect(lines.map((line) => typeof JSON.parse(line))).toHaveLength(Number(rows));
      break;
    }
  });

  it('cannot be decrypted with another key, and is refused with other checksums', async () => {
    await mkdir(at('other'));
    const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', '-keyout', at('other/key.pem')];
    expect(await run('openssl', [...make, '-out', at('other/certificate.pem')])).toMatchObject({ code: 0 });
    await expect(opened('keys/master.key', at('other/key.pem'))).rejects.toThrow();
    await appendFile(at('copy/SHA256SUMS'), `${'0'.repeat(64)}  keys/other.key\n`);
    expect((await verify()).code).not.toBe(0);
  });
});
