/** What a signer does on the pages behind the link, in the words they read there. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './visitors.ts';

export const paper = (page: Page): Locator => page.getByRole('region', { name: /^Pagine del documento: / });

/** Opens the link and goes to the document; its first page is drawn. */
export async function openPaper(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Leggi il documento' }).click();
  await expect(
    paper(page)
      .getByRole('img', { name: /^Pagina 1 di / })
      .locator('canvas'),
  ).toBeVisible();
}

/** Down to the end with the keyboard, as who has read it. */
export async function readToTheEnd(page: Page): Promise<void> {
  await paper(page).press('End');
  await expect(page.getByRole('button', { name: 'Conferma i punti' })).toBeVisible();
}

/** From the document just read to the field for the code; the code is on its way. */
export async function askForCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Conferma i punti' }).click();
  for (const point of await page.getByRole('checkbox').all()) await point.check();
  await page.getByRole('button', { name: 'Ricevi il codice' }).click();
  await expect(codeField(page)).toBeVisible();
}

export const codeField = (page: Page): Locator => page.getByRole('textbox', { name: 'Codice di 6 cifre' });

export async function sign(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.getByRole('button', { name: 'Firma', exact: true }).click();
}
