/** Pages of documentation lead somewhere: links, the index of decision records, the README's length. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { project } from './project.ts';
import { explainedRules, faultyRules } from './references.ts';

const root = join(import.meta.dirname, '../..');
const README_BYTES = 7_000;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const filesInFolder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: folder !== '.', withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

/** As GitHub makes them of headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** @returns `page -> target` of each link to a file or heading that is not there. */
function deadLinks(page: string, text: string): string[] {
  const links = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)];
  return links
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((link) => !/^(https?|mailto):/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      // Pages that a command prints have a test of their own.
      if (path.includes('generated/')) return false;
      const target = join(dirname(page), path);
      if (path !== '' && !existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(path === '' ? text : read(target)).includes(anchor);
    })
    .map((link) => `${page} -> ${link}`);
}

test('every link leads to an existing file and heading', () => {
  const pages = [...filesInFolder('.'), ...filesInFolder('docs')];
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.flatMap((page) => deadLinks(page, read(page)))).toEqual([]);
});

test('a link to a missing file or heading is reported', () => {
  const text = '[a](gone.md) [b](README.md) [c](README.md#gone) [d](#here) <img src="gone.webp">\n## Here\n';
  const dead = ['gone.md', 'README.md#gone', 'gone.webp'];
  expect(deadLinks('page.md', text)).toEqual(dead.map((link) => `page.md -> ${link}`));
});

/** @returns the folder and its ancestors, the root last. */
const withAncestors = (folder: string): string[] =>
  folder === '.' ? ['.'] : [folder, ...withAncestors(dirname(folder))];

/** @returns each path of a table that is not there. A short one is in an ancestor folder of the path before it. */
function deadPaths(text: string): string[] {
  return text.split('\n').flatMap((row) => {
    let folder = '.';
    return [...row.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|json|css)|(?:[\w.-]+\/)+)`/g)].flatMap(([, path = '']) => {
      const exists = withAncestors(folder)
        .map((base) => join(base, path))
        .find((candidate) => existsSync(join(root, candidate)));
      if (exists === undefined) return [path];
      folder = path.endsWith('/') ? exists : dirname(exists);
      return [];
    });
  });
}

/** `node file.ts` without npm or npx, which put the Node of the packages first on the path. */
const PLAIN_NODE = /(?<!npx )\bnode (?:--?\S+ )*[\w./-]+\.ts\b/g;

test('no page, comment or message has a person run TypeScript by an own Node, which may be 20', () => {
  const found = project
    .filter(({ path }) => path !== 'package.json' && path !== 'test/architecture/documents.test.ts')
    .flatMap(({ path, text }) => (text.match(PLAIN_NODE) ?? []).map((command) => `${path}: ${command}`));
  expect(found).toEqual([]);
  const plain = ['node test/a.ts', 'node --watch src/a.ts', 'npx node test/a.ts', 'npm run a', 'node scripts/a.mjs'];
  expect(plain.filter((command) => command.match(PLAIN_NODE))).toEqual(plain.slice(0, 2));
});

test('every path cited in ARCHITECTURE.md exists', () => {
  const [, answers = ''] = read('ARCHITECTURE.md').split('## Finding things');
  expect(answers.split('\n').length).toBeGreaterThan(70);
  expect(deadPaths(answers)).toEqual([]);
  expect(deadPaths('| a | `src/start.ts`, `log.ts`, `gone.ts`, `src/gone/` |')).toEqual(['gone.ts', 'src/gone/']);
});

test('the index lists each decision record once', () => {
  const index = read('docs/decisions/README.md');
  const named = [...index.matchAll(/^\| \[\d{4}\]\((\d{4}-[\w-]+\.md)\)/gm)].map(([, name = '']) => name);
  const records = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
  expect(named.toSorted()).toEqual(records.toSorted());
});

test('the rules page explains only cited numbers, and cites existing tests', () => {
  const rows = explainedRules(project);
  expect(rows.length).toBeGreaterThan(30);
  expect(faultyRules(project)).toEqual([]);
  const text = read('docs/rules.md');
  // A row that the pattern does not read would be checked by no test.
  expect(rows).toHaveLength(text.split('\n').filter((line) => /^\| *[PDR]-/.test(line)).length);
  const order = (id: string) => 'DPR'.indexOf(id[0] ?? '') * 1000 + Number(id.slice(2));
  const ids = rows.map((row) => row.number);
  expect(ids).toEqual(ids.toSorted((a, b) => order(a) - order(b)));
});

test('the README stays short', () => {
  expect(statSync(join(root, 'README.md')).size).toBeLessThanOrEqual(README_BYTES);
});
