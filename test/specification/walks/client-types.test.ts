/** The compiler rejects a change of an endpoint that a page does not follow; shown by compiling such changes. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Small files that read answers, write bodies and fill paths; the compiler also reads their imports. */
const PAGES = [
  'src/web/portal/features/documents/event-facts.ts',
  'src/web/portal/features/videos/video-values.ts',
  'src/web/portal/api/queries.ts',
  'src/web/portal/api/queries/papers.ts',
  'src/web/device/api/device-api.ts',
];

/** The contract's file, the change, and the page that breaks, with the compiler's message. */
const CHANGES = [
  [
    'a field of a response has another name',
    'signing/signed-files.ts',
    'detail: z.string().nullable()',
    'facts: z.string().nullable()',
    /documents\/event-facts\.ts.*detail/,
  ],
  [
    'a field of a body has another shape',
    'videos.ts',
    'body: videoSchema,',
    'body: videoSchema.extend({ order: z.string() }),',
    /videos\/video-values\.ts.*TS2322/,
  ],
  [
    'a parameter of the path has another name',
    'paper-versions.ts',
    'params: idParams,',
    'params: z.strictObject({ version: idParams.shape.id }),',
    /api\/queries\/papers\.ts.*TS2353/,
  ],
  [
    'an endpoint is missing',
    'calls/documents.ts',
    'export const getDocument =',
    'export const readDocument =',
    /api\/queries\.ts.*getDocument/,
  ],
  [
    'a response has another type',
    'signing/tablets.ts',
    'signUrl: z.string().nullable()',
    'link: z.string().nullable()',
    /device\/api\/device-api\.ts.*signUrl/,
  ],
] as const;

let folder: string;
let errors: string[];

const compile = (): Promise<string[]> =>
  new Promise((resolve) => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    execFile(process.execPath, [compiler, '-p', '.'], { cwd: folder, maxBuffer: 1 << 24 }, (_failure, stdout) =>
      resolve(stdout.split('\n').filter((line) => line.includes('error TS'))),
    );
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fascicolo-types-'));
  await mkdir(join(folder, 'src'));
  for (const part of ['domain', 'contract', 'formats', 'web']) {
    await cp(join(root, 'src', part), join(folder, 'src', part), { recursive: true });
  }
  for (const file of ['package.json', 'tsconfig.base.json']) await cp(join(root, file), join(folder, file));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const compilerOptions = {
    composite: false,
    noEmit: true,
    emitDeclarationOnly: false,
    declaration: false,
    tsBuildInfoFile: null,
  };
  const config = { extends: './src/web/tsconfig.json', compilerOptions, include: PAGES, references: [] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the compiler', () => {
  test('accepts the unchanged pages', async () => {
    expect(await compile()).toEqual([]);
  });

  test('refuses a page', async () => {
    for (const [, file, before, after] of CHANGES) {
      const path = join(folder, 'src/contract', file);
      const text = await readFile(path, 'utf8');
      expect(text, file).toContain(before);
      await writeFile(path, text.replaceAll(before, after));
    }
    errors = await compile();
    expect(errors.length).toBeGreaterThan(0);
  });

  test.each(CHANGES)('when %s', (_what, _file, _before, _after, expected) => {
    expect(errors.filter((line) => expected.test(line))).not.toEqual([]);
  });
});
