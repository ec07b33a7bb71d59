/** The form of a user: its refusals with their reasons, and no typed input is lost. */
import type { Page } from '@playwright/test';
import { inspectPage } from '../support/inspection.ts';
import { Caller } from '../support/portal-calls.ts';
import { field, openAs, signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import {
  checkbox,
  choose,
  createUser,
  dialog,
  fillUserForm,
  newLogin,
  option,
  readUser,
  row,
  save,
  toast,
  USERS,
} from './user-pages.ts';

const create = 'Crea utente';

test('a new user is created with toasts, appears in the list and can sign in', async ({ visitors }) => {
  const page = await visitors.desk();
  const login = newLogin();
  await signIn(page, 'admin', USERS);
  await page.getByRole('button', { name: 'Nuovo utente' }).click();
  await expect(field(page, 'Nome')).toBeFocused();
  await page.getByRole('button', { name: create }).click();
  await expect(field(page, 'Nome')).toHaveAccessibleDescription(/Nome è un campo obbligatorio/);
  await expect(page.getByRole('combobox', { name: 'Ruoli' })).toHaveAccessibleDescription(
    /Ruoli è un campo obbligatorio/,
  );
  await fillUserForm(page, { login, lastName: 'Nascenti' });
  await page.getByRole('button', { name: create }).click();
  await expect(toast(page, 'Utente creato')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox').fill(login);
  const made = row(page, 'Prova Nascenti');
  await expect(made.getByText('Venditore', { exact: true })).toBeVisible();
  await expect(made.getByText('MINI', { exact: true })).toBeAttached();
  const account = await (await Caller.signIn(login)).read<object>('/api/account');
  expect(account).toMatchObject({
    ...{ login, authorities: ['ROLE_SALE_DEALER'], hstList: ['10001'] },
    brands: [{ brand: 'mini', permissions: ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE'] }],
  });
});

test('a duplicate login shows an error at its field and keeps the input', async ({ visitors }) => {
  visitors.watch.expectRefusal(400, /^\/api\/users$/);
  const page = await visitors.desk();
  await signIn(page, 'admin', USERS);
  await page.getByRole('button', { name: 'Nuovo utente' }).click();
  await fillUserForm(page, { login: 'Dealer', lastName: 'Doppi' });
  await page.getByRole('button', { name: create }).click();
  await expect(page.getByText('Nome utente già in uso', { exact: true })).toBeVisible();
  await expect(field(page, 'Nome utente')).toBeFocused();
  await expect(toast(page, 'Utente non creato')).toBeVisible();
  await expect(field(page, 'Cognome')).toHaveValue('Doppi');
  const login = newLogin();
  await field(page, 'Nome utente').fill(login);
  await page.getByRole('button', { name: create }).click();
  await expect(toast(page, 'Utente creato')).toBeVisible();
});

test('read-only and the other permissions of a brand disable each other', async ({ visitors }) => {
  const person = await createUser();
  const page = await visitors.desk();
  await signIn(page, 'admin', USERS);
  await page.goto(`${USERS}?user=${person.id}`);
  await expect(checkbox(page, 'Vendita nuovo, BMW')).toBeChecked();
  await expect(checkbox(page, 'Sola lettura, BMW')).toBeDisabled();
  await expect(page.getByText(/^Sola lettura esclude gli altri permessi dello stesso marchio/)).toBeVisible();
  await page.getByRole('button', { name: 'Svuota i permessi, BMW' }).click();
  await checkbox(page, 'Sola lettura, BMW').check();
  for (const type of ['Privacy', 'Vendita nuovo', 'Vendita usato', 'Assistenza']) {
    await expect(checkbox(page, `${type}, BMW`)).toBeDisabled();
    await expect(checkbox(page, `${type}, MINI`)).toBeEnabled();
  }
  await expect(page.getByRole('checkbox', { name: /^Uscita veicolo/ })).toHaveCount(0);
  await expect(page.getByText(/^Uscita veicolo è riservata ad amministratori e sede nazionale/)).toBeVisible();
  await save(page);
  await expect(toast(page, 'Utente salvato')).toBeVisible();
  expect((await readUser(person.id)).brands).toEqual([{ brand: 'bmw', permissions: ['READONLY'] }]);
});

test('a permission that is not allowed shows an error at its brand on blur', async ({ visitors }) => {
  const person = await createUser();
  const page = await visitors.desk();
  await signIn(page, 'admin', USERS);
  // As in an old account.
  await page.route(`**/api/users/${person.id}`, async (route) => {
    const answer = await route.fetch();
    const user = (await answer.json()) as { brands: { permissions: string[] }[] };
    user.brands[0]?.permissions.push('VEHICLE_EXIT_REQUEST');
    await route.fulfill({ response: answer, json: user });
  });
  await page.goto(`${USERS}?user=${person.id}`);
  const exit = checkbox(page, 'Uscita veicolo, BMW');
  const error = page.getByRole('dialog').getByRole('alert');
  await expect(exit).toBeChecked();
  await expect(error).toHaveCount(0);
  await exit.focus();
  await page.keyboard.press('Tab');
  await expect(error).toContainText(/^BMW/);
  await exit.uncheck();
  await expect(error).toHaveCount(0);
});

test('an exclusive role disables the other roles, with the reason', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'admin', USERS);
  await page.getByRole('button', { name: 'Nuovo utente' }).click();
  const roles = page.getByRole('combobox', { name: 'Ruoli' });
  await roles.click();
  await option(page, /^Venditore/).click();
  const alone = option(page, 'SA3 Sta da solo: prima togli gli altri ruoli.');
  await expect(alone).toBeVisible();
  await expect(alone).toBeDisabled();
  await roles.press('Backspace');
  await option(page, /^SA3/).click();
  await expect(
    option(page, /^Venditore SA3 esclude gli altri ruoli: toglilo per sceglierne un altro\.$/),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Permessi per marchio' })).toBeVisible();
  await roles.press('Backspace');
  await choose(page, 'Ruoli', /^Amministratore/);
  await expect(page.getByText('Questo ruolo vede tutta la rete.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Permessi per marchio' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Concessionarie' })).toHaveCount(0);
});

test('roles, dealers and permissions copied from a colleague can be undone and are saved on submit', async ({
  visitors,
}) => {
  const colleague = await createUser({
    ...{ authorities: ['ROLE_SALE_MANAGER', 'ROLE_DEALER'], hstList: ['10001', '10002'] },
    brands: [{ brand: 'moto', permissions: ['PRIVACY', 'SERVICE'] }],
  });
  const page = await visitors.desk();
  await signIn(page, 'admin', USERS);
  await page.getByRole('button', { name: 'Nuovo utente' }).click();
  const login = newLogin();
  await fillUserForm(page, { login, lastName: 'Copiati' });
  const copy = page.getByRole('combobox', { name: 'Copia da un collega' });
  await copy.fill('xy');
  await expect(page.getByText('Scrivi almeno 3 lettere.')).toBeVisible();
  await copy.fill(colleague.login);
  await option(page, new RegExp(`^Prova Creata ${colleague.login}`)).click();
  const note = page.getByText(/Ripresi: 2 ruoli, 2 concessionarie, permessi in 1 marchio/);
  await expect(note).toBeVisible();
  await expect(checkbox(page, 'Assistenza, BMW Motorrad')).toBeChecked();
  await expect(checkbox(page, 'Vendita nuovo, MINI')).not.toBeChecked();
  await inspectPage(page, 'copied-grants');
  await page.getByRole('button', { name: 'Annulla la copia' }).click();
  await expect(checkbox(page, 'Vendita nuovo, MINI')).toBeChecked();
  await copy.fill(colleague.login);
  await option(page, new RegExp(`^Prova Creata ${colleague.login}`)).click();
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: create }).click();
  await expect(toast(page, 'Utente creato')).toBeVisible();
  const account = await (await Caller.signIn(login)).read<object>('/api/account');
  expect(account).toMatchObject({
    ...{ authorities: ['ROLE_SALE_MANAGER', 'ROLE_DEALER'], hstList: ['10001', '10002'] },
    brands: [{ brand: 'moto', permissions: ['PRIVACY', 'SERVICE'] }],
  });
});

test('a supervisor sees which permissions of a colleague could not be copied', async ({ visitors }) => {
  const colleague = await createUser({
    ...{ authorities: ['ROLE_SA3'], hstList: ['10001', '10003'] },
    brands: [{ brand: 'bmw', permissions: ['SALE_NEW'] }],
  });
  const page = await visitors.desk();
  await signIn(page, 'supervisor', USERS);
  await page.getByRole('button', { name: 'Nuovo utente' }).click();
  await page.getByRole('combobox', { name: 'Copia da un collega' }).fill(colleague.login);
  await option(page, new RegExp(`^Prova Creata ${colleague.login}`)).click();
  await expect(page.getByText(`Copiato da Prova Creata ${colleague.login}, ma non tutto.`)).toBeVisible();
  await expect(page.getByText('Ruoli che non puoi assegnare: SA3.')).toBeVisible();
  await expect(page.getByText(/^Concessionarie che non puoi assegnare: /)).toBeVisible();
  await inspectPage(page, 'copied-in-part');
});

test('deactivating asks for confirmation and ends the sessions of the user at once', async ({ visitors }) => {
  visitors.watch.expectRefusal(401, /^\/api\//);
  const person = await createUser();
  const otherPage = await visitors.desk();
  await openAs(otherPage, person.login, '/app/folders');
  await expect(otherPage.getByRole('heading', { name: 'Cartelle', level: 1 })).toBeVisible();
  const page = await visitors.desk();
  await signIn(page, 'admin', USERS);
  await page.goto(`${USERS}?user=${person.id}`);
  await page.getByRole('switch', { name: 'Utente attivo' }).click();
  await save(page);
  const question = dialog(page, `Disattivare Prova ${person.lastName}?`);
  await expect(question.getByText(/^Le sue sessioni terminano subito/)).toBeVisible();
  await question.getByRole('button', { name: 'Annulla' }).click();
  expect((await readUser(person.id)).activated).toBe(true);
  await save(page);
  await question.getByRole('button', { name: 'Disattiva e salva' }).click();
  await expect(toast(page, 'Utente salvato')).toBeVisible();
  expect((await readUser(person.id)).activated).toBe(false);
  await otherPage.getByRole('link', { name: 'Clienti' }).click();
  await expect(otherPage.getByRole('heading', { name: 'Con chi vuoi entrare?' })).toBeVisible();
});

test('administrators cannot deactivate themselves or drop their own role', async ({ visitors }) => {
  visitors.watch.expectRefusal(409, /^\/api\/users$/);
  const page = await visitors.desk();
  await signIn(page, 'admin', USERS);
  await page.getByRole('link', { name: 'Modifica Andrea Neri' }).click();
  await expect(page.getByRole('switch', { name: 'Utente attivo' })).toBeDisabled();
  await expect(page.getByText('Non puoi disattivare il tuo utente.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Ruoli' }).press('Backspace');
  await choose(page, 'Ruoli', /^Utente/);
  await save(page);
  await expect(
    page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: /amministratore/ })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Utente', { exact: true }).first()).toBeVisible();
  const account = await (await Caller.signIn('admin')).read<{ authorities: string[] }>('/api/account');
  expect(account.authorities).toEqual(['ROLE_ADMIN']);
});

test('unsaved input is offered again, also after a reload, until it is discarded', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'admin', USERS);
  await page.getByRole('button', { name: 'Nuovo utente' }).click();
  await field(page, 'Cognome').fill('Sospesi');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Sospesi');
  await page.reload();
  await expect(page.getByText('Bozza su questo computer.')).toBeVisible();
  await page.getByRole('button', { name: 'Riprendi' }).click();
  await expect(field(page, 'Cognome')).toHaveValue('Sospesi');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Nuovo utente' }).click();
  await expect(page.getByText('Bozza su questo computer.')).toBeVisible();
  await page.getByRole('button', { name: 'Annulla', exact: true }).click();
  await page.getByRole('button', { name: 'Nuovo utente' }).click();
  await expect(field(page, 'Cognome')).toHaveValue('');
  await expect(page.getByText('Bozza su questo computer.')).toHaveCount(0);
});

test('saving after a colleague shows who saved and both values of each field', async ({ visitors }) => {
  visitors.watch.expectRefusal(409, /^\/api\/users$/);
  const person = await createUser();
  const page = await visitors.desk();
  await signIn(page, 'admin', USERS);
  await page.goto(`${USERS}?user=${person.id}`);
  await field(page, 'Nome').fill('Mia');
  const colleague = await Caller.signIn('admin2');
  const row = await colleague.read<object>(`/api/users/${person.id}`);
  const theirs = {
    firstName: 'Altrui',
    email: 'altrui@example.com',
    authorities: ['ROLE_DEALER', 'ROLE_SALE_MANAGER'],
  };
  expect((await colleague.send('PUT', '/api/users', { ...row, ...theirs })).status).toBe(200);
  await save(page);
  const form = page.getByRole('dialog').locator('form');
  await expect(form.getByText(/^Ultimo salvataggio: Giulia Ferri, il \d\d\/\d\d\/\d{4} alle/)).toBeVisible();
  const line = (name: string) => form.getByRole('row', { name });
  await expect(line('Nome').getByRole('cell')).toHaveText(['Mia', 'Altrui']);
  await expect(line('E-mail').getByRole('cell')).toHaveText([`${person.login}@example.com`, 'altrui@example.com']);
  await expect(line('Ruoli').getByRole('cell')).toHaveText(['Venditore', 'Concessionaria, Responsabile vendite']);
  await inspectPage(page, 'saved-by-a-colleague');
  await page.getByRole('button', { name: 'Ricarica i dati' }).click();
  await expect(field(page, 'Nome')).toHaveValue('Mia');
  await expect(field(page, 'E-mail')).toHaveValue('altrui@example.com');
});

test('by keyboard: a user opens from the name, Escape closes the dialog and restores the focus', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  await signIn(page, 'admin', USERS);
  await page.getByRole('searchbox').fill('greco');
  await expect(row(page, 'Matteo Greco')).toBeVisible();
  const name = row(page, 'Matteo Greco').getByRole('link').first();
  await name.focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Nome')).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/users\?user=\d+$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(name).toBeFocused();
  await expect(page.getByRole('searchbox')).toHaveValue('greco');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a pending search does not close the user dialog that was opened meanwhile', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'admin', USERS);
  await expect(page.getByText(/^righe da 1 a 10 di /)).toBeVisible();
  const listed = page.waitForRequest((request) => /genericFilter/.test(`${request.url()} ${request.postData()}`));
  await page.getByRole('searchbox').fill('greco');
  await page.evaluate(() => document.querySelector<HTMLElement>('main tbody tr a')?.click());
  await listed;
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users\?user=\d+$/);
  await expect(field(page, 'Nome')).toBeVisible();
});

test('a draft survives its tab, is not taken from an open tab and disappears when deleted', async ({ visitors }) => {
  const page = await visitors.desk();
  const context = page.context();
  await signIn(page, 'admin', USERS);
  const start = async (tab: Page) => {
    await tab.goto(USERS);
    await tab.getByRole('button', { name: 'Nuovo utente' }).click();
    await expect(field(tab, 'Cognome')).toBeVisible();
  };
  const draft = (tab: Page) => tab.getByText('Bozza su questo computer.');
  await start(page);
  await field(page, 'Cognome').fill('Chiusi');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Chiusi');
  const second = await context.newPage();
  await start(second);
  await field(second, 'Cognome').fill('Secondi');
  await expect(draft(second)).toHaveCount(0);
  await page.close();
  await second.close();
  const third = await context.newPage();
  await start(third);
  await expect(draft(third)).toBeVisible();
  await inspectPage(third, 'draft-on-this-computer');
  await third.getByRole('button', { name: 'Riprendi' }).click();
  await expect(field(third, 'Cognome')).toHaveValue('Secondi');
  await third.getByRole('button', { name: 'Annulla', exact: true }).click();
  await start(third);
  await expect(draft(third)).toBeVisible();
  await third.getByRole('button', { name: 'Elimina bozza' }).click();
  await start(third);
  await expect(draft(third)).toHaveCount(0);
});
