/** The QR code at the desk: its content, its expiry, what closes it, who sees it. */
import type { Page } from '@playwright/test';
import { expectToast, recordToasts } from '../administration/registry-pages.ts';
import {
  chooseFromRowMenu,
  createDeskFolder,
  type DeskFolder,
  dialog,
  documentRow,
  openFolder,
} from '../desk/desk-pages.ts';
import { startedPaper } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

const TITLE = 'Firma con il telefono';
const QR_CALL = /^\/mobile\/fdd\/qrcode\/generate\/\d+$/;

/** Opens the QR code of the desk's ready document, with the page's clock under the test's control. */
async function openCode(page: Page, desk: DeskFolder): Promise<void> {
  await page.clock.install();
  await openFolder(page, desk);
  await chooseFromRowMenu(page, desk.readyId, 'Mostra il QR');
}

const codeOf = (page: Page) => page.getByRole('img', { name: 'Codice QR per firmare «Preventivo nuovo»' });

test('shows the code at 200 px, the document, the signer, the signature type and the time left', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  await openCode(page, desk);
  const code = dialog(page, TITLE);
  await expect(codeOf(page)).toBeVisible();
  expect(await codeOf(page).boundingBox()).toMatchObject({ width: 200, height: 200 });
  for (const text of ['Preventivo nuovo', 'Ginevra Provetti, cliente', 'Chi firma inquadra il QR']) {
    await expect(code.getByText(text).first()).toBeVisible();
  }
  await expect(code.getByText(/^\+39\s333/)).toBeVisible();
  const timer = code.getByRole('timer');
  await expect(timer).toHaveText(/^(5:00|4:5\d)$/);
  await page.clock.runFor(30_000);
  await expect(timer).toHaveText(/^4:[23]\d$/);
  await expect(timer).not.toHaveAttribute('aria-live');
});

test('updates the time left every second', async ({ visitors }) => {
  const page = await visitors.desk();
  await openCode(page, await createDeskFolder());
  await expect(codeOf(page)).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000);
  const timer = dialog(page, TITLE).getByRole('timer');
  const secondsLeft = async (): Promise<number> => {
    const [minutes = 0, seconds = 0] = (await timer.innerText()).split(':').map(Number);
    return minutes * 60 + seconds;
  };
  const before = await secondsLeft();
  for (let second = 1; second <= 5; second += 1) {
    await page.clock.runFor(1_000);
    await expect.poll(secondsLeft).toBe(before - second);
  }
});

test('expires with its token, and is replaced at once', async ({ visitors }) => {
  const page = await visitors.desk();
  await openCode(page, await createDeskFolder());
  const code = dialog(page, TITLE);
  const newCodeButton = code.getByRole('button', { name: 'Genera un nuovo codice' });
  await expect(codeOf(page)).toBeVisible();
  await expect(newCodeButton).toHaveCount(0);
  await page.clock.runFor('04:50');
  await expect(newCodeButton).toHaveCount(0);
  await page.clock.runFor(12_000);
  await expect(code.getByRole('status').filter({ hasText: 'Codice scaduto' })).toBeVisible();
  await expect(code.getByRole('timer')).toHaveCount(0);
  await expect(codeOf(page)).toHaveCount(0);
  await expect(code.locator('svg[width="200"]').locator('..')).toHaveCSS('opacity', '0.07');
  // The page's clock ran ahead of the server's: within one second of its own the server returns the same QR code.
  const generateResponse = page.waitForResponse(/\/mobile\/fdd\/qrcode\/generate\//);
  await newCodeButton.click();
  expect((await generateResponse).status()).toBe(200);
  await expect(code.getByRole('timer')).toHaveText(/^(5:00|4:5\d)$/);
  await expect(newCodeButton).toHaveCount(0);
  await expect(codeOf(page)).toBeVisible();
});

test('stays open when no new code arrives, and shows the reason', async ({ visitors }) => {
  const page = await visitors.desk();
  visitors.watch.expectRefusal(500, QR_CALL);
  await openCode(page, await createDeskFolder());
  const code = dialog(page, TITLE);
  await expect(codeOf(page)).toBeVisible();
  await page.clock.runFor('05:02');
  await page.route('**/mobile/fdd/qrcode/**', (route) =>
    route.fulfill({ status: 500, json: { title: 'Errore interno del server', detail: 'Prova del guasto.' } }),
  );
  const newCodeButton = code.getByRole('button', { name: 'Genera un nuovo codice' });
  await newCodeButton.click();
  await expect(code.getByRole('alert')).toContainText('Prova del guasto.');
  await expect(code.getByRole('status').filter({ hasText: 'Codice scaduto' })).toBeVisible();
  await expect(codeOf(page)).toHaveCount(0);
  await page.unroute('**/mobile/fdd/qrcode/**');
  await newCodeButton.click();
  await expect(codeOf(page)).toBeVisible();
  await expect(code.getByRole('alert')).toHaveCount(0);
});

test('shows inside the dialog why there is no code, with a retry', async ({ visitors }) => {
  const page = await visitors.desk();
  visitors.watch.expectRefusal(500, QR_CALL);
  const desk = await createDeskFolder();
  await page.route('**/mobile/fdd/qrcode/**', (route) =>
    route.fulfill({ status: 500, json: { title: 'Errore interno del server', detail: 'Prova del guasto.' } }),
  );
  await openCode(page, desk);
  const problem = dialog(page, TITLE).getByRole('alert');
  await expect(problem).toContainText('Errore interno del server');
  await expect(problem).toContainText('Prova del guasto.');
  await page.unroute('**/mobile/fdd/qrcode/**');
  await dialog(page, TITLE).getByRole('button', { name: 'Riprova' }).click();
  await expect(codeOf(page)).toBeVisible();
});

test('closes when the document changes its status, and the list updates', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  await recordToasts(page);
  await openFolder(page, desk);
  await chooseFromRowMenu(page, desk.readyId, 'Mostra il QR');
  await expect(codeOf(page)).toBeVisible();
  expect((await desk.caller.send('POST', `/api/documents/${desk.readyId}/sign`, {})).status).toBe(200);
  await expect(dialog(page, TITLE)).toHaveCount(0);
  await expectToast(page, 'Lo stato del documento è cambiato');
  await expect(documentRow(page, desk.readyId)).toContainText('In attesa di firma');
});

test('offers the link when there is one, otherwise the start', async ({ visitors }) => {
  const started = await startedPaper(1);
  const page = await visitors.desk({ permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn(page, 'dealer', `/app/folders/${started.known.folderId}`);
  await page.getByRole('button', { name: `Mostra il QR: Preventivo nuovo ${started.known.documentId}` }).click();
  const code = dialog(page, TITLE);
  await expect(code.getByText('La fotocamera non va? Usa il link.')).toBeVisible();
  await code.getByRole('button', { name: 'Copia link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('/sign/');
  await page.keyboard.press('Escape');
  await expect(code).toHaveCount(0);

  const desk = await createDeskFolder();
  await page.goto(`/app/folders/${desk.folderId}`);
  await chooseFromRowMenu(page, desk.readyId, 'Mostra il QR');
  await code.getByRole('button', { name: 'Avvia la firma' }).click();
  await expect(code).toHaveCount(0);
  await expect(documentRow(page, desk.readyId)).toContainText(/Firma avviata|In attesa di firma/);
});
