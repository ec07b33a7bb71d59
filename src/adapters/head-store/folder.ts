/** Stores heads of the evidence tree as write-once files, in a folder of the installation or a separate one (HEADS_DIR). */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HeadStore } from '#ports/head-store.ts';

const DIGITS = 12;
/** Leading digits used as folder name: each folder holds the heads of a million leaves. */
const FOLDER_DIGITS = 6;
const NAME = /^\d{12}\.json$/;
const FOLDER = /^\d{6}$/;

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === code;

/** Without syncing the folder, a power cut may lose the entry of a file whose bytes are on disk. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  });
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
      if ((await mkdir(dirname(path), { recursive: true, mode: 0o700 })) !== undefined) await flush(folder);
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
        if (!isCode(error, 'EEXIST')) throw error;
        return (await readFile(path, 'utf8')) === text;
      } finally {
        await rm(draft, { force: true });
        await flush(dirname(path));
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
