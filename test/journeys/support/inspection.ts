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
/** In the gate each look is one at a desk, light and dark; everywhere else all widths are looked at. */
const ONCE = process.env.FASCICOLO_LOOK === 'once';

/** Nothing is waited for and nothing more was asked for half a second. */
export async function atRest(page: Page): Promise<void> {
  let before = -1;
  const unrest = () => {
    const { begun, waiting } = trafficOf(page);
    const more = begun === before ? [] : ['what was just asked'];
    before = begun;
    return [...more, ...waiting];
  };
  await expect.poll(unrest, { message: 'what the page waits for', intervals: [500] }).toEqual([]);
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: 'Caricamento in corso' })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
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

/** The page is never taller in a picture. */
const TALLEST = 8000;
/** What stands over the page; the toasts keep their place above everything, also while there are none. */
const OVER = 'dialog[open], [popover]:not([popover="manual"]):popover-open, [role="menu"]';

/** How high the window has to be for the whole page; what stands over the page belongs to a window of the usual height. */
const heightOf = (page: Page): Promise<number> =>
  page.evaluate(
    ({ usual, most, over }) => {
      return document.querySelector(over)
        ? usual
        : Math.min(most, Math.max(usual, document.documentElement.scrollHeight));
    },
    { usual: DESK.height, most: TALLEST, over: OVER },
  );

/** As whoever has just come sees it: from the top, no pointer on anything, and a viewer as high as in the usual window. */
async function composed(page: Page): Promise<void> {
  // A toast stays only as long as the pointer is on it.
  if ((await page.locator('[popover="manual"]:hover').count()) === 0) await page.mouse.move(0, 0);
  await expect(page.locator('[data-progress][data-shown]')).toHaveCount(0);
  await page.evaluate((over) => {
    if (!document.querySelector(over)) window.scrollTo(0, 0);
    for (const viewer of document.querySelectorAll<HTMLElement>('section[aria-label^="Anteprima di "]')) {
      viewer.style.maxHeight = '';
      viewer.style.maxHeight = getComputedStyle(viewer).maxHeight;
    }
  }, OVER);
}

/** One picture a width and theme: of the whole page, or of the window with what stands over the page. */
async function picture(page: Page, where: string, folder: string, widths = [1440, 820, 390]): Promise<void> {
  const name = where
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  for (const width of widths) {
    await page.setViewportSize({ ...DESK, width });
    await settled(page);
    await composed(page);
    await settled(page);
    // Bars that stay in sight stand at the end of a window that is as high as the page, as they do for whoever scrolls there.
    await page.setViewportSize({ width, height: await heightOf(page) });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ ...CALM, colorScheme });
      await settled(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  await page.emulateMedia(CALM);
  await page.setViewportSize(DESK);
  await composed(page);
}

type Scheme = 'light' | 'dark';

async function turn(page: Page, where: string, colorScheme: Scheme, from: string): Promise<void> {
  await page.emulateMedia({ ...CALM, colorScheme });
  await expect.poll(() => background(page), `${where} follows the ${colorScheme} theme`).not.toBe(from);
  await settled(page);
}

async function judge(page: Page, where: string, widths: readonly number[]): Promise<void> {
  let scheme: Scheme = 'light';
  const findings = () => axeFindings(page, scheme === 'dark' ? COLOURS : undefined);
  const listen = async (width: number) => {
    let found = await findings();
    if (found.some((finding) => finding.includes('partially obscured') || finding.startsWith('target-size'))) {
      // A bar that stays in sight lies over, or beside, whatever is scrolled under it: in a window as high as the page nothing is.
      await page.setViewportSize({ width, height: await heightOf(page) });
      await settled(page);
      found = await findings();
      await page.setViewportSize({ ...DESK, width });
      await settled(page);
    }
    expect.soft(found, `axe, ${where}, ${width} px, ${scheme}`).toEqual([]);
  };
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
  if (!ONCE) await narrow(page, where);
}

/** Looks at what is shown now: light and dark at 1440 and 390 px, and for sideways scrolling also at 320 px. */
export async function look(page: Page, where: string): Promise<void> {
  await (BOOK ? picture(page, where, BOOK) : judge(page, where, ONCE ? [1440] : [1440, 390]));
}

/** The same for what differs little from what was looked at on a phone too: at 1440 px, and at 320 px for its width. */
export async function glance(page: Page, where: string): Promise<void> {
  await (BOOK ? picture(page, where, BOOK) : judge(page, where, [1440]));
}

/** As wide as a phone, for what is opened only there. */
export const PHONE = { ...DESK, width: 390 };

/** What is opened on a phone and would close if the window changed; the window is a phone's already. */
export async function onPhone(page: Page, where: string): Promise<void> {
  await (BOOK ? picture(page, where, BOOK, [PHONE.width]) : judge(page, where, [PHONE.width]));
}

/** What a phone does not have, or closes when the window becomes one. */
export async function onDesk(page: Page, where: string, widths = [DESK.width, 820]): Promise<void> {
  await (BOOK ? picture(page, where, BOOK, widths) : judge(page, where, [DESK.width]));
}

/** Tables where their columns have the least room, on small laptops: nothing of them is cut off or scrolls sideways. */
export async function laptops(page: Page, where: string): Promise<void> {
  const widths = [1280, 1200];
  if (ONCE) return;
  if (BOOK) return picture(page, where, BOOK, widths);
  for (const width of widths) {
    await page.setViewportSize({ ...DESK, width });
    await settled(page);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('table')].flatMap(({ parentElement: frame, ariaLabel }) =>
        frame && frame.scrollWidth > frame.clientWidth
          ? [`${ariaLabel}: ${frame.scrollWidth} > ${frame.clientWidth}`]
          : [],
      ),
    );
    expect.soft(cut, `the tables of ${where} have room at ${width} px`).toEqual([]);
    expect.soft(await widthOf(page), `${where} does not scroll sideways at ${width} px`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize(DESK);
}
