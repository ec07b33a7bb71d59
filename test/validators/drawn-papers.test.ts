/** pdf.js and PDFium draw the sample papers of every type alike, by the measure for third-party documents. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, describe, expect, it } from 'vitest';
import { paperTypes } from '#domain/papers/compose-paper.ts';
import { PageChecker } from '#pdf/drawing/page-checker.ts';
import { papers } from '../../src/cli/papers.ts';

describe('sample papers', () => {
  const checker = new PageChecker();
  afterAll(() => checker.close());

  it('are rendered alike in both engines', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sample-papers-'));
    try {
      expect(await papers(['--out', folder])).toBe(0);
      const names = await readdir(folder);
      // One for each type, and the one for foreigners in two languages.
      expect(names).toHaveLength(paperTypes.length + 1);
      const different: string[] = [];
      for (const name of names) {
        const bytes = new Uint8Array(await readFile(join(folder, name)));
        const pages = (await PDF.load(bytes)).getPageCount();
        const check = await checker.compareEngines(bytes, { from: 0, to: pages, pages });
        if (!check.ok) different.push(`${name}, page ${check.page + 1}: ${check.finding}, ${check.detail}`);
      }
      expect(different).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 300_000);
});
