/** Locks a folder exclusively for one process; the lock is released when the process dies. */
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseInUse } from '#ports/database/database.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/** Start time of a process, so that a reused process id is not mistaken for the owner (Linux; elsewhere only the id is compared). */
async function startTimeOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Takes the lock with an atomic link.
 * @throws DatabaseInUse while the owning process is alive.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = `${folder.replace(/\/+$/, '')}.lock`;
  const entry = `${process.pid} ${await startTimeOf(process.pid)}\n`;
  const draft = join(`${path}.${process.pid}.${Math.random().toString(36).slice(2)}`);
  await writeFile(draft, entry, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        await link(draft, path);
        return { release: () => rm(path, { force: true }) };
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const existing = await readFile(path, 'utf8').catch(() => '');
      const [pid, start] = existing.trim().split(' ');
      const owner = Number(pid);
      if (Number.isInteger(owner) && owner > 0 && isAlive(owner) && (await startTimeOf(owner)) === (start ?? '')) {
        throw new DatabaseInUse({
          it: `Il processo ${owner} ha aperto ${folder}`,
          en: `Process ${owner} has ${folder} open`,
        });
      }
      // The owner died: remove the stale lock, then compete for a new one like every other process.
      const current = await readFile(path, 'utf8').catch(() => '');
      if (current === existing) await rm(path, { force: true });
    }
    throw new DatabaseInUse({
      it: `${folder} è contesa da altri processi`,
      en: `The lock of ${folder} could not be taken`,
    });
  } finally {
    await rm(draft, { force: true });
  }
}
