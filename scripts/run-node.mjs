/** Runs the product, or a tool, as a child process that shows its output and ends with its parent. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { environmentWith, root } from './packages.mjs';
import { exitCodeOf, passSignals, StepFailed } from './progress.mjs';

/**
 * How the server's Node is started (docs/decisions/0058). Options: what is new in its heap takes little room, or the
 * collector looks through all of it at each fifth document, for whose bytes little room is left then; nothing new begins
 * among what is old, where it would keep all that it knows of. Environment: two heaps of
 * glibc for all threads, instead of one for each, with holes that the others cannot use.
 * @type {{ options: string[], environment: Record<string, string> }}
 */
const server = JSON.parse(readFileSync(new URL('server-node.json', import.meta.url), 'utf8'));
export const serverOptions = server.options;
/** Variables set by the caller take precedence. */
export const serverEnvironment = Object.fromEntries(
  Object.entries(server.environment).filter(([name]) => process.env[name] === undefined),
);

/**
 * @param {string} node @param {string[]} args @param {NodeJS.ProcessEnv} [env] beside that of this process.
 * @returns {Promise<number>} its exit code. @throws {Error} when it cannot be started.
 */
export function runNode(node, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd: root, env: environmentWith(node, env), stdio: 'inherit' });
    const release = passSignals(child);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      release();
      resolve(exitCodeOf({ code, signal }));
    });
  });
}

/** Prints what a step says that failed, without where in these scripts. @param {() => Promise<number | void>} work its exit code is this process's. */
export async function ending(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
