/** "Invia al tablet": the choice of tablet, its queue, what leaves it, and what to do without a tablet. */
import { realNow } from '../../clock.ts';
import { makePaper } from '../../papers/paper.ts';
import { newTablet } from '../../stages/tablets.ts';
import { createDeskFolder } from '../desk/desk-pages.ts';
import { action, card, moreActions, openDocument } from '../desk/document-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { readyPaper } from '../support/portal-calls.ts';
import { clickCreate, dialogProblem, fileInput, pdf, statusChip } from '../support/portal-pages.ts';
import { test as demo, expect } from '../support/watched-browsers.ts';
import { newTabletBrowser, openPairedTablet } from './device-office.ts';
import { openTabletDialog, tabletDialog, test } from './tablet-office.ts';

const QUEUE_CALL = /^\/api\/documents\/\d+\/tablet-queue$/;

demo.describe('where no tablet was paired', () => {
  demo('the dialog says so, whom to ask and what works meanwhile', async ({ visitors }) => {
    const page = await visitors.desk(REDUCED_MOTION);
    const { known } = await readyPaper(1);
    await openDocument(page, known.documentId);
    const dialog = await openTabletDialog(page);
    await expect(dialog.getByText('Nessun tablet attivato in questa sede')).toBeVisible();
    await expect(dialog).toContainText('Chiedi a chi amministra le licenze della concessionaria di attivarne uno.');
    await expect(dialog.getByRole('button', { name: /^Invia/ })).toHaveCount(0);
    await expect(dialog.getByRole('link', { name: 'Vai a Licenze' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Mostra il QR' }).click();
    const code = page.getByRole('dialog', { name: 'Firma con il telefono' });
    await expect(code.getByRole('img', { name: /^Codice QR/ })).toBeVisible();
    await code.getByRole('button', { name: 'Invia al tablet' }).click();
    await expect(dialog.getByText('Nessun tablet attivato in questa sede')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(action(page, 'Altre azioni')).toBeFocused();
  });

  demo('whoever manages the licences is led to them', async ({ visitors }) => {
    const page = await visitors.desk();
    const { known } = await readyPaper(1);
    await openDocument(page, known.documentId, 'supervisor');
    const dialog = await openTabletDialog(page);
    await expect(dialog).toContainText('Serve una licenza con un’attivazione per questa sede');
    await dialog.getByRole('link', { name: 'Vai a Licenze' }).click();
    await expect(page).toHaveURL(/\/app\/licenses$/);
    await expect(tabletDialog(page)).toHaveCount(0);
  });

  demo('it is not there for whoever may not sign, and not available for a draft', async ({ visitors }) => {
    const desk = await createDeskFolder();
    expect((await desk.caller.send('POST', `/api/documents/${desk.readyId}/take-back`)).status).toBe(200);
    const dealer = await visitors.desk();
    await openDocument(dealer, desk.readyId);
    await expect((await moreActions(dealer)).getByRole('menuitem', { name: /tablet/ })).toHaveCount(0);
    const { known } = await readyPaper(1);
    for (const login of ['sa3', 'readonly']) {
      const reader = await visitors.desk();
      await openDocument(reader, known.documentId, login);
      const menu = await moreActions(reader);
      await expect(menu.getByRole('menuitem', { name: 'Scarica', exact: true })).toBeVisible();
      await expect(menu.getByRole('menuitem', { name: /tablet/ })).toHaveCount(0);
      await expect(reader.getByRole('button', { name: /tablet/ })).toHaveCount(0);
    }
  });
});

test('a document is sent to the chosen tablet, and its page shows that in every tab', { tag: '@gate' }, async ({
  visitors,
  office,
  banco1,
  banco2,
}) => {
  const page = await visitors.desk(REDUCED_MOTION);
  const [{ id }, { id: earlier }] = [await office.api.newReadyDocument(), await office.api.newReadyDocument()];
  await office.api.bodyOf(office.api.post('admin', `/api/documents/${earlier}/tablet-queue`, { tabletId: banco2 }));
  await office.enter(page, `/app/documents/${id}`);
  const other = await page.context().newPage();
  await other.goto(`/app/documents/${id}`);
  await expect(statusChip(other, 'Da Avviare')).toBeVisible();

  const dialog = await openTabletDialog(page);
  await expect(dialog.getByRole('radio', { name: /^Banco 1/ })).toBeFocused();
  await expect(dialog.getByRole('radio', { name: /^Banco 2/ })).toHaveAccessibleName(/1 documento in coda/);
  await page.keyboard.press('ArrowDown');
  const queue = dialog.getByRole('region', { name: 'In coda per «Banco 2»' });
  await expect(queue.getByRole('listitem')).toHaveText([/Preventivo nuovo · Ginevra Provetti.*admin/]);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('In coda per il tablet «Banco 2»', { exact: true }).last()).toBeVisible();
  for (const tab of [page, other]) {
    const signers = card(tab, 'Firme');
    await expect(signers).toContainText('In coda per il tablet «Banco 2»');
    await expect(signers).toContainText(/Inviato da dealer Prova, \d\d\/\d\d\/\d{4}/);
  }
  expect((await office.queued(id)).map(({ tablet }) => tablet.id)).toEqual([banco2]);

  await openTabletDialog(page);
  await expect(dialog.getByRole('radio', { name: /^Banco 2/ })).toBeChecked();
  await expect(queue.getByRole('listitem').last()).toContainText('(questo documento)');
  await expect(dialog.getByRole('button', { name: /^(Invia a|Sposta su)/ })).toHaveCount(0);
  await dialog.getByText('Banco 1', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Sposta su «Banco 1»' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(other, 'Firme')).toContainText('In coda per il tablet «Banco 1»');
  expect((await office.queued(id)).map(({ tablet }) => tablet.id)).toEqual([banco1]);

  await card(other, 'Firme').getByRole('button', { name: 'Togli dalla coda' }).click();
  await expect(card(page, 'Firme').getByText(/In coda per il tablet/)).toHaveCount(0);
  expect(await office.queued(id)).toEqual([]);
});

test('the wizard creates a document for handwriting on a tablet without starting its signature', async ({
  visitors,
  office,
  banco1,
}) => {
  expect(banco1).toBeGreaterThan(0);
  const page = await visitors.desk();
  const folderId = await office.api.newFolder('dealer');
  const { dossierId } = await office.api.bodyOf(office.api.get('dealer', `/api/folders/${folderId}`));
  await office.enter(page, `/app/wizard/bmw/sale_new/sale_new_rfo?dossier=${dossierId}`);
  await expect(page.getByRole('button', { name: 'Crea e avvia la firma' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Tipo di firma' }).click();
  await page.getByRole('option', { name: /grafometrica/i }).click();
  await expect(page.getByRole('button', { name: 'Crea il documento' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Crea e avvia la firma' })).toHaveCount(0);
});

test('a document sent twice at once is queued once', async ({ visitors, office, banco1 }) => {
  const page = await visitors.desk();
  const { id } = await office.api.newReadyDocument();
  await office.enter(page, `/app/documents/${id}`);
  const dialog = await openTabletDialog(page);
  await dialog.getByText('Banco 1', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Invia a «Banco 1»' }).dblclick();
  await expect(card(page, 'Firme')).toContainText('In coda per il tablet «Banco 1»');
  await Promise.all(
    [1, 2, 3].map(() => office.api.post('dealer', `/api/documents/${id}/tablet-queue`, { tabletId: banco1 })),
  );
  expect(await office.queued(id)).toHaveLength(1);
});

test('a user removes another document from the queue of a tablet', async ({ visitors, office, banco1 }) => {
  const page = await visitors.desk();
  const [{ id }, { id: first }] = [
    await office.api.newReadyDocument(),
    await office.api.newReadyDocument({ type: 'SALE_NEW_ACCEPTANCE' }),
  ];
  await office.api.bodyOf(office.api.post('dealer', `/api/documents/${first}/tablet-queue`, { tabletId: banco1 }));
  await office.enter(page, `/app/documents/${id}`);
  const dialog = await openTabletDialog(page);
  await dialog.getByText('Banco 1', { exact: true }).click();
  const name = 'Togli dalla coda: Accettazione proposta, Ginevra Provetti';
  await dialog.getByRole('button', { name }).click();
  await expect(dialog.getByRole('button', { name })).toHaveCount(0);
  expect(await office.queued(first)).toEqual([]);
});

test('cancelling or completing the signature removes the document from the queue', async ({
  visitors,
  office,
  banco1,
}) => {
  const page = await visitors.desk();
  const cancelled = await office.api.newReadyDocument();
  const signed = await office.api.newReadyDocument();
  for (const { id } of [cancelled, signed]) {
    await office.api.bodyOf(office.api.post('dealer', `/api/documents/${id}/tablet-queue`, { tabletId: banco1 }));
  }
  await office.enter(page, `/app/documents/${cancelled.id}`);
  await action(page, 'Avvia la firma').click();
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await expect(card(page, 'Firme')).toContainText('In coda per il tablet «Banco 1»');
  await action(page, 'Annulla firma').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Annulla firma' }).click();
  await expect(statusChip(page, 'Da Avviare')).toBeVisible();
  await expect(card(page, 'Firme').getByText(/In coda per il tablet/)).toHaveCount(0);

  await page.goto(`/app/documents/${signed.id}`);
  await expect(card(page, 'Firme')).toContainText('In coda per il tablet «Banco 1»');
  const { signer, code, points } = await office.api.readyToConfirm(signed);
  await office.api.bodyOf(signer.post('/sign', { code, points }));
  await expect(statusChip(page, 'Firmato')).toBeVisible();
  await expect(page.getByText(/In coda per il tablet/)).toHaveCount(0);
});

test('a document open on the tablet is removed only by cancelling the signature', async ({
  visitors,
  office,
  banco1,
}) => {
  const page = await visitors.desk();
  const { id } = await office.api.newReadyDocument();
  await office.api.bodyOf(office.api.post('dealer', `/api/documents/${id}/tablet-queue`, { tabletId: banco1 }));
  await office.api.startSigning(id);
  await office.api.database.transaction((tx) =>
    tx.updateTable('tablet_queue_entry').set({ taken_date: realNow() }).where('document_id', '=', id).execute(),
  );
  await office.enter(page, `/app/documents/${id}`);
  const signers = card(page, 'Firme');
  await expect(signers).toContainText('Aperto sul tablet «Banco 1»');
  const remove = signers.getByRole('button', { name: 'Togli dalla coda' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(remove).toHaveAccessibleDescription(/per toglierlo annulla la firma/);
  await action(page, 'Annulla firma').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Annulla firma' }).click();
  await expect(signers.getByText(/sul tablet/)).toHaveCount(0);
});

test('a refusal is shown in the dialog, which updates to the current state', async ({ visitors, office, tablets }) => {
  expect(tablets).toHaveLength(2);
  visitors.watch.expectRefusal(404, QUEUE_CALL);
  visitors.watch.expectRefusal(409, QUEUE_CALL);
  const page = await visitors.desk();
  const leaving = await newTablet(office.api, 'A tempo');
  const { id, folderId } = await office.api.newReadyDocument();
  await office.enter(page, `/app/documents/${id}`);
  const dialog = await openTabletDialog(page);
  await dialog.getByText('A tempo', { exact: true }).click();
  await office.api.remove('admin', `/api/activations/${leaving}`);
  await dialog.getByRole('button', { name: 'Invia a «A tempo»' }).click();
  await expect(dialogProblem(dialog)).toContainText('Questo tablet non è attivo nella sede del documento.');
  await expect(dialog.getByRole('radio', { name: /^A tempo/ })).toHaveCount(0);
  const folder = await office.api.bodyOf(office.api.get('admin', `/api/folders/${folderId}`));
  await page.route('**/api/documents/*/tablet-queue', async (route) => {
    await office.api.bodyOf(office.api.put('admin', '/api/folders', { ...folder, status: 'CLOSED' }));
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Invia a «Banco 1»' }).click();
  await expect(dialogProblem(dialog)).toContainText('La cartella è chiusa.');
  expect(await office.queued(id)).toEqual([]);
});

test('a list that cannot be loaded shows an error and a retry', async ({ visitors, office, tablets }) => {
  expect(tablets).toHaveLength(2);
  visitors.watch.expectRefusal(500, /^\/api\/tablets$/);
  const page = await visitors.desk();
  const { id } = await office.api.newReadyDocument();
  await office.enter(page, `/app/documents/${id}`);
  await page.route('**/api/tablets?*', (route) => route.fulfill({ status: 500, json: {} }));
  const dialog = await openTabletDialog(page);
  await expect(dialog.getByRole('alert')).toContainText('Errore interno del server');
  await page.unroute('**/api/tablets?*');
  await dialog.getByRole('button', { name: 'Riprova' }).click();
  await expect(dialog.getByRole('radio', { name: /^Banco 1/ })).toBeVisible();
});

test('a document for handwriting is sent to a tablet where its direct start is disabled', async ({
  visitors,
  office,
}) => {
  // A separate dealer: none of its tablets was ever paired, regardless of the other tests.
  await newTablet(office.api, 'Banco di Modena', { hst: '10002' });
  const page = await visitors.desk();
  const { id } = await office.api.newReadyDocument({ sigType: 'GRAPHOMETRIC' }, { hst: '10002' }, 'modena');
  await office.enter(page, `/app/documents/${id}`, 'modena');
  await expect(action(page, 'Avvia la firma')).toHaveAttribute('aria-disabled', 'true');
  await action(page, 'Invia al tablet').click();
  await tabletDialog(page)
    .getByRole('button', { name: /^Invia a «/ })
    .click();
  await expect(card(page, 'Firme')).toContainText('In coda per il tablet');
});

test('sending to a tablet asks for the signer of the dealer, and the customer starts the signature there', async ({
  visitors,
  office,
}) => {
  visitors.watch.expectRefusal(409, QUEUE_CALL);
  const { api: walk } = office;
  const login = `vendite${walk.nextNumber()}`;
  await walk.newUser(login, 'ROLE_SALE_MANAGER', ['10001'], [{ brand: 'bmw', permissions: ['SALE_NEW'] }]);
  const [page, tablet] = [await visitors.desk(REDUCED_MOTION), await newTabletBrowser(visitors)];
  const tabletId = await openPairedTablet(office, tablet, 'Banco vendite');
  const email = `${login}.cliente@example.com`;
  const { id } = await walk.newReadyDocument({ type: 'SALE_NEW_PROPOSAL' }, { email });
  await office.enter(page, `/app/documents/${id}`);
  const dialog = await openTabletDialog(page);
  await dialog.getByText('Banco vendite', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Invia a «Banco vendite»' }).click();
  const signerDialog = page.getByRole('dialog', { name: 'Chi firma per la concessionaria?' });
  await signerDialog.getByRole('combobox', { name: 'Responsabile vendite' }).click();
  await page.getByRole('option', { name: `${login} Prova` }).click();
  await inspectPage(page, 'tablet: who signs for the dealer');
  await signerDialog.getByRole('button', { name: 'Invia a «Banco vendite»' }).click();
  await expect(card(page, 'Firme')).toContainText('In coda per il tablet «Banco vendite»');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(statusChip(page, 'Da Avviare')).toBeVisible();
  expect((await office.queued(id)).map((entry) => entry.tablet.id)).toEqual([tabletId]);
  expect(await walk.test.outbox(email)).toEqual([]);

  await tablet.getByRole('button', { name: /^Apri: / }).click();
  await expect(tablet.getByRole('button', { name: 'Leggi il documento' })).toBeVisible();
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await expect(card(page, 'Firme')).toContainText(`${login} Prova`);
});

test('the wizard can send the document to a tablet', async ({ visitors, office, banco1 }) => {
  const page = await visitors.desk();
  const folderId = await office.api.newFolder('dealer');
  await office.enter(page, `/app/wizard/bmw/sale_new/sale_new_rfo?folder=${folderId}`);
  await fileInput(page).setInputFiles(pdf('preventivo.pdf', await makePaper({ pages: 1 })));
  await expect(page.getByText('pagina 1 di 1', { exact: true })).toBeVisible();
  await clickCreate(page);
  await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
  await page.getByRole('button', { name: 'Invia al tablet' }).click();
  const dialog = tabletDialog(page);
  await dialog.getByText('Banco 1', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Invia a «Banco 1»' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('In coda per il tablet «Banco 1»');
  const queue = await office.api.bodyOf(office.api.get('dealer', '/api/tablet-queue?hst=10001'));
  expect(queue.at(-1)).toMatchObject({ documentType: 'SALE_NEW_RFO', tablet: { id: banco1 } });
});
