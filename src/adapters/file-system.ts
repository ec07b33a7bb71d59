/** Flushing of folders, and errors of the file system that are expected. */
import { type FileHandle, open } from 'node:fs/promises';

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === code;

/** For `catch`: undefined when the file or folder does not exist; any other error is thrown again. */
export function ignoreMissing(error: unknown): undefined {
  if (hasCode(error, 'ENOENT')) return undefined;
  throw error;
}

/** Without syncing the folder, a power cut may lose the entry of a file whose bytes are on disk. */
export async function flushFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, 'r');
  } catch (error) {
    // Windows can neither open directories nor needs to flush them.
    if (process.platform === 'win32') return;
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
