/** The socket by which commands reach a running installation: `DATA_DIR/control.sock`, mode 0600 (P-1). */
import { rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
import { BackupRefused, type Manifest } from './folder.ts';

/** Longest path of a socket that every system takes. */
const LONGEST_PATH = 100;

export type ControlAnswer = { ok: true; manifest: Manifest } | { ok: false; reason: string };

export const controlPath = (dataDir: string): string => join(dataDir, 'control.sock');

/**
 * Listens for commands of whoever may read the data folder.
 * @returns undefined where the system has no such sockets or the path is too long for one.
 */
export async function openControl(
  dataDir: string,
  commands: { backup(directory: string): Promise<Manifest> },
): Promise<Server | undefined> {
  const path = controlPath(dataDir);
  if (process.platform === 'win32' || path.length > LONGEST_PATH) return undefined;
  const server = createServer((incoming, outgoing) => {
    const answer = (result: ControlAnswer) => outgoing.end(JSON.stringify(result));
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const directory = Buffer.concat(parts).toString('utf8');
      if (incoming.method !== 'POST' || incoming.url !== '/backup') {
        answer({ ok: false, reason: 'Comando sconosciuto.' });
        return;
      }
      commands.backup(directory).then(
        (manifest) => answer({ ok: true, manifest }),
        (error: unknown) => answer({ ok: false, reason: error instanceof Error ? error.message : String(error) }),
      );
    });
  });
  server.requestTimeout = 0;
  // The lock on the database says that no other process of this installation lives: what is left here is of a dead one.
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const before = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(before);
    }
  });
  return server;
}

/**
 * Asks the running installation for a backup.
 * @returns undefined when none runs on this data folder. @throws BackupRefused with the server's reason.
 */
export async function askForBackup(dataDir: string, directory: string): Promise<Manifest | undefined> {
  const answer = await new Promise<ControlAnswer | undefined>((resolve, reject) => {
    const call = request(
      { socketPath: controlPath(dataDir), method: 'POST', path: '/backup', headers: { host: 'localhost' } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString('utf8')) as ControlAnswer));
      },
    );
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    call.end(directory);
  });
  if (answer === undefined) return undefined;
  if (!answer.ok) throw new BackupRefused(answer.reason);
  return answer.manifest;
}
