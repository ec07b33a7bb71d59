/** A document started from a PDF: the customer and vehicle in its text are suggested, and the wizard opens with them. */
import { PDF } from '@libpdf/core';
import type { Locator, Page } from '@playwright/test';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { signatureFields } from '#pdf/named-fields.ts';
import { makePaper } from '../../papers/paper.ts';
import { button, combobox, createCustomer, dialog, openPageAs } from '../administration/registry-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { readyPaper, uniqueNumber } from '../support/portal-calls.ts';
import { field, fileInput, pdf, statusChip } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { countEffort } from './count-effort.ts';
import { dealerPaper, drag } from './document-pages.ts';

const fiscalCode = fiscalCodeOf({
  ...{ firstName: 'Prova', lastName: 'Lettori', birthDate: '1982-02-11', sex: 'M', place: 'A944' },
});
const makeTitledPaper = (text: string) => makePaper({ pages: 1, title: text });

test('a PDF suggests customer, plate and VIN from its text and opens the wizard with them', async ({ visitors }) => {
  const page = await visitors.desk();
  const customer = await createCustomer({ fiscalCode });
  await openPageAs(page, 'dealer', '/dashboard');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Parti da un PDF').click();
  await (await chooser).setFiles({
    ...{ name: 'scansione.pdf', mimeType: 'application/pdf' },
    buffer: await makeTitledPaper(`${fiscalCode} GB905ZD WBA53AP0X00000201`),
  });
  const start = dialog(page, 'Che documento è?');
  await expect(start.getByText('GB905ZD')).toBeVisible();
  await expect(start.getByText('WBA53AP0X00000201')).toBeVisible();
  await expect(start.getByRole('radio', { name: new RegExp(customer.lastName) })).toBeChecked();
  await expect(combobox(start, 'Marchio')).toHaveValue('BMW');
  await button(start, 'Continua').click();
  await expect(combobox(start, 'Tipo di cartella')).toHaveAccessibleDescription(
    /Tipo di cartella è un campo obbligatorio/,
  );
  for (const [name, choice] of [
    ['Tipo di cartella', 'Vendita nuovo'],
    ['Tipo di documento', 'Proposta d’acquisto'],
  ] as const) {
    await combobox(start, name).click();
    await start.getByRole('option', { name: choice, exact: true }).click();
  }
  await button(start, 'Continua').click();
  await expect(page).toHaveURL(/\/app\/wizard\/bmw\/sale_new\/sale_new_proposal$/);
  await expect(page.getByRole('heading', { name: 'In quale cartella?' })).toBeVisible();
  await expect(field(page, 'Targa')).toHaveValue('GB905ZD');
  await expect(field(page, 'Telaio')).toHaveValue('WBA53AP0X00000201');
  await expect(page.getByRole('button', { name: 'Togli scansione.pdf' })).toBeVisible();
  await expect(fileInput(page)).toHaveCount(1);
  await expect(page.getByText('nella «Pagina delle firme», aggiunta in fondo.')).toBeVisible();
});

/** A quotation as a dealer's system prints it, for a new customer. */
const quotation = (code: string, extraText: string) =>
  makeTitledPaper(
    `Preventivo ${extraText} Autoesempio Bologna. Cliente: Prova Lettori C.F. ${code} e-mail lettori${uniqueNumber()}@example.com ` +
      'residente in Via dei Campioni 18, 40121 Bologna (BO). Telaio WBA53AP0X00000202',
  );
const fiscalCodeBornOn = (birthDate: string) =>
  fiscalCodeOf({ ...{ firstName: 'Prova', lastName: 'Lettori', birthDate, sex: 'F', place: 'A944' } });

async function startFromPdf(page: Page, name: string, buffer: Buffer): Promise<void> {
  await openPageAs(page, 'dealer', '/dashboard');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Parti da un PDF').click();
  await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer });
  await expect(dialog(page, 'Che documento è?').getByText('Nuovo cliente: Prova Lettori')).toBeVisible();
}

test('a new customer named in the PDF reaches the signature after 4 clicks and 25 keys', async ({ visitors }) => {
  const page = await visitors.desk();
  const effort = await countEffort(page);
  // No paper contains the mobile number and the number of the proposal, so the form requires them.
  await startFromPdf(page, 'preventivo.pdf', await quotation(fiscalCodeBornOn('1983-03-12'), ''));
  const start = dialog(page, 'Che documento è?');
  await expect(combobox(start, 'Marchio')).toHaveAccessibleDescription('Proposto dal testo');
  await expect(combobox(start, 'Tipo di documento')).toHaveValue('Preventivo nuovo');
  await button(start, 'Continua').click();
  await expect(field(page, 'Cellulare')).toBeFocused();
  await page.keyboard.type('3471234567');
  await button(page, 'Avanti: documento').click();
  await expect(field(page, 'Numero proposta')).toBeFocused();
  await page.keyboard.type('PV-900');
  await button(page, 'Crea e avvia la firma').click();
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  const { clicks, keys } = effort();
  expect(clicks, 'clicks').toBeLessThanOrEqual(4);
  expect(keys, 'keys').toBeLessThanOrEqual(25);
});

test('a PDF without text gets its type and number from the file name', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPageAs(page, 'dealer', '/dashboard');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Parti da un PDF').click();
  const buffer = await makeTitledPaper('BMW');
  await (await chooser).setFiles({ name: 'Ordine_di_lavoro_n._OL-77.pdf', mimeType: 'application/pdf', buffer });
  const start = dialog(page, 'Che documento è?');
  await expect(combobox(start, 'Tipo di documento')).toHaveValue('Ordine di lavoro');
  await expect(combobox(start, 'Tipo di documento')).toHaveAccessibleDescription('Proposto dal nome del file');
  await expect(start.getByText('OL-77', { exact: true })).toBeVisible();
});

test('a new customer with complete data in the PDF needs no form', async ({ visitors }) => {
  const page = await visitors.desk();
  const code = fiscalCodeBornOn('1984-03-12');
  await startFromPdf(page, 'intero.pdf', await quotation(code, 'n. PV-901 cell. 347 1234568'));
  await button(dialog(page, 'Che documento è?'), 'Continua').click();
  const customer = page.getByRole('region', { name: 'Cliente', exact: true });
  for (const expectedText of [code, '12/03/1984, Bologna', 'Via dei Campioni 18', 'Autoesempio Bologna']) {
    await expect(customer).toContainText(expectedText);
  }
  await expect(field(page, 'Numero proposta')).toHaveValue('PV-901');
  await expect(page.getByRole('button', { name: 'Togli intero.pdf' })).toBeVisible();
  await button(page, 'Modifica: Cliente').click();
  await expect(field(page, 'Cellulare')).toHaveValue('+39 3471234568');
});

test('dropping a file that is not a PDF, or several files, is refused with the reason', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPageAs(page, 'dealer', '/dashboard');
  const drop = async (...files: (readonly [name: string, type: string])[]) => {
    const carried = await page.evaluateHandle((given) => {
      const data = new DataTransfer();
      for (const [name, type] of given) data.items.add(new File(['%PDF'], name, { type }));
      return data;
    }, files);
    await page.locator('body').dispatchEvent('drop', { dataTransfer: carried });
  };
  const start = dialog(page, 'Che documento è?');
  await drop(['foto.png', 'image/png']);
  await expect(start.getByRole('alert')).toContainText('Si parte solo da un PDF.');
  await button(start, 'Chiudi').last().click();
  await expect(start).toHaveCount(0);
  await drop(['uno.pdf', 'application/pdf'], ['due.pdf', 'application/pdf']);
  await expect(start.getByRole('alert')).toContainText('Si parte da un solo file.');
});

/** Position of a box on the A4 sheet, in whole points from the left and the bottom. */
async function positionOf(fieldMark: Locator): Promise<number[]> {
  const [at, sheet] = [
    await fieldMark.locator('xpath=..').boundingBox(),
    await fieldMark.locator('xpath=ancestor::*[@data-page]').boundingBox(),
  ];
  if (!at || !sheet) throw new Error('it is not shown');
  const scale = 595.28 / sheet.width;
  const [left, bottom] = [at.x - sheet.x, sheet.y + sheet.height - at.y - at.height];
  return [left, bottom, left + at.width, bottom + at.height].map((value) => Math.round(value * scale));
}

test('the wizard shows the signature field in a file, keeps a moved field after reload, and has it signed there', async ({
  visitors,
}) => {
  const story = await readyPaper(1);
  const page = await visitors.desk(REDUCED_MOTION);
  const previewRequests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/documents/preview-places')) previewRequests.push(request.url());
  });
  await openPageAs(page, 'dealer', `/app/wizard/bmw/sale_new/sale_new_rfo?folder=${story.known.folderId}`);
  const file = pdf('preventivo.pdf', dealerPaper('preventivo-wk'));
  await fileInput(page).setInputFiles(file);
  const positionNote = (how: string) => page.getByText(`Ginevra Provetti: pagina 1, ${how}.`);
  await expect(positionNote('sulla riga «Firma del cliente»')).toBeVisible();
  const due = page.locator('[data-page="1"]').getByText('Firma del preventivo · Ginevra Provetti');
  await expect(due).toBeVisible();
  await inspectPage(page, 'the wizard with the signature field');
  await button(page, 'Sposta').click();
  const placementDialog = dialog(page, 'Posizione delle firme: ');
  await expect(placementDialog.locator('[data-page] canvas')).toBeVisible();
  const box = placementDialog.getByRole('button', { name: /^Firma del preventivo, Ginevra Provetti: / });
  await drag(page, box, 160, 120);
  await inspectPage(page, 'the signature field before the upload');
  await button(placementDialog, 'Usa questa posizione').click();
  await expect(positionNote('nella posizione scelta da te')).toBeVisible();
  const shown = await positionOf(due);
  expect(previewRequests, 'the file is sent once').toHaveLength(1);

  await page.reload();
  await button(page, 'Riprendi').click();
  await fileInput(page).setInputFiles(file);
  await expect(positionNote('nella posizione scelta da te')).toBeVisible();
  await expect.poll(() => positionOf(due)).toEqual(shown);
  await button(page, 'Crea e avvia la firma').click();
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  story.known.documentId = Number(/\d+$/.exec(page.url())?.[0]);
  story.known.started = true;
  await story.runToEnd();
  const signed = await PDF.load(await story.signedFile());
  const [seen] = signatureFields(signed);
  expect(seen?.signed).toBe(true);
  expect(seen?.box.map(Math.round)).toEqual(shown);
});

test('a signature field refused after the upload prevents the start until another one is saved', async ({
  visitors,
}) => {
  const { known } = await readyPaper(1);
  const page = await visitors.desk(REDUCED_MOTION);
  await openPageAs(page, 'dealer', `/app/wizard/bmw/sale_new/sale_new_rfo?folder=${known.folderId}`);
  await fileInput(page).setInputFiles(pdf('preventivo.pdf', dealerPaper('preventivo-wk')));
  await button(page, 'Sposta').click();
  const placementDialog = dialog(page, 'Posizione delle firme: ');
  const box = placementDialog.getByRole('button', { name: /^Firma del preventivo, Ginevra Provetti: / });
  await drag(page, box, 0, -42);
  await button(placementDialog, 'Usa questa posizione').click();
  visitors.watch.expectRefusal(400, /signature-places/);
  await button(page, 'Crea e avvia la firma').click();
  await expect(placementDialog.getByText('La firma coprirebbe del testo o un’immagine: spostala.')).toBeVisible();
  await button(placementDialog, 'Annulla').click();
  await button(dialog(page, 'Chiudere senza salvare?'), 'Chiudi senza salvare').click();
  const problem = page.getByRole('main').getByRole('alert');
  await expect(problem).toContainText('la posizione scelta per la firma non è stata salvata');
  await inspectPage(page, 'a document with a refused signature field');
  for (const start of ['Avvia la firma', 'Mostra il QR']) await expect(button(page, start)).toHaveCount(0);
  await button(page, 'Scegli la posizione').click();
  await expect(placementDialog.getByText('La firma coprirebbe del testo o un’immagine: spostala.')).toBeVisible();
  await drag(page, box, 160, 160);
  await button(placementDialog, 'Salva la posizione').click();
  await expect(problem).toHaveCount(0);
  await button(page, 'Avvia la firma').click();
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
});

test('an unreadable file, and one whose signature fields are unknown, is shown and created without them', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const customer = await createCustomer();
  await page.route('**/api/documents/preview-places', (route) => route.fulfill({ status: 503, json: {} }));
  visitors.watch.expectRefusal(503, /preview-places$/);
  await openPageAs(page, 'dealer', `/app/wizard/bmw/sale_new/sale_new_rfo?dossier=${customer.id}`);
  await field(page, 'Numero proposta').fill('PV-SENZA');
  await fileInput(page).setInputFiles(pdf('rotto.pdf', Buffer.from('%PDF-1.7 rotto')));
  await expect(page.getByText('Anteprima non riuscita.')).toBeVisible();
  await expect(page.getByText('Dove si firma')).toHaveCount(0);
  await fileInput(page).setInputFiles(pdf('preventivo.pdf', dealerPaper('preventivo-wk')));
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible();
  await expect(page.getByText('Dove si firma')).toHaveCount(0);
  await button(page, 'Crea e avvia la firma').click();
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
});
