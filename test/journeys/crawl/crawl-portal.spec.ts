/** The crawl, first part: dashboard, frame, lists and pages of customers and folders with their dialogs. */
import type { Page } from '@playwright/test';
import { makePaper } from '../../papers/paper.ts';
import { createDeskFolder, createDocument } from '../desk/desk-pages.ts';
import {
  inspectOnDesktop,
  inspectOnPhone,
  inspectPage,
  inspectPageQuickly,
  inspectTablesOnLaptops,
  PHONE,
  REDUCED_MOTION,
  waitUntilIdle,
} from '../support/inspection.ts';
import { Caller, readyPaper } from '../support/portal-calls.ts';
import { chooseSwitchOption, fileInput, pdf, signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

// Hundreds of checks: a recording of each would cost more than the checks themselves, and each finding names its place.
test.use({ trace: 'off' });

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const documentsToComplete = (page: Page) => page.getByRole('table', { name: 'Documenti da completare' });

/** Answers every call of this kind with a server error. */
async function failRequests(page: Page, url: string): Promise<void> {
  await page.route(url, (route) => route.fulfill({ status: 500, json: { title: 'Errore interno del server' } }));
}

test('the dashboard and its dialogs', async ({ visitors }) => {
  test.slow();
  await readyPaper(1);
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer');
  await expect(documentsToComplete(page)).toBeVisible();
  await inspectPage(page, 'dashboard');
  await page.getByRole('button', { name: 'Vendita nuovo' }).first().click();
  await expect(page.getByRole('menu')).toBeVisible();
  await inspectOnDesktop(page, 'dashboard: menu of a brand card');
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('tab', { name: 'BMW', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Vendita nuovo' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await inspectOnPhone(page, 'dashboard: menu of a brand on a phone');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Il tuo profilo:' }).click();
  await expect(page.getByRole('menuitem', { name: 'Esci' })).toBeVisible();
  await inspectPage(page, 'user panel');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Mostra il QR: / })
    .first()
    .click();
  await expect(dialog(page, 'Firma con il telefono').getByRole('timer')).toBeVisible();
  await inspectPage(page, 'dashboard: QR');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Elimina: / })
    .first()
    .click();
  await expect(dialog(page, /^Eliminare /)).toBeVisible();
  await inspectPage(page, 'dashboard: delete a document');
});

test('the dashboard of other roles and the empty dashboard', async ({ visitors }) => {
  for (const login of ['admin', 'readonly', 'service']) {
    const page = await visitors.desk(REDUCED_MOTION);
    await signIn(page, login);
    await expect(documentsToComplete(page)).toBeVisible();
    await inspectPage(page, `dashboard of ${login}`);
    await page.context().close();
  }
  const page = await visitors.desk(REDUCED_MOTION);
  await page.route('**/api/documents-ext/search*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  );
  await signIn(page, 'dealer');
  await expect(page.getByText('Nessun documento da completare')).toBeVisible();
  await inspectPage(page, 'dashboard: nothing to complete');
});

test('the dashboard while it loads, and when its requests fail', async ({ visitors }) => {
  visitors.watch.expectRefusal(500, /^\/api\//);
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', '/my-page');
  for (const url of ['**/api/documents-ext/search*', '**/api/statistics/**', '**/api/documents/count*']) {
    await failRequests(page, url);
  }
  await page.goto('/dashboard');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByText('Errore interno del server').nth(3)).toBeVisible();
  await inspectPage(page, 'dashboard: every card failed');
});

test('the profile page, the quick panel and the search', async ({ visitors }) => {
  test.slow();
  const { known } = await readyPaper(1);
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', '/my-page');
  await expect(title(page, 'La mia pagina')).toBeVisible();
  await inspectPage(page, 'my page');
  await page.getByRole('button', { name: 'Attività, notifiche e impostazioni' }).click();
  const panel = dialog(page, 'Attività e impostazioni');
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  await inspectPage(page, 'quick panel: activity');
  await panel.getByRole('tab', { name: 'Notifiche' }).click();
  await expect(panel.getByText('Nessuna notifica')).toBeVisible();
  await inspectPage(page, 'quick panel: no notices');
  await panel.getByRole('tab', { name: 'Impostazioni' }).click();
  await inspectPage(page, 'quick panel: settings');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Riduci il menu' }).click();
  await inspectOnDesktop(page, 'menu as icons', [1440]);
  await page.getByRole('button', { name: 'Mostra il menu per intero' }).click();
  // Stops the clock, so that its three seconds do not pass before the pointer is on it.
  await page.clock.install();
  await page.goto(`/app/documents/${known.documentId}`);
  await expect(page.getByRole('button', { name: 'Scarica', exact: true })).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.getByRole('button', { name: 'Scarica', exact: true }).click();
  await page.locator('[popover]').getByText('preventivo.pdf').hover();
  await page.clock.resume();
  await inspectPage(page, 'toast');
  await page.mouse.move(0, 0);
  await expect(page.locator('[popover]').getByText('preventivo.pdf')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: 'Cerca clienti, cartelle e documenti' });
  await expect(input).toBeFocused();
  await inspectPage(page, 'search: recently opened');
  await input.fill('provetti');
  await expect(page.getByRole('option', { name: /Ginevra Provetti/ }).first()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Documenti' }).getByRole('option').first()).toBeVisible();
  await inspectPage(page, 'search: found');
  await input.fill('zzzzzz');
  await expect(page.getByText('Nessun risultato per «zzzzzz»')).toBeVisible();
  await inspectPageQuickly(page, 'search: nothing found');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Apri il menu' }).click();
  await expect(page.getByRole('button', { name: 'Chiudi il menu' })).toBeVisible();
  await inspectOnPhone(page, 'menu as a drawer');
});

test('customers: list, filters, page and forms', async ({ visitors }) => {
  test.slow();
  const desk = await createDeskFolder();
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', '/app/dossiers');
  await expect(page.getByText('Ginevra Provetti').first()).toBeVisible();
  await inspectPage(page, 'customers');
  await inspectTablesOnLaptops(page, 'customers');
  await page.getByRole('button', { name: 'Altri filtri' }).click();
  await page.getByRole('combobox', { name: 'Marchio' }).selectOption('mini');
  await expect(page.getByRole('button', { name: /^Togli il filtro/ })).toBeVisible();
  await waitUntilIdle(page);
  await inspectPage(page, 'customers: filters');
  await page.goto('/app/dossiers?new=true');
  await expect(dialog(page, 'Nuovo cliente')).toBeVisible();
  await inspectPage(page, 'customers: new one');
  await chooseSwitchOption(page, 'Persona o azienda', 'Azienda');
  await page.getByRole('button', { name: 'Crea il cliente' }).click();
  await expect(page.getByText('Cognome è un campo obbligatorio')).toBeVisible();
  await inspectPage(page, 'customers: new company with errors');
  await page.goto(`/app/dossiers/${desk.dossierId}`);
  await expect(title(page, 'Ginevra Provetti')).toBeVisible();
  await expect(page.getByText('Via di Prova 1').first()).toBeVisible();
  await inspectPage(page, 'customer');
  await page.goto(`/app/dossiers/${desk.dossierId}?edit=complete`);
  await expect(dialog(page, /^Modifica: /)).toBeVisible();
  await inspectPage(page, 'customer: data that the FEA module needs');
  await page.goto(`/app/dossiers/${desk.dossierId}?folder=true`);
  await expect(dialog(page, /^Nuova cartella/)).toBeVisible();
  await inspectPage(page, 'customer: new folder');
  const emptied = await visitors.desk(REDUCED_MOTION);
  await emptied.route('**/api/dossiers/search*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  );
  await signIn(emptied, 'dealer', '/app/dossiers');
  await expect(emptied.getByText('Nessun cliente trovato')).toBeVisible();
  await inspectPage(emptied, 'customers: none');
});

test('a customer who is linked to RSP', async ({ visitors }) => {
  test.slow();
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', '/app/dossiers');
  await page.goto('/app/dossiers?sync=SYNCED');
  await page.getByRole('table', { name: 'Clienti' }).getByRole('link').first().click();
  const card = page.getByRole('region', { name: 'Sincronizzazione RSP' });
  await expect(card.getByText('Sincronizzato')).toBeVisible();
  await inspectPage(page, 'customer of RSP');
  await card.getByRole('button', { name: 'Aggiorna dati' }).click();
  await expect(dialog(page, /RSP/)).toBeVisible();
  await inspectPage(page, 'customer of RSP: update');
  await page.keyboard.press('Escape');
  await page.route('**/api/dossiers/rsp-synchronization/*/status', (route) =>
    route.fulfill({ json: { syncStatus: 'SYNC_FAILED', lastSync: '2026-11-20T10:00:00Z' } }),
  );
  await page.reload();
  await expect(card.getByText('Sincronizzazione non riuscita.')).toBeVisible();
  await inspectPage(page, 'customer of RSP: sync failed');
});

test('folders: list, page and forms', async ({ visitors }) => {
  test.slow();
  visitors.watch.expectRefusal(500, /^\/api\/folders-ext\/search$/);
  const desk = await createDeskFolder();
  await createDocument(desk, { sigType: 'FEA' });
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', '/app/folders');
  await expect(page.getByText('PV-1').first()).toBeVisible();
  await inspectPage(page, 'folders');
  await inspectTablesOnLaptops(page, 'folders');
  await page.getByRole('button', { name: 'Nuova cartella' }).click();
  await expect(dialog(page, 'Nuova cartella: scegli il cliente')).toBeVisible();
  await expect(dialog(page, 'Nuova cartella: scegli il cliente').getByText('Ginevra Provetti').first()).toBeVisible();
  await inspectPage(page, 'folders: for which customer');
  await page.goto(`/app/folders/${desk.folderId}`);
  await expect(page.getByText('preventivo.pdf').first()).toBeVisible();
  await inspectPage(page, 'folder');
  await page
    .getByRole('button', { name: /^Altre azioni: / })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
  await inspectOnDesktop(page, 'folder: menu of a document');
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await page
    .getByRole('button', { name: /^Altre azioni: / })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
  await inspectOnPhone(page, 'folder: menu of a document on a phone');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Altre azioni della cartella' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await inspectPageQuickly(page, 'folder: menu');
  await page.getByRole('menuitem', { name: 'Chiudi la cartella' }).click();
  await expect(dialog(page, /^Chiudere la cartella /)).toBeVisible();
  await inspectPage(page, 'folder: before closing');
  await page.goto(`/app/folders/${desk.folderId}?edit=true`);
  await expect(dialog(page, 'Modifica cartella')).toBeVisible();
  await inspectPage(page, 'folder: edit');
  await page.goto(`/app/folders/${desk.folderId}`);
  await page.getByRole('searchbox', { name: 'Cerca nel nome o nel tipo' }).fill('zzzz');
  await expect(page.getByText('Nessun documento trovato')).toBeVisible();
  await inspectPageQuickly(page, 'folder: no document found');
  await failRequests(page, '**/api/folders-ext/search*');
  await page.goto('/app/folders');
  await expect(page.getByRole('alert')).toContainText('Errore interno del server');
  await inspectPage(page, 'folders: list failed');
});

test('an empty, a closed and a loading folder', async ({ visitors }) => {
  test.slow();
  const desk = await createDeskFolder();
  const folder = await desk.caller.read<{ brand: string; type: string }>(`/api/folders/${desk.folderId}`);
  expect((await desk.caller.send('PUT', '/api/folders', { ...folder, status: 'CLOSED' })).status).toBe(200);
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', `/app/folders/${desk.folderId}`);
  await expect(page.getByText('La cartella è chiusa.', { exact: true })).toBeVisible();
  await inspectPage(page, 'folder: closed');
  const bare = await desk.caller.send('POST', '/api/folders', {
    ...{ dossierId: desk.dossierId, brand: folder.brand, type: folder.type },
    ...{ businessId: 'PV-2', processDate: '2026-11-20' },
  });
  expect(bare.status, await bare.clone().text()).toBe(201);
  const { id: empty } = (await bare.json()) as { id: number };
  await page.goto(`/app/folders/${empty}`);
  await expect(page.getByText('Nessun documento in questa cartella')).toBeVisible();
  await inspectPageQuickly(page, 'folder: empty');
});

test('the pages of an administrator and of a read-only user', async ({ visitors }) => {
  visitors.watch.expectRefusal(404, /^\/api\/documents\/999999$/);
  for (const login of ['admin', 'readonly']) {
    const page = await visitors.desk(REDUCED_MOTION);
    await signIn(page, login, '/app/dossiers');
    await expect(title(page, 'Clienti')).toBeVisible();
    await inspectPageQuickly(page, `customers of ${login}`);
    if (login === 'admin') await inspectTablesOnLaptops(page, `customers of ${login}`);
    for (const [path, heading] of [
      ['/app/documents/999999', 'Questa pagina non c’è'],
      ...(login === 'readonly'
        ? ([['/app/wizard/bmw/sale_new/sale_new_rfo', 'Qui non puoi creare questo documento']] as const)
        : []),
    ] as const) {
      await page.goto(path);
      await expect(title(page, heading)).toBeVisible();
      await inspectPageQuickly(page, `${heading} of ${login}`);
    }
    const caller = await Caller.signIn(login);
    const { rows } = await caller.search<{ id: number; numberOfDocuments: number }>('/api/folders-ext/search', {
      status: { equals: 'OPEN' },
    });
    const full = rows.findLast(({ numberOfDocuments }) => numberOfDocuments > 0);
    await page.goto(`/app/folders/${full?.id}`);
    await expect(page.getByRole('table', { name: 'Documenti' })).toBeVisible();
    await inspectPageQuickly(page, `folder of ${login}`);
    await page.context().close();
  }
});

test('a document started from a PDF dropped on the dashboard', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Parti da un PDF' }).click();
  await (await chooser).setFiles(pdf('proposta.pdf', await makePaper({ pages: 1, title: 'Proposta MINI' })));
  await expect(dialog(page, 'Che documento è?').getByRole('button', { name: 'Continua' })).toBeVisible();
  await inspectPage(page, 'start from a PDF');
  expect(await fileInput(page).count()).toBe(0);
});
