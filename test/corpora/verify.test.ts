/** signed files of other products through the verifier; run with CORPORA=<folder> npx vitest run test/corpora. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Verification, verifyPdf } from '#formats/verify/index.ts';
import { corporaFolder, corpusPdfs, readCorpusFile, tableOf } from './corpus.ts';

it('a table counts outcomes by class', () => {
  expect(
    tableOf([
      { kind: 'a', outcome: 'x' },
      { kind: 'a', outcome: 'x' },
    ]),
  ).toEqual({ a: { x: 2 } });
});

/** Signed, then signed again, timestamped or given validation data by the rules: no false alarm is allowed. */
const HONEST = [
  'dss/validation/DSS-1983.pdf',
  'dss/validation/dss-2058/dss-2058-QC-LTA-test.pdf',
  'dss/validation/timestamped_and_signed.pdf',
  'dss/validation/TEST2_signed_with_zero_policy_hash.pdf',
  'dss/validation/dss-1376/DSS1376-rev_n-5.pdf',
  'dss/validation/dss-2554/certified-changes-permitted.pdf',
  'dss/validation/pades-bes.pdf',
  'dss/validation/pades-epes.pdf',
  'dss/validation/pdf-with-eof-cr.pdf',
  'dss/validation/pkcs7.pdf',
  'dss/validation/Signature-P-HU_MIC-1.pdf',
  'pyhanko/pdf/minimal-signed-twice-both-created.pdf',
  'pyhanko/pdf/minimal-signed-twice-no-sig-type.pdf',
  'pyhanko/pdf/minimal-two-fields-signed-twice.pdf',
];

/** Attacks, and changes of the content after a signature. */
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

    it.each(HONEST)('raises no false alarm on %s', (path) => {
      const verification = results.get(path)?.verification;
      expect(verification?.signatures.flatMap(({ changesAfter }) => changesAfter)).toEqual([]);
      expect(verification?.intact).toBe(true);
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
