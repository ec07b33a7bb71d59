/** Restoring an older copy although newer heads were kept elsewhere: the loss is reported, and nothing continues silently. */
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolderHeads } from '#adapters/head-store/folder.ts';
import type { HeadStore } from '#ports/head-store.ts';
import { takeHead } from '#server/evidence/heads.ts';
import { record } from '#server/evidence/index.ts';
import { BackupRefused } from '../../../src/cli/backup/backup-folder.ts';
import { completeHeads, EventsLost } from '../../../src/cli/backup/heads-elsewhere.ts';
import { restoreBackup } from '../../../src/cli/backup/restore.ts';
import { readTrust } from '../../../src/cli/backup/trust-options.ts';
import { writeBackup } from '../../../src/cli/backup/write-backup.ts';
import { restore } from '../../../src/cli/backup.ts';
import { SYSTEM_ACTOR } from '../../../src/domain/evidence/events.ts';
import { freshDatabase, onPostgres } from '../../postgres.ts';
import { runCommand } from '../../run-command.ts';
import { makeWorld, type TestWorld } from '../../world.ts';

let folder: string;
let test: TestWorld;
const at = (name: string): string => join(folder, name);
const externalHeads = () => at('elsewhere');

async function recordEvents(documentId: number, times: number): Promise<void> {
  const { world } = test;
  for (let time = 0; time < times; time++) {
    await world.database.transaction((tx) =>
      record(
        tx,
        `document:${documentId}`,
        { type: 'renewed', actor: SYSTEM_ACTOR, detail: { status: `${time}` } },
        world.clock.now(),
      ),
    );
  }
}
const backUp = (name: string) =>
  writeBackup({ ...test.world, keys: join(test.folder, 'keys'), version: '0.0.0-test', recipients: [] }, at(name));
const anchors = (): string => join(test.folder, 'keys/anchors.pem');
const restored = async (name: string, place: Parameters<typeof restoreBackup>[2]) =>
  restoreBackup(at(name), await readTrust({ anchors: anchors() }, undefined), place);
const databaseUrl = async () => (onPostgres() ? (await freshDatabase()).url : undefined);
const target = async (name: string, headsDir = externalHeads()) => ({
  dataDir: at(name),
  heads: { place: headsDir },
  databaseUrl: await databaseUrl(),
});
const restoreByCommand = async (name: string, headsDir: string | null, ...args: string[]) =>
  runCommand(restore, [...args, '--anchors', anchors()], {
    ...{ DATA_DIR: at(name), HEADS_DIR: headsDir ?? undefined, DATABASE_URL: await databaseUrl() },
  });
const sizes = async (place: string): Promise<number[]> => {
  const sizesFound: number[] = [];
  for await (const { size } of openFolderHeads(place).list()) sizesFound.push(size);
  return sizesFound;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heads-elsewhere-'));
  test = await makeWorld({ override: () => ({ heads: openFolderHeads(externalHeads()) }) });
  await recordEvents(1, 3);
  await takeHead(test.world);
  await backUp('older');
  await recordEvents(2, 2);
  await takeHead(test.world);
  await backUp('newer');
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a restore with external heads', () => {
  it('of an older copy reports the lost events and restores nothing', async () => {
    const refusal: unknown = await restored('older', await target('lossy')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(EventsLost);
    expect(String(refusal)).toMatch(/mancano almeno 2 eventi/);
    expect(String(refusal)).toMatch(/document:2, evento 1\n.*document:2, evento 2\n/);
    expect(await stat(at('lossy')).catch(() => null)).toBeNull();
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('makes the command exit with 3', async () => {
    expect(await restoreByCommand('by-command', externalHeads(), at('older'))).toMatchObject({ code: 3 });
  });

  it.each(['a folder that is not there', null])(
    'restores nothing and exits with 4 when there are no heads to compare with (HEADS_DIR: %s), unless confirmed',
    async (headsDir) => {
      const name = `blind-${headsDir === null ? 'unset' : 'mistyped'}`;
      const folder = headsDir && at(headsDir);
      const blind = await restoreByCommand(name, folder, at('older'));
      expect(blind).toMatchObject({ code: 4 });
      expect(blind.said).toMatch(/Nulla è stato ripristinato.*--without-heads/s);
      expect(await stat(at(name)).catch(() => null)).toBeNull();
      if (folder !== null) expect(await stat(folder).catch(() => null)).toBeNull();
      const withoutHeads = await restoreByCommand(name, folder, at('older'), '--without-heads');
      expect(withoutHeads.code).toBe(0);
      expect(withoutHeads.said).toMatch(/Nessuna testa con cui confrontare/);
    },
    // Two embedded databases each, created from nothing.
    120_000,
  );

  it('reports the number of heads compared', async () => {
    const { code, said } = await restoreByCommand('compared', externalHeads(), at('newer'));
    expect(code).toBe(0);
    expect(said).toContain(`Confrontata con le teste in ${externalHeads()}: 2.`);
  });

  it('succeeds with read-only heads when none is missing there', async () => {
    const headsDir = at('read-only');
    await cp(externalHeads(), headsDir, { recursive: true });
    const headStore = openFolderHeads(headsDir);
    const refusing: HeadStore = { ...headStore, store: () => Promise.reject(new Error('EROFS')) };
    await completeHeads(openFolderHeads(at('newer/heads')), refusing, headsDir);
    expect(await sizes(headsDir)).toEqual([3, 5]);
  });

  it('leaves database and folders unchanged when the heads cannot be written, and can be repeated', async () => {
    // A link to a disk that is not mounted: the target does not exist and cannot be written.
    await symlink(at('not/mounted'), at('link'));
    const place = await target('again', at('link'));
    const blind = { ...place, withoutHeads: true };
    const refusal: unknown = await restored('newer', blind).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BackupRefused);
    expect(String(refusal)).toMatch(/non si possono scrivere/);
    expect(await stat(at('again')).catch(() => null)).toBeNull();
    expect((await restored('newer', { ...place, heads: { place: externalHeads() } })).compared?.heads).toBe(2);
  });

  it('of the newest copy succeeds, and leaves the external heads unchanged', async () => {
    const { chains } = await restored('newer', await target('whole'));
    expect(chains).toBe(2);
    expect(await sizes(externalHeads())).toEqual([3, 5]);
    expect(await stat(at('whole/heads')).catch(() => null)).toBeNull();
  });

  it('with a loss succeeds only with a confirmation, into another place that receives the copy’s heads', async () => {
    await restored('older', { ...(await target('accepted', at('empty'))), withoutHeads: true });
    expect(await sizes(at('empty'))).toEqual([3]);
    expect(await sizes(externalHeads())).toEqual([3, 5]);
  });

  it('keeps the heads in the data folder when there is no external place', async () => {
    await restored('newer', { ...(await target('plain', at('plain/heads'))), withoutHeads: true });
    expect(await sizes(at('plain/heads'))).toEqual([3, 5]);
  });

  it('of a different history than the external heads is refused', async () => {
    await cp(externalHeads(), at('foreign'), { recursive: true });
    const [group = ''] = await readdir(at('foreign'));
    const path = join(at('foreign'), group, '000000000003.json');
    const text = await readFile(path, 'utf8');
    await rm(path);
    await writeFile(path, text.replace(/"from":0/, '"from":1'));
    await expect(restored('newer', await target('other', at('foreign')))).rejects.toThrow(/non è quella della copia/);
  });
});
