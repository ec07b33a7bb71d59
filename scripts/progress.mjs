/** Runs one long step and shows progress: a moving line on a terminal, a line every five seconds in a log. */
import { spawn } from 'node:child_process';
import { say } from './language.mjs';

const HEARTBEAT_MS = 5000;
const REFRESH_MS = 500;
const KEPT_OUTPUT = 20_000;
const PARENT_CHECK_MS = 250;

export class StepFailed extends Error {
  /** @param {string} message what happened, for the user who started the command. */
  constructor(message) {
    super(message);
    this.name = 'StepFailed';
  }
}

/** @param {number} since Date.now() of the beginning. @returns whole seconds, as text. */
export function elapsed(since) {
  const seconds = Math.round((Date.now() - since) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Runs a command quietly; its output is kept and returned, and shown only when it fails.
 * @param {string} title what is being done, e.g. "Installing the packages".
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, detail?: () => string }} [options] detail: returns the progress, called periodically.
 * @returns {Promise<string>} the end of its output.
 * @throws {StepFailed} when it ends with another code than 0; the message holds the output.
 */
export async function withProgress(title, command, args, options = {}) {
  const began = Date.now();
  const live = process.stdout.isTTY === true;
  const line = () => {
    const detail = options.detail?.() ?? '';
    return `${title} … ${elapsed(began)}${detail ? ` (${detail})` : ''}`;
  };
  if (!live) console.log(`${title} …`);
  const timer = setInterval(
    () => (live ? process.stdout.write(`\r\x1b[2K${line()}`) : console.log(line())),
    live ? REFRESH_MS : HEARTBEAT_MS,
  );
  let output = '';
  const keep = (text) => {
    output = (output + text).slice(-KEPT_OUTPUT);
  };
  let result;
  try {
    result = await new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: options.cwd,
        env: options.env ?? process.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const release = passSignals(child);
      child.stdout.setEncoding('utf8').on('data', keep);
      child.stderr.setEncoding('utf8').on('data', keep);
      child.once('error', reject);
      child.once('close', (code, signal) => {
        release();
        resolve({ code, signal });
      });
    });
  } catch (error) {
    const { message } = error;
    throw new StepFailed(
      say({
        it: `${title}: non riesco a eseguire ${command} (${message}).`,
        en: `${title}: ${command} cannot be run (${message}).`,
      }),
    );
  } finally {
    clearInterval(timer);
    if (live) process.stdout.write('\r\x1b[2K');
  }
  const { signal, code } = result;
  const took = elapsed(began);
  if (signal) {
    throw new StepFailed(say({ it: `${title}: interrotto da ${signal}.`, en: `${title}: interrupted by ${signal}.` }));
  }
  if (code !== 0) {
    const failed = say({ it: `${title}: non riuscito dopo ${took}.`, en: `${title}: failed after ${took}.` });
    throw new StepFailed(`${output.trimEnd()}\n\n${failed}`);
  }
  console.log(say({ it: `${title}: fatto in ${took}.`, en: `${title}: done in ${took}.` }));
  return output;
}

/**
 * Passes the signals that end a command on to its child, each at most once a second: on a terminal Ctrl-C reaches
 * the whole process group by itself, and npm repeats the signals it receives.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} stops passing.
 */
export function passSignals(child) {
  const last = new Map();
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      const recently = Date.now() - (last.get(signal) ?? 0) < 1000;
      last.set(signal, Date.now());
      if (recently || (signal === 'SIGINT' && process.stdin.isTTY)) return;
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    };
    process.on(signal, handler);
    return [signal, handler];
  });
  const atExit = () => child.kill('SIGTERM');
  process.once('exit', atExit);
  // A signal sent to npm ends the shell between npm and this script, and the shell does not forward it.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event === undefined || process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, PARENT_CHECK_MS).unref();
  return () => {
    clearInterval(watch);
    for (const [signal, handler] of handlers) process.off(signal, handler);
    process.off('exit', atExit);
  };
}

/** @returns {number} the exit code with which a shell reports that a signal ended the process. */
export function exitCodeOf({ code, signal }) {
  if (signal === null || signal === undefined) return code ?? 1;
  return 128 + ({ SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0);
}
