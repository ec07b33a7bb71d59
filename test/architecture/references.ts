/** Finds dangling references: rule numbers without an explanation in the repository, and names of files that do not exist. */
import type { SourceFile } from './sources.ts';
import { linesOfOffsets } from './syntax.ts';

/** The file that explains each rule's number in a sentence. */
const EXPLANATIONS = 'docs/rules.md';
const number = /(?<![\w-])[PDR]-\d+/g;
const fileName =
  /(?<![\w/.#@:*<>{}$-])((?:\.{0,2}\/)?(?:[\w.@-]+\/)*[\w.-]*[\w-]\.(?:tsx?|mjs|sql|md|css))(?![\w/*-])/g;

/** The architecture tests contain samples of these faults, so they are excluded. */
function scanned(files: readonly SourceFile[]): SourceFile[] {
  return files.filter((file) => /^(src|test|db)\//.test(file.path) && !file.path.startsWith('test/architecture'));
}

function places(file: SourceFile, pattern: RegExp, holds: (found: string) => boolean): string[] {
  const lineOf = linesOfOffsets(file.text);
  return [...file.text.matchAll(pattern)]
    .filter(([found]) => holds(found))
    .map((match) => `${file.path}:${lineOf(match.index)} ${match[0]}`);
}

/** @returns `file:line number` of each rule number in src, test and db that docs/rules.md does not explain. */
export function unexplainedNumbers(files: readonly SourceFile[]): string[] {
  const text = files.find((file) => file.path === EXPLANATIONS)?.text ?? '';
  const explained = new Set([...text.matchAll(number)].map(([found]) => found));
  return scanned(files).flatMap((file) => places(file, number, (found) => !explained.has(found)));
}

/** @returns `file:line` and the sign for each section sign in src, test and db. */
export function sectionSigns(files: readonly SourceFile[]): string[] {
  return scanned(files).flatMap((file) => places(file, /§/g, () => true));
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
  const known = new Set(
    files.flatMap(({ path }) => {
      const parts = path.split('/');
      return parts.map((_, i) => parts.slice(i).join('/'));
    }),
  );
  return files
    .filter((file) => !file.path.startsWith('test/architecture'))
    .flatMap((file) => {
      const lineOf = linesOfOffsets(file.text);
      return [...proseOf(file).matchAll(fileName)].flatMap((match) => {
        const name = (match[1] ?? '').replace(/^(\.{0,2}\/)+/, '');
        // Pages printed by a command are not in the sources.
        if (known.has(name) || name.includes('generated/')) return [];
        return [`${file.path}:${lineOf(match.index)} ${name}`];
      });
    });
}
