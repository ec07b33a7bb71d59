/** Runs foreign programs as processes on loopback: waits for their start, ends them by pid. */
// Real time: a foreign process starts and stops in it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function waitForPort(port: number, process: ChildProcess, said: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (process.exitCode !== null) throw new Error(`The program ended with ${process.exitCode}:\n${said()}`);
    if (await accepts(port)) return;
    await wait(50);
  }
  throw new Error(`Port ${port} did not open:\n${said()}`);
}

/** Starts a program; its output is kept for the message of a failure. */
export function launch(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): { process: ChildProcess; said: () => string; lines: () => string[] } {
  const child = spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let text = '';
  child.stdout.on('data', (bytes: Buffer) => {
    output += String(bytes);
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      text = (text + String(bytes)).slice(-20_000);
    });
  }
  return { process: child, said: () => text, lines: () => output.split('\n').slice(0, -1) };
}

export async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
}

/** @throws Error with the command that installs a program: a test is never skipped. */
export async function requireProgram(path: string, debian: string): Promise<void> {
  await access(path).catch(() => {
    throw new Error(`${path} is missing. Install it: sudo apt-get install -y --no-install-recommends ${debian}`);
  });
}
