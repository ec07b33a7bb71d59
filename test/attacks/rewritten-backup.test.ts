/**
 * A backup of rewritten evidence, sealed and signed by an installation that was taken over with its keys: external
 * heads or the sealed trails detect it.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFolderHeads } from '#adapters/head-store/folder.ts';
import { takeHead } from '#server/evidence/heads.ts';
import { BackupRefused } from '../../src/cli/backup/backup-folder.ts';
import { restoreBackup } from '../../src/cli/backup/restore.ts';
import { readTrust } from '../../src/cli/backup/trust-options.ts';
import { writeBackup } from '../../src/cli/backup/write-backup.ts';
import { verifyEvidence } from '../../src/cli/verify-evidence.ts';
import { makeRecipient, type TestRecipient } from '../backup-recipient.ts';
import { asOwner, rebuildTree, rehashChains } from '../drills/evidence/trail-owner.ts';
import { freshDatabase, onPostgres } from '../postgres.ts';
import { runCommand } from '../run-command.ts';
import { openStage, type Stage } from '../stages/signing-stage.ts';

let folder: string;
let stage: Stage;
let named: string;
let holder: TestRecipient;
const at = (name: string): string => join(folder, name);

const backUp = (name: string, heads: string) => {
  const { world, folder: own } = stage.test;
  const source = { ...world, heads: openFolderHeads(at(heads)), keys: join(own, 'keys'), version: '0.0.0-test' };
  const recipients = [holder.recipient];
  return writeBackup({ ...source, recipients }, at(name));
};

const anchorsPath = (): string => join(stage.test.folder, 'keys/anchors.pem');

const proofArgs = (): string[] => ['--key', holder.key, '--anchors', anchorsPath()];

const verify = (...args: string[]) => runCommand(verifyEvidence, args);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rewritten-'));
  holder = await makeRecipient(folder, 'Direzione');
  stage = await openStage({ override: () => ({ heads: openFolderHeads(at('heads')) }) });
  const { world } = stage.test;
  const { id } = await stage.newSignedDocument();
  await takeHead(world);
  await backUp('honest', 'heads');
  named = `document:${id}, evento 3`;
  await asOwner(
    world.database,
    `UPDATE evidence_event SET body = replace(body, '"v":1', '"v":1 ') WHERE subject = 'document:${id}' AND seq = 3`,
  );
  await rehashChains(world.database);
  await rebuildTree(world);
  await takeHead({ ...world, heads: openFolderHeads(at('heads of the rewritten')) });
  await backUp('rewritten', 'heads of the rewritten');
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

// Each command creates an embedded database from nothing.
const SLOW = { timeout: 300_000 };

it('is verified only with external heads and roots, and is not written to', SLOW, async () => {
  const before = await readdir(at('honest'), { recursive: true });
  const honest = await verify('--backup', at('honest'), '--heads', at('heads'), ...proofArgs());
  expect(honest).toEqual({ code: 0, said: expect.stringMatching(/La traccia è integra.*tracciati sigillati 1\./) });
  expect(await readdir(at('honest'), { recursive: true })).toEqual(before);
  const rewritten = await verify('--backup', at('rewritten'), '--heads', at('heads'), ...proofArgs());
  expect(rewritten).toEqual({ code: 1, said: expect.stringContaining(`Il primo punto che differisce: ${named}`) });
});

it('matches its own heads, and differs from the trails sealed in it', SLOW, async () => {
  const { code, said } = await verify('--backup', at('rewritten'), '--without-heads', ...proofArgs());
  expect(code).toBe(1);
  expect(said).toContain(`Il primo punto che differisce: ${named}: non è quello che riporta il tracciato sigillato`);
});

it('is not restored, though no external heads contradict it', SLOW, async () => {
  const databaseUrl = onPostgres() ? (await freshDatabase()).url : undefined;
  const target = { dataDir: at('restored'), heads: { place: at('restored/heads') }, withoutHeads: true, databaseUrl };
  const trust = await readTrust({ key: holder.key, anchors: anchorsPath() }, undefined);
  const refusal: unknown = await restoreBackup(at('rewritten'), trust, target).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(BackupRefused);
  expect(String(refusal)).toContain(named);
  expect(await stat(at('restored')).catch(() => null)).toBeNull();
});
