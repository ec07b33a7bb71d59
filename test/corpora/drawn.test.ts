/**
 * Every PDF of the corpora through upload and preparation: what is accepted looks the same in four engines before and
 * after; run with CORPORA=<folder> npx vitest run test/corpora/drawn.test.ts.
 */
// Real time: each file takes as long as it takes.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { differencesOf, isSeen } from '#pdf/drawing/compare.ts';
import { PageChecker } from '#pdf/drawing/page-checker.ts';
import { PdfGate } from '#pdf/gate.ts';
import { prepareForSigning } from '#pdf/prepare.ts';
import { samplePlan } from '../../src/pdf/samples.suite.ts';
import { corporaFolder, corpusPdfs, readCorpusFile, tableOf } from './corpus.ts';
import { type Drawer, drawnBy } from './foreign-drawing.ts';

/** Pages of each file that are drawn. */
const MOST = 3;

interface Row {
  path: string;
  kind: string;
  outcome: string;
}

/** Cases beside the corpora, where they are. */
const cases = join(import.meta.dirname, '../../../shared/cases');

if (corporaFolder !== null) {
  const folder = corporaFolder;
  describe('what is accepted of the corpora', () => {
    const gate = new PdfGate({ children: 1 });
    const checker = new PageChecker();
    afterAll(async () => {
      await gate.close();
      await checker.close();
    });

    /** Programs that show a page of the original otherwise once it is prepared. */
    async function changedBy(before: Uint8Array, after: Uint8Array, page: number): Promise<Drawer[]> {
      const changed: Drawer[] = [];
      for (const drawer of ['Poppler', 'MuPDF'] as const) {
        const [one, other] = [await drawnBy(drawer, before, page), await drawnBy(drawer, after, page)];
        // A program that cannot draw the original has nothing to compare.
        if (one !== null && (other === null || differencesOf(one, other).some(isSeen))) changed.push(drawer);
      }
      return changed;
    }

    async function outcomeOf(bytes: Uint8Array): Promise<string> {
      const judged = await gate.inspect(bytes);
      if (!judged.ok) return judged.code;
      const { bytes: stored, pages } = judged;
      const range = { from: 0, to: Math.min(pages, MOST) };
      if (stored !== bytes) {
        const check = await checker.compareVersions(bytes, stored, { ...range, engines: 'both' });
        if (!check.ok) return `refused: ${check.finding}`;
      }
      const alike = await checker.compareEngines(stored, { ...range, pages });
      if (!alike.ok) return `refused: ${alike.finding}`;
      const prepared = await prepareForSigning(stored, samplePlan);
      const unchanged = await checker.compareVersions(stored, prepared.bytes, { ...range, engines: 'both' });
      if (!unchanged.ok) return `different: prepared, ${unchanged.finding}`;
      for (let page = 1; page <= range.to; page++) {
        const [changed] = await changedBy(stored, prepared.bytes, page);
        if (changed) return `different: prepared, ${changed}`;
      }
      return 'accepted';
    }

    it('looks the same in pdf.js, PDFium, Poppler and MuPDF when it is prepared', async () => {
      const files = corpusPdfs(folder).map(({ path, kind }) => ({
        path,
        kind,
        read: () => readCorpusFile(folder, path),
      }));
      if (existsSync(cases)) {
        for (const path of readdirSync(cases).filter((name) => name.endsWith('.pdf'))) {
          files.push({ path, kind: 'case', read: () => readCorpusFile(cases, path) });
        }
      }
      const rows: Row[] = [];
      for (const { path, kind, read } of files) {
        const outcome = await outcomeOf(read()).catch((error: Error) => `refused: ${error.name}`);
        rows.push({ path, kind, outcome });
      }
      console.table(tableOf(rows));
      const list = (start: string) => rows.filter(({ outcome }) => outcome.startsWith(start));
      console.log(
        list('refused')
          .map(({ path, outcome }) => `${outcome}  ${path}`)
          .join('\n'),
      );
      expect(list('different').map(({ path, outcome }) => `${path}: ${outcome}`)).toEqual([]);
      expect(list('accepted').length).toBeGreaterThan(600);
    }, 2_400_000);
  });
}
