/** The crawl of the administration: users, services, licences with activations, videos, connected systems, and all their forms. */
import type { Page } from '@playwright/test';
import { createUser, table } from '../administration/user-pages.ts';
import { inspectPage, inspectPageQuickly, inspectTablesOnLaptops, REDUCED_MOTION } from '../support/inspection.ts';
import { Caller } from '../support/portal-calls.ts';
import { field, signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

// See crawl-portal.spec.ts.
test.use({ trace: 'off' });

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Salva', exact: true });

test('users', async ({ visitors }) => {
  test.slow();
  visitors.watch.expectRefusal(409, /^\/api\/users$/);
  const made = await createUser();
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'admin', '/admin/users');
  await expect(table(page)).toBeVisible();
  await inspectPage(page, 'users');
  await inspectTablesOnLaptops(page, 'users');
  await page.goto('/admin/users?user=new');
  await expect(dialog(page, 'Nuovo utente')).toBeVisible();
  await inspectPage(page, 'users: a new one');
  await page.getByRole('button', { name: 'Crea utente' }).click();
  await expect(page.getByText('Nome utente è un campo obbligatorio')).toBeVisible();
  await inspectPageQuickly(page, 'users: a new one with errors');
  await page.getByRole('combobox', { name: 'Ruoli' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await inspectPageQuickly(page, 'users: choosing roles');
  await page.goto(`/admin/users?user=${made.id}`);
  await expect(dialog(page, 'Modifica utente')).toBeVisible();
  await inspectPage(page, 'users: editing');
  const other = await page.context().newPage();
  await other.goto(`/admin/users?user=${made.id}`);
  await field(other, 'Nome').fill('Prima');
  await save(other).click();
  await expect(dialog(other, 'Modifica utente')).toHaveCount(0);
  await field(page, 'Nome').fill('Seconda');
  await save(page).click();
  await expect(page.getByText('Qualcuno ha salvato modifiche nel frattempo.').first()).toBeVisible();
  await inspectPage(page, 'users: edit conflict');
  await page.getByRole('button', { name: 'Ricarica i dati' }).click();
  await expect(page.getByText('Dati ricaricati: quello che hai scritto è rimasto.')).toBeVisible();
  await expect(
    page.getByText('Anche altri hanno cambiato: Nome («Prima»). Se salvi, vale il tuo testo.', { exact: false }),
  ).toBeVisible();
  await expect(field(page, 'Nome')).toHaveValue('Seconda');
  await inspectPageQuickly(page, 'users: both changed');
  await page.getByRole('switch', { name: 'Utente attivo' }).click({ force: true });
  await save(page).click();
  await expect(dialog(page, /^Disattivare /)).toBeVisible();
  await inspectPage(page, 'users: before deactivating');
  const reading = await visitors.desk(REDUCED_MOTION);
  await signIn(reading, 'supervisor', '/admin/users');
  await reading.getByRole('link', { name: 'Apri Elio Costa' }).click();
  await expect(dialog(reading, 'Elio Costa')).toBeVisible();
  await inspectPage(reading, 'users: details');
  await reading.goto('/admin/users');
  await reading.getByRole('searchbox').fill('zzzzzz');
  await expect(reading.getByText('Nessun utente trovato')).toBeVisible();
  await inspectPageQuickly(reading, 'users: none found');
  const looking = await visitors.desk(REDUCED_MOTION);
  await signIn(looking, 'nsc', '/admin/users');
  for (const [name, picture] of [
    ['Dario Provini', 'users: details for those who only read'],
    ['Andrea Neri', 'users: details of an administrator'],
  ] as const) {
    await looking.getByRole('link', { name: `Apri ${name}` }).click();
    await expect(dialog(looking, name)).toBeVisible();
    await inspectPage(looking, picture);
    await looking.keyboard.press('Escape');
  }
});

const TYPES = ['OTP', 'Spazio cloud', 'Spazio archivio', 'Tipo di firma', 'Notifiche di firma', 'TPIM'];

test('services of every type', async ({ visitors }) => {
  test.slow();
  visitors.watch.expectRefusal(500, /^\/api\/intesys-services$/);
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'admin', '/admin/services');
  await expect(page.getByText('Quote di tutte le entità legali')).toBeVisible();
  await inspectPage(page, 'services');
  await inspectTablesOnLaptops(page, 'services');
  await page.goto('/admin/services?service=new');
  const form = dialog(page, 'Nuovo servizio');
  await expect(form).toBeVisible();
  for (const type of TYPES) {
    await form.getByRole('combobox', { name: 'Tipo di servizio' }).click();
    await page
      .getByRole('listbox')
      .getByRole('option', { name: new RegExp(`^${type}`) })
      .click();
    await (type === 'Tipo di firma' ? inspectPage : inspectPageQuickly)(page, `services: new, ${type}`);
  }
  await form.getByRole('button', { name: 'Crea servizio' }).click();
  await expect(form.getByText(/è un campo obbligatorio/).first()).toBeVisible();
  await inspectPageQuickly(page, 'services: new with errors');
  const caller = await Caller.signIn('admin');
  const [service] = await caller.read<{ id: number }[]>('/api/intesys-services?serviceType.equals=DISK_SPACE');
  await page.goto(`/admin/services?service=${service?.id}`);
  await expect(dialog(page, 'Modifica servizio')).toBeVisible();
  await inspectPage(page, 'services: editing');
  await dialog(page, 'Modifica servizio').getByRole('button', { name: 'Elimina servizio' }).click();
  await expect(dialog(page, /^Eliminare il servizio/)).toBeVisible();
  await inspectPage(page, 'services: before deleting');
  await page.goto('/admin/services?entity=LE003');
  await expect(page.getByText(/^Quote di Esempio/)).toBeVisible();
  await inspectPage(page, 'services of one legal entity');
  await page.route('**/api/intesys-services*', (route) =>
    route.fulfill({ status: 500, json: { title: 'Errore interno del server' } }),
  );
  await page.reload();
  await expect(page.getByRole('alert').first()).toContainText('Errore interno del server');
  await inspectPageQuickly(page, 'services: list failed');
});

test('licences and their activations', async ({ visitors }) => {
  test.slow();
  const caller = await Caller.signIn('admin');
  const made = await caller.send('POST', '/api/licenses', {
    ...{ licenseCode: 'LIC-PROVA', licenseAmount: 3, legalEntity: 'LE001', hstList: ['10001'] },
    expiresAt: '2027-11-20',
  });
  expect(made.status).toBe(201);
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'admin', '/app/licenses');
  const unfold = page.getByRole('button', { name: /LIC-0001/, expanded: false }).and(page.locator('[aria-controls]'));
  await expect(unfold).toBeVisible();
  await inspectPage(page, 'licences');
  await unfold.click();
  await expect(page.getByRole('table').first()).toBeVisible();
  await inspectPage(page, 'licences: activations');
  await inspectTablesOnLaptops(page, 'licences: activations');
  await page
    .getByRole('table')
    .first()
    .getByRole('button', { name: /^Altre azioni: / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Elimina attivazione' }).click();
  await expect(dialog(page, /^Eliminare l’attivazione/)).toBeVisible();
  await inspectPageQuickly(page, 'licences: before deleting an activation');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Altre azioni: LIC-PROVA' }).click();
  await page.getByRole('menuitem', { name: 'Elimina licenza' }).click();
  await expect(dialog(page, /^Eliminare la licenza/)).toBeVisible();
  await inspectPageQuickly(page, 'licences: before deleting');
  const [activation] = await caller.read<{ id: number; licenseId: number }[]>('/api/activations?size=1');
  for (const [query, name, picture] of [
    ['license=new', 'Nuova licenza', 'licences: a new one'],
    [`license=${activation?.licenseId}`, 'Modifica licenza', 'licences: editing'],
    [`on=${activation?.licenseId}`, 'Nuova attivazione', 'licences: a new activation'],
    [`activation=${activation?.id}`, /^(Modifica attivazione|Attivazione)$/, 'licences: editing an activation'],
  ] as const) {
    await page.goto(`/app/licenses?${query}`);
    await expect(dialog(page, name)).toBeVisible();
    await inspectPage(page, picture);
  }
  const reading = await visitors.desk(REDUCED_MOTION);
  await signIn(reading, 'supervisor', '/app/licenses');
  await expect(reading.getByRole('button', { name: /LIC-0001/ }).and(reading.locator('[aria-controls]'))).toBeVisible();
  await inspectPageQuickly(reading, 'licences of a supervisor');
  await reading.getByRole('searchbox').fill('zzzzzz');
  await expect(reading.getByText('Nessuna licenza trovata')).toBeVisible();
  await inspectPageQuickly(reading, 'licences: none found');
});

test('videos', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'nsc', '/app/videos');
  await expect(page.getByText('Primo accesso')).toBeVisible();
  await inspectPage(page, 'videos');
  await page.getByRole('button', { name: 'Nuovo video' }).click();
  await inspectPage(page, 'videos: a new one');
  await page.getByRole('button', { name: 'Aggiungi video' }).click();
  await expect(page.getByText('Titolo è un campo obbligatorio')).toBeVisible();
  await inspectPage(page, 'videos: a new one with errors');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Modifica «Primo accesso»' }).click();
  await inspectPageQuickly(page, 'videos: editing');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Elimina «Primo accesso»' }).click();
  await expect(dialog(page, /^Eliminare il video/)).toBeVisible();
  await inspectPageQuickly(page, 'videos: before deleting');
  const watching = await visitors.desk(REDUCED_MOTION);
  await signIn(watching, 'dealer', '/app/videos');
  await expect(watching.getByText('Primo accesso')).toBeVisible();
  await inspectPageQuickly(watching, 'videos of a dealer');
  await watching.getByRole('button', { name: 'Guarda «Primo accesso»' }).click();
  await expect(
    dialog(watching, 'Primo accesso').frameLocator('iframe').getByRole('heading', { name: 'Primo accesso' }),
  ).toBeVisible();
  await inspectPageQuickly(watching, 'videos: watching one');
  await watching.keyboard.press('Escape');
  await watching.route('**/api/videos*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }));
  await watching.reload();
  await expect(watching.getByText('Nessun video trovato')).toBeVisible();
  await inspectPageQuickly(watching, 'videos: none');
});

test('connected systems', async ({ visitors }) => {
  test.slow();
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'admin', '/admin/integrations');
  await expect(page.getByRole('list', { name: 'Account tecnici' })).toBeVisible();
  await inspectPage(page, 'connected systems: without a webhook');
  await page.getByRole('button', { name: 'Nuova notifica' }).click();
  const form = dialog(page, 'Nuova notifica');
  await expect(form).toBeVisible();
  await inspectPage(page, 'connected systems: a new webhook');
  await form.getByRole('button', { name: 'Aggiungi notifica' }).click();
  await inspectPageQuickly(page, 'connected systems: a new webhook with errors');
  await field(page, 'Descrizione').fill('DMS di Autoesempio Bologna');
  await field(page, 'Indirizzo').fill('https://dms.example.com/fascicolo/notifiche');
  await form.getByRole('button', { name: 'Aggiungi notifica' }).click();
  await expect(dialog(page, 'Il nuovo segreto')).toBeVisible();
  await inspectPage(page, 'connected systems: the secret');
  await page.keyboard.press('Escape');
  const row = page.getByRole('list', { name: 'Notifiche' }).getByRole('listitem').first();
  await row.getByRole('button', { name: 'Invii' }).click();
  await expect(page.getByText('Nessun invio')).toBeVisible();
  await inspectPageQuickly(page, 'connected systems: no deliveries');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Prova' }).click();
  await row.getByRole('button', { name: 'Invii' }).click();
  await expect(page.getByText('webhook.test')).toBeVisible();
  await inspectPage(page, 'connected systems: deliveries');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Disattiva' }).click();
  await expect(dialog(page, 'Disattivare la notifica?')).toBeVisible();
  await inspectPageQuickly(page, 'connected systems: before disabling');
  await page.keyboard.press('Escape');
  await inspectTablesOnLaptops(page, 'connected systems');
});
