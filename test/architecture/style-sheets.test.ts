/** The portal's style sheets: every class is used, and every class that a part names exists (record 0094). */
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { project } from './project.ts';
import { parse, type SourceFile } from './sources.ts';

const PORTAL = 'src/web/portal/';
/** Classes that every part may name. */
const BASE = `${PORTAL}ui/base.css`;
const SHAPES = `${PORTAL}ui/shapes.css`;

const matchesOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
const namesIn = (text: string, pattern: RegExp): string[] =>
  matchesOf(text, pattern).flatMap((names) => names.split(/\s+/));
const cssOf = ({ text }: SourceFile): string => text.replace(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '');
const writtenIn = (sheet: SourceFile): string[] => matchesOf(cssOf(sheet), /\.([a-z][\w-]*)(?=[^{}]*\{)/gi);

/** Classes of one sheet that its parts use; `listed` when one of them looks classes up by name. */
function usesOf({ path }: SourceFile, parts: readonly SourceFile[]): { named: string[]; listed: string[] } {
  const uses = parts.flatMap((part) => {
    if (!part.code.includes(posix.basename(path))) return [];
    const imports = [...part.code.matchAll(/import (\w+) from '([^']+\.css)';/g)];
    const own = imports.find(([, , sheet = '']) => posix.join(posix.dirname(part.path), sheet) === path);
    return own?.[1] ? [{ name: own[1], code: part.code.replace(own[0], '') }] : [];
  });
  return {
    named: uses.flatMap(({ name, code }) => matchesOf(code, new RegExp(`(?<![.\\w])${name}\\.(\\w+)`, 'g'))),
    listed: uses.flatMap(({ name, code }) => (code.includes(`${name}[`) ? matchesOf(code, /'(\w+)'/g) : [])),
  };
}

/** @returns `sheet: class` of each that is written and not used, or used and not written. */
function faultyClasses(files: readonly SourceFile[]): string[] {
  const portal = files.filter(({ path }) => path.startsWith(PORTAL));
  const parts = portal.filter(({ path }) => /\.tsx?$/.test(path));
  const sheets = portal.filter(({ path }) => path.endsWith('.module.css'));
  const shapes = portal.filter(({ path }) => path === SHAPES).flatMap(writtenIn);
  const composed = namesIn(sheets.map(cssOf).join('\n'), /composes: ([^;]+) from global;/g);
  const everywhere = [...shapes, ...portal.filter(({ path }) => path === BASE).flatMap(writtenIn)];
  const marked = [...namesIn(parts.map(({ code }) => code).join('\n'), /className="([^"]+)"/g), ...composed];
  const strings = new Set([...marked, ...namesIn(parts.map(({ code }) => code).join('\n'), /['"`]([^'"`\n]+)['"`]/g)]);
  return [
    ...marked.filter((name) => !everywhere.includes(name)).map((name) => `missing: ${name}`),
    ...shapes.filter((name) => !strings.has(name)).map((name) => `unused: ${name}`),
    ...sheets.flatMap((sheet) => {
      const [written, { named, listed }] = [writtenIn(sheet), usesOf(sheet, parts)];
      const used = [...named, ...namesIn(cssOf(sheet), /composes: ((?:(?! from )[^;])+);/g)];
      return [
        ...written.filter((name) => !used.includes(name) && !listed.includes(name)).map((name) => `unused: ${name}`),
        ...used.filter((name) => !written.includes(name)).map((name) => `missing: ${name}`),
      ].map((fault) => `${sheet.path} ${fault}`);
    }),
  ];
}

test('every class of the portal is used, and every used class exists', () => {
  expect(faultyClasses(project)).toEqual([]);
});

test('an unused and an undefined class are reported', () => {
  const files = [
    parse(`${PORTAL}ui/shapes.css`, ':where(.row, .idle) { display: flex; }'),
    parse(`${PORTAL}a.module.css`, '.one { composes: row from global; } .two > .old { margin: 0.5em; } /* .no { } */'),
    parse(
      `${PORTAL}a.tsx`,
      `import a from './a.module.css';\n<p className="rwo"><b className={a.one} id={a.two + a.gone} /></p>;`,
    ),
  ];
  const sheet = `${PORTAL}a.module.css`;
  expect(faultyClasses(files)).toEqual([
    'missing: rwo',
    'unused: idle',
    `${sheet} unused: old`,
    `${sheet} missing: gone`,
  ]);
});
