/** The form of a document: each rule of specification §5 "Document" and "File drop" that a person can see, with its refusals. */
import { makePaper } from '../paper.ts';
import { brokenPdf, tooLarge } from './bad-files.ts';
import {
  dialog,
  documentsOf,
  fileOf,
  fromMenu,
  make,
  newDesk,
  newDocument,
  openFolder,
  pick,
  read,
  row,
  rowMenu,
  select,
  toast,
  withFields,
} from './desk-pages.ts';
import { CALM, look } from './inspection.ts';
import { field, pdf } from './portal-pages.ts';
import { expect, test } from './visitors.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const png = { name: 'carta.png', mimeType: 'image/png', buffer: PNG };

test.describe('a new document', () => {
  test('asks for its type, and fills in what the type says', async ({ visitors }) => {
    const page = await visitors.desk();
    await openFolder(page, await newDesk());
    const form = await newDocument(page);
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(select(form, 'Tipo')).toHaveAccessibleDescription(/Tipo è un campo obbligatorio/);
    await expect(select(form, 'Tipo')).toBeFocused();
    await expect(fileOf(form)).toHaveCount(0);
    await pick(form, 'Tipo', 'Preventivo nuovo');
    await expect(form.getByText('Tipo è un campo obbligatorio')).toHaveCount(0);
    await expect(select(form, 'Tipo di firma')).toHaveValue('OTP, codice per SMS');
    await expect(form.getByRole('checkbox', { name: 'Firmabile' })).toBeChecked();
    await expect(form.getByRole('checkbox', { name: 'Archiviabile' })).toBeChecked();
    await expect(form.getByText('Dopo il salvataggio: Da Avviare')).toBeVisible();
    await select(form, 'Tipo di firma').click();
    await expect(form.getByRole('option')).toHaveText([/^OTP/, /^Grafometrica/]);
  });

  test('may be of the types of its folder and a copy of a paper, and of no other', async ({ visitors }) => {
    const page = await visitors.desk();
    await openFolder(page, await newDesk());
    const form = await newDocument(page);
    await select(form, 'Tipo').click();
    const types = await form.getByRole('option').allInnerTexts();
    expect(types).toEqual(expect.arrayContaining(['Preventivo nuovo', "Proposta d'acquisto", "Documento d'identità"]));
    for (const never of ['Modulo FEA', 'Tracciato di firma', 'Ordine di lavoro', 'Contratto']) {
      expect(types).not.toContain(never);
    }
    await form.getByRole('option', { name: "Documento d'identità" }).click();
    await expect(form.getByRole('checkbox', { name: 'Firmabile' })).toBeDisabled();
    await expect(form.getByText('Questo tipo di documento non prevede firme')).toBeVisible();
    await expect(select(form, 'Tipo di firma')).toHaveCount(0);
    await expect(form.getByText('Dopo il salvataggio: Concluso')).toBeVisible();
  });

  test('is created with its file, shows how far the upload is, and comes into the list', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    await openFolder(page, desk);
    const form = await newDocument(page, "Proposta d'acquisto");
    await fileOf(form).setInputFiles(pdf('proposta.pdf', await makePaper({ pages: 2, bytes: 200_000 })));
    const line = await page.context().newCDPSession(page);
    await line.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 },
    });
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    const bar = form.getByRole('progressbar', { name: 'Caricamento del file' });
    await expect(bar).toBeVisible();
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await expect(toast(page, 'Creazione del documento in corso…')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Annulla' })).toBeDisabled();
    await expect(form).toHaveCount(0, { timeout: 30_000 });
    await expect(toast(page, 'Documento creato')).toBeVisible();
    const made = (await documentsOf(desk)).find(({ fileName }) => fileName === 'proposta.pdf');
    expect(made).toMatchObject({ status: 'READY_TO_SIGN', sigType: 'OTP', signable: true, archivable: true });
    await expect(row(page, made?.id ?? 0)).toContainText("Proposta d'acquisto");
    await expect(page.getByRole('button', { name: 'Nuovo documento' })).toBeFocused();
  });

  test('must be signable and archivable where its type demands it', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    await openFolder(page, desk);
    const form = await newDocument(page, "Proposta d'acquisto");
    await fileOf(form).setInputFiles(pdf('proposta.pdf', await makePaper({ pages: 1 })));
    const signable = form.getByRole('checkbox', { name: 'Firmabile' });
    await signable.uncheck();
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(signable).toBeFocused();
    await expect(form.getByText('Obbligatorio per questo tipo di documento')).toBeVisible();
    expect(await documentsOf(desk)).toHaveLength(1);
  });

  test('that is to be signed needs a signature type, unless it is saved as a draft', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    await openFolder(page, desk);
    const form = await newDocument(page, 'Preventivo nuovo');
    const signable = form.getByRole('checkbox', { name: 'Firmabile' });
    await signable.uncheck();
    await pick(form, 'Tipo di firma', 'OTP, codice per SMS');
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
    await expect(row(page, made?.id ?? 0)).toContainText('Bozza');
  });

  test('needs its file even as a draft', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    await openFolder(page, desk);
    const form = await newDocument(page, 'Preventivo nuovo');
    for (const button of ['Crea il documento', 'Salva bozza']) {
      await form.getByRole('button', { name: button }).click();
      await expect(fileOf(form)).toBeFocused();
      await expect(fileOf(form)).toHaveAccessibleDescription(/Carica un file/);
    }
    expect(await documentsOf(desk)).toHaveLength(1);
  });
});

test.describe('the file', () => {
  test('is refused when it is of the wrong type, too large, empty, or one of several', async ({ visitors }) => {
    const page = await visitors.desk();
    await openFolder(page, await newDesk());
    const form = await newDocument(page, 'Preventivo nuovo');
    const file = fileOf(form);
    await expect(form.getByText('File accettati: PDF · uno solo, fino a 25 MB')).toBeVisible();
    for (const [given, said] of [
      [png, 'Tipo di file non ammesso. File accettati: PDF'],
      [pdf('enorme.pdf', tooLarge()), 'Il file supera 26.214.400 byte (25 MB): scegli un file più piccolo'],
      [pdf('vuoto.pdf', Buffer.alloc(0)), 'Il file è vuoto'],
    ] as const) {
      await file.setInputFiles(given);
      await expect(form.getByRole('alert')).toHaveText(said);
    }
    await form.getByRole('button', { name: 'Togli vuoto.pdf' }).click();
    await expect(file).toBeFocused();
    const several = await page.evaluateHandle(() => {
      const files = new DataTransfer();
      for (const name of ['uno.pdf', 'due.pdf']) files.items.add(new File(['%PDF'], name, { type: 'application/pdf' }));
      return files;
    });
    await form.getByText('Trascina il file o scegli dal computer').dispatchEvent('drop', { dataTransfer: several });
    await expect(form.getByRole('alert')).toHaveText('Si carica un solo file');
    await expect(form.getByText('uno.pdf')).toHaveCount(0);
  });

  test('may be an image or a text when nothing is signed, and is judged again when that changes', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    await openFolder(page, desk);
    const form = await newDocument(page, 'Preventivo nuovo');
    await fileOf(form).setInputFiles(png);
    await expect(form.getByRole('alert')).toHaveText('Tipo di file non ammesso. File accettati: PDF');
    await form.getByRole('checkbox', { name: 'Firmabile' }).uncheck();
    await expect(form.getByText(/^File accettati: immagini, Pdf, documenti di testo/)).toBeVisible();
    await expect(form.getByRole('alert')).toHaveCount(0);
    await form.getByRole('checkbox', { name: 'Firmabile' }).check();
    await expect(form.getByRole('alert')).toHaveText('Tipo di file non ammesso. File accettati: PDF');
    await pick(form, 'Tipo', "Documento d'identità");
    await expect(form.getByRole('alert')).toHaveCount(0);
    await expect(form.getByText('carta.png')).toBeVisible();
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(form).toHaveCount(0);
    expect((await documentsOf(desk)).find(({ fileName }) => fileName === 'carta.png')?.status).toBe('FINISH');
  });

  test('that the server refuses is told at the file, and nothing that was given is lost', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    visitors.watch.expectRefusal(422, /^\/api\/documents$/);
    await openFolder(page, desk);
    const form = await newDocument(page, 'Preventivo nuovo');
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    await fileOf(form).setInputFiles(pdf('rotto.pdf', await brokenPdf()));
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(fileOf(form)).toHaveAccessibleDescription(/Il PDF è danneggiato e non si può aprire/);
    await expect(fileOf(form)).toBeFocused();
    await expect(toast(page, 'Documento non creato')).toBeVisible();
    await expect(form.getByRole('checkbox', { name: 'Archiviabile' })).not.toBeChecked();
    await fileOf(form).setInputFiles(pdf('sano.pdf', await makePaper({ pages: 1 })));
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(form).toHaveCount(0);
    expect((await documentsOf(desk)).map(({ fileName }) => fileName).sort()).toEqual(['preventivo.pdf', 'sano.pdf']);
  });
});

test.describe('the extra fields of a type', () => {
  const extra = (name: string, type: string, required: boolean, standard: string | null = null) => ({
    ...{ name, type, required: String(required), default: standard },
  });

  test('are drawn by their type, filled in with its defaults, judged once touched', async ({ visitors }) => {
    const page = await visitors.desk();
    await withFields(page, [
      extra('NOTA', 'string', true, 'Da leggere'),
      extra('CONSEGNA', 'date', true, '2027-01-15'),
      extra('PERMUTA', 'checkbox', false, 'true'),
      extra('SALES_MANAGER', 'ROLE_SALE_MANAGER', false),
      extra('FORMA', 'polygon', true),
    ]);
    await openFolder(page, await newDesk());
    const asked = page.waitForRequest(/\/api\/coworkers\/authorities\/ROLE_SALE_MANAGER/);
    const form = await newDocument(page, 'Preventivo nuovo');
    const query = new URL((await asked).url()).searchParams;
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
    await expect(date).toHaveAccessibleDescription(/Data non valida/);
    await date.focus();
    await expect(note).toHaveAccessibleDescription(/Nota è un campo obbligatorio/);
    await note.fill('x'.repeat(256));
    await date.focus();
    await expect(note).toHaveAccessibleDescription(/255/);
    await pick(form, 'Responsabile vendite', 'Matteo Greco');
    await expect(select(form, 'Responsabile vendite')).toHaveValue('Matteo Greco');
  });

  test('that name a colleague are empty, and silently so, when the colleagues cannot be found', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    visitors.watch.expectRefusal(500, /^\/api\/coworkers\//);
    await page.route('**/api/coworkers/**', (route) => route.fulfill({ status: 500, json: {} }));
    await withFields(page, [extra('OPERATOR_DEALER', 'ROLE_OPERATOR_DEALER', false)]);
    await openFolder(page, await newDesk());
    const form = await newDocument(page, 'Preventivo nuovo');
    await expect(select(form, 'Caposervizio')).toHaveAttribute('placeholder', 'Nessun collega con questo ruolo');
    await expect(form.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('an existing document', () => {
  test('is edited under another title, its type and file fixed, and sends what may change alone', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    const draft = await make(desk, { draft: true, sigType: null });
    await openFolder(page, desk);
    await fromMenu(page, draft.id, 'Modifica');
    const form = dialog(page, 'Modifica documento');
    await expect(field(page, 'Tipo')).toHaveValue('Preventivo nuovo');
    await expect(field(page, 'Tipo')).not.toBeEditable();
    await expect(form.getByText('Il file non si cambia')).toBeVisible();
    await expect(fileOf(form)).toHaveCount(0);
    await form.getByRole('button', { name: 'Salva', exact: true }).click();
    await expect(form.getByText('Tipo di firma è un campo obbligatorio')).toBeVisible();
    await pick(form, 'Tipo di firma', 'OTP, codice per SMS');
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await form.getByRole('button', { name: 'Salva', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({
      ...{ id: draft.id, sigType: 'OTP', signable: true, archivable: false, variableFields: {} },
      lastModifiedDate: draft.lastModifiedDate,
    });
    await expect(form).toHaveCount(0);
    await expect(toast(page, 'Documento salvato')).toBeVisible();
    await expect(row(page, draft.id)).toContainText('Da Avviare');
  });

  test('that is a draft may stay one, and a finished one that is no PDF cannot become signable', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    const draft = await make(desk, { draft: true, sigType: null });
    const picture = await make(desk, {
      ...{ signable: false, sigType: null, fileName: 'foto.png', mimeType: 'image/png' },
      ...{ fileSize: PNG.length, content: PNG.toString('base64') },
    });
    await openFolder(page, desk);
    await fromMenu(page, draft.id, 'Modifica');
    const form = dialog(page, 'Modifica documento');
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    await form.getByRole('button', { name: 'Salva bozza' }).click();
    await expect(form).toHaveCount(0);
    expect(await read(desk, draft.id)).toMatchObject({ status: 'DRAFT', sigType: null, archivable: false });

    await fromMenu(page, picture.id, 'Modifica');
    await form.getByRole('checkbox', { name: 'Firmabile' }).check();
    await pick(form, 'Tipo di firma', 'OTP, codice per SMS');
    await form.getByRole('button', { name: 'Salva', exact: true }).click();
    await expect(form.getByText('Il file non è un PDF: si firmano solo i PDF')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Salva bozza' })).toHaveCount(0);
    expect((await read(desk, picture.id)).status).toBe('FINISH');
  });

  test('keeps a FEA signature, which is never offered', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    const draft = await make(desk, { draft: true, sigType: 'FEA' });
    await openFolder(page, desk);
    await fromMenu(page, draft.id, 'Modifica');
    const form = dialog(page, 'Modifica documento');
    await expect(select(form, 'Tipo di firma')).toHaveValue(/^FEA/);
    await form.getByRole('button', { name: 'Salva', exact: true }).click();
    await expect(form).toHaveCount(0);
    expect((await read(desk, draft.id)).sigType).toBe('FEA');
  });

  test('is not edited outside Bozza and Concluso, and says so', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    await openFolder(page, desk);
    const menu = await rowMenu(page, desk.readyId);
    const edit = menu.getByRole('menuitem', { name: /^Modifica/ });
    await expect(edit).toHaveAttribute('aria-disabled', 'true');
    await expect(edit).toContainText('Modifica non disponibile: si modifica solo in Bozza o Concluso.');
    await edit.dispatchEvent('click');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('that somebody else saved meanwhile loses nothing: what was typed stays on top of what they saved', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    const draft = await make(desk, { draft: true, sigType: null });
    visitors.watch.expectRefusal(409, /^\/api\/documents$/);
    await openFolder(page, desk);
    await fromMenu(page, draft.id, 'Modifica');
    const form = dialog(page, 'Modifica documento');
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    const other = await desk.caller.send('PUT', '/api/documents', {
      ...{ id: draft.id, sigType: 'OTP', signable: true, archivable: true, variableFields: {}, draft: true },
    });
    expect(other.status).toBe(200);
    await form.getByRole('button', { name: 'Salva bozza' }).click();
    await expect(form.getByRole('alert').first()).toContainText('Qualcuno ha salvato modifiche nel frattempo.');
    await form.getByRole('button', { name: 'Ricarica i dati' }).click();
    await expect(form.getByText('Dati ricaricati.')).toBeVisible();
    await expect(form.getByRole('checkbox', { name: 'Archiviabile' })).not.toBeChecked();
    await expect(select(form, 'Tipo di firma')).toHaveValue('OTP, codice per SMS');
    await form.getByRole('button', { name: 'Salva bozza' }).click();
    await expect(form).toHaveCount(0);
    expect(await read(desk, draft.id)).toMatchObject({ sigType: 'OTP', archivable: false, status: 'DRAFT' });
  });
});

test.describe('what was typed', () => {
  test('stays when the save fails, and is offered again after a reload, the file by its name', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    await openFolder(page, desk);
    const form = await newDocument(page, 'Preventivo nuovo');
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    await fileOf(form).setInputFiles(pdf('lungo.pdf', await makePaper({ pages: 1 })));
    visitors.watch.expectRefusal(503, /^\/api\/documents$/);
    await page.route('**/api/documents', (route) => route.fulfill({ status: 503, json: {} }));
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(form.getByRole('alert').first()).toBeVisible();
    await expect(form.getByText('lungo.pdf')).toBeVisible();
    await page.reload();
    await newDocument(page);
    await expect(form.getByText('Hai lasciato a metà questo modulo.')).toBeVisible();
    await form.getByRole('button', { name: 'Riprendi' }).click();
    await expect(select(form, 'Tipo')).toHaveValue('Preventivo nuovo');
    await expect(form.getByRole('checkbox', { name: 'Archiviabile' })).not.toBeChecked();
    await expect(form.getByText('Scegli di nuovo il file «lungo.pdf»: il testo si conserva, i file no.')).toBeVisible();
    await form.getByRole('button', { name: 'Annulla' }).click();
    await newDocument(page);
    await expect(form.getByText('Hai lasciato a metà questo modulo.')).toHaveCount(0);
  });

  test('waits for the same person after the session ended', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    const draft = await make(desk, { draft: true, sigType: null });
    visitors.watch.expectRefusal(401, /^\/api\//);
    await openFolder(page, desk);
    await fromMenu(page, draft.id, 'Modifica');
    const form = dialog(page, 'Modifica documento');
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).toContain('document.');
    await page.route('**/api/documents', (route) => route.fulfill({ status: 401, json: {} }));
    await form.getByRole('button', { name: 'Salva bozza' }).click();
    await expect(page.getByRole('heading', { name: 'Con chi vuoi entrare?' })).toBeVisible();
    await page.unroute('**/api/documents');
    await page.getByRole('button', { name: /\bdealer$/ }).click();
    await expect(page.getByRole('table', { name: 'Documenti' })).toBeVisible();
    await fromMenu(page, draft.id, 'Modifica');
    await form.getByRole('button', { name: 'Riprendi' }).click();
    await expect(form.getByRole('checkbox', { name: 'Archiviabile' })).not.toBeChecked();
  });
});

test.describe('deleting', () => {
  test('asks by name, takes the document out of the list and its folder count down', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    const draft = await make(desk, { draft: true, type: 'SALE_NEW_PROPOSAL' });
    await openFolder(page, desk);
    await fromMenu(page, draft.id, 'Elimina');
    const question = dialog(page, "Eliminare la bozza «Proposta d'acquisto»?");
    await expect(question).toContainText(`Documento n. ${draft.id} di Ginevra Provetti.`);
    await question.getByRole('button', { name: 'Annulla' }).click();
    await expect(row(page, draft.id)).toBeVisible();
    await expect(page.getByRole('button', { name: new RegExp(`^Altre azioni: .* ${draft.id}$`) })).toBeFocused();
    await fromMenu(page, draft.id, 'Elimina');
    await question.getByRole('button', { name: 'Elimina bozza' }).click();
    await expect(row(page, draft.id)).toHaveCount(0);
    await expect(toast(page, 'Documento eliminato')).toBeVisible();
    expect((await documentsOf(desk)).map(({ id }) => id)).toEqual([desk.readyId]);
    await fromMenu(page, desk.readyId, 'Elimina');
    await expect(dialog(page, 'Eliminare il documento «Preventivo nuovo»?')).toBeVisible();
  });

  test('is refused once signing was started, in words', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    expect((await desk.caller.send('POST', `/api/documents/${desk.readyId}/sign`, {})).status).toBe(200);
    await openFolder(page, desk);
    const menu = await rowMenu(page, desk.readyId);
    const remove = menu.getByRole('menuitem', { name: /^Elimina/ });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await expect(remove).toContainText('Eliminazione non disponibile: la firma è già stata avviata.');
  });

  test('that the server refuses says why, and the document stays', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await newDesk();
    visitors.watch.expectRefusal(409, /^\/api\/documents\/\d+$/);
    await openFolder(page, desk);
    await fromMenu(page, desk.readyId, 'Elimina');
    const question = dialog(page, 'Eliminare il documento «Preventivo nuovo»?');
    await expect(question).toBeVisible();
    expect((await desk.caller.send('POST', `/api/documents/${desk.readyId}/sign`, {})).status).toBe(200);
    await question.getByRole('button', { name: 'Elimina documento' }).click();
    await expect(question.getByRole('alert').first()).toContainText('La firma è già stata avviata');
    await expect(toast(page, 'Documento non eliminato')).toBeVisible();
  });
});

test('whoever may only read finds neither new, edit, delete nor QR', async ({ visitors }) => {
  const desk = await newDesk();
  const draft = await make(desk, { draft: true });
  for (const login of ['readonly', 'sa3']) {
    const page = await visitors.desk();
    await openFolder(page, desk, login);
    await expect(page.getByRole('button', { name: 'Nuovo documento' })).toHaveCount(0);
    const menu = await rowMenu(page, draft.id);
    await expect(menu.getByRole('menuitem').first()).toBeVisible();
    for (const action of [/^Modifica/, /^Elimina/, /QR/, /^Avvia/]) {
      await expect(menu.getByRole('menuitem', { name: action })).toHaveCount(0);
    }
  }
});

test('the form is used by keyboard alone and gives the focus back', async ({ visitors }) => {
  const page = await visitors.desk();
  await openFolder(page, await newDesk());
  const opener = page.getByRole('button', { name: 'Nuovo documento' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Nuovo documento');
  await expect(select(form, 'Tipo')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(fileOf(form)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('the dialogs are legible in both themes and at every width', async ({ visitors }) => {
  test.slow();
  const page = await visitors.desk(CALM);
  const desk = await newDesk();
  const draft = await make(desk, { draft: true, type: 'SALE_NEW_PROPOSAL' });
  await withFields(page, [
    { name: 'CONSEGNA', type: 'date', required: 'true', default: null },
    { name: 'SALES_MANAGER', type: 'ROLE_SALE_MANAGER', required: 'false', default: null },
    { name: 'FORMA', type: 'polygon', required: 'true', default: null },
  ]);
  await openFolder(page, desk);
  const form = await newDocument(page);
  await look(page, 'new document, no type yet');
  await pick(form, 'Tipo', 'Preventivo nuovo');
  await form.getByRole('button', { name: 'Crea il documento' }).click();
  await expect(fileOf(form)).toBeFocused();
  await look(page, 'new document with errors');
  await page.keyboard.press('Escape');
  await fromMenu(page, draft.id, 'Modifica');
  await expect(dialog(page, 'Modifica documento').getByText('Il file non si cambia')).toBeVisible();
  await look(page, 'edit of a document');
  await page.keyboard.press('Escape');
  await fromMenu(page, draft.id, 'Elimina');
  await look(page, 'delete confirmation');
});
