/** Defines what `npm run check`, `npm test` and each part of `npm run test:all` run; a test's path or name decides its tier. */
import { join } from 'node:path';
import { nearestTests } from './nearest-tests.mjs';
import { root } from './packages.mjs';
import { filesToRepeat, tallyOfBoth, tallyOfCommand, tallyOfPlaywright, tallyOfVitest } from './test-results.mjs';

export const reports = join(root, 'test-results');

/**
 * @typedef {{ name: string, command?: string[], build?: boolean, env?: NodeJS.ProcessEnv,
 *   tally(code: number): Tally, again?(first: Tally): (Step & { after(second: Tally): Tally }) | undefined }} Step
 *   command: package, name of its command, arguments; again: the step that retries failed tests by themselves.
 * @typedef {import('./test-results.mjs').Tally} Tally
 */

const reportOf = (name) => join(reports, `${name.replaceAll(/\W+/g, '-').toLowerCase()}.json`);

/**
 * @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 * @param {'default' | 'minimal'} [reporter] minimal: shows failed tests only, with what they printed; default: also a
 *   line for each file, which shows how far a long step is.
 * @returns {Step}
 */
function vitest(name, args, env = {}, reporter = 'default') {
  const file = reportOf(name);
  return {
    name,
    command: [
      'vitest',
      'vitest',
      'run',
      ...args,
      `--reporter=${reporter}`,
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    env,
    tally: (code) => tallyOfVitest(file, code),
    again: (first) => {
      const files = filesToRepeat(first);
      if (files.length === 0) return undefined;
      const selected = args.filter((arg, i) => arg === '--project' || args[i - 1] === '--project');
      const alone = [...selected, '--maxWorkers=1', ...files];
      const { again: _, ...step } = vitest(`${name}, once more`, alone, env, reporter);
      return { ...step, after: (second) => tallyOfBoth(first, second) };
    },
  };
}
const projects = (...names) => names.flatMap((name) => ['--project', name]);
const onPostgres = { FASCICOLO_TEST_DATABASE: 'postgres' };
/** One more than there are processors: these tests wait for another process, which does the work. */
const besidePostgres = '--maxWorkers=3';

/** @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {Step} */
function playwright(name, args, env = {}) {
  const file = reportOf(name);
  return {
    name,
    command: ['@playwright/test', 'playwright', 'test', ...args, '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env },
    tally: (code) => tallyOfPlaywright(file, code),
  };
}

const command = (name, ...line) => ({ name, command: line, tally: tallyOfCommand });
const lint = command('lint', '@biomejs/biome', 'biome', 'check');
/** Each further checker repeats most of another one's work on a project. */
const types = command('types', 'typescript', 'tsc', '-b', '--checkers', '1');
const unused = command('unused code', 'knip', 'knip');
const webBuild = { name: 'web build', build: true, tally: tallyOfCommand };
const pureTests = (reporter) => vitest('pure and web', projects('pure', 'web', 'web-mocks'), {}, reporter);
const pure = pureTests('default');
const validation = vitest('validation', projects('validation', 'walks'));

/** Areas in which the databases can differ: races, locks, lists and search, migrations, live notifications, jobs. */
const adapter = ['schema/prepared-query', 'schema/migrate', 'preparing-client', 'transactions'];
const differing = [
  '.both.test',
  'test/races/',
  ...adapter.map((name) => `src/adapters/database/${name}.postgres.test`),
];

/** The product as docs/operations starts it on PostgreSQL, with the owner's and the application's role. */
const documentedStarts = 'test/starts/';

/** Areas that must behave the same on both: the whole server, its calls as specified, and attacks on them. */
const whole = [
  ...differing,
  'src/server/',
  'test/contract/',
  'test/permissions/',
  'test/specification/',
  'test/validation/',
  'test/drills/evidence/backup',
  'test/attacks/http/http-races',
  'test/attacks/http/http-signing',
];

const JOURNEY_PARTS = 4;
const journeyParts = Array.from({ length: JOURNEY_PARTS }, (_, i) => `journeys-${i + 1}`);

/** @type {Record<string, () => Step[]>} */
const parts = {
  server: () => [webBuild, pure, vitest('server', projects('server', 'both', 'races'))],
  postgres: () => [
    vitest(
      'server on PostgreSQL',
      [...projects('server', 'both', 'races', 'validation', 'walks', 'drills', 'attacks'), besidePostgres, ...whole],
      onPostgres,
    ),
  ],
  ...Object.fromEntries(
    journeyParts.map((name, i) => [
      name,
      () => [webBuild, playwright(name, [`--shard=${i + 1}/${JOURNEY_PARTS}`], { FASCICOLO_JOURNEYS: 'usual' })],
    ]),
  ),
  crawl: () => [webBuild, playwright('crawl', [], { FASCICOLO_JOURNEYS: 'crawl' })],
  attacks: () => [webBuild, vitest('attacks', projects('attacks'))],
  matrices: () => [webBuild, vitest('matrices', projects('matrices'))],
  validation: () => [validation],
  drills: () => [
    webBuild,
    vitest('drills', projects('drills')),
    vitest('drills on PostgreSQL', [...projects('postgres-alone'), besidePostgres], onPostgres),
  ],
  corpora: () => [vitest('corpora', projects('corpora'))],
  validators: () => [vitest('validators', projects('validators'))],
  packages: () => [webBuild, vitest('packages', projects('packages'))],
};
export const partNames = Object.keys(parts);

/** @param {string[]} [chosen] names of parts; all of them by default. @returns {Step[]} */
export function everything(chosen = []) {
  const names = chosen.length > 0 ? chosen : partNames;
  const steps = names.flatMap((name) => {
    const part = parts[name];
    if (!part) throw new RangeError(`There is no part "${name}". The parts are: ${partNames.join(', ')}.`);
    return part();
  });
  const once = [...new Set(steps)];
  return chosen.length > 0 ? once : [lint, types, unused, ...once];
}

/** The gate checks one form of each page, some cells of each table, and fewer rounds of races; the parts check all. */
const lookOnce = { FASCICOLO_LOOK: 'once' };

/**
 * @returns {(Step | Step[])[]} steps in a list run side by side. What CI runs, in twelve minutes at most on two fast,
 * idle cores. What runs on both databases has PostgreSQL here, the pages of the crawl are in a part of their own.
 */
export const gate = () => [
  [lint, types, webBuild, unused],
  pure,
  // In one run, so that idle workers take files of the other project. Races need several connections, so they are in
  // the next part.
  vitest('server and validation', projects('server', 'validation'), lookOnce),
  vitest(
    'differing on PostgreSQL',
    [...projects('both', 'server', 'races', 'postgres-alone'), besidePostgres, ...differing, documentedStarts],
    { ...onPostgres, ...lookOnce },
  ),
  playwright('journeys', ['--grep', '@gate'], lookOnce),
];

/** @returns {Step[]} the steps to run before a commit, which take at most a minute and a half. */
export function quick() {
  const nearest = nearestTests(root);
  const server = () =>
    vitest('nearest of the server', [...projects('server', 'both', 'races'), ...nearest], {}, 'minimal');
  return [lint, types, unused, pureTests('minimal'), ...(nearest.length > 0 ? [server()] : [])];
}
