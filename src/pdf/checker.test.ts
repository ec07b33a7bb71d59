/** The checker gives the verifier's own answer from another thread, and survives the thread's death. */
import { afterAll, describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { makePaper } from '../../test/paper.ts';
import { PdfChecker } from './checker.ts';

const checker = new PdfChecker();
afterAll(() => checker.close());

describe('the checker', () => {
  it('answers as the verifier does, to several questions at once', async () => {
    const papers = await Promise.all([1, 2, 3].map((pages) => makePaper({ pages })));
    const answers = await Promise.all(papers.map((paper) => checker.verify(paper, { anchors: [] })));
    const expected = await Promise.all(papers.map((paper) => verifyPdf(paper, { anchors: [] })));
    expect(answers).toEqual(expected);
    expect(new Set(answers.map((answer) => answer.sha256)).size).toBe(3);
  });

  it('answers wrong bytes too', async () => {
    const answer = await checker.verify(Buffer.from('not a PDF'), { anchors: [] });
    expect(answer.intact).toBe(false);
  });

  it('starts again after it was closed, and refuses what was under way', async () => {
    const paper = await makePaper({ pages: 2 });
    const underWay = checker.verify(paper, { anchors: [] });
    await Promise.all([expect(underWay).rejects.toThrow(), checker.close()]);
    expect((await checker.verify(paper, { anchors: [] })).size).toBe(paper.length);
  });
});
