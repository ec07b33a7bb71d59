/** How a page is looked at: by axe, in both themes, and for scrolling sideways, at the widths of people. */
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, trafficOf } from './visitors.ts';

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** The rules whose outcome hangs on the theme; all others see the same page in both. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** A browser at rest: light until it is told otherwise, and nothing moves. */
export const CALM = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
/** Where the pictures of the book go; without it the looks judge instead of taking pictures. */
const BOOK = process.env.FASCICOLO_SCREENSHOTS;
const DESK = { width: 1440, height: 900 };

/** Nothing is waited for and nothing more was asked for half a second. */
export async function atRest(page: Page): Promise<void> {
  let before = -1;
  const same = () => {
    const { begun, waiting } = trafficOf(page);
    const still = begun === before && waiting === 0;
    before = begun;
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
  const builder = new AxeBuilder({ page, ...(loaded ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode(true)
    // What passed is only counted: to describe it would cost more than to check it.
    .options({ resultTypes: ['violations'] });
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

/** How wide the page really is; what an open dialog hides at its side counts as well. */
export const widthOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    // What only a screen reader is told is cut to one pixel on purpose.
    const parts = [...document.querySelectorAll('dialog[open], dialog[open] > :not(.sr-only)')];
    const hidden = parts.map((part) => part.scrollWidth - part.clientWidth);
    return document.documentElement.scrollWidth + Math.max(0, ...hidden);
  });

async function narrow(page: Page, where: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await settled(page);
  expect.soft(await widthOf(page), `${where} does not scroll sideways at 320 px`).toBeLessThanOrEqual(320);
  await page.setViewportSize(DESK);
}

/** One picture a width and theme: of the whole page, or of the window with what stands over the page. */
async function picture(page: Page, where: string, folder: string): Promise<void> {
  const name = where
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  const fullPage = (await page.locator('dialog[open], [popover]:popover-open, [role="menu"]').count()) === 0;
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ ...DESK, width });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ ...CALM, colorScheme });
      await settled(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage });
    }
  }
  await page.emulateMedia(CALM);
  await page.setViewportSize(DESK);
}

type Scheme = 'light' | 'dark';

async function turn(page: Page, where: string, colorScheme: Scheme, from: string): Promise<void> {
  await page.emulateMedia({ ...CALM, colorScheme });
  await expect.poll(() => background(page), `${where} follows the ${colorScheme} theme`).not.toBe(from);
  await settled(page);
}

async function judge(page: Page, where: string, widths: readonly number[]): Promise<void> {
  let scheme: Scheme = 'light';
  const listen = async (width: number) =>
    expect
      .soft(await axeFindings(page, scheme === 'dark' ? COLOURS : undefined), `axe, ${where}, ${width} px, ${scheme}`)
      .toEqual([]);
  for (const width of widths) {
    await page.setViewportSize({ ...DESK, width });
    await settled(page);
    expect.soft(await widthOf(page), `${where} does not scroll sideways at ${width} px`).toBeLessThanOrEqual(width);
    await listen(width);
    // From one width to the next the theme stays, so that it turns once for each width.
    const next: Scheme = scheme === 'light' ? 'dark' : 'light';
    await turn(page, where, next, await background(page));
    scheme = next;
    await listen(width);
  }
  await page.emulateMedia(CALM);
  await narrow(page, where);
}

/** Looks at what is shown now: light and dark at 1440 and 390 px, and for sideways scrolling also at 320 px. */
export async function look(page: Page, where: string): Promise<void> {
  await (BOOK ? picture(page, where, BOOK) : judge(page, where, [1440, 390]));
}

/** The same for what differs little from what was looked at on a phone too: at 1440 px, and at 320 px for its width. */
export async function glance(page: Page, where: string): Promise<void> {
  await (BOOK ? picture(page, where, BOOK) : judge(page, where, [1440]));
}
