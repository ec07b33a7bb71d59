/** Runs the product, or a tool, as a child process that shows its output and ends with its parent. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { environmentWith, root } from './packages.mjs';
import { exitCodeOf, passSignals, StepFailed } from './progress.mjs';

/**
 * How the server's Node is started (docs/decisions/0058). Options: a small young generation, or the collector would
 * scan all of it at each fifth document and leave little memory for the bytes of files; new objects are not allocated
 * directly in the old generation, where they would keep alive all that they refer to. Environment: two heaps of
 * glibc for all threads, instead of one per thread with free memory that other threads cannot use.
 * @type {{ options: string[], environment: Record<string, string> }}
 */
const server = JSON.parse(readFileSync(new URL('server-node.json', import.meta.url), 'utf8'));
export const serverOptions = server.options;
/** Variables set by the caller take precedence. */
export const serverEnvironment = Object.fromEntries(
  Object.entries(server.environment).filter(([name]) => process.env[name] === undefined),
);

/**
 * @param {string} node @param {string[]} args @param {NodeJS.ProcessEnv} [env] added to that of this process.
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

/** Prints the message of a failed step without a stack trace. @param {() => Promise<number | void>} work its exit code is this process's. */
export async function ending(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
