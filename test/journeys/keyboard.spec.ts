/** The keyboard is never nowhere: at the heading of a page that has come, at the next control where one has gone (WCAG 2.2, 2.4.3). */
import type { Page } from '@playwright/test';
import { newDesk, openFolder, row } from './desk-pages.ts';
import { action, actionsOf, openDocument } from './document-pages.ts';
import { signIn } from './portal-pages.ts';
import { title } from './registry-pages.ts';
import { expect, test } from './visitors.ts';

/** What has the focus: a tag's name, `body` for nothing. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.tagName.toLowerCase() ?? 'body');

test('a page that comes in place of another begins at its heading, the first one where the browser begins', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const desk = await newDesk();
  await signIn(page, 'dealer', '/app/dossiers');
  await expect(title(page, 'Clienti')).toBeVisible();
  expect(await focused(page)).toBe('body');

  const menu = page.getByRole('navigation', { name: 'Menu principale' });
  await menu.getByRole('link', { name: 'Cartelle' }).focus();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Cartelle')).toBeFocused();

  await page.goto(`/app/folders/${desk.folderId}`);
  await row(page, desk.readyId).getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Preventivo nuovo')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/app/folders/${desk.folderId}$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // The first Tab reaches the page's own controls, not the menu anew.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true);
});

test('a page that puts the keyboard somewhere itself keeps it there', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await newDesk();
  await signIn(page, 'dealer', '/app/folders');
  await page.getByRole('table', { name: 'Cartelle' }).getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await openAddressed(page, `/app/folders/${desk.folderId}?edit=true`);
  const form = page.getByRole('dialog', { name: 'Modifica cartella' });
  await expect(form).toBeVisible();
  expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
});

/** Inside the portal, as a link does. */
async function openAddressed(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

test('a signature started from its document leaves the keyboard among the actions', async ({ visitors }) => {
  const page = await visitors.desk();
  const { readyId } = await newDesk();
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

test('a signature started from the row of a folder leaves the keyboard in the row', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await newDesk();
  await openFolder(page, desk);
  const start = row(page, desk.readyId).getByRole('button', { name: /^Avvia la firma: / });
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(start).toHaveCount(0);
  await expect(row(page, desk.readyId)).toContainText('In attesa di firma');
  await expect
    .poll(() => row(page, desk.readyId).evaluate((line) => line.contains(document.activeElement)), 'in the row')
    .toBe(true);
});
