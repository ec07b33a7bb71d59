/** A temporary folder for plaintext rows: removed when the run ends, or by the next run if it was killed (record 0048). */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '#adapters/database/folder-lock.ts';

const PREFIX = 'fascicolo-evidence-';
const NAME = new RegExp(`^(${PREFIX}[0-9a-zA-Z]+)(?:\\.lock)?$`);
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Scratch {
  readonly path: string;
  remove(): Promise<void>;
}

/** @returns a folder that only this user can read, below the one for temporary files (TMPDIR). */
export async function openScratch(parent = tmpdir()): Promise<Scratch> {
  await sweep(parent);
  const path = join(parent, `${PREFIX}${randomBytes(8).toString('hex')}`);
  // Locked before the folder exists, so that a sweep never finds it without its owner.
  const lock = await lockFolder(path);
  const removeNow = (): void => {
    for (const name of [path, `${path}.lock`]) rmSync(name, { recursive: true, force: true });
  };
  const endBySignal = (signal: NodeJS.Signals): void => {
    removeNow();
    unhook();
    process.kill(process.pid, signal);
  };
  const unhook = (): void => {
    process.off('exit', removeNow);
    for (const signal of SIGNALS) process.off(signal, endBySignal);
  };
  process.on('exit', removeNow);
  for (const signal of SIGNALS) process.on(signal, endBySignal);
  const remove = async (): Promise<void> => {
    await rm(path, { recursive: true, force: true });
    await lock.release();
    unhook();
  };
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}

/** Removes folders of killed runs. A folder that cannot be removed does not prevent the verification. */
async function sweep(parent: string): Promise<void> {
  const names = (await readdir(parent).catch(() => [])).flatMap((name) => NAME.exec(name)?.[1] ?? []);
  for (const name of new Set(names)) {
    const path = join(parent, name);
    if (await isOurs(path)) await sweepOne(path).catch(() => undefined);
  }
}

/** The temporary folder is shared by all users: entries of other users must be neither locked nor removed. */
async function isOurs(path: string): Promise<boolean> {
  const stats = (await lstat(path).catch(() => null)) ?? (await lstat(`${path}.lock`).catch(() => null));
  return stats !== null && (process.getuid === undefined || stats.uid === process.getuid());
}

/** @throws DatabaseInUse while the run that created it is alive. */
async function sweepOne(path: string): Promise<void> {
  const lock = await lockFolder(path);
  await rm(path, { recursive: true, force: true });
  await lock.release();
}
