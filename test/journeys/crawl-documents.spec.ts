/** The crawl, documents' part: the page in every status, its viewer, and every dialog of a document (issue 4). */
import type { Page } from '@playwright/test';
import { docx, tiff } from '../files.ts';
import { fromMenu, make, newDesk, newDocument, openFolder, row } from './desk-pages.ts';
import { addFile, moreActions, openDocument, pages } from './document-pages.ts';
import { CALM, glance, look } from './inspection.ts';
import { readyPaper, startedPaper } from './office.ts';
import { problem, signIn, statusChip } from './portal-pages.ts';
import { expect, test } from './visitors.ts';

// See crawl-portal.spec.ts.
test.use({ trace: 'off' });

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** From now on the browser is told that the document is in another state than it is. */
async function tell(page: Page, id: number | undefined, part: object): Promise<void> {
  await page.route(`**/api/documents/${id}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...part } });
  });
}

test('a document in each of its states', async ({ visitors }) => {
  test.slow();
  const ready = await readyPaper(2);
  const page = await visitors.desk(CALM);
  await openDocument(page, ready.known.documentId);
  for (const [status, word, part] of [
    ['READY_TO_SIGN', 'Da Avviare', {}],
    ['DRAFT', 'Bozza', {}],
    ['PENDING_START_SIGN', 'Firma avviata', {}],
    ['COMPLETING', 'In completamento', {}],
    ['PRIVACY_UPDATING', 'Privacy in corso', {}],
    ['EXPIRED', 'Scaduto', {}],
    ['FINISH', 'Concluso', { signable: false, sigType: null }],
  ] as const) {
    await page.unrouteAll();
    await tell(page, ready.known.documentId, { status, ...part });
    await page.reload();
    await expect(statusChip(page, word)).toBeVisible();
    await expect(page.getByText(/^pagina 1 di \d$/)).toBeVisible();
    await (status === 'READY_TO_SIGN' ? look : glance)(page, `document: ${status.toLowerCase()}`);
  }
});

test('a document that waits for its signature, and what stands over it', async ({ visitors }) => {
  test.slow();
  const waiting = await startedPaper(1);
  const page = await visitors.desk(CALM);
  await openDocument(page, waiting.known.documentId);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await look(page, 'document: start_sign');
  const menu = await moreActions(page);
  await look(page, 'document: other actions');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await page.getByRole('button', { name: 'Mostra il QR' }).click();
  await expect(dialog(page, 'Firma con il telefono').getByRole('timer')).toBeVisible();
  await look(page, 'document: QR');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Annulla firma' }).click();
  await expect(dialog(page, /^Annullare la firma/)).toBeVisible();
  await look(page, 'document: before cancelling the signature');
});

test('a signed document with its validity and evidence', async ({ visitors }) => {
  test.slow();
  const signed = await startedPaper(3);
  await signed.finish();
  const page = await visitors.desk(CALM);
  await openDocument(page, signed.known.documentId);
  await expect(statusChip(page, 'Firmato')).toBeVisible();
  await expect(page.getByText('Tutto valido')).toBeVisible();
  await look(page, 'document: signed');
  await page.getByText('Dettagli tecnici').click();
  await page.getByText('Tutti i dati').click();
  await look(page, 'document: signed, every detail');
  await page.getByRole('button', { name: 'Vedi tutti gli eventi' }).click();
  await expect(dialog(page, 'Tutti gli eventi')).toBeVisible();
  await look(page, 'document: every event');
  await page.keyboard.press('Escape');
  await pages(page).press('Control+f');
  await page.getByRole('textbox', { name: 'Cerca nel documento' }).fill('preventivo');
  await expect(page.getByText(/^\d+ di \d+$/).first()).toBeVisible();
  await look(page, 'document: search in the text');
});

test('files that are no PDF', async ({ visitors }) => {
  const story = await readyPaper(1);
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const page = await visitors.desk(CALM);
  await signIn(page, 'dealer');
  const image = await addFile(story, { fileName: 'patente.tiff', mimeType: 'image/tiff', bytes: tiff(600, 400) });
  const text = await addFile(story, { fileName: 'delega.docx', mimeType: word, bytes: docx() });
  for (const [id, name] of [
    [image, 'image'],
    [text, 'text'],
  ] as const) {
    await page.goto(`/app/documents/${id}`);
    await expect(statusChip(page, 'Concluso')).toBeVisible();
    await glance(page, `document: ${name}`);
  }
});

test('the dialogs of a document', async ({ visitors }) => {
  test.slow();
  visitors.watch.expectRefusal(422, /^\/api\/documents\/fea$/);
  const desk = await newDesk();
  const blocked = await make(desk, { sigType: 'FEA' });
  const page = await visitors.desk(CALM);
  await openFolder(page, desk);
  await expect(row(page, blocked.id)).toContainText('Bloccato: firma prima il Modulo FEA');
  await look(page, 'folder: blocked by the FEA module');
  const form = await newDocument(page);
  await look(page, 'document form: no type yet');
  await form.getByRole('button', { name: 'Crea il documento' }).click();
  await expect(form.getByText('Tipo è un campo obbligatorio')).toBeVisible();
  await page.keyboard.press('Escape');
  const typed = await newDocument(page, "Proposta d'acquisto");
  await typed.getByRole('button', { name: 'Crea il documento' }).click();
  await expect(typed.getByText('Carica un file')).toBeVisible();
  await look(page, 'document form: new with errors');
  await page.goto(`/app/folders/${desk.folderId}`);
  await fromMenu(page, blocked.id, 'Genera il Modulo FEA');
  const module = dialog(page, 'Modulo FEA');
  await look(page, 'FEA module');
  await module.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  await expect(problem(module)).toBeVisible();
  await look(page, 'FEA module: data missing');
  await page.goto(`/app/documents/${blocked.id}`);
  await expect(page.getByText('Bloccato').first()).toBeVisible();
  await look(page, 'document: blocked by the FEA module');
});

test('a code that has run out', async ({ visitors }) => {
  const page = await visitors.desk(CALM);
  const desk = await newDesk();
  await page.clock.install();
  await openFolder(page, desk);
  await fromMenu(page, desk.readyId, 'Mostra il QR');
  await expect(dialog(page, 'Firma con il telefono').getByRole('timer')).toBeVisible();
  await page.clock.runFor('05:02');
  await expect(page.getByRole('button', { name: 'Genera un nuovo codice' })).toBeVisible();
  await page.clock.resume();
  await look(page, 'QR: expired');
});
