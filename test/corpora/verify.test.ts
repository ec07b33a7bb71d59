/** Signed files of other products through the verifier. Run with CORPORA=<folder> npx vitest run test/corpora. */
// Real time: it prints how long each file took, and no result depends on it.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Verification, verifyPdf } from '#formats/verify/index.ts';
import { verdictOf } from '#formats/verify/verdict.ts';
import { CERTAINTY } from '#test/certainty.ts';
import { corporaFolder, corpusPdfs, readCorpusFile, tableOf } from './corpus.ts';
import { SIGNED_FILES } from './signed-files.ts';

it('a table counts results by class', () => {
  expect(
    tableOf([
      { kind: 'a', outcome: 'x' },
      { kind: 'a', outcome: 'x' },
    ]),
  ).toEqual({ a: { x: 2 } });
});

/** The expected problem code, where it matters which. */
const EXPECTED_CODES: Record<string, string> = {
  'dss/validation/siwa.pdf': 'file.unreadable',
  'dss/validation/pdf-signed-added-page.pdf': 'change.pages',
  'dss/validation/pdf-signed-out-of-byteRange.pdf': 'file.trailingBytes',
  'dss/validation/pdf-with-empty-sig.pdf': 'cms.unreadable',
  'dss/validation/pdf-double-signer-info.pdf': 'cms.unreadable',
  'dss/validation/pades-unsupported-signature-algorithm.pdf': 'cms.unsupported',
  'dss/validation/BadEncodedCMS.pdf': 'cms.algorithm',
  'dss/validation/dss-1959/pades-revoc-removed-from-dss-dict.pdf': 'later.validationData',
  'dss/validation/dss-1376/DSS1376-rev_n.pdf': 'later.filledIn',
  'dss/validation/pdf-structtreeroot-changes.pdf': 'later.structure',
  'pyhanko/pdf/extensions-indirect-not-all-paths.pdf': 'change.object',
};

/** Crafted or damaged files, judged by their name and neighbours: none of them may be reported intact, and no other altered. */
const MANIPULATED: Readonly<Record<string, string>> = {
  'dss/validation/siwa.pdf': 'signature wrapping',
  'dss/validation/pdf-signed-added-page.pdf': 'a page was added',
  'dss/validation/pdf-signed-out-of-byteRange.pdf': 'the range leads out of the file',
  'dss/validation/dss-1959/pades-revoc-removed-from-dss-dict.pdf': 'revocation data was taken out',
  'dss/validation/pdf-with-empty-sig.pdf': 'the value was wiped out',
  'dss/validation/pades-unsupported-signature-algorithm.pdf': 'the name of the algorithm was exchanged',
  'dss/validation/pdf-double-signer-info.pdf': 'a second signer was put into the value',
  'pdfjs/poppler-395-0-fuzzed.pdf': 'fuzzed',
  'pyhanko/pdf/extensions-indirect-not-all-paths.pdf': 'what was changed is not the extensions alone',
};

if (corporaFolder !== null) {
  const folder = corporaFolder;
  describe('the verifier over the corpora', () => {
    const results = new Map<string, { kind: string; verification: Verification; ms: number }>();

    beforeAll(async () => {
      for (const { path, kind } of corpusPdfs(folder)) {
        const started = performance.now();
        const verification = await verifyPdf(readCorpusFile(folder, path), { anchors: [] });
        results.set(path, { kind, verification, ms: performance.now() - started });
      }
    }, 120_000);

    const codes = ({ problems, signatures }: Verification): string[] =>
      [...problems, ...signatures.flatMap((s) => [...s.problems, ...s.changesAfter])].map((p) => p.split(':')[0] ?? '');

    it('judges every file within ten seconds, without an exception', () => {
      const outcome = ({ intact, problems }: Verification): string =>
        intact ? 'intact' : (problems[0]?.split(':')[0] ?? 'changed');
      console.table(
        tableOf([...results.values()].map(({ kind, verification }) => ({ kind, outcome: outcome(verification) }))),
      );
      expect(results.size).toBeGreaterThan(1000);
      expect([...results].filter(([, { ms }]) => ms > 10_000).map(([path]) => path)).toEqual([]);
      expect(
        [...results].filter(([, r]) => r.verification.problems.join().includes('unexpected')).map(([p]) => p),
      ).toEqual([]);
    });

    it('has a stated reason for its verdict on every signed file', () => {
      const signedFiles = [...results].filter(([, { verification }]) => verification.signatures.length > 0);
      const lines = signedFiles.map(([path, { verification }]) => `${path}: ${verdictOf(verification)}`);
      expect(lines.sort()).toEqual(SIGNED_FILES.map(({ path, verdict }) => `${path}: ${verdict}`).sort());
    });

    it('raises no false alarm on a valid file, and reports no other file as intact', () => {
      for (const { path, verdict } of SIGNED_FILES) {
        const verification = results.get(path)?.verification;
        const sound = CERTAINTY[verdict] === 'intact';
        expect(verification?.intact, path).toBe(sound);
        if (sound)
          expect(
            verification?.signatures.flatMap(({ changesAfter }) => changesAfter),
            path,
          ).toEqual([]);
      }
    });

    it('reports no unmodified file as altered, and no modified file as intact', () => {
      const certainty = (path: string) => CERTAINTY[verdictOf(results.get(path)?.verification as Verification)];
      const manipulated = Object.keys(MANIPULATED);
      expect(manipulated.filter((path) => certainty(path) === 'intact')).toEqual([]);
      const others = SIGNED_FILES.map(({ path }) => path).filter((path) => !manipulated.includes(path));
      expect(others.filter((path) => certainty(path) === 'altered')).toEqual([]);
      expect(others.filter((path) => certainty(path) === 'intact').length).toBeGreaterThan(25);
    });

    it('detects one changed byte in every intact file, and bytes added or removed at its end', async () => {
      for (const { path, verdict } of SIGNED_FILES) {
        if (CERTAINTY[verdict] !== 'intact') continue;
        const bytes = readCorpusFile(folder, path);
        // The second line of the file is a comment: only a digest detects the change.
        const flipped = new Uint8Array(bytes);
        const at = flipped.indexOf(10) > 0 && flipped.indexOf(10) < 20 ? flipped.indexOf(10) + 3 : 12;
        flipped[at] = (flipped[at] ?? 0) ^ 1;
        const forged = [flipped, Buffer.concat([bytes, Buffer.from('x')]), bytes.subarray(0, bytes.length - 9)];
        for (const [n, forgery] of forged.entries()) {
          const verification = await verifyPdf(forgery, { anchors: [] });
          expect(`${path} ${n} ${CERTAINTY[verdictOf(verification)]}`).toBe(`${path} ${n} altered`);
        }
        const ended = await verifyPdf(Buffer.concat([bytes, Buffer.from('\n')]), { anchors: [] });
        expect(ended.intact, path).toBe(false);
      }
    }, 60_000);

    it('fails no valid signature of another authority', () => {
      const failed = SIGNED_FILES.filter(
        ({ path, verdict }) =>
          verdict === 'foreign' &&
          results.get(path)?.verification.signatures.some(({ indication }) => indication === 'TOTAL-FAILED'),
      );
      expect(failed).toEqual([]);
    });

    it.each(Object.entries(EXPECTED_CODES))('detects the fault in %s', (path, code) => {
      const verification = results.get(path)?.verification;
      expect(verification && codes(verification)).toContain(code);
      expect(verification?.intact).toBe(false);
    });

    it('passes nothing without an anchor', () => {
      const passed = [...results].filter(([, { verification }]) =>
        verification.signatures.some(({ indication }) => indication === 'TOTAL-PASSED'),
      );
      expect(passed).toEqual([]);
    });
  });
}
