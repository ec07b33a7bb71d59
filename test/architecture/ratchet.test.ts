/** Keeps each figure at its ceiling, which can only fall; each figure is also shown to catch a bad sample. */
import { describe, expect, test } from 'vitest';
import { ceilingProblem, changedFiles, loweredCeilings, readCeilings, tableOf } from './ceilings.ts';
import {
  addressesByHand,
  figures,
  fullFolders,
  invalidations,
  longFunctions,
  queryKeysByHand,
  typedCalls,
  uiThatKnowsTheProduct,
} from './figures.ts';
import { project, root } from './project.ts';
import { faultyRules, missingFiles, sectionSigns, unexplainedNumbers } from './references.ts';
import { repeatedPairs } from './repeated-lines.ts';
import { importCycles } from './server-subjects.ts';
import { parse, type SourceFile } from './sources.ts';
import { wireTypesByHand } from './wire-types.ts';

const ceilings = readCeilings();

function sample(files: Record<string, string>): SourceFile[] {
  return Object.entries(files).map(([path, text]) => parse(path, text));
}

describe('the project', () => {
  const nows: number[] = [];
  test.each(figures)('is at its ceiling for $name', (figure) => {
    const count = figure.count(project);
    nows[figures.indexOf(figure)] = count.now;
    expect(ceilingProblem(figure, count, ceilings, () => changedFiles(root))).toBeUndefined();
  });
  test('has a figure for each ceiling', () => {
    expect(Object.keys(ceilings).sort()).toEqual(figures.map(({ name }) => name).sort());
  });
  test('prints its measures', () => {
    console.log(tableOf(figures, nows, ceilings));
    expect(nows).toHaveLength(figures.length);
  });
});

describe('a ceiling', () => {
  const figure = { name: 'faults', count: () => ({ now: 0, at: [] }) };
  const at = ['src/a.ts:1 old', 'src/b.ts:7 new and src/c.ts:9'];
  const none = () => new Set<string>();
  test('allows an equal figure', () => {
    expect(ceilingProblem(figure, { now: 2, at }, { faults: 2 }, none)).toBeUndefined();
  });
  test('is exceeded by more: the locations are listed, only those in changed files if there are any', () => {
    const all = ceilingProblem(figure, { now: 2, at }, { faults: 1 }, none);
    expect(all).toBe(`faults: 2, at most 1. Found at: ${at.join('; ')}`);
    for (const path of ['src/b.ts', 'src/c.ts']) {
      const fresh = ceilingProblem(figure, { now: 2, at }, { faults: 1 }, () => new Set([path]));
      expect(fresh).toBe(`faults: 2, at most 1. In changed files: ${at[1]}`);
    }
  });
  test('must be lowered when the figure falls', () => {
    expect(ceilingProblem(figure, { now: 1, at }, { faults: 2 }, none)).toContain('lower its ceiling from 2 to 1');
  });
  test('is required for every figure', () => {
    expect(ceilingProblem(figure, { now: 1, at }, {}, none)).toContain('no ceiling');
  });
  test('with a step falls in whole steps', () => {
    const lines = { ...figure, step: 100 };
    expect(ceilingProblem(lines, { now: 201, at }, { faults: 300 }, none)).toBeUndefined();
    expect(ceilingProblem(lines, { now: 301, at }, { faults: 300 }, none)).toContain('at most 300');
    expect(ceilingProblem(lines, { now: 200, at }, { faults: 300 }, none)).toContain('from 300 to 200');
  });
  test('is lowered by the command, never raised, and removed with its figure', () => {
    const other = { ...figure, name: 'others' };
    expect(loweredCeilings([figure, other], [5, 5], { faults: 3, others: 9, gone: 1 })).toEqual({
      faults: 3,
      others: 5,
    });
    expect(loweredCeilings([figure], [5], {})).toEqual({ faults: 5 });
  });
});

describe('the figures catch', () => {
  const lines = (count: number, line = '  a();') => `${line}\n`.repeat(count);
  test('a function of 81 lines in each syntax, unless it is a table', () => {
    const long = sample({
      'src/domain/a.ts': `function one() {\n${lines(79)}}\nconst two = () => {\n${lines(80)}};`,
      'src/domain/b.ts': `class B {\n  three() {\n${lines(78)}  }\n  four = async function () {\n${lines(79)}  };\n}`,
      'src/domain/b.test.ts': `test('x', () => {\n${lines(90)}});`,
    });
    expect(longFunctions(long)).toEqual([
      'src/domain/a.ts:1 one, 81 lines',
      'src/domain/a.ts:82 two, 82 lines',
      'src/domain/b.ts:82 four, 81 lines',
    ]);
    const words = { 'src/domain/a.ts one': 'words', 'src/domain/a.ts two': 'words', 'src/domain/b.ts four': 'words' };
    expect(longFunctions(long, () => true, words)).toEqual([]);
    expect(longFunctions(long, (file) => file.path.endsWith('b.ts'))).toHaveLength(1);
  });
  test('a folder of 26 files, tests included, subfolders excluded', () => {
    const files = (count: number) =>
      sample(Object.fromEntries(Array.from({ length: count }, (_, i) => [`src/a/b${i}.test.ts`, ''])));
    expect(fullFolders([...files(25), ...sample({ 'src/a/c/d.ts': '', 'src/a/c.css': '' })])).toEqual([]);
    expect(fullFolders(files(26))).toEqual(['src/a/ 26 files']);
  });
  test('six repeated lines, also with other names and values', () => {
    const six = [
      'begin(one);',
      'const two = 2;',
      "if (two) say('x');",
      'one.go();',
      'end({ at: two });',
      'return one;',
    ];
    const renamed = ['start(uno);', 'const due = 3;', "if (due) tell('y z');", 'uno.go();', 'stop({ at: due });'];
    const pairs = (a: string[], b: string[]) =>
      repeatedPairs(sample({ 'src/a.ts': a.join('\n'), 'src/b.ts': b.join('\n') }), 'src').map(({ at }) => at);
    expect(pairs(six, ['first();', ...six])).toEqual(['src/a.ts:1 and src/b.ts:2']);
    expect(pairs(six, [...renamed, 'return uno;'])).toEqual(['src/a.ts:1 and src/b.ts:1']);
    expect(pairs(six, [...renamed, 'return uno.two;'])).toEqual([]);
    expect(pairs(six, [...six.slice(0, 3), '', '// A comment.', '}', ...six.slice(3)])).toHaveLength(1);
    expect(pairs([...six, ...six], [])).toEqual(['src/a.ts:1 and src/a.ts:7']);
    expect(pairs(six, six.slice(1))).toEqual([]);
  });
  test('no additional pairs when one of nine repetitions is removed', () => {
    const run = Array.from({ length: 6 }, (_, i) => `f${i}({ a${i}: 1 });`).join('\n');
    const at = (count: number) =>
      repeatedPairs(sample(Object.fromEntries(Array.from({ length: count }, (_, i) => [`src/${i}.ts`, run]))), 'src');
    expect(at(3)).toHaveLength(3);
    expect(at(8).length).toBe(at(9).length);
    expect(at(7).length).toBeLessThan(at(8).length);
  });
  test('a cycle through a type import, and one through import() separately', () => {
    const ring = { 'src/domain/a.ts': `import { b } from './b.ts';`, 'src/domain/c.ts': `import './a.ts';` };
    const rings = (text: string, lazy = false) =>
      importCycles(sample({ ...ring, 'src/domain/b.ts': text }), (imported) => lazy || !imported.lazy);
    expect(rings('')).toEqual([]);
    expect(rings(`export type { A } from './a.ts';`)).toEqual(['src/domain/a.ts, src/domain/b.ts']);
    expect(rings(`import type { C } from './c.ts';`)).toEqual(['src/domain/a.ts, src/domain/b.ts, src/domain/c.ts']);
    const lazily = `const open = () => import('./a.ts');`;
    expect(rings(lazily)).toEqual([]);
    expect(rings(lazily, true)).toHaveLength(1);
  });
  test('a hand-written address in a string or template, not in a comment or inside a text', () => {
    const address = (text: string) => addressesByHand(sample({ 'src/web/portal/a.ts': text }), () => true);
    expect(address("get('/api/users');")).toEqual(['src/web/portal/a.ts:1 /api/users']);
    expect(address('get(`/tools/${' + 'id}/x`);')).toHaveLength(1);
    expect(address("// '/api/users'\nsay('see /api/users'); go('/apiary');")).toEqual([]);
  });
  test('typed calls, query keys and invalidations outside portal/api', () => {
    const text = `call<A>('x'); callPage<B>(C.path); call(d); useQuery({ queryKey: ['a'] }); useQuery({ queryKey: a });
      client.invalidateQueries({ queryKey: keyOf(a) });`;
    const [beside, inside] = ['features/a/b.tsx', 'api/b.ts'].map((path) =>
      sample({ [`src/web/portal/${path}`]: text }),
    ) as [SourceFile[], SourceFile[]];
    expect([typedCalls, queryKeysByHand, invalidations].map((count) => count(beside).length)).toEqual([2, 1, 1]);
    expect([typedCalls, queryKeysByHand, invalidations].map((count) => count(inside).length)).toEqual([0, 0, 0]);
  });
  test('a hand-written response type, anywhere', () => {
    const wireTypes = wireTypesByHand(
      sample({
        'src/web/portal/api/answer-types.ts': `import type { Part } from './parts.ts';
import type { Contracted } from '#contract/a.ts';
export type Row = Contracted & { part: Part };
export type Kept = Contracted;
export interface Unrelated { a: string }`,
        'src/web/portal/api/parts.ts': 'interface Base { id: number }\nexport interface Part extends Base {}',
        'src/web/portal/api/rows.ts': `export type { Row } from './answer-types.ts';`,
        'src/web/portal/features/a/b.ts': `import type { Row } from '../../api/rows.ts';
import type { Kept } from '../../api/answer-types.ts';
import type { Given } from '#contract/b.ts';
const rows = callPage<Row>('a'); const kept = call<Kept>('b'); const given = call<Given[]>('c');
const url = call<{ url: string }>('d'); const state = useState<{ open: boolean }>();`,
        'src/web/signer/api/api.ts': `interface View { state: string }\nconst isView = (body: unknown): body is View => true;`,
      }),
    );
    expect(wireTypes).toEqual([
      'src/web/portal/api/answer-types.ts:3 Row',
      'src/web/portal/api/parts.ts:1 Base',
      'src/web/portal/features/a/b.ts:5 {…}',
      'src/web/signer/api/api.ts:1 View',
    ]);
  });
  test('a file of portal/ui that imports the domain, the contract or the API', () => {
    const ui = (text: string) => uiThatKnowsTheProduct(sample({ 'src/web/portal/ui/a.tsx': text })).length;
    for (const target of ['#domain/a.ts', '#contract/a.ts', '../api/a.ts']) {
      expect(ui(`import type { A } from '${target}';`), target).toBe(1);
    }
    expect(ui(`import { a } from './a.ts';\nimport { b } from '../text/b.ts';`)).toBe(0);
  });
  test('rule numbers that docs/rules.md does not explain, and section signs', () => {
    const text = '/** What P-7 wants (§8, D-12). */\nconst a = "R-3 and P-7";\n-- GDP-3 XP-2\n';
    const files = sample({ 'src/domain/a.ts': text, 'db/tables/a.sql': '-- P-8', 'docs/a.md': 'P-1 §1' });
    expect(unexplainedNumbers(files)).toHaveLength(6);
    const rules = sample({ 'docs/rules.md': '| P-7 | … | `a.test.ts` |\n| R-3 | … | `a.test.ts` |' });
    expect(unexplainedNumbers([...files, ...rules])).toEqual([
      'src/domain/a.ts:1 D-12',
      'db/tables/a.sql:1 P-8',
      'docs/a.md:1 P-1',
    ]);
    const applied = sample({ 'db/migrations/0001-a.sql': '-- User (§3, P-4)' });
    expect(sectionSigns([...files, ...applied])).toEqual(['src/domain/a.ts:1 §', 'docs/a.md:1 §']);
    expect(unexplainedNumbers(applied)).toEqual(['db/migrations/0001-a.sql:1 P-4']);
  });
  test('no value as a rule number: customer ids, elliptic curves, letters of an alphabet', () => {
    const values = `find('D-1'); get('/customers/D-1'); const a = ['R-000123', 'P-256 or P-384', 'ÜS§¿', '§'];`;
    const files = sample({ 'src/domain/a.ts': values });
    expect(unexplainedNumbers(files)).toEqual([]);
    expect(sectionSigns(files)).toEqual([]);
  });
  test('a row of docs/rules.md that is never cited, is repeated, or names no test', () => {
    const rows = ['| P-1 | … | `src/a.test.ts`, `src/gone.test.ts` |', '| P-2 | … | `src` |', '| P-1 | … | none |'];
    const files = sample({ 'docs/rules.md': rows.join('\n'), 'src/a.test.ts': '// P-1' });
    expect(faultyRules(files)).toEqual([
      'P-1 names src/gone.test.ts, which does not exist',
      'P-2 is cited nowhere',
      'P-1 has two rows',
      'P-1 names no test',
    ]);
  });
  test('a missing file name in comments and pages, not in code', () => {
    const missing = (path: string, text: string) => missingFiles(sample({ 'src/domain/known/b.ts': '', [path]: text }));
    const fine = `/** See known/b.ts, b.ts and ./b.ts. */\nimport './gone.ts';\nconst a = 'other.ts // gone.css';`;
    expect(missing('src/domain/a.ts', fine)).toEqual([]);
    expect(missing('src/domain/a.ts', `\n// See gone/b.ts.`)).toEqual(['src/domain/a.ts:2 gone/b.ts']);
    expect(missing('docs/a.md', 'as `DESIGN.md` says, b.ts')).toEqual(['docs/a.md:1 DESIGN.md']);
    expect(missingFiles(sample({ 'src/a.ts': "write('READ.md')", 'docs/a.md': 'READ.md, GONE.md' }))).toEqual([
      'docs/a.md:1 GONE.md',
    ]);
    expect(missing('db/a.sql', 'select a.b;\n-- by gone.sql\n')).toEqual(['db/a.sql:2 gone.sql']);
  });
});
