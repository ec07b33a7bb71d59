/** Heads stored in a folder: each complete, in order, never replaced. */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFolderHeads } from './folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heads-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sizes = async (): Promise<number[]> => {
  const found: number[] = [];
  for await (const { size } of openFolderHeads(folder).list()) found.push(size);
  return found;
};

it('keeps heads in the order of their size, in any order of arrival', async () => {
  const heads = openFolderHeads(join(folder, 'made/when/needed'));
  expect(await heads.newest()).toBeNull();
  const kept = openFolderHeads(folder);
  for (const size of [9, 1_000_001, 10, 2_500_000, 1]) expect(await kept.store(size, `head ${size}`)).toBe(true);
  expect(await sizes()).toEqual([1, 9, 10, 1_000_001, 2_500_000]);
  expect(await kept.newest()).toEqual({ size: 2_500_000, text: 'head 2500000' });
});

it('never replaces a head: the same one is accepted, another one of its size is refused', async () => {
  const heads = openFolderHeads(folder);
  expect(await heads.store(7, 'one')).toBe(true);
  expect(await heads.store(7, 'one')).toBe(true);
  expect(await heads.store(7, 'another')).toBe(false);
  expect(await heads.newest()).toEqual({ size: 7, text: 'one' });
  expect((await stat(join(folder, '000000/000000000007.json'))).mode & 0o777).toBe(0o400);
});

it('lets one of many concurrent writers succeed, and leaves no temporary file', async () => {
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, i) => openFolderHeads(folder).store(7, `head ${i}`)),
  );
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await readdir(join(folder, '000000'))).toEqual(['000000000007.json']);
});

it('leaves no temporary file when writing fails', async () => {
  const unwritable = Symbol('refused by the file system') as unknown as string;
  await expect(openFolderHeads(folder).store(7, unwritable)).rejects.toThrow();
  expect(await readdir(join(folder, '000000'))).toEqual([]);
});

it('does not treat a partly written file as a head', async () => {
  const heads = openFolderHeads(folder);
  await heads.store(7, 'one');
  await writeFile(join(folder, '000000/000000000008.json.0123456789ab.tmp'), 'ha');
  expect(await sizes()).toEqual([7]);
});
