/** Connected systems: a receiver of webhooks is added, tried and disabled; secrets are shown once; administrators only. */
import type { Page } from '@playwright/test';
import { Caller, uniqueNumber } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

const PAGE = '/admin/integrations';
/** A domain reserved for examples: no such host exists, so no call leaves. */
const ADDRESS = 'https://dms.example.com/fascicolo';
const button = (within: Pick<Page, 'getByRole'>, name: string) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const item = (page: Page, list: string, text: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text });

test('an administrator adds a webhook receiver, sees its secret once and disables the receiver', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  await signIn(page, 'admin', PAGE);
  const name = `DMS di prova ${uniqueNumber()}`;
  await button(page, 'Nuova notifica').click();
  const form = dialog(page, 'Nuova notifica');
  await button(form, 'Aggiungi notifica').click();
  await expect(form.getByRole('textbox', { name: 'Indirizzo' })).toHaveAccessibleDescription(/campo obbligatorio/i);
  await form.getByRole('textbox', { name: 'Descrizione' }).fill(name);
  await form.getByRole('textbox', { name: 'Indirizzo' }).fill(ADDRESS);
  await button(form, 'Aggiungi notifica').click();
  const shown = dialog(page, 'Il nuovo segreto');
  await expect(shown.getByText(/^whsec_/)).toBeVisible();
  await button(shown, 'Chiudi').first().click();
  const row = item(page, 'Notifiche', name);
  await expect(row.getByText('Attiva', { exact: true })).toBeVisible();
  await expect(page.getByText(/whsec_/)).toHaveCount(0);

  await button(row, 'Prova').click();
  await button(row, 'Invii').click();
  const log = dialog(page, /^Invii: /);
  await expect(log.getByText('webhook.test')).toBeVisible();
  await page.keyboard.press('Escape');

  await button(row, 'Cambia segreto').click();
  await button(dialog(page, 'Cambiare il segreto?'), 'Cambia segreto').click();
  await expect(shown.getByText(/^Quello di prima vale fino al /)).toBeVisible();
  await page.keyboard.press('Escape');

  await button(row, 'Disattiva').click();
  await button(dialog(page, 'Disattivare la notifica?'), 'Disattiva').click();
  await expect(row.getByText('Disattivata', { exact: true })).toBeVisible();
  await expect(row.getByText('1 invio abbandonato')).toBeVisible();
});

test('a technical account gets a secret with which it opens a session', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'admin', PAGE);
  const row = item(page, 'Account tecnici', 'dms-gmt');
  await button(row, 'Nuovo segreto').click();
  await button(dialog(page, /^Nuovo segreto per /), 'Nuovo segreto').click();
  const secret = await dialog(page, 'Il nuovo segreto').getByText(/^fts_/).innerText();
  const credentials = { username: 'dms-gmt', password: secret };
  const answer = await page.request.post('/api/auth/login', { data: credentials });
  expect(answer.status()).toBe(200);
  await page.reload();
  await expect(row.getByText(/^Ultimo uso /)).toBeVisible();
});

test('only administrators can open the page', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'nsc');
  await expect(page.getByRole('link', { name: 'Sistemi collegati' })).toHaveCount(0);
  expect((await (await Caller.signIn('nsc')).send('GET', '/api/webhooks')).status).toBe(403);
});
