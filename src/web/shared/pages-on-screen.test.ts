/** A page counts when all of it has been visible and rendered; skipping over it does not count. */
import { expect, it } from 'vitest';
import { PagesOnScreen } from './pages-on-screen.ts';

const screen = { top: 100, bottom: 700 };
const sheet = (top: number, height: number) => ({ top, bottom: top + height });

it('a page that fits the screen counts at once', () => {
  expect(new PagesOnScreen().record(1, sheet(120, 500), screen)).toBe(true);
});

it('a page taller than the screen counts once all its parts were visible', () => {
  const pages = new PagesOnScreen();
  expect(pages.record(1, sheet(100, 1_500), screen)).toBe(false);
  // Skipped to the end: the middle was never visible.
  expect(pages.record(1, sheet(-800, 1_500), screen)).toBe(false);
  expect(pages.record(1, sheet(-400, 1_500), screen)).toBe(true);
});

it('a partly visible page does not count, and the next one is counted separately', () => {
  const pages = new PagesOnScreen();
  expect(pages.record(1, sheet(650, 500), screen)).toBe(false);
  expect(pages.record(2, sheet(150, 500), screen)).toBe(true);
  expect(pages.record(1, sheet(-360, 500), screen)).toBe(false);
});
