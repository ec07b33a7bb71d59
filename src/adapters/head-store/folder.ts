/** Stores heads of the evidence tree as write-once files, in a folder of the installation or a separate one (HEADS_DIR). */

import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HeadStore } from '#ports/head-store.ts';
import { flushFolder, hasCode, ignoreMissing } from '../file-system.ts';

const DIGITS = 12;
/** Leading digits used as folder name: each folder holds the heads of a million leaves. */
const FOLDER_DIGITS = 6;
const NAME = /^\d{12}\.json$/;
const FOLDER = /^\d{6}$/;

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  return names.filter((name) => pattern.test(name)).sort();
}

/** `000012/000012345678.json`: named by the number of leaves, so that the order of names is the order of heads. */
export function openFolderHeads(folder: string): HeadStore {
  const read = async (group: string, name: string) => ({
    size: Number(name.slice(0, DIGITS)),
    text: await readFile(join(folder, group, name), 'utf8'),
  });
  return {
    async store(size, text) {
      const digits = String(size).padStart(DIGITS, '0');
      const path = join(folder, digits.slice(0, FOLDER_DIGITS), `${digits}.json`);
      if ((await mkdir(dirname(path), { recursive: true, mode: 0o700 })) !== undefined) await flushFolder(folder);
      const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
      try {
        const file = await open(draft, 'wx', 0o400);
        try {
          await file.writeFile(text);
          await file.sync();
        } finally {
          await file.close();
        }
        // The link makes the file appear complete or not at all, and never replaces another.
        await link(draft, path);
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
        return (await readFile(path, 'utf8')) === text;
      } finally {
        await rm(draft, { force: true });
        await flushFolder(dirname(path));
      }
      return true;
    },
    async *list() {
      for (const group of await namesIn(folder, FOLDER)) {
        for (const name of await namesIn(join(folder, group), NAME)) yield read(group, name);
      }
    },
    async newest() {
      for (const group of (await namesIn(folder, FOLDER)).reverse()) {
        const name = (await namesIn(join(folder, group), NAME)).at(-1);
        if (name !== undefined) return read(group, name);
      }
      return null;
    },
  };
}
