/** Papers that the portal generates: filled in groups with a live preview, refused at their fields, sent and signed. */
import type { Locator, Page } from '@playwright/test';
import { openPhotoLink } from '#contract/calls/photo-links.ts';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { paperFields } from '#domain/papers/compose-paper.ts';
import { sampleValues } from '#domain/papers/sample-data.ts';
import { photoJpeg } from '../../papers/photos.ts';
import { button, createCustomer, createFolder, dialog, input } from '../administration/registry-pages.ts';
import { countEffort } from '../desk/count-effort.ts';
import {
  chooseFromRowMenu,
  createDeskFolder,
  createDocument,
  type DeskFolder,
  newDocument,
  openFolder,
  pickOption,
  readDocument,
  select,
} from '../desk/desk-pages.ts';
import { pages } from '../desk/document-pages.ts';
import { openSignerDocument, readToTheEnd, requestCode, sign } from '../signer/signer-pages.ts';
import { inspectOnPhone, inspectPage, REDUCED_MOTION, widthOf } from '../support/inspection.ts';
import { awaitCode, awaitLink, newCustomerData } from '../support/portal-calls.ts';
import {
  chooseDocument,
  clickCreate,
  continueToFolder,
  field,
  fillCustomer,
  signIn,
  statusChip,
} from '../support/portal-pages.ts';
import { expect, PHONE, test } from '../support/watched-browsers.ts';

const WIDE_VIEWPORT = { viewport: { width: 1440, height: 900 } };
const CALLS = '**/api/documents/preview';

const preview = (within: Page | Locator): Locator => within.getByRole('region', { name: 'Anteprima del documento' });
/** Expects this text in the preview, which is redrawn as the form changes. */
const expectInPreview = (within: Page | Locator, text: string | RegExp): Promise<void> =>
  expect(preview(within).getByRole('region', { name: 'Pagine del documento' })).toContainText(text);
/** Expects the whole preview in the window when its form is scrolled to the last field. */
async function expectPreviewInView(within: Page | Locator, lastField: Locator): Promise<void> {
  const box = lastField.first();
  await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(box).toBeInViewport();
  await expect(preview(within)).toBeInViewport({ ratio: 0.95 });
}
const group = (within: Page | Locator, name: string): Locator => within.getByRole('group', { name, exact: true });

/** The fields always required for a courtesy car; the return stays open. */
async function fillLoan(within: Page | Locator): Promise<void> {
  await input(group(within, 'Veicolo affidato'), 'Marca e modello').fill('Compatta dimostrativa 1.5');
  await input(group(within, 'Veicolo affidato'), 'Targa').fill('ee111ee');
  await input(within, 'Consegna: data e ora').fill('20/11/2026 9');
  await input(within, 'Rientro previsto: data e ora').fill('23/11/2026, 18.00');
  await input(within, 'Chilometri alla consegna').fill('12480');
  await input(within, 'Carburante o carica alla consegna, in %').fill('75');
  await input(within, 'Numero della patente').fill('u10000000a');
  await select(within, 'Categoria della patente').click();
  await within.getByRole('option', { name: 'B', exact: true }).click();
  await input(within, 'Autorità di rilascio della patente').fill('MIT-UCO');
  await input(within, 'Data di rilascio della patente').fill('04/03/2019');
  await input(within, 'Scadenza della patente').fill('01/01/2029');
}

/** A paper in a service folder, created over HTTP. */
async function createLoan(change: object = {}, fields: object = {}): Promise<{ desk: DeskFolder; id: number }> {
  const desk = await createDeskFolder();
  const { id: folderId } = await createServiceFolder(desk);
  const type = 'LOAN_COURTESY_VEHICLE';
  const none = { content: undefined, fileName: undefined, mimeType: undefined, fileSize: undefined };
  const variableFields = { ...sampleValues(paperFields(type)), ...fields };
  const { id } = await createDocument({ ...desk, folderId }, { ...none, type, variableFields, ...change });
  return { desk: { ...desk, folderId }, id };
}
const createServiceFolder = ({ dossierId }: DeskFolder) =>
  createFolder({ dossierId, type: 'SERVICE', businessId: 'ODL-7', plate: 'EE000EE' });

test('a receptionist creates a courtesy car paper with a live preview, sends it, and the customer signs', async ({
  visitors,
}) => {
  test.slow();
  const page = await visitors.desk({ ...WIDE_VIEWPORT, ...REDUCED_MOTION });
  const fiscalCode = fiscalCodeOf({
    ...{ firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1984-05-17', sex: 'F', place: 'A944' },
  });
  const customer = newCustomerData(fiscalCode);
  await test.step('the brand card opens the form for a new customer', async () => {
    await signIn(page, 'dealer');
    await chooseDocument(page, 'BMW', 'Assistenza', 'Veicolo di cortesia');
    await fillCustomer(page, customer);
    await continueToFolder(page);
    await field(page, 'Numero commessa').fill('ODL-77');
    await field(page, 'Targa').first().fill('EE000EE');
  });

  await test.step('no file is required, and a preview with the known data is beside the form', async () => {
    await expect(page.getByText('non serve caricare un file')).toBeVisible();
    await expect(page.getByLabel(/^File\b/)).toHaveCount(0);
    await expect(input(page, 'Ordine di lavoro collegato')).toHaveValue('ODL-77');
    await expect(input(group(page, 'Veicolo affidato'), 'Targa')).toHaveValue('');
    await expect(group(page, 'Conducente')).toContainText('Guida Ginevra Provetti, il cliente.');
    await expectInPreview(page, 'Ginevra Provetti');
    await expectInPreview(page, 'ODL-77');
    await expect(preview(page)).toContainText(/pagina 1 di \d/);
    await inspectPage(page, 'form of a generated paper');
  });

  await test.step('missing fields are listed with links to them', async () => {
    await expect(preview(page)).toContainText('Mancano ancora 11 dati:');
    await expect(preview(page)).toContainText('e altri 5');
    const missing = preview(page).getByRole('button', { name: 'Rientro previsto: data e ora' });
    await missing.click();
    await expect(input(page, 'Rientro previsto: data e ora')).toBeFocused();
    await fillLoan(page);
    await expect(preview(page)).toContainText('Non manca nulla.');
    await expect(missing).toHaveCount(0);
  });

  await test.step('the preview follows the input, as it will be printed', async () => {
    await expect(input(page, 'Consegna: data e ora')).toHaveValue('20/11/2026 09:00');
    await expect(input(page, 'Chilometri alla consegna')).toHaveValue('12.480');
    for (const printed of ['EE111EE', '20/11/2026 09:00', '12.480', 'U10000000A']) await expectInPreview(page, printed);
    await expect(preview(page)).toHaveAttribute('aria-busy', 'false');
    await inspectPage(page, 'form of a generated paper, filled');
    await expectPreviewInView(page, page.getByRole('button', { name: 'Crea e avvia la firma' }));
    await expectPreviewInView(page, page.getByRole('group').last());
  });

  const id = await test.step('the document is created, ready to be signed', async () => {
    await clickCreate(page);
    await page.getByRole('link', { name: 'Apri il documento' }).click();
    await expect(statusChip(page, 'Da Avviare')).toBeVisible();
    await expect(pages(page)).toContainText('Comodato di veicolo di cortesia');
    await page.getByText(/^Dati compilati/).click();
    await expect(page.getByRole('definition').filter({ hasText: '12.480 km' })).toBeVisible();
    return Number(new URL(page.url()).pathname.split('/').at(-1));
  });

  await test.step('the customer signs the previewed paper', async () => {
    await page.getByRole('button', { name: 'Avvia la firma' }).click();
    await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
    const phone = await visitors.phone();
    await openSignerDocument(phone, (await awaitLink(customer.email)).text);
    await readToTheEnd(phone);
    await requestCode(phone);
    await sign(phone, (await awaitCode(customer.mobilePhone)).text);
    await expect(phone.getByRole('heading', { level: 1 })).toContainText(/firmat/i);
    await expect(statusChip(page, 'Firmato')).toBeVisible({ timeout: 30_000 });
    expect(id).toBeGreaterThan(0);
  });
});

/** The position on the page of a point in the drawing's units. */
async function drawingPoint(form: Page | Locator, x: number, y: number) {
  const drawing = form.getByRole('button', { name: /^Disegno dell’auto/ });
  await drawing.scrollIntoViewIfNeeded();
  const box = await drawing.boundingBox();
  if (box === null) throw new Error('No drawing');
  return { drawing, position: { x: (x / 300) * box.width, y: (y / 180) * box.height }, box };
}
const clickDrawing = async (form: Page | Locator, x: number, y: number): Promise<void> => {
  const { drawing, position } = await drawingPoint(form, x, y);
  await drawing.click({ position });
};
const damageGroup = (form: Page | Locator, number: number): Locator => group(form, `Danno ${number}`);
const markButton = (form: Page | Locator, name: string | RegExp): Locator => form.getByRole('button', { name });

test('damage is marked on the drawing, moved by mouse and keyboard, and printed at its position', async ({
  visitors,
}) => {
  const page = await visitors.desk({ ...WIDE_VIEWPORT, ...REDUCED_MOTION });
  const before = await createDeskFolder();
  const desk = { ...before, folderId: (await createServiceFolder(before)).id };
  await signIn(page, 'dealer', `/app/folders/${desk.folderId}`);
  const form = await newDocument(page, 'Veicolo di cortesia');
  await fillLoan(form);
  await clickDrawing(form, 125, 152);
  await button(damageGroup(form, 1), 'Graffio').click();
  await clickDrawing(form, 290, 90);
  await button(damageGroup(form, 2), 'Ammaccatura').click();
  await input(damageGroup(form, 2), 'Descrizione').fill('lieve');
  await clickDrawing(form, 150, 90);
  await expectInPreview(form, 'Porta anteriore sinistra: graffio');
  await expectInPreview(form, 'Paraurti posteriore: ammaccatura, lieve');
  await inspectPage(page, 'damage on the drawing');

  // Outside the vehicle nothing can be marked.
  await clickDrawing(form, 1, 1);
  await expect(markButton(form, /^Danno \d: [A-Z]/)).toHaveCount(3);
  await markButton(form, 'Danno 3: Tetto').focus();
  await page.keyboard.press('Delete');
  await expect(markButton(form, /^Danno \d: [A-Z]/)).toHaveCount(2);

  await markButton(form, 'Danno 2: Paraurti posteriore').focus();
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect(markButton(form, 'Danno 2: Portellone')).toBeFocused();
  const { box } = await drawingPoint(form, 0, 0);
  await markButton(form, 'Danno 1: Porta anteriore sinistra').hover();
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.8, { steps: 4 });
  await page.mouse.move(box.x + (180 / 300) * box.width, box.y + (150 / 180) * box.height, { steps: 4 });
  await page.mouse.up();
  await expect(markButton(form, 'Danno 1: Porta posteriore sinistra')).toBeVisible();

  // With the keyboard only: from the list.
  await select(form, 'Aggiungi un danno dall’elenco').click();
  await page.getByRole('option', { name: 'Cofano' }).click();
  await button(form, 'Crea il documento').click();
  await expect(input(damageGroup(form, 3), 'Descrizione')).toHaveAccessibleDescription(/obbligatorio/);
  await button(damageGroup(form, 3), 'Scheggiatura').click();
  await button(form, 'Togli il danno 2').click();
  await expect(markButton(form, 'Danno 2: Cofano')).toBeVisible();
  await button(form, 'Crea il documento').click();
  await expect(form).toHaveCount(0);
  const { rows } = await desk.caller.search<{ id: number }>('/api/documents-ext/search', {
    folderId: { equals: desk.folderId },
  });
  const { variableFields } = (await readDocument(desk, rows[0]?.id ?? 0)) as { variableFields: Record<string, string> };
  expect(variableFields).toMatchObject({
    ...{ DAMAGE_1_PLACE: 'leftRearDoor', DAMAGE_1_KIND: 'scratch' },
    ...{ DAMAGE_2_PLACE: 'bonnet', DAMAGE_2_KIND: 'chip' },
  });
  expect(variableFields.DAMAGE_3_PLACE ?? null).toBeNull();
  const [x = 0, y = 0] = String(variableFields.DAMAGE_1_SPOT).split(',').map(Number);
  expect(Math.abs(y - 600)).toBeLessThan(12);
  expect(Math.abs(x - 167)).toBeLessThan(12);
});

/** The address in the next QR code shown. */
async function photoLinkAfter(page: Page, act: () => Promise<void>): Promise<string> {
  const link = page
    .waitForResponse((answer) => answer.url().endsWith(openPhotoLink.path))
    // At once: the browser discards the bodies of earlier answers when the previews need room.
    .then((answer) => answer.json() as Promise<{ url: string }>);
  const [{ url }] = await Promise.all([link, act()]);
  return url;
}
const photo = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
const fromPhotos = (phone: Page): Locator => phone.locator('input[data-source="photos"]');

test('a courtesy car document reaches the signature in at most 25 interactions, with damage marks and photos from a phone', async ({
  visitors,
}) => {
  test.slow();
  const page = await visitors.desk({ ...WIDE_VIEWPORT, ...REDUCED_MOTION });
  const effort = await countEffort(page);
  const customer = await createCustomer({ birthDate: '1981-04-09', birthPlace: 'Bologna' });
  await createFolder({ dossierId: customer.id, type: 'SERVICE', businessId: 'ODL-7', plate: 'EE000EE' });
  await signIn(page, 'dealer');
  const before = effort();
  await chooseDocument(page, 'BMW', 'Assistenza', 'Veicolo di cortesia');
  await page.getByRole('searchbox').fill(customer.lastName);
  await page.getByRole('radio', { name: new RegExp(customer.lastName) }).check();
  await continueToFolder(page);
  await expect(page.getByRole('radio', { name: /ODL-7/ })).toBeChecked();
  await fillLoan(page);
  await clickDrawing(page, 125, 152);
  await button(damageGroup(page, 1), 'Graffio').click();
  await clickDrawing(page, 290, 90);
  await button(damageGroup(page, 2), 'Ammaccatura').click();

  const phone = await visitors.phone(REDUCED_MOTION);
  const url = await photoLinkAfter(page, () => button(page, 'Fotografa con il telefono').click());
  await inspectPage(page, 'code for photos');
  await phone.goto(url);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Fotografa il veicolo');
  await inspectPage(phone, 'photos on the phone');
  await fromPhotos(phone).setInputFiles([photo('a.jpg', photoJpeg()), photo('rotta.jpg', Buffer.from('una nota'))]);
  await expect(phone.getByText('Inviata', { exact: true })).toHaveCount(1);
  await expect(phone.getByText('Questo file non si apre come foto.')).toBeVisible();
  await inspectPage(phone, 'photos sent from the phone');
  const second = await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 300, height: 200 } });
  await phone.locator('input[data-source="camera"]').setInputFiles(photo('b.jpg', second));
  await expect(phone.getByText('Inviata', { exact: true })).toHaveCount(2);
  await expect(page.getByText('Sono arrivate 2 foto.')).toBeVisible();
  await expectInPreview(page, 'Foto 2');
  await expectInPreview(page, 'Porta anteriore sinistra: graffio');

  await page.getByRole('button', { name: 'Crea e avvia la firma' }).click();
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  const { clicks, keys } = effort();
  expect(clicks - before.clicks + keys - before.keys, 'interactions').toBeLessThanOrEqual(25);
  test.info().annotations.push({ type: 'interactions', description: String(clicks - before.clicks) });
  // The form is closed, and its QR code is invalid.
  visitors.watch.expectRefusal(404, /^\/api\/photo-links\//);
  await phone.reload();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Questo codice non vale più');
  await inspectPage(phone, 'code for photos, expired');
});

test.describe('the form of a courtesy car', () => {
  const open = async (page: Page): Promise<{ form: Locator; desk: DeskFolder }> => {
    const before = await createDeskFolder();
    const desk = { ...before, folderId: (await createServiceFolder(before)).id };
    await signIn(page, 'dealer', `/app/folders/${desk.folderId}`);
    const form = await newDocument(page, 'Veicolo di cortesia');
    await expect(group(form, 'Veicolo affidato')).toBeVisible();
    return { form, desk };
  };

  test('shows an error at each missing or invalid field and focuses the first one', async ({ visitors }) => {
    const page = await visitors.desk(WIDE_VIEWPORT);
    const { form } = await open(page);
    await button(form, 'Crea il documento').click();
    await expect(input(group(form, 'Veicolo affidato'), 'Marca e modello')).toBeFocused();
    await expect(input(group(form, 'Veicolo affidato'), 'Marca e modello')).toHaveAccessibleDescription(
      /è un campo obbligatorio/,
    );
    await fillLoan(form);
    for (const [name, typed, expectedText] of [
      ['Consegna: data e ora', '31/11/2026 9', /31\/11\/2026 non esiste/],
      ['Rientro previsto: data e ora', '19/11/2026 9', /./],
      ['Chilometri alla consegna', 'molti', /Numero intero non valido/],
      ['Carburante o carica alla consegna, in %', '140', /Deve essere al massimo 100/],
      ['Scadenza della patente', '21/11/2026', /./],
    ] as const) {
      const before = await input(form, name).inputValue();
      await input(form, name).fill(typed);
      await input(form, name).blur();
      await expect(input(form, name), name).toHaveAttribute('aria-invalid', 'true');
      await expect(input(form, name), name).toHaveAccessibleDescription(expectedText);
      await button(form, 'Crea il documento').click();
      await expect(form).toBeVisible();
      await input(form, name).fill(before);
    }
    await pickOption(form, 'Categoria della patente', 'AM');
    await button(form, 'Crea il documento').click();
    await expect(select(form, 'Categoria della patente')).toHaveAttribute('aria-invalid', 'true');
    await pickOption(form, 'Categoria della patente', 'B');
    await button(form, 'Crea il documento').click();
    await expect(form).toHaveCount(0);
  });

  test('warns of more than thirty days and of an unusual plate without refusing them', async ({ visitors }) => {
    const page = await visitors.desk(WIDE_VIEWPORT);
    const { form } = await open(page);
    await fillLoan(form);
    await input(form, 'Rientro previsto: data e ora').fill('10/01/2027 18:00');
    await expect(input(form, 'Rientro previsto: data e ora')).toHaveAccessibleDescription(/art\. 94/);
    await input(group(form, 'Veicolo affidato'), 'Targa').fill('QQ1');
    await expect(input(group(form, 'Veicolo affidato'), 'Targa')).toHaveAccessibleDescription(/formato non standard/);
    await button(form, 'Crea il documento').click();
    await expect(form).toHaveCount(0);
  });

  test('keeps the return section collapsed until needed, and asks for another driver when there is one', async ({
    visitors,
  }) => {
    const page = await visitors.desk(WIDE_VIEWPORT);
    const { form } = await open(page);
    await expect(input(form, 'Chilometri al rientro')).toHaveCount(0);
    await button(form, 'Compila i dati del rientro').click();
    await expect(input(group(form, 'Rientro'), 'Chilometri al rientro')).toBeVisible();
    await expect(input(form, 'Nome e cognome')).toHaveCount(0);
    const other = form.getByRole('checkbox', { name: 'Guida un’altra persona' });
    await other.check();
    await input(form, 'Nome e cognome').fill('Leonardo Esempi');
    await expectInPreview(form, 'Leonardo Esempi');
    await other.uncheck();
    await expect(input(form, 'Nome e cognome')).toHaveCount(0);
    await expect(preview(form)).not.toContainText('Leonardo Esempi');
  });

  test('is saved as an incomplete draft and resumed', async ({ visitors }) => {
    const page = await visitors.desk(WIDE_VIEWPORT);
    const { form, desk } = await open(page);
    await input(group(form, 'Veicolo affidato'), 'Marca e modello').fill('Compatta dimostrativa 1.5');
    await input(form, 'Consegna: data e ora').fill('domani');
    await button(form, 'Salva bozza').click();
    await expect(input(form, 'Consegna: data e ora')).toHaveAccessibleDescription(/Data non valida/);
    await button(form, 'Consegna: data e ora: adesso').click();
    await button(form, 'Salva bozza').click();
    await expect(form).toHaveCount(0);
    const { rows } = await desk.caller.search<{ id: number }>('/api/documents-ext/search', {
      folderId: { equals: desk.folderId },
    });
    const id = rows[0]?.id ?? 0;
    expect(await readDocument(desk, id)).toMatchObject({ status: 'DRAFT', fileName: 'veicolo-di-cortesia.pdf' });
    await chooseFromRowMenu(page, id, 'Modifica');
    const edit = dialog(page, 'Modifica documento');
    await expect(input(group(edit, 'Veicolo affidato'), 'Marca e modello')).toHaveValue('Compatta dimostrativa 1.5');
    await fillLoan(edit);
    await expectInPreview(edit, '12.480');
    await button(edit, 'Salva').click();
    await expect(edit).toHaveCount(0);
    expect(await readDocument(desk, id)).toMatchObject({
      status: 'READY_TO_SIGN',
      variableFields: { KM_OUT: '12480' },
    });
  });

  test('refreshes the preview rarely while the user types, and shows a notice while a slow server answers', async ({
    visitors,
  }) => {
    const page = await visitors.desk(WIDE_VIEWPORT);
    visitors.watch.expectRefusal(429, /^\/api\/documents\/preview$/);
    let calls = 0;
    await page.route(CALLS, (route) => {
      calls += 1;
      return calls === 2
        ? route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: { message: 'Troppe richieste.' } })
        : route.fallback();
    });
    const { form } = await open(page);
    await expectInPreview(form, 'Comodato di veicolo di cortesia');
    expect(calls).toBe(1);
    await input(group(form, 'Veicolo affidato'), 'Marca e modello').pressSequentially('Compatta dimostrativa', {
      delay: 40,
    });
    await expectInPreview(form, 'Compatta dimostrativa');
    expect(calls).toBe(3);
    await expect(form.getByText('L’anteprima non è aggiornata.')).toHaveCount(0);
  });
});

test('keeps the preview while the server is unavailable, accepts input, and refreshes later', async ({ visitors }) => {
  const page = await visitors.desk(WIDE_VIEWPORT);
  const { desk, id } = await createLoan({ draft: true });
  await openFolder(page, desk);
  await chooseFromRowMenu(page, id, 'Modifica');
  const form = dialog(page, 'Modifica documento');
  await expectInPreview(form, 'Compatta dimostrativa 1.5');
  visitors.watch.expectRefusal(0, /^\/api\/documents\/preview$/);
  let aborted = 0;
  await page.route(CALLS, (route) => {
    aborted += 1;
    return route.abort();
  });
  await input(group(form, 'Veicolo affidato'), 'Marca e modello').fill('Familiare dimostrativa');
  await expect(form.getByText('L’anteprima non è aggiornata.')).toBeVisible();
  await expectInPreview(form, 'Compatta dimostrativa 1.5');
  const before = aborted;
  await input(group(form, 'Veicolo affidato'), 'Colore').fill('Rosso campione');
  // Otherwise the last input could be drawn before the press.
  await expect.poll(() => aborted).toBeGreaterThan(before);
  await page.unroute(CALLS);
  await form.getByRole('button', { name: 'Riprova' }).click();
  await expectInPreview(form, 'Familiare dimostrativa');
  await expectInPreview(form, 'Rosso campione');
  await expect(form.getByText('L’anteprima non è aggiornata.')).toHaveCount(0);
});

test('on a phone opens the preview over the form, and links back to the missing field', async ({ visitors }) => {
  const page = await visitors.desk({ ...PHONE, ...REDUCED_MOTION });
  const { desk, id } = await createLoan({ draft: true }, { KM_OUT: null });
  await signIn(page, 'dealer', `/app/documents/${id}`);
  expect(desk.folderId).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Modifica', exact: true }).click();
  const form = dialog(page, 'Modifica documento');
  await expect(group(form, 'Veicolo affidato')).toBeVisible();
  await expect(preview(page)).toHaveCount(0);
  await button(form, 'Anteprima').click();
  const over = page.getByRole('dialog', { name: 'Anteprima del documento' });
  await expectInPreview(over, 'Compatta dimostrativa 1.5');
  expect(await widthOf(page)).toBeLessThanOrEqual(390);
  await preview(over).getByRole('button', { name: 'Chilometri alla consegna' }).click();
  await expect(over).toHaveCount(0);
  await expect(input(form, 'Chilometri alla consegna')).toBeFocused();
  await button(form, 'Anteprima').click();
  await page.keyboard.press('Escape');
  await expect(over).toHaveCount(0);
  await expect(form).toBeVisible();
  await expect(button(form, 'Anteprima')).toBeFocused();
  await button(form, 'Anteprima').click();
  await expectInPreview(over, 'Compatta dimostrativa 1.5');
  await inspectOnPhone(page, 'preview of a generated paper, on a phone');
});
