/** How a page is looked at: by axe, in both themes, and for scrolling sideways, at the widths of people. */
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './visitors.ts';

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** The rules whose outcome hangs on the theme; all others see the same page in both. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** A browser at rest: light until it is told otherwise, and nothing moves. */
export const CALM = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
/** Where the pictures of the book go; without it the looks judge instead of taking pictures. */
const BOOK = process.env.FASCICOLO_SCREENSHOTS;
const DESK = { width: 1440, height: 900 };

/** Nothing more was fetched for half a second; the stream of live updates stays open and does not count. */
export async function atRest(page: Page): Promise<void> {
  let before = -1;
  const same = async () => {
    const fetched = await page.evaluate(() => performance.getEntriesByType('resource').length);
    const still = fetched === before;
    before = fetched;
    return still;
  };
  await expect.poll(same, { intervals: [500] }).toBe(true);
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: 'Caricamento in corso' })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** What axe has against the page as it is; by the standard's rules, or by those given. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Its half a megabyte is handed over once for each document: that is most of what a look would cost.
  const loaded = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(loaded ? { axeSource: 'void 0' } : {}) }).setLegacyMode(true);
  const { violations } = await (rules ? builder.withRules([...rules]) : builder.withTags(STANDARD)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} (${failureSummary.replace(/\s+/g, ' ')})`,
    ),
  );
}

const background = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const of = (element: Element) => getComputedStyle(element).backgroundColor;
    const body = of(document.body);
    return body === 'rgba(0, 0, 0, 0)' ? of(document.documentElement) : body;
  });

/** The page is not wider than the window. */
export const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

async function narrow(page: Page, where: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await settled(page);
  expect.soft(await widthOf(page), `${where} does not scroll sideways at 320 px`).toBeLessThanOrEqual(320);
  await page.setViewportSize(DESK);
}

/** One picture a width and theme, of the whole page. */
async function picture(page: Page, where: string, folder: string): Promise<void> {
  const name = where
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ ...DESK, width });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ ...CALM, colorScheme });
      await settled(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  await page.emulateMedia(CALM);
  await page.setViewportSize(DESK);
}

/** Looks at what is shown now: light and dark at 1440 and 390 px, and for sideways scrolling also at 320 px. */
export async function look(page: Page, where: string): Promise<void> {
  if (BOOK) return picture(page, where, BOOK);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ ...DESK, width });
    await settled(page);
    expect.soft(await widthOf(page), `${where} does not scroll sideways at ${width} px`).toBeLessThanOrEqual(width);
    expect.soft(await axeFindings(page), `axe, ${where}, ${width} px, light`).toEqual([]);
    const light = await background(page);
    await page.emulateMedia({ ...CALM, colorScheme: 'dark' });
    await expect.poll(() => background(page), `${where} follows the dark theme`).not.toBe(light);
    await settled(page);
    expect.soft(await axeFindings(page, COLOURS), `axe, ${where}, ${width} px, dark`).toEqual([]);
    await page.emulateMedia(CALM);
    await expect.poll(() => background(page), `${where} follows the light theme`).toBe(light);
  }
  await narrow(page, where);
}

/** The same for what differs little from a page that was looked at: light alone, at 1440 px. */
export async function glance(page: Page, where: string): Promise<void> {
  if (BOOK) return picture(page, where, BOOK);
  await settled(page);
  expect.soft(await axeFindings(page), `axe, ${where}, 1440 px, light`).toEqual([]);
}
