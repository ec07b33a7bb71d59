/** The crawl of the wizard: every step with its errors, external searches, the restored draft, and the end. */
import type { Page } from '@playwright/test';
import { makePaper } from '../../papers/paper.ts';
import { inspectPage, inspectPageQuickly, REDUCED_MOTION } from '../support/inspection.ts';
import {
  chooseSwitchOption,
  clickCreate,
  continueToFolder,
  field,
  fileInput,
  pdf,
  signIn,
} from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

// See crawl-portal.spec.ts.
test.use({ trace: 'off' });

test('the steps of the wizard', async ({ visitors }) => {
  test.slow();
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', '/app/wizard/mini/sale_used/sale_used_proposal');
  await expect(page.getByText('Clienti più recenti', { exact: true })).toBeVisible();
  // It is in the list of recent ones only while no newer ones exist.
  await page.getByRole('searchbox').fill('modelli');
  await page.getByRole('radio', { name: /Olivia Modelli/ }).check();
  await inspectPage(page, 'wizard: an existing customer');
  await chooseSwitchOption(page, 'Come scegli il cliente', 'Nuovo cliente');
  await continueToFolder(page);
  await expect(field(page, 'Nome')).toBeFocused();
  await inspectPage(page, 'wizard: a new customer with errors');
  await chooseSwitchOption(page, 'Persona o azienda', 'Azienda');
  await inspectPage(page, 'wizard: a company');
  await chooseSwitchOption(page, 'Come scegli il cliente', 'Già in Fascicolo');
  await page.getByRole('searchbox').fill('esemplari');
  await page.getByRole('radio', { name: /Tommaso Esemplari/ }).check();
  await continueToFolder(page);
  await inspectPage(page, 'wizard: a new folder and the document');
  await chooseSwitchOption(page, 'Come scegli la cartella', 'Cartella aperta');
  await page.getByRole('radio', { name: /U-1-0077/ }).check();
  await inspectPage(page, 'wizard: an open folder');
  const paper = await makePaper({ pages: 2 });
  await fileInput(page).setInputFiles(pdf('proposta.pdf', paper));
  await expect(page.getByText('pagina 1 di 2', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pagine del documento' }).locator('canvas').first()).toBeVisible();
  await inspectPage(page, 'wizard: document with its preview');
  await page.getByRole('button', { name: 'Ricomincia' }).click();
  await expect(page.getByRole('dialog', { name: 'Ricominciare da capo?' })).toBeVisible();
  await inspectPageQuickly(page, 'wizard: start again');
  await page.keyboard.press('Escape');
  // Remove the focus that the dialog returned, which would change the look.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const network = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  // Slow enough to check the upload, then fast again.
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: paper.length / 20 });
  await clickCreate(page);
  await expect(page.getByRole('progressbar', { name: 'Caricamento del file' })).toBeVisible();
  await inspectPageQuickly(page, 'wizard: uploading');
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
  await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await inspectPage(page, 'wizard: created');
});

/** Searches for people in RSP or the DMS by name. */
async function searchExternalSystem(page: Page, system: 'Cerca in RSP' | 'Cerca nel DMS'): Promise<void> {
  await chooseSwitchOption(page, 'Come scegli il cliente', system);
  await field(page, 'Cognome').fill('ini');
  await field(page, 'Città').fill('bologna');
}

test('external customers in RSP and the DMS', async ({ visitors }) => {
  test.slow();
  visitors.watch.expectRefusal(503, /^\/api\/dms\/customers$/);
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', '/app/wizard/bmw/sale_new/sale_new_proposal');
  await chooseSwitchOption(page, 'Come scegli il cliente', 'Cerca in RSP');
  await inspectPage(page, 'wizard: RSP before a search');
  await searchExternalSystem(page, 'Cerca in RSP');
  await page.getByRole('button', { name: 'Cerca in RSP' }).click();
  await expect(page.getByText(/trovat[ae] in RSP/)).toBeVisible();
  await inspectPage(page, 'wizard: RSP');
  await page.locator('[type="radio"][name="found"]').first().check();
  await inspectPage(page, 'wizard: RSP, one chosen');
  await page.route('**/api/dms/customers*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Il DMS non risponde.' } }),
  );
  await searchExternalSystem(page, 'Cerca nel DMS');
  await page.getByRole('button', { name: 'Cerca nel DMS' }).click();
  await expect(page.getByText('Il DMS non risponde.').first()).toBeVisible();
  await inspectPage(page, 'wizard: DMS unavailable');
});

test('input from before a reload is offered again', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', '/app/wizard/bmw/privacy/privacy_nsc');
  await chooseSwitchOption(page, 'Come scegli il cliente', 'Nuovo cliente');
  await field(page, 'Nome').fill('Ginevra');
  await field(page, 'Cognome').fill('Provetti');
  await field(page, 'Cellulare').fill('+39 333 0000001');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Riprendi' })).toBeVisible();
  await inspectPage(page, 'wizard: restored input');
});
