/** Helpers for the signer's pages behind the link, in the words a signer reads there. */
import type { Locator, Page } from '@playwright/test';
import { awaitCode } from '../support/portal-calls.ts';
import { expect } from '../support/watched-browsers.ts';

export const documentPages = (page: Page): Locator => page.getByRole('region', { name: /^Pagine del documento: / });

/** The document is readable: a page of it is drawn. */
const drawn = (page: Page): Promise<void> => expect(documentPages(page).locator('canvas').first()).toBeVisible();

/** Opens the link and goes to the document. */
export async function openSignerDocument(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Leggi il documento' }).click();
  await drawn(page);
}

/** Scrolls to the end with the keyboard, like a reader. */
export async function readToTheEnd(page: Page): Promise<void> {
  await drawn(page);
  await documentPages(page).press('End');
  await expect(page.getByRole('button', { name: 'Conferma i punti' })).toBeVisible();
}

/** From the document just read to the input for the code, with the code sent. */
export async function requestCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Conferma i punti' }).click();
  for (const point of await page.getByRole('checkbox').all()) await point.check();
  await page.getByRole('button', { name: 'Ricevi il codice' }).click();
  await expect(codeField(page)).toBeVisible();
}

/** Through the document to the signature fields. */
export async function goToFields(page: Page, link: string): Promise<void> {
  await openSignerDocument(page, link);
  await readToTheEnd(page);
  await page.getByRole('button', { name: 'Conferma i punti' }).click();
}

/** Answers every consent: Sì to those named, No to the others. */
export async function answerConsents(page: Page, granted: readonly string[]): Promise<void> {
  for (const group of await page.getByRole('group').all()) {
    const name = (await group.locator('legend').innerText()).replace(/\s+/g, ' ').trim();
    await group.getByRole('radio', { name: granted.includes(name) ? 'Sì' : 'No' }).check();
  }
  await page.getByRole('checkbox').check();
}

/** Requests the code for this phone, and signs with it. @param after the message with an earlier code. @returns this code's message. */
export async function signForm(page: Page, mobilePhone: string, after = 0): Promise<number> {
  await page.getByRole('button', { name: 'Ricevi il codice' }).click();
  await expect(codeField(page)).toBeVisible();
  const code = await awaitCode(mobilePhone, after);
  await sign(page, code.text);
  await expect(page.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  return code.id;
}

export const codeField = (page: Page): Locator => page.getByRole('textbox', { name: 'Codice di 6 cifre' });

export async function sign(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.getByRole('button', { name: 'Firma', exact: true }).click();
}
