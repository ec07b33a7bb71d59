/** At least forty manipulations of a signed file, none of which is reported intact; honest files raise no false alarm. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Verification, verifyPdf } from '#formats/verify/index.ts';
import { verdictOf } from '#formats/verify/verdict.ts';
import { updates } from '../attacks.ts';
import { Update } from './append-update.ts';
import { COMMON_ATTACKS, MANIPULATIONS, type Manipulation, SWAPS } from './manipulations.ts';
import { makeSignedPaper, type SignedPaper } from './signed-paper.ts';

/** The minimum of the acceptance criteria; there are more. */
const MIN_MANIPULATIONS = 40;

let paper: SignedPaper;
const seen = new Map<string, string>();
beforeAll(async () => {
  paper = await makeSignedPaper();
});

async function judge({ apply, stored }: Manipulation): Promise<{ sha256: string; verification: Verification }> {
  const bytes = await apply(paper.revisions[3], paper);
  const expected = stored ? { expected: { signatures: 3 } } : {};
  const verification = await verifyPdf(bytes, { anchors: paper.anchors, ...expected });
  return { sha256: createHash('sha256').update(bytes).digest('hex'), verification };
}

const codesOf = ({ problems, signatures }: Verification): string[] =>
  [...problems, ...signatures.flatMap((signature) => [...signature.problems, ...signature.changesAfter])].map(
    (problem) => problem.split(':')[0] ?? '',
  );

describe('an unmodified file', () => {
  it.each([1, 2, 3] as const)('is valid after signature %i', async (count) => {
    const verification = await verifyPdf(paper.revisions[count], { anchors: paper.anchors });
    expect([verdictOf(verification), verification.intact, codesOf(verification)]).toEqual(['valid', true, []]);
    expect(verification.signatures.map(({ indication }) => indication)).toEqual(Array(count).fill('TOTAL-PASSED'));
  });

  it('is still intact after an empty update', async () => {
    const update = await Update.of(paper.revisions[2]);
    const bytes = update.change(update.page(), () => undefined).write();
    expect((await verifyPdf(bytes, { anchors: paper.anchors })).intact).toBe(true);
  });
});

/** The same is detected before the closing seal. */
describe('a file waiting for its closing seal, with', () => {
  it.each(updates.map((one) => [one.title, one] as const))('%s is not intact', async (_title, { apply, code }) => {
    const verification = await verifyPdf(await apply(paper.revisions[2]), { anchors: paper.anchors });
    expect(codesOf(verification)).toContain(code);
    expect(verification.intact).toBe(false);
  });
});

describe('a file with', () => {
  it.each(MANIPULATIONS.map((one) => [one.title, one] as const))('%s is not reported intact', async (title, one) => {
    const { sha256, verification } = await judge(one);
    seen.set(sha256, title);
    expect(verification.intact).toBe(false);
    expect(['valid', 'foreign', 'undecided']).not.toContain(verdictOf(verification));
    if (one.code !== undefined) expect(codesOf(verification)).toContain(one.code);
    if (one.shows !== undefined) expect(verification.signatures.at(-1)).toMatchObject(one.shows);
  });

  it.each(SWAPS.map((swap) => [swap.title, swap] as const))('%s is not called valid', async (_title, one) => {
    const { verification } = await judge(one);
    expect(verdictOf(verification)).not.toBe('valid');
    if (one.shows !== undefined) expect(verification.signatures.at(-1)).toMatchObject(one.shows);
  });
});

it(`there are at least ${MIN_MANIPULATIONS} different manipulated files, including the eleven that common validators miss`, () => {
  expect(seen.size).toBe(MANIPULATIONS.length);
  expect(seen.size).toBeGreaterThanOrEqual(MIN_MANIPULATIONS);
  expect([...seen.values()]).toEqual(expect.arrayContaining(Object.values(COMMON_ATTACKS)));
  expect(Object.keys(COMMON_ATTACKS)).toHaveLength(11);
  expect(seen.has(createHash('sha256').update(paper.revisions[3]).digest('hex'))).toBe(false);
});
