/** R-17, signing.md "Verifier": whatever is appended to a signed paper without a key is seen, before and after the closing seal. */
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { updates } from './attacks.ts';
import { makeSignedPaper, type SignedPaper } from './signed-paper.ts';
import { Update } from './update.ts';

let paper: SignedPaper;
beforeAll(async () => {
  paper = await makeSignedPaper();
});

const codesOf = (verification: Awaited<ReturnType<typeof verifyPdf>>): string[] =>
  [...verification.problems, ...verification.signatures.flatMap((s) => [...s.problems, ...s.changesAfter])].map(
    (problem) => problem.split(':')[0] ?? '',
  );

describe('an honest paper', () => {
  it.each([1, 2, 3])('passes after signature %i', async (count) => {
    const verification = await verifyPdf(paper.revisions[count as 1], { anchors: paper.anchors });
    expect(verification.problems).toEqual([]);
    expect(verification.signatures.map(({ indication, problems }) => [indication, problems])).toEqual(
      Array.from({ length: count }, () => ['TOTAL-PASSED', []]),
    );
    expect(verification.intact).toBe(true);
  });

  it('is still intact after an update that changes nothing', async () => {
    const update = await Update.of(paper.revisions[2]);
    const bytes = update.put(update.page(), update.copy(update.page())).write();
    expect((await verifyPdf(bytes, { anchors: paper.anchors })).intact).toBe(true);
  });
});

describe.each([
  ['two signatures', 2],
  ['the closing seal', 3],
] as const)('after %s the verifier sees', (_, revision) => {
  it.each(updates.map((attack) => [attack.title, attack] as const))('%s', async (_title, attack) => {
    const attacked = await attack.apply(paper.revisions[revision]);
    const verification = await verifyPdf(attacked, { anchors: paper.anchors });
    expect(codesOf(verification)).toContain(attack.code);
    expect(verification.intact).toBe(false);
  });
});
