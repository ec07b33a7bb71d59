/** The deliverables besides the product: a Dockerfile without faults, and a bill of materials that names only what is shipped. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const dockerfile = join(root, 'deploy/Dockerfile');
const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });

describe('the Dockerfile', () => {
  test('passes dockerfilelint', () => {
    const report = run('node_modules/dockerfilelint/bin/dockerfilelint', '--output', 'json', dockerfile);
    expect(JSON.parse(report)).toMatchObject({ totalIssues: 0 });
  });

  test('builds nothing, and runs as an unprivileged user', () => {
    const lines = readFileSync(dockerfile, 'utf8').split('\n');
    expect(lines.filter((line) => /\b(npm|npx|node|tsc|vite)\b/.test(line) && !line.startsWith('#'))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('USER'))).toEqual(['USER 10001:10001']);
    expect(lines.filter((line) => line.startsWith('FROM'))).toHaveLength(1);
  });
});

describe('the software bill of materials', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const bill = JSON.parse(run('scripts/sbom.mjs')) as {
    bomFormat: string;
    components: { name: string; version: string; hashes?: object[] }[];
  };
  const versions = new Map(bill.components.map(({ name, version }) => [name, version]));

  test('is CycloneDX, and lists each package of the server with version and hash', () => {
    expect(bill.bomFormat).toBe('CycloneDX');
    for (const [name, version] of Object.entries(dependencies ?? {}))
      expect([name, versions.get(name)]).toEqual([name, version]);
    expect(bill.components.filter(({ hashes }) => (hashes ?? []).length === 0)).toEqual([]);
  });

  test('lists what is built into the pages, and no development package', () => {
    const pages = [
      'react',
      'react-dom',
      '@mantine/core',
      '@tanstack/react-query',
      'i18next',
      'uqr',
      '@fontsource-variable/inter',
    ];
    expect(pages.filter((name) => !versions.has(name))).toEqual([]);
    const tools = [
      'vite',
      'vitest',
      'typescript',
      '@biomejs/biome',
      'knip',
      'lighthouse',
      '@playwright/test',
      'fast-check',
    ];
    expect(tools.filter((name) => devDependencies?.[name] === undefined)).toEqual([]);
    expect(tools.filter((name) => versions.has(name))).toEqual([]);
  });

  test('lists Node and the drawing library only for this system', () => {
    const own = [...versions.keys()].filter((name) => /^node-(linux|darwin|win)-|^@napi-rs\/canvas-/.test(name));
    expect(own.filter((name) => !name.includes(process.arch))).toEqual([]);
    expect(own.length).toBeLessThanOrEqual(2);
  });
});
