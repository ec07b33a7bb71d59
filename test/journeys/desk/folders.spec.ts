/** Folders: the list, choosing the customer of a new folder, the form and its refusals, closing, deletion, and permissions. */
import { readZipFiles } from '#server/http/response/workbook-read.suite.ts';
import {
  button,
  changeToasts,
  combobox,
  createCustomer,
  createFolder,
  createStaffUser,
  delayCalls,
  dialog,
  expectToast,
  type FolderRow,
  failCalls,
  failThenSucceed,
  input,
  openPageAs,
  title,
} from '../administration/registry-pages.ts';
import { Caller, readyPaper, startedPaper } from '../support/portal-calls.ts';
import { dialogProblem } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { createDocument } from './desk-pages.ts';
import { downloadDuring } from './document-pages.ts';

const LIST = '/app/folders';
const FOLDER_TOASTS = changeToasts('della cartella', 'Cartella', 'a');
const options = (within: { getByRole(role: 'option'): { allInnerTexts(): Promise<string[]> } }) =>
  within.getByRole('option').allInnerTexts();

test.describe('the folder list', () => {
  test('shows only open folders of the user’s brands, and a row opens its page', async ({ visitors }) => {
    const page = await visitors.desk();
    const customer = await createCustomer();
    const open = await createFolder({ dossierId: customer.id, businessId: 'PV-APERTA' });
    const closed = await createFolder({ dossierId: customer.id, businessId: 'PV-CHIUSA' });
    const dealer = await Caller.signIn('dealer');
    expect((await dealer.send('PUT', '/api/folders', { ...closed, status: 'CLOSED' })).status).toBe(200);
    const searchRequest = page.waitForRequest('**/api/folders-ext/search*');
    await openPageAs(page, 'sales', `${LIST}?dossier=${customer.id}`);
    expect((await searchRequest).postDataJSON()).toMatchObject({
      ...{ status: { equals: 'OPEN' }, brand: { in: ['bmw', 'mini'] } },
    });
    await expect(page.getByText('1 cartella aperta', { exact: true })).toBeVisible();
    await expect(page.getByText('righe da 1 a 1 di 1')).toBeVisible();
    await expect(page.getByText('PV-CHIUSA')).toHaveCount(0);
    await page.getByText('PV-APERTA').first().click();
    await expect(title(page, /PV-APERTA/)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`${LIST}/${open.id}`);

    await page.goto(`/app/dossiers/${customer.id}`);
    const folders = page.getByRole('table', { name: 'Cartelle' });
    await expect(folders.getByRole('row').filter({ hasText: 'PV-APERTA' })).toContainText('Aperta');
    await expect(folders.getByRole('row').filter({ hasText: 'PV-CHIUSA' })).toContainText('Chiusa');
  });

  test('is empty without a request for a user without brands', async ({ visitors }) => {
    const page = await visitors.desk();
    const login = await createStaffUser({ brands: [] });
    let searchCount = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/folders-ext/search')) searchCount += 1;
    });
    await openPageAs(page, login, LIST);
    await expect(page.getByText('Nessuna cartella trovata')).toBeVisible();
    await expect(button(page, 'Nuova cartella')).toHaveCount(0);
    expect(searchCount).toBe(0);
  });

  test('shows a loading state and no rows while it loads', async ({ visitors }) => {
    const page = await visitors.desk();
    const answer = await delayCalls(page, '**/api/folders-ext/search*', 'POST');
    await openPageAs(page, 'dealer', LIST);
    const main = page.getByRole('main');
    await expect(main.getByRole('status', { name: 'Caricamento in corso' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Cartelle' })).toHaveCount(0);
    await expect(page.getByText('Nessuna cartella trovata')).toHaveCount(0);
    answer();
    await expect(page.getByRole('table', { name: 'Cartelle' })).toBeVisible();
    await expect(main.getByRole('status', { name: 'Caricamento in corso' })).toHaveCount(0);
  });
});

test('the folders of one customer are filtered through a customer dialog', async ({ visitors }) => {
  const page = await visitors.desk();
  const customer = await createCustomer();
  const { id } = await createFolder({ dossierId: customer.id });
  await openPageAs(page, 'dealer', LIST);
  await button(page, 'Tutti i clienti').click();
  const picker = dialog(page, 'Cartelle di un cliente: scegli quale');
  await picker.getByRole('radio', { name: new RegExp(customer.lastName) }).check();
  await button(picker, 'Continua').click();
  await expect(picker).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Cartelle' }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').locator(`a[href$="/folders/${id}"]`).first()).toBeVisible();
});

test.describe('a new folder', () => {
  test('requires a choice from the list of open customers', async ({ visitors }) => {
    const page = await visitors.desk();
    const customer = await createCustomer();
    const gone = await createCustomer();
    expect((await (await Caller.signIn('dealer')).send('DELETE', `/api/dossiers/${gone.id}`)).status).toBe(204);
    await openPageAs(page, 'dealer', LIST);
    await button(page, 'Nuova cartella').click();
    const picker = dialog(page, 'Nuova cartella: scegli il cliente');
    await expect(picker.getByRole('radio', { name: new RegExp(customer.lastName) })).toBeVisible();
    await expect(picker.getByText(gone.lastName)).toHaveCount(0);
    await expect(button(picker, 'Continua')).toHaveAttribute('aria-disabled', 'true');
    await expect(button(picker, 'Continua')).toHaveAccessibleDescription('Scegli un cliente per continuare.');
    const search = picker.getByRole('searchbox', { name: 'Cerca un cliente' });
    await search.fill(gone.lastName);
    await expect(picker.getByText('Nessun cliente aperto trovato')).toBeVisible();
    await search.fill(customer.lastName);
    await picker.getByRole('radio', { name: new RegExp(customer.lastName) }).check();
    await button(picker, 'Continua').click();
    await expect(dialog(page, `Nuova cartella: Prova ${customer.lastName}`)).toBeVisible();
  });

  test('offers the brands and folder types that the user may write', async ({ visitors }) => {
    const page = await visitors.desk();
    const customer = await createCustomer({ brands: ['mini'] });
    for (const [login, brands, types] of [
      ['sales', ['BMW', 'MINI'], ['Privacy', 'Vendita nuovo', 'Vendita usato']],
      ['service', ['BMW', 'BMW i', 'MINI', 'BMW Motorrad'], ['Privacy', 'Assistenza']],
      [
        'nsc',
        ['BMW', 'BMW i', 'MINI', 'BMW Motorrad'],
        ['Privacy', 'Vendita nuovo', 'Vendita usato', 'Assistenza', 'Uscita veicolo'],
      ],
    ] as const) {
      await test.step(login, async () => {
        await openPageAs(page, login, `/app/dossiers/${customer.id}?folder=1`);
        const form = dialog(page, /^Nuova cartella: /);
        await expect(combobox(form, 'Marchio')).toHaveValue('MINI');
        await combobox(form, 'Marchio').click();
        expect(await options(form)).toEqual(brands);
        await page.keyboard.press('Escape');
        await combobox(form, 'Tipo').click();
        expect(await options(form)).toEqual(types);
      });
    }
  });

  test('labels its number by type: proposta, pratica, commessa', async ({ visitors }) => {
    const page = await visitors.desk();
    const { id: dossierId } = await createCustomer();
    await openPageAs(page, 'dealer', `/app/dossiers/${dossierId}?folder=1`);
    const form = dialog(page, /^Nuova cartella: /);
    for (const [name, type, label] of [
      ['Vendita nuovo', 'SALE_NEW', 'proposta'],
      ['Vendita usato', 'SALE_USED', 'pratica'],
      ['Assistenza', 'SERVICE', 'commessa'],
    ] as const) {
      await combobox(form, 'Tipo').click();
      await form.getByRole('option', { name }).click();
      await expect(input(form, `Numero ${label}`)).toBeVisible();
      await expect(form.getByRole('textbox', { name: /^Numero / })).toHaveCount(1);
      const made = await createFolder({ dossierId, type, businessId: `N-${type}`, plate: 'AB123CD' });
      const other = await page.context().newPage();
      await openPageAs(other, 'dealer', `/app/folders/${made.id}`);
      await expect(title(other, `${name} · ${label} N-${type}`)).toBeVisible();
      await other.close();
    }
  });

  test('requires the fields of its type and shows errors for invalid values at their fields', async ({ visitors }) => {
    visitors.watch.expectRefusal(503, /^\/api\/folders$/);
    const page = await visitors.desk();
    const customer = await createCustomer();
    await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}?folder=1`);
    const form = dialog(page, /^Nuova cartella: /);
    await combobox(form, 'Tipo').click();
    await form.getByRole('option', { name: 'Privacy' }).click();
    await expect(form.getByText('Questo tipo di cartella non chiede altri dati.')).toBeVisible();
    await combobox(form, 'Tipo').click();
    await form.getByRole('option', { name: 'Assistenza' }).click();
    await button(form, 'Crea la cartella').click();
    await expect(input(form, 'Numero commessa')).toBeFocused();
    await expect(input(form, 'Numero commessa')).toHaveAccessibleDescription(/è un campo obbligatorio/);
    await expect(input(form, 'Targa')).toHaveAccessibleDescription(/Targa è un campo obbligatorio/);
    await combobox(form, 'Tipo').click();
    await form.getByRole('option', { name: 'Vendita nuovo' }).click();
    await input(form, 'Data pratica').fill('32/01/2026');
    await input(form, 'Telaio').fill('WBA53AP0X0000020');
    await input(form, 'Codice lavorazione').fill('J'.repeat(65));
    await button(form, 'Crea la cartella').click();
    await expect(input(form, 'Data pratica')).toHaveAccessibleDescription(/Data non valida/);
    await expect(input(form, 'Numero proposta')).toHaveAccessibleDescription(/Numero proposta è un campo obbligatorio/);
    await expect(input(form, 'Telaio')).toHaveAccessibleDescription(/esattamente 17 caratteri/);
    await expect(input(form, 'Codice lavorazione')).toHaveAccessibleDescription(/Al massimo 64 caratteri/);
    await input(form, 'Data pratica').fill('');
    await input(form, 'Telaio').focus();
    await expect(input(form, 'Data pratica')).toHaveAccessibleDescription(/Data pratica è un campo obbligatorio/);

    await input(form, 'Data pratica').fill('20/11/2026');
    await input(form, 'Numero proposta').fill('PV-77');
    await input(form, 'Telaio').fill('');
    await input(form, 'Codice lavorazione').fill('');
    await failCalls(page, '**/api/folders', 'POST');
    await button(form, 'Crea la cartella').click();
    await expectToast(page, FOLDER_TOASTS.createFailed);
    await expect(dialogProblem(form)).toContainText('Il servizio non risponde.');
    await expect(input(form, 'Numero proposta')).toHaveValue('PV-77');
    await page.unroute('**/api/folders');
    const answer = await delayCalls(page, '**/api/folders', 'POST');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && /\/api\/folders$/.test(request.url()));
    await button(form, 'Crea la cartella').click();
    const body = (await sent).postDataJSON();
    expect(body).not.toHaveProperty('vin');
    expect(body).toMatchObject({ businessId: 'PV-77', processDate: '2026-11-20' });
    await expectToast(page, FOLDER_TOASTS.creating);
    answer();
    await expectToast(page, FOLDER_TOASTS.created);
    await expect(title(page, 'Vendita nuovo · proposta PV-77')).toBeVisible();
    await expect(page.getByText('20/11/2026', { exact: true }).first()).toBeVisible();
  });
});

test('a new folder requires every field where its type requires every field', async ({ visitors }) => {
  const page = await visitors.desk();
  await page.route('**/api/v2/folder-types/ext', async (route) => {
    const answer = await route.fetch();
    const types = (await answer.json()) as { fields: { required: string }[] }[];
    for (const field of types.flatMap(({ fields }) => fields)) field.required = 'true';
    await route.fulfill({ response: answer, json: types });
  });
  const customer = await createCustomer();
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}?folder=1`);
  const form = dialog(page, /^Nuova cartella: /);
  await combobox(form, 'Tipo').click();
  await form.getByRole('option', { name: 'Vendita nuovo' }).click();
  await input(form, 'Data pratica').fill('');
  await button(form, 'Crea la cartella').click();
  await expect(input(form, 'Numero proposta')).toHaveAccessibleDescription(/Numero proposta è un campo obbligatorio/);
  for (const name of ['Data pratica', 'Targa', 'Telaio', 'Codice lavorazione', 'Note']) {
    await expect(input(form, name)).toHaveAccessibleDescription(new RegExp(`${name} è un campo obbligatorio`));
  }
  await input(form, 'Telaio').fill('WBA53AP0X0000020');
  await input(form, 'Targa').focus();
  await expect(input(form, 'Telaio')).toHaveAccessibleDescription(/esattamente 17 caratteri/);
  for (const [name, text] of [
    ['Data pratica', '20/11/2026'],
    ['Numero proposta', 'PV-TUTTO'],
    ['Targa', 'GX204KT'],
    ['Telaio', 'WBA53AP0X00000299'],
    ['Codice lavorazione', 'L-9'],
    ['Note', 'Tutto scritto'],
  ] as const) {
    await input(form, name).fill(text);
  }
  await button(form, 'Crea la cartella').click();
  await expect(title(page, 'Vendita nuovo · proposta PV-TUTTO')).toBeVisible();
});

test.describe('a folder', () => {
  test('shows who created and changed it, and appears with its documents below the folders of the menu', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const { known } = await readyPaper(1);
    const admin = await Caller.signIn('admin');
    const folder = await admin.read<FolderRow>(`/api/folders/${known.folderId}`);
    expect((await admin.send('PUT', '/api/folders', { ...folder, notes: 'Da richiamare' })).status).toBe(200);
    const crumbs = page.getByRole('navigation', { name: 'Percorso' }).getByRole('listitem');
    const below = async (...names: RegExp[]) => {
      await expect(crumbs).toHaveText([/^Cartelle$/, ...names]);
      await expect(crumbs.getByRole('link', { name: 'Cartelle' })).toHaveAttribute('href', LIST);
      const menu = page.getByRole('navigation', { name: 'Menu principale' });
      await expect(menu.locator('[aria-current="page"]')).toHaveText('Cartelle');
    };
    await openPageAs(page, 'dealer', `${LIST}/${folder.id}`);
    await below(/./, /./);
    const fact = (label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
    await expect(fact('Creazione')).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} da Dario Provini/);
    await expect(fact('Ultima modifica')).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} da Andrea Neri/);
    await page.goto(`/app/documents/${known.documentId}`);
    await expect(title(page, /./)).toBeVisible();
    for (const label of ['Creato', 'Modificato']) {
      await expect(fact(label)).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} da Dario Provini/);
    }
    await below(/./, /./, /./);
    await crumbs.getByRole('link', { name: 'Cartelle' }).click();
    await expect(title(page, 'Cartelle')).toBeVisible();
  });

  test('is saved, shows errors, and keeps the input on an edit conflict', async ({ visitors }) => {
    visitors.watch.expectRefusal(409, /^\/api\/folders$/);
    visitors.watch.expectRefusal(503, /^\/api\/folders$/);
    const page = await visitors.desk();
    const folder = await createFolder({ vin: 'WBA53AP0X00000299' });
    await openPageAs(page, 'dealer', `${LIST}/${folder.id}`);
    await button(page, 'Modifica cartella').click();
    const form = dialog(page, 'Modifica cartella');
    for (const name of ['Marchio', 'Tipo']) await expect(input(form, name)).not.toBeEditable();
    await input(form, 'Telaio').fill('');
    const dealer = await Caller.signIn('dealer');
    expect((await dealer.send('PUT', '/api/folders', { ...folder, notes: 'Altrui' })).status).toBe(200);
    await button(form, 'Salva').click();
    await expectToast(page, FOLDER_TOASTS.updateFailed);
    await button(form, 'Ricarica i dati').click();
    await expect(input(form, 'Note')).toHaveValue('Altrui');
    await expect(input(form, 'Telaio')).toHaveValue('');
    const answer = await delayCalls(page, '**/api/folders', 'PUT');
    await button(form, 'Salva').click();
    await expectToast(page, FOLDER_TOASTS.updating);
    answer();
    await expectToast(page, FOLDER_TOASTS.updated);
    expect(await dealer.read(`/api/folders/${folder.id}`)).toMatchObject({ vin: null, notes: 'Altrui' });
  });

  test('downloads as one ZIP with each signed document, its trail and a list of contents', async ({ visitors }) => {
    const page = await visitors.desk();
    const empty = await createFolder();
    await openPageAs(page, 'dealer', `${LIST}/${empty.id}`);
    const zip = button(page, 'Scarica tutto (ZIP)');
    await expect(zip).toHaveAttribute('aria-disabled', 'true');
    await expect(zip).toHaveAccessibleDescription('La cartella non contiene ancora documenti.');

    const story = await startedPaper(1);
    await story.runToEnd();
    const { folderId = 0, documentId } = story.known;
    const { id: draftId } = await createDocument({ caller: await Caller.signIn('dealer'), folderId }, { draft: true });
    await openPageAs(page, 'dealer', `${LIST}/${folderId}`);
    visitors.watch.expectRefusal(503, /^\/api\/folders\/\d+\/download$/);
    await failCalls(page, '**/api/folders/*/download', 'GET');
    await zip.click();
    await expectToast(page, 'ZIP non scaricato');
    await page.unroute('**/api/folders/*/download');
    const { name, bytes } = await downloadDuring(page, () => zip.click());
    expect(name).toMatch(/^Cartella .*\.zip$/);
    await expectToast(page, 'ZIP scaricato');
    const files = readZipFiles(bytes);
    expect([...files.keys()]).toEqual([
      'INDICE.txt',
      `${documentId} preventivo-firmato.pdf`,
      `${documentId} preventivo-tracciato.pdf`,
      `${draftId} preventivo.pdf`,
    ]);
    expect(files.get('INDICE.txt')?.toString('utf8')).toContain(`${draftId}  Preventivo: Bozza`);
  });

  test('when closed accepts no document and no signature, and can be reopened', async ({ visitors }) => {
    const page = await visitors.desk();
    const folder = await createFolder();
    const dealer = await Caller.signIn('dealer');
    await createDocument({ caller: dealer, folderId: folder.id });
    await openPageAs(page, 'dealer', `${LIST}/${folder.id}`);
    const main = page.getByRole('main');
    await expect(main.getByText('Aperta', { exact: true })).toBeVisible();
    await button(page, 'Altre azioni della cartella').click();
    await page.getByRole('menuitem', { name: 'Chiudi la cartella' }).click();
    const close = button(dialog(page, /^Chiudere la cartella /), 'Chiudi la cartella');
    await expect(close, 'reversible: not red').not.toHaveAttribute('style', /danger/);
    await close.click();
    await expect(main.getByText('Chiusa', { exact: true })).toBeVisible();
    await expect(main.getByText('La cartella è chiusa.', { exact: true })).toBeVisible();
    await expect(button(page, 'Nuovo documento')).toHaveCount(0);
    const start = page.getByRole('button', { name: /^Avvia la firma: / });
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await expect(start).toHaveAccessibleDescription(/la cartella è chiusa\./);
    await button(page, 'Riapri la cartella').click();
    await expect(main.getByText('Aperta', { exact: true })).toBeVisible();
    await expect(button(page, 'Nuovo documento')).toBeVisible();
  });

  test('is deleted only when empty and without a job, after confirmation, with toasts', async ({ visitors }) => {
    visitors.watch.expectRefusal(503, /^\/api\/folders\/\d+$/);
    const page = await visitors.desk();
    const full = (
      await (
        await Caller.signIn('dealer')
      ).search<FolderRow & { numberOfDocuments: number }>('/api/folders-ext/search', { status: { equals: 'OPEN' } })
    ).rows.find(({ numberOfDocuments }) => numberOfDocuments > 0);
    const job = await createFolder({ jobId: 'L-7' });
    const empty = await createFolder({ businessId: 'PV-VUOTA' });
    const remove = page.getByRole('menuitem', { name: /^Elimina la cartella/ });
    for (const [login, id, reason] of [
      ['dealer', full?.id, 'la cartella contiene documenti.'],
      ['admin', full?.id, 'la cartella contiene documenti.'],
      ['dealer', job.id, 'la cartella è collegata a una lavorazione.'],
    ] as const) {
      await test.step(`${login}: ${reason}`, async () => {
        await openPageAs(page, login, `${LIST}/${id}`);
        await button(page, 'Altre azioni della cartella').click();
        await expect(remove).toHaveAttribute('aria-disabled', 'true');
        await expect(remove).toContainText(`Non si elimina: ${reason}`);
      });
    }
    await openPageAs(page, 'supervisor', `${LIST}/${job.id}`);
    await button(page, 'Altre azioni della cartella').click();
    await expect(remove).not.toHaveAttribute('aria-disabled', 'true');

    await openPageAs(page, 'dealer', `${LIST}/${empty.id}`);
    await button(page, 'Altre azioni della cartella').click();
    await remove.click();
    const question = dialog(page, /^Eliminare la cartella «.*PV-VUOTA.*»\?$/);
    const path = `**/api/folders/${empty.id}`;
    await expect(button(question, 'Elimina cartella')).toHaveAttribute('style', /danger/);
    await failThenSucceed(
      page,
      [path, 'DELETE'],
      () => button(question, 'Elimina cartella').click(),
      FOLDER_TOASTS.remove,
      () => expect(dialogProblem(question)).toContainText('Il servizio non risponde.'),
    );
    await expect(page).toHaveURL(new RegExp(`/app/dossiers/${empty.dossierId}$`));
    await expect(page.getByText('Nessuna cartella trovata')).toBeVisible();
  });
});

test('read-only users and users without the folder type cannot change a folder', async ({ visitors }) => {
  const page = await visitors.desk();
  const folder = await createFolder();
  for (const login of ['readonly', 'sa3']) {
    await test.step(login, async () => {
      await openPageAs(page, login, `${LIST}/${folder.id}`);
      await expect(button(page, 'Scarica tutto (ZIP)')).toBeVisible();
      for (const name of ['Modifica cartella', 'Altre azioni della cartella', 'Nuovo documento']) {
        await expect(button(page, name), name).toHaveCount(0);
      }
    });
  }
  visitors.watch.expectRefusal(404, new RegExp(`^/api/folders/${folder.id}$`));
  await openPageAs(page, 'service', `${LIST}/${folder.id}`);
  await expect(title(page, 'Questa pagina non c’è')).toBeVisible();
});

test('read-only permission in one brand leaves other brands writable', async ({ visitors }) => {
  const page = await visitors.desk();
  const login = await createStaffUser({
    brands: [
      { brand: 'bmw', permissions: ['READONLY'] },
      { brand: 'mini', permissions: ['SALE_NEW'] },
    ],
  });
  const customer = await createCustomer({ brands: ['bmw', 'mini'] });
  const read = await createFolder({ dossierId: customer.id });
  const written = await createFolder({ dossierId: customer.id, brand: 'mini' });
  await openPageAs(page, login, '/dashboard');
  await expect(page.getByRole('region', { name: 'MINI', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'BMW', exact: true })).toHaveCount(0);
  await page.goto(`${LIST}/${read.id}`);
  await expect(title(page, /PV-9/)).toBeVisible();
  await expect(button(page, 'Nuovo documento')).toHaveCount(0);
  await page.goto(`${LIST}/${written.id}`);
  await expect(button(page, 'Nuovo documento')).toBeVisible();
  await page.goto(`/app/dossiers/${customer.id}`);
  await expect(button(page, 'Modifica')).toBeVisible();
});
