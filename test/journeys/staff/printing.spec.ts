/** Printed output: a page as a record, and the file of a document. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ERROR_VARIANTS, paths } from '#web/portal/paths.ts';
import { makePaper } from '../../papers/paper.ts';
import { printedPages } from '../../papers/printed-text.ts';
import type { Story } from '../../stages/http-story.ts';
import { action, card, openDocument, pages } from '../desk/document-pages.ts';
import { openSignerDocument } from '../signer/signer-pages.ts';
import { ownSealedFile, pickFile } from '../support/checked-files.ts';
import { everyPage } from '../support/every-page.ts';
import { waitUntilIdle } from '../support/inspection.ts';
import { readyPaper, startedPaper } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

/** The folder in which the sheets are kept for inspection. */
const SHEETS_FOLDER = process.env.FASCICOLO_SHEETS;
const DARK = { colorScheme: 'dark' } as const;
/** Text of the menu and of the frame around every page. */
const FRAME = /Riduci il menu|Strumenti|Dati inventati|Posta demo|Il tuo profilo|Vai al contenuto|©/;

/** The text of each sheet of the browser's own print. */
async function printedSheets(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await page.emulateMedia({ media: null });
  if (SHEETS_FOLDER) {
    mkdirSync(SHEETS_FOLDER, { recursive: true });
    writeFileSync(join(SHEETS_FOLDER, `${name}.pdf`), pdf);
  }
  const sheets = await printedPages(pdf);
  for (const [index, sheet] of sheets.entries()) {
    expect(sheet.replace(/\d+ \/ \d+/, '').trim().length, `${name}: sheet ${index + 1} is not blank`).toBeGreaterThan(
      3,
    );
    expect(sheet, `${name}: nothing of the frame`).not.toMatch(FRAME);
  }
  expect(sheets.length, `${name}: sheets`).toBeGreaterThan(0);
  return sheets;
}

const PRINTED_BY = /Stampato il \d\d\/\d\d\/\d{4} \d\d:\d\d da Dario Provini/;

let signedStory: Story;
test.beforeAll(async () => {
  signedStory = await readyPaper(1);
  await signedStory.runToEnd();
});

test('printing a document prints its facts, signers and complete evidence without the paper; also from the dark theme', async ({
  visitors,
}) => {
  const page = await visitors.desk(DARK);
  await openDocument(page, signedStory.known.documentId);
  await expect(card(page, 'Prove').getByRole('listitem')).toHaveCount(5);
  await expect(pages(page).locator('canvas').first()).toBeVisible();
  await waitUntilIdle(page);
  const sheets = await printedSheets(page, 'document');
  const text = sheets.join(' ');
  expect(sheets.length).toBeLessThanOrEqual(3);
  expect(text).toContain('Preventivo');
  expect(text).toContain('Ginevra Provetti');
  // The first event, which the page itself shows only on demand.
  expect(text).toContain('Documento creato');
  expect(text).toMatch(PRINTED_BY);
  expect(text).not.toMatch(/Scarica firmato|Stampa |Mostra tutti/);
  // The screen is unchanged.
  await expect(card(page, 'Prove').getByRole('listitem')).toHaveCount(5);
});

test('customers, folders and every other portal page print their content, and no blank sheet', async ({ visitors }) => {
  test.slow();
  for (const login of ['dealer', 'admin'] as const) {
    const page = await visitors.desk(DARK);
    await signIn(page, login);
    for (const place of everyPage(signedStory.known).filter((entry) => entry.login === login)) {
      await page.goto(place.path);
      await expect(page.getByRole('heading', { name: place.heading, level: 1 })).toBeVisible();
      await waitUntilIdle(page);
      const heading = await page.getByRole('heading', { level: 1 }).innerText();
      const cells = await page.locator('main thead th:not(:has(.sr-only))').allInnerTexts();
      const name = `${login}${place.path.replace(/\W+/g, '-')}`;
      const sheets = await printedSheets(page, name);
      const text = sheets.join(' ');
      expect(text, name).toContain(heading.replace(/\s+/g, ' '));
      expect(text, name).toMatch(/Stampato il /);
      for (const word of cells.flatMap((cell) => cell.split(/\s+/))) {
        expect(text, `${name}: a column's ${word}`).toContain(word);
      }
      expect(sheets.length, `${name}: sheets`).toBeLessThanOrEqual(6);
    }
  }
});

test('a table that is narrow on the screen is printed with all its columns', async ({ visitors }) => {
  const page = await visitors.desk({ viewport: { width: 1440, height: 900 } });
  await signIn(page, 'dealer', paths.folder(signedStory.known.folderId ?? 0));
  await expect(page.getByRole('table', { name: 'Documenti' })).toBeVisible();
  const wide = await page.locator('thead th:visible').count();
  await page.setViewportSize({ width: 800, height: 900 });
  await expect.poll(() => page.locator('thead th:visible').count()).toBeLessThan(wide);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('thead th:visible').count()).toBe(wide);
});

test('an open dialog is printed without the page below', async ({ visitors }) => {
  const page = await visitors.desk();
  await openDocument(page, signedStory.known.documentId);
  await card(page, 'Prove').getByRole('button').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const sheets = await printedSheets(page, 'dialog');
  expect(sheets.join(' ')).toContain('Documento creato');
  expect(sheets.join(' ')).not.toContain('Stampato il');
  expect(sheets.length).toBeLessThanOrEqual(4);
});

test('pages outside the frame print content: signer, tablet, /verify and error pages', async ({ visitors }) => {
  const { known } = await startedPaper(3);
  const phone = await visitors.phone(DARK);
  await phone.goto(known.link);
  await expect(phone.getByRole('button', { name: 'Leggi il documento' })).toBeVisible();
  expect((await printedSheets(phone, 'signer')).join(' ')).toContain('Preventivo');
  await openSignerDocument(phone, known.link);
  await expect(phone.locator('.paper canvas').first()).toBeVisible();
  await phone.emulateMedia({ media: 'print' });
  await expect(phone.locator('.paper canvas').first()).toBeVisible();
  await phone.emulateMedia({ media: null });

  const desk = await visitors.desk(DARK);
  await desk.goto('/device/activate');
  await expect(desk.getByRole('button', { name: 'Chiedi l’attivazione' })).toBeVisible();
  await printedSheets(desk, 'tablet');
  for (const variant of ERROR_VARIANTS) {
    await desk.goto(paths.error(variant));
    const heading = desk.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const words = await heading.innerText();
    expect((await printedSheets(desk, `error-${variant}`)).join(' ')).toContain(words);
  }
  await desk.goto('/verify');
  await pickFile(desk, await ownSealedFile());
  await expect(desk.getByRole('heading', { name: 'Documento integro, firma valida' })).toBeVisible();
  const sheets = await printedSheets(desk, 'verify');
  expect(sheets.join(' ')).toContain('Ginevra Provetti');
  expect(sheets.length).toBeLessThanOrEqual(3);
});

/** Records the page's print instead of printing: a headless browser cannot print. */
async function recordPrints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { prints: 0 });
    window.print = () => {
      Object.assign(window, { prints: (window as unknown as { prints: number }).prints + 1 });
    };
  });
}
const prints = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { prints: number }).prints);

test('“Stampa” prints the pages of the file once, however often it is clicked', async ({ visitors }) => {
  const page = await visitors.desk();
  await recordPrints(page);
  const story = await readyPaper(3);
  await openDocument(page, story.known.documentId);
  await action(page, 'Altre azioni').click();
  await page.getByRole('menuitem', { name: 'Stampa' }).dblclick();
  await expect.poll(() => prints(page)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await page.emulateMedia({ media: null });
  if (SHEETS_FOLDER) writeFileSync(join(SHEETS_FOLDER, 'file.pdf'), pdf);
  // Pictures of its three pages, and nothing of the portal.
  expect(await printedPages(pdf)).toEqual(['', '', '']);
  // The page is restored after printing.
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('[data-sheets]')).toHaveCount(0);
  expect(await prints(page)).toBe(1);
});

test('the signed file is printed where there is one; a failure shows an error', async ({ visitors }) => {
  const page = await visitors.desk();
  await recordPrints(page);
  await openDocument(page, signedStory.known.documentId);
  const file = page.waitForResponse(/\/api\/signed-documents\/\d+\/download$/);
  await action(page, 'Stampa').click();
  expect((await file).status()).toBe(200);
  await expect.poll(() => prints(page)).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.route(/\/api\/signed-documents\/\d+\/download$/, (route) =>
    route.fulfill({ body: 'no file at all', contentType: 'application/pdf' }),
  );
  await action(page, 'Stampa').click();
  await expect(page.getByText('Stampa non riuscita')).toBeVisible();
  await expect(page.getByText('Scarica il file e stampalo con il tuo lettore di PDF.')).toBeVisible();
  expect(await prints(page)).toBe(1);
});

test('more than a hundred pages are not printed, and the alternative is shown', async ({ visitors }) => {
  const page = await visitors.desk();
  await recordPrints(page);
  await openDocument(page, signedStory.known.documentId);
  const body = await makePaper({ pages: 101 });
  await page.route(/\/api\/signed-documents\/\d+\/download$/, (route) =>
    route.fulfill({ body, contentType: 'application/pdf' }),
  );
  await action(page, 'Stampa').click();
  await expect(page.getByText('Stampa non riuscita')).toBeVisible();
  await expect(page.getByText('Scarica il file e stampalo con il tuo lettore di PDF.')).toBeVisible();
  expect(await prints(page)).toBe(0);
  await expect(page.locator('[data-sheets]')).toHaveCount(0);
});
