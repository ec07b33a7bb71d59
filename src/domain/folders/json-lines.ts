/** The line on which each value of a JSON text begins, by its path, and where the text stops being JSON. Pure. */

const TOKEN =
  /[\t\n\r ]*("[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*"|[[\]{}:,]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy;

/** No configuration problem is nested deeper; without a limit, the paths of a hostile text would fill the memory. */
const MAX_DEPTH = 8;
/** A file of 2 MB has half as many; a hostile one a million. */
const MAX_PATHS = 100_000;

interface Level {
  path: string;
  /** Position in a list; null in an object. */
  index: number | null;
  /** The key that was read last. */
  key: string;
  readonly keys: Set<string>;
}

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | ':' | ', or end' | 'nothing';

export interface JsonLines {
  /** Lines from 1 by path, as in JSONPath: `$[1].documentTypes[4].slug`. For a duplicate key, the second. */
  readonly lines: ReadonlyMap<string, number>;
  /** Keys that an object has already: `JSON.parse` takes the last value silently. */
  readonly duplicates: readonly { readonly path: string; readonly line: number; readonly key: string }[];
  /** Where the text stops being JSON; null when it is JSON. */
  readonly error: { readonly at: number; readonly line: number } | null;
}

export function jsonLines(text: string): JsonLines {
  const lines = new Map<string, number>();
  const duplicates: { path: string; line: number; key: string }[] = [];
  const levels: Level[] = [];
  let expected: Expected = 'value';
  let line = 1;
  let at = 0;
  const moveTo = (position: number): void => {
    for (; at < position; at += 1) if (text[at] === '\n') line += 1;
  };
  const currentPath = (): string => {
    const level = levels.at(-1);
    if (level === undefined) return '$';
    return level.index === null ? `${level.path}.${level.key}` : `${level.path}[${level.index}]`;
  };
  const noteKey = ({ path, key, keys }: Level): void => {
    if (path === '' || duplicates.length >= MAX_PATHS) return;
    if (keys.has(key)) duplicates.push({ path: `${path}.${key}`, line, key });
    keys.add(key);
  };
  const accept = (token: string): Expected | null => {
    const level = levels.at(-1);
    const after: Expected = levels.length > (/^[\]}]$/.test(token) ? 1 : 0) ? ', or end' : 'nothing';
    if ((token === ']' || token === '}') && expected.endsWith('end')) {
      if ((level?.index === null) !== (token === '}')) return null;
      levels.pop();
      return after;
    }
    if (token === ',') {
      if (expected !== ', or end' || level === undefined) return null;
      if (level.index === null) return 'key';
      level.index += 1;
      return 'value';
    }
    if (token === ':') return expected === ':' ? 'value' : null;
    if (expected.startsWith('key')) {
      if (level === undefined || !token.startsWith('"')) return null;
      level.key = String(JSON.parse(token));
      noteKey(level);
      return ':';
    }
    if (!expected.startsWith('value') || token === ']' || token === '}') return null;
    const path = levels.length > MAX_DEPTH || lines.size >= MAX_PATHS ? '' : currentPath();
    if (path !== '') lines.set(path, line);
    if (token !== '[' && token !== '{') return after;
    levels.push({ path, index: token === '[' ? 0 : null, key: '', keys: new Set() });
    return token === '[' ? 'value or end' : 'key or end';
  };
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) {
      moveTo(at + (/^[\t\n\r ]*/.exec(text.slice(at))?.[0].length ?? 0));
      return { lines, duplicates, error: at === text.length && expected === 'nothing' ? null : { at, line } };
    }
    const end = TOKEN.lastIndex;
    moveTo(end - token.length);
    const next = accept(token);
    if (next === null) return { lines, duplicates, error: { at, line } };
    expected = next;
    at = end;
  }
}

/** The nearest line for a path: a missing value is reported at its parent. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number | null {
  let nearest = path;
  while (nearest.length > 1 && !lines.has(nearest)) {
    nearest = nearest.slice(0, Math.max(nearest.lastIndexOf('.'), nearest.lastIndexOf('['), 1));
  }
  return lines.get(nearest) ?? null;
}
