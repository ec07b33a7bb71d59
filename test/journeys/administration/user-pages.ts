/** Helpers for users, in the words read there. */
import type { Locator, Page } from '@playwright/test';
import { Caller, uniqueNumber } from '../support/portal-calls.ts';
import { field } from '../support/portal-pages.ts';
import { expect } from '../support/watched-browsers.ts';

export const USERS = '/admin/users';
export const table = (page: Page): Locator => page.getByRole('table', { name: 'Utenti' });
export const row = (page: Page, name: string): Locator => table(page).getByRole('row').filter({ hasText: name });
export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
export const toast = (page: Page, text: string): Locator => page.getByText(text, { exact: true });
export const checkbox = (page: Page, name: string): Locator => page.getByRole('checkbox', { name, exact: true });
export const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Salva', exact: true }).click();

let loginCount = 0;
/** An unused login. */
export const newLogin = (): string => {
  loginCount += 1;
  return `prova.${uniqueNumber()}.${loginCount}`;
};

/** An option of the open list. */
export const option = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('listbox').getByRole('option', { name });

/** Opens a selection list, selects options and closes it again. */
export async function choose(page: Page, field: 'Ruoli' | 'Concessionarie', ...options: RegExp[]): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  for (const name of options) await option(page, name).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

export interface Person {
  login: string;
  lastName: string;
}

/** Fills the form of a new user at Bologna without submitting it. */
export async function fillUserForm(page: Page, { login, lastName }: Person): Promise<void> {
  await field(page, 'Nome').fill('Prova');
  await field(page, 'Cognome').fill(lastName);
  await field(page, 'Nome utente').fill(login);
  await field(page, 'E-mail').fill(`${login}@example.com`);
  await choose(page, 'Ruoli', /^Venditore/);
  await choose(page, 'Concessionarie', /Autoesempio Bologna/);
  await page.getByRole('button', { name: 'Tutti i permessi, MINI' }).click();
}

/** A user created over HTTP. */
export async function createUser(change: object = {}): Promise<Person & { id: number }> {
  const login = newLogin();
  const admin = await Caller.signIn('admin');
  const body = {
    ...{ login, firstName: 'Prova', lastName: `Creata ${login}`, email: `${login}@example.com`, activated: true },
    ...{ authorities: ['ROLE_SALE_DEALER'], hstList: ['10001'], brands: [{ brand: 'bmw', permissions: ['SALE_NEW'] }] },
    ...change,
  };
  const answer = await admin.send('POST', '/api/users', body);
  expect(answer.status).toBe(201);
  return { id: ((await answer.json()) as { id: number }).id, login, lastName: body.lastName };
}

export const readUser = async (id: number) =>
  (await Caller.signIn('admin')).read<{ firstName: string; email: string; activated: boolean; brands: unknown[] }>(
    `/api/users/${id}`,
  );
