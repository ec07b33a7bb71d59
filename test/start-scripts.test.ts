/** The scripts behind npm start and npm test: when they install and build, what they count, how they forward signals. */
// Real time: a simulated server that is slow to stop.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import config from '../vitest.config.ts';

const root = join(import.meta.dirname, '..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fascicolo-scripts-'));
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

function put(path: string, content: unknown): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** Runs one of the scripts in the folder with a fake npm. */
function runScript(script: string, env: NodeJS.ProcessEnv = {}): { child: ChildProcess; said: () => string } {
  const clean = { ...process.env, npm_execpath: join(folder, 'bin/npm.js'), npm_lifecycle_event: undefined, ...env };
  const child = spawn(process.execPath, [join(folder, 'scripts', script)], { cwd: folder, env: clean, stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += String(text)));
  return { child, said: () => said };
}

async function runToEnd(script: string, env: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; said: string }> {
  const { child, said } = runScript(script, env);
  const [code] = await once(child, 'close');
  return { code, said: said() };
}

/** A complete project except for node_modules; its npm and its vite leave a mark at each run. */
function createProject(main: string): void {
  put('package.json', { type: 'module' });
  put('package-lock.json', { packages: { '': {}, 'node_modules/vite': { version: '1.0.0', integrity: 'sha512-x' } } });
  for (const layer of ['web', 'domain', 'contract', 'formats']) put(`src/${layer}/a.ts`, 'export const a = 1;');
  put('src/main.ts', main);
  // The fake npm is CommonJS in a project of ES modules.
  put('bin/package.json', { type: 'commonjs' });
  put(
    'bin/npm.js',
    `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
     appendFileSync('npm-ran', process.argv.slice(2).join(' ') + '\\n');
     mkdirSync('node_modules/vite', { recursive: true });
     writeFileSync('node_modules/vite/package.json', '{"type":"commonjs","bin":"vite.js"}');
     writeFileSync('node_modules/vite/vite.js', 'require("node:fs").appendFileSync("vite-ran", "x\\\\n")');`,
  );
}
/** As after a first start: nothing to install. */
function installed(vite = ''): void {
  put('node_modules/vite/package.json', '{"type":"commonjs","bin":"vite.js"}');
  put('node_modules/vite/vite.js', vite);
  const packages = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  put('node_modules/.package-lock.json', { packages });
}
const runsOf = (mark: string) => readFileSync(join(folder, mark), 'utf8').trimEnd().split('\n').length;

describe('npm start', () => {
  test('installs and builds once, and again only when the lockfile or a web source changed', async () => {
    createProject(`console.log('server with', process.execArgv.join(' '));`);
    expect(await runToEnd('start.mjs')).toMatchObject({
      code: 0,
      said: expect.stringContaining('server with --max-semi-space-size=16'),
    });
    await runToEnd('start.mjs');
    expect([runsOf('npm-ran'), runsOf('vite-ran')]).toEqual([1, 1]);
    expect(readFileSync(join(folder, 'npm-ran'), 'utf8')).toContain('ci --ignore-scripts');

    put('src/domain/a.ts', 'export const a = 2;');
    put('src/domain/a.test.ts', 'a test is not part of the build');
    await runToEnd('start.mjs');
    put('src/domain/a.test.ts', 'neither now');
    await runToEnd('start.mjs');
    expect([runsOf('npm-ran'), runsOf('vite-ran')]).toEqual([1, 2]);

    put('package-lock.json', `${readFileSync(join(folder, 'package-lock.json'), 'utf8')}\n`);
    await runToEnd('start.mjs');
    expect(runsOf('npm-ran')).toBe(2);
  });

  test('explains what to do when the packages cannot be installed, and starts nothing', async () => {
    createProject(`console.log('server');`);
    put('bin/npm.js', `console.error('npm error network'); process.exit(1);`);
    const { code, said } = await runToEnd('start.mjs');
    expect(code).toBe(1);
    expect(said).toMatch(/npm error network[\s\S]*Controlla il collegamento al registro di npm/);
    expect(said).not.toContain('server');
  });

  test('refuses an npm that is too old to read the lockfile', async () => {
    createProject('');
    const { code, said } = await runToEnd('start.mjs', { npm_config_user_agent: 'npm/6.14.18 node/v20.0.0 linux x64' });
    expect(code).toBe(1);
    expect(said).toContain('Questo è npm 6.14.18. Fascicolo vuole npm 9 o più recente');
  });

  test.each([
    [{ LC_ALL: 'C', LANG: 'it_IT.UTF-8' }, 'This is npm 6.14.18. Fascicolo needs npm 9 or newer'],
    [{ LC_ALL: '', LC_MESSAGES: '', LANG: 'it_IT.UTF-8' }, 'Questo è npm 6.14.18.'],
    [{ LC_ALL: '', LC_MESSAGES: 'en_GB.UTF-8', LANG: 'it_IT.UTF-8' }, 'This is npm 6.14.18.'],
    [{ LC_ALL: '', LC_MESSAGES: '', LANG: 'ita' }, 'This is npm 6.14.18.'],
  ])('prints in the language of the terminal: %o', async (locale, words) => {
    createProject('');
    const agent = { npm_config_user_agent: 'npm/6.14.18 node/v20.0.0 linux x64' };
    expect((await runToEnd('start.mjs', { ...agent, ...locale })).said).toContain(words);
  });

  test("ends with the server's own exit code", async () => {
    createProject('process.exit(7);');
    installed();
    expect((await runToEnd('start.mjs')).code).toBe(7);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('passes %s on to the server once, and waits for it', async (signal) => {
    createProject(
      `process.on('${signal}', () => { console.log('stopping'); setTimeout(() => process.exit(3), 300); });
       setInterval(() => {}, 1000); console.log('ready');`,
    );
    installed();
    const { child, said } = runScript('start.mjs');
    await expect.poll(said, { timeout: 20_000 }).toContain('ready');
    child.kill(signal);
    child.kill(signal);
    const [code] = await once(child, 'close');
    expect(code).toBe(3);
    expect(said().match(/stopping/g)).toHaveLength(1);
  });
});

describe('npm run dev', () => {
  test('builds at each change beside the files of earlier builds, and leaves the next start to build anew', async () => {
    createProject('setInterval(() => {}, 1000);');
    installed(
      `const args = process.argv.slice(2);
       require('node:fs').appendFileSync('vite-ran', args.join(' ') + '\\n');
       if (args.includes('--watch')) { console.log('watching'); setInterval(() => {}, 1000); }`,
    );
    const { child, said } = runScript('dev.mjs');
    await expect.poll(said, { timeout: 20_000 }).toContain('watching');
    child.kill('SIGTERM');
    await once(child, 'close');
    const [first, watch, ...more] = readFileSync(join(folder, 'vite-ran'), 'utf8').trimEnd().split('\n');
    expect(first).toContain('--emptyOutDir');
    expect(watch).toContain('--watch');
    expect(watch).not.toContain('--emptyOutDir');
    expect(more).toEqual([]);
    expect(existsSync(join(folder, 'dist/web'))).toBe(true);
    expect(existsSync(join(folder, 'dist/web/.build-stamp'))).toBe(false);
  });
});

describe('npm run check', () => {
  const root = join(import.meta.dirname, '..');
  async function nearest(...changed: string[]): Promise<string[]> {
    const { nearestTests } = await import(`${join(root, 'scripts/nearest-tests.mjs')}`);
    return nearestTests(root, changed);
  }
  test('runs the server tests closest to the changes', async () => {
    expect(await nearest('src/server/signing/qr/qr.ts')).toEqual(['src/server/signing/qr/qr.test.ts']);
    expect(await nearest('src/server/signing/complete/complete.ts')).toContain(
      'src/server/signing/complete/completion.test.ts',
    );
    expect(await nearest('src/server/videos/queries.ts')).toEqual(['src/server/videos/videos.test.ts']);
    expect(await nearest('src/server/signing/qr/qr.test.ts')).toEqual(['src/server/signing/qr/qr.test.ts']);
    expect(await nearest('src/web/portal/paths.ts', 'README.md', 'src/server/gone/a.ts')).toEqual([]);
  });
  test('runs the tests that guard the schema when a table or a migration changed', async () => {
    const schema = ['src/adapters/database/schema/schema.test.ts', 'tools/print-database-types.test.ts'];
    expect(await nearest('db/tables/04-dossiers.sql')).toEqual(schema);
    expect(await nearest('db/migrations/0001-first.sql')).toEqual([...schema, 'src/server/database/migration.test.ts']);
    expect(await nearest('tools/print-database-types/exceptions.ts')).toEqual([schema[1]]);
    const many = ['complete/complete', 'qr/qr', 'qr/exchange', 'start/start'].map(
      (name) => `src/server/signing/${name}.ts`,
    );
    expect(await nearest(...many, 'db/tables/04-dossiers.sql')).toEqual(expect.arrayContaining(schema));
  });
  test('runs the tests of scripts and of the installation when these changed', async () => {
    expect(await nearest('scripts/nearest-tests.mjs')).toEqual(['test/start-scripts.test.ts']);
    const named = await nearest('scripts/foreign-programs.mjs', 'deploy/update');
    expect(named).toContain('test/deploy/update.test.ts');
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
  test('runs three server tests at most for changes that server and pages share, first those of the same subject', async () => {
    const ofCodes = await nearest('src/domain/signing/one-time-code.ts');
    expect(ofCodes[0]).toBe('src/server/signing/confirm/codes.test.ts');
    expect(await nearest('src/domain/dossiers/dossier.ts')).toContain('src/server/dossiers/dossiers.test.ts');
    expect((await nearest('src/domain/documents/document-states.ts'))[0]).toBe('src/server/documents/edit.test.ts');
    expect((await nearest('src/domain/signing/messages/link.ts'))[0]).toMatch(/^src\/server\/signing\//);
    const most = await nearest(
      'src/domain/access.ts',
      'src/domain/signing/one-time-code.ts',
      'src/contract/identity.ts',
    );
    expect(most).toHaveLength(3);
    expect(most).toContain('src/server/signing/confirm/codes.test.ts');
    expect(await nearest('src/domain/access.test.ts')).toEqual([]);
  });
});

describe('the steps of npm run check, npm test and npm run test:all', () => {
  type Steps = { command?: string[] }[];
  async function commandsOf(which: 'quick' | 'gate' | 'everything'): Promise<string[][]> {
    const tiers = (await import(`${join(root, 'scripts/test-tiers.mjs')}`)) as Record<
      string,
      () => (Steps | Steps[0])[]
    >;
    return (tiers[which]?.() ?? []).flat().flatMap(({ command = [] }: { command?: string[] }) => [command]);
  }
  async function namedProjects(which: 'gate' | 'everything'): Promise<string[]> {
    const commands = await commandsOf(which);
    // vitest does not pass the command line's exclusions to its projects.
    expect(commands.filter((command) => command.some((word) => word.startsWith('--exclude')))).toEqual([]);
    return commands.flatMap((command) => command.filter((_, i) => command[i - 1] === '--project'));
  }
  test('name existing projects, and together every project', async () => {
    const there = (config.test?.projects ?? []).map((project) => (project as { test: { name: string } }).test.name);
    expect([...new Set(await namedProjects('everything'))].sort()).toEqual([...there].sort());
    expect((await namedProjects('gate')).filter((name) => !there.includes(name))).toEqual([]);
  });
  test('print each file of a long run, and only failures before a commit', async () => {
    const printing = async (which: 'quick' | 'gate') =>
      (await commandsOf(which)).flatMap((command) => command.filter((word) => /^--reporter=(?!list|json)/.test(word)));
    expect(new Set(await printing('quick'))).toEqual(new Set(['--reporter=minimal']));
    expect(new Set(await printing('gate'))).toEqual(new Set(['--reporter=default']));
  });
  test('name parts of paths of existing tests', async () => {
    const paths = ['src', 'test'].flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((path) => `${top}/${path}`),
    );
    const tests = paths.filter((path) => path.endsWith('.test.ts'));
    const commands = [...(await commandsOf('gate')), ...(await commandsOf('everything'))];
    const named = commands
      .filter(([program]) => program === 'vitest')
      .flatMap((command) =>
        command.slice(3).filter((word, i) => !word.startsWith('--') && command[i + 2] !== '--project'),
      );
    expect(named).toContain('test/races/');
    expect(named.filter((part) => !tests.some((path) => path.includes(part)))).toEqual([]);
  });
});

describe('the summary of npm test', () => {
  interface Tally {
    passed: number;
    failed: number;
    skipped: number;
    failures?: string[];
    flaky?: string[];
    files?: string[];
  }
  type Counting = Record<string, (...args: unknown[]) => unknown>;
  const results = (): Promise<Counting> => import(`${join(root, 'scripts/test-results.mjs')}`);
  async function tally(which: string, report: unknown, code: number): Promise<Tally> {
    if (report !== undefined) put('report.json', report);
    const count = (await results())[which];
    if (!count) throw new Error(`no ${which}`);
    return count(join(folder, 'report.json'), code) as Tally;
  }
  const report = (files: object[], failed: number) => ({
    ...{ numPassedTests: 5, numFailedTests: failed, numPendingTests: 1, numTodoTests: 0, testResults: files },
  });
  const vitestFailure = (fullName: string) => ({
    ...{ status: 'failed', fullName, failureMessages: ['\u001b[31mAssertionError\u001b[39m: 1\n  is not 2'] },
  });
  const journeys = (stats: object, suites: object[] = []) => ({
    ...{ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors: [], suites },
  });

  test('counts passed, failed and skipped tests of vitest, and lists each failed one with the reason', async () => {
    const files = [
      { name: 'a.test.ts', status: 'failed', assertionResults: [vitestFailure('one'), vitestFailure('two')] },
    ];
    expect(await tally('tallyOfVitest', report(files, 2), 1)).toEqual({
      ...{ passed: 5, failed: 2, skipped: 1 },
      failures: ['one: AssertionError: 1 is not 2', 'two: AssertionError: 1 is not 2'],
      files: ['a.test.ts'],
    });
  });
  test('counts a file that fails to load as failed', async () => {
    const files = [{ name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }];
    expect(await tally('tallyOfVitest', report(files, 0), 1)).toMatchObject({
      ...{ failed: 1, failures: ['a.test.ts: no such module'] },
    });
  });
  test('counts a run with an error but without a failed test as failed', async () => {
    expect(await tally('tallyOfVitest', report([], 0), 1)).toMatchObject({ failed: 1 });
    expect(await tally('tallyOfPlaywright', journeys({}), 1)).toMatchObject({ passed: 3, failed: 1, skipped: 0 });
  });
  test('lists failed journeys by file and line at any depth', async () => {
    const failed = {
      ok: false,
      line: 7,
      title: 'goes wrong',
      tests: [{ status: 'unexpected', results: [{ errors: [{ message: 'no' }] }] }],
    };
    const passed = {
      ok: true,
      line: 9,
      title: 'goes well',
      tests: [{ status: 'expected', results: [{ errors: [] }] }],
    };
    const suites = [{ file: 'a.spec.ts', suites: [{ specs: [failed, passed] }] }];
    expect(await tally('tallyOfPlaywright', journeys({ unexpected: 1 }, suites), 1)).toMatchObject({
      ...{ failed: 1, failures: ['a.spec.ts:7 goes wrong: no'] },
    });
  });
  test('counts a run without a report as failed, whatever its exit code', async () => {
    expect(await tally('tallyOfVitest', undefined, 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(await tally('tallyOfPlaywright', undefined, 0)).toMatchObject({ passed: 0, failed: 1 });
  });
  const again = (line: number) => ({
    ...{ line, title: 'goes on', ok: true },
    tests: [{ status: 'flaky', results: [{ errors: [{ message: 'late' }] }, { errors: [] }] }],
  });
  test('counts a journey that passed on a retry as passed, and lists it', async () => {
    const suites = [{ file: 'a.spec.ts', specs: [1, 2].map(again) }];
    expect(await tally('tallyOfPlaywright', journeys({ flaky: 2 }, suites), 0)).toMatchObject({
      ...{ passed: 5, failed: 0, failures: [] },
      flaky: ['a.spec.ts:1 goes on: late', 'a.spec.ts:2 goes on: late'],
    });
  });
  test('retries failed files when they are few, and counts and lists those that pass', async () => {
    const { filesToRepeat, tallyOfBoth } = await results();
    const first = { passed: 5, failed: 1, skipped: 0, failures: ['one: no'], files: ['a.test.ts'] };
    expect(filesToRepeat?.(first)).toEqual(['a.test.ts']);
    expect(filesToRepeat?.({ ...first, files: ['1', '2', '3', '4', '5'] })).toEqual([]);
    const passed = { passed: 3, failed: 0, skipped: 0 };
    expect(tallyOfBoth?.(first, passed)).toMatchObject({ passed: 6, failed: 0, flaky: ['one: no'], failures: [] });
    const failed = { ...passed, failed: 1, failures: ['one: no, again'] };
    expect(tallyOfBoth?.(first, failed)).toMatchObject({ passed: 5, failed: 1, flaky: [], failures: failed.failures });
  });
  test('allows three flaky tests, and fails all of them when there are more', async () => {
    const { judged } = await results();
    const steps = (...flaky: string[][]) => flaky.map((lines) => ({ passed: 2, failed: 0, skipped: 0, flaky: lines }));
    expect(judged?.(steps(['a', 'b'], ['c']))).toEqual({ passed: 4, failed: 0, failures: [], flaky: ['a', 'b', 'c'] });
    expect(judged?.(steps(['a', 'b'], ['c', 'd']))).toMatchObject({ passed: 0, failed: 4, flaky: [] });
  });
});
