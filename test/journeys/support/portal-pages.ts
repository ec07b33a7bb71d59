/** Helpers for the portal, in the words users read there. */

import type { Locator, Page, Route } from '@playwright/test';
import { realNow } from '../../clock.ts';
import { address, type Customer } from './portal-calls.ts';
import { expect } from './watched-browsers.ts';

/** Signs in through the demo's page of personas, on the way to `path`. */
export async function signIn(page: Page, login: string, path = '/dashboard'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Con chi vuoi entrare?' })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`\\b${login}$`) }).click();
  await expect(page.getByRole('button', { name: 'Il tuo profilo:' })).toBeVisible();
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
}

/** Opens the portal with the staff session of any account with the demo's password, technical accounts too. */
export async function openAs(page: Page, login: string, path: string): Promise<void> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: login, password: 'demo' }),
  });
  const { token } = (await answer.json()) as { token: string };
  await page.goto('/error');
  await page.evaluate(
    (kept) => window.localStorage.setItem('fascicolo.auth.v1', kept),
    JSON.stringify({ token, expiresAt: realNow().getTime() + 3_600_000 }),
  );
  await page.goto(path);
}

export function brandCard(page: Page, brand: string): Locator {
  return page.getByRole('region', { name: brand, exact: true });
}

/** From the card of a brand on the dashboard through its menu into the wizard. */
export async function chooseDocument(page: Page, brand: string, folderType: string, document: string): Promise<void> {
  await brandCard(page, brand).getByRole('button', { name: folderType }).click();
  const menu = page.getByRole('menu', { name: folderType });
  await expect(menu.getByText('Firma', { exact: true })).toBeVisible();
  await menu.getByRole('menuitem', { name: document, exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Nuovo documento: /, level: 1 })).toBeVisible();
}

export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

/** Sets a switch with two words to one of them. */
export async function chooseSwitchOption(page: Page, group: string, option: string): Promise<void> {
  await page.getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click();
}

/** Fills the whole form of a new person. */
export async function fillCustomer(page: Page, customer: Customer): Promise<void> {
  await chooseSwitchOption(page, 'Come scegli il cliente', 'Nuovo cliente');
  await field(page, 'Nome').fill(customer.firstName);
  await field(page, 'Cognome').fill(customer.lastName);
  await field(page, 'Codice fiscale').fill(customer.fiscalCode);
  await field(page, 'Data di nascita').fill(customer.birthDate);
  await page.getByRole('combobox', { name: 'Luogo di nascita', exact: true }).fill(customer.birthPlace);
  await field(page, 'Cellulare').fill(customer.mobilePhone);
  await field(page, 'E-mail').fill(customer.email);
  await field(page, 'Indirizzo').fill(customer.street);
  await field(page, 'Città').fill(customer.city);
  await field(page, 'CAP').fill(customer.postalCode);
}

export const fileInput = (page: Page): Locator => page.getByLabel(/^File\b/);

export interface UploadedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const pdf = (name: string, buffer: Buffer): UploadedFile => ({ name, mimeType: 'application/pdf', buffer });

/** From the wizard's customer step to folder and document. */
export const continueToFolder = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Avanti: documento' }).click();

/** Creates the document without starting its signature: the only action where none can be started. */
export const createButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Crea (senza avviare|il documento)$/ });
export const clickCreate = (page: Page): Promise<void> => createButton(page).click();

/** The status chip next to the title of a document's page. */
export function statusChip(page: Page, status: string): Locator {
  return page.getByRole('main').getByText(status, { exact: true }).first();
}

/** An error inside a dialog itself, not the toast with the same text that an open dialog contains. */
export const dialogProblem = (dialog: Locator): Locator =>
  dialog.getByRole('alert').and(dialog.page().locator(':not([popover] *)'));

/** Opens `path` with the staff session of a user who is not one of the demo's personas. */
export async function enterWithToken(page: Page, token: string, path = '/dashboard'): Promise<void> {
  await page.addInitScript(
    (kept) => localStorage.setItem('fascicolo.auth.v1', kept),
    JSON.stringify({ token, expiresAt: realNow().getTime() + 3_600_000 }),
  );
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Il tuo profilo:' })).toBeVisible();
}

/**
 * The server's answer to the call made by an action, intercepted in transit: a browser keeps no body of an answer that
 * is read as a stream.
 */
export async function interceptAnswer<T>(page: Page, address: string | RegExp, act: () => Promise<void>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const read = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response });
    resolve((await response.json()) as T);
  };
  await page.route(address, (route) => read(route).catch(reject), { times: 1 });
  await act();
  return promise;
}
