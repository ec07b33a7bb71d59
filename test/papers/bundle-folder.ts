/** Unpacks an evidence bundle into a folder and checks it exactly by its manual, with sh, openssl and sha256sum. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';

/** One folder per test of a file, with its operations. */
export function bundleFolder() {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fascicolo-bundle-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function extract(files: ReadonlyMap<string, Buffer>): void {
    for (const [name, bytes] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
  }

  /** The shell blocks of a manual in the folder. */
  const blocksOf = (manual: string): string[] =>
    [...readFileSync(join(folder, manual), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);

  const sh = (script: string): { status: number | null; said: string; complaint: string } => {
    const { status, stdout, stderr } = spawnSync('sh', { cwd: folder, input: script, encoding: 'utf8' });
    return { status, said: stdout, complaint: stderr };
  };

  /** The first step that does not print OK; null when all do. */
  function firstFailure(manual = 'README.md'): number | null {
    const [preparation = '', ...steps] = blocksOf(manual);
    for (const [index, step] of steps.entries()) {
      const { status, said } = sh(preparation + step);
      const well = said.endsWith(`OK ${index + 1}\n`);
      expect(status === 0).toBe(well);
      if (!well) return index + 1;
    }
    return null;
  }

  /** An attacker who changes a file can recompute the checksums as well. */
  function writeSums(files: Iterable<string>): void {
    const sum = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
    const lines = [...files].filter((name) => name !== 'SHA256SUMS').map((name) => `${sum(name)}  ${name}\n`);
    writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  }

  function flip(name: string, at: number): void {
    const bytes = readFileSync(join(folder, name));
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(join(folder, name), bytes);
  }

  return { at: (name: string) => join(folder, name), extract, blocksOf, sh, firstFailure, writeSums, flip };
}
