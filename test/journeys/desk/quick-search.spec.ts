/** The global search, by button and by Ctrl-K: its results, its use by keyboard, and its messages when it fails. */
import type { Locator, Page } from '@playwright/test';
import { createCustomer, createFolder } from '../administration/registry-pages.ts';
import { inspectPage, REDUCED_MOTION, waitUntilIdle } from '../support/inspection.ts';
import { Caller, startedPaper, uniqueNumber } from '../support/portal-calls.ts';
import { enterWithToken } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { createDocument } from './desk-pages.ts';
import { actionsOf, downloadDuring, moreActions } from './document-pages.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Cerca in Fascicolo' });
const input = (page: Page): Locator => page.getByRole('combobox', { name: 'Cerca clienti, cartelle e documenti' });
const group = (page: Page, name: string): Locator => dialog(page).getByRole('group', { name });
const SEARCHES = /\/api\/(dossiers|folders-ext|documents-ext)\/search/;

async function openPage(page: Page, login: string, path = '/dashboard'): Promise<void> {
  await enterWithToken(page, (await Caller.signIn(login)).token, path);
}

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
}

test('opens by its button and by Ctrl K on every page, and Escape restores the focus', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPage(page, 'dealer');
  const button = page.getByRole('button', { name: 'Cerca', exact: true });
  await expect(button).toContainText('Ctrl K');
  await button.click();
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button).toBeFocused();
  for (const path of ['/app/dossiers', '/app/folders', '/app/wizard/bmw/privacy/privacy_nsc']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await openSearch(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
});

test('on a Mac the shortcut is ⌘K, and Ctrl K is not handled', async ({ visitors }) => {
  const page = await visitors.desk();
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }));
  await openPage(page, 'dealer');
  await expect(page.getByRole('button', { name: 'Cerca', exact: true })).toContainText('⌘K');
  await page.keyboard.press('Meta+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(dialog(page)).toHaveCount(0);
});

test('searches customers, folders and documents from three characters on', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPage(page, 'dealer');
  await waitUntilIdle(page);
  await openSearch(page);
  const searches: string[] = [];
  page.on('request', (request) => {
    if (SEARCHES.test(request.url()) && request.postData()?.includes('genericFilter')) {
      searches.push(`${new URL(request.url()).pathname} ${request.postData()}`);
    }
  });
  await input(page).fill(' ca ');
  await expect(dialog(page).getByText('Scrivi almeno 3 caratteri')).toBeVisible();
  await input(page).fill('campio');
  for (const name of ['Clienti', 'Cartelle', 'Documenti']) await expect(group(page, name)).toBeVisible();
  expect(searches.map((line) => line.split(' ')[0]).sort()).toEqual([
    '/api/documents-ext/search',
    '/api/dossiers/search',
    '/api/folders-ext/search',
  ]);
  for (const line of searches) expect(line).toContain('"genericFilter":{"contains":"campio"}');
  expect(searches.find((line) => line.includes('folders-ext'))).toContain('"status":{"equals":"OPEN"}');
  expect(searches.find((line) => line.includes('dossiers'))).toContain('"status":{"equals":"OPEN"}');
});

test('cancels requests for an earlier text, and shows only the last result', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPage(page, 'dealer');
  await openSearch(page);
  const includesText = (text: string) => (body: string | null) => body?.includes(`"${text}"`) ?? false;
  await page.route(SEARCHES, async (route) => {
    // The first search is never answered.
    if (!includesText('campio')(route.request().postData())) await route.continue();
  });
  const failedPaths: string[] = [];
  page.on('requestfailed', (request) => {
    if (includesText('campio')(request.postData())) failedPaths.push(new URL(request.url()).pathname);
  });
  const first = page.waitForRequest((request) => includesText('campio')(request.postData()));
  await input(page).fill('campio');
  await first;
  await input(page).fill('provetti');
  await expect(
    dialog(page)
      .getByRole('option', { name: /Ginevra Provetti/ })
      .first(),
  ).toBeVisible();
  await expect.poll(() => failedPaths.length).toBe(3);
  await expect(dialog(page).getByText('Campionari')).toHaveCount(0);
});

test('arrow keys and Enter work while the focus stays in the field', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPage(page, 'dealer');
  await openSearch(page);
  await expect(input(page)).toHaveAttribute('aria-expanded', 'false');
  await input(page).fill('campionari');
  const options = dialog(page).getByRole('option');
  await expect(group(page, 'Documenti')).toBeVisible();
  await expect(input(page)).toHaveAttribute('aria-expanded', 'true');
  const count = await options.count();
  const selected = async () =>
    (await options.evaluateAll((all) => all.map((option) => option.getAttribute('aria-selected')))).indexOf('true');
  expect(await selected()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await selected()).toBe(2);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await selected()).toBe(count - 1);
  await page.keyboard.press('ArrowDown');
  expect(await selected()).toBe(0);
  await expect(input(page)).toBeFocused();
  const active = await input(page).getAttribute('aria-activedescendant');
  expect(active).toBe(await options.first().getAttribute('id'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Leonardo Campionari', level: 1 })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('opens by a click, and in a new tab with Ctrl', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPage(page, 'dealer');
  await openSearch(page);
  await input(page).fill('PV-1-0230');
  const option = group(page, 'Cartelle').getByRole('option').first();
  const [apart] = await Promise.all([page.context().waitForEvent('page'), option.click({ modifiers: ['Control'] })]);
  await expect.poll(() => new URL(apart.url()).pathname).toMatch(/^\/app\/folders\/\d+$/);
  await apart.close();
  await option.click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/app\/folders\/\d+$/);
});

test('opens a single result when Enter precedes the response, as with a scanner', async ({ visitors }) => {
  const page = await visitors.desk();
  const caller = await Caller.signIn('dealer');
  const all = await caller.search<{ id: number; fiscalCode: string | null }>('/api/dossiers/search', {});
  const personRow = all.rows.find((row) => row.fiscalCode?.length === 16);
  const fiscalCode = personRow?.fiscalCode ?? '';
  await page.route(/\/api\/(folders-ext|documents-ext)\/search/, (route) =>
    route.request().postData()?.includes('genericFilter')
      ? route.fulfill({ json: [], headers: { 'x-total-count': '0' } })
      : route.continue(),
  );
  await page.route('**/api/dossiers/search*', async (route) => {
    const answer = await route.fetch();
    const rows = ((await answer.json()) as { id: number }[]).filter(({ id }) => id === personRow?.id);
    await route.fulfill({ json: rows, headers: { 'x-total-count': String(rows.length) } });
  });
  await openPage(page, 'dealer');
  await openSearch(page);
  await page.keyboard.type(fiscalCode);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/dossiers/${personRow?.id}`);
});

test('links to the full list when there are more results', async ({ visitors }) => {
  const page = await visitors.desk();
  const { total } = await (await Caller.signIn('admin')).search('/api/dossiers/search', {
    ...{ genericFilter: { contains: 'example.com' }, status: { equals: 'OPEN' } },
  });
  expect(total).toBeGreaterThan(5);
  await openPage(page, 'admin');
  await openSearch(page);
  await input(page).fill('example.com');
  await dialog(page)
    .getByRole('option', { name: `Tutti i ${total} clienti` })
    .click();
  await expect(page.getByRole('heading', { name: 'Clienti', level: 1 })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Cerca tra i clienti' })).toHaveValue('example.com');
  expect(new URL(page.url()).search).toBe('');
});

test('shows a text for an empty result, with the fields it searches', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  await openPage(page, 'dealer');
  await openSearch(page);
  await input(page).fill('zzzzzz');
  await expect(dialog(page).getByText('Nessun risultato per «zzzzzz»')).toBeVisible();
  await expect(dialog(page).getByRole('status')).toHaveText('0 risultati');
  await expect(input(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
});

test('shows the available results when one of three requests fails, and retries that one', async ({ visitors }) => {
  visitors.watch.expectRefusal(500, /^\/api\/folders-ext\/search$/);
  const page = await visitors.desk(REDUCED_MOTION);
  await openPage(page, 'dealer');
  await waitUntilIdle(page);
  await page.route('**/api/folders-ext/search*', (route) => route.fulfill({ status: 500, json: {} }));
  await openSearch(page);
  await input(page).fill('campionari');
  await expect(dialog(page).getByRole('alert')).toContainText('Cartelle: Errore interno del server');
  await expect(group(page, 'Clienti')).toBeVisible();
  await expect(group(page, 'Documenti')).toBeVisible();
  await inspectPage(page, 'search with one failed request');
  await page.unroute('**/api/folders-ext/search*');
  await dialog(page).getByRole('button', { name: 'Riprova' }).click();
  await expect(group(page, 'Cartelle')).toBeVisible();
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
});

test('suggests recently opened items, and stores only their kind and number', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  const dealer = await Caller.signIn('dealer');
  const { rows } = await dealer.search<{ id: number; lastName: string }>('/api/dossiers/search', {
    genericFilter: { contains: 'campionari' },
  });
  const [customer] = rows;
  await openPage(page, 'dealer', `/app/dossiers/${customer?.id}`);
  await expect(page.getByRole('heading', { name: /Campionari/, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await openSearch(page);
  await expect(group(page, 'Aperti di recente').getByRole('option', { name: /Leonardo Campionari/ })).toBeVisible();
  const kept = await page.evaluate(() => Object.entries(sessionStorage).concat(Object.entries(localStorage)));
  expect(kept.filter(([, value]) => /campionari/i.test(value))).toEqual([]);
  expect(kept.filter(([, value]) => value.includes(`"id":${customer?.id}`))).toHaveLength(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Campionari/, level: 1 })).toBeVisible();
});

const ON_PAGE = 'In questa pagina';

test('offers and runs the actions of a document on its page', async ({ visitors }) => {
  const { known } = await startedPaper(1);
  const page = await visitors.desk(REDUCED_MOTION);
  await openPage(page, 'dealer', `/app/documents/${known.documentId}`);
  const buttons = actionsOf(page).getByRole('button');
  await expect(buttons.filter({ hasText: 'Mostra il QR' })).toBeVisible();
  // A menu lists the most important action first.
  const words = (await buttons.allTextContents()).filter(Boolean).toReversed();
  for (const item of await (await moreActions(page)).getByRole('menuitem').all()) {
    words.push((await item.textContent()) ?? '');
  }
  await page.keyboard.press('Escape');
  await openSearch(page);
  // Recently opened items come first, so that pressing only Enter never triggers an action.
  const options = group(page, ON_PAGE).getByRole('option');
  // A refused action also shows its reason.
  await expect(options).toHaveText(words.map((word) => new RegExp(`^${word.replace(/[()]/g, '.')}`)));
  await expect(group(page, 'Aperti di recente').getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await inspectPage(page, 'search with the actions of a document');
  await input(page).fill('mod');
  const edit = options.filter({ hasText: 'Modifica' });
  await expect(edit).toHaveText(/^ModificaPer modificarlo, annulla prima la firma\.$/);
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog(page).getByRole('status')).not.toBeEmpty();
  await page.keyboard.press('Enter');
  await edit.click({ force: true });
  await expect(input(page)).toBeFocused();
  await input(page).fill('scarica');
  await expect(options).toHaveText([/^Scarica il pacchetto/, /^Scarica$/]);
  const { name } = await downloadDuring(page, () => options.last().click());
  expect(name).toMatch(/\.pdf$/);
  await expect(dialog(page)).toHaveCount(0);
  await openSearch(page);
  await input(page).fill('firma ann');
  await expect(options).toHaveText(['Annulla firma']);
  await expect(dialog(page).getByRole('status')).toHaveText('1 risultato');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: /^Annullare la firma/ })
    .getByRole('button', { name: 'Annulla firma' })
    .click();
  await expect(buttons.filter({ hasText: 'Avvia la firma' })).toBeVisible();
  await openSearch(page);
  await input(page).fill('riporta');
  await expect(options).toHaveText(['Riporta in bozza']);
});

test('on a phone offers the actions of a folder and a customer only on their pages', async ({ visitors }) => {
  const { known } = await startedPaper(1);
  const page = await visitors.phone();
  await openPage(page, 'dealer', `/app/folders/${known.folderId}`);
  const button = page.getByRole('button', { name: 'Cerca', exact: true });
  const options = group(page, ON_PAGE).getByRole('option');
  await expect(page.getByRole('button', { name: 'Altre azioni della cartella' })).toBeVisible();
  await button.tap();
  await expect(options).toHaveText([
    ...['Nuovo documento', 'Scarica tutto (ZIP)', 'Modifica cartella', 'Chiudi la cartella'],
    /^Elimina la cartella.+/,
  ]);
  await input(page).fill('ch');
  await options.tap();
  const question = page.getByRole('dialog', { name: /^Chiudere la cartella/ });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await page.goto(`/app/dossiers/${known.dossierId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await button.tap();
  await input(page).fill('cartella');
  await expect(options).toHaveText(['Nuova cartella']);
  await options.tap();
  await expect(page.getByRole('dialog', { name: /^Nuova cartella/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await button.tap();
  await expect(group(page, 'Aperti di recente')).toBeVisible();
  await expect(group(page, ON_PAGE)).toHaveCount(0);
});

test('fills the screen of a phone, opens by its icon and closes by its cross', async ({ visitors }) => {
  const page = await visitors.phone();
  await openPage(page, 'dealer');
  const button = page.getByRole('button', { name: 'Cerca', exact: true });
  await button.tap();
  await input(page).fill('provetti');
  await expect(dialog(page).getByRole('option').first()).toBeVisible();
  expect(await dialog(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 });
  await dialog(page).getByRole('button', { name: 'Chiudi la ricerca' }).tap();
  await expect(dialog(page)).toHaveCount(0);
  await button.tap();
  await input(page).fill('provetti');
  await group(page, 'Clienti').getByRole('option').first().tap();
  await expect(page.getByRole('heading', { name: 'Ginevra Provetti', level: 1 })).toBeVisible();
});

test('shows an error when its code cannot be loaded, and opens once it can', async ({ visitors }) => {
  visitors.watch.expectRefusal(0, /quick-search.*\.js$/);
  const page = await visitors.desk();
  await openPage(page, 'dealer');
  await expect(page.getByRole('table', { name: 'Documenti da completare' })).toBeVisible();
  await waitUntilIdle(page);
  await page.route(/quick-search.*\.js/, (route) => route.abort());
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('La pagina non si è aperta');
  await expect(dialog(page)).toHaveCount(0);
  await page.unroute(/quick-search.*\.js/);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Documenti da completare' })).toBeVisible();
  await openSearch(page);
});

test('tolerates one typing error in a name, and lists exact matches first', async ({ visitors }) => {
  const name = `Quarenghi${uniqueNumber()}`.replace(/\d+/, (digits) =>
    [...digits].map((digit) => 'abcdefghij'[Number(digit)]).join(''),
  );
  await createCustomer({ firstName: 'Elvira', lastName: name });
  const page = await visitors.desk();
  await openPage(page, 'dealer');
  await openSearch(page);
  const slip = name.replace('uare', 'uaer');
  await input(page).fill(slip);
  await expect(group(page, 'Nomi simili').getByRole('option')).toHaveText([new RegExp(`Elvira ${name}`)]);
  await expect(group(page, 'Clienti')).toHaveCount(0);
  await inspectPage(page, 'search with a typing error');
  await input(page).fill(name);
  await expect(group(page, 'Clienti').getByRole('option')).toHaveCount(1);
  await expect(group(page, 'Nomi simili')).toHaveCount(0);
});

test('finds a document by its number in any notation, and a folder without separators', async ({ visitors }) => {
  const customer = await createCustomer();
  const number = `PV-7-0${uniqueNumber()}`;
  const { id: folderId } = await createFolder({ dossierId: customer.id, type: 'SALE_NEW', businessId: number });
  const { id } = await createDocument({ caller: await Caller.signIn('dealer'), folderId });
  const page = await visitors.desk();
  await openPage(page, 'dealer');
  await openSearch(page);
  for (const typed of [`${id}`, `#${id}`, `n. ${id}`]) {
    await input(page).fill(typed);
    await expect(group(page, 'Documenti').getByRole('option').first()).toContainText(`n.\u00a0${id}`);
  }
  for (const typed of [number.replaceAll('-', ''), number.replace('-0', ' ').replace('-', ' ')]) {
    await input(page).fill(typed);
    await expect(group(page, 'Cartelle').getByRole('option').first()).toContainText(number);
  }
  await input(page).fill(`${id}`);
  await expect(dialog(page).getByRole('option')).toHaveCount(1);
  await expect(group(page, 'Documenti').getByRole('option').first()).toContainText(`n.\u00a0${id}`);
  await input(page).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/app/documents/${id}$`));
});

test('links to the pages of the menu and to create actions, only permitted ones', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPage(page, 'admin');
  await openSearch(page);
  for (const typed of ['utenti', 'vai a utenti', 'utneti']) {
    await input(page).fill(typed);
    await expect(group(page, 'Azioni e pagine').getByRole('option')).toHaveText(['Vai a Utenti']);
  }
  await input(page).press('Enter');
  await expect(page).toHaveURL(/\/admin\/users$/);
  await openPage(page, 'dealer');
  await openSearch(page);
  await input(page).fill('utenti');
  await expect(group(page, 'Azioni e pagine')).toHaveCount(0);
  await input(page).fill('nuovo');
  await expect(group(page, 'Azioni e pagine').getByRole('option')).toHaveText([
    /^Nuovo cliente/,
    /^Nuovo documento/,
    'Nuova cartella',
  ]);
  // Stale rows are dimmed while the search runs, and axe would judge their contrast.
  await expect(dialog(page).locator('[data-stale]')).toHaveCount(0);
  await inspectPage(page, 'search with actions');
  await input(page).fill('nuovo clinte');
  await input(page).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Nuovo cliente' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openSearch(page);
  await input(page).fill('nuova cartella');
  await input(page).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Nuova cartella' })).toBeVisible();
});
