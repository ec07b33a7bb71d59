/** Toasts: how long they stay, that they wait while being read, and that no dialog hides them. */
import type { Page } from '@playwright/test';
import { delayCalls } from '../administration/registry-pages.ts';
import { inspectPageQuickly, REDUCED_MOTION } from '../support/inspection.ts';
import { readyPaper, startedPaper } from '../support/portal-calls.ts';
import { signIn, statusChip } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

const downloadButton = (page: Page) => page.getByRole('button', { name: 'Scarica', exact: true });

/** A document's page with a clock that a test can stop. */
async function openDocument(page: Page, id: number | undefined, status: string): Promise<void> {
  await signIn(page, 'dealer', '/my-page');
  await page.clock.install();
  await page.goto(`/app/documents/${id}`);
  await expect(statusChip(page, status)).toBeVisible();
  // The actions render last: nothing else would load once the clock stops.
  await expect(downloadButton(page)).toBeVisible();
}

/** From now on time passes only as the test moves it; the jump is shorter than any timeout of an answer. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

/** How long a read may stall without a byte (record 0051), minus the jump that stops the clock. */
const STALL_LIMIT_MS = 15_000;

const toast = (page: Page, text: string) => page.locator('[popover]').getByText(text, { exact: true });
const download = (page: Page) => downloadButton(page).click();

/** Holds downloads back until the returned function is called. */
const holdDownloads = (page: Page) => delayCalls(page, /\/api\/documents\/\d+\/download$/, 'GET');

test('a progress toast stays until its result replaces it for three seconds', async ({ visitors }) => {
  const { known } = await readyPaper(1);
  const page = await visitors.desk(REDUCED_MOTION);
  await openDocument(page, known.documentId, 'Da Avviare');
  const answer = await holdDownloads(page);
  await download(page);
  const working = toast(page, 'Preparazione del file in corso…');
  await expect(working).toBeVisible();
  await expect(page.locator('[popover]').getByRole('button', { name: 'Chiudi' })).toHaveCount(0);
  await inspectPageQuickly(page, 'toast of work in progress');
  await stopTime(page);
  await page.clock.runFor(STALL_LIMIT_MS);
  await expect(working).toBeVisible();
  answer();
  const done = toast(page, 'preventivo.pdf');
  await expect(done).toBeVisible();
  await expect(working).toHaveCount(0);
  await page.clock.runFor(2_999);
  await expect(done).toBeVisible();
  await page.clock.runFor(1);
  await expect(done).toHaveCount(0);
});

/** A file of which one chunk arrives at each call of `globalThis.piece`, and never the last. */
const mockEndlessDownload = (page: Page) =>
  page.addInitScript(() => {
    const real = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.endsWith('/download')) return real(input, init);
      const body = new ReadableStream<Uint8Array>({
        start(pieces) {
          Object.assign(globalThis, { piece: () => pieces.enqueue(new Uint8Array(1)) });
        },
      });
      return new Response(body, { headers: { 'content-type': 'application/pdf' } });
    };
  });
const sendPiece = (page: Page) => page.evaluate(() => (globalThis as unknown as { piece: () => void }).piece());

test('a progress toast without a result disappears after 500 seconds', async ({ visitors }) => {
  const { known } = await readyPaper(1);
  const page = await visitors.desk();
  await mockEndlessDownload(page);
  await openDocument(page, known.documentId, 'Da Avviare');
  await stopTime(page);
  await download(page);
  const working = toast(page, 'Preparazione del file in corso…');
  await expect(working).toBeVisible();
  for (let seconds = 0; seconds < 480; seconds += 20) {
    await sendPiece(page);
    await page.clock.fastForward(20_000);
  }
  await sendPiece(page);
  await page.clock.fastForward(19_999);
  await expect(working).toBeVisible();
  await page.clock.fastForward(1);
  await expect(working).toHaveCount(0);
});

test('a toast waits while the pointer or the focus is on it, and closes on request', async ({ visitors }) => {
  const { known } = await readyPaper(1);
  const page = await visitors.desk(REDUCED_MOTION);
  await openDocument(page, known.documentId, 'Da Avviare');
  await stopTime(page);
  await download(page);
  const done = toast(page, 'preventivo.pdf');
  await done.hover();
  await page.clock.runFor(60_000);
  await expect(done).toBeVisible();
  await page.mouse.move(10, 400);
  await page.clock.runFor(2_999);
  await expect(done).toBeVisible();
  const close = page.locator('[popover]').getByRole('button', { name: 'Chiudi' });
  await close.focus();
  await page.clock.runFor(60_000);
  await expect(done).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(done).toHaveCount(0);
});

test('a failure is announced at once, with the next step', async ({ visitors }) => {
  const { known } = await readyPaper(1);
  const page = await visitors.desk();
  visitors.watch.expectRefusal(503, /^\/api\/documents\/\d+\/download$/);
  await openDocument(page, known.documentId, 'Da Avviare');
  await page.route(/\/api\/documents\/\d+\/download$/, (route) =>
    route.fulfill({ status: 503, json: { message: 'Riprova tra poco.' } }),
  );
  await download(page);
  await expect(page.getByRole('alert').filter({ hasText: 'File non scaricato' })).toContainText('Riprova tra poco.');
});

test('an open dialog does not hide a toast, which stays readable and closable', async ({ visitors }) => {
  const { known } = await startedPaper(1);
  const page = await visitors.desk(REDUCED_MOTION);
  await openDocument(page, known.documentId, 'In attesa di firma');
  await stopTime(page);
  await download(page);
  const done = toast(page, 'preventivo.pdf');
  await expect(done).toBeVisible();
  await page.getByRole('button', { name: 'Annulla firma' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const onTop = () =>
    done.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect.poll(onTop).toBe(true);
  // The focus keeps it at any width; a pointer might no longer be over it.
  const close = page.locator('[popover]').getByRole('button', { name: 'Chiudi' });
  await close.focus();
  await page.clock.resume();
  await inspectPageQuickly(page, 'toast above a dialog');
  await stopTime(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(onTop).toBe(true);
  await page.getByRole('button', { name: 'Annulla firma' }).click();
  await expect(dialog).toBeVisible();
  await close.click();
  await expect(done).toHaveCount(0);
  await expect(dialog).toBeVisible();
});

test('toasts appear at the bottom right of a desktop screen and at the top of a phone', async ({ visitors }) => {
  const { known } = await readyPaper(1);
  const place = async (page: Page) => {
    await openDocument(page, known.documentId, 'Da Avviare');
    await stopTime(page);
    await download(page);
    await expect(toast(page, 'preventivo.pdf')).toBeVisible();
    return page.locator('[popover]').boundingBox();
  };
  const desk = await place(await visitors.desk(REDUCED_MOTION));
  expect(desk?.width).toBe(360);
  expect((desk?.x ?? 0) + 360).toBe(1440 - 24);
  expect((desk?.y ?? 0) + (desk?.height ?? 0)).toBe(900 - 24);
  const phone = await place(await visitors.phone(REDUCED_MOTION));
  expect(phone).toMatchObject({ x: 16, y: 16, width: 358 });
});
