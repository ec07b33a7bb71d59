/** Reads the project's files and finds their imports without a compiler: blanks comments first, keeps strings. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface Import {
  /** As written: `#domain/access.ts`, `./der.ts`, `node:fs`, `@scope/name/part`. */
  readonly specifier: string;
  /** The project file it resolves to, e.g. `src/domain/access.ts`; absent for packages. */
  readonly file?: string;
  /** The package it resolves to, e.g. `@scope/name`, or `node` for any module of Node. */
  readonly package?: string;
  /** `import type` and `export type`: removed at run time. */
  readonly typeOnly: boolean;
  /** `import(…)`: loaded on first use. */
  readonly lazy: boolean;
}

export interface SourceFile {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The text with every comment replaced by blanks; line numbers are unchanged. */
  readonly code: string;
  readonly imports: readonly Import[];
}

const left = new Set(['.git', '.tsc', '.cache', 'node_modules', 'data', 'dist', 'test-results', 'generated']);
const TEXT_FILE = /(\.(ts|tsx|mjs|css|html|sql|json|md|svg)|^\.npmrc|^\.gitignore|^\.ci\/run)$/;

/** @returns every committed text file of a project, in the order of their paths. */
export function readProject(root: string): SourceFile[] {
  const files: SourceFile[] = [];
  const readFolder = (folder: string) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!left.has(entry.name)) readFolder(path);
      } else if (TEXT_FILE.test(path)) {
        files.push(parse(path, readFileSync(join(root, path), 'utf8')));
      }
    }
  };
  readFolder('');
  return files;
}

/** @param text the whole file; only TypeScript and JavaScript are parsed. */
export function parse(path: string, text: string): SourceFile {
  if (!/\.(ts|tsx|mjs)$/.test(path)) return { path, text, code: text, imports: [] };
  const code = withoutComments(text);
  return { path, text, code, imports: importsOf(path, code) };
}

const importStatement = /(?:^|[;}\n])\s*(?:import|export)\s+(type\s+)?(?:[\w$*\s{},]+?\s+from\s*)?(['"])([^'"\n]+)\2/g;
const dynamicImport = /\bimport\(\s*(['"])([^'"\n]+)\1\s*\)/g;

function importsOf(path: string, code: string): Import[] {
  const imports: Import[] = [];
  for (const match of code.matchAll(importStatement)) {
    imports.push(resolve(path, match[3] ?? '', { typeOnly: match[1] !== undefined, lazy: false }));
  }
  for (const match of code.matchAll(dynamicImport)) {
    imports.push(resolve(path, match[2] ?? '', { typeOnly: false, lazy: true }));
  }
  return imports;
}

function resolve(from: string, specifier: string, kind: Pick<Import, 'typeOnly' | 'lazy'>): Import {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) {
    return { specifier, ...kind, file: posix.normalize(posix.join(posix.dirname(from), plain)) };
  }
  if (plain.startsWith('#')) {
    const [alias = '', ...rest] = plain.slice(1).split('/');
    return { specifier, ...kind, file: posix.join(alias === 'test' ? 'test' : `src/${alias}`, ...rest) };
  }
  if (plain.startsWith('node:')) return { specifier, ...kind, package: 'node' };
  const parts = plain.split('/');
  return { specifier, ...kind, package: parts.slice(0, plain.startsWith('@') ? 2 : 1).join('/') };
}

/** After these, a slash begins a regular expression, not a division. */
const beforeRegex = /(?:^|[(,=:[!&|?{};+\-*%~^<>\n]|\b(?:return|typeof|case|in|of|void|delete|throw|await|yield))\s*$/;

/** Replaces comments with blanks; strings, templates and regular expressions stay as they are. */
export function withoutComments(text: string): string {
  let result = '';
  let at = 0;
  const copyTo = (end: number) => {
    result += text.slice(at, end);
    at = end;
  };
  const quoted = (start: number, quote: string): number => {
    let i = start + 1;
    while (i < text.length && text[i] !== quote && text[i] !== '\n') i += text[i] === '\\' ? 2 : 1;
    return i + 1;
  };
  const regex = (start: number): number => {
    let inClass = false;
    for (let i = start + 1; i < text.length && text[i] !== '\n'; i += text[i] === '\\' ? 2 : 1) {
      if (text[i] === '[') inClass = true;
      else if (text[i] === ']') inClass = false;
      else if (text[i] === '/' && !inClass) return i + 1;
    }
    return start + 1;
  };
  /** Brace depths at which a template literal continues after its `${…}`. */
  const templates: number[] = [];
  let depth = 0;
  const template = (start: number): number => {
    let i = start;
    while (i < text.length) {
      if (text[i] === '\\') i += 2;
      else if (text[i] === '`') return i + 1;
      else if (text[i] === '$' && text[i + 1] === '{') {
        templates.push(depth);
        depth += 1;
        return i + 2;
      } else i += 1;
    }
    return i;
  };
  while (at < text.length) {
    const char = text[at];
    const next = text[at + 1];
    if (char === '/' && (next === '/' || next === '*')) {
      const close = next === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 2;
      const end = close < (next === '/' ? 0 : 2) ? text.length : close;
      result += text.slice(at, end).replace(/[^\n]/g, ' ');
      at = end;
    } else if (char === "'" || char === '"') copyTo(quoted(at, char));
    else if (char === '`') copyTo(template(at + 1));
    else if (char === '/' && beforeRegex.test(result.slice(-20))) copyTo(regex(at));
    else {
      if (char === '{') depth += 1;
      if (char === '}') {
        depth -= 1;
        if (templates.at(-1) === depth) {
          templates.pop();
          copyTo(template(at + 1));
          continue;
        }
      }
      copyTo(at + 1);
    }
  }
  return result;
}

/** @returns whether a file contains tests or exists only for them. */
export function isTest(path: string): boolean {
  return path.startsWith('test/') || /\.(test|suite)\.tsx?$/.test(path);
}
