/** Runs the real server as a separate process, in demo mode on a folder, for end-to-end journeys and for killing it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

export interface ServerProcess {
  readonly address: string;
  readonly pid: number;
  readonly output: () => string;
  /** Kills it without warning, like a power cut. */
  kill(): Promise<void>;
  /** Asks the process to stop. @returns its exit code. */
  stop(): Promise<number | null>;
}

/** A server whose clock a test moves. */
export interface ClockedServer extends ServerProcess {
  /** @returns once the clock has moved. */
  advance(seconds: number): Promise<void>;
}

/** Below the ephemeral ports of the system, so that no outgoing connection takes one before its server does. */
const PORTS = { first: 20_000, count: 12_000 };
/** Far from the start of other processes of the run. */
let portOffset = process.pid * 61;

/**
 * @returns a port on which no server listens and that the system does not assign, for callers that need it before
 * the server starts.
 */
export async function ownPort(): Promise<number> {
  for (;;) {
    portOffset += 1;
    const port = PORTS.first + (portOffset % PORTS.count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The options of `npm start`. */
const NODE: { options: string[]; environment: Record<string, string> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../scripts/server-node.json'), 'utf8'),
);

const PRODUCT = join(import.meta.dirname, '../../src/main.ts');
/** The same server with a clock that moves on a message. */
const CLOCKED_ENTRY = join(import.meta.dirname, '../journeys/support/server.ts');

export function spawnProcess(
  environment: Record<string, string>,
  entry = PRODUCT,
  args: readonly string[] = [],
): { child: ChildProcess; output: () => string } {
  let output = '';
  const { PATH, NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [...NODE.options, entry, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, LANG: 'it_IT.UTF-8', LOG_LEVEL: 'warn', ...NODE.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
    });
  }
  return { child, output: () => output };
}

/**
 * Starts the server and waits until it reports that it is ready.
 * @param port the port it had before; without it, a new one.
 * @throws with the server's output when it ends before.
 */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
  port?: number,
): Promise<ServerProcess> {
  return (await started(PRODUCT, dataDir, environment, port)).server;
}

/** The same server with a clock that moves. */
export async function startClockedServer(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<ClockedServer> {
  const { server, child } = await started(CLOCKED_ENTRY, dataDir, environment);
  return {
    ...server,
    async advance(seconds) {
      const moved = once(child, 'message');
      child.send(seconds);
      await moved;
    },
  };
}

async function started(
  entry: string,
  dataDir: string,
  environment: Record<string, string>,
  port?: number,
): Promise<{ server: ServerProcess; child: ChildProcess }> {
  const chosen = port ?? (await ownPort());
  const address = `http://127.0.0.1:${chosen}`;
  const { child, output } = spawnProcess({ DATA_DIR: dataDir, PORT: String(chosen), ...environment }, entry);
  const gone = once(child, 'exit');
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => {
      if (output().includes('è pronto')) resolve();
    });
  });
  await Promise.race([ready, gone]);
  if (ended()) throw new Error(`The server ended at start:\n${output()}`);
  const server: ServerProcess = {
    address,
    pid: child.pid ?? 0,
    output,
    async kill() {
      if (!ended()) child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      if (!ended()) child.kill('SIGTERM');
      await gone;
      return child.exitCode;
    },
  };
  return { server, child };
}
