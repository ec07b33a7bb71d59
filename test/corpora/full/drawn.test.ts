/**
 * Every PDF of the corpora through upload, preparation and signing: accepted files look the same in four engines before
 * and after. Run with CORPORA=<folder> npx vitest run test/corpora/full/drawn.test.ts. Optional variables: DRAWN_PART=2/8
 * takes every eighth file from the second, DRAWN_ONLY=<text|text> files with such a text in their path,
 * DRAWN_ROWS=<file> appends each result as a line while the test runs.
 */
// Real time: each file takes as long as it takes.
import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DrawingFailed, PageChecker } from '#pdf/drawing/page-checker.ts';
import { PdfGate } from '#pdf/gate.ts';
import { readLayout } from '#pdf/page/layout.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { applySignature, type SignatureRequest } from '#pdf/signing/sign.ts';
import { testNow } from '#test/clock.ts';
import {
  sampleLines,
  samplePlan,
  signerKey,
  stampWith,
  testAuthority,
} from '../../../src/pdf/signing/samples.suite.ts';
import { corporaFolder, corpusPdfs, readCorpusFile, tableOf } from '../corpus.ts';
import { ForeignComparison } from '../foreign-comparison.ts';
import { unexplainedFindings } from '../known-differences.ts';

/** Pages drawn per file. */
const MAX_PAGES = 3;

interface Row {
  path: string;
  kind: string;
  outcome: string;
  /** The technical detail of a refusal. */
  detail: string;
  ms: number;
}

type Outcome = Pick<Row, 'outcome' | 'detail'>;

/** The cases outside the corpora, where the folder exists. */
const cases = join(import.meta.dirname, '../../../../shared/cases');

const { DRAWN_PART = '1/1', DRAWN_ONLY = '', DRAWN_ROWS } = process.env;
const [part = 1, parts = 1] = DRAWN_PART.split('/').map(Number);

function filesOf(folder: string) {
  const files = corpusPdfs(folder).map(({ path, kind }) => ({ path, kind, read: () => readCorpusFile(folder, path) }));
  if (existsSync(cases)) {
    for (const path of readdirSync(cases).filter((name) => name.endsWith('.pdf'))) {
      files.push({ path, kind: 'case', read: () => readCorpusFile(cases, path) });
    }
  }
  return files.filter(
    ({ path }, index) => index % parts === part - 1 && DRAWN_ONLY.split('|').some((text) => path.includes(text)),
  );
}

if (corporaFolder !== null) {
  const folder = corporaFolder;
  describe('each accepted file of the corpora', () => {
    const gate = new PdfGate({ children: 1 });
    const checker = new PageChecker();
    let foreign: ForeignComparison;
    let request: SignatureRequest;
    beforeAll(async () => {
      foreign = await ForeignComparison.open();
      const authority = await testAuthority();
      const [key, stamp] = [await signerKey(authority), stampWith(authority)];
      const appearance = { kind: 'signature' as const, lines: sampleLines('Ginevra Provetti') };
      request = { field: 'Firma1', certify: true, key, stamp, appearance, signedAt: testNow() };
    });
    afterAll(async () => {
      await gate.close();
      await checker.close();
    });

    /** A field that programs turn and move differently has to be moved by the seller first. */
    async function hasTurnedField(stored: Uint8Array): Promise<boolean> {
      const { fields } = await readLayout(stored, []);
      return fields.some(({ fault }) => fault === 'fieldTurned');
    }

    async function outcomeOf(path: string, uploaded: Uint8Array): Promise<Outcome> {
      const judged = await gate.inspect(uploaded);
      if (!judged.ok) return { outcome: judged.code, detail: judged.detail };
      const { bytes: stored, pages } = judged;
      const range = { from: 0, to: Math.min(pages, MAX_PAGES) };
      if (stored !== uploaded) {
        const check = await checker.compareVersions(uploaded, stored, { ...range, engines: 'both' });
        if (!check.ok) return { outcome: `refused: stored, ${check.finding}`, detail: check.detail };
      }
      const alike = await checker.compareEngines(stored, { ...range, pages });
      if (!alike.ok) return { outcome: `refused: ${alike.finding}`, detail: alike.detail };
      const { bytes: prepared } = await prepareForSigning(stored, samplePlan);
      const { bytes: signed } = await applySignature(prepared, request);
      if (await hasTurnedField(stored)) return { outcome: 'told: fieldTurned', detail: '' };
      const unchanged = await checker.compareVersions(stored, signed, { ...range, engines: 'both' });
      if (!unchanged.ok) return { outcome: `different: ${unchanged.finding}`, detail: unchanged.detail };
      return unexplainedFindings(path, await foreign.compare(uploaded, signed, range.to));
    }

    it('looks the same in pdf.js, PDFium, Poppler and MuPDF after signing', async () => {
      const rows: Row[] = [];
      for (const { path, kind, read } of filesOf(folder)) {
        const started = performance.now();
        const judged = await outcomeOf(path, read()).catch((error: Error): Outcome => {
          // The server refuses what cannot be drawn within its limits.
          const outcome = error instanceof DrawingFailed ? 'refused: undrawable' : `failed: ${error.name}`;
          return { outcome, detail: error.message };
        });
        const row = { path, kind, ...judged, ms: Math.round(performance.now() - started) };
        rows.push(row);
        if (DRAWN_ROWS) appendFileSync(DRAWN_ROWS, `${Object.values(row).join('\t').replaceAll('\n', ' ')}\n`);
      }
      console.table(tableOf(rows));
      const list = (start: RegExp): string[] =>
        rows
          .filter(({ outcome }) => start.test(outcome))
          .map(({ path, outcome, detail }) => `${path}: ${outcome}, ${detail}`);
      console.log(list(/^refused/).join('\n'));
      expect(list(/^(?:different|unlike|failed)/)).toEqual([]);
      if (parts === 1 && DRAWN_ONLY === '') expect(list(/^accepted/).length).toBeGreaterThan(600);
    }, 3_600_000);
  });
}
