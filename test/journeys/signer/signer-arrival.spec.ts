/**
 * The signer's first page: text immediately on a slow network, a layout that does not shift, the input for the code;
 * and the copy sent by e-mail.
 */
import type { Page, Route } from '@playwright/test';
import { awaitCode, awaitCopyLink, startedPaper } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { codeField, openSignerDocument, readToTheEnd, requestCode, sign } from './signer-pages.ts';

/** Holds back the page's matching requests until they are released. */
async function holdRequests(page: Page, urlPattern: RegExp): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let open = false;
  await page.route(urlPattern, async (route) => {
    if (open) return route.continue();
    waiting.push(route);
  });
  return async () => {
    open = true;
    await Promise.all(waiting.map((route) => route.continue()));
  };
}

interface Shift extends PerformanceEntry {
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Records what moves vertically on the page without user input, and how far: a word in the bar grows horizontally with its typeface. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const noted = window as unknown as { shifts: string[] };
    noted.shifts = [];
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        for (const { node, previousRect: from, currentRect: to } of sources) {
          if (from.y === to.y) continue;
          noted.shifts.push(`${(node as Element | null)?.className ?? node?.nodeName}: ${from.y} to ${to.y}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

test('on a slow network text is visible before any script, and the layout does not shift', async ({ visitors }) => {
  const { known } = await startedPaper(1);
  const phone = await visitors.phone();
  await recordShifts(phone);
  const scripts = await holdRequests(phone, /\/assets\/[^/]+\.js$/);
  const letters = await holdRequests(phone, /\/assets\/[^/]+\.woff2$/);
  await phone.goto(known.link, { waitUntil: 'commit' });
  await expect(phone.getByRole('heading', { name: 'Il documento si sta aprendo' })).toBeVisible();
  await expect(phone.getByText('Opening the document')).toBeVisible();
  const view = phone.waitForResponse(/\/api\/sign\//);
  await scripts();
  await view;
  await letters();
  await expect(phone.getByRole('button', { name: 'Leggi il documento' })).toBeVisible();
  await phone.evaluate(() => document.fonts.ready);
  expect(await phone.evaluate(() => document.fonts.check('1em "Inter Variable"'))).toBe(true);
  expect(await shiftsOf(phone)).toEqual([]);
});

test('the code field has the focus, and the copy arrives by e-mail for any device', async ({ visitors }) => {
  const story = await startedPaper(1);
  const phone = await visitors.phone();
  await openSignerDocument(phone, story.known.link);
  await readToTheEnd(phone);
  await requestCode(phone);
  await expect(codeField(phone)).toBeFocused();
  await expect(codeField(phone)).toHaveAccessibleDescription(/^Lo abbiamo inviato per SMS al numero/);
  const { text: code } = await awaitCode(story.phone);
  await phone.reload();
  await expect(codeField(phone)).toBeFocused();
  await sign(phone, code);
  await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  await expect(phone.getByText(/^Ti arriva anche un’e-mail con il link alla copia/)).toBeVisible();

  const { text: link } = await awaitCopyLink(story.email);
  expect(link).not.toBe(story.known.link);
  const desk = await visitors.desk();
  await desk.goto(link);
  await expect(desk.getByRole('heading', { name: 'La tua copia' })).toBeVisible();
  await expect(desk.getByText('Il documento è completo e la tua copia è pronta.')).toBeVisible();
  await expect(desk.getByText(/^La scarichi da questo link, su qualsiasi dispositivo/)).toBeVisible();
  const download = desk.waitForEvent('download');
  await desk.getByRole('link', { name: 'Scarica la tua copia' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});

test('a reading signer sees that another device has taken over, without an action of their own', async ({
  visitors,
}) => {
  const { known } = await startedPaper(1);
  const phone = await visitors.phone();
  await phone.clock.install();
  await openSignerDocument(phone, known.link);
  const other = await visitors.phone();
  await other.goto(known.link);
  await expect(other.getByText(/^La firma è in corso su un altro dispositivo/)).toBeVisible();
  await other.getByRole('button', { name: 'Continua qui' }).click();
  await expect(other.getByRole('region', { name: /^Pagine del documento: / })).toBeVisible();
  await phone.clock.fastForward(21_000);
  await expect(phone.getByRole('alert')).toContainText('qui si è interrotta');
  await expect(phone.getByRole('button', { name: 'Continua qui' })).toBeVisible();
});
