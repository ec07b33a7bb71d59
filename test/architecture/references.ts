/** Finds dangling references: rule numbers without an explanation in the repository, and names of files that do not exist. */
import { isTest, type SourceFile } from './sources.ts';
import { linesOfOffsets } from './syntax.ts';

/** The file that explains each rule's number in a sentence. */
const EXPLANATIONS = 'docs/rules.md';
/**
 * A rule's number has at most three digits and no leading zero: `R-000123` is a customer of a directory, P-256, P-384 and P-521 are
 * elliptic curves. A quoted `'D-1'` or a part of an address is a value.
 */
const ruleNumber = /(?<![\w/-])(?!(?<=['"`])[PDR]-\d+['"`])[PDR]-(?!(?:256|384|521)(?!\d))[1-9]\d{0,2}(?![\w-])/g;
/** A section sign cites a section if a section follows; otherwise it is a character of an alphabet or an encoding. */
const sectionSign = /§(?=§|\s*[\p{L}\p{N}])/gu;
const fileName =
  /(?<![\w/.#@:*<>{}$-])((?:\.{0,2}\/)?(?:[\w.@-]+\/)*[\w.-]*[\w-]\.(?:tsx?|mjs|sql|md|css))(?![\w/*-])/g;

/** Every file except the architecture tests, which contain samples of these faults. */
function scannedFiles(files: readonly SourceFile[]): SourceFile[] {
  return files.filter((file) => !file.path.startsWith('test/architecture'));
}

function locationsOf(file: SourceFile, pattern: RegExp, isFault: (found: string) => boolean): string[] {
  const lineOf = linesOfOffsets(file.text);
  return [...file.text.matchAll(pattern)]
    .filter(([cited]) => isFault(cited))
    .map((match) => `${file.path}:${lineOf(match.index)} ${match[0]}`);
}

export interface RuleRow {
  /** E.g. `P-6`. */
  readonly number: string;
  /** What the rule requires, in one sentence. */
  readonly rule: string;
  /** Paths of the tests or folders of tests that hold it. */
  readonly heldBy: readonly string[];
}

/** @returns the rows of the tables in docs/rules.md: number, rule, paths in backticks. */
export function explainedRules(files: readonly SourceFile[]): RuleRow[] {
  const text = files.find((file) => file.path === EXPLANATIONS)?.text ?? '';
  return [...text.matchAll(/^\| ([PDR]-\d+) \| (.+) \| (.+) \|$/gm)].map(([, id = '', rule = '', tests = '']) => ({
    number: id,
    rule,
    heldBy: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  }));
}

/** @returns `file:line number` of each rule number that docs/rules.md does not explain. */
export function unexplainedNumbers(files: readonly SourceFile[]): string[] {
  const explained = new Set(explainedRules(files).map((row) => row.number));
  return scannedFiles(files).flatMap((file) => locationsOf(file, ruleNumber, (cited) => !explained.has(cited)));
}

/** @returns what is wrong with rows of docs/rules.md: numbers that no file cites, a number twice, tests that do not exist. */
export function faultyRules(files: readonly SourceFile[]): string[] {
  const rows = explainedRules(files);
  const cited = new Set(
    scannedFiles(files)
      .filter((file) => file.path !== EXPLANATIONS)
      .flatMap((file) => [...file.text.matchAll(ruleNumber)].map(([cited]) => cited)),
  );
  const exists = (path: string) => files.some((file) => file.path === path || file.path.startsWith(`${path}/`));
  return rows.flatMap((row, at) => [
    ...(cited.has(row.number) ? [] : [`${row.number} is cited nowhere`]),
    ...(rows.findIndex((other) => other.number === row.number) === at ? [] : [`${row.number} has two rows`]),
    ...(row.heldBy.length > 0 ? [] : [`${row.number} names no test`]),
    ...row.heldBy.filter((path) => !exists(path)).map((path) => `${row.number} names ${path}, which does not exist`),
  ]);
}

/** @returns `file:line` and the sign for each section sign, except in migrations: an applied migration is never edited. */
export function sectionSigns(files: readonly SourceFile[]): string[] {
  return scannedFiles(files)
    .filter((file) => !file.path.startsWith('db/migrations/'))
    .flatMap((file) => locationsOf(file, sectionSign, () => true));
}

/** The file's text with everything that is not written for readers blanked out. */
function proseOf({ path, text, code }: SourceFile): string {
  if (path.endsWith('.md')) return text;
  if (/\.tsx?$/.test(path)) {
    // Comments are the parts blanked in `code`, at the same offsets.
    return text.replace(/[^\n]/g, (letter, at: number) => (code[at] === letter ? ' ' : letter));
  }
  const comment = path.endsWith('.sql') ? /--.*$/gm : path.endsWith('.css') ? /\/\*[\s\S]*?\*\//g : undefined;
  if (!comment) return '';
  let end = 0;
  let prose = '';
  for (const match of text.matchAll(comment)) {
    prose += text.slice(end, match.index).replace(/[^\n]/g, ' ') + match[0];
    end = match.index + match[0].length;
  }
  return prose;
}

/** @returns `file:line name` of each file that a comment or a page of docs names and that does not exist in the project. */
export function missingFiles(files: readonly SourceFile[]): string[] {
  /** Every path and each of its suffixes: prose names files as its readers see them. */
  const existing = new Set(
    files.flatMap(({ path }) => {
      const parts = path.split('/');
      return parts.map((_, i) => parts.slice(i).join('/'));
    }),
  );
  // Files that the product writes, such as the README of an evidence bundle, are named by a string of its code.
  for (const { code } of files.filter((file) => /^src\/.*\.tsx?$/.test(file.path) && !isTest(file.path))) {
    for (const [, name = ''] of code.matchAll(/['"]([\w.-]+\.md)['"]/g)) existing.add(name);
  }
  return files
    .filter((file) => !file.path.startsWith('test/architecture'))
    .flatMap((file) => {
      const lineOf = linesOfOffsets(file.text);
      return [...proseOf(file).matchAll(fileName)].flatMap((match) => {
        const name = (match[1] ?? '').replace(/^(\.{0,2}\/)+/, '');
        // Pages printed by a command are not in the sources.
        if (existing.has(name) || name.includes('generated/')) return [];
        return [`${file.path}:${lineOf(match.index)} ${name}`];
      });
    });
}
