/** Selects the server tests nearest to the changes: `npm run check` runs these, `npm test` runs all. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

const TEST = /\.test\.tsx?$/;
/** Run by other steps, or always run completely. */
const ELSEWHERE =
  /^(src\/(web|domain|formats|contract)|test\/(attacks|validation|specification|drills|corpora|validators|journeys|contract))\/|^test\/architecture|\.(matrix|postgres)\.test\./;
/** Layers that server and pages share: their own tests always run. */
const SHARED_LAYER = /^src\/(domain|formats|contract)\//;
const SCHEMA = ['src/adapters/database/schema/schema.test.ts', 'tools/print-database-types.test.ts'];
/** Tests of files that have no test in their own folder. */
const GUARDS = [
  [/^db\/tables\//, SCHEMA],
  [/^db\/migrations\//, [...SCHEMA, 'src/server/database/migration.test.ts']],
  [/^(src\/ports\/database\/generated|tools\/print-database-types)\//, ['tools/print-database-types.test.ts']],
  [/^scripts\//, ['test/start-scripts.test.ts']],
  [/^scripts\/foreign-programs\./, ['test/deploy/foreign-programs.test.ts']],
  [/^deploy\//, ['command', 'delivery', 'settings-example', 'update'].map((name) => `test/deploy/${name}.test.ts`)],
];
/** More files would exceed the time of a check. */
const MOST = 6;
/** A rule of the domain may be used by most of the server: a few tests that meet it are enough before a commit. */
const MOST_OF_SHARED = 3;
const SHORTEST_WORD = 4;

/** @param {string} root @returns {string[]} files that differ from the last commit; if none do, those that it changed. */
function changedFiles(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  try {
    const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
    return open.length > 0 ? open : git('diff', '--name-only', 'HEAD~1', 'HEAD');
  } catch {
    // No history to compare with: a download, or a first commit.
    return [];
  }
}

const stemOf = (path) => basename(path).replace(/\..*$/, '');

/** The length of the longest common prefix of any two words of the names. */
function likeness(one, other) {
  const shared = one.split('-').flatMap((word) =>
    other.split('-').map((like) => {
      let length = 0;
      while (length < word.length && word[length] === like[length]) length += 1;
      return length;
    }),
  );
  const most = Math.max(...shared);
  return most >= SHORTEST_WORD || one === other ? most : 0;
}

/** @returns {string[]} tests next to a file: with its own name, else those that import it, else those with a similar name, else the subject's own. */
function besides(root, file) {
  const folder = dirname(file);
  if (!existsSync(join(root, folder))) return [];
  const tests = readdirSync(join(root, folder)).filter((name) => TEST.test(name));
  const at = (names) => names.map((name) => `${folder}/${name}`);
  const own = tests.filter((name) => stemOf(name) === stemOf(file));
  const importing = tests.filter((name) =>
    readFileSync(join(root, folder, name), 'utf8').includes(`'./${basename(file)}'`),
  );
  if (own.length + importing.length > 0) return at([...own, ...importing]);
  const like = tests.filter((name) => likeness(stemOf(name), stemOf(file)) > 0);
  return at(like.length > 0 ? like : tests.filter((name) => stemOf(name) === basename(folder)));
}

/** @returns {(file: string) => string[]} the sources and tests of the server that import a file, by its path. */
function importersIn(root) {
  const texts = ['src', 'test', 'tools'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .map((name) => `${top}/${name.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts') && !ELSEWHERE.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const fileOf = (path, name) => (name.startsWith('#') ? `src/${name.slice(1)}` : posix.join(dirname(path), name));
  return (file) =>
    texts
      .filter(([path, text]) =>
        [...text.matchAll(/\b(?:from|import\() ?'([^']+)'/g)].some(([, name]) => fileOf(path, name) === file),
      )
      .map(([path]) => path);
}

/** @returns {string[]} server tests of changed files of shared layers: those that import one, and those besides the sources that do. */
function acrossLayers(root, files) {
  if (files.length === 0) return [];
  const importersOf = importersIn(root);
  const subjectOf = (path) => path.split('/')[2];
  const found = files.map((file) => {
    const importing = importersOf(file);
    const tests = importing.flatMap((path) => (TEST.test(path) ? [path] : besides(root, path)));
    // First those of the same subject, of these the ones that import the file, then by name.
    const nearness = (path) => [
      Number(subjectOf(path) === subjectOf(file)),
      Number(importing.includes(path)),
      likeness(stemOf(path), stemOf(file)),
    ];
    const ranked = [...new Set(tests)].filter((path) => !ELSEWHERE.test(path)).map((path) => [path, nearness(path)]);
    ranked.sort(([, one], [, other]) => other[0] - one[0] || other[1] - one[1] || other[2] - one[2]);
    return ranked.map(([path]) => path);
  });
  // The nearest of each file before the next ones of any.
  const ranks = Array.from({ length: MOST_OF_SHARED }, (_, rank) =>
    found.flatMap((tests) => tests.slice(rank, rank + 1)),
  );
  return [...new Set(ranks.flat())].slice(0, MOST_OF_SHARED);
}

/** @param {string} root @param {string[]} [changed] @returns {string[]} at most six test files. */
export function nearestTests(root, changed = changedFiles(root)) {
  const guarding = changed.flatMap((file) => GUARDS.flatMap(([path, tests]) => (path.test(file) ? tests : [])));
  const sources = changed.filter((file) => /^(src|test|tools)\/.*\.tsx?$/.test(file));
  const near = sources
    .filter((file) => !ELSEWHERE.test(file))
    .flatMap((file) => (TEST.test(file) ? (existsSync(join(root, file)) ? [file] : []) : besides(root, file)));
  const shared = sources.filter((file) => SHARED_LAYER.test(file) && !TEST.test(file));
  return [...new Set([...guarding, ...near, ...acrossLayers(root, shared)])]
    .filter((file) => !ELSEWHERE.test(file))
    .slice(0, MOST);
}
