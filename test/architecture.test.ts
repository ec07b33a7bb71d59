/** Enforces the boundaries that ARCHITECTURE.md draws; each rule is also shown to catch a bad sample. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  headCommentViolations,
  linesOf,
  lockViolations,
  machineViolations,
  nameViolations,
  pinViolations,
  purityViolations,
  reasonViolations,
  sizeViolations,
  testViolations,
  writtenFiles,
} from './architecture/file-rules.ts';
import { unsteadyTests } from './architecture/flaky-tests.ts';
import { functionsOnFunctions } from './architecture/functions.ts';
import { grantViolations } from './architecture/grants.ts';
import {
  dependencyViolations,
  featureViolations,
  layerViolations,
  mainThreadViolations,
  portalLayerViolations,
  vendorViolations,
} from './architecture/layers.ts';
import { project, root } from './architecture/project.ts';
import { cycleViolations, indexViolations, subjectViolations } from './architecture/server-subjects.ts';
import { parse, type SourceFile, withoutComments } from './architecture/sources.ts';
import { tableViolations } from './architecture/tables.ts';

const packageJson = readFileSync(join(root, 'package.json'), 'utf8');
const libraries = readFileSync(join(root, 'docs/decisions/0005-libraries.md'), 'utf8');
const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');

/** Sample files, parsed as tests and rules see those of the project. */
function sample(files: Record<string, string>): SourceFile[] {
  return Object.entries(files).map(([path, text]) => parse(path, text));
}

describe('the project', () => {
  test('has source files', () => {
    expect(project.filter((file) => file.path.startsWith('src/')).length).toBeGreaterThan(20);
    expect(project.some((file) => file.imports.length > 0)).toBe(true);
  });
  const rules: [string, () => string[]][] = [
    ['imports only along the layer table', () => layerViolations(project)],
    ['reads and writes PDFs only in worker threads', () => mainThreadViolations(project)],
    ['has one vendor in each adapter', () => vendorViolations(project)],
    ['keeps web features independent of one another', () => featureViolations(project)],
    ['imports in the portal only from lower layers', () => portalLayerViolations(project)],
    ['runs with the packages of npm ci --omit=dev', () => dependencyViolations(project, packageJson)],
    ['imports server subjects only through their index, in the permitted order', () => subjectViolations(project)],
    ['exports at most twelve functions from an index', () => indexViolations(project)],
    ['assigns no functions to functions', () => functionsOnFunctions(project)],
    ['has no import cycle', () => cycleViolations(project)],
    ['uses each table only in the queries of its subject', () => tableViolations(project)],
    ['grants the application role exactly what its statements write', () => grantViolations(project)],
    ['has no file over 500 lines', () => sizeViolations(project)],
    ['has meaningful file names', () => nameViolations(project)],
    ['has a header comment in each file', () => headCommentViolations(project)],
    ['contains no path of one machine', () => machineViolations(project)],
    ['pins every package to one exact version', () => pinViolations(packageJson)],
    ['states a reason for each package', () => reasonViolations(packageJson, libraries)],
    ['locks packages by hash and names no registry', () => lockViolations(lockfile)],
    ['runs every test', () => testViolations(project)],
    ['has deterministic tests', () => unsteadyTests(project)],
    ['uses neither time nor chance nor the machine in pure code', () => purityViolations(project)],
  ];
  for (const [name, violations] of rules) test(name, () => expect(violations()).toEqual([]));

  test('prints the lengths of its files', () => {
    const lengths = writtenFiles(project)
      .map(linesOf)
      .sort((a, b) => a - b);
    const at = (share: number) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0;
    console.log(
      `${lengths.length} files, lines: median ${at(0.5)} (aim 100), p90 ${at(0.9)} (aim 250), longest ${at(1)}`,
    );
    expect(at(1)).toBeLessThanOrEqual(500);
  });
});

describe('the layer table catches', () => {
  const cases: [string, string, string][] = [
    ['the domain importing Node', 'src/domain/a.ts', `import { join } from 'node:path';`],
    ['the domain importing the contract', 'src/domain/a.ts', `import type { B } from '#contract/b.ts';`],
    ['formats importing Node', 'src/formats/a.ts', `import { createHash } from 'node:crypto';`],
    ['ports naming a vendor', 'src/ports/a.ts', `import type { Pool } from 'pg';`],
    ['the server naming an adapter', 'src/server/app.ts', `import { open } from '#adapters/database/pglite.ts';`],
    ['the server importing an adapter by a relative path', 'src/server/app.ts', `import '../adapters/a.ts';`],
    ['the server naming a database driver', 'src/server/a.ts', `const pg = await import('pg');`],
    ['the web importing the server', 'src/web/portal/a.ts', `export * from '#server/app.ts';`],
    ['a test of the web importing the server', 'src/web/portal/a.test.ts', `import { a } from '#server/app.ts';`],
    ['the web importing Node', 'src/web/portal/a.ts', `import fs from 'node:fs';`],
    ['the papers importing a port', 'src/pdf/a.ts', `import type { Sealer } from '#ports/sealer.ts';`],
    ['an adapter importing the server', 'src/adapters/a.ts', `import {\n  type A,\n  b,\n} from '#server/b.ts';`],
    ['a script importing a package', 'scripts/start.mjs', `import pino from 'pino';`],
  ];
  for (const [name, path, text] of cases) {
    test(name, () => expect(layerViolations(sample({ [path]: text }))).toHaveLength(1));
  }
  test('nothing in permitted imports', () => {
    const fine = sample({
      'src/main.ts': `import { open } from '#adapters/a.ts';\nimport pg from 'pg';`,
      'src/server/app.ts': `import fastify from 'fastify';\nimport helmet from '@fastify/helmet';\nimport { a } from '#pdf/a.ts';`,
      'src/server/http/guard.test.ts': `import { a } from '#adapters/a.ts';\nimport { w } from '#test/world.ts';`,
      'src/domain/a.ts': `// import { x } from 'node:fs'\n/* import 'pg' */\nimport { z } from 'zod';\nconst t = \`\nimport x from 'pg'\`;`,
    });
    expect(layerViolations(fine.slice(0, 3))).toEqual([]);
  });
  test('a PDF library on the main thread, and a server that bypasses the pool', () => {
    const files = sample({
      'src/start.ts': `import { a } from '#server/a.ts';`,
      'src/server/a.ts': `import type { P } from '#pdf/signing/sign.ts';\nimport { b } from '#formats/b.ts';\nimport { s } from '#pdf/s.ts';`,
      'src/formats/b.ts': `import { PDF } from '@libpdf/core';`,
    });
    expect(mainThreadViolations(files)).toEqual([
      '@libpdf/core on the main thread: src/start.ts → src/server/a.ts → src/formats/b.ts',
      'src/server/a.ts imports src/pdf/s.ts beside the pool',
    ]);
  });
  test('no import in a comment', () => {
    expect(layerViolations(sample({ 'src/domain/a.ts': `/** import { x } from 'pg'; */\n// import 'pg';\n` }))).toEqual(
      [],
    );
  });
  test('two vendors in one adapter', () => {
    const text = `import pg from 'pg';\nimport { PgBoss } from 'pg-boss';\nimport { Kysely } from 'kysely';`;
    expect(vendorViolations(sample({ 'src/adapters/database/a.ts': text }))).toHaveLength(1);
  });
  test('one web feature importing another', () => {
    const path = 'src/web/portal/features/folders/a.tsx';
    expect(featureViolations(sample({ [path]: `import { B } from '../documents/b.tsx';` }))).toHaveLength(1);
    expect(featureViolations(sample({ [path]: `import { B } from './b.tsx';` }))).toEqual([]);
  });
  test('a lower layer of the portal that imports a higher one', () => {
    const imports = (path: string, specifier: string) =>
      portalLayerViolations(sample({ [path]: `import { B } from '${specifier}';` }));
    expect(imports('src/web/portal/ui/a.tsx', '../api/client.ts')).toHaveLength(1);
    expect(imports('src/web/portal/ui/a.tsx', '#domain/access.ts')).toHaveLength(1);
    expect(imports('src/web/portal/connected/a.tsx', '../entities/documents/b.tsx')).toHaveLength(1);
    expect(imports('src/web/portal/entities/users/a.tsx', '../../features/users/b.tsx')).toHaveLength(1);
    expect(imports('src/web/portal/entities/users/a.tsx', '../../connected/b.tsx')).toEqual([]);
  });
  test("the signer's pages importing the portal", () => {
    const text = `import { B } from '#web/portal/ui/b.tsx';`;
    expect(featureViolations(sample({ 'src/web/signer/a.tsx': text }))).toHaveLength(1);
    expect(featureViolations(sample({ 'src/web/verify/a.tsx': text }))).toHaveLength(1);
  });
  test('a server that depends on a development package', () => {
    const text = `import fc from 'fast-check';\nimport type { A } from 'vite';`;
    const declared = '{"dependencies":{"pg":"8.0.0"},"devDependencies":{"fast-check":"4.0.0"}}';
    expect(dependencyViolations(sample({ 'src/server/a.ts': text }), declared)).toHaveLength(1);
  });
});

describe('the rules for subjects catch', () => {
  const violations = (path: string, text: string) => subjectViolations(sample({ [path]: text }));
  test('an import that bypasses the index of a subject', () => {
    expect(violations('src/server/signing/a.ts', `import { b } from '../documents/commands.ts';`)).toHaveLength(1);
    expect(violations('src/server/app.ts', `import { b } from './documents/queries.ts';`)).toHaveLength(1);
  });
  test('an import against the order of subjects', () => {
    expect(violations('src/server/evidence/a.ts', `import { b } from '../signing/index.ts';`)).toHaveLength(1);
    expect(violations('src/server/documents/a.ts', `import type { B } from '#server/signing/index.ts';`)).toHaveLength(
      1,
    );
  });
  test('shared code that imports a subject', () => {
    expect(violations('src/server/http/a.ts', `import { b } from '../identity/index.ts';`)).toHaveLength(1);
  });
  test('a folder that is not a subject', () => {
    expect(violations('src/server/extras/a.ts', '')).toHaveLength(1);
  });
  test('nothing in imports along the order', () => {
    expect(violations('src/server/signing/a.ts', `import { b } from '../documents/index.ts';`)).toEqual([]);
    expect(violations('src/server/demo/a.ts', `import { b } from '../signing/index.ts';`)).toEqual([]);
    expect(violations('src/server/app.ts', `import { b } from './signing/routes.ts';`)).toEqual([]);
  });
  test('an index with too many functions, types excepted', () => {
    const twelve = 'a,b,c,d,e,f,g,h,k,l,m,n'.split(',').map((name) => `export function ${name}() {}`);
    const door = (text: string) => indexViolations(sample({ 'src/server/signing/index.ts': text }));
    expect(door(`${twelve.join('\n')}\nexport { type I, j } from './j.ts';`)).toHaveLength(1);
    expect(door(`${twelve.join('\n')}\nexport type { K } from './k.ts';\nexport { type I } from './i.ts';`)).toEqual(
      [],
    );
    expect(door(`export * from './a.ts';`)).toHaveLength(1);
  });
  test.each([
    ['functions assigned to a function', 'function load() {}\nexport const loads = Object.assign(load, { rows });'],
    ['functions assigned to an arrow', 'export const load = Object.assign(() => 1, { rows });'],
    ['functions assigned to an imported one', `import { load } from './load.ts';\nObject.assign(load, { rows });`],
    ['a property of a function', 'const load = () => 1;\nload.rows = rows;'],
    ['a defined property', `async function load() {}\nObject.defineProperty(load, 'rows', { value: rows });`],
  ])('%s', (_name, text) => {
    const files = { 'src/domain/a.ts': text, 'src/domain/load.ts': 'export function load() {}' };
    expect(functionsOnFunctions(sample(files))).toHaveLength(1);
  });
  test('no values assigned to an object or an error', () => {
    const text = `import { load } from './load.ts';
const state = { a: 1 };\nObject.assign(state, { load });\nstate.a = 2;
throw Object.assign(new Error('x'), { code: 'y' });`;
    const files = { 'src/domain/a.ts': text, 'src/domain/load.ts': 'export function load() {}' };
    expect(functionsOnFunctions(sample(files))).toEqual([]);
  });
  test('a cycle of imports, type imports excepted', () => {
    const ring = { 'src/domain/a.ts': `import { b } from './b.ts';`, 'src/domain/b.ts': `import { c } from './c.ts';` };
    expect(cycleViolations(sample({ ...ring, 'src/domain/c.ts': `import { a } from './a.ts';` }))).toHaveLength(1);
    expect(cycleViolations(sample({ ...ring, 'src/domain/c.ts': `import type { A } from './a.ts';` }))).toEqual([]);
  });
});

describe('the rule for tables catches', () => {
  const tables = {
    'db/tables/06-documents.sql':
      '-- create table ghosts (\ncreate table documents (id bigint);\ncreate table if not exists files (id bigint);',
    'src/server/documents/queries.ts': `db.selectFrom('documents')`,
  };
  const violations = (path: string, text: string) => tableViolations(sample({ ...tables, [path]: text }));
  test.each([
    ['the query builder', `db.updateTable('documents').set({})`],
    ['the query builder with another name', `db.selectFrom('documents as d')`],
    ['a join', `q.innerJoin('files', 'files.id', 'x.id')`],
    ['SQL text', 'sql`select 1 from documents where id = $' + '{id}`'],
    ['SQL text in capitals', "client.query('DELETE FROM documents')"],
  ])('a table named elsewhere by %s', (_name, text) => {
    expect(violations('src/server/signing/queries.ts', text)).toHaveLength(1);
  });
  test('nothing in text that only resembles tables', () => {
    expect(
      violations(
        'src/server/signing/a.ts',
        `// from documents\nconst ghosts = from(documents); log('sent from files.');`,
      ),
    ).toHaveLength(1);
    expect(
      violations('src/server/signing/a.ts', '// select from documents\nconst documents = list.from(files);'),
    ).toEqual([]);
    expect(violations('src/server/signing/a.ts', `db.selectFrom('documents_public')`)).toEqual([]);
  });
});

describe('the rule for grants catches', () => {
  const completeRow = {
    'db/tables/06-documents.sql': 'CREATE TABLE documents (id bigint);\nCREATE TABLE files (id bigint);',
    'db/grants.sql':
      'GRANT INSERT ON documents TO :application;\nGRANT INSERT, UPDATE (size) ON files TO :application;',
    'src/server/documents/queries.ts': `db.insertInto('documents'); sql\`insert into files\`; db.updateTable('files')`,
  };
  const violations = (files: Record<string, string>) => grantViolations(sample({ ...completeRow, ...files }));
  test('nothing when all grants match', () => expect(violations({})).toEqual([]));
  test.each([
    ['a table without a grant', { 'db/tables/07-new.sql': 'CREATE TABLE fresh (id bigint);' }],
    ['a statement that is not granted', { 'src/server/files/queries.ts': `db.deleteFrom('files')` }],
    [
      'an insert that updates on conflict',
      { 'src/server/a/queries.ts': `db.insertInto('documents').onConflict(c => c.doUpdateSet({}))` },
    ],
    ['a write by a trigger', { 'db/tables/08-a.sql': 'CREATE FUNCTION a() AS $$ DELETE FROM files; $$' }],
    ['an unused privilege', { 'db/grants.sql': `${completeRow['db/grants.sql'].replace('UPDATE', 'DELETE, UPDATE')}` }],
    ['an id from a sequence', { 'src/server/a/queries.ts': "sql`select nextval('documents_id_seq')`" }],
    [
      'a lock on rows that may not be updated',
      { 'src/server/a/queries.ts': `db.selectFrom('documents').where('id', '=', id).forNoKeyUpdate()` },
    ],
    ['an unreadable line', { 'db/grants.sql': `${completeRow['db/grants.sql']}\nGRANT ALL ON files TO PUBLIC;` }],
  ])('%s', (_name, files) => expect(violations(files)).toHaveLength(1));
});

describe('the habits catch', () => {
  const line = '/** One sentence of a head. */\n';
  test('a file of 501 lines', () => {
    expect(sizeViolations(sample({ 'src/domain/a.ts': 'x\n'.repeat(501) }))).toHaveLength(1);
    expect(sizeViolations(sample({ 'src/domain/a.ts': 'x\n'.repeat(500) }))).toEqual([]);
  });
  test.each(['src/domain/utils.ts', 'src/server/date-helpers.ts', 'src/web/portal/MyPage.tsx', 'src/a/user_list.ts'])(
    'the name %s',
    (path) => expect(nameViolations(sample({ [path]: line }))).toHaveLength(1),
  );
  test('nothing in valid names', () => {
    const fine = [
      'src/domain/access.matrix.test.ts',
      'src/web/portal/sales-manager.tsx',
      'db/migrations/0001-foundation.sql',
    ];
    expect(nameViolations(fine.map((path) => parse(path, line)))).toEqual([]);
  });
  test('a file without a header comment, and a header that is not a sentence', () => {
    const heads = ['export const a = 1;', '/** */\nexport {};', '/** Access */\nexport {};'];
    for (const text of heads) expect(headCommentViolations(sample({ 'src/domain/a.ts': text })), text).toHaveLength(1);
    const fine = [line, '// Says what it is for.\n', '// @vitest-environment happy-dom\n/** Says it here. */'];
    for (const text of fine) expect(headCommentViolations(sample({ 'src/domain/a.ts': text })), text).toEqual([]);
    expect(
      headCommentViolations(
        sample({ 'db/migrations/0001-a.sql': '--! compatible\n-- All tables of the beginning.\n' }),
      ),
    ).toEqual([]);
  });
  test('a path of one machine', () => {
    const folder = ['', 'home', 'anna', 'x'].join('/');
    expect(machineViolations(sample({ 'README.md': `see ${folder}` }))).toHaveLength(1);
    expect(machineViolations(sample({ 'README.md': 'see /api/documents and src/home/page' }))).toEqual([]);
  });
  test('a version range, a registry in the lockfile, a package without a hash', () => {
    expect(pinViolations('{"dependencies":{"a":"^1.0.0","b":"1.0.0","c":"latest"}}')).toHaveLength(2);
    const entry = { '': {}, 'node_modules/a': { resolved: 'https://x', integrity: 'y' }, 'node_modules/b': {} };
    expect(lockViolations(JSON.stringify({ packages: entry }))).toHaveLength(2);
  });
  test('a package without a recorded reason', () => {
    const record = '| package | why |\n| @mantine/core, form | screen |\n| @types/* | types |\nalso pg';
    const packages = { '@mantine/core': '1', '@mantine/form': '1', '@types/node': '1', pg: '1' };
    expect(reasonViolations(JSON.stringify({ dependencies: packages }), record)).toEqual([
      'package.json: pg has no line in the record of libraries',
    ]);
  });
  test('a test that is skipped, focused, not collected, or mocks shared modules', () => {
    const off = (name: string) => sample({ 'src/domain/a.test.ts': `${name}('x', () => {});` });
    for (const how of ['skip', 'only', 'todo', 'concurrent.only']) {
      expect(testViolations(off(`test.${how}`)), how).toHaveLength(1);
    }
    const when = 'describe.runIf';
    expect(testViolations(off(`${when}(Math.random() > 1)`))).toHaveLength(1);
    expect(testViolations(off(`${when}(onPostgres())`))).toEqual([]);
    expect(testViolations(sample({ 'src/domain/a.spec.ts': '' }))).toHaveLength(1);
    const replaced = `vi.mock('./b.ts', () => ({}));`;
    for (const path of ['src/web/a.test.ts', 'src/server/a.test.ts', 'src/server/a.mocks.test.ts']) {
      expect(testViolations(sample({ [path]: replaced })), path).toHaveLength(1);
    }
    expect(testViolations(sample({ 'src/web/a.mocks.test.ts': replaced }))).toEqual([]);
    expect(testViolations(sample({ 'test/journeys/a.spec.ts': 'await page.waitForTimeout(5);' }))).toHaveLength(1);
  });
  test('a test that depends on time, chance or a duration without a stated reason', () => {
    for (const text of [
      'const at = Date.now();',
      'const at = new Date();',
      'setTimeout(resolve, 5);',
      'app.listen(8080);',
      'const id = Math.random();',
      'await expect.poll(() => done).toBe(true);',
      'await vi.waitFor(() => done());',
    ]) {
      const test = (head = '') => sample({ 'src/server/a.test.ts': `${head}${text}` });
      expect(unsteadyTests(test()), text).toHaveLength(1);
      expect(unsteadyTests(test('// Real time: it judges what programs of others say.\n')), text).toEqual([]);
    }
    const fine = `await expect.poll(() => f(1), { timeout: 20_000 }).toBe(true); app.listen(0); new Date('2026-11-20');`;
    expect(unsteadyTests(sample({ 'src/server/a.test.ts': fine }))).toEqual([]);
    const page = 'await page.evaluate(() => Date.now());';
    expect(unsteadyTests(sample({ 'test/journeys/a.spec.ts': page }))).toEqual([]);
  });
  test('pure code that uses the clock, random numbers, the DOM or Node', () => {
    for (const text of [
      'Date.now()',
      'new Date()',
      'Math.random()',
      'process.env',
      'Buffer.from(a)',
      'window.a',
      'document.querySelector(a)',
    ]) {
      expect(purityViolations(sample({ 'src/domain/a.ts': `const a = ${text};` })), text).toHaveLength(1);
    }
    expect(
      purityViolations(sample({ 'src/domain/a.ts': 'const a = new Date(b); const document = c; document;' })),
    ).toEqual([]);
  });
  test('no comment in a string, an expression or a template', () => {
    const [open, blank] = ['`//$' + '{d', '`//$' + '{d       '];
    const text = `const a = 'http://x'; const b = /\\/\\*/; const c = ${open}/* e */}//\`; // f`;
    expect(withoutComments(text)).toBe(`const a = 'http://x'; const b = /\\/\\*/; const c = ${blank}}//\`;     `);
  });
});
