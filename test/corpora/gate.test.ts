/** Every PDF of the corpora passes through the gate. Run with CORPORA=<folder> npx vitest run test/corpora. */
// Real time: it prints how long each file took, and no result depends on it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GateResult, PdfGate } from '#pdf/gate.ts';
import { corporaFolder, corpusPdfs, pdfsOf, readCorpusFile, tableOf } from './corpus.ts';

it('the index lists its PDFs with their class', () => {
  const tsv = 'path\tbytes\tsha256\tclass\na/b.pdf\t1\tff\tpdf-form\nc.json\t2\tee\tjson-accept\n';
  expect(pdfsOf(tsv)).toEqual([{ path: 'a/b.pdf', kind: 'pdf-form' }]);
});

interface Row {
  path: string;
  kind: string;
  outcome: string;
  detail: string;
  ms: number;
  result: GateResult;
}

if (corporaFolder !== null) {
  const folder = corporaFolder;
  describe('the gate over the corpora', () => {
    const gate = new PdfGate({ children: 2 });
    const rows: Row[] = [];

    const inspectAll = async (): Promise<void> => {
      const files = corpusPdfs(folder);
      // As many in parallel as there are children, so that the time is the file's own.
      const worker = async (): Promise<void> => {
        for (let file = files.shift(); file; file = files.shift()) {
          const bytes = readCorpusFile(folder, file.path);
          const started = performance.now();
          const result = await gate.inspect(bytes);
          const outcome = result.ok ? (result.normalised ? 'normalised' : 'unchanged') : result.code;
          const detail = result.ok ? '' : result.detail;
          rows.push({ ...file, outcome, detail, ms: performance.now() - started, result });
        }
      };
      await Promise.all([worker(), worker()]);
    };

    beforeAll(inspectAll, 220_000);
    afterAll(() => gate.close());

    const of = (kind: string): Row[] => rows.filter((row) => row.kind === kind);
    const unlike = (list: readonly Row[], ...outcomes: string[]): string[] =>
      list.filter(({ outcome }) => !outcomes.includes(outcome)).map(({ path, outcome }) => `${path}: ${outcome}`);

    it('judges every file within ten seconds, without a crash, a hang or too much memory', () => {
      console.table(tableOf(rows));
      const slowest = rows.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
      console.log(slowest.map(({ path, ms }) => `${Math.round(ms)} ms ${path}`).join('\n'));
      expect(rows.length).toBeGreaterThan(1000);
      expect(rows.filter(({ detail }) => /child process/.test(detail)).map(({ path }) => path)).toEqual([]);
      expect(unlike(rows.filter(({ outcome }) => outcome === 'pdf.timeout'))).toEqual([]);
      expect(rows.filter(({ ms }) => ms > 10_000).map(({ path }) => path)).toEqual([]);
    });

    it('refuses every signed file as signed, and every file that needs a password as encrypted', () => {
      expect(unlike(of('pdf-signed'), 'pdf.alreadySigned')).toEqual([]);
      const encrypted = of('pdf-encrypted');
      expect(unlike(encrypted, 'pdf.encrypted', 'normalised')).toEqual([]);
      // These open without a password, and their permissions allow printing.
      const decrypted = encrypted.filter(({ outcome }) => outcome === 'normalised');
      expect(decrypted.map(({ path }) => path.replace('pdfjs/', '')).sort()).toEqual([
        ...['empty_protected.pdf', 'issue17215.pdf', 'issue7665.pdf', 'issue9972-1.pdf', 'issue9972-3.pdf'],
        'pr6531_2.pdf',
      ]);
    });

    it('accepts valid archive files', () => {
      const refused = unlike(of('pdfa-pass'), 'unchanged', 'normalised');
      // Scripts, attachments and notes, which those profiles allow and D-11 does not; inks that programs mix differently.
      expect(refused.map((line) => line.replace(/.*suite /, '')).sort()).toEqual([
        '6-2-4-4-t01-pass-d.pdf: pdf.content',
        '6-2-4-4-t01-pass-h.pdf: pdf.content',
        '6-3-1-t01-pass-a.pdf: pdf.extras',
        '6-6-1-t01-pass-a.pdf: pdf.active',
        '6-6-3-t01-pass-c.pdf: pdf.active',
        '6-7-3-t01-pass-a.pdf: pdf.extras',
        '6-8-t02-pass-a.pdf: pdf.extras',
        '6-9-t01-pass-a.pdf: pdf.extras',
        '6-9-t03-pass-a.pdf: pdf.extras',
      ]);
    });

    it('leaves files that it accepts unchanged on the second pass', async () => {
      const written = rows.flatMap(({ path, result }) => (result.ok && result.normalised ? [{ path, result }] : []));
      for (const { path, result } of written) {
        const again = await gate.inspect(result.bytes);
        expect({ path, again: again.ok && !again.normalised, pages: again.ok && again.pages }).toEqual({
          path,
          again: true,
          pages: result.pages,
        });
      }
    }, 60_000);
  });
}
