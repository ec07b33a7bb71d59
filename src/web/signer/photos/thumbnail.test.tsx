/** A sent photo does not stay in memory. */
import { expect, it, vi } from 'vitest';
import { testPage } from '../../shared/test-page.suite.tsx';
import { Thumbnail } from './thumbnail.tsx';

const page = testPage();

it('the object URL of a photo is revoked when another takes its place, and when the page is left', async () => {
  let count = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++count}`);
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  await page.show(<Thumbnail picture={new File(['a'], 'a.jpg')} label="Foto 1" />);
  expect(page.place.querySelector('img')?.getAttribute('src')).toBe('blob:1');
  await page.show(<Thumbnail picture={new File(['b'], 'b.jpg')} label="Foto 1" />);
  expect(revoke.mock.calls).toEqual([['blob:1']]);
  await page.leave();
  expect(revoke.mock.calls).toEqual([['blob:1'], ['blob:2']]);
  vi.restoreAllMocks();
});
