/** Inspects a page: with axe, in both themes, and for horizontal scrolling, at common widths. */
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, trafficOf } from './watched-browsers.ts';

const STANDARD_TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on the theme; all others give the same result in both. */
const THEME_RULES = ['color-contrast', 'link-in-text-block'];
/** A browser without motion, light unless set otherwise. */
export const REDUCED_MOTION = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
/** The folder for screenshots; without it pages are checked instead of photographed. */
const BOOK = process.env.FASCICOLO_SCREENSHOTS;
const DESK = { width: 1440, height: 900 };
/** In the gate each check runs only at desktop width, light and dark; elsewhere at all widths. */
const DESKTOP_ONLY = process.env.FASCICOLO_LOOK === 'once';

/** Waits until no request is pending and none was sent for half a second. */
export async function waitUntilIdle(page: Page): Promise<void> {
  let before = -1;
  const pendingRequests = () => {
    const { begun, waiting } = trafficOf(page);
    const more = begun === before ? [] : ['requests just sent'];
    before = begun;
    return [...more, ...waiting];
  };
  await expect.poll(pendingRequests, { message: 'pending requests', intervals: [500] }).toEqual([]);
}

async function waitForRendering(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: 'Caricamento in corso' })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Axe's violations on the page as it is; by the standard's rules, or by those given. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Pass its half megabyte to each document only once: it is most of the cost of a check.
  const loaded = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(loaded ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode(true)
    // Passes are only counted: describing them would cost more than the check.
    .options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? builder.withRules([...rules]) : builder.withTags(STANDARD_TAGS)).analyze();
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

/** The real width of the page, including content hidden at the side of an open dialog. */
export const widthOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    // Text for screen readers only is cut to one pixel on purpose.
    const parts = [...document.querySelectorAll('dialog[open], dialog[open] > :not(.sr-only)')];
    const hidden = parts.map((part) => part.scrollWidth - part.clientWidth);
    return document.documentElement.scrollWidth + Math.max(0, ...hidden);
  });

async function checkNarrowWidth(page: Page, label: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await waitForRendering(page);
  expect.soft(await widthOf(page), `${label} does not scroll sideways at 320 px`).toBeLessThanOrEqual(320);
  await page.setViewportSize(DESK);
}

/** Maximum height of a page in a picture. */
const MAX_HEIGHT = 8000;
/** Overlays of the page; toasts keep their layer above everything, even when there are none. */
const OVERLAYS = 'dialog[open], [popover]:not([popover="manual"]):popover-open, [role="menu"]';

/** The window height that shows the whole page; overlays are shown in a window of the usual height. */
const heightOf = (page: Page): Promise<number> =>
  page.evaluate(
    ({ usual, most, over }) => {
      return document.querySelector(over)
        ? usual
        : Math.min(most, Math.max(usual, document.documentElement.scrollHeight));
    },
    { usual: DESK.height, most: MAX_HEIGHT, over: OVERLAYS },
  );

/** As a new visitor sees it: scrolled to the top, the pointer on nothing, and a viewer as high as in the usual window. */
async function resetView(page: Page): Promise<void> {
  // A toast stays only while the pointer is on it.
  if ((await page.locator('[popover="manual"]:hover').count()) === 0) await page.mouse.move(0, 0);
  await expect(page.locator('[data-progress][data-shown]')).toHaveCount(0);
  await page.evaluate((over) => {
    if (!document.querySelector(over)) window.scrollTo(0, 0);
    for (const viewer of document.querySelectorAll<HTMLElement>('section[aria-label^="Anteprima di "]')) {
      viewer.style.maxHeight = '';
      viewer.style.maxHeight = getComputedStyle(viewer).maxHeight;
    }
  }, OVERLAYS);
}

/** One picture per width and theme: of the whole page, or of the window with its overlays. */
async function takePictures(page: Page, label: string, folder: string, widths = [1440, 820, 390]): Promise<void> {
  const name = label
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  for (const width of widths) {
    await page.setViewportSize({ ...DESK, width });
    await waitForRendering(page);
    await resetView(page);
    await waitForRendering(page);
    // In a window as high as the page, sticky bars are at its end, as they are after scrolling there.
    await page.setViewportSize({ width, height: await heightOf(page) });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ ...REDUCED_MOTION, colorScheme });
      await waitForRendering(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  await page.emulateMedia(REDUCED_MOTION);
  await page.setViewportSize(DESK);
  await resetView(page);
}

type Scheme = 'light' | 'dark';

async function switchTheme(page: Page, label: string, colorScheme: Scheme, from: string): Promise<void> {
  await page.emulateMedia({ ...REDUCED_MOTION, colorScheme });
  await expect.poll(() => background(page), `${label} follows the ${colorScheme} theme`).not.toBe(from);
  await waitForRendering(page);
}

async function checkPage(page: Page, label: string, widths: readonly number[]): Promise<void> {
  let scheme: Scheme = 'light';
  const findings = () => axeFindings(page, scheme === 'dark' ? THEME_RULES : undefined);
  const listen = async (width: number) => {
    let found = await findings();
    if (found.some((finding) => finding.includes('partially obscured') || finding.startsWith('target-size'))) {
      // A sticky bar covers or touches the content scrolled under it; in a window as high as the page it covers
      // nothing.
      await page.setViewportSize({ width, height: await heightOf(page) });
      await waitForRendering(page);
      found = await findings();
      await page.setViewportSize({ ...DESK, width });
      await waitForRendering(page);
    }
    expect.soft(found, `axe, ${label}, ${width} px, ${scheme}`).toEqual([]);
  };
  for (const width of widths) {
    await page.setViewportSize({ ...DESK, width });
    await waitForRendering(page);
    expect.soft(await widthOf(page), `${label} does not scroll sideways at ${width} px`).toBeLessThanOrEqual(width);
    await listen(width);
    // The theme carries over from one width to the next, so that it changes once per width.
    const next: Scheme = scheme === 'light' ? 'dark' : 'light';
    await switchTheme(page, label, next, await background(page));
    scheme = next;
    await listen(width);
  }
  await page.emulateMedia(REDUCED_MOTION);
  if (!DESKTOP_ONLY) await checkNarrowWidth(page, label);
}

/** Checks the current state: light and dark at 1440 and 390 px, and horizontal scrolling also at 320 px. */
export async function inspectPage(page: Page, label: string): Promise<void> {
  await (BOOK ? takePictures(page, label, BOOK) : checkPage(page, label, DESKTOP_ONLY ? [1440] : [1440, 390]));
}

/** The same for states that differ little from one already checked on a phone: at 1440 px, and at 320 px for its width. */
export async function inspectPageQuickly(page: Page, label: string): Promise<void> {
  await (BOOK ? takePictures(page, label, BOOK) : checkPage(page, label, [1440]));
}

/** As wide as a phone, for parts opened only there. */
export const PHONE = { ...DESK, width: 390 };

/** For parts opened on a phone that would close if the window changed; the window is already phone-sized. */
export async function inspectOnPhone(page: Page, label: string): Promise<void> {
  await (BOOK ? takePictures(page, label, BOOK, [PHONE.width]) : checkPage(page, label, [PHONE.width]));
}

/** For parts that a phone does not have, or that close when the window becomes phone-sized. */
export async function inspectOnDesktop(page: Page, label: string, widths = [DESK.width, 820]): Promise<void> {
  await (BOOK ? takePictures(page, label, BOOK, widths) : checkPage(page, label, [DESK.width]));
}

/** Tables where their columns have the least space, on small laptops: nothing is cut off or scrolls horizontally. */
export async function inspectTablesOnLaptops(page: Page, label: string): Promise<void> {
  const widths = [1280, 1200];
  if (DESKTOP_ONLY) return;
  if (BOOK) return takePictures(page, label, BOOK, widths);
  for (const width of widths) {
    await page.setViewportSize({ ...DESK, width });
    await waitForRendering(page);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('table')].flatMap(({ parentElement: frame, ariaLabel }) =>
        frame && frame.scrollWidth > frame.clientWidth
          ? [`${ariaLabel}: ${frame.scrollWidth} > ${frame.clientWidth}`]
          : [],
      ),
    );
    expect.soft(cut, `the tables of ${label} have room at ${width} px`).toEqual([]);
    expect.soft(await widthOf(page), `${label} does not scroll sideways at ${width} px`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize(DESK);
}
