/** The crawl of the documents: the page in every status, its viewer, and every dialog of a document. */
import type { Page } from '@playwright/test';
import { docx, tiff } from '../../papers/files.ts';
import {
  chooseFromRowMenu,
  createDeskFolder,
  createDocument,
  documentRow,
  newDocument,
  openFolder,
  pickOption,
} from '../desk/desk-pages.ts';
import { addFile, moreActions, openDocument, pages } from '../desk/document-pages.ts';
import {
  inspectOnDesktop,
  inspectOnPhone,
  inspectPage,
  inspectPageQuickly,
  PHONE,
  REDUCED_MOTION,
} from '../support/inspection.ts';
import { readyPaper, startedPaper } from '../support/portal-calls.ts';
import { dialogProblem, signIn, statusChip } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

// See crawl-portal.spec.ts.
test.use({ trace: 'off' });

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Changes the server's answer to this request. */
async function changeAnswer<T>(page: Page, address: string, transform: (answer: T) => T): Promise<void> {
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: transform((await answer.json()) as T) });
  });
}

interface Signing {
  signers: object[];
  expiresAt: string | null;
  resend: object;
}
interface TrailEvent {
  seq: number;
  type: string;
  actorName: string | null;
  detail: string | null;
}
type EventFilter = (events: readonly TrailEvent[]) => TrailEvent[];

/** The events up to and including this one, newest first. */
const eventsUntil =
  (type: string): EventFilter =>
  (events) =>
    events.slice(events.findIndex((event) => event.type === type));
const allEvents: EventFilter = (events) => [...events];
const withExpiry: EventFilter = ([last, ...before]) =>
  last ? [{ ...last, seq: last.seq + 1, type: 'expired', actorName: null, detail: null }, last, ...before] : [];

/** From now on every answer shows the browser a state of the document that differs from its real one. */
async function simulateState(page: Page, id: number | undefined, part: object, story: EventFilter): Promise<void> {
  const document = `**/api/documents/${id}`;
  await changeAnswer<object>(page, document, (answer) => ({ ...answer, ...part }));
  await changeAnswer<Signing>(page, `${document}/signing`, (answer) => ({
    ...answer,
    // Only a pending signature has links and a due date, and can be reminded.
    signers: answer.signers.map((signer) => ({ ...signer, signUrl: null, contact: null })),
    expiresAt: null,
    resend: { refused: 'notWaiting', from: null },
  }));
  await changeAnswer<TrailEvent[]>(page, `${document}/events`, story);
}

test('a document in each status', async ({ visitors }) => {
  test.slow();
  const [ready, waiting, signed] = [await readyPaper(2), await startedPaper(2), await startedPaper(2)];
  await signed.runToEnd();
  const page = await visitors.desk(REDUCED_MOTION);
  await openDocument(page, ready.known.documentId);
  // Each state is simulated on a document that has progressed as far, so that the rest of the page agrees with it.
  for (const [status, word, of, part, story] of [
    ['READY_TO_SIGN', 'Da Avviare', ready, {}, allEvents],
    ['DRAFT', 'Bozza', ready, {}, allEvents],
    ['PENDING_START_SIGN', 'Firma avviata', waiting, { signUrl: null }, eventsUntil('sign.started')],
    ['EXPIRED', 'Scaduto', waiting, { signUrl: null }, withExpiry],
    ['COMPLETING', 'In completamento', signed, { signedDocumentId: null }, eventsUntil('sign.confirmed')],
    ['PRIVACY_UPDATING', 'Privacy in corso', signed, {}, allEvents],
    ['FINISH', 'Concluso', ready, { signable: false, sigType: null }, allEvents],
  ] as const) {
    await page.unrouteAll();
    await simulateState(page, of.known.documentId, { status, ...part }, story);
    await page.goto(`/app/documents/${of.known.documentId}`);
    await expect(statusChip(page, word)).toBeVisible();
    await expect(page.getByText(/^pagina 1 di \d$/)).toBeVisible();
    await (status === 'READY_TO_SIGN' ? inspectPage : inspectPageQuickly)(page, `document: ${status.toLowerCase()}`);
  }
});

test('a document waiting for its signature, with its dialogs', async ({ visitors }) => {
  test.slow();
  const waiting = await startedPaper(1);
  const page = await visitors.desk(REDUCED_MOTION);
  await openDocument(page, waiting.known.documentId);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await inspectPage(page, 'document: start_sign');
  const menu = await moreActions(page);
  await inspectOnDesktop(page, 'document: other actions');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Azioni', exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await inspectOnPhone(page, 'document: other actions on a phone');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: 'Mostra il QR' }).click();
  await expect(dialog(page, 'Firma con il telefono').getByRole('timer')).toBeVisible();
  await inspectPage(page, 'document: QR');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Annulla firma' }).click();
  await expect(dialog(page, /^Annullare la firma/)).toBeVisible();
  await inspectPage(page, 'document: before cancelling the signature');
});

test('a signed document with its validation and evidence', async ({ visitors }) => {
  test.slow();
  const signed = await startedPaper(3);
  await signed.runToEnd();
  const page = await visitors.desk(REDUCED_MOTION);
  await openDocument(page, signed.known.documentId);
  await expect(statusChip(page, 'Firmato')).toBeVisible();
  await expect(page.getByText('Tutto valido')).toBeVisible();
  await inspectPage(page, 'document: signed');
  await page.getByText('Dettagli tecnici').click();
  await page.getByText('Tutti i dati').click();
  await inspectPage(page, 'document: signed, every detail');
  await page.getByRole('button', { name: 'Vedi tutti gli eventi' }).click();
  await expect(dialog(page, 'Tutti gli eventi')).toBeVisible();
  await inspectPage(page, 'document: every event');
  await page.keyboard.press('Escape');
  await pages(page).press('Control+f');
  await page.getByRole('textbox', { name: 'Cerca nel documento' }).fill('preventivo');
  await expect(page.getByText(/^\d+ di \d+$/).first()).toBeVisible();
  await inspectPage(page, 'document: search in the text');
});

test('files that are not PDFs', async ({ visitors }) => {
  const story = await readyPaper(1);
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer');
  const image = await addFile(story, { fileName: 'patente.tiff', mimeType: 'image/tiff', bytes: tiff(600, 400) });
  const text = await addFile(story, { fileName: 'delega.docx', mimeType: word, bytes: docx() });
  for (const [id, name] of [
    [image, 'image'],
    [text, 'text'],
  ] as const) {
    await page.goto(`/app/documents/${id}`);
    await expect(statusChip(page, 'Concluso')).toBeVisible();
    await inspectPageQuickly(page, `document: ${name}`);
  }
});

test('the dialogs of a document', async ({ visitors }) => {
  test.slow();
  visitors.watch.expectRefusal(422, /^\/api\/documents\/fea$/);
  const desk = await createDeskFolder();
  const blocked = await createDocument(desk, { sigType: 'FEA' });
  const page = await visitors.desk(REDUCED_MOTION);
  await openFolder(page, desk);
  await expect(documentRow(page, blocked.id).getByRole('img', { name: 'Bloccato da FEA' })).toBeVisible();
  await inspectPage(page, 'folder: blocked by the FEA module');
  const form = await newDocument(page);
  await inspectPage(page, 'document form: no type yet');
  await form.getByRole('button', { name: 'Crea il documento' }).click();
  await expect(form.getByText('Tipo è un campo obbligatorio')).toBeVisible();
  await page.keyboard.press('Escape');
  const typed = await newDocument(page, 'Proposta d’acquisto');
  await typed.getByRole('button', { name: 'Crea il documento' }).click();
  await expect(typed.getByText('Carica un file')).toBeVisible();
  await inspectPage(page, 'document form: new with errors');
  await page.goto(`/app/folders/${desk.folderId}`);
  await chooseFromRowMenu(page, blocked.id, 'Genera il Modulo FEA');
  const module = dialog(page, 'Modulo FEA');
  await inspectPage(page, 'FEA module');
  await module.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  await expect(dialogProblem(module)).toBeVisible();
  await inspectPage(page, 'FEA module: data missing');
  await page.goto(`/app/documents/${blocked.id}`);
  await expect(page.getByRole('img', { name: 'Bloccato da FEA' })).toBeVisible();
  await inspectPage(page, 'document: blocked by the FEA module');
  const dossier = await desk.caller.read<object>(`/api/dossiers/${desk.dossierId}`);
  const whole = { ...dossier, birthDate: '1984-05-17', birthPlace: 'Bologna', fiscalCode: 'PRVGVR84E57A944O' };
  expect((await desk.caller.send('PUT', '/api/dossiers', whole)).status).toBe(200);
  await page.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  await module.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  await expect(module.getByRole('textbox', { name: 'Numero del documento d’identità' })).toHaveAccessibleDescription(
    /è un campo obbligatorio/,
  );
  await inspectPage(page, 'FEA module: identity document missing');
  await pickOption(module, 'Tipo di documento d’identità', 'Carta d’identità');
  for (const [name, value] of [
    ['Numero del documento d’identità', 'CA00000AA'],
    ['Autorità di rilascio del documento', 'Comune di Bologna'],
    ['Data di rilascio del documento', '10/02/2021'],
    ['Scadenza del documento', '01/01/2031'],
  ] as const) {
    await module.getByRole('textbox', { name }).fill(value);
  }
  await module.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  await expect(module).toContainText(/Modulo FEA n\. \d+ pronto\./);
  await inspectPage(page, 'FEA module: created');
});

test('an expired code', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  const desk = await createDeskFolder();
  await page.clock.install();
  await openFolder(page, desk);
  await chooseFromRowMenu(page, desk.readyId, 'Mostra il QR');
  await expect(dialog(page, 'Firma con il telefono').getByRole('timer')).toBeVisible();
  await page.clock.runFor('05:02');
  await expect(page.getByRole('button', { name: 'Genera un nuovo codice' })).toBeVisible();
  await page.clock.resume();
  await inspectPage(page, 'QR: expired');
});
