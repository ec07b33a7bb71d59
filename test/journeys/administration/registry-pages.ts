/** Helpers for customers and folders, in the words users read there, and rows created over HTTP for them. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { awaitLink, Caller, uniqueNumber } from '../support/portal-calls.ts';
import { enterWithToken } from '../support/portal-pages.ts';
import { expect } from '../support/watched-browsers.ts';

/** Records the texts of toasts from the next page on, in one tab or in the whole browser. */
export async function recordToasts(where: Page | BrowserContext): Promise<void> {
  await where.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const note = () => {
      for (const toast of document.querySelectorAll('[popover] p')) {
        const text = toast.textContent ?? '';
        if (!said.includes(text)) said.push(text);
      }
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Opens a page directly with a user's staff session and waits for its heading. Toasts are recorded from now on. */
export async function openPageAs(page: Page, login: string, path: string): Promise<void> {
  await recordToasts(page);
  await enterWithToken(page, (await Caller.signIn(login)).token, path);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

export interface CustomerRow {
  id: number;
  hst: string;
  firstName: string;
  lastName: string;
  mobilePhone: string;
  email: string;
  street: string;
  city: string;
  businessId: string | null;
  fiscalCode: string | null;
  status: string;
}

export interface FolderRow {
  id: number;
  dossierId: number;
  vin: string | null;
  status: string;
}

async function created<T>(login: string, path: string, body: object): Promise<T> {
  const answer = await (await Caller.signIn(login)).send('POST', path, body);
  expect(answer.status, await answer.clone().text()).toBe(201);
  return (await answer.json()) as T;
}

/** A customer with a unique name, created over HTTP. */
export function createCustomer(change: object = {}, login = 'dealer'): Promise<CustomerRow> {
  const number = uniqueNumber();
  return created<CustomerRow>(login, '/api/dossiers', {
    ...{ hst: '10001', brands: ['bmw'], dossierType: 'new', firstName: 'Prova', lastName: `Cliente${number}` },
    ...{ mobilePhone: `+39 335${number}`, email: `prova${number}@example.com` },
    ...{ street: 'Via di Prova 7', city: 'Bologna', postalCode: '40121' },
    ...change,
  });
}

/** An empty folder of a new customer, created over HTTP. */
export async function createFolder(change: object = {}, login = 'dealer'): Promise<FolderRow> {
  const dossierId = 'dossierId' in change ? change.dossierId : (await createCustomer()).id;
  return created<FolderRow>(login, '/api/folders', {
    ...{ dossierId, brand: 'bmw', type: 'SALE_NEW', businessId: 'PV-9', processDate: '2026-11-20' },
    ...change,
  });
}

export interface SentForm {
  customer: CustomerRow;
  documentId: number;
  link: string;
  /** Id of the message with the link. */
  messageId: number;
}

/** A privacy form of a new customer whose link was sent. */
export async function sendFormToNewCustomer(type: string, change: object = {}): Promise<SentForm> {
  return sendForm(await createCustomer(change), type);
}

/** A privacy form of this customer that is ready to sign; returns its number. */
export async function createReadyForm(customer: CustomerRow, type: string): Promise<number> {
  const folder = await createFolder({ dossierId: customer.id, type: 'PRIVACY', businessId: null });
  const form = { folderId: folder.id, type, sigType: 'OTP', signable: true, archivable: true };
  return (await created<{ id: number }>('dealer', '/api/documents', form)).id;
}

/** A privacy form of this customer whose link has been sent. @param after the message with an earlier link. */
export async function sendForm(customer: CustomerRow, type: string, after = 0): Promise<SentForm> {
  const id = await createReadyForm(customer, type);
  expect((await (await Caller.signIn('dealer')).send('POST', `/api/documents/${id}/sign`, {})).status).toBe(200);
  const { id: messageId, text: link } = await awaitLink(customer.email, after);
  return { customer, documentId: id, link, messageId };
}

/** Creates a user outside the personas; returns the login, which signs in with the demo's password. */
export async function createStaffUser(change: object = {}): Promise<string> {
  const login = `prova.${uniqueNumber()}`;
  await created('admin', '/api/users', {
    ...{ login, firstName: 'Prova', lastName: 'Collega', email: `${login}@example.com`, activated: true },
    ...{ authorities: ['ROLE_DEALER'], hstList: ['10001'] },
    brands: [{ brand: 'bmw', permissions: ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE'] }],
    ...change,
  });
  return login;
}

export const title = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name, level: 1 });
export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
export const input = (within: Page | Locator, name: string): Locator =>
  within.getByRole('textbox', { name, exact: true });
export const combobox = (within: Page | Locator, name: string): Locator =>
  within.getByRole('combobox', { name, exact: true });
export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** The texts of toasts since the page was opened. */
export const shownToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said: string[] }).said);

/** Expects a toast with this text since the page was opened: a toast disappears after three seconds. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect.poll(() => shownToasts(page), `toasts that were shown, among them "${text}"`).toContain(text);
}

/** Without live updates nothing is refetched automatically while a failure is checked. */
export async function blockLiveUpdates(page: Page): Promise<void> {
  await page.route('**/api/events*', () => undefined);
}

/** Delays calls of one method; the returned function releases them. */
export async function delayCalls(page: Page, path: string | RegExp, method: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() === method) await released;
    await route.fallback();
  });
  return release;
}

/** From now on calls of one method fail as if the server were out of order. */
export async function failCalls(page: Page, path: string | RegExp, method: string): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 503, json: { message: 'Il servizio non risponde.' } })
      : route.fallback(),
  );
}

/** The toasts of every change of one entity: running, done, failed. */
export function changeToasts(entity: string, named: string, ending: 'o' | 'a') {
  const create = [`Creazione ${entity} in corso…`, `${named} creat${ending}`, `${named} non creat${ending}`] as const;
  const update = [
    `Salvataggio ${entity} in corso…`,
    `${named} salvat${ending}`,
    `${named} non salvat${ending}`,
  ] as const;
  const remove = [
    `Eliminazione ${entity} in corso…`,
    `${named} eliminat${ending}`,
    `${named} non eliminat${ending}`,
  ] as const;
  return {
    ...{ create, creating: create[0], created: create[1], createFailed: create[2] },
    ...{ update, updating: update[0], updated: update[1], updateFailed: update[2] },
    ...{ remove, deleted: remove[1] },
  };
}

/** The toasts of a call that fails first, then runs slowly, then succeeds; `failed` checks the state in between. */
export async function failThenSucceed(
  page: Page,
  call: readonly [path: string, method: string],
  act: () => Promise<void>,
  toasts: readonly [doing: string, done: string, failed: string],
  onFailure?: () => Promise<void>,
): Promise<void> {
  await failCalls(page, ...call);
  await act();
  await expectToast(page, toasts[2]);
  await onFailure?.();
  await page.unroute(call[0]);
  const answer = await delayCalls(page, ...call);
  await act();
  await expectToast(page, toasts[0]);
  answer();
  await expectToast(page, toasts[1]);
}
