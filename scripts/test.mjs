/**
 * `npm test`: the gate, everything CI runs, step after step, continuing after a failed one; `--quick` is `npm run
 * check`, `--all [part …]` is `npm run test:all`. Last line: the tally.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { ensureForeignPrograms } from './foreign-programs.mjs';
import { commandOf, ensurePackages, environmentWith, root } from './packages.mjs';
import { elapsed, exitCodeOf, passSignals, StepFailed } from './progress.mjs';
import { judged } from './test-results.mjs';
import { everything, gate, quick, reports } from './test-tiers.mjs';
import { ensureWebBuilt } from './web-build.mjs';

const [tier, ...chosen] = process.argv.slice(2);
/** Readers start at the end of a long log. */
const SHOWN_FAILURES = 20;
let interrupted = false;

function stepsOfTier() {
  if (tier === '--quick') return quick();
  if (tier === '--all') return everything(chosen);
  return gate();
}

/**
 * Runs one command. Its output is shown as it arrives or, when commands run in parallel, at the end.
 * @returns {Promise<number>} its exit code.
 */
function run(node, [packageName, command, ...args], env, heading, beside) {
  const output = [];
  if (!beside) console.log(heading);
  return new Promise((resolve) => {
    const stdio = beside ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(node, [commandOf(packageName, command), ...args], { cwd: root, env, stdio });
    const release = passSignals(child);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => output.push(bytes));
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('close', (code, signal) => {
      release();
      if (beside) process.stdout.write(`${heading}\n${Buffer.concat(output)}`);
      resolve(exitCodeOf({ code, signal }));
    });
  });
}

async function build(node) {
  try {
    if (!(await ensureWebBuilt(node))) console.log('The web pages are up to date.');
    return 0;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** @param {import('./test-tiers.mjs').Step} step @returns {Promise<import('./test-results.mjs').Tally>} */
async function take(step, node, found, beside = false) {
  const heading = `\n── ${step.name} ${'─'.repeat(Math.max(3, 76 - step.name.length))}`;
  if (step.build) {
    console.log(heading);
    return step.tally(await build(node));
  }
  const env = environmentWith(node, { ...found, ...step.env });
  return step.tally(await run(node, step.command, env, heading, beside));
}

async function takeTwiceIfNeeded(step, node, found) {
  const began = Date.now();
  let tally = await take(step, node, found);
  const again = interrupted ? undefined : step.again?.(tally);
  if (again) tally = again.after(await take(again, node, found));
  return { name: step.name, time: elapsed(began), ...tally };
}

/** Runs single-threaded commands in parallel: together they take little more than the longest. */
async function takeBeside(steps, node, found) {
  return Promise.all(
    steps.map(async (step) => {
      const began = Date.now();
      const tally = await take(step, node, found, true);
      return { name: step.name, time: elapsed(began), ...tally };
    }),
  );
}

async function runAll(steps) {
  const node = await ensurePackages();
  const found = tier === '--quick' ? {} : await ensureForeignPrograms(tier === '--all');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const results = [];
  for (const step of steps) {
    if (interrupted) break;
    if (Array.isArray(step)) results.push(...(await takeBeside(step, node, found)));
    else results.push(await takeTwiceIfNeeded(step, node, found));
  }
  return results;
}

function report(results) {
  console.log('');
  for (const { name, time, passed, failed, skipped } of results) {
    const left = skipped > 0 ? `, ${skipped} skipped` : '';
    console.log(
      `${failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(30)} ${time.padStart(11)}   ${passed} passed, ${failed} failed${left}`,
    );
  }
  const { passed, failed, failures, flaky } = judged(results);
  if (flaky.length > 0) console.log(`\nflaky: passed only on a retry, to be fixed next:\n${flaky.join('\n')}`);
  if (failures.length > 0) console.log(`\n${failures.slice(0, SHOWN_FAILURES).join('\n')}`);
  return { passed, failed };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
  });
}

let total = { passed: 0, failed: 1 };
try {
  const began = Date.now();
  total = report(await runAll(stepsOfTier()));
  if (interrupted) total.failed += 1;
  console.log(`\n${elapsed(began)} in all`);
} catch (error) {
  console.error(error instanceof StepFailed || error instanceof RangeError ? `\n${error.message}` : error);
}
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
