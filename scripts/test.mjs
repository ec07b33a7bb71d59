/** `npm test`: everything CI runs, step after step, also after a failed one; `--quick` is `npm run check`. Last line: the tally. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureForeignPrograms } from './foreign-programs.mjs';
import { commandOf, ensurePackages, environmentWith, root } from './packages.mjs';
import { elapsed, exitCodeOf, passSignals, StepFailed } from './progress.mjs';
import { tallyOfCommand, tallyOfPlaywright, tallyOfVitest } from './test-results.mjs';
import { ensureWebBuilt } from './web-build.mjs';

const quick = process.argv.includes('--quick');
const reports = join(root, 'test-results');
/** What happens between servers and connections that share a database: the embedded one has a single connection. */
const onPostgresAlone = ['codes', 'seals', 'starts', 'writers'].map((name) => `test/drills/${name}.test.ts`);
/** What speaks to the database: these run a second time, on PostgreSQL. */
const onBothDatabases = [
  'src/server',
  'src/adapters/database',
  'test/races',
  'test/drills/backup',
  'test/attacks/http-races',
  'test/attacks/http-signing',
];
/** The end of a long log is what is read first. */
const SHOWN_FAILURES = 20;
let interrupted = false;

function vitest(name, args, extra = {}) {
  const file = join(reports, `${name.replaceAll(' ', '-').toLowerCase()}.json`);
  return {
    name,
    command: ['vitest', 'vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env: extra,
    tally: (code) => tallyOfVitest(file, code),
  };
}

const lint = { name: 'lint', command: ['@biomejs/biome', 'biome', 'check'], tally: tallyOfCommand };
const types = { name: 'types', command: ['typescript', 'tsc', '-b'], tally: tallyOfCommand };
const unused = { name: 'unused code', command: ['knip', 'knip'], tally: tallyOfCommand };
const web = { name: 'web build', build: true, tally: tallyOfCommand };
const journeysReport = join(reports, 'journeys.json');
const journeys = {
  name: 'journeys',
  command: ['@playwright/test', 'playwright', 'test', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeysReport },
  tally: (code) => tallyOfPlaywright(journeysReport, code),
};
/** Leaves out files by their patterns: projects of vitest do not hear of its own option (vitest.config.ts). */
const without = (patterns) => ({ FASCICOLO_TEST_WITHOUT: patterns.join(',') });
const withoutMatrices = without(['**/*.matrix.test.ts', 'test/seals/**', 'test/attacks/**']);
const steps = quick
  ? [lint, types, vitest('unit and server tests', [], withoutMatrices)]
  : [
      lint,
      types,
      unused,
      web,
      vitest('unit and server tests', [], without(onPostgresAlone)),
      vitest(
        'server tests on PostgreSQL',
        // One more than there are processors: these wait for another process, which has the work.
        ['--project', 'node', '--maxWorkers=3', ...onBothDatabases, ...onPostgresAlone],
        { FASCICOLO_TEST_DATABASE: 'postgres' },
      ),
      journeys,
    ];

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

async function runAll() {
  const node = await ensurePackages();
  const found = quick ? {} : await ensureForeignPrograms();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const results = [];
  for (const step of steps) {
    if (interrupted) break;
    console.log(`\n── ${step.name} ${'─'.repeat(Math.max(3, 76 - step.name.length))}`);
    const began = Date.now();
    const env = environmentWith(node, { ...found, ...step.env });
    const code = step.build ? await build(node) : await run(node, step.command, env);
    results.push({ name: step.name, time: elapsed(began), ...step.tally(code) });
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
  const second = results.flatMap((result) => result.second ?? []);
  if (second.length > 0) console.log(`\nPassed at the second try only, to be mended:\n${second.join('\n')}`);
  const failures = results.flatMap((result) => result.failures ?? []);
  if (failures.length > 0) console.log(`\n${failures.slice(0, SHOWN_FAILURES).join('\n')}`);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
  });
}

let total = { passed: 0, failed: 1 };
try {
  total = report(await runAll());
  if (interrupted) total.failed += 1;
} catch (error) {
  console.error(error instanceof StepFailed ? `\n${error.message}` : error);
}
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
