/** Writes files of the authority atomically and flushed. */
import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';

/** Writes a file unless it exists. @returns false when another process was first. */
export async function writeOnce(path: string, text: string, mode: number): Promise<boolean> {
  const temporary = await writeTemporary(path, text, mode);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  await rename(await writeTemporary(path, text, mode), path);
}

async function writeTemporary(path: string, text: string, mode: number): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = await open(temporary, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}
