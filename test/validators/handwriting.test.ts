/** Files with sealed handwriting, judged by others: pdfsig, openssl, qpdf, pdftoppm. */
import { beforeAll, expect, it } from 'vitest';
import { type HandwrittenPaper, makeHandwrittenPaper } from '#test/attacks/handwritten-paper.ts';
import { foreignProblems } from './foreign.ts';

let paper: HandwrittenPaper;
beforeAll(async () => {
  paper = await makeHandwrittenPaper();
});

it.each([1, 2, 3] as const)('a paper signed by hand is valid, trusted and sound after signature %i', async (count) => {
  expect(await foreignProblems(paper.revisions[count], paper.anchors, count)).toEqual([]);
});
