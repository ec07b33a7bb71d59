/** What each role sees and may start, an existing customer, the other language and the dark theme. */
import type { Locator, Page } from '@playwright/test';
import { makePaper } from '../../papers/paper.ts';
import { Caller } from '../support/portal-calls.ts';
import {
  brandCard,
  chooseDocument,
  chooseSwitchOption,
  clickCreate,
  continueToFolder,
  field,
  fileInput,
  pdf,
  signIn,
  statusChip,
} from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

interface DocumentRow {
  id: number;
  type: string;
  status: string;
  folderDTO: { id: number; brand: string; type: string };
  dossierDTO: { hst: string };
}

/** Folder types offered on the card of a brand. */
const offered = (page: Page, brand: string): Locator => brandCard(page, brand).getByRole('listitem');

test('an existing customer gets another document in an open folder', async ({ visitors }) => {
  const page = await visitors.desk();
  const caller = await Caller.signIn('dealer');
  const before = await caller.counts();
  await signIn(page, 'dealer');
  await chooseDocument(page, 'BMW Motorrad', 'Vendita nuovo', 'Preventivo nuovo');

  await page.getByRole('searchbox', { name: 'Cerca un cliente' }).fill('campionari');
  await expect(page.getByText('1 cliente trovato')).toBeVisible();
  await page.getByRole('radio', { name: /Leonardo Campionari/ }).check();
  const chosen = page.getByRole('region', { name: 'Hai scelto' });
  await expect(chosen.getByText('09/09/1988, Milano')).toBeVisible();
  await continueToFolder(page);

  await chooseSwitchOption(page, 'Come scegli la cartella', 'Cartella aperta');
  await page.getByRole('radio', { name: /PV-1-0230/ }).check();
  await fileInput(page).setInputFiles(pdf('secondo.pdf', await makePaper({ pages: 2 })));
  await clickCreate(page);
  await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
  await page.getByRole('link', { name: 'Apri il documento' }).click();
  await expect(statusChip(page, 'Da Avviare')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Leonardo Campionari' })).toBeVisible();

  expect(await caller.counts()).toEqual({ ...before, documents: before.documents + 1 });
});

test('a company signs through its representative', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer', '/app/wizard/bmw/privacy/privacy_dealer');
  await chooseSwitchOption(page, 'Come scegli il cliente', 'Nuovo cliente');
  await chooseSwitchOption(page, 'Persona o azienda', 'Azienda');
  await field(page, 'Ragione sociale').fill('Prove Riunite S.r.l.');
  await field(page, 'Codice fiscale').fill('12345678901');
  await field(page, 'Nome').fill('Camilla');
  await field(page, 'Cognome').fill('Supposti');
  await field(page, 'Cellulare').fill('+39 3345550001');
  await field(page, 'E-mail').fill('prove@example.com');
  await field(page, 'Indirizzo').fill('Via delle Prove 2');
  await field(page, 'Città').fill('Bologna');
  await field(page, 'CAP').fill('40121');
  await continueToFolder(page);
  // An invalid code is pointed out, never refused.
  await expect(page.getByRole('alert')).toContainText('È giusto così?');
  await page.getByRole('button', { name: 'È giusto, continua' }).click();
  // The portal generates the form itself: there is nothing to upload.
  await expect(fileInput(page)).toHaveCount(0);
  await clickCreate(page);
  await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
  await expect(page.getByText('Da controllare, senza fretta.')).toBeVisible();
  await page.getByRole('link', { name: 'Apri il documento' }).click();
  await page.getByRole('button', { name: 'Avvia la firma' }).click();
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Firme' }).getByText('Camilla Supposti')).toBeVisible();
});

test('the portal switches to English and back, and remembers the language', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  await expect(page.getByRole('heading', { name: 'Nuovo documento' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'New document' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('link', { name: 'Customers' }).click();
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Italiano' }).click();
  await expect(page.getByRole('heading', { name: 'Clienti', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
});

test('the dark theme takes one click and is remembered', async ({ visitors }) => {
  const page = await visitors.desk({ colorScheme: 'light' });
  await signIn(page, 'dealer');
  const canvas = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(await canvas()).toBe('rgb(246, 247, 249)');
  await page.getByRole('button', { name: 'Passa al tema scuro' }).click();
  await expect.poll(canvas).toBe('rgb(15, 19, 24)');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Passa al tema chiaro' })).toBeVisible();
  expect(await canvas()).toBe('rgb(15, 19, 24)');
  await page.getByRole('button', { name: 'Passa al tema chiaro' }).click();
  await expect.poll(canvas).toBe('rgb(246, 247, 249)');
});

for (const [login, who] of [
  ['readonly', 'a read-only user'],
  ['sa3', 'an SA3 user'],
] as const) {
  test(`${who} sees all data of the dealer and can create nothing`, async ({ visitors }) => {
    const page = await visitors.desk();
    const caller = await Caller.signIn(login);
    await signIn(page, login);
    const table = page.getByRole('table', { name: 'Documenti da completare' });
    await expect(table.getByRole('row')).not.toHaveCount(0);
    await expect(table.getByRole('columnheader', { name: 'Azioni' })).toHaveCount(0);
    await expect(page.getByRole('meter', { name: 'OTP' })).toBeVisible();
    for (const name of [/^(Modifica|Elimina|Mostra il QR)/, 'Parti da un PDF']) {
      await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0);
    }
    await expect(page.getByText('Vendita nuovo').first()).toBeVisible();
    for (const brand of ['BMW', 'BMW i', 'MINI', 'BMW Motorrad']) await expect(brandCard(page, brand)).toHaveCount(0);

    await page.goto('/app/wizard/bmw/sale_new/sale_new_rfo');
    await expect(page.getByRole('heading', { name: 'Qui non puoi creare questo documento' })).toBeVisible();

    const { rows } = await caller.search<DocumentRow>('/api/documents-ext/search', {
      status: { equals: 'READY_TO_SIGN' },
    });
    const ready = rows.find(({ folderDTO }) => folderDTO.brand === 'bmw');
    await page.goto(`/app/documents/${ready?.id}`);
    await expect(statusChip(page, 'Da Avviare')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Scarica' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Avvia la firma' })).toHaveCount(0);
  });
}

test('service users see only the folder types of service, of their dealer', async ({ visitors }) => {
  const page = await visitors.desk();
  const caller = await Caller.signIn('service');
  await signIn(page, 'service');
  await expect(brandCard(page, 'BMW')).toBeVisible();
  await expect(offered(page, 'BMW')).toHaveText(['Privacy', 'Assistenza']);

  const { rows } = await caller.search<DocumentRow>('/api/documents-ext/search');
  expect(new Set(rows.map(({ folderDTO }) => folderDTO.type))).toEqual(new Set(['PRIVACY', 'SERVICE']));
  expect(new Set(rows.map(({ dossierDTO }) => dossierDTO.hst))).toEqual(new Set(['10001']));

  await page.goto('/app/wizard/bmw/sale_new/sale_new_rfo');
  await expect(page.getByRole('heading', { name: 'Qui non puoi creare questo documento' })).toBeVisible();
});

for (const [login, who] of [
  ['admin', 'an administrator'],
  ['nsc', 'an NSC user'],
] as const) {
  test(`${who} sees every dealer, and vehicle exits as well`, async ({ visitors }) => {
    const page = await visitors.desk();
    const caller = await Caller.signIn(login);
    await signIn(page, login);
    for (const brand of ['BMW', 'BMW i', 'MINI', 'BMW Motorrad']) {
      await expect(brandCard(page, brand)).toBeVisible();
      await expect(offered(page, brand).filter({ hasText: 'Uscita veicolo' })).toHaveCount(1);
    }
    for (const hst of ['10001', '10003', '10004', '10005']) {
      const { total } = await caller.search('/api/documents-ext/search', { hst: { equals: hst } });
      expect(total, `documents of the dealer ${hst}`).toBeGreaterThan(0);
    }
    const criteria = { folderType: { equals: 'VEHICLE_EXIT_REQUEST' } };
    expect((await caller.search('/api/documents-ext/search', criteria)).total).toBeGreaterThan(0);
    await chooseDocument(page, 'MINI', 'Uscita veicolo', 'Uso temporaneo per lavoro');
  });
}

test('a dealer finds vehicle exits neither on a card nor by address nor by a call', async ({ visitors }) => {
  const page = await visitors.desk();
  const admin = await Caller.signIn('admin');
  const dealer = await Caller.signIn('dealer');
  await signIn(page, 'dealer');
  await expect(offered(page, 'MINI').first()).toBeVisible();
  await expect(offered(page, 'MINI').filter({ hasText: 'Uscita veicolo' })).toHaveCount(0);
  const criteria = { type: { equals: 'LOAN_TEMPORARY_WORK_USE' } };
  const exit = (await admin.search<DocumentRow>('/api/documents-ext/search', criteria)).rows[0];
  expect(exit, 'a vehicle exit that the administrator sees').toBeDefined();
  expect((await dealer.search('/api/documents-ext/search', criteria)).total).toBe(0);
  expect((await dealer.send('GET', `/api/documents/${exit?.id}`)).status).toBe(404);
  expect((await dealer.send('GET', `/api/documents/${exit?.id}/download`)).status).toBe(404);
  visitors.watch.expectRefusal(404, /^\/api\/documents\/\d+$/);
  await page.goto(`/app/documents/${exit?.id}`);
  await expect(page.getByRole('heading', { name: 'Questa pagina non c’è' })).toBeVisible();
});
