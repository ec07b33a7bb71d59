/**
 * `npm test`: the gate, everything CI runs, step after step, also after a failed one; `--quick` is `npm run check`,
 * `--all [part …]` is `npm run test:all`. Last line: the tally.
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
/** The end of a long log is what is read first. */
const SHOWN_FAILURES = 20;
let interrupted = false;

function stepsOfTier() {
  if (tier === '--quick') return quick();
  if (tier === '--all') return everything(chosen);
  return gate();
}

/** Runs one command with its output shown as it comes. @returns {Promise<number>} its exit code. */
function run(node, [packageName, command, ...args], env) {
  return new Promise((resolve) => {
    const child = spawn(node, [commandOf(packageName, command), ...args], { cwd: root, env, stdio: 'inherit' });
    const release = passSignals(child);
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('close', (code, signal) => {
      release();
      resolve(exitCodeOf({ code, signal }));
    });
  });
}

async function build(node) {
  try {
    if (!(await ensureWebBuilt(node))) console.log('The web pages are as built.');
    return 0;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** @param {import('./test-tiers.mjs').Step} step @returns {Promise<import('./test-results.mjs').Tally>} */
async function take(step, node, found) {
  console.log(`\n── ${step.name} ${'─'.repeat(Math.max(3, 76 - step.name.length))}`);
  const env = environmentWith(node, { ...found, ...step.env });
  return step.tally(step.build ? await build(node) : await run(node, step.command, env));
}

async function runAll(steps) {
  const node = await ensurePackages();
  const found = tier === '--quick' ? {} : await ensureForeignPrograms(tier === '--all');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const results = [];
  for (const step of steps) {
    if (interrupted) break;
    const began = Date.now();
    let tally = await take(step, node, found);
    const again = interrupted ? undefined : step.again?.(tally);
    if (again) tally = again.after(await take(again, node, found));
    results.push({ name: step.name, time: elapsed(began), ...tally });
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
  if (flaky.length > 0) console.log(`\nflaky: passed at a later try only, to be mended next:\n${flaky.join('\n')}`);
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
