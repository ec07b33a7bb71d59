/** Helpers for the page of a document, in the words users read there, and documents of other kinds to open on it. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import type { Story } from '../../stages/http-story.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect } from '../support/watched-browsers.ts';

/** Opens the page of a document as the given user and waits for its heading. */
export async function openDocument(page: Page, id: number | undefined, login = 'dealer'): Promise<void> {
  await signIn(page, login, `/app/documents/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

export const actionsOf = (page: Page): Locator => page.getByRole('group', { name: 'Azioni sul documento' });
export const action = (page: Page, name: string): Locator => actionsOf(page).getByRole('button', { name, exact: true });

export async function moreActions(page: Page): Promise<Locator> {
  await action(page, 'Altre azioni').click();
  const menu = page.getByRole('menu', { name: 'Altre azioni' });
  await expect(menu).toBeVisible();
  return menu;
}

export const viewer = (page: Page): Locator => page.getByRole('region', { name: /^Anteprima di / });
export const pages = (page: Page): Locator => page.getByRole('region', { name: 'Pagine del documento' });
export const pageOf = (page: Page, number: number, total: number): Locator =>
  pages(page).getByRole('group', { name: `Pagina ${number} di ${total}`, exact: true });

export const card = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });

/** The file that the browser saves during `act`. */
export async function downloadDuring(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const downloadStarted: Promise<Download> = page.waitForEvent('download');
  await act();
  const download = await downloadStarted;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Adds a file to the folder of a story, not to be signed; returns its id. */
export async function addFile(
  story: Story,
  file: { fileName: string; mimeType: string; bytes: Buffer },
): Promise<number> {
  const { fileName, mimeType, bytes } = file;
  const answer = await story.call('POST', '/api/documents', {
    ...{ folderId: story.known.folderId, type: 'OTHER_IDENTITY', fileName, mimeType },
    ...{ fileSize: bytes.length, content: bytes.toString('base64'), signable: false, archivable: false },
  });
  expect(answer.status, answer.bytes.toString('utf8').slice(0, 300)).toBe(201);
  return answer.json.id as number;
}

/** A paper written by a dealer's program. */
export const dealerPaper = (name: string): Buffer =>
  readFileSync(new URL(`../../validators/signature-lines/files/${name}.pdf`, import.meta.url));

export async function drag(page: Page, target: Locator, dx: number, dy: number): Promise<void> {
  const bounds = await target.boundingBox();
  if (!bounds) throw new Error('it is not shown');
  const [x, y] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
}
