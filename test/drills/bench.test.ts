/** `npm run bench` works and prints its figures; their values do not matter. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const LIMIT_MS = 240_000;

function bench(...args: string[]): { code: number | null; said: string } {
  const command = [join(import.meta.dirname, '../../tools/main.ts'), 'bench', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', timeout: LIMIT_MS });
  return { code: status, said: stdout + stderr };
}

it(
  'prints the cost of a signature at three sizes',
  () => {
    const { code, said } = bench('--rounds', '1', '--json');
    expect(code).toBe(0);
    const results = JSON.parse(said) as { label: string; bytes: number; wholeMs: { best: number } }[];
    expect(results.map(({ label }) => label)).toEqual(['100 KB', '1 MB', '20 MB']);
    for (const [index, { bytes, wholeMs }] of results.entries()) {
      const size = [100 << 10, 1 << 20, 20 << 20][index] ?? 0;
      expect(Math.abs(bytes - size) / size).toBeLessThan(0.2);
      expect(wholeMs.best).toBeGreaterThan(0);
    }
  },
  LIMIT_MS,
);
