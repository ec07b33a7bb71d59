/** The signer's text mode in a browser: it ends like the pages, and the signer can continue when the text is late or lost. */
import type { Page } from '@playwright/test';
import { startedPaper } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { documentPages, openSignerDocument, requestCode } from './signer-pages.ts';

const textModeButton = (page: Page) => page.getByRole('button', { name: 'Leggi come testo' });
const textRegion = (page: Page) => page.getByRole('region', { name: /^Testo del documento: / });
const TEXT = /^\/api\/sign\/[\w-]+\/text$/;
const isText = ({ pathname }: URL) => TEXT.test(pathname);

test('a document is read to its end as text and signed', async ({ visitors }) => {
  const story = await startedPaper(7);
  const page = await visitors.desk();
  await openSignerDocument(page, story.known.link);
  await textModeButton(page).click();
  await expect(textRegion(page)).toBeFocused();
  // Pages are drawn and compared, a second or more each on a busy machine. The last one is the page of signatures.
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(8, { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Scorri fino alla fine per continuare' })).toBeVisible();
  await textRegion(page).press('End');
  await requestCode(page);
});

test('a second tab and a reload continue at the reading position', async ({ visitors }) => {
  const story = await startedPaper(2);
  const page = await visitors.desk();
  await openSignerDocument(page, story.known.link);
  await textModeButton(page).click();
  await expect(page.getByText('Fine del documento')).toBeVisible();
  const second = await page.context().newPage();
  await openSignerDocument(second, story.known.link);
  // A double click counts as one press.
  await textModeButton(second).dblclick();
  await expect(second.getByText('Fine del documento')).toBeVisible();
  await page.reload();
  await expect(documentPages(page)).toBeVisible();
  await textModeButton(page).click();
  await expect(page.getByText('Fine del documento')).toBeVisible();
});

test('a text that fails to load can be requested again', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, TEXT);
  const story = await startedPaper(1);
  const page = await visitors.phone();
  await openSignerDocument(page, story.known.link);
  await page.route(isText, (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json: { code: 'system.busy', detail: 'Riprova' } }),
  );
  await textModeButton(page).tap();
  await expect(page.getByRole('alert')).toContainText('Il testo non è arrivato.');
  await page.unroute(isText);
  await page.getByRole('button', { name: 'Riprova' }).tap();
  await expect(page.getByText('Fine del documento')).toBeVisible();
});
