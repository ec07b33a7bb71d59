/** Moving files between two stores: everything arrives, damaged files stay, and an interrupted run is resumed. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFolderStorage } from '#adapters/storage/folder.ts';
import { type Storage, StorageCorrupt } from '#ports/storage.ts';
import { type Journal, moveFiles, openJournal } from './move.ts';

let folder: string;
let source: Storage;
let target: Storage;
let journal: Journal;
const names: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-'));
  source = await openFolderStorage(join(folder, 'from'));
  target = await openFolderStorage(join(folder, 'to'));
  journal = await openJournal(join(folder, 'journal'), 'a to b');
  names.length = 0;
  for (let n = 0; n < 20; n += 1) names.push(await source.put(Buffer.from(`contratto ${n}`)));
  names.sort();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const listed = async (store: Storage): Promise<string[]> => {
  const found: string[] = [];
  for await (const { sha256 } of store.list()) found.push(sha256);
  return found.sort();
};
const placeIn = (store: string, sha256: string): string => join(folder, store, sha256.slice(0, 2), sha256);

it('copies everything and leaves the source unchanged', async () => {
  expect(await moveFiles(source, target, { journal, remove: false })).toEqual({
    ...{ copied: 20, there: 0, removed: 0, corrupt: [] },
  });
  expect([await listed(source), await listed(target)]).toEqual([names, names]);
});

it('deletes from the source exactly the verified files', async () => {
  const [damaged = ''] = names;
  await writeFile(placeIn('from', damaged), 'altro');
  const moved = await moveFiles(source, target, { journal, remove: true });
  expect(moved).toEqual({ copied: 19, there: 0, removed: 19, corrupt: [damaged] });
  expect([await listed(source), await listed(target)]).toEqual([[damaged], names.slice(1)]);
});

it('deletes nothing when a copy cannot be read back', async () => {
  const damaging: Storage = {
    ...target,
    async put(content) {
      const sha256 = await target.put(content);
      await writeFile(placeIn('to', sha256), 'altro');
      return sha256;
    },
  };
  await expect(moveFiles(source, damaging, { journal, remove: true })).rejects.toBeInstanceOf(StorageCorrupt);
  expect(await listed(source)).toEqual(names);
});

it('resumes after an interruption, and copies new files', async () => {
  let left = 7;
  const failing: Storage = {
    ...target,
    async put(content) {
      left -= 1;
      if (left < 0) throw new Error('cut off');
      return target.put(content);
    },
  };
  await expect(moveFiles(source, failing, { journal, remove: false })).rejects.toThrow('cut off');
  const done = (await listed(target)).length;
  expect(done).toBe(7);
  const late = await source.put(Buffer.from('nel frattempo'));
  const reread = await openJournal(join(folder, 'journal'), 'a to b');
  const moved = await moveFiles(source, target, { journal: reread, remove: false });
  expect(moved).toMatchObject({ copied: 21 - done, there: done });
  expect(await listed(target)).toEqual([...names, late].sort());
});

it('verifies earlier copies again unless the journal lists them, and always before a deletion', async () => {
  await moveFiles(source, target, { journal, remove: false });
  const [damaged = ''] = names;
  await writeFile(placeIn('to', damaged), 'altro');
  const same = await openJournal(join(folder, 'journal'), 'a to b');
  expect(await moveFiles(source, target, { journal: same, remove: false })).toMatchObject({ copied: 0, there: 20 });
  const other = await openJournal(join(folder, 'journal'), 'b to a');
  expect([same, other].map((one) => one.has(damaged.slice(0, 2)))).toEqual([true, false]);
  const moved = await moveFiles(source, target, { journal: same, remove: true });
  expect(moved).toMatchObject({ copied: 1, there: 19, removed: 20 });
  const bytes = Buffer.from(await target.get(damaged));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(damaged);
});
