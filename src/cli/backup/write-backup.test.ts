/** The contents of a backup made while the product is running. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Storage } from '#ports/storage.ts';
import { takeHead } from '#server/evidence/heads.ts';
import { openStage, type Stage } from '../../../test/stages/signing-stage.ts';
import { writeBackup } from './write-backup.ts';

let folder: string;
let stage: Stage;
let unnamed: string;
const at = (name: string): string => join(folder, name);

/** Makes a copy and runs `meanwhile` before the nth listing of the files, counted from 1. */
async function copy(name: string, meanwhile: (listed: number) => Promise<unknown>): Promise<Set<string>> {
  const { world, folder: own } = stage.test;
  let listed = 0;
  const storage: Pick<Storage, 'list' | 'stream'> = {
    stream: (sha256) => world.storage.stream(sha256),
    async *list() {
      listed += 1;
      await meanwhile(listed);
      yield* world.storage.list();
    },
  };
  await writeBackup({ ...world, storage, keys: join(own, 'keys'), version: '0.0.0-test', recipients: [] }, at(name));
  const inside = await readdir(at(`${name}/files`), { recursive: true });
  return new Set(inside.filter((path) => path.length > 3).map((path) => path.slice(3)));
}

async function trails(): Promise<string[]> {
  const rows = await stage.test.world.database.read
    .selectFrom('signed_document')
    .select('audit_sha256')
    .orderBy('id')
    .execute();
  return rows.map(({ audit_sha256 }) => audit_sha256 ?? '');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copied-'));
  stage = await openStage();
  await stage.newSignedDocument();
  unnamed = await stage.test.world.storage.put(Buffer.from('a file that no row names'));
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

it('includes files that no row names, but no trail sealed after the rows were read', async () => {
  const files = await copy('copy', async (listed) => (listed === 2 ? await stage.newSignedDocument() : undefined));
  const [first, second] = await trails();
  expect([first, unnamed, second].map((sha256) => files.has(`${sha256}`))).toEqual([true, true, false]);
});

it('includes events that no head covers yet, so that a later head is complete', async () => {
  await copy('covered', async () => undefined);
  const head = await takeHead(stage.test.world);
  const [tree = ''] = (await readFile(at('covered/database/evidence_tree.jsonl'), 'utf8')).split('\n');
  expect(head?.size).toBeGreaterThan(0);
  expect(JSON.parse(tree)).toMatchObject({ size: head?.size });
});

it('a backup that could not be restored is not written: a file named by a row is missing', async () => {
  const { storage } = stage.test.world;
  const [trail = ''] = await trails();
  const content = await storage.get(trail);
  await expect(
    copy('torn', async (listed) => (listed === 2 ? await storage.delete(trail) : undefined)),
  ).rejects.toThrow(new RegExp(`Il file ${trail}, di cui parla il database, non c’è`));
  expect((await readdir(folder)).filter((name) => name.includes('torn'))).toEqual([]);
  await storage.put(content);
});
