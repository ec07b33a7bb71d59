/** The record of pages shown that the signer's page submits with the signature. */
import { expect, it } from 'vitest';
import { seenInput } from './seen-pages.ts';

it('contains documents that were read to the end, with page ranges', () => {
  const seen = { aa: { pages: [3, 1, 2], texts: [4] }, bb: { pages: [1], texts: [] } };
  expect(seenInput(['aa', 'cc'], seen)).toEqual([{ sha256: 'aa', pages: '1-3', asText: '4' }]);
});
