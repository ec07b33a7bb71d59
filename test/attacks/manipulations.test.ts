/** at least forty ways to manipulate a signed file, none of which is reported intact; and no false alarm on honest ones. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Verification, verifyPdf } from '#formats/verify/index.ts';
import { verdictOf } from '#formats/verify/verdict.ts';
import { ELEVEN, MANIPULATIONS, type Manipulation, SWAPS } from './manipulations.ts';
import { makeSignedPaper, type SignedPaper } from './signed-paper.ts';

/** What the acceptance asks for; there are more. */
const AT_LEAST = 40;

let paper: SignedPaper;
const seen = new Map<string, string>();
beforeAll(async () => {
  paper = await makeSignedPaper();
});

async function judged({ apply, stored }: Manipulation): Promise<{ sha256: string; verification: Verification }> {
  const bytes = await apply(paper.revisions[3], paper);
  const expected = stored ? { expected: { signatures: 3 } } : {};
  const verification = await verifyPdf(bytes, { anchors: paper.anchors, ...expected });
  return { sha256: createHash('sha256').update(bytes).digest('hex'), verification };
}

it.each([1, 2, 3] as const)('an honest file is valid after signature %i', async (count) => {
  expect(verdictOf(await verifyPdf(paper.revisions[count], { anchors: paper.anchors }))).toBe('valid');
});

describe('a file with', () => {
  it.each(MANIPULATIONS.map((one) => [one.title, one] as const))('%s is not reported intact', async (title, one) => {
    const { sha256, verification } = await judged(one);
    seen.set(sha256, title);
    expect(verification.intact).toBe(false);
    expect(['valid', 'foreign', 'undecided']).not.toContain(verdictOf(verification));
  });

  it.each(SWAPS.map((one) => [one.title, one] as const))('%s is not called valid', async (_title, one) => {
    expect(verdictOf((await judged(one)).verification)).not.toBe('valid');
  });
});

it(`there are at least ${AT_LEAST} of them, each another file, the eleven that common validators miss among them`, () => {
  expect(seen.size).toBe(MANIPULATIONS.length);
  expect(seen.size).toBeGreaterThanOrEqual(AT_LEAST);
  expect([...seen.values()]).toEqual(expect.arrayContaining(Object.values(ELEVEN)));
  expect(Object.keys(ELEVEN)).toHaveLength(11);
  expect(seen.has(createHash('sha256').update(paper.revisions[3]).digest('hex'))).toBe(false);
});
