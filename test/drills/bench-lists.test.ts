/** `npm run bench -- lists --quick` works: every call of the table is answered, and every total is exact while others write. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const LIMIT_MS = 240_000;

function bench(...args: string[]): { code: number | null; said: string } {
  const command = [join(import.meta.dirname, '../../tools/main.ts'), 'bench', 'lists', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', timeout: LIMIT_MS });
  return { code: status, said: stdout + stderr };
}

describe('npm run bench -- lists', () => {
  it(
    'measures every line at 20,000 documents, and counts rows and bytes exactly while four writers run',
    () => {
      const { code, said } = bench('--quick');
      expect(said).toMatch(/documents, page 1 by id +admin +\d/);
      expect(said).toMatch(/8 readers, .* \d+ answers a second/);
      expect(said).not.toContain('failed');
      expect(said).toContain('every total and every byte exact');
      expect(code).toBe(0);
    },
    LIMIT_MS,
  );

  it.each([
    ['a size that is not a number', '--size', 'many'],
    ['a size too small to measure', '--size', '10'],
    ['an unknown option', '--slow'],
    ['two targets at once', '--keep', 'a', '--use', 'postgresql://127.0.0.1/postgres'],
  ])('refuses %s and shows its usage', (_, ...args) => {
    const { code, said } = bench(...args);
    expect(code).toBe(2);
    expect(said).toContain('npm run bench -- lists [--size');
  });
});
