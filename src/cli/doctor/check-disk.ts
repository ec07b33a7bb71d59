/** Checks the disk: whether the data folder exists, is writable for this user, and has free space. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Message } from '#domain/errors.ts';
import { type Finding, failure, ok, warning, withAdvice } from '#ports/finding.ts';
import { ownUser } from './file-permissions.ts';
import { createdAtFirstStart, notAFolder } from './shared-texts.ts';

const MB = 1024 * 1024;
/** With less, one busy day of uploads may fill the disk. */
const LOW_SPACE = 5_000 * MB;
const CRITICAL_SPACE = 500 * MB;
/** Share of the file system's inodes: files are many and small. */
const LOW_INODE_SHARE = 0.05;

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

const RUN_AGAIN: Message = { it: 'Poi lancia di nuovo doctor.', en: 'Run doctor again afterwards.' };

/** @param ask returns the free space of a folder. */
export async function checkDisk(dataDir: string, ask: (path: string) => Promise<Room> = roomOf): Promise<Finding[]> {
  const name = 'DATA_DIR';
  const folderStats = await stat(dataDir).catch((error: NodeJS.ErrnoException) => error);
  const { name: user, uid } = ownUser();
  if (folderStats instanceof Error) {
    if (folderStats.code !== 'ENOENT') {
      return [
        failure(name, {
          it: `${user} non può accedere a ${dataDir} (${folderStats.code}).`,
          en: `${user} cannot access ${dataDir} (${folderStats.code}).`,
        }),
      ];
    }
    const hasParent = await stat(dirname(dataDir)).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    return [
      hasParent
        ? warning(name, withAdvice(createdAtFirstStart(dataDir), RUN_AGAIN))
        : failure(name, {
            it: `${dataDir} non esiste, e nemmeno la cartella che lo contiene. Creala, oppure correggi DATA_DIR.`,
            en: `${dataDir} is not there, and neither is the folder above it. Make it, or correct DATA_DIR.`,
          }),
    ];
  }
  if (!folderStats.isDirectory()) return [failure(name, notAFolder(dataDir, name))];
  const userWarnings: Finding[] =
    uid === 0 && folderStats.uid !== 0
      ? [
          warning('user', {
            it: `doctor gira come root, il prodotto come utente ${folderStats.uid}: ciò che root può leggere e scrivere prova poco. Lancialo come quell’utente.`,
            en: `doctor runs as root, the product as user ${folderStats.uid}: what root can read and write proves little. Run it as that user.`,
          }),
        ]
      : [];
  return [await tryWrite(dataDir, user), ...userWarnings, ...spaceFindings(dataDir, await ask(dataDir))];
}

const WRITE_FAULTS: Readonly<Record<string, Message>> = {
  EROFS: {
    it: 'Il file system è montato in sola lettura; montalo in scrittura',
    en: 'The file system is mounted read-only; mount it for writing',
  },
  ENOSPC: { it: 'Il disco è pieno; libera spazio', en: 'The disk is full; free some space' },
  EDQUOT: { it: 'La quota di questo utente è esaurita; aumentala', en: 'The quota of this user is used up; raise it' },
};
const CHECK_DISK: Message = { it: 'Controlla il disco', en: 'Check the disk' };

async function tryWrite(dataDir: string, user: string): Promise<Finding> {
  const path = join(dataDir, `.doctor-${randomUUID()}`);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'wx', 0o600);
    await handle.writeFile('fascicolo doctor');
    await handle.sync();
    return ok('DATA_DIR', {
      it: `${user} scrive in ${dataDir}; il file di prova è stato cancellato.`,
      en: `${user} writes into ${dataDir}; the test file was deleted again.`,
    });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    const chown = { it: `Come root: chown -R ${user} ${dataDir}`, en: `As root: chown -R ${user} ${dataDir}` };
    const remedy: Message = ['EACCES', 'EPERM'].includes(code) ? chown : (WRITE_FAULTS[code] ?? CHECK_DISK);
    return failure('DATA_DIR', {
      it: `${user} non può scrivere in ${dataDir} (${code}). ${remedy.it}.`,
      en: `${user} cannot write into ${dataDir} (${code}). ${remedy.en}.`,
    });
  } finally {
    await handle?.close();
    await rm(path, { force: true }).catch(() => undefined);
  }
}

function spaceFindings(dataDir: string, { free, entries }: Room): Finding[] {
  const name = 'free space';
  const findings: Finding[] = [];
  const freeText = size(free);
  const text = { it: `In ${dataDir} sono liberi ${freeText}.`, en: `${freeText} are free in ${dataDir}.` };
  if (free < CRITICAL_SPACE) {
    findings.push(
      failure(name, {
        it: `In ${dataDir} sono liberi soltanto ${freeText}. Libera spazio subito.`,
        en: `Only ${freeText} are free in ${dataDir}. Free some space now.`,
      }),
    );
  } else if (free < LOW_SPACE) {
    findings.push(warning(name, withAdvice(text, { it: 'Libera spazio presto.', en: 'Free some space soon.' })));
  } else findings.push(ok(name, text));
  if (entries.all > 0 && entries.free / entries.all < LOW_INODE_SHARE) {
    findings.push(
      warning(name, {
        it: `Il file system di ${dataDir} può contenere ancora pochi file (inode): ne restano ${entries.free}.`,
        en: `The file system of ${dataDir} can hold few more files (inodes): ${entries.free} are left.`,
      }),
    );
  }
  return findings;
}
