/** Checks the disk: whether the data folder exists, is writable for this user, and has free space. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { ownUser } from './file-facts.ts';

const MB = 1024 * 1024;
/** With less, one busy day of uploads may fill the disk. */
const LITTLE = 5_000 * MB;
const TOO_LITTLE = 500 * MB;
/** Share of the file system's inodes: files are many and small. */
const FEW_ENTRIES = 0.05;

const size = (bytes: number): string =>
  bytes >= 10_000 * MB ? `${Math.floor(bytes / 1024 / MB)} GB` : `${Math.floor(bytes / MB)} MB`;

export interface Room {
  /** Bytes. */
  readonly free: number;
  /** Free and total inodes; both 0 if the file system does not count them. */
  readonly entries: { readonly free: number; readonly all: number };
}

async function roomOf(path: string): Promise<Room> {
  const { bavail, bsize, ffree, files } = await statfs(path);
  return { free: bavail * bsize, entries: { free: ffree, all: files } };
}

/** @param ask returns the free space of a folder. */
export async function checkDisk(dataDir: string, ask: (path: string) => Promise<Room> = roomOf): Promise<Finding[]> {
  const name = 'DATA_DIR';
  const about = await stat(dataDir).catch((error: NodeJS.ErrnoException) => error);
  const { name: user, uid } = ownUser();
  if (about instanceof Error) {
    if (about.code !== 'ENOENT') return [failure(name, `${dataDir} cannot be looked at by ${user} (${about.code}).`)];
    const above = await stat(dirname(dataDir)).then(
      (one) => one.isDirectory(),
      () => false,
    );
    return above
      ? [warning(name, `${dataDir} is not there yet: the first start makes it. Run doctor again afterwards.`)]
      : [failure(name, `${dataDir} is not there, and neither is the folder above it. Make it, or correct DATA_DIR.`)];
  }
  if (!about.isDirectory()) return [failure(name, `${dataDir} is no folder. Correct DATA_DIR.`)];
  const foreign: Finding[] =
    uid === 0 && about.uid !== 0
      ? [
          warning(
            'user',
            `doctor runs as root, the product as user ${about.uid}: what root can read and write says little. Run it as that user.`,
          ),
        ]
      : [];
  return [await tryWrite(dataDir, user), ...foreign, ...roomFindings(dataDir, await ask(dataDir))];
}

async function tryWrite(dataDir: string, user: string): Promise<Finding> {
  const path = join(dataDir, `.doctor-${randomUUID()}`);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'wx', 0o600);
    await handle.writeFile('fascicolo doctor');
    await handle.sync();
    return ok('DATA_DIR', `${user} writes into ${dataDir}; what was written to try is deleted again.`);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    const why: Readonly<Record<string, string>> = {
      EACCES: `As root: chown -R ${user} ${dataDir}`,
      EPERM: `As root: chown -R ${user} ${dataDir}`,
      EROFS: 'The file system is mounted for reading alone; mount it for writing',
      ENOSPC: 'The disk is full; make room',
      EDQUOT: 'The quota of this user is used up; raise it',
    };
    return failure('DATA_DIR', `${user} cannot write into ${dataDir} (${code}). ${why[code] ?? 'Check the disk'}.`);
  } finally {
    await handle?.close();
    await rm(path, { force: true }).catch(() => undefined);
  }
}

function roomFindings(dataDir: string, { free, entries }: Room): Finding[] {
  const name = 'free space';
  const found: Finding[] = [];
  if (free < TOO_LITTLE) found.push(failure(name, `Only ${size(free)} are free in ${dataDir}. Make room now.`));
  else if (free < LITTLE) found.push(warning(name, `${size(free)} are free in ${dataDir}. Make room soon.`));
  else found.push(ok(name, `${size(free)} are free in ${dataDir}.`));
  if (entries.all > 0 && entries.free / entries.all < FEW_ENTRIES) {
    found.push(
      warning(name, `The file system of ${dataDir} can hold few more files (inodes): ${entries.free} are left.`),
    );
  }
  return found;
}
