/** A customer scans the QR code at the desk: one phone, two digits, a yes or a no, and the signature to its end. */
import type { Locator, Page } from '@playwright/test';
import { expectToast, recordToasts } from '../administration/registry-pages.ts';
import { dialog } from '../desk/desk-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitCode, Caller, readyPaper, startedPaper } from '../support/portal-calls.ts';
import { interceptAnswer, signIn } from '../support/portal-pages.ts';
import { expect, PHONE, test } from '../support/watched-browsers.ts';
import { documentPages, openSignerDocument, readToTheEnd, requestCode, sign } from './signer-pages.ts';

const QR_CALL = /^\/qr\/[\w.-]+$/;
const TITLE = 'Firma con il telefono';
const code = (page: Page): Locator => dialog(page, TITLE);
const numberOf = (within: Page | Locator): Locator => within.getByText(/^[1-9]\d$/);
const title = (page: Page, name: string): Locator => page.getByRole('heading', { name, level: 1 });
const INACTIVE_TITLE = 'Questo QR non è attivo';
const WAITING_TITLE = 'In attesa di conferma';
/** The lifetime of a QR code. */
const QR_LIFETIME_SECONDS = 300;

/** Opens the dialog of a document. @returns the address in its QR code. */
async function openCodeAddress(page: Page, documentId: number): Promise<string> {
  await page.goto(`/app/documents/${documentId}`);
  return askedCode(page, () => page.getByRole('button', { name: 'Mostra il QR' }).click());
}

/** The address in the QR code that an action shows. */
async function askedCode(page: Page, act: () => Promise<void>): Promise<string> {
  const { url } = await interceptAnswer<{ url: string }>(page, /\/mobile\/fdd\/qrcode\/generate\//, act);
  await expect(page.getByRole('img', { name: /^Codice QR per firmare/ })).toBeVisible();
  return url;
}

/** The phone opens the address and uses the QR code. */
async function scan(phone: Page, url: string): Promise<void> {
  await phone.goto(url);
  await expect(title(phone, 'Firma su questo telefono')).toBeVisible();
  await phone.getByRole('button', { name: 'Mostra il numero' }).click();
}

const statusOf = async (id: number): Promise<string> =>
  (await (await Caller.signIn('dealer')).read<{ status: string }>(`/api/documents/${id}`)).status;

test('scanning, comparing and confirming start the signature, which is completed on that phone', async ({
  visitors,
}) => {
  test.slow();
  const story = await readyPaper(1);
  const id = story.known.documentId ?? 0;
  const page = await visitors.desk();
  const phone = await visitors.phone();
  await recordToasts(page);
  await signIn(page, 'dealer', `/app/documents/${id}`);
  const url = await openCodeAddress(page, id);

  await phone.goto(url);
  await expect(phone.getByText('Aprire questa pagina non ti impegna.', { exact: true })).toBeVisible();
  await phone.reload();
  await expect(code(page).getByText('Un telefono chiede di firmare')).toHaveCount(0);
  await phone.getByRole('button', { name: 'Mostra il numero' }).dblclick();
  await expect(title(phone, WAITING_TITLE)).toBeVisible();
  const number = await numberOf(phone).innerText();
  await expect(code(page).getByRole('status')).toHaveText('Un telefono chiede di firmare');
  await expect(numberOf(code(page))).toHaveText(number);
  expect(await statusOf(id)).toBe('READY_TO_SIGN');

  // Reloaded and closed in between, on both sides.
  await phone.reload();
  await expect(numberOf(phone)).toHaveText(number);
  await page.keyboard.press('Escape');
  await expect(code(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Mostra il QR' }).click();
  await expect(numberOf(code(page))).toHaveText(number);

  await code(page).getByRole('button', { name: 'È lo stesso: conferma' }).click();
  await expectToast(page, 'Telefono confermato');
  await expect(code(page)).toHaveCount(0);
  await phone.waitForURL(/\/sign\/[\w-]{32}$/);
  await openSignerDocument(phone, phone.url());
  await readToTheEnd(phone);
  await requestCode(phone);
  await sign(phone, (await awaitCode(story.phone)).text);
  await expect(title(phone, 'Hai firmato, grazie')).toBeVisible();
  await expect(page.getByRole('main').getByText('Firmato', { exact: true }).first()).toBeVisible();
  // Used up: also when typed into another browser.
  visitors.watch.expectRefusal(404, QR_CALL);
  const other = await visitors.phone();
  await scan(other, url);
  await expect(title(other, INACTIVE_TITLE)).toBeVisible();
});

test('the first of two phones gets the signature, the second sees a neutral page, and the portal shows it', async ({
  visitors,
}) => {
  visitors.watch.expectRefusal(404, QR_CALL);
  const id = (await readyPaper(1)).known.documentId ?? 0;
  const page = await visitors.desk();
  await signIn(page, 'dealer', `/app/documents/${id}`);
  const url = await openCodeAddress(page, id);
  const [first, second] = [await visitors.phone(), await visitors.phone()];
  await scan(first, url);
  await expect(title(first, WAITING_TITLE)).toBeVisible();
  await scan(second, url);
  await expect(title(second, INACTIVE_TITLE)).toBeVisible();
  await expect(code(page).getByText('Un altro telefono ha provato lo stesso codice.')).toBeVisible();
  await expect(numberOf(code(page))).toHaveText(await numberOf(first).innerText());
  expect(await statusOf(id)).toBe('READY_TO_SIGN');
});

test('after a refusal the phone sees a neutral page, and the portal shows a new code that works', async ({
  visitors,
}) => {
  visitors.watch.expectRefusal(404, QR_CALL);
  const id = (await readyPaper(1)).known.documentId ?? 0;
  const page = await visitors.desk();
  await signIn(page, 'dealer', `/app/documents/${id}`);
  const url = await openCodeAddress(page, id);
  const phone = await visitors.phone();
  await scan(phone, url);
  await expect(numberOf(code(page))).toBeVisible();
  const next = await askedCode(page, () => code(page).getByRole('button', { name: 'È diverso: rifiuta' }).click());
  await expect(title(phone, INACTIVE_TITLE)).toBeVisible();
  await phone.reload();
  await expect(title(phone, INACTIVE_TITLE)).toBeVisible();
  expect(next).not.toBe(url);
  expect(await statusOf(id)).toBe('READY_TO_SIGN');
  await scan(phone, next);
  await expect(title(phone, WAITING_TITLE)).toBeVisible();
  await expect(numberOf(code(page))).toHaveText(await numberOf(phone).innerText());
});

test('an expired, altered or invented address shows the same neutral page', async ({ ground, visitors }) => {
  visitors.watch.expectRefusal(404, QR_CALL);
  const id = (await readyPaper(1)).known.documentId ?? 0;
  const page = await visitors.desk();
  await signIn(page, 'dealer', `/app/documents/${id}`);
  const old = await openCodeAddress(page, id);
  await ground.advance(QR_LIFETIME_SECONDS + 1);
  const late = await visitors.phone();
  const shown: string[] = [];
  for (const address of [old, old.slice(0, -4), `${new URL(old).origin}/qr/nessuno`]) {
    await scan(late, address);
    await expect(title(late, INACTIVE_TITLE)).toBeVisible();
    shown.push(await late.getByRole('main').innerText());
  }
  expect(new Set(shown).size).toBe(1);
  await expect(code(page).getByText('Un telefono chiede di firmare')).toHaveCount(0);
  const phone = await visitors.phone();
  await scan(phone, await openCodeAddress(page, id));
  await expect(title(phone, WAITING_TITLE)).toBeVisible();
  await expect(numberOf(code(page))).toHaveText(await numberOf(phone).innerText());
});

test('a phone without a network keeps its number and resumes when it is back', async ({ visitors }) => {
  visitors.watch.expectRefusal(0, QR_CALL);
  const story = await startedPaper(1);
  const id = story.known.documentId ?? 0;
  const page = await visitors.desk();
  await signIn(page, 'dealer', `/app/documents/${id}`);
  const url = await openCodeAddress(page, id);
  const phone = await visitors.phone();
  await scan(phone, url);
  const number = await numberOf(phone).innerText();
  await phone.route('**/qr/*', (route) => route.abort());
  await expect(phone.getByText(/^Non hai perso niente/)).toBeVisible();
  await expect(numberOf(phone)).toHaveText(number);
  await code(page).getByRole('button', { name: 'È lo stesso: conferma' }).click();
  await expect(code(page)).toHaveCount(0);
  await phone.unroute('**/qr/*');
  await phone.waitForURL(/\/sign\/[\w-]{32}$/);
  await phone.getByRole('button', { name: 'Leggi il documento' }).click();
  await expect(documentPages(phone)).toBeVisible();
});

test('its pages are legible in both themes and at every width, in both languages', async ({ visitors }) => {
  test.slow();
  visitors.watch.expectRefusal(404, QR_CALL);
  const id = (await readyPaper(1)).known.documentId ?? 0;
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', `/app/documents/${id}`);
  const url = await openCodeAddress(page, id);
  const [phone, second] = [await visitors.phone({ ...PHONE, ...REDUCED_MOTION }), await visitors.phone()];
  await phone.goto(url);
  await expect(title(phone, 'Firma su questo telefono')).toBeVisible();
  await inspectPage(phone, 'scanned code: start');
  await phone.getByRole('button', { name: 'English' }).click();
  await expect(title(phone, 'Sign on this phone')).toBeVisible();
  await inspectPage(phone, 'scanned code: start in English');
  await phone.getByRole('button', { name: 'Italiano' }).click();
  await phone.getByRole('button', { name: 'Mostra il numero' }).click();
  await expect(title(phone, WAITING_TITLE)).toBeVisible();
  await inspectPage(phone, 'scanned code: waiting');
  await expect(numberOf(code(page))).toBeVisible();
  await inspectPage(page, 'QR: a phone asks');
  await scan(second, url);
  await expect(code(page).getByText('Un altro telefono ha provato lo stesso codice.')).toBeVisible();
  await inspectPage(page, 'QR: two phones');
  await code(page).getByRole('button', { name: 'È diverso: rifiuta' }).click();
  await expect(title(phone, INACTIVE_TITLE)).toBeVisible();
  await inspectPage(phone, 'scanned code: not active');
});
