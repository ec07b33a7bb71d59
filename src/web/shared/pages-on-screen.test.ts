/** A page counts once all of it has stood on the screen, drawn; a jump over it counts nothing. */
import { expect, it } from 'vitest';
import { PagesOnScreen } from './pages-on-screen.ts';

const screen = { top: 100, bottom: 700 };
const sheet = (top: number, height: number) => ({ top, bottom: top + height });

it('a page that fits counts at once', () => {
  expect(new PagesOnScreen().note(1, sheet(120, 500), screen)).toBe(true);
});

it('a page taller than the screen counts once both its ends and all between were there', () => {
  const pages = new PagesOnScreen();
  expect(pages.note(1, sheet(100, 1_500), screen)).toBe(false);
  // Jumped to its end: the middle was never there.
  expect(pages.note(1, sheet(-800, 1_500), screen)).toBe(false);
  expect(pages.note(1, sheet(-400, 1_500), screen)).toBe(true);
});

it('a page of which an edge showed does not count, and the next one is counted on its own', () => {
  const pages = new PagesOnScreen();
  expect(pages.note(1, sheet(650, 500), screen)).toBe(false);
  expect(pages.note(2, sheet(150, 500), screen)).toBe(true);
  expect(pages.note(1, sheet(-360, 500), screen)).toBe(false);
});
