/** Third-party files that were signed, and signed again or timestamped: no false alarm, and every change in them is still detected. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Verification, verifyPdf } from '#formats/verify/index.ts';
import { verdictOf } from '#formats/verify/verdict.ts';
import { updates } from '#test/attacks/attacks.ts';
import { Target } from '#test/attacks/verify/raw-update.ts';
import { READER_ATTACKS } from '#test/attacks/verify/reader-attacks.ts';
import { CERTAINTY } from '#test/certainty.ts';
import { type ForeignFile, makeForeignFiles } from './make-files.ts';

let files: ForeignFile[];
const results = new Map<string, Verification>();

beforeAll(async () => {
  files = await makeForeignFiles();
  for (const { name, bytes } of files) results.set(name, await verifyPdf(bytes, { anchors: [] }));
}, 300_000);

const certaintyOf = (verification: Verification) => CERTAINTY[verdictOf(verification)];
const codesOf = ({ problems, signatures }: Verification): string[] => [
  ...new Set([...problems, ...signatures.flatMap(({ changesAfter }) => changesAfter)]),
];

/** Expected reports by part of the name: a drawing after a certification, a field that Poppler does not list. */
const EXPECTED_REPORTS: readonly (readonly [RegExp, string])[] = [
  [/Certified-(box|itext)Seen$/, 'later.signature'],
  [/-poppler$/, 'later.unlistedField'],
];

describe('a file signed twice, stamped or extended by foreign programs', () => {
  it('is never reported as altered', () => {
    expect(files.length).toBeGreaterThan(250);
    const alarms = [...results].filter(([, verification]) => certaintyOf(verification) === 'altered');
    expect(alarms.map(([name, verification]) => `${name}: ${codesOf(verification).join(', ')}`)).toEqual([]);
  });

  it('is intact, except for drawings after a certification and for unreadable content', () => {
    for (const [name, verification] of results) {
      const expectedCodes = EXPECTED_REPORTS.filter(([pattern]) => pattern.test(name)).map(([, code]) => code);
      expect(codesOf(verification), name).toEqual(expectedCodes);
      // PoDoFo puts two signers into one value, which PDF forbids.
      const expectedVerdict = expectedCodes.length > 0 || name.endsWith('podofo') ? 'undetermined' : 'intact';
      expect(certaintyOf(verification), name).toBe(expectedVerdict);
    }
  });

  it('is altered when one byte is changed', async () => {
    for (const { name, bytes } of files) {
      if (name.endsWith('podofo')) continue;
      const forged = new Uint8Array(bytes);
      // In the comment after the header, where only a digest detects it.
      const at = forged.indexOf(10) + 3;
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect(certaintyOf(await verifyPdf(forged, { anchors: [] })), name).toBe('altered');
    }
  });
});

describe('an update without a key, on foreign files', () => {
  const some = () =>
    files.filter(({ name }) => /^(titled|form|itext)-(box|itextCertified)-(box|boxStamp|itextStamp)$/.test(name));

  it.each(READER_ATTACKS.map((attack) => [attack.reader, attack.title, attack.apply] as const))(
    'is detected where a reader that %s shows %s',
    async (_reader, _title, apply) => {
      expect(some().length).toBeGreaterThan(10);
      for (const { name, bytes } of some())
        expect((await verifyPdf(apply(await Target.of(bytes)), { anchors: [] })).intact, name).toBe(false);
    },
  );

  it.each(['text laid over a page', 'an annotation that covers the text', 'a page added', 'a script at opening'])(
    'is altered with %s',
    async (title) => {
      const attack = updates.find((one) => one.title === title);
      for (const { name, bytes } of some())
        expect(certaintyOf(await verifyPdf((await attack?.apply(bytes)) ?? bytes, { anchors: [] })), name).toBe(
          'altered',
        );
    },
  );
});
