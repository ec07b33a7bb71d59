/** signed files of other products through the verifier; run with CORPORA=<folder> npx vitest run test/corpora. */
// Real time: it prints how long each file took, and judges none by it.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Verification, verifyPdf } from '#formats/verify/index.ts';
import { verdictOf } from '#formats/verify/verdict.ts';
import { corporaFolder, corpusPdfs, readCorpusFile, tableOf } from './corpus.ts';
import { SIGNED_FILES } from './signed-files.ts';

it('a table counts outcomes by class', () => {
  expect(
    tableOf([
      { kind: 'a', outcome: 'x' },
      { kind: 'a', outcome: 'x' },
    ]),
  ).toEqual({ a: { x: 2 } });
});

/** The code that tells what is wrong, where it matters which one. */
const CHANGED: Record<string, string> = {
  'dss/validation/siwa.pdf': 'file.unreadable',
  'dss/validation/pdf-signed-added-page.pdf': 'change.pages',
  'dss/validation/pdf-signed-out-of-byteRange.pdf': 'file.trailingBytes',
  'dss/validation/pdf-with-empty-sig.pdf': 'cms.unreadable',
  'dss/validation/pdf-double-signer-info.pdf': 'cms.unreadable',
  'dss/validation/pades-unsupported-signature-algorithm.pdf': 'cms.algorithm',
  'dss/validation/BadEncodedCMS.pdf': 'cms.form',
  'dss/validation/dss-1959/pades-revoc-removed-from-dss-dict.pdf': 'change.validationData',
  'dss/validation/dss-1376/DSS1376-rev_n.pdf': 'change.object',
  'dss/validation/pdf-structtreeroot-changes.pdf': 'change.object',
  'pyhanko/pdf/sig-no-signed-attrs.pdf': 'cms.unreadable',
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

    it('answers every file, without an exception, within ten seconds', () => {
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

    it('knows what to say of every signed file, each listed with its reason', () => {
      const found = [...results].filter(([, { verification }]) => verification.signatures.length > 0);
      const said = found.map(([path, { verification }]) => `${path}: ${verdictOf(verification)}`);
      expect(said.sort()).toEqual(SIGNED_FILES.map(({ path, verdict }) => `${path}: ${verdict}`).sort());
    });

    it('raises no false alarm on a sound file, and calls no other intact', () => {
      for (const { path, verdict } of SIGNED_FILES) {
        const verification = results.get(path)?.verification;
        const sound = verdict === 'foreign' || verdict === 'undecided';
        expect(verification?.intact, path).toBe(sound);
        if (sound)
          expect(
            verification?.signatures.flatMap(({ changesAfter }) => changesAfter),
            path,
          ).toEqual([]);
      }
    });

    it('says of no sound signature of another authority that it fails', () => {
      const failed = SIGNED_FILES.filter(
        ({ path, verdict }) =>
          verdict === 'foreign' &&
          results.get(path)?.verification.signatures.some(({ indication }) => indication === 'TOTAL-FAILED'),
      );
      expect(failed).toEqual([]);
    });

    it.each(Object.entries(CHANGED))('sees what is wrong with %s', (path, code) => {
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
