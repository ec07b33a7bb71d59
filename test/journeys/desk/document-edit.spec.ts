/** An existing document in its form: what may change, what is kept, deletion, permissions. */

import { png } from '../../papers/files.ts';
import { makePaper } from '../../papers/paper.ts';
import { expectToast, recordToasts } from '../administration/registry-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { dialogProblem, field, pdf } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import {
  addTypeFields,
  chooseFromRowMenu,
  createDeskFolder,
  createDocument,
  dialog,
  documentRow,
  documentsOf,
  fileOf,
  newDocument,
  openFolder,
  pickOption,
  readDocument,
  rowMenu,
  select,
} from './desk-pages.ts';

test.describe('an existing document', () => {
  test('is edited under another title, its type and file fixed, and sends what may change alone', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    const draft = await createDocument(desk, { draft: true, sigType: null });
    await recordToasts(page);
    await openFolder(page, desk);
    await chooseFromRowMenu(page, draft.id, 'Modifica');
    const form = dialog(page, 'Modifica documento');
    await expect(field(page, 'Tipo')).toHaveValue('Preventivo nuovo');
    await expect(field(page, 'Tipo')).not.toBeEditable();
    await expect(form.getByText('Il file non si cambia')).toBeVisible();
    await expect(fileOf(form)).toHaveCount(0);
    await form.getByRole('button', { name: 'Salva', exact: true }).click();
    await expect(form.getByText('Tipo di firma è un campo obbligatorio')).toBeVisible();
    await pickOption(form, 'Tipo di firma', 'OTP, codice per SMS');
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await form.getByRole('button', { name: 'Salva', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({
      ...{ id: draft.id, sigType: 'OTP', signable: true, archivable: false, variableFields: {} },
      lastModifiedDate: draft.lastModifiedDate,
    });
    await expect(form).toHaveCount(0);
    await expectToast(page, 'Documento salvato');
    await expect(documentRow(page, draft.id)).toContainText('Da Avviare');
  });

  test('that is a draft may stay one, and a finished one that is no PDF cannot become signable', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    const draft = await createDocument(desk, { draft: true, sigType: null });
    const picture = await createDocument(desk, {
      ...{ signable: false, sigType: null, fileName: 'foto.png', mimeType: 'image/png' },
      ...{ fileSize: png().length, content: png().toString('base64') },
    });
    // Handwriting can be chosen only at a dealer with a tablet.
    const tablet = { id: 1, hst: '10001', deviceLabel: 'Banco 1', deviceName: null, expiresAt: null };
    await page.route('**/api/tablets?*', (route) => route.fulfill({ json: [tablet] }));
    await openFolder(page, desk);
    await chooseFromRowMenu(page, draft.id, 'Modifica');
    const form = dialog(page, 'Modifica documento');
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    await form.getByRole('button', { name: 'Salva bozza' }).click();
    await expect(form).toHaveCount(0);
    expect(await readDocument(desk, draft.id)).toMatchObject({ status: 'DRAFT', sigType: null, archivable: false });

    for (const kind of ['OTP, codice per SMS', 'Grafometrica, su tablet']) {
      await chooseFromRowMenu(page, picture.id, 'Modifica');
      await form.getByRole('checkbox', { name: 'Firmabile' }).check();
      await pickOption(form, 'Tipo di firma', kind);
      await form.getByRole('button', { name: 'Salva', exact: true }).click();
      await expect(form.getByText('Il file non è un PDF: si firmano solo i PDF')).toBeVisible();
      await expect(form.getByRole('button', { name: 'Salva bozza' })).toHaveCount(0);
      await form.getByRole('button', { name: 'Annulla' }).click();
      await expect(form).toHaveCount(0);
    }
    expect((await readDocument(desk, picture.id)).status).toBe('FINISH');
  });

  test('keeps a FEA signature, which is offered to no other', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    const draft = await createDocument(desk, { draft: true, sigType: 'FEA' });
    await openFolder(page, desk);
    await chooseFromRowMenu(page, draft.id, 'Modifica');
    const form = dialog(page, 'Modifica documento');
    await expect(select(form, 'Tipo di firma')).toHaveValue(/^FEA/);
    await select(form, 'Tipo di firma').click();
    await expect(form.getByRole('option')).toHaveText([/^OTP/, /^Grafometrica/, /^FEA/]);
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Salva', exact: true }).click();
    await expect(form).toHaveCount(0);
    expect((await readDocument(desk, draft.id)).sigType).toBe('FEA');

    const plain = await createDocument(desk, { draft: true, sigType: 'OTP' });
    await chooseFromRowMenu(page, plain.id, 'Modifica');
    await expect(select(form, 'Tipo di firma')).toHaveValue(/^OTP/);
    await select(form, 'Tipo di firma').click();
    await expect(form.getByRole('option')).toHaveText([/^OTP/, /^Grafometrica/]);
  });

  test('is not edited outside Bozza and Concluso, and says so', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await openFolder(page, desk);
    const menu = await rowMenu(page, desk.readyId);
    const edit = menu.getByRole('menuitem', { name: /^Modifica/ });
    await expect(edit).toHaveAttribute('aria-disabled', 'true');
    await expect(edit).toContainText('Modifica non disponibile: si modifica solo in Bozza o Concluso.');
    await edit.dispatchEvent('click');
    await menu.getByRole('menuitem', { name: 'Elimina' }).click();
    await expect(dialog(page, 'Eliminare il documento «Preventivo nuovo»?')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    // A dialog is fetched on demand; this one was not.
    expect(fetched.filter((url) => /\/remove-dialog-[^/]+\.js$/.test(url))).not.toEqual([]);
    expect(fetched.filter((url) => /\/edit-dialog-[^/]+\.js$/.test(url))).toEqual([]);
  });

  test('that somebody else saved meanwhile loses nothing: what was typed stays on top of what they saved', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    const draft = await createDocument(desk, { draft: true, sigType: null });
    visitors.watch.expectRefusal(409, /^\/api\/documents$/);
    await openFolder(page, desk);
    await chooseFromRowMenu(page, draft.id, 'Modifica');
    const form = dialog(page, 'Modifica documento');
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    const other = await desk.caller.send('PUT', '/api/documents', {
      ...{ id: draft.id, sigType: 'OTP', signable: true, archivable: true, variableFields: {}, draft: true },
    });
    expect(other.status).toBe(200);
    await form.getByRole('button', { name: 'Salva bozza' }).click();
    await expect(form.locator('form').getByText('Qualcuno ha salvato modifiche nel frattempo.')).toBeVisible();
    await form.getByRole('button', { name: 'Ricarica i dati' }).click();
    await expect(form.getByText('Dati ricaricati.')).toBeVisible();
    await expect(form.getByRole('checkbox', { name: 'Archiviabile' })).not.toBeChecked();
    await expect(select(form, 'Tipo di firma')).toHaveValue('OTP, codice per SMS');
    await form.getByRole('button', { name: 'Salva bozza' }).click();
    await expect(form).toHaveCount(0);
    expect(await readDocument(desk, draft.id)).toMatchObject({ sigType: 'OTP', archivable: false, status: 'DRAFT' });
  });
});

test.describe('what was typed', () => {
  test('stays when the save fails, and is offered again after a reload, the file by its name', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    await openFolder(page, desk);
    const form = await newDocument(page, 'Preventivo nuovo');
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    await fileOf(form).setInputFiles(pdf('lungo.pdf', await makePaper({ pages: 1 })));
    visitors.watch.expectRefusal(503, /^\/api\/documents$/);
    await page.route('**/api/documents', (route) => route.fulfill({ status: 503, json: {} }));
    await form.getByRole('button', { name: 'Crea il documento' }).click();
    await expect(dialogProblem(form)).toContainText('Errore generico');
    await expect(form.getByTitle('lungo.pdf')).toBeVisible();
    await page.reload();
    await newDocument(page);
    await expect(form.getByText('Bozza su questo computer.')).toBeVisible();
    await form.getByRole('button', { name: 'Riprendi' }).click();
    await expect(select(form, 'Tipo')).toHaveValue('Preventivo nuovo');
    await expect(form.getByRole('checkbox', { name: 'Archiviabile' })).not.toBeChecked();
    await expect(form.getByText('Scegli di nuovo il file «lungo.pdf»: il testo si conserva, i file no.')).toBeVisible();
    await form.getByRole('button', { name: 'Annulla' }).click();
    await newDocument(page);
    await expect(form.getByText('Bozza su questo computer.')).toHaveCount(0);
  });

  test('waits for the same person after the session ended', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    const draft = await createDocument(desk, { draft: true, sigType: null });
    visitors.watch.expectRefusal(401, /^\/api\//);
    await openFolder(page, desk);
    await chooseFromRowMenu(page, draft.id, 'Modifica');
    const form = dialog(page, 'Modifica documento');
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('document.');
    await page.route('**/api/documents', (route) => route.fulfill({ status: 401, json: {} }));
    await form.getByRole('button', { name: 'Salva bozza' }).click();
    await expect(page.getByRole('heading', { name: 'Con chi vuoi entrare?' })).toBeVisible();
    await page.unroute('**/api/documents');
    await page.getByRole('button', { name: /\bdealer$/ }).click();
    await expect(page.getByRole('table', { name: 'Documenti' })).toBeVisible();
    await chooseFromRowMenu(page, draft.id, 'Modifica');
    await form.getByRole('button', { name: 'Riprendi' }).click();
    await expect(form.getByRole('checkbox', { name: 'Archiviabile' })).not.toBeChecked();
  });
});

test.describe('deleting', () => {
  test('asks by name, takes the document out of the list and its folder count down', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    const draft = await createDocument(desk, { draft: true, type: 'SALE_NEW_PROPOSAL' });
    await recordToasts(page);
    await openFolder(page, desk);
    await chooseFromRowMenu(page, draft.id, 'Elimina');
    const question = dialog(page, 'Eliminare la bozza «Proposta d’acquisto»?');
    await expect(question).toContainText(`Documento n. ${draft.id} di Ginevra Provetti.`);
    await question.getByRole('button', { name: 'Annulla' }).click();
    await expect(documentRow(page, draft.id)).toBeVisible();
    await expect(page.getByRole('button', { name: new RegExp(`^Altre azioni: .* ${draft.id}$`) })).toBeFocused();
    await chooseFromRowMenu(page, draft.id, 'Elimina');
    await question.getByRole('button', { name: 'Elimina bozza' }).click();
    await expect(documentRow(page, draft.id)).toHaveCount(0);
    await expectToast(page, 'Documento eliminato');
    expect((await documentsOf(desk)).map(({ id }) => id)).toEqual([desk.readyId]);
    await chooseFromRowMenu(page, desk.readyId, 'Elimina');
    await expect(dialog(page, 'Eliminare il documento «Preventivo nuovo»?')).toBeVisible();
  });

  test('is refused once signing was started, in words', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    expect((await desk.caller.send('POST', `/api/documents/${desk.readyId}/sign`, {})).status).toBe(200);
    await openFolder(page, desk);
    const menu = await rowMenu(page, desk.readyId);
    const remove = menu.getByRole('menuitem', { name: /^Elimina/ });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await expect(remove).toContainText('Eliminazione non disponibile: la firma è già stata avviata.');
  });

  test('that the server refuses says why, and the document stays', async ({ visitors }) => {
    const page = await visitors.desk();
    const desk = await createDeskFolder();
    visitors.watch.expectRefusal(409, /^\/api\/documents\/\d+$/);
    await recordToasts(page);
    await openFolder(page, desk);
    await chooseFromRowMenu(page, desk.readyId, 'Elimina');
    const question = dialog(page, 'Eliminare il documento «Preventivo nuovo»?');
    await expect(question).toBeVisible();
    expect((await desk.caller.send('POST', `/api/documents/${desk.readyId}/sign`, {})).status).toBe(200);
    await question.getByRole('button', { name: 'Elimina documento' }).click();
    await expect(dialogProblem(question)).toContainText('La firma è già stata avviata');
    await expectToast(page, 'Documento non eliminato');
  });
});

test('whoever may only read finds neither new, edit, delete nor QR', async ({ visitors }) => {
  const desk = await createDeskFolder();
  const draft = await createDocument(desk, { draft: true });
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
  await openFolder(page, await createDeskFolder());
  const opener = page.getByRole('button', { name: 'Nuovo documento' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Nuovo documento');
  await expect(select(form, 'Tipo')).toBeFocused();
  // The types are loaded with the configuration; there is nothing to choose before.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(form.locator('[data-combobox-selected]')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(fileOf(form)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('the dialogs are legible in both themes and at every width', async ({ visitors }) => {
  test.slow();
  const page = await visitors.desk(REDUCED_MOTION);
  const desk = await createDeskFolder();
  const draft = await createDocument(desk, { draft: true, type: 'SALE_NEW_PROPOSAL' });
  await addTypeFields(page, [
    { name: 'CONSEGNA', type: 'date', required: 'true', default: null },
    { name: 'SALES_MANAGER', type: 'ROLE_SALE_MANAGER', required: 'false', default: null },
    { name: 'FORMA', type: 'polygon', required: 'true', default: null },
  ]);
  await openFolder(page, desk);
  const form = await newDocument(page);
  await inspectPage(page, 'new document, no type yet');
  await pickOption(form, 'Tipo', 'Preventivo nuovo');
  await expect(fileOf(form)).toBeAttached();
  await form.getByRole('button', { name: 'Crea il documento' }).click();
  await expect(fileOf(form)).toBeFocused();
  await inspectPage(page, 'new document with errors');
  await page.keyboard.press('Escape');
  await chooseFromRowMenu(page, draft.id, 'Modifica');
  await expect(dialog(page, 'Modifica documento').getByText('Il file non si cambia')).toBeVisible();
  await inspectPage(page, 'edit of a document');
  await page.keyboard.press('Escape');
  await chooseFromRowMenu(page, draft.id, 'Elimina');
  await inspectPage(page, 'delete confirmation');
});
