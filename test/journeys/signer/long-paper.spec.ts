/** A document of 300 pages on a phone: only a few pages are kept in memory at any position and zoom, and it is signed like any other. */
import type { Page } from '@playwright/test';
import { makePaper } from '../../papers/paper.ts';
import { Story } from '../../stages/http-story.ts';
import { address, awaitCode, uniqueNumber } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { documentPages, openSignerDocument, readToTheEnd, requestCode, sign } from './signer-pages.ts';

const PAGES = 300;
/** The page of the signature field, far from both ends. */
const SIGNATURE_PAGE = 120;
const MEGABYTE = 1_048_576;
/** The limit for phones with little memory: Safari gives a page some 256 MB for all its canvases. */
const MAX_CANVAS_BYTES = 96 * MEGABYTE;
const MAX_DRAWN_PAGES = 8;

let longStory: Story & { known: { link: string } };
test.beforeAll(async () => {
  const file = await makePaper({ pages: PAGES, bytes: 12 * MEGABYTE, title: 'Catalogo' });
  const story = new Story(address, file, uniqueNumber());
  await story.signIn();
  await story.create();
  const places = [{ point: 1, page: SIGNATURE_PAGE, box: [320, 96, 510, 156] }];
  const placed = await story.call('PUT', `/api/documents/${story.known.documentId}/signature-places`, { places });
  expect(placed.status, placed.bytes.toString('utf8')).toBe(200);
  // 409 pdf.pagesInCheck until every page has been drawn.
  await expect(() => story.start()).toPass({ timeout: 90_000 });
  await expect(() => story.receiveLink()).toPass({ timeout: 30_000 });
  longStory = story as typeof longStory;
});

/** Canvases of the document, and the bytes of their pixels. */
const drawnCanvases = (page: Page) =>
  documentPages(page)
    .locator('canvas')
    .evaluateAll((all: HTMLCanvasElement[]) => ({
      pages: all.length,
      bytes: all.reduce((sum, { width, height }) => sum + 4 * width * height, 0),
    }));

async function expectFewCanvases(page: Page): Promise<void> {
  await expect.poll(async () => (await drawnCanvases(page)).pages, { timeout: 20_000 }).toBeGreaterThan(0);
  const { pages, bytes } = await drawnCanvases(page);
  expect(pages).toBeLessThanOrEqual(MAX_DRAWN_PAGES);
  expect(bytes).toBeLessThanOrEqual(MAX_CANVAS_BYTES);
}

/** The page in the middle of the screen once it is drawn; 0 before. */
const pageInMiddle = (page: Page): Promise<number> =>
  documentPages(page).evaluate((box) => {
    const frame = box.getBoundingClientRect();
    const middle = frame.top + frame.height / 2;
    // There is a gap between two pages: take the first page that ends below the middle.
    const sheet = [...box.querySelectorAll<HTMLElement>('[data-page]')].find(
      (sheetElement) => sheetElement.getBoundingClientRect().bottom > middle,
    );
    return sheet?.querySelector('canvas') ? Number(sheet.dataset.page) : 0;
  });

/** Scrolls to a part of the document, and waits until the page in the middle of the screen is drawn. */
async function scrollToPart(page: Page, part: number): Promise<number> {
  await documentPages(page).evaluate(
    (box, to) => box.scrollTo({ top: to * (box.scrollHeight - box.clientHeight) }),
    part,
  );
  await expect.poll(() => pageInMiddle(page), { timeout: 20_000 }).toBeGreaterThan(0);
  return pageInMiddle(page);
}

test('only a few pages are kept in memory, zoomed or not; a signature field links to its page and back; the paper is signed', async ({
  visitors,
}) => {
  test.slow();
  const page = await visitors.phone();
  await openSignerDocument(page, longStory.known.link);
  const seen: number[] = [];
  for (const part of [0.1, 0.5, 0.9, 0.02]) {
    seen.push(await scrollToPart(page, part));
    await expectFewCanvases(page);
  }
  expect(new Set(seen).size).toBe(4);
  expect(Math.max(...seen)).toBeGreaterThan(PAGES * 0.8);
  const larger = page.getByRole('button', { name: 'Ingrandisci' });
  while ((await larger.getAttribute('aria-disabled')) === null) await larger.click();
  await scrollToPart(page, 0.6);
  await expectFewCanvases(page);
  await readToTheEnd(page);
  await expectFewCanvases(page);
  await page.getByRole('button', { name: 'Conferma i punti' }).click();
  await page.getByRole('button', { name: new RegExp(`^Vedi a pagina ${SIGNATURE_PAGE}: `) }).click();
  await expect.poll(() => pageInMiddle(page), { timeout: 20_000 }).toBe(SIGNATURE_PAGE);
  await expectFewCanvases(page);
  await page.getByRole('button', { name: 'Torna ai punti' }).click();
  await page.goBack();
  await requestCode(page);
  await sign(page, (await awaitCode(longStory.phone)).text);
  await expect(page.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
});
