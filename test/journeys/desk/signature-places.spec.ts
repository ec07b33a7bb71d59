/** The signature field of an uploaded document, chosen on its page before the signature starts. */
import { PDF } from '@libpdf/core';
import type { Locator, Page } from '@playwright/test';
import type { SignaturePlaces } from '#contract/signing/signature-places.ts';
import { pageOf, signatureFields } from '#pdf/named-fields.ts';
import { fieldPaper, merged } from '../../papers/field-papers.ts';
import { turnedPaper, withEmptyField, withEmptyFields } from '../../papers/placed-papers.ts';
import { expectToast, recordToasts } from '../administration/registry-pages.ts';
import { openSignerDocument } from '../signer/signer-pages.ts';
import { inspectOnPhone, inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitLink, Caller, readyPaper } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, PHONE, test } from '../support/watched-browsers.ts';
import {
  chooseFromRowMenu,
  createDeskFolder,
  createDocument,
  type DeskFolder,
  dialog,
  openFolder,
  readDocument,
} from './desk-pages.ts';
import { dealerPaper, drag } from './document-pages.ts';

const ACTION = 'Posizione delle firme';
const readPlaces = (desk: Pick<DeskFolder, 'caller'>, id: number) =>
  desk.caller.read<SignaturePlaces>(`/api/documents/${id}/signature-places`);
const upload = (file: Buffer) => ({ fileSize: file.length, content: file.toString('base64') });
const placesOnPage1 = { places: [{ point: 1, page: 1, box: [100, 100, 290, 160] }] };

const uploadOfDealerPaper = (name: string) => upload(dealerPaper(name));

/** Opens the dialog of a document from the menu of its row and waits for its page. */
async function openPlacementDialog(page: Page, id: number): Promise<Locator> {
  await chooseFromRowMenu(page, id, ACTION);
  const placementDialog = dialog(page, `${ACTION}: `);
  await expect(placementDialog.locator('[data-page] canvas')).toBeVisible();
  return placementDialog;
}

/** The signature field on the page. */
const fieldBox = (placementDialog: Locator): Locator =>
  placementDialog.getByRole('button', { name: /^Firma del preventivo, Ginevra Provetti: / });
const moveButton = (placementDialog: Locator, page: number) =>
  placementDialog.getByRole('button', { name: `Metti a pagina ${page}: Firma del preventivo` });
const saveButton = (placementDialog: Locator) => placementDialog.getByRole('button', { name: 'Salva la posizione' });

/** Millimetres from the left and the bottom of the visible page, as the text states them. */
async function positionOf(
  placementDialog: Locator,
): Promise<{ page: number; left: number; bottom: number; width: number; height: number }> {
  const words = (await fieldBox(placementDialog).getAttribute('aria-label')) ?? '';
  const [page = 0, left = 0, bottom = 0, width = 0, height = 0] = [...words.matchAll(/\d+/g)].map(Number);
  return { page, left, bottom, width, height };
}

test('a signature field is dragged to a position on an upload, which is then signed there', async ({ visitors }) => {
  const story = await readyPaper(2);
  const { documentId = 0, folderId = 0, dossierId = 0 } = story.known;
  const desk = { caller: await Caller.signIn('dealer'), folderId, dossierId, readyId: documentId };
  const page = await visitors.desk();
  await recordToasts(page);
  await openFolder(page, desk);
  const placementDialog = await openPlacementDialog(page, documentId);
  await expect(placementDialog.getByText('Pagina delle firme, aggiunta in fondo')).toBeVisible();
  // The last page opens first, because documents are usually signed there.
  await expect(placementDialog.locator('[data-page="2"]')).toBeVisible();
  await moveButton(placementDialog, 2).click();
  const before = await positionOf(placementDialog);
  expect(before).toMatchObject({ page: 2, width: 67, height: 21 });
  await drag(page, fieldBox(placementDialog), -120, -160);
  const after = await positionOf(placementDialog);
  expect(after.left).toBeLessThan(before.left - 20);
  expect(after.bottom).toBeGreaterThan(before.bottom + 20);
  expect([after.width, after.height]).toEqual([67, 21]);
  await saveButton(placementDialog).click();
  await expectToast(page, 'Posizione delle firme salvata');
  await expect(placementDialog).toHaveCount(0);
  const { points, lastModifiedDate } = await readPlaces(desk, documentId);
  expect(points).toMatchObject([{ origin: 'placed', page: 2, chosenBy: 'dealer' }]);
  expect(lastModifiedDate).not.toBeNull();

  await story.runToEnd();
  const file = await PDF.load(await story.signedFile());
  const seen = signatureFields(file).filter((field) => field.box[2] > field.box[0]);
  expect(seen.map((field) => [pageOf(file, field) + 1, field.box, field.signed])).toEqual([[2, points[0]?.box, true]]);
  expect(file.getPageCount(), 'no page was added').toBe(2);
});

test('the signature field is moved and resized by keyboard, announced and undone', async ({ visitors }) => {
  const desk = await createDeskFolder();
  const { id } = await createDocument(desk, upload(await turnedPaper({ rotation: 90, pages: 2 })));
  const page = await visitors.desk();
  await openFolder(page, desk);
  const placing = await openPlacementDialog(page, id);
  await moveButton(placing, 2).click();
  const start = await positionOf(placing);
  await fieldBox(placing).focus();
  await page.keyboard.press('ArrowLeft');
  expect((await positionOf(placing)).left).toBe(start.left - 1);
  await page.keyboard.press('Shift+ArrowUp');
  const moved = await positionOf(placing);
  expect(moved.bottom).toBe(start.bottom + 10);
  await expect(placing.getByRole('status').filter({ hasText: `a ${moved.left}` })).toContainText(`${moved.bottom}`);
  await page.keyboard.press('Alt+Shift+ArrowDown');
  expect(await positionOf(placing)).toMatchObject({ height: 31, width: 67, left: moved.left });
  await page.keyboard.press('PageUp');
  expect((await positionOf(placing)).page).toBe(1);
  await expect(fieldBox(placing)).toBeFocused();
  // There is no page before the first.
  await page.keyboard.press('PageUp');
  expect((await positionOf(placing)).page).toBe(1);
  const undo = placing.getByRole('button', { name: 'Annulla l’ultimo spostamento' });
  await undo.click();
  expect(await positionOf(placing)).toMatchObject({ page: 2, height: 31 });
  await undo.click();
  expect(await positionOf(placing)).toMatchObject({ height: 21 });
  await fieldBox(placing).focus();
  await page.keyboard.press('Delete');
  await expect(fieldBox(placing)).toHaveCount(0);
  await expect(placing.getByText('Pagina delle firme, aggiunta in fondo')).toHaveCount(2);
});

test('a signature field stays within the page, and its corners resize it', async ({ visitors }) => {
  const desk = await createDeskFolder();
  const page = await visitors.desk();
  await openFolder(page, desk);
  const placementDialog = await openPlacementDialog(page, desk.readyId);
  await moveButton(placementDialog, 1).click();
  await drag(page, fieldBox(placementDialog), 900, 900);
  expect(await positionOf(placementDialog)).toMatchObject({ left: 143, bottom: 0 });
  await drag(page, placementDialog.locator('[data-corner="nw"]'), -900, 0);
  expect(await positionOf(placementDialog)).toMatchObject({ left: 0, width: 210 });
  await drag(page, placementDialog.locator('[data-corner="ne"]'), -900, 900);
  // A smaller field would be unreadable.
  expect(await positionOf(placementDialog)).toMatchObject({ left: 0, bottom: 0, width: 39, height: 11 });
});

test('on a phone a tap on the page places the signature field, and a drag moves it', async ({ visitors }) => {
  const desk = await createDeskFolder();
  const page = await visitors.phone();
  await signIn(page, 'dealer', `/app/documents/${desk.readyId}`);
  await page.getByRole('button', { name: 'Azioni', exact: true }).click();
  await page.getByRole('menuitem', { name: ACTION }).click();
  const placementDialog = dialog(page, `${ACTION}: `);
  const sheet = placementDialog.locator('[data-page]');
  await expect(sheet.locator('canvas')).toBeVisible();
  // Below the text of the page, which a signature field may not cover.
  await sheet.tap({ position: { x: 160, y: 380 } });
  const before = await positionOf(placementDialog);
  const at = await fieldBox(placementDialog).boundingBox();
  if (!at) throw new Error('it is not shown');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number, dy: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: at.x + at.width / 2 + dx, y: at.y + at.height / 2 + dy }],
    });
  await touch('touchStart', 0, 0);
  await touch('touchMove', 20, 30);
  await touch('touchMove', 40, 60);
  await touch('touchEnd', 40, 60);
  await expect.poll(async () => (await positionOf(placementDialog)).left).toBeGreaterThan(before.left + 10);
  expect((await positionOf(placementDialog)).bottom).toBeLessThan(before.bottom - 20);
  await saveButton(placementDialog).click();
  await expect(placementDialog).toHaveCount(0);
  expect((await readPlaces(desk, desk.readyId)).points).toMatchObject([{ origin: 'placed', page: 1 }]);
});

test('a moved signature field is not discarded without confirmation', async ({ visitors }) => {
  const desk = await createDeskFolder();
  const page = await visitors.desk();
  await openFolder(page, desk);
  const placementDialog = await openPlacementDialog(page, desk.readyId);
  await expect(saveButton(placementDialog)).toHaveAttribute('aria-disabled', 'true');
  await expect(saveButton(placementDialog)).toHaveAccessibleDescription('Non hai spostato nulla.');
  await moveButton(placementDialog, 1).click();
  await page.keyboard.press('Escape');
  const question = dialog(page, 'Chiudere senza salvare?');
  await question.getByRole('button', { name: 'Continua' }).click();
  await expect(fieldBox(placementDialog)).toBeVisible();
  // A second Escape asks again: a browser blocks the closing of a dialog only once.
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Continua' }).click();
  await expect(fieldBox(placementDialog)).toBeVisible();
  await placementDialog.getByRole('button', { name: 'Annulla', exact: true }).click();
  await question.getByRole('button', { name: 'Chiudi senza salvare' }).click();
  await expect(placementDialog).toHaveCount(0);
  expect((await readPlaces(desk, desk.readyId)).lastModifiedDate).toBeNull();
});

test('an edit conflict is shown, and the local positions are kept', async ({ visitors }) => {
  const desk = await createDeskFolder();
  const page = await visitors.desk();
  visitors.watch.expectRefusal(409, /signature-places/);
  await openFolder(page, desk);
  const placementDialog = await openPlacementDialog(page, desk.readyId);
  await moveButton(placementDialog, 1).click();
  const ownPosition = await positionOf(placementDialog);
  const other = await desk.caller.send('PUT', `/api/documents/${desk.readyId}/signature-places`, placesOnPage1);
  expect(other.status).toBe(200);
  await saveButton(placementDialog).click();
  await expect(placementDialog.getByText('Qualcuno ha salvato modifiche nel frattempo')).toBeVisible();
  await placementDialog.getByRole('button', { name: 'Ricarica' }).click();
  expect(await positionOf(placementDialog)).toEqual(ownPosition);
  await saveButton(placementDialog).click();
  await expect(placementDialog).toHaveCount(0);
  const { points } = await readPlaces(desk, desk.readyId);
  expect(points[0]?.box).not.toEqual(placesOnPage1.places[0]?.box);
});

test('a remembered position is offered for the next file of the same kind, and can be removed', async ({
  visitors,
}) => {
  const desk = await createDeskFolder();
  // A page shape that no other test uploads.
  const file = upload(await turnedPaper({ rotation: 0, crop: [0, 0, 580, 777], pages: 3 }));
  const [first, next] = [await createDocument(desk, file), await createDocument(desk, file)];
  const page = await visitors.desk();
  await recordToasts(page);
  await openFolder(page, desk);
  const placementDialog = await openPlacementDialog(page, first.id);
  await moveButton(placementDialog, 3).click();
  await placementDialog.getByRole('checkbox', { name: /^Ricorda per i prossimi «Preventivo/ }).check();
  await saveButton(placementDialog).click();
  await expectToast(page, 'Sarà proposta anche per i prossimi file uguali.');
  await expect(placementDialog).toHaveCount(0);
  await openPlacementDialog(page, next.id);
  await expect(placementDialog.getByText(/^Come l’ultima volta: scelta da Dario Provini/)).toBeVisible();
  expect(await positionOf(placementDialog)).toMatchObject({ page: 3 });
  await page.keyboard.press('Escape');
  await expect(placementDialog).toHaveCount(0);
  await openPlacementDialog(page, first.id);
  await placementDialog.getByRole('button', { name: 'Torna alla posizione automatica' }).click();
  await expectToast(page, 'Posizione automatica ripristinata');
  await expect(placementDialog.getByText(/^Come l’ultima volta/)).toBeVisible();
});

test('a signature field of the file is fixed, and the page shows the reason', async ({ visitors }) => {
  const desk = await createDeskFolder();
  const file = await withEmptyField({ name: 'Firma_Cliente', page: 1, box: [100, 100, 300, 160] });
  const { id } = await createDocument(desk, upload(file));
  const page = await visitors.desk();
  await openFolder(page, desk);
  const placementDialog = await openPlacementDialog(page, id);
  await expect(placementDialog.getByText('Il file ha già un campo per la firma: il cliente firma lì.')).toBeVisible();
  await expect(fieldBox(placementDialog)).toHaveCount(0);
  await expect(moveButton(placementDialog, 1)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(placementDialog).toHaveCount(0);
});

test('a field for the approval of clauses is added next to the field of the file, moved, removed and kept', async ({
  visitors,
}) => {
  const desk = await createDeskFolder();
  const file = await withEmptyField({ name: 'Firma_Cliente', page: 1, box: [100, 100, 300, 160] });
  const { id } = await createDocument(desk, upload(file));
  const page = await visitors.desk();
  await openFolder(page, desk);
  const placing = await openPlacementDialog(page, id);
  const signatures = placing.getByRole('list', { name: 'Firme del documento' }).getByRole('listitem');
  const add = placing.getByRole('button', { name: 'Aggiungi approvazione clausole' });
  const approval = placing.getByRole('button', { name: /^Ai sensi degli artt\. 1341 e 1342 .*, Ginevra Provetti: / });
  await expect(signatures).toHaveCount(1);
  await add.click();
  await expect(signatures).toHaveCount(2);
  await placing.getByRole('button', { name: /^Togli: / }).click();
  await expect(signatures).toHaveCount(1);
  await expect(approval).toHaveCount(0);
  await add.click();
  await expect(add).toHaveCount(0);
  await drag(page, approval, -40, -60);
  await inspectPage(page, 'the approval of clauses on a file with a field');
  await saveButton(placing).click();
  await expect(placing).toHaveCount(0);
  const { points } = await readPlaces(desk, id);
  expect(points).toMatchObject([
    { point: 1, origin: 'field' },
    { point: 49, origin: 'placed', page: 1 },
  ]);
});

test('each signature field of the file is a separate signature, and fields without a signer are listed', async ({
  visitors,
}) => {
  const desk = await createDeskFolder();
  const names = ['Firma_cliente', 'Firma_1341', 'Firma_notaio'];
  const file = await withEmptyFields(
    names.map((name, index) => ({ name, page: 1, box: [100, 400 - index * 100, 290, 460 - index * 100] })),
    1,
  );
  const { id } = await createDocument(desk, upload(file));
  const page = await visitors.desk();
  await openFolder(page, desk);
  const placementDialog = await openPlacementDialog(page, id);
  const signatures = placementDialog.getByRole('list', { name: 'Firme del documento' }).getByRole('listitem');
  await expect(signatures).toHaveCount(2);
  await expect(signatures.nth(1)).toContainText('approvo specificamente le clausole');
  await expect(placementDialog.getByText('«Firma_notaio» a pagina 1')).toBeVisible();
  await expect(placementDialog.getByText('Campo che nessuno firma')).toBeVisible();
  await inspectPage(page, 'a file with fields without a signer');
});

test('an invisible signature field of the file is shown on the page, prevents the start and is resolved in the dialog', async ({
  visitors,
}) => {
  const desk = await createDeskFolder();
  const hidden = fieldPaper({ objects: { 10: merged('/T (Firma_Cliente) /F 6') } });
  const { id } = await createDocument(desk, upload(Buffer.from(hidden)));
  const page = await visitors.desk();
  await signIn(page, 'dealer', `/app/documents/${id}`);
  const note = page.getByText('Un campo firma del file non si può usare.');
  await expect(note).toBeVisible();
  await expect(page.getByText('Il campo «Firma_Cliente» del file è nascosto: la firma non si vedrebbe.')).toBeVisible();
  await inspectPage(page, 'a document with a hidden signature field');
  visitors.watch.expectRefusal(409, /^\/api\/documents\/\d+\/sign$/);
  await page.getByRole('button', { name: 'Avvia la firma' }).first().click();
  await expect(page.getByRole('alert').filter({ hasText: '«Firma_Cliente»' }).first()).toBeVisible();
  expect((await readDocument(desk, id)).status).toBe('READY_TO_SIGN');
  await page.getByRole('button', { name: 'Scegli la posizione' }).click();
  const placementDialog = dialog(page, `${ACTION}: `);
  await expect(placementDialog.locator('[data-page] canvas')).toBeVisible();
  await inspectPage(page, 'the places of a file with a hidden signature field');
  await placementDialog.getByRole('button', { name: /^Metti dov’è il campo: / }).click();
  await expect(fieldBox(placementDialog)).toBeVisible();
  await saveButton(placementDialog).click();
  await expect(placementDialog).toHaveCount(0);
  await expect(note).toHaveCount(0);
  await expect(page.locator('#content').getByRole('alert')).toHaveCount(0);
  const [point] = (await readPlaces(desk, id)).points;
  expect(point).toMatchObject({ origin: 'placed', box: [60, 500, 260, 560], problem: { settled: true } });
  // The reader shows the signature field.
  await expect(page.locator('[data-page="1"]').getByText('Firma del preventivo · Ginevra Provetti')).toBeVisible();
  await inspectPage(page, 'the empty box of a signature in the reader');
});

test('the customer sees the empty signature field while reading, at every page size', async ({ visitors }) => {
  const desk = await createDeskFolder();
  const file = await turnedPaper({ rotation: 90, crop: [20, 30, 500, 800] });
  const { id } = await createDocument(desk, upload(file));
  await desk.caller.send('PUT', `/api/documents/${id}/signature-places`, {
    places: [{ point: 1, page: 1, box: [40, 300, 98, 490] }],
  });
  expect((await desk.caller.send('POST', `/api/documents/${id}/sign`, {})).status).toBe(200);
  const { email } = await desk.caller.read<{ email: string }>(`/api/dossiers/${desk.dossierId}`);
  const link = (await awaitLink(email)).text;
  // Staff at the desk see the same.
  const page = await visitors.desk(REDUCED_MOTION);
  await openFolder(page, desk);
  await page.goto(`/app/documents/${id}`);
  await expect(page.getByText('Firma del preventivo · Ginevra Provetti')).toBeVisible();
  const phone = await visitors.phone(PHONE);
  await openSignerDocument(phone, link);
  const sheet = phone.locator('[data-page="1"]');
  const empty = sheet.getByText('Firma del preventivo');
  await expect(empty).toBeVisible();
  const part = async () => {
    const [at, page] = [await sheet.locator('.empty-box').boundingBox(), await sheet.boundingBox()];
    if (!at || !page) throw new Error('it is not shown');
    const relativeBox = [
      (at.x - page.x) / page.width,
      (at.y - page.y) / page.height,
      at.width / page.width,
      at.height / page.height,
    ];
    return relativeBox.map((value) => Math.round(value * 100));
  };
  // Rotated clockwise, its stored left edge appears at the top: 20 of 480 points from there, 270 of 770 from the left.
  expect(await part()).toEqual([35, 4, 25, 12]);
  await inspectOnPhone(phone, 'the empty box of a signature while reading');
  await phone.getByRole('button', { name: 'Ingrandisci' }).click();
  await expect(empty).toBeVisible();
  expect(await part()).toEqual([35, 4, 25, 12]);
});

test('the dialog is accessible in both themes, on a phone and with a screen reader', async ({ visitors }) => {
  const desk = await createDeskFolder();
  const page = await visitors.desk(REDUCED_MOTION);
  await openFolder(page, desk);
  const placementDialog = await openPlacementDialog(page, desk.readyId);
  await moveButton(placementDialog, 1).click();
  await inspectPage(page, 'the places of signatures');
});

test('a signature field uses the signature line of the file; one that covers text stays red until moved', async ({
  visitors,
}) => {
  const desk = await createDeskFolder();
  const { id } = await createDocument(desk, uploadOfDealerPaper('preventivo-wk'));
  const page = await visitors.desk(REDUCED_MOTION);
  await openFolder(page, desk);
  await page.goto(`/app/documents/${id}`);
  await expect(
    page.getByText('Ginevra Provetti: firma a pagina 1, sulla riga «Firma del cliente».', { exact: false }),
  ).toBeVisible();
  await inspectPage(page, 'a signature on its line');
  await page.getByRole('button', { name: 'Sposta', exact: true }).click();
  const placementDialog = dialog(page, `${ACTION}: `);
  await expect(placementDialog.getByText('Sulla riga «Firma del cliente» del file')).toBeVisible();
  await expect(fieldBox(placementDialog)).toBeVisible();
  const onLine = await positionOf(placementDialog);
  // Upwards, over the paragraphs.
  await drag(page, fieldBox(placementDialog), 0, -42);
  visitors.watch.expectRefusal(400, /signature-places/);
  await saveButton(placementDialog).click();
  const signatureList = placementDialog.getByRole('list', { name: 'Firme del documento' });
  await expect(signatureList.getByText('La firma coprirebbe del testo o un’immagine: spostala.')).toBeVisible();
  await expect(page.getByText('Campo non specificato', { exact: false })).toHaveCount(0);
  await expect(placementDialog.locator('[data-bad] > button').first()).toBeVisible();
  await expect(saveButton(placementDialog)).toHaveAttribute('aria-disabled', 'true');
  await inspectPage(page, 'a signature that would cover text');
  await placementDialog.getByRole('button', { name: 'Annulla l’ultimo spostamento' }).click();
  expect(await positionOf(placementDialog)).toEqual(onLine);
  await expect(signatureList.getByText('La firma coprirebbe del testo', { exact: false })).toHaveCount(0);
  await drag(page, fieldBox(placementDialog), 160, 120);
  await saveButton(placementDialog).click();
  await expect(placementDialog).toHaveCount(0);
  expect((await readPlaces(desk, id)).points).toMatchObject([{ origin: 'placed', page: 1 }]);
});

test('with several possible signature lines the user is asked to choose one', async ({ visitors }) => {
  const desk = await createDeskFolder();
  const { id } = await createDocument(desk, uploadOfDealerPaper('no-tre-firme'));
  const page = await visitors.desk(REDUCED_MOTION);
  await openFolder(page, desk);
  await page.goto(`/app/documents/${id}`);
  await expect(page.getByText('Dove va la firma?')).toBeVisible();
  await page.getByRole('button', { name: 'Scegli la posizione' }).click();
  const placementDialog = dialog(page, `${ACTION}: `);
  await expect(placementDialog.getByText('Nel file ci sono righe che possono essere quella giusta:')).toBeVisible();
  const here = placementDialog.locator('[data-offered] > button');
  await expect(here).toHaveCount(3);
  await inspectPage(page, 'lines to choose from');
  await here.nth(1).click();
  await expect(here).toHaveCount(0);
  await saveButton(placementDialog).click();
  await expect(placementDialog).toHaveCount(0);
  const [point] = (await readPlaces(desk, id)).points;
  expect(point).toMatchObject({ origin: 'placed', page: 1 });
  await expect(page.getByText('Dove va la firma?')).toHaveCount(0);
});
