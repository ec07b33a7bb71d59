/** The real server as a process of its own, in demo mode on a folder, for journeys of the whole and for killing it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

export interface ServerProcess {
  readonly address: string;
  readonly pid: number;
  readonly output: () => string;
  /** Ends it without any warning, as a power cut of the process would. */
  kill(): Promise<void>;
  /** Asks it to end. @returns its exit code. */
  stop(): Promise<number | null>;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

export function spawnServer(environment: Record<string, string>): { child: ChildProcess; output: () => string } {
  let output = '';
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
    });
  }
  return { child, output: () => output };
}

/** Starts and waits until /health answers. @throws with the server's output when it ends before. */
export async function startServer(
  dataDir: string,
  port: number,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const address = `http://127.0.0.1:${port}`;
  const { child, output } = spawnServer({ DATA_DIR: dataDir, PORT: String(port), ...environment });
  const gone = once(child, 'exit');
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  for (const until = Date.now() + 180_000; ; ) {
    if (ended()) throw new Error(`The server ended at start:\n${output()}`);
    const healthy = await fetch(`${address}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) break;
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The server did not become ready:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
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
}
