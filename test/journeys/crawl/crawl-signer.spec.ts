/** The crawl of the signer's pages, and of sign-in, errors and the demo. */
import type { Page } from '@playwright/test';
import { sendFormToNewCustomer } from '../administration/registry-pages.ts';
import { documentPages, openSignerDocument, readToTheEnd, requestCode, sign } from '../signer/signer-pages.ts';
import { inspectPage, inspectPageQuickly, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitCode, startedPaper, wrongCode } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';

// Hundreds of checks: a recording of each would cost more than the checks themselves, and each finding names its place.
test.use({ trace: 'off' });

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

test('the sign-in pages, the error pages and the demo pages', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  for (const variant of ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'dealer']) {
    await page.goto(`/error/error-${variant}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await (variant === 'dealer' ? inspectPage : inspectPageQuickly)(page, `error-${variant}`);
  }
  await page.goto('/error?code=k3f9');
  await expect(page.getByText('k3f9')).toBeVisible();
  await inspectPage(page, '/error');
  await page.goto('/logged');
  await expect(title(page, 'Stiamo aprendo Fascicolo')).toBeVisible();
  await inspectPageQuickly(page, '/logged');
  await page.goto('/dashboard');
  await expect(title(page, 'Con chi vuoi entrare?')).toBeVisible();
  await inspectPage(page, 'page of personas');
  const story = await startedPaper(1);
  for (const to of ['', `?to=${story.email}`, '?to=nessuno@example.com', '?live=1']) {
    await page.goto(`/demo/outbox${to}`);
    await expect(title(page, 'Posta demo')).toBeVisible();
    if (to !== '?live=1') await inspectPage(page, `outbox ${to}`);
  }
  await page.goto('/demo/dealer-portal');
  await expect(title(page, 'Dealer Portal')).toBeVisible();
  await inspectPage(page, 'Dealer Portal of the demo');
  await page.goto('/demo/video/demo-primo-accesso');
  await expect(title(page, 'Primo accesso')).toBeVisible();
  await inspectPage(page, 'player of the demo');
});

test('the signer’s pages, step by step', async ({ visitors }) => {
  test.slow();
  visitors.watch.expectRefusal(404, /^\/api\/sign\/A+$/);
  visitors.watch.expectRefusal(422, /^\/api\/sign\/[\w-]+\/sign$/);
  const page = await visitors.desk(REDUCED_MOTION);
  await page.goto('/sign/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(title(page, 'Questo link non è attivo')).toBeVisible();
  await inspectPage(page, 'signer: link not active');

  const story = await startedPaper(3);
  await page.goto(story.known.link);
  await expect(page.getByRole('button', { name: 'Leggi il documento' })).toBeVisible();
  await inspectPage(page, 'signer: start');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await inspectPage(page, 'signer: start in English');
  await page.getByRole('button', { name: 'Italiano' }).click();
  await page.getByRole('button', { name: 'Non sono io' }).click();
  await expect(title(page, 'Questo documento non è per te?')).toBeVisible();
  await inspectPage(page, 'signer: not me');
  await page.getByRole('button', { name: 'Torna al documento' }).click();
  await page.getByRole('button', { name: 'Non voglio firmare' }).click();
  await expect(title(page, 'Non vuoi firmare?')).toBeVisible();
  await inspectPage(page, 'signer: decline');
  await page.getByRole('button', { name: 'Torna al documento' }).click();
  await openSignerDocument(page, story.known.link);
  await inspectPage(page, 'signer: reading');
  const elsewhere = await visitors.phone(REDUCED_MOTION);
  await elsewhere.goto(story.known.link);
  await expect(elsewhere.getByRole('button', { name: 'Continua qui' })).toBeVisible();
  await inspectPage(elsewhere, 'signer: signed in another browser');
  await elsewhere.context().close();
  await page.getByRole('button', { name: 'Leggi come testo' }).click();
  await expect(page.getByText('Preventivo di prova: pagina 1 di 3')).toBeVisible();
  await inspectPage(page, 'signer: reading as text');
  await page.getByRole('button', { name: 'Vedi le pagine' }).click();
  await expect(documentPages(page)).toBeVisible();
  await readToTheEnd(page);
  await page.getByRole('button', { name: 'Conferma i punti' }).click();
  await inspectPage(page, 'signer: points');
  await page.getByRole('checkbox').check();
  await inspectPage(page, 'signer: points confirmed');
  await page.getByRole('button', { name: 'Ricevi il codice' }).click();
  await expect(title(page, 'Scrivi il codice per firmare')).toBeVisible();
  await page.getByRole('button', { name: 'Non ricevo l’SMS' }).click();
  const code = (await awaitCode(story.phone)).text;
  await sign(page, wrongCode(code));
  await expect(page.getByRole('alert')).toHaveText('Il codice non è giusto. Ti restano 2 tentativi.');
  await inspectPage(page, 'signer: wrong code');
  await sign(page, code);
  await expect(page.getByRole('link', { name: 'Scarica la tua copia' })).toBeVisible();
  await inspectPage(page, 'signer: done');

  const form = await sendFormToNewCustomer('PRIVACY_DEALER');
  await openSignerDocument(page, form.link);
  await readToTheEnd(page);
  await page.getByRole('button', { name: 'Conferma i punti' }).click();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await inspectPage(page, 'signer: consents');
  await page.getByRole('radio', { name: 'Sì' }).first().check();
  await page.getByRole('radio', { name: 'No' }).nth(1).check();
  await inspectPage(page, 'signer: consents, some answered');

  const refused = await startedPaper(1);
  await page.goto(refused.known.link);
  await page.getByRole('button', { name: 'Non sono io' }).click();
  await page.getByRole('button', { name: 'Segnala che non è per me' }).click();
  await expect(title(page, 'Grazie per la segnalazione')).toBeVisible();
  await inspectPage(page, 'signer: reported as not me');
});

test('zooming the paper on a phone scrolls the paper but never the page', async ({ visitors }) => {
  const story = await startedPaper(2);
  const phone = await visitors.phone();
  await openSignerDocument(phone, story.known.link);
  await phone.getByRole('button', { name: 'Ingrandisci' }).tap();
  await expect.poll(() => documentPages(phone).evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.getByRole('button', { name: 'Riduci' }).tap();
  await readToTheEnd(phone);
  await requestCode(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
