/** Actions on the documents of a folder, in the words users read there. */
import type { Locator, Page } from '@playwright/test';
import { makePaper } from '../../papers/paper.ts';
import { Caller, readyPaper } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect } from '../support/watched-browsers.ts';

/** A folder of `dealer` for a new sale, with one quote that is ready to sign. */
export interface DeskFolder {
  caller: Caller;
  folderId: number;
  dossierId: number;
  readyId: number;
}

export interface Row {
  id: number;
  type: string;
  status: string;
  fileName: string | null;
  sigType: string | null;
  signable: boolean;
  archivable: boolean;
  variableFields: Record<string, unknown>;
  lastModifiedDate: string;
}

export async function createDeskFolder(): Promise<DeskFolder> {
  const { known } = await readyPaper(1);
  const { folderId = 0, dossierId = 0, documentId = 0 } = known;
  return { caller: await Caller.signIn('dealer'), folderId, dossierId, readyId: documentId };
}

/** Creates a document in the desk's folder over HTTP. */
export async function createDocument(desk: Pick<DeskFolder, 'caller' | 'folderId'>, part: object = {}): Promise<Row> {
  const file = await makePaper({ pages: 1 });
  const answer = await desk.caller.send('POST', '/api/documents', {
    ...{ folderId: desk.folderId, type: 'SALE_NEW_RFO', sigType: 'OTP', signable: true, archivable: true },
    ...{ fileName: 'preventivo.pdf', mimeType: 'application/pdf', fileSize: file.length },
    content: file.toString('base64'),
    ...part,
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return (await answer.json()) as Row;
}

export const readDocument = (desk: DeskFolder, id: number): Promise<Row> =>
  desk.caller.read<Row>(`/api/documents/${id}`);

/** The documents of the desk's folder as the server returns them. */
export const documentsOf = async (desk: DeskFolder): Promise<Row[]> =>
  (await desk.caller.search<Row>('/api/documents-ext/search', { folderId: { equals: desk.folderId } })).rows;

export async function openFolder(page: Page, desk: DeskFolder, login = 'dealer'): Promise<void> {
  await signIn(page, login, `/app/folders/${desk.folderId}`);
  await expect(page.getByRole('table', { name: 'Documenti' })).toBeVisible();
}

export const dialog = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });

export const select = (within: Page | Locator, name: string): Locator =>
  within.getByRole('combobox', { name, exact: true });

/** Opens the form of a new document; `type` is selected if given. */
export async function newDocument(page: Page, type?: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Nuovo documento' }).click();
  const form = dialog(page, 'Nuovo documento');
  await expect(select(form, 'Tipo')).toBeFocused();
  if (type !== undefined) {
    await pickOption(form, 'Tipo', type);
    await expect(select(form, 'Tipo')).toHaveValue(type);
  }
  return form;
}

export async function pickOption(form: Locator, name: string, option: string): Promise<void> {
  await select(form, name).click();
  await form.getByRole('option', { name: option, exact: true }).click();
}

/** The row of a document, found by its link: its number may also occur in another row's time or size. */
export const documentRow = (page: Page, id: number | undefined): Locator =>
  page.getByRole('row').filter({ has: page.locator(`a[href="/app/documents/${id}"]`) });

export async function rowMenu(page: Page, id: number): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`^Altre azioni: .* ${id}$`) }).click();
  const menu = page.getByRole('menu', { name: /^Altre azioni/ });
  await expect(menu).toBeVisible();
  return menu;
}

export async function chooseFromRowMenu(page: Page, id: number, action: string): Promise<void> {
  await (await rowMenu(page, id)).getByRole('menuitem', { name: action, exact: true }).click();
}

export const fileOf = (form: Locator): Locator => form.getByLabel(/^File\b/);

/** Adds fields to every document type in the answers to the browser; the server does not have them. */
export async function addTypeFields(page: Page, fields: readonly object[]): Promise<void> {
  await page.route('**/api/v2/folder-types/ext', async (route) => {
    const answer = await route.fetch();
    const types = (await answer.json()) as { documentTypes: { fields: object[] }[] }[];
    for (const type of types.flatMap(({ documentTypes }) => documentTypes)) type.fields.push(...fields);
    await route.fulfill({ response: answer, json: types });
  });
}
