/**
 * A thief of a backup and an attacker who changes one: a backup contains no secret and no personal name in clear, and a
 * changed backup is never restored (record 0048).
 */
import { createHash, createPrivateKey, randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signDetached } from '#formats/cms-sign.ts';
import { makeKey } from '#formats/test-keys.suite.ts';
import { markInstallation } from '#server/database/installation.ts';
import { BackupRefused, ENVELOPE, MANIFEST, SIGNATURE, SUMS } from '../../src/cli/backup/backup-folder.ts';
import { openBackup } from '../../src/cli/backup/open-backup.ts';
import { sealContentKey } from '../../src/cli/backup/recipients.ts';
import { CHUNK, HEADER } from '../../src/cli/backup/sealed-file.ts';
import { readTrust } from '../../src/cli/backup/trust-options.ts';
import { type BackupSource, writeBackup } from '../../src/cli/backup/write-backup.ts';
import { restore } from '../../src/cli/backup.ts';
import { openRowsOfBackup } from '../../src/cli/trail/evidence-sources.ts';
import { verifyEvidence } from '../../src/cli/verify-evidence.ts';
import { makeRecipient, type TestRecipient } from '../backup-recipient.ts';
import { freshDatabase, onPostgres } from '../postgres.ts';
import { runCommand } from '../run-command.ts';
import { openStage, type Stage } from '../stages/signing-stage.ts';

const SEALED_CHUNK = CHUNK + 16;

let folder: string;
let stage: Stage;
let holder: TestRecipient;
let thief: TestRecipient;
/** Stored names of two files that span several chunks. */
let large: string[];
const at = (name: string): string => join(folder, name);
const keysFolder = (): string => join(stage.test.folder, 'keys');
const anchorsArgs = (): string[] => ['--anchors', join(keysFolder(), 'anchors.pem')];
const sealedPath = (sha256: string | undefined): string => `files/${sha256?.slice(0, 2)}/${sha256}.sealed`;

const backupSource = (recipients: BackupSource['recipients']): BackupSource => ({
  ...{ ...stage.test.world, keys: keysFolder(), version: '0.0.0-test', recipients },
});

/** Restores into a place of that name; a failed restore must leave nothing there. */
async function restored(copy: string, args: string[], environment: Record<string, string | undefined> = {}) {
  const place = { DATA_DIR: at(`${copy}-here`), DATABASE_URL: onPostgres() ? (await freshDatabase()).url : undefined };
  const answer = await runCommand(restore, [at(copy), '--without-heads', ...args], { ...place, ...environment });
  if (answer.code !== 0) expect(await stat(place.DATA_DIR).catch(() => null)).toBeNull();
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  return answer;
}

/** A changed copy of the copy; `sums` recomputes SHA256SUMS, as anyone can. */
async function changedCopy(name: string, change: (root: string) => Promise<void>, sums = true): Promise<string> {
  await rm(at(name), { recursive: true, force: true });
  await cp(at('copy'), at(name), { recursive: true });
  await change(at(name));
  if (sums) await recomputeSums(at(name));
  return name;
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function recomputeSums(root: string): Promise<void> {
  const lines: string[] = [];
  for (const path of (await filesBelow(root)).sort()) {
    const name = path.slice(root.length + 1);
    if (name === SUMS || name === SIGNATURE) continue;
    const sum = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    lines.push(`${sum}  ${name}\n`);
  }
  await writeFile(join(root, SUMS), lines.join(''));
}

/** Signs the checksums with another key, whose certificate looks like the installation's. */
async function signSums(root: string): Promise<void> {
  const own = await makeKey('root');
  const seal = await makeKey('seal', { issuer: own });
  const signature = await signDetached(await readFile(join(root, SUMS)), { ...seal, chain: [own.certificate] });
  await writeFile(join(root, SIGNATURE), signature);
}

/** The strongest attacker without the seal, against an operator who named no roots. */
async function changedAndSigned(name: string, change: (root: string) => Promise<void>): Promise<string> {
  await changedCopy(name, change);
  await signSums(at(name));
  return name;
}

const editManifest = async (root: string, edit: (manifest: Record<string, unknown>) => void): Promise<void> => {
  const path = join(root, MANIFEST);
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  edit(manifest);
  await writeFile(path, JSON.stringify(manifest));
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stolen-'));
  [holder, thief] = [await makeRecipient(folder, 'Direzione'), await makeRecipient(folder, 'Ladro')];
  stage = await openStage();
  await stage.newSignedDocument();
  await writeFile(join(keysFolder(), 'master.key'), randomBytes(32), { mode: 0o600 });
  const { storage } = stage.test.world;
  large = [await storage.put(randomBytes(3 * CHUNK)), await storage.put(randomBytes(3 * CHUNK))];
  await writeBackup(backupSource([holder.recipient]), at('copy'));
  await writeBackup(backupSource([]), at('clear'));
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

// Each successful restore creates an embedded database from nothing.
const SLOW = { timeout: 300_000 };

describe('a thief', () => {
  /** What a thief must not find: each key, as its file encodes it and raw, and the customer's name. */
  async function secrets(): Promise<[string, Buffer][]> {
    const secrets: [string, Buffer][] = [];
    for (const name of await readdir(keysFolder())) {
      const content = await readFile(join(keysFolder(), name));
      secrets.push([name, content]);
      const [pem] =
        /-----BEGIN PRIVATE KEY-----[\s\S]+?-----END PRIVATE KEY-----/.exec(content.toString('latin1')) ?? [];
      if (pem === undefined) continue;
      const key = createPrivateKey(pem);
      const { d = '' } = key.export({ format: 'jwk' });
      secrets.push([`${name}, PEM`, Buffer.from(pem.split('\n')[1] ?? '')]);
      secrets.push([`${name}, DER`, key.export({ type: 'pkcs8', format: 'der' })]);
      secrets.push([`${name}, number`, Buffer.from(d, 'base64url')]);
    }
    const people = ['Ginevra', 'Provetti', 'cliente0001@example.com', '3330000001', 'RSSMRA80A01H501U'];
    return [...secrets, ...people.map((text): [string, Buffer] => [text, Buffer.from(text)])];
  }
  async function foundIn(copy: string): Promise<string[]> {
    const wanted = await secrets();
    const decrypted = new Set<string>();
    for (const path of await filesBelow(at(copy))) {
      const content = await readFile(path);
      for (const [what, bytes] of wanted) if (content.includes(bytes)) decrypted.add(what);
    }
    return [...decrypted];
  }

  it('finds no key and no name in an encrypted copy, whereas a plain one contains all', async () => {
    expect(await foundIn('copy')).toEqual([]);
    const inClear = await foundIn('clear');
    expect(inClear).toEqual(expect.arrayContaining(['master.key', 'seal.pem, PEM', 'Ginevra', 'RSSMRA80A01H501U']));
  });

  it('opens nothing without the holder’s key, nor does a holder who lost it', async () => {
    const without = await restored('copy', anchorsArgs());
    expect(without).toEqual({ code: 1, said: expect.stringMatching(/è sigillata.*--key.*Direzione/s) });
    const other = await restored('copy', [...anchorsArgs(), '--key', thief.key]);
    expect(other).toEqual({ code: 1, said: expect.stringMatching(/non apre questa copia.*Direzione/s) });
    const locked = ['--key', holder.lockedKey];
    const wrong = await restored('copy', [...anchorsArgs(), ...locked], { BACKUP_KEY_PASSWORD: 'indovinata' });
    expect(wrong).toEqual({ code: 1, said: expect.stringMatching(/password non apre/) });
    const certificate = await restored('copy', [...anchorsArgs(), '--key', holder.certificate]);
    expect(certificate).toEqual({ code: 1, said: expect.stringMatching(/chiave privata leggibile/) });
    const verified = await runCommand(verifyEvidence, ['--backup', at('copy'), ...anchorsArgs(), '--key', thief.key]);
    expect(verified).toEqual({ code: 3, said: expect.stringMatching(/non apre questa copia/) });
  });
});

describe('verification of its rows', () => {
  const opened = (): string[] => [...anchorsArgs(), '--key', holder.key];

  it('works in memory when there is no temporary folder', SLOW, async () => {
    const nowhere = { TMPDIR: at('no such folder') };
    const args = ['--backup', at('copy'), '--without-heads', ...opened()];
    const verified = await runCommand(verifyEvidence, args, nowhere);
    expect(verified).toEqual({ code: 0, said: expect.stringMatching(/La traccia è integra/) });
  });

  it('uses a private temporary folder for large data and removes it', SLOW, async () => {
    const temporary = at('temporary');
    await mkdir(temporary);
    vi.stubEnv('TMPDIR', temporary);
    const trust = await readTrust({ anchors: join(keysFolder(), 'anchors.pem'), key: holder.key }, undefined);
    const rows = await openRowsOfBackup(await openBackup(at('copy'), trust), 0);
    const [name = ''] = await readdir(temporary);
    expect((await stat(join(temporary, name))).mode & 0o777).toBe(0o700);
    const events = await rows.read.selectFrom('evidence_event').select('seq').execute();
    expect(events.length).toBeGreaterThan(0);
    await rows.close();
    expect(await readdir(temporary)).toEqual([]);
    vi.unstubAllEnvs();
  });
});

it('its holder restores it with the password-protected key', SLOW, async () => {
  const password = { BACKUP_KEY_PASSWORD: holder.password };
  const { code, said } = await restored('copy', [...anchorsArgs(), '--key', holder.lockedKey], password);
  expect(said).toMatch(/Copia firmata da «Sigillo di Fascicolo.*Verificati: \d+ file/s);
  expect(code).toBe(0);
  for (const name of ['master.key', 'seal.pem']) {
    const [was, is] = [await readFile(join(keysFolder(), name)), await readFile(at(`copy-here/keys/${name}`))];
    expect(is.equals(was), name).toBe(true);
    expect((await stat(at(`copy-here/keys/${name}`))).mode & 0o777).toBe(0o600);
  }
});

describe('an attacker who changes a copy', () => {
  const opened = (): string[] => [...anchorsArgs(), '--key', holder.key];
  const flip = async (path: string): Promise<void> => {
    const content = await readFile(path);
    content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
    await writeFile(path, content);
  };

  it('without the checksums is reported as damage', async () => {
    const name = await changedCopy('flipped', (root) => flip(join(root, 'keys/master.key.sealed')), false);
    const { code, said } = await restored(name, opened());
    expect([code, said]).toEqual([1, expect.stringMatching(/Il file keys\/master\.key\.sealed .*alterato o troncato/)]);
  });

  it('and recomputes the checksums is reported as tampering', async () => {
    const name = await changedCopy('resummed', (root) => flip(join(root, 'keys/master.key.sealed')));
    for (const args of [opened(), ['--without-signature', '--key', holder.key]]) {
      expect(await restored(name, args)).toEqual({ code: 1, said: expect.stringMatching(/è stata cambiata/) });
    }
    const verified = await runCommand(verifyEvidence, ['--backup', at(name), ...opened()]);
    expect(verified).toEqual({ code: 3, said: expect.stringMatching(/è stata cambiata/) });
  });

  it('and signs it too lacks our seal', async () => {
    const name = await changedAndSigned('signed', (root) => rm(join(root, 'keys/seal.pem.sealed')));
    const output = expect.stringMatching(/firmata da «Prova seal».*non risale alle radici/);
    expect(await restored(name, opened())).toEqual({ code: 1, said: output });
  });

  it('and removes the signature, or presents the copy as an older format, is refused', async () => {
    const bare = await changedCopy('bare', (root) => rm(join(root, SIGNATURE)));
    expect(await restored(bare, opened())).toEqual({
      code: 1,
      said: expect.stringMatching(/manca il file SHA256SUMS.p7s/),
    });
    const old = await changedCopy('old', async (root) => {
      await rm(root, { recursive: true });
      await cp(at('clear'), root, { recursive: true });
      await rm(join(root, SIGNATURE));
      await editManifest(root, (manifest) => {
        manifest.format = 1;
        delete manifest.recipients;
      });
    });
    const output = expect.stringMatching(/non è firmata.*passare per tale.*--without-signature/s);
    expect(await restored(old, opened())).toEqual({ code: 4, said: output });
    const { code, said: why } = await runCommand(verifyEvidence, ['--backup', at(old), ...opened()]);
    expect([code, why]).toEqual([3, output]);
  });

  it('is detected despite roots in the copy', async () => {
    const output = expect.stringMatching(/indica con --anchors le radici.*--without-signature/s);
    const name = await changedCopy('own-roots', async () => undefined, false);
    expect(await restored(name, ['--key', holder.key])).toEqual({ code: 4, said: output });
  });

  it('cannot exchange the recipients', async () => {
    const exchange = async (root: string): Promise<void> => {
      await writeFile(join(root, ENVELOPE), await sealContentKey(randomBytes(32), [thief.recipient]));
    };
    const envelope = await changedCopy('envelope', exchange, false);
    expect(await restored(envelope, opened())).toEqual({
      code: 1,
      said: expect.stringMatching(/content-key.*alterato/),
    });
    const all = await changedAndSigned('recipients', async (root) => {
      await exchange(root);
      const { name, sha256 } = thief.recipient;
      await editManifest(root, (manifest) => {
        manifest.recipients = [{ name, sha256 }];
      });
    });
    const attackerArgs = ['--without-signature', '--key', thief.key];
    expect(await restored(all, attackerArgs)).toEqual({ code: 1, said: expect.stringMatching(/\.sealed non si apre/) });
    expect(await restored(all, opened())).toMatchObject({ code: 1, said: expect.stringMatching(/non risale/) });
  });

  it('cannot truncate a file at a chunk boundary, nor exchange chunks or files', async () => {
    const [one, secondPath] = large.map(sealedPath);
    const cases: [string, (root: string) => Promise<void>][] = [
      [
        'cut',
        async (root) => {
          const path = join(root, one ?? '');
          await writeFile(path, (await readFile(path)).subarray(0, HEADER + 2 * SEALED_CHUNK));
        },
      ],
      [
        'chunks',
        async (root) => {
          const [first, second] = [await readFile(join(root, one ?? '')), await readFile(join(root, secondPath ?? ''))];
          second.copy(first, HEADER + SEALED_CHUNK, HEADER + SEALED_CHUNK, HEADER + 2 * SEALED_CHUNK);
          await writeFile(join(root, one ?? ''), first);
        },
      ],
      [
        'files',
        async (root) => {
          const [first, second] = [await readFile(join(root, one ?? '')), await readFile(join(root, secondPath ?? ''))];
          await writeFile(join(root, one ?? ''), second);
          await writeFile(join(root, secondPath ?? ''), first);
        },
      ],
    ];
    for (const [name, change] of cases) {
      // Also detected when no roots are named and everything else was recomputed.
      await changedAndSigned(name, change);
      const { code, said } = await restored(name, ['--without-signature', '--key', holder.key]);
      expect([name, code, said]).toEqual([name, 1, expect.stringMatching(/\.sealed non si apre: è troncato/)]);
    }
  });

  it('cannot add a plain file among encrypted ones', async () => {
    const name = await changedAndSigned('added', (root) => writeFile(join(root, 'keys/other.key'), 'x'));
    const { code, said } = await restored(name, ['--without-signature', '--key', holder.key]);
    expect([code, said]).toEqual([1, expect.stringMatching(/keys\/other\.key non lo è/)]);
  });
});

it('a copy in the older format is restored only with a confirmation, after a warning', SLOW, async () => {
  await changedCopy('before', async (root) => {
    await rm(root, { recursive: true });
    await cp(at('clear'), root, { recursive: true });
    await rm(join(root, SIGNATURE));
    await editManifest(root, (manifest) => {
      manifest.format = 1;
      delete manifest.recipients;
    });
  });
  const { code, said } = await restored('before', ['--without-signature']);
  expect(said).toMatch(/non è provato.*NON è sigillata.*Verificati: \d+ file/s);
  expect(code).toBe(0);
});

describe('a backup', () => {
  it('of stored files is streamed, never held whole', async () => {
    const { storage } = stage.test.world;
    let most = 0;
    const inParts: BackupSource['storage'] = {
      list: () => storage.list(),
      async *stream(sha256) {
        for await (const part of storage.stream(sha256)) {
          most = Math.max(most, part.length);
          yield part;
        }
      },
    };
    await writeBackup({ ...backupSource([holder.recipient]), storage: inParts }, at('in-parts'));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(CHUNK);
    const { size } = await stat(join(at('in-parts'), sealedPath(large[0])));
    expect(size).toBe(HEADER + 3 * SEALED_CHUNK);
  });

  it('needs recipients in production', async () => {
    const { world } = stage.test;
    await world.database.transaction(async (tx) => {
      await tx.deleteFrom('installation').execute();
      await markInstallation(tx, { mode: 'production', secrets: world.secrets, at: world.clock.now() });
    });
    const refusal: unknown = await writeBackup(backupSource([]), at('production')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BackupRefused);
    expect(String(refusal)).toMatch(/In produzione .* BACKUP_RECIPIENTS/);
    expect(await stat(at('production')).catch(() => null)).toBeNull();
    const manifest = await writeBackup(backupSource([holder.recipient]), at('production'));
    expect(manifest).toMatchObject({ format: 2, mode: 'production', recipients: [{ name: 'Direzione' }] });
  });
});
