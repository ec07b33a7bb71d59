/** The socket through which commands reach a running installation: `DATA_DIR/control.sock`, mode 0600. */
import { rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { failureReason } from '../../head-store.ts';
import { localize, terminalLanguage, withLanguage } from '../terminal/language.ts';
import type { CommandResult } from '../trail/run.ts';
import { BackupRefused, type Manifest } from './backup-folder.ts';

/** Longest socket path that every system accepts. */
const LONGEST_PATH = 100;

type ControlResponse<T> = { ok: true; result: T } | { ok: false; reason: string };

/** Commands that a running installation executes, by name, with their arguments. */
export interface ControlCommands {
  backup(args: string[]): Promise<Manifest>;
  trail(args: string[]): Promise<CommandResult>;
  identity(args: string[]): Promise<CommandResult>;
  administrators(args: string[]): Promise<CommandResult>;
  folderTypes(args: string[]): Promise<CommandResult>;
  /** Folder of the heads, file of the roots, then the remaining arguments. */
  evidence(args: string[]): Promise<CommandResult>;
}

type CommandName = keyof ControlCommands;
const NAMES: readonly CommandName[] = ['backup', 'trail', 'identity', 'administrators', 'folderTypes', 'evidence'];

export const controlPath = (dataDir: string): string => join(dataDir, 'control.sock');

/** @returns whether the product is running on this data folder. */
export function isRunning(dataDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(controlPath(dataDir));
    const finish = (running: boolean) => () => {
      socket.destroy();
      resolve(running);
    };
    socket.once('connect', finish(true));
    socket.once('error', finish(false));
  });
}

function readArguments(text: string): string[] {
  const args: unknown = JSON.parse(text);
  const isText = (arg: unknown): arg is string => typeof arg === 'string';
  if (!Array.isArray(args) || !args.every(isText))
    throw new Error(
      localize({
        it: 'Gli argomenti del comando non sono leggibili.',
        en: 'The arguments of the command cannot be read.',
      }),
    );
  return args;
}

/**
 * Listens for commands from any process that may read the data folder.
 * @returns undefined where the system has no such sockets or the path is too long for one.
 */
export async function openControl(dataDir: string, commands: ControlCommands): Promise<Server | undefined> {
  const path = controlPath(dataDir);
  if (process.platform === 'win32' || path.length > LONGEST_PATH) return undefined;
  const server = createServer((incoming, outgoing) => {
    const respond = (result: ControlResponse<unknown>) => outgoing.end(JSON.stringify(result));
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const name = NAMES.find((command) => incoming.url === `/${command}`);
      const header = incoming.headers['accept-language'];
      // A command of an earlier version names none.
      const language = header === 'it' || header === 'en' ? header : terminalLanguage();
      withLanguage(language, () => {
        if (incoming.method !== 'POST' || name === undefined) {
          respond({ ok: false, reason: localize({ it: 'Comando sconosciuto.', en: 'Unknown command.' }) });
          return;
        }
        // A request of an older command must not end the server: every error becomes an answer.
        const work = async (): Promise<unknown> => commands[name](readArguments(Buffer.concat(parts).toString('utf8')));
        work().then(
          (result) => respond({ ok: true, result }),
          (error: unknown) => respond({ ok: false, reason: failureReason(error) }),
        );
      });
    });
  });
  server.requestTimeout = 0;
  // The database lock proves that no other process of this installation is alive: an existing socket is stale.
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const previousMask = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(previousMask);
    }
  });
  return server;
}

/**
 * Sends a command to the running installation.
 * @returns undefined when none runs on this data folder. @throws BackupRefused with the server's reason.
 */
export async function callInstallation<N extends keyof ControlCommands>(
  dataDir: string,
  name: N,
  args: readonly string[],
): Promise<Awaited<ReturnType<ControlCommands[N]>> | undefined> {
  type Answer = ControlResponse<Awaited<ReturnType<ControlCommands[N]>>>;
  const reply = await new Promise<Answer | undefined>((resolve, reject) => {
    const headers = { host: 'localhost', 'accept-language': terminalLanguage() };
    const call = request(
      { socketPath: controlPath(dataDir), method: 'POST', path: `/${name}`, headers },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString('utf8')) as Answer));
      },
    );
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    call.end(JSON.stringify(args));
  });
  if (reply === undefined) return undefined;
  if (!reply.ok) throw new BackupRefused(reply.reason);
  return reply.result;
}
