/** Finds duplicated code: pairs of places that share six or more lines, or lines that differ only in names and values. */
import type { SourceFile } from './sources.ts';

const RUN_LINES = 6;
/** Only this many places of a frequent run count: more pairs would report the same repetition. */
const MAX_LOCATIONS = 8;
const comparedFile = /^src\/.*\.(ts|tsx|css|html)$/;

const keywords = new Set(
  [
    ...[
      'export',
      'const',
      'let',
      'var',
      'function',
      'return',
      'if',
      'else',
      'for',
      'of',
      'in',
      'while',
      'do',
      'switch',
    ],
    ...['case', 'default', 'break', 'continue', 'new', 'class', 'extends', 'implements', 'interface', 'type', 'async'],
    ...['await', 'yield', 'typeof', 'instanceof', 'void', 'delete', 'throw', 'try', 'catch', 'finally', 'null', 'true'],
    ...['false', 'undefined', 'this', 'super', 'as', 'satisfies', 'readonly', 'static', 'get', 'set', 'keyof', 'infer'],
    ...['is', 'never', 'unknown', 'any', 'string', 'number', 'boolean', 'object'],
  ].map(String),
);
const token =
  /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<![\w$])\d[\w.]*|\.?[A-Za-z_$][\w$]*(?::(?!:))?/g;

/** A line without its own names, strings and numbers; property names stay, because they show what the line is about. */
function normalizedLine(line: string): string {
  return line.replace(token, (word) => {
    const first = word[0] ?? '';
    if (first === "'" || first === '"' || first === '`') return 'S';
    if (first >= '0' && first <= '9') return '0';
    return first === '.' || word.endsWith(':') || keywords.has(word) ? word : 'n';
  });
}

interface Line {
  readonly shape: string;
  readonly number: number;
}

/** Lines that can repeat: not blank, comments, imports or only punctuation. */
function linesToCompare(file: SourceFile): Line[] {
  const text = file.path.endsWith('.css')
    ? file.code.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    : file.code;
  const lines: Line[] = [];
  let inImport = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (inImport || /^import\b(?!\()/.test(line)) inImport = !/['"]/.test(line);
    else if (/\w/.test(line)) lines.push({ shape: normalizedLine(line.replace(/\s+/g, ' ')), number: index + 1 });
  }
  return lines;
}

/** A pair of files, or of places in one file, that share at least one run. */
export interface Pair {
  /** `src/a.ts:10 and src/b.ts:40`: where the first shared run begins. */
  readonly at: string;
  readonly files: readonly [string, string];
}

/** @returns each pair of files below `folder`, including tests and styles, in the order of their paths. */
export function repeatedPairs(files: readonly SourceFile[], folder: string): Pair[] {
  const compared = files.filter((file) => file.path.startsWith(`${folder}/`) && comparedFile.test(file.path));
  const ids = new Map<string, number>();
  const lines = compared.map((file) =>
    linesToCompare(file).map(({ shape, number }) => {
      let id = ids.get(shape);
      if (id === undefined) {
        id = ids.size;
        ids.set(shape, id);
      }
      return { id, number };
    }),
  );
  /** Places of each run: the file's index and the run's first line. */
  const runs = new Map<string, { file: number; first: number }[]>();
  for (const [file, list] of lines.entries()) {
    for (let first = 0; first + RUN_LINES <= list.length; first += 1) {
      let key = '';
      for (let i = first; i < first + RUN_LINES; i += 1) key += `${list[i]?.id},`;
      const locations = runs.get(key);
      if (!locations) runs.set(key, [{ file, first }]);
      else if (locations.length < MAX_LOCATIONS) locations.push({ file, first });
    }
  }
  const pairs = new Map<string, Pair>();
  for (const locations of runs.values()) {
    for (const [i, location] of locations.entries()) {
      for (const other of locations.slice(i + 1)) {
        // A run does not repeat a run that overlaps it.
        if (location.file === other.file && other.first - location.first < RUN_LINES) continue;
        const key = `${location.file} ${other.file}`;
        if (pairs.has(key)) continue;
        const [a, b] = [location, other].map(({ file, first }) => ({
          path: compared[file]?.path ?? '',
          line: lines[file]?.[first]?.number,
        })) as [{ path: string; line: number }, { path: string; line: number }];
        pairs.set(key, { at: `${a.path}:${a.line} and ${b.path}:${b.line}`, files: [a.path, b.path] });
      }
    }
  }
  return [...pairs.values()];
}
