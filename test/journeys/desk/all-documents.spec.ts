/** "Documenti": every document by status, period, seller and type, all of it in the address, and as an Excel file. */
import type { Locator, Page } from '@playwright/test';
import { readSheet, textOf } from '../../../src/server/http/response/workbook-read.suite.ts';
import { createCustomer, createFolder, title } from '../administration/registry-pages.ts';
import { inspectOnPhone, inspectPage } from '../support/inspection.ts';
import { Caller, startedPaper, uniqueNumber } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { createDocument } from './desk-pages.ts';
import { downloadDuring } from './document-pages.ts';

const PATH = '/app/documents';
const view = (page: Page, name: string): Locator =>
  page
    .getByRole('group', { name: 'A che punto sono i documenti' })
    .getByRole('button', { name: new RegExp(`^${name}\\s*[\\d.]*$`) });
const rows = (page: Page): Locator => page.getByRole('table', { name: 'Documenti' }).locator('tbody').getByRole('row');
const filter = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });

/** A separate folder with a draft and two documents that are ready. */
async function threeDocuments(lastName: string) {
  const customer = await createCustomer({ lastName });
  const { id: folderId } = await createFolder({ dossierId: customer.id, type: 'SALE_NEW' });
  const caller = await Caller.signIn('dealer');
  const ready = await createDocument({ caller, folderId }, { type: 'SALE_NEW_PROPOSAL' });
  const other = await createDocument({ caller, folderId }, { type: 'SALE_NEW_RFO' });
  const draft = await createDocument({ caller, folderId }, { type: 'SALE_NEW_RFO', draft: true });
  return { ready, other, draft };
}

test('is in the menu and groups the documents found by status', async ({ visitors }) => {
  const name = `Tuttidoc${uniqueNumber()}`;
  await threeDocuments(name);
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  await page.getByRole('navigation', { name: 'Menu principale' }).getByRole('link', { name: 'Documenti' }).click();
  await expect(title(page, 'Documenti')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Cerca tra i documenti' }).fill(name);
  await expect(rows(page)).toHaveCount(3);
  await expect(view(page, 'Tutti')).toHaveText(/3$/);
  await expect(view(page, 'Da firmare')).toHaveText(/2$/);
  await expect(view(page, 'Bozze')).toHaveText(/1$/);
  await expect(view(page, 'Firmati')).toHaveText(/0$/);
  await view(page, 'Bozze').click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/view=drafts/);
  await inspectPage(page, 'all documents');
});

test('keeps view, period and filters in the address across reload and Back', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  await page.goto(`${PATH}?view=toSign&period=week&brand=bmw&seller=dealer&size=20`);
  await expect(view(page, 'Da firmare')).toHaveAttribute('aria-pressed', 'true');
  await expect(filter(page, 'Periodo')).toHaveValue('week');
  await expect(filter(page, 'Venditore')).toHaveValue('dealer');
  const searchRequest = page.waitForRequest((request) => /documents-ext\/search/.test(request.url()));
  await page.reload();
  const body = (await searchRequest).postDataJSON();
  expect(body).toMatchObject({
    ...{ status: { in: ['READY_TO_SIGN'] }, declined: { equals: false } },
    ...{ brand: { equals: 'bmw' }, createdBy: { equals: 'dealer' } },
  });
  expect(body.createdDate.greaterThanOrEqual).toMatch(/^\d{4}-\d\d-\d\d$/);
  await expect(filter(page, 'Marchio')).toHaveValue('bmw');
  await rows(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL(/view=toSign/);
  await expect(filter(page, 'Periodo')).toHaveValue('week');
  // Chosen dates replace a period.
  await page.getByRole('button', { name: 'Altri filtri' }).click();
  await page.getByRole('textbox', { name: 'Creati dal' }).fill('01/01/2026');
  await expect(page).not.toHaveURL(/period=/);
  await expect(page).toHaveURL(/from=2026-01-01/);
});

test('shows who has to sign and offers the available actions', async ({ visitors }) => {
  const { known } = await startedPaper(1);
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  await page.goto(`${PATH}?view=waiting`);
  const line = rows(page).filter({ hasText: `n.\u00a0${known.documentId}` });
  await expect(line).toContainText('Deve firmare: Ginevra Provetti');
  await line.getByRole('button', { name: /^Altre azioni/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Annulla firma' })).toBeVisible();
});

test('exports all rows found to an Excel file', async ({ visitors }) => {
  const name = `Esporta${uniqueNumber()}`;
  const { ready, other, draft } = await threeDocuments(name);
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  await page.goto(`${PATH}?view=toSign`);
  await page.getByRole('searchbox', { name: 'Cerca tra i documenti' }).fill(name);
  await expect(rows(page)).toHaveCount(2);
  const file = await downloadDuring(page, () => page.getByRole('button', { name: 'Esporta Excel' }).click());
  expect(file.name).toMatch(/^documenti-da-firmare-\d{4}-\d\d-\d\d\.xlsx$/);
  const numbers = readSheet(file.bytes)
    .slice(1)
    .map((row) => Number(textOf(row).A));
  expect(numbers.sort()).toEqual([ready.id, other.id].sort());
  expect(numbers).not.toContain(draft.id);
});

test('a read-only user sees the list without actions', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'readonly');
  await page.goto(PATH);
  await expect(title(page, 'Documenti')).toBeVisible();
  await expect(view(page, 'Tutti')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Avvia firma/ })).toHaveCount(0);
});

test('shows each document as a card on a phone', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  await page.goto(PATH);
  await expect(rows(page).first()).toBeVisible();
  await inspectOnPhone(page, 'all documents');
});
