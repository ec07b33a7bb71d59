/** The viewer on the page of a document: parts, pages, zoom, search, pictures, files that cannot be shown. */
import { brotliCompressSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { docx, tiff } from '../../papers/files.ts';
import { makePaper } from '../../papers/paper.ts';
import { Story } from '../../stages/http-story.ts';
import { action, addFile, card, downloadDuring, openDocument, pageOf, pages, viewer } from '../desk/document-pages.ts';
import { axeFindings, inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { address, readyPaper } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';

const TEXT_PAGES = 299;
const TOTAL_PAGES = 300;
const MEGABYTE = 1_048_576;

/** A document of 300 pages and some 18 MB; its last page is an image that fills it. */
let longStory: Story;
test.beforeAll(async () => {
  const file = await makePaper({ pages: TEXT_PAGES, bytes: 18 * MEGABYTE, title: 'Catalogo' });
  longStory = new Story(address, file, 1);
  await longStory.signIn();
  await longStory.create();
});

const pageField = (page: Page) => page.getByRole('textbox', { name: /^Numero di pagina/ });
const searchField = (page: Page) => page.getByRole('textbox', { name: 'Cerca nel documento' });
const marks = (page: Page) => pages(page).locator('mark');
const canvases = (page: Page): Promise<number> => page.locator('canvas').count();

/** Records the partial responses of previews. */
function recordPreviews(page: Page): Response[] {
  const parts: Response[] = [];
  page.on('response', (response: Response) => {
    if (/\/download\?preview=true$/.test(response.url())) parts.push(response);
  });
  return parts;
}

test('a document of 300 pages and 18 MB shows its first page before a tenth of it has loaded', async ({ visitors }) => {
  const page = await visitors.desk();
  const parts = recordPreviews(page);
  // A tenth is let through; the rest is released after the page has been seen.
  let bytesLeft = longStory.file.length / 10;
  const seen = Promise.withResolvers<void>();
  await page.route(/\/download\?preview=true$/, async (route) => {
    const [, from = '0', to = String(longStory.file.length)] =
      /(\d+)-(\d*)/.exec(route.request().headers().range ?? '') ?? [];
    bytesLeft -= Number(to || longStory.file.length) - Number(from);
    if (bytesLeft < 0) await seen.promise;
    await route.continue();
  });
  await openDocument(page, longStory.known.documentId);
  await expect(pageOf(page, 1, TOTAL_PAGES).locator('canvas')).toBeVisible();
  await expect(pageOf(page, 1, TOTAL_PAGES).getByText(`Catalogo: pagina 1 di ${TEXT_PAGES}`)).toBeAttached();
  expect(new Set(parts.map((part) => part.status()))).toEqual(new Set([206]));
  await expect(viewer(page).getByText(/^18(,\d+)?\sMB$/)).toBeVisible();
  seen.resolve();
});

test('scrolling through a long document keeps only a few pages in memory', async ({ visitors }) => {
  const page = await visitors.desk();
  await openDocument(page, longStory.known.documentId);
  for (const number of [1, 40, 150, 299, 7]) {
    await pageField(page).fill(String(number));
    await pageField(page).press('Enter');
    const sheet = pageOf(page, number, TOTAL_PAGES);
    await expect(sheet.locator('canvas')).toBeVisible();
    await expect(sheet).toBeInViewport();
    await expect(page.getByText(`pagina ${number} di ${TOTAL_PAGES}`, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: `Vai a pagina ${number}`, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    // The nearby pages, the visible thumbnails, and one canvas for measuring text.
    expect(await pages(page).locator('canvas').count()).toBeLessThanOrEqual(6);
    expect(await canvases(page)).toBeLessThanOrEqual(20);
  }
});

test('a page number out of range is refused', async ({ visitors }) => {
  const page = await visitors.desk();
  await openDocument(page, longStory.known.documentId);
  for (const wrong of ['0', '301', 'ab']) {
    await pageField(page).fill(wrong);
    await pageField(page).press('Enter');
    await expect(pageField(page)).toHaveValue('1');
  }
  await pageField(page).fill('12');
  await pageField(page).press('Escape');
  await expect(pageField(page)).toHaveValue('1');
});

test('the search marks matches, counts them, steps on and back, and ignores case and accents', async ({ visitors }) => {
  const page = await visitors.desk();
  await openDocument(page, (await readyPaper(3)).known.documentId);
  await expect(pageOf(page, 1, 3).locator('canvas')).toBeVisible();
  await expect(viewer(page).getByText(/^[1-9]\d*\sKB$/)).toBeVisible();
  await pages(page).press('Control+f');
  await expect(searchField(page)).toBeFocused();

  await searchField(page).fill('PAGINÀ 2');
  await expect(page.getByText('1 di 1', { exact: true })).toBeVisible();
  await expect(pageOf(page, 2, 3).locator('mark')).toHaveText('pagina 2');
  await expect(pageOf(page, 2, 3)).toBeInViewport();

  await searchField(page).fill('garanzia');
  await expect(page.getByText('31 di 90', { exact: true }), 'from the current page').toBeVisible();
  const active = marks(page).and(page.locator('[data-active]'));
  await expect(active).toHaveCount(1);
  await searchField(page).press('Shift+Enter');
  await expect(page.getByText('30 di 90', { exact: true })).toBeVisible();
  await expect(pageOf(page, 1, 3).locator('mark[data-active]')).toBeInViewport();
  await page.getByRole('button', { name: 'Risultato successivo' }).click();
  await expect(page.getByText('31 di 90', { exact: true })).toBeVisible();
  await expect(pageOf(page, 2, 3).locator('mark[data-active]')).toBeInViewport();

  await searchField(page).fill('parola che non esiste');
  await expect(page.getByText('Nessun risultato')).toBeVisible();
  await expect(marks(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Risultato successivo' })).toHaveAttribute('aria-disabled', 'true');
  await searchField(page).fill('g');
  await expect(page.getByText('almeno 2 caratteri')).toBeVisible();

  await searchField(page).fill('garanzia');
  await expect(marks(page).first()).toBeVisible();
  await searchField(page).press('Escape');
  await expect(searchField(page)).toHaveCount(0);
  await expect(marks(page)).toHaveCount(0);
  await expect(pages(page)).toBeFocused();
});

test('the search covers a long document to its end', async ({ visitors }) => {
  const page = await visitors.desk();
  await openDocument(page, longStory.known.documentId);
  await page.getByRole('button', { name: 'Cerca nel documento' }).click();
  await searchField(page).fill(`pagina 287 di ${TEXT_PAGES}`);
  await expect(page.getByText('1 di 1', { exact: true })).toBeVisible();
  await expect(pageOf(page, 287, TOTAL_PAGES).locator('mark[data-active]')).toBeInViewport();
  await searchField(page).fill('condizioni inventate');
  await expect(page.getByText(/^\d+ di oltre 1\.000$/)).toBeVisible();
});

test('the keyboard turns pages, goes to the ends and zooms', async ({ visitors }) => {
  const page = await visitors.desk();
  await openDocument(page, (await readyPaper(4)).known.documentId);
  await expect(pageOf(page, 1, 4).locator('canvas')).toBeVisible();
  await pages(page).focus();
  for (const [key, number] of [
    ['PageDown', 2],
    ['PageDown', 3],
    ['PageUp', 2],
    ['End', 4],
    ['Home', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(pageField(page)).toHaveValue(String(number));
  }
  const width = async () => (await pageOf(page, 1, 4).boundingBox())?.width ?? 0;
  const fitting = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(fitting * 1.1);
  await page.keyboard.press('0');
  await expect.poll(width).toBe(fitting);

  const current = page.getByRole('button', { name: 'Vai a pagina 1', exact: true });
  await current.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Vai a pagina 2', exact: true })).toBeFocused();
  await expect(pageField(page)).toHaveValue('2');
});

test('the toolbar is one tab stop, arrow keys move between tools, and the page field keeps its own keys', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  await openDocument(page, (await readyPaper(1)).known.documentId);
  await expect(pageOf(page, 1, 1).locator('canvas')).toBeVisible();
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name });
  await tool('Riduci').focus();
  await page.keyboard.press('Tab');
  await expect(pages(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tool('Riduci')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(tool('Scarica'), 'wraps to the last one').toBeFocused();
  await page.keyboard.press('Home');
  for (const name of ['Ingrandisci', 'Mostra la pagina intera']) {
    await page.keyboard.press('ArrowRight');
    await expect(tool(name)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(tool('Adatta alla larghezza')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(pageField(page)).toBeFocused();
  await page.keyboard.type('12');
  await page.keyboard.press('ArrowLeft');
  await expect(pageField(page), 'the caret moves in the input').toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(tool('Cerca nel documento')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(tool('Cerca nel documento'), 'the earlier position').toBeFocused();
});

test('the zoom follows the wheel around the pointer, the width and the whole page', async ({ visitors }) => {
  const page = await visitors.desk();
  await openDocument(page, (await readyPaper(2)).known.documentId);
  const sheet = pageOf(page, 1, 2);
  await expect(sheet.locator('canvas')).toBeVisible();
  const box = async () => (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const fitting = await box();

  const pointer = { x: fitting.x + fitting.width / 4, y: fitting.y + 200 };
  await page.mouse.move(pointer.x, pointer.y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await box()).width).toBeGreaterThan(fitting.width * 1.3);
  const larger = await box();
  expect((pointer.x - larger.x) / larger.width, 'the point under the pointer stays there').toBeCloseTo(0.25, 1);

  await page.getByRole('button', { name: 'Adatta alla larghezza' }).click();
  await expect.poll(async () => (await box()).width).toBe(fitting.width);
  await page.getByRole('button', { name: 'Mostra la pagina intera' }).click();
  const area = (await pages(page).boundingBox())?.height ?? 0;
  await expect.poll(async () => (await box()).height).toBeLessThanOrEqual(area);
  await page.getByRole('button', { name: 'Ingrandisci' }).click();
  await expect(page.getByRole('button', { name: 'Adatta alla larghezza' })).toBeVisible();
});

test('a pinch zooms the paper on a phone', async ({ visitors }) => {
  const phone = await visitors.phone();
  await openDocument(phone, (await readyPaper(2)).known.documentId);
  const sheet = pageOf(phone, 1, 2);
  await expect(sheet.locator('canvas')).toBeVisible();
  await sheet.scrollIntoViewIfNeeded();
  const before = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const touch = await phone.context().newCDPSession(phone);
  const [x, y] = [before.x + before.width / 2, before.y + 120];
  const fingers = (apart: number) => [
    { x: x - apart, y, id: 0 },
    { x: x + apart, y, id: 1 },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
  for (const apart of [50, 60, 70, 80]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => (await sheet.boundingBox())?.width ?? 0).toBeGreaterThan(before.width * 1.7);
});

test('full screen opens and closes', async ({ visitors }) => {
  const page = await visitors.desk();
  await openDocument(page, (await readyPaper(1)).known.documentId);
  const full = () => page.evaluate(() => document.fullscreenElement?.getAttribute('aria-label') ?? null);
  await page.getByRole('button', { name: 'Schermo intero' }).click();
  await expect.poll(full).toBe('Anteprima di preventivo.pdf');
  await page.getByRole('button', { name: 'Esci da schermo intero' }).click();
  await expect.poll(full).toBeNull();
});

test('a screen reader finds the text of the page, in either theme without an axe finding', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  await openDocument(page, (await readyPaper(2)).known.documentId);
  await expect(pageOf(page, 1, 2)).toContainText('Riga 30. Testo di prova');
  await pages(page).press('Control+f');
  await searchField(page).fill('garanzia');
  await expect(marks(page).first()).toBeVisible();
  await inspectPage(page, 'the viewer with its search');
});

test('an image is shown as an image and downloaded unchanged', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  const story = await readyPaper(1);
  const photo = await page.screenshot();
  const id = await addFile(story, { fileName: 'carta-identita.png', mimeType: 'image/png', bytes: photo });
  await openDocument(page, id);
  const image = page.getByRole('img', { name: 'Contenuto di carta-identita.png' });
  await expect(image).toBeVisible();
  const width = async () => (await image.boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole('button', { name: 'Ingrandisci' }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.1);
  expect(await axeFindings(page)).toEqual([]);
  const file = await downloadDuring(page, () => viewer(page).getByRole('button', { name: 'Scarica' }).click());
  expect(file.name).toBe('carta-identita.png');
  expect(file.bytes.equals(photo)).toBe(true);
});

test('a file that browsers cannot show offers a way to open it', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  const story = await readyPaper(1);
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const letter = await addFile(story, { fileName: 'lettera.docx', mimeType: word, bytes: docx() });
  await openDocument(page, letter);
  await expect(page.getByText('È un documento di testo: scaricalo per aprirlo sul computer.')).toBeVisible();
  await expect(page.getByText(/^lettera\.docx · /)).toBeVisible();
  const file = await downloadDuring(page, () => action(page, 'Scarica').click());
  expect(file.name).toBe('lettera.docx');
  await card(page, 'Dati').getByText('Tutti i dati').click();
  await expect(card(page, 'Dati').getByText('Documento Word (DOCX)')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  const scan = await addFile(story, { fileName: 'scansione.tiff', mimeType: 'image/tiff', bytes: tiff() });
  await page.goto(`/app/documents/${scan}`);
  await expect(page.getByText('Questo browser non mostra questo tipo di immagine.')).toBeVisible();
  await expect(page.getByText(/^scansione\.tiff · /)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Scarica/ })).toHaveCount(1);
});

/** One page with `text`, compressed by Brotli (RFC 7932), mostly with words of Brotli's built-in dictionary. */
function brotliPdf(text: string): Buffer {
  const content = brotliCompressSync(`BT /F1 20 Tf 60 700 Td (${text}) Tj ET`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} /Filter /BrotliDecode >>\nstream\n${content.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-2.0\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

test('a file with Brotli compression is shown', async ({ visitors }) => {
  const page = await visitors.desk();
  const { known } = await readyPaper(1);
  const text = 'The information about international development';
  await page.route(/\/download\?preview=true$/, (route) =>
    route.fulfill({ status: 200, contentType: 'application/pdf', body: brotliPdf(text) }),
  );
  await openDocument(page, known.documentId);
  await expect(pageOf(page, 1, 1).getByText(text)).toBeAttached();
});

test('a preview that fails to load can be retried, and the rest of the page works', async ({ visitors }) => {
  const page = await visitors.desk();
  const { known } = await readyPaper(2);
  visitors.watch.expectRefusal(503, /\/download$/);
  await page.route(/\/download\?preview=true$/, (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
  );
  await openDocument(page, known.documentId);
  const problem = page.getByRole('alert').filter({ hasText: 'Anteprima non riuscita.' });
  await expect(problem).toContainText('Il file non arriva');
  await expect(card(page, 'Dati')).toBeVisible();
  await page.unroute(/\/download\?preview=true$/);
  await problem.getByRole('button', { name: 'Riprova' }).click();
  await expect(pageOf(page, 1, 2).locator('canvas')).toBeVisible();
});

test('a damaged file is shown as damaged and can still be downloaded', async ({ visitors }) => {
  const page = await visitors.desk();
  const { known } = await readyPaper(1);
  await page.route(/\/download\?preview=true$/, (route) =>
    route.fulfill({ status: 200, contentType: 'application/pdf', body: '%PDF-1.7 e poi più nulla' }),
  );
  await openDocument(page, known.documentId);
  const problem = page.getByRole('alert').filter({ hasText: 'Anteprima non riuscita.' });
  await expect(problem).toContainText('controlla che sia un PDF integro');
  const file = await downloadDuring(page, () => problem.getByRole('button', { name: 'Scarica' }).click());
  expect(file.name).toBe('preventivo.pdf');
});
