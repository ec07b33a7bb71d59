/** The form of a new document and its file drop: each rule visible to a user, with its refusals. */
import { png } from '../../papers/files.ts';
import { makePaper } from '../../papers/paper.ts';
import { createStaffUser, delayCalls, expectToast, recordToasts } from '../administration/registry-pages.ts';
import { tooLargeFile } from '../support/bad-files.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { pdf } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import {
  addTypeFields,
  createDeskFolder,
  createDocument,
  dialog,
  documentRow,
  documentsOf,
  fileOf,
  newDocument,
  openFolder,
  pickOption,
  select,
} from './desk-pages.ts';
import { card, dealerPaper, drag, openDocument } from './document-pages.ts';

const photo = { name: 'carta.png', mimeType: 'image/png', buffer: png() };

test.describe('a new document', () => {
  test('asks for its type and applies the defaults of the type', async ({ visitors }) => {
    const page = await visitors.desk();
    await openFolder(page, await createDeskFolder());
    const form = await newDocument(page);
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(select(form, 'Tipo')).toHaveAccessibleDescription(/Tipo è un campo obbligatorio/);
    await expect(select(form, 'Tipo')).toBeFocused();
    await expect(fileOf(form)).toHaveCount(0);
    await pickOption(form, 'Tipo', 'Preventivo nuovo');
    await expect(form.getByText('Tipo è un campo obbligatorio')).toHaveCount(0);
    await expect(select(form, 'Tipo di firma')).toHaveValue('OTP, codice per SMS');
    await expect(form.getByRole('checkbox', { name: 'Firmabile' })).toBeChecked();
    await expect(form.getByRole('checkbox', { name: 'Archiviabile' })).toBeChecked();
    await expect(form.getByText('Dopo il salvataggio: Da Avviare')).toBeVisible();
    await select(form, 'Tipo di firma').click();
    await expect(form.getByRole('option')).toHaveText([/^OTP/, 'Grafometrica: nessun tablet attivo in questa sede']);
    await expect(form.getByRole('option', { name: /^Grafometrica/ })).toHaveAttribute('data-combobox-disabled', 'true');
  });

  test('cannot be saved before the form of its type has loaded', async ({ visitors }) => {
    const page = await visitors.desk();
    const arrive = await delayCalls(page, /\/assets\/paper-fields-/, 'GET');
    await openFolder(page, await createDeskFolder());
    const form = await newDocument(page, 'Proposta d’acquisto');
    const saving = ['Crea il documento', 'Salva bozza'].map((name) => form.getByRole('button', { name }));
    for (const button of saving) await expect(button).toBeDisabled();
    arrive();
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(form.getByText('Carica un file')).toBeVisible();
  });

  test('with handwritten signature promises neither link nor code where no tablet is active', async ({ visitors }) => {
    const page = await visitors.desk();
    const { id } = await createDocument(await createDeskFolder(), { sigType: 'GRAPHOMETRIC' });
    await openDocument(page, id);
    const signatures = card(page, 'Firme');
    await expect(signatures).toContainText('in questa sede non c’è nessun tablet attivo');
    await expect(signatures).toContainText('scegli la firma con codice per SMS');
    for (const promised of ['Codice a', 'Link a', 'riceve']) await expect(signatures).not.toContainText(promised);
  });

  test('accepts only the types of its folder and copies of papers', async ({ visitors }) => {
    const page = await visitors.desk();
    await openFolder(page, await createDeskFolder());
    const form = await newDocument(page);
    await select(form, 'Tipo').click();
    const types = await form.getByRole('option').allInnerTexts();
    expect(types).toEqual(expect.arrayContaining(['Preventivo nuovo', 'Proposta d’acquisto', 'Documento d’identità']));
    for (const never of ['Modulo FEA', 'Tracciato di firma', 'Ordine di lavoro', 'Contratto']) {
      expect(types).not.toContain(never);
    }
    await form.getByRole('option', { name: 'Documento d’identità' }).click();
    await expect(form.getByRole('checkbox', { name: 'Firmabile' })).toBeDisabled();
    await expect(form.getByText('Questo tipo di documento non prevede firme')).toBeVisible();
    await expect(select(form, 'Tipo di firma')).toHaveCount(0);
    await expect(form.getByText('Dopo il salvataggio: Concluso')).toBeVisible();
  });

  test('is created with its file, shows the upload progress and appears in the list', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    await recordToasts(page);
    await openFolder(page, desk);
    const form = await newDocument(page, 'Proposta d’acquisto');
    await fileOf(form).setInputFiles(pdf('proposta.pdf', await makePaper({ pages: 2, bytes: 200_000 })));
    const line = await page.context().newCDPSession(page);
    await line.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 },
    });
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    const bar = form.getByRole('progressbar', { name: 'Caricamento del file' });
    await expect(bar).toBeVisible();
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await expectToast(page, 'Creazione del documento in corso…');
    await expect(form.getByRole('button', { name: 'Annulla' })).toBeDisabled();
    await expect(form).toHaveCount(0, { timeout: 30_000 });
    await expectToast(page, 'Documento creato');
    const made = (await documentsOf(desk)).find(({ fileName }) => fileName === 'proposta.pdf');
    expect(made).toMatchObject({ status: 'READY_TO_SIGN', sigType: 'OTP', signable: true, archivable: true });
    await expect(documentRow(page, made?.id ?? 0)).toContainText('Proposta d’acquisto');
    await expect(page.getByRole('button', { name: 'Nuovo documento' })).toBeFocused();
  });

  test('requires the flags that its type requires, with an error at each cleared one', async ({ visitors }) => {
    const page = await visitors.desk();
    await page.route('**/api/v2/folder-types/ext', async (route) => {
      const answer = await route.fetch();
      const types = (await answer.json()) as { documentTypes: { fields: { name: string; required: string }[] }[] }[];
      const fields = types.flatMap(({ documentTypes }) => documentTypes.flatMap((type) => type.fields));
      for (const field of fields) if (/^(SIGNABLE|ARCHIVABLE)$/.test(field.name)) field.required = 'true';
      await route.fulfill({ response: answer, json: types });
    });
    await openFolder(page, await createDeskFolder());
    const form = await newDocument(page, 'Preventivo nuovo');
    await expect(form.getByText('Obbligatorio per questo tipo', { exact: true })).toHaveCount(2);
    const flags = ['Firmabile', 'Archiviabile'].map((name) => form.getByRole('checkbox', { name }));
    for (const flag of flags) await flag.uncheck();
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    const refused = form.getByText('Obbligatorio per questo tipo di documento', { exact: true });
    await expect(refused).toHaveCount(2);
    for (const flag of flags) await flag.check();
    await expect(refused).toHaveCount(0);
  });

  test('for signing requires a signature type, except as a draft', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    await openFolder(page, desk);
    const form = await newDocument(page, 'Preventivo nuovo');
    const signable = form.getByRole('checkbox', { name: 'Firmabile' });
    await signable.uncheck();
    await pickOption(form, 'Tipo di firma', 'OTP, codice per SMS');
    await expect(select(form, 'Tipo di firma')).toHaveValue('');
    await signable.check();
    await fileOf(form).setInputFiles(pdf('a-meta.pdf', await makePaper({ pages: 1 })));
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(select(form, 'Tipo di firma')).toBeFocused();
    await expect(form.getByText('Tipo di firma è un campo obbligatorio')).toBeVisible();
    await form.getByRole('button', { name: 'Salva bozza' }).click();
    await expect(form).toHaveCount(0);
    const made = (await documentsOf(desk)).find(({ fileName }) => fileName === 'a-meta.pdf');
    expect(made).toMatchObject({ status: 'DRAFT', sigType: null, signable: true });
    await expect(documentRow(page, made?.id ?? 0)).toContainText('Bozza');
  });

  test('drops the file that was chosen for another type when its type has no file', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    await openFolder(page, desk);
    const form = await newDocument(page, 'Preventivo nuovo');
    await fileOf(form).setInputFiles(pdf('di-un-altro.pdf', await makePaper({ pages: 1 })));
    await pickOption(form, 'Tipo', 'Prova del veicolo');
    await expect(fileOf(form)).toHaveCount(0);
    await form.getByRole('button', { name: 'Salva bozza' }).click();
    await expect(form).toHaveCount(0);
    const made = (await documentsOf(desk)).find(({ type }) => type === 'LOAN_TEST_PRODUCT');
    // The document that the portal generates.
    expect(made).toMatchObject({ status: 'DRAFT', fileName: 'prova-del-veicolo.pdf' });
  });
});

test.describe('the file', () => {
  test('shows a required error when its field is left empty or it is removed', async ({ visitors }) => {
    const page = await visitors.desk();
    await openFolder(page, await createDeskFolder());
    const form = await newDocument(page, 'Preventivo nuovo');
    const file = fileOf(form);
    await file.focus();
    await expect(form.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Tab');
    await expect(file).not.toBeFocused();
    await expect(form.getByRole('alert')).toHaveText('Carica un file');
    await file.setInputFiles(pdf('proposta.pdf', await makePaper({ pages: 1 })));
    await expect(form.getByRole('alert')).toHaveCount(0);
    await form.getByRole('button', { name: 'Togli proposta.pdf' }).click();
    await expect(form.getByRole('alert')).toHaveText('Carica un file');
  });

  test('is refused when it has the wrong type, is too large, empty, or one of several', async ({ visitors }) => {
    const page = await visitors.desk();
    await openFolder(page, await createDeskFolder());
    const form = await newDocument(page, 'Preventivo nuovo');
    const file = fileOf(form);
    await expect(form.getByText('File accettati: PDF · uno solo, fino a 25 MB')).toBeVisible();
    for (const [typedValue, expectedText] of [
      [photo, 'Tipo di file non ammesso. File accettati: PDF'],
      [await tooLargeFile(), 'Il file supera 26.214.400 byte (25 MB): scegli un file più piccolo'],
      [pdf('vuoto.pdf', Buffer.alloc(0)), 'Il file è vuoto'],
    ] as const) {
      await file.setInputFiles(typedValue);
      await expect(form.getByRole('alert')).toHaveText(expectedText);
    }
    await form.getByRole('button', { name: 'Togli vuoto.pdf' }).click();
    await expect(file).toBeFocused();
    const several = await page.evaluateHandle(() => {
      const files = new DataTransfer();
      for (const name of ['uno.pdf', 'due.pdf']) files.items.add(new File(['%PDF'], name, { type: 'application/pdf' }));
      return files;
    });
    await form.getByText('Trascina il file o sceglilo dal computer').dispatchEvent('drop', { dataTransfer: several });
    await expect(form.getByRole('alert')).toHaveText('Si carica un solo file');
    await expect(form.getByText('uno.pdf')).toHaveCount(0);
  });

  test('may be an image or a text when nothing is signed, and is validated again when that changes', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    await openFolder(page, desk);
    const form = await newDocument(page, 'Preventivo nuovo');
    await fileOf(form).setInputFiles(photo);
    await expect(form.getByRole('alert')).toHaveText('Tipo di file non ammesso. File accettati: PDF');
    await form.getByRole('checkbox', { name: 'Firmabile' }).uncheck();
    await expect(form.getByText(/^File accettati: immagini, Pdf, documenti di testo/)).toBeVisible();
    await expect(form.getByRole('alert')).toHaveCount(0);
    await form.getByRole('checkbox', { name: 'Firmabile' }).check();
    await expect(form.getByRole('alert')).toHaveText('Tipo di file non ammesso. File accettati: PDF');
    await pickOption(form, 'Tipo', 'Documento d’identità');
    await expect(form.getByRole('alert')).toHaveCount(0);
    await expect(form.getByText('carta.png')).toBeVisible();
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(form).toHaveCount(0);
    expect((await documentsOf(desk)).find(({ fileName }) => fileName === 'carta.png')?.status).toBe('FINISH');
  });
});

test.describe('the extra fields of a type', () => {
  const extra = (name: string, type: string, required: boolean, standard: string | null = null) => ({
    ...{ name, type, required: String(required), default: standard },
  });

  test('are rendered by their type, filled with defaults and validated once touched', async ({ visitors }) => {
    const page = await visitors.desk();
    await addTypeFields(page, [
      extra('NOTA', 'string', true, 'Da leggere'),
      extra('CONSEGNA', 'date', true, '2027-01-15'),
      extra('RITIRO', 'date', false),
      extra('PERMUTA', 'checkbox', false, 'true'),
      extra('SALES_MANAGER', 'ROLE_SALE_MANAGER', false),
      extra('FORMA', 'polygon', true),
    ]);
    await openFolder(page, await createDeskFolder());
    const managersRequest = page.waitForRequest(/\/api\/coworkers\/authorities\/ROLE_SALE_MANAGER/);
    const form = await newDocument(page, 'Preventivo nuovo');
    const query = new URL((await managersRequest).url()).searchParams;
    expect([query.get('brand'), query.get('folderType'), query.get('hst')]).toEqual(['bmw', 'SALE_NEW', '10001']);
    await expect(form.getByText('Forma non gestito')).toBeVisible();
    await expect(form.getByRole('checkbox', { name: 'Permuta' })).toBeChecked();
    const date = form.getByRole('textbox', { name: 'Consegna' });
    const note = form.getByRole('textbox', { name: 'Nota' });
    await expect(date).toHaveValue('15/01/2027');
    await expect(note).toHaveValue('Da leggere');
    await date.fill('31/02/2027');
    await expect(form.getByText('Data non valida')).toHaveCount(0);
    await note.fill('');
    await expect(date).toHaveAccessibleDescription(/Data non valida: il 31\/02\/2027 non esiste/);
    await date.fill('');
    const optional = form.getByRole('textbox', { name: 'Ritiro' });
    await optional.focus();
    await expect(date).toHaveAccessibleDescription(/Consegna è un campo obbligatorio/);
    await expect(note).toHaveAccessibleDescription(/Nota è un campo obbligatorio/);
    await date.focus();
    await expect(optional).not.toHaveAttribute('aria-invalid', 'true');
    await note.fill('x'.repeat(256));
    await date.focus();
    await expect(note).toHaveAccessibleDescription(/255/);
    await pickOption(form, 'Responsabile vendite', 'Matteo Greco');
    await expect(select(form, 'Responsabile vendite')).toHaveValue('Matteo Greco');
  });

  test('for a colleague are required where the type requires them, and absent where it lists none', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    // With two managers none is preselected.
    await createStaffUser({ authorities: ['ROLE_SALE_MANAGER'] });
    await openFolder(page, desk);
    const form = await newDocument(page, 'Preventivo nuovo');
    await expect(select(form, 'Responsabile vendite')).toHaveCount(0);
    await addTypeFields(page, [extra('SALES_MANAGER', 'ROLE_SALE_MANAGER', true)]);
    await page.reload();
    await newDocument(page, 'Preventivo nuovo');
    await fileOf(form).setInputFiles(pdf('preventivo.pdf', await makePaper({ pages: 1 })));
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(select(form, 'Responsabile vendite')).toBeFocused();
    await expect(select(form, 'Responsabile vendite')).toHaveAccessibleDescription(
      /Responsabile vendite è un campo obbligatorio/,
    );
    expect(await documentsOf(desk)).toHaveLength(1);
  });

  test('for a colleague stay empty without an error when colleagues cannot be loaded', async ({ visitors }) => {
    const page = await visitors.desk();
    visitors.watch.expectRefusal(500, /^\/api\/coworkers\//);
    await page.route('**/api/coworkers/**', (route) => route.fulfill({ status: 500, json: {} }));
    await addTypeFields(page, [extra('OPERATOR_DEALER', 'ROLE_OPERATOR_DEALER', false)]);
    await openFolder(page, await createDeskFolder());
    const form = await newDocument(page, 'Preventivo nuovo');
    await expect(select(form, 'Caposervizio')).toHaveAttribute('placeholder', 'Nessun collega con questo ruolo');
    await expect(form.getByRole('alert')).toHaveCount(0);
  });
});

test('a signature over text prevents the start of a new document, shows an error and can be moved at once', async ({
  visitors,
}) => {
  const page = await visitors.desk(REDUCED_MOTION);
  const desk = await createDeskFolder();
  await openFolder(page, desk);
  const form = await newDocument(page, 'Preventivo nuovo');
  await fileOf(form).setInputFiles(pdf('preventivo-wk.pdf', dealerPaper('preventivo-wk')));
  await expect(form.getByText('Ginevra Provetti: pagina 1, sulla riga «Firma del cliente».')).toBeVisible();
  await expect(form.locator('[data-page="1"]').getByText('Firma del preventivo · Ginevra Provetti')).toBeVisible();
  await inspectPage(page, 'a new document with its signature field');
  // Enter in the viewer does not submit the form.
  await form.getByRole('textbox', { name: /^Numero di pagina/ }).press('Enter');
  await expect(form.getByRole('button', { name: 'Sposta' })).toBeEnabled();
  expect(await documentsOf(desk)).toHaveLength(1);
  await form.getByRole('button', { name: 'Sposta' }).click();
  const placementDialog = dialog(page, 'Posizione delle firme: Preventivo nuovo');
  await expect(placementDialog.locator('[data-page] canvas')).toBeVisible();
  const box = placementDialog.getByRole('button', { name: /^Firma del preventivo, Ginevra Provetti: / });
  await drag(page, box, 0, -42);
  await placementDialog.getByRole('button', { name: 'Usa questa posizione' }).click();
  await expect(placementDialog).toHaveCount(0);
  visitors.watch.expectRefusal(400, /signature-places/);
  await form.getByRole('button', { name: 'Crea e avvia la firma' }).click();
  await expect(placementDialog.getByRole('alert')).toContainText('La posizione che hai scelto non è stata salvata.');
  await expect(placementDialog.getByText('La firma coprirebbe del testo o un’immagine: spostala.')).toBeVisible();
  await inspectPage(page, 'a signature field refused after the upload');
  const made = (await documentsOf(desk)).find(({ fileName }) => fileName === 'preventivo-wk.pdf');
  expect(made?.status).toBe('READY_TO_SIGN');
  await drag(page, box, 160, 160);
  await placementDialog.getByRole('button', { name: 'Salva la posizione' }).click();
  await expect(placementDialog).toHaveCount(0);
  const path = `/api/documents/${made?.id}/signature-places`;
  expect(await desk.caller.read(path)).toMatchObject({ points: [{ origin: 'placed', page: 1 }] });
  expect((await documentsOf(desk)).filter(({ fileName }) => fileName === 'preventivo-wk.pdf')).toHaveLength(1);
});
