/** Selects the server tests nearest to the changes: `npm run check` runs these, `npm test` runs all. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const TEST = /\.test\.tsx?$/;
/** Run by other steps, or always run completely. */
const ELSEWHERE =
  /^(src\/(web|domain|formats|contract)|test\/(attacks|validation|specification|drills|corpora|validators|journeys|contract))\/|^test\/architecture|\.(matrix|postgres)\.test\./;
/** More files would exceed the time of a check. */
const MOST = 6;
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

/** @param {string} root @param {string[]} [changed] @returns {string[]} at most six test files. */
export function nearestTests(root, changed = changedFiles(root)) {
  const found = changed
    .filter((file) => /^(src|test)\/.*\.tsx?$/.test(file) && !ELSEWHERE.test(file))
    .flatMap((file) => (TEST.test(file) ? (existsSync(join(root, file)) ? [file] : []) : besides(root, file)));
  return [...new Set(found)].filter((file) => !ELSEWHERE.test(file)).slice(0, MOST);
}
