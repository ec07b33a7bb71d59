/** The FEA module of a blocked document: the data required, the data missing, and where to correct it. */
import type { Locator, Page } from '@playwright/test';
import { generatedDocument } from '../../papers/generated-papers.ts';
import { makePaper } from '../../papers/paper.ts';
import { insertAdherence } from '../../stages/adherence.ts';
import {
  chooseFromRowMenu,
  createDeskFolder,
  createDocument,
  dialog,
  documentRow,
  newDocument,
  openFolder,
  pickOption,
  rowMenu,
} from '../desk/desk-pages.ts';
import { action, card } from '../desk/document-pages.ts';
import { test as office } from '../signer/tablet-office.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { clickCreate, dialogProblem, fileInput, pdf, statusChip } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

const CUSTOMER_DATA = {
  ...{ birthDate: '1984-05-17', birthPlace: 'Bologna', fiscalCode: 'PRVGVR84E57A944O' },
};

/** The icon next to a row's status. */
const warning = (page: Page, id: number | undefined): Locator =>
  documentRow(page, id).getByRole('img', { name: 'Bloccato da FEA' });

test('lists the customer data that are missing, and links to the form that completes them', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  const desk = await createDeskFolder();
  const blocked = await createDocument(desk, { sigType: 'FEA' });
  visitors.watch.expectRefusal(422, /^\/api\/documents\/fea$/);
  await openFolder(page, desk);
  await expect(warning(page, blocked.id).locator('svg')).toBeVisible();
  await expect(warning(page, blocked.id)).toHaveAccessibleDescription('prima va firmato il Modulo FEA.');
  // The warning is in addition to the status, by which the list filters.
  await expect(documentRow(page, blocked.id)).toContainText('Da Avviare');
  await expect(warning(page, desk.readyId)).toHaveCount(0);
  const start = (await rowMenu(page, blocked.id)).getByRole('menuitem', { name: /^Avvia la firma/ });
  await expect(start).toContainText('serve prima il Modulo FEA firmato dal cliente.');
  await page.keyboard.press('Escape');
  await chooseFromRowMenu(page, blocked.id, 'Genera il Modulo FEA');
  const module = dialog(page, 'Modulo FEA');
  await expect(module).toContainText('prima Ginevra Provetti firma il Modulo FEA');
  await module.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  const missing = dialogProblem(module).filter({ hasText: 'Mancano dati nell’anagrafica del cliente:' });
  await expect(missing.getByRole('listitem')).toHaveText(['Data di nascita', 'Luogo di nascita', 'Codice fiscale']);
  // The toast reports the failure; only the dialog lists the missing data.
  const toast = page.getByRole('alert').filter({ hasText: 'Modulo FEA non creato' });
  await expect(toast).toContainText('Mancano dati nell’anagrafica del cliente.');
  await expect(toast).not.toContainText('Codice fiscale');
  await missing.getByRole('link', { name: 'Completa i dati del cliente' }).click();
  await expect(page).toHaveURL(new RegExp(`/app/dossiers/${desk.dossierId}\\?edit=complete$`));
  await expect(module).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: /^Modifica: / })).toContainText('Dati che servono al Modulo FEA.');
});

test('requests the identity document once the customer data are complete', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  const desk = await createDeskFolder();
  const dossier = await desk.caller.read<object>(`/api/dossiers/${desk.dossierId}`);
  expect((await desk.caller.send('PUT', '/api/dossiers', { ...dossier, ...CUSTOMER_DATA })).status).toBe(200);
  await createDocument(desk, { sigType: 'FEA' });
  visitors.watch.expectRefusal(422, /^\/api\/documents\/fea$/);
  await openFolder(page, desk);
  await expect(page.getByText('Preventivo nuovo aspetta il Modulo FEA.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  const module = dialog(page, 'Modulo FEA');
  await module.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  const typed = (name: string) => module.getByRole('textbox', { name });
  await expect(typed('Numero del documento d’identità')).toHaveAccessibleDescription(/è un campo obbligatorio/);
  // Missing data is shown only at its fields; the toast points to them.
  const toast = page.getByRole('alert').filter({ hasText: 'Modulo FEA non creato' });
  await expect(toast).toContainText('Completa i campi in rosso.');
  await expect(toast).not.toContainText('obbligatorio');
  await pickOption(module, 'Tipo di documento d’identità', 'Carta d’identità');
  await typed('Numero del documento d’identità').fill('CA00000AA');
  await typed('Autorità di rilascio del documento').fill('Comune di Bologna');
  await typed('Data di rilascio del documento').fill('31/02/2021');
  await typed('Scadenza del documento').fill('01/01/2031');
  await expect(typed('Data di rilascio del documento')).toHaveAccessibleDescription(/31\/02\/2021 non esiste/);
  await typed('Data di rilascio del documento').fill('10/02/2021');
  // Typed input is kept for a return after a reload or another sign-in.
  await page.reload();
  await page.getByRole('main').getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  await expect(typed('Numero del documento d’identità')).toHaveValue('');
  await module.getByRole('button', { name: 'Riprendi' }).click();
  await expect(typed('Numero del documento d’identità')).toHaveValue('CA00000AA');
  await expect(typed('Data di rilascio del documento')).toHaveValue('10/02/2021');
  await module.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  await expect(module).toContainText(/Modulo FEA n\. \d+ pronto\./);
  await module.getByRole('link', { name: 'Apri il Modulo FEA' }).click();
  await expect(page.getByRole('heading', { name: 'Modulo FEA', level: 1 })).toBeVisible();
});

test('requested by another system without an identity document, is a draft that is completed in its form', async ({
  visitors,
}) => {
  const page = await visitors.desk(REDUCED_MOTION);
  const desk = await createDeskFolder();
  const dossier = await desk.caller.read<object>(`/api/dossiers/${desk.dossierId}`);
  expect((await desk.caller.send('PUT', '/api/dossiers', { ...dossier, ...CUSTOMER_DATA })).status).toBe(200);
  const blocked = await createDocument(desk, { sigType: 'FEA' });
  const made = await desk.caller.send('POST', '/api/documents/fea', { id: blocked.id });
  const module = (await made.json()) as { id: number; status: string };
  expect([made.status, module.status]).toEqual([201, 'DRAFT']);
  await openFolder(page, desk);
  await expect(documentRow(page, module.id)).toContainText('Bozza');
  await expect(warning(page, blocked.id)).toBeVisible();
  await chooseFromRowMenu(page, module.id, 'Modifica');
  const form = dialog(page, 'Modifica documento');
  await form.getByRole('button', { name: 'Salva', exact: true }).click();
  const typed = (name: string) => form.getByRole('textbox', { name });
  await expect(typed('Numero del documento d’identità')).toHaveAccessibleDescription(/è un campo obbligatorio/);
  await pickOption(form, 'Tipo di documento d’identità', 'Carta d’identità');
  await typed('Numero del documento d’identità').fill('CA00000AA');
  await typed('Autorità di rilascio del documento').fill('Comune di Bologna');
  await typed('Data di rilascio del documento').fill('10/02/2021');
  await typed('Scadenza del documento').fill('01/01/2031');
  await form.getByRole('button', { name: 'Salva', exact: true }).click();
  await expect(form).toHaveCount(0);
  await expect(documentRow(page, module.id)).toContainText('Da Avviare');
  await expect(warning(page, blocked.id)).toBeVisible();
  await page.goto(`/app/documents/${module.id}`);
  const facts = card(page, 'Dati');
  await expect(facts).toContainText('Tipo di documento d’identità');
  await expect(facts).toContainText('Carta d’identità');
  await expect(facts).not.toContainText('identityCard');
});

office(
  'blocks the document until it is signed, and frees it then',
  async ({ visitors, office: { api: walk, enter } }) => {
    const page = await visitors.desk();
    const { id, folderId } = await walk.newReadyDocument({ sigType: 'FEA' });
    const module = await walk.newDocument(folderId, generatedDocument('FEA_MODULE'), 'admin');
    await walk.database.transaction((tx) =>
      tx.updateTable('document').set({ fea_module_id: module }).where('id', '=', id).execute(),
    );
    const start = page.getByRole('button', { name: `Avvia la firma: Preventivo nuovo ${id}` });
    await enter(page, `/app/folders/${folderId}`);
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await expect(start).toHaveAccessibleDescription(/prima va firmato il Modulo FEA\.$/);
    await page.goto(`/app/documents/${id}`);
    await expect(page.getByText(`Bloccato: firma prima il Modulo FEA n. ${module}.`)).toBeVisible();
    await expect(action(page, 'Avvia la firma')).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('link', { name: 'Apri il Modulo FEA' }).click();
    await expect(page).toHaveURL(new RegExp(`/app/documents/${module}$`));
    await expect(page.getByRole('heading', { name: 'Modulo FEA', level: 1 })).toBeVisible();
    await expect(page.getByText(/^Bloccato/)).toHaveCount(0);

    await insertAdherence(walk.database, module);
    await page.goto(`/app/folders/${folderId}`);
    await expect(start).not.toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByTitle(/^Bloccato/)).toHaveCount(0);
    await page.goto(`/app/documents/${id}`);
    await action(page, 'Avvia la firma').click();
    await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  },
);

/** The path through the wizard to a quotation. */
const WIZARD = '/app/wizard/bmw/sale_new/sale_new_rfo';
const createAndStart = (page: Page): Locator => page.getByRole('button', { name: 'Crea e avvia la firma' });

office(
  'is reported in the wizard before creating, and offered where the document is created',
  async ({ visitors, office: { api: walk, enter } }) => {
    const page = await visitors.desk(REDUCED_MOTION);
    const folderId = await walk.newFolder('admin', {}, { hst: '10007' });
    await enter(page, `${WIZARD}?folder=${folderId}`, 'admin');
    await expect(page.getByText('Serve prima il Modulo FEA firmato dal cliente.')).toBeVisible();
    await expect(createAndStart(page)).toHaveCount(0);
    await inspectPage(page, 'wizard: no adherence');
    await fileInput(page).setInputFiles(pdf('preventivo.pdf', await makePaper({ pages: 1 })));
    await expect(page.getByText('pagina 1 di 1', { exact: true })).toBeVisible();
    await clickCreate(page);
    await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Genera il Modulo FEA' }).click();
    await expect(dialog(page, 'Modulo FEA')).toBeVisible();
  },
);

office(
  'a landline is reported in every form that leads to a start, until it is corrected',
  async ({ visitors, office: { api: walk, enter } }) => {
    const page = await visitors.desk(REDUCED_MOTION);
    const folderId = await walk.newFolder('admin', {}, { mobilePhone: '+39 0516123456' });
    const { dossierId } = await walk.bodyOf(walk.get('admin', `/api/folders/${folderId}`));
    const landlineWarning = page.getByText('È un numero fisso: serve un cellulare.');
    await enter(page, `/app/folders/${folderId}`, 'admin');
    await newDocument(page, 'Preventivo nuovo');
    await expect(landlineWarning).toBeVisible();
    await inspectPage(page, 'new document: a landline');
    await page.keyboard.press('Escape');

    await page.goto(`${WIZARD}?folder=${folderId}`);
    await expect(landlineWarning).toBeVisible();
    await expect(createAndStart(page)).toHaveCount(0);
    await inspectPage(page, 'wizard: a landline');
    await expect(page.getByRole('link', { name: 'Correggi il numero' })).toHaveAttribute(
      'href',
      `/app/dossiers/${dossierId}?edit=complete`,
    );
    const dossier = await walk.bodyOf(walk.get('admin', `/api/dossiers/${dossierId}`));
    await walk.bodyOf(walk.put('admin', '/api/dossiers', { ...dossier, mobilePhone: '+39 3331234567' }));
    await expect(createAndStart(page)).toBeVisible();
    await expect(landlineWarning).toHaveCount(0);
  },
);

test('is offered only for blocked documents', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  const blocked = await createDocument(desk, { sigType: 'FEA' });
  const drawn = await createDocument(desk, { sigType: 'GRAPHOMETRIC' });
  await openFolder(page, desk);
  for (const [id, count] of [
    [blocked.id, 1],
    [desk.readyId, 0],
    [drawn.id, 0],
  ] as const) {
    await expect((await rowMenu(page, id)).getByRole('menuitem', { name: 'Genera il Modulo FEA' })).toHaveCount(count);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
});
