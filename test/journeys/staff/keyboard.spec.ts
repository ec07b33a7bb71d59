/** The keyboard focus is never lost: it is at the heading of a new page, and at the next control after one disappears (WCAG 2.2, 2.4.3). */
import type { Page } from '@playwright/test';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { makePaper } from '../../papers/paper.ts';
import { button, openPageAs, title } from '../administration/registry-pages.ts';
import { countEffort, tabToControl, tabToField } from '../desk/count-effort.ts';
import { createDeskFolder, documentRow, openFolder } from '../desk/desk-pages.ts';
import { action, actionsOf, openDocument } from '../desk/document-pages.ts';
import { uniqueNumber } from '../support/portal-calls.ts';
import { field, fileInput, pdf, signIn, statusChip } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

// A retry finds what the first attempt stored, and then may count fewer presses.
test.describe.configure({ retries: 0 });

/** The tag name of the focused element; `body` for none. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.tagName.toLowerCase() ?? 'body');

test('a page after navigation starts with its heading focused, the first page with the browser’s default focus', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  await signIn(page, 'dealer', '/app/dossiers');
  await expect(title(page, 'Clienti')).toBeVisible();
  expect(await focused(page)).toBe('body');

  const menu = page.getByRole('navigation', { name: 'Menu principale' });
  await menu.getByRole('link', { name: 'Cartelle' }).focus();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Cartelle')).toBeFocused();

  await page.goto(`/app/folders/${desk.folderId}`);
  await documentRow(page, desk.readyId).getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Preventivo nuovo')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/app/folders/${desk.folderId}$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // The first Tab reaches the page's own controls, not the menu again.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true);
});

test('a page that sets its own focus keeps it', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  await signIn(page, 'dealer', '/app/folders');
  await page.getByRole('table', { name: 'Cartelle' }).getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await navigateTo(page, `/app/folders/${desk.folderId}?edit=true`);
  const form = page.getByRole('dialog', { name: 'Modifica cartella' });
  await expect(form).toBeVisible();
  expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
});

/** Navigates inside the portal, as a link does. */
async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

test('a signature started on the document page leaves the focus among the actions', async ({ visitors }) => {
  const page = await visitors.desk();
  const { readyId } = await createDeskFolder();
  await openDocument(page, readyId);
  await action(page, 'Avvia la firma').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('In attesa di firma', { exact: true }).first()).toBeVisible();
  await expect(action(page, 'Avvia la firma')).toHaveCount(0);
  await expect
    .poll(() => actionsOf(page).evaluate((group) => group.contains(document.activeElement)), 'among the actions')
    .toBe(true);
  expect(await focused(page)).toBe('button');
});

test('a signature started from a folder row leaves the focus in the row', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  await openFolder(page, desk);
  const start = documentRow(page, desk.readyId).getByRole('button', { name: /^Avvia la firma: / });
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(start).toHaveCount(0);
  await expect(documentRow(page, desk.readyId)).toContainText('In attesa di firma');
  await expect
    .poll(() => documentRow(page, desk.readyId).evaluate((line) => line.contains(document.activeElement)), 'in the row')
    .toBe(true);
});

const fiscalCode = fiscalCodeOf({
  ...{ firstName: 'Ginevra', lastName: 'Tastieri', birthDate: '1984-05-17', sex: 'F', place: 'A944' },
});

test('by keyboard a new customer reaches the signature with few key presses besides text', async ({ visitors }) => {
  const page = await visitors.desk();
  const effort = await countEffort(page);
  await openPageAs(page, 'dealer', '/dashboard');
  const entered = effort();
  let text = 0;
  const type = async (label: string, typed: string): Promise<void> => {
    // Wait until the field exists: Tab would pass one that is not rendered yet.
    await expect(field(page, label)).toBeVisible();
    await tabToField(page, label);
    await page.keyboard.type(typed);
    text += typed.length;
  };
  const press = async (name: string): Promise<void> => {
    await expect(button(page, name)).toBeVisible();
    await tabToControl(page, button(page, name));
    await page.keyboard.press('Enter');
  };
  await tabToControl(page, page.getByRole('link', { name: 'Vai al contenuto' }));
  await page.keyboard.press('Enter');
  await press('Vendita nuovo BMW');
  await expect(page.getByRole('menuitem', { name: 'Preventivo nuovo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('radio', { name: 'Già in Fascicolo' })).toBeFocused();
  for (const way of ['Cerca in RSP', 'Cerca nel DMS', 'Nuovo cliente']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: way })).toBeChecked();
  }
  const number = uniqueNumber();
  await type('Nome', 'Ginevra');
  await type('Cognome', 'Tastieri');
  await type('Codice fiscale', fiscalCode);
  await expect(field(page, 'Data di nascita')).toHaveValue('17/05/1984');
  await type('Cellulare', `347${number}`);
  await type('E-mail', `t${number}@example.com`);
  await type('Indirizzo', 'Via Roma 18');
  await type('Città', 'Bologna');
  await type('CAP', '40121');
  await press('Avanti: documento');
  await expect(field(page, 'Numero proposta')).toBeFocused();
  await type('Numero proposta', 'PV-TASTI');
  const chooser = page.waitForEvent('filechooser');
  await tabToControl(page, fileInput(page));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(pdf('tasti.pdf', await makePaper({ pages: 1 })));
  await press('Crea e avvia la firma');
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  const { clicks, keys } = effort();
  expect(clicks - entered.clicks, 'clicks').toBe(0);
  expect(keys - entered.keys - text, 'presses besides text').toBeLessThanOrEqual(43);
});
