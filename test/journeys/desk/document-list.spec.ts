/** The documents of a folder: columns, paging, and which can be started and downloaded in each state. */
import type { Page } from '@playwright/test';
import { DOCUMENT_STATUSES } from '#domain/documents/document-states.ts';
import { png } from '../../papers/files.ts';
import { button, createFolder, delayCalls, openPageAs } from '../administration/registry-pages.ts';
import { WHOLE_BROWSER } from '../support/browser.ts';
import { Caller, startedPaper } from '../support/portal-calls.ts';
import { dialogProblem, interceptAnswer } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { createDeskFolder, createDocument, type DeskFolder, documentRow, rowMenu } from './desk-pages.ts';

// Signed files open in a separate tab.
test.use({ launchOptions: WHOLE_BROWSER });

const table = (page: Page) => page.getByRole('table', { name: 'Documenti', exact: true });
const open = (page: Page, desk: DeskFolder, login = 'dealer') =>
  openPageAs(page, login, `/app/folders/${desk.folderId}`);
const picture = {
  ...{ signable: false, sigType: null, fileName: 'foto.png', mimeType: 'image/png' },
  ...{ fileSize: png().length, content: png().toString('base64') },
};

test('shows eleven columns, with Si for archivable and signable documents', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  const kept = await createDocument(desk, { ...picture, archivable: false });
  const searchRequest = page.waitForRequest('**/api/documents-ext/search?page=0&size=10000&sort=fileName%2Casc');
  await open(page, desk);
  expect((await searchRequest).postDataJSON()).toEqual({ folderId: { equals: desk.folderId } });
  const headers = table(page).getByRole('columnheader').filter({ visible: true });
  for (const width of [1440, 1280, 1200]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(headers, `${width} px`).toHaveText([
      ...['ID', 'Tipo', 'Nome file', 'Firma', 'Archiviabile', 'Dimensione', 'Link di firma'],
      ...['Firmabile', 'Ultima modifica', 'Stato', 'Azioni'],
    ]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `the page at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1199, height: 900 });
  await expect(headers).toHaveText(['ID', 'Tipo', 'Firma', 'Link di firma', 'Stato', 'Azioni']);
  await page.setViewportSize({ width: 1280, height: 900 });
  const cells = (id: number) => documentRow(page, id).getByRole('cell');
  await expect(cells(desk.readyId)).toHaveText([
    ...[String(desk.readyId), 'Preventivo nuovo', 'preventivo.pdf', 'OTP', 'Si', /^\d+(,\d+)?\s(KB|MB|byte)$/, '–'],
    ...['Si', /^\d{2}\/\d{2}\/\d{4},? \d{2}:\d{2}$/, 'Da Avviare', ''],
  ]);
  await expect(cells(kept.id).nth(3)).toHaveText('–');
  await expect(cells(kept.id).nth(4)).toHaveText('–');
  await expect(cells(kept.id).nth(7)).toHaveText('–');
  await expect(cells(kept.id).nth(9)).toHaveText('Concluso');
});

test('shows different texts for an empty folder and for a filter without results', async ({ visitors }) => {
  const page = await visitors.desk();
  const folder = await createFolder();
  await openPageAs(page, 'dealer', `/app/folders/${folder.id}`);
  await expect(page.getByText('Nessun documento in questa cartella')).toBeVisible();
  await expect(page.getByText('I documenti che si aggiungono compaiono qui.')).toBeVisible();
  await expect(table(page)).toHaveCount(0);

  const desk = await createDeskFolder();
  await page.goto(`/app/folders/${desk.folderId}`);
  await expect(documentRow(page, desk.readyId)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Cerca nel nome o nel tipo' });
  await search.fill('nessuno si chiama così');
  await expect(page.getByText('Nessun documento trovato')).toBeVisible();
  await expect(documentRow(page, desk.readyId)).toHaveCount(0);
  await search.fill('preventivo nuovo');
  await expect(documentRow(page, desk.readyId)).toBeVisible();
});

test('pages by three, five or ten rows, with first, previous, next and last', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  await page.route('**/api/documents-ext/search?page=0&size=10000*', async (route) => {
    const answer = await route.fetch();
    const [firstRow] = (await answer.json()) as { id: number; fileName: string }[];
    const rows = Array.from({ length: 12 }, (_, index) => ({
      ...firstRow,
      ...{ id: 900_001 + index, fileName: `prova-${String(index + 1).padStart(2, '0')}.pdf` },
    }));
    await route.fulfill({ response: answer, json: rows, headers: { 'x-total-count': '12' } });
  });
  await open(page, desk);
  const pages = page.getByRole('navigation', { name: /^Pagine/ }).last();
  const ids = () => table(page).locator('tbody tr td:first-child').allInnerTexts();
  const from = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => String(900_000 + first + index));
  await expect(page.getByText('righe da 1 a 10 di 12')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Righe per pagina' }).getByRole('button')).toHaveText(['3', '5', '10']);
  await button(page, '5').click();
  await expect(page.getByText('righe da 1 a 5 di 12')).toBeVisible();
  await button(page, '3').click();
  await expect.poll(ids).toEqual(from(1, 3));
  for (const name of ['Prima pagina', 'Pagina precedente']) await expect(button(pages, name)).toBeDisabled();
  for (const [name, first] of [
    ['Pagina successiva', 4],
    ['Ultima pagina', 10],
    ['Pagina precedente', 7],
    ['Prima pagina', 1],
  ] as const) {
    await button(pages, name).click();
    await expect(page.getByText(`righe da ${first} a ${first + 2} di 12`)).toBeVisible();
    await expect.poll(ids).toEqual(from(first, 3));
  }
  await button(pages, 'Ultima pagina').click();
  for (const name of ['Ultima pagina', 'Pagina successiva']) await expect(button(pages, name)).toBeDisabled();
});

test('shows a label for each status', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  const names = [
    ...['Bozza', 'Da Avviare', 'Firma avviata', 'In attesa di firma', 'In completamento', 'Privacy in corso'],
    ...['Firmato', 'Concluso', 'Scaduto'],
  ];
  await page.route('**/api/documents-ext/search?page=0&size=10000*', async (route) => {
    const answer = await route.fetch();
    const [firstRow] = (await answer.json()) as object[];
    const rows = DOCUMENT_STATUSES.map((status, index) => ({ ...firstRow, id: 900_001 + index, status }));
    await route.fulfill({ response: answer, json: rows });
  });
  await open(page, desk);
  for (const [index, name] of names.entries()) {
    await expect(documentRow(page, 900_001 + index).getByText(name, { exact: true })).toBeVisible();
  }
});

test('starts a signature only from Da Avviare on a signable OTP document, and updates the row', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  const draft = await createDocument(desk, { draft: true });
  const finished = await createDocument(desk, picture);
  const drawn = await createDocument(desk, { sigType: 'GRAPHOMETRIC' });
  const drawnDraft = await createDocument(desk, { sigType: 'GRAPHOMETRIC', draft: true });
  const unsigned = await createDocument(desk, { signable: false });
  await open(page, desk);
  for (const [id, reason] of [
    [draft.id, 'la firma si avvia solo quando il documento è Da Avviare.'],
    [finished.id, 'la firma si avvia solo quando il documento è Da Avviare.'],
    [drawnDraft.id, 'la firma si avvia solo quando il documento è Da Avviare.'],
    [unsigned.id, 'la firma si avvia solo quando il documento è Da Avviare.'],
    [drawn.id, 'nessun dispositivo attivato per la firma grafometrica.'],
  ] as const) {
    const start = (await rowMenu(page, id)).getByRole('menuitem', { name: /^Avvia la firma/ });
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await expect(start).toContainText(reason);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  const start = button(page, `Avvia la firma: Preventivo nuovo ${desk.readyId}`);
  const address = `**/api/documents/${desk.readyId}/sign`;
  const { status } = await interceptAnswer<{ status: string }>(page, address, () => start.click());
  expect(status).toBe('PENDING_START_SIGN');
  await expect(documentRow(page, desk.readyId)).toContainText(/Firma avviata|In attesa di firma/);
  await expect(button(page, `Avvia la firma: Preventivo nuovo ${desk.readyId}`)).toHaveCount(0);
  await expect(button(page, `Copia il link di firma: Preventivo nuovo ${desk.readyId}`)).toBeVisible();
});

test('shows an error when the server refuses a start, and leaves the row unchanged', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  visitors.watch.expectRefusal(409, /^\/api\/documents\/\d+\/sign$/);
  await open(page, desk);
  await page.route(`**/api/documents/${desk.readyId}/sign`, async (route) => {
    const folder = await desk.caller.read<object>(`/api/folders/${desk.folderId}`);
    await desk.caller.send('PUT', '/api/folders', { ...folder, status: 'CLOSED' });
    await route.continue();
  });
  await button(page, `Avvia la firma: Preventivo nuovo ${desk.readyId}`).click();
  await expect(page.getByRole('alert').filter({ hasText: 'La cartella è chiusa.' })).toBeVisible();
  await expect(documentRow(page, desk.readyId)).toContainText('Da Avviare');
});

test('offers the signed file instead of the original, and the audit PDF, only for signed documents', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const story = await startedPaper(1);
  const { folderId, documentId, signedDocumentId } = await story.runToEnd();
  await openPageAs(page, 'dealer', `/app/folders/${folderId}`);
  const menu = await rowMenu(page, documentId ?? 0);
  await expect(menu.getByRole('menuitem', { name: 'Scarica firmato' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Scarica', exact: true })).toHaveCount(0);
  const asked = page.waitForRequest('**/download');
  const tab = page.waitForEvent('popup');
  await menu.getByRole('menuitem', { name: 'Tracciato di firma' }).click();
  expect(new URL((await asked).url()).pathname).toBe(`/api/audit-documents/signed/${signedDocumentId}/download`);
  const opened = await tab;
  await expect.poll(() => opened.url(), 'the trail opens in a new tab').toMatch(/^blob:/);
  await expect(page.getByText('File aperto in un’altra scheda', { exact: true })).toBeVisible();
  expect(await opened.evaluate(() => document.contentType)).toBe('application/pdf');
  await opened.close();
  const reader = await visitors.desk();
  await openPageAs(reader, 'sa3', `/app/folders/${folderId}`);
  await expect(
    (await rowMenu(reader, documentId ?? 0)).getByRole('menuitem', { name: 'Tracciato di firma' }),
  ).toBeVisible();

  const desk = await createDeskFolder();
  await page.goto(`/app/folders/${desk.folderId}`);
  const before = await rowMenu(page, desk.readyId);
  await expect(before.getByRole('menuitem', { name: 'Scarica', exact: true })).toBeVisible();
  for (const name of ['Scarica firmato', 'Tracciato di firma']) {
    await expect(before.getByRole('menuitem', { name })).toHaveCount(0);
  }
});

test('the row menu takes back, reminds, sends to a tablet, cancels and downloads the evidence bundle', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  await open(page, desk);
  const item = async (id: number, name: string | RegExp) => (await rowMenu(page, id)).getByRole('menuitem', { name });
  const bundle = /^Scarica il pacchetto prove/;
  await expect(await item(desk.readyId, bundle)).toContainText('il documento non è ancora firmato.');
  await page.keyboard.press('Escape');
  await (await item(desk.readyId, 'Riporta in bozza')).click();
  await expect(documentRow(page, desk.readyId)).toContainText('Bozza');

  const story = await startedPaper(1);
  const { folderId, documentId = 0 } = story.known;
  await page.goto(`/app/folders/${folderId}`);
  const remind = await item(documentId, /^Sollecita/);
  await expect(remind).toContainText('Sollecito non disponibile: messaggio inviato da poco');
  await expect(remind).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await (await item(documentId, 'Invia al tablet')).click();
  const tablet = page.getByRole('dialog', { name: 'Invia al tablet' });
  await expect(tablet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tablet).toHaveCount(0);
  await (await item(documentId, 'Annulla firma')).click();
  const question = page.getByRole('dialog', { name: /^Annullare la firma di/ });
  await expect(question).toContainText('Il link inviato smette di funzionare');
  await question.getByRole('button', { name: 'Annulla firma' }).click();
  await expect(question).toHaveCount(0);
  await expect(documentRow(page, documentId)).toContainText('Da Avviare');

  const signed = await (await startedPaper(1)).runToEnd();
  await page.goto(`/app/folders/${signed.folderId}`);
  const downloadStarted = page.waitForEvent('download');
  await (await item(signed.documentId ?? 0, bundle)).click();
  expect((await downloadStarted).suggestedFilename()).toMatch(/ – prove\.zip$/);
});

test('a download of one document leaves the downloads of others enabled', async ({ visitors }) => {
  const page = await visitors.desk();
  const { rows } = await (await Caller.signIn('dealer')).search<{ id: number; folderId: number }>(
    '/api/documents-ext/search',
    { status: { equals: 'SIGNED' } },
  );
  const [one] = rows;
  expect(one).toBeDefined();
  await page.route('**/api/documents-ext/search?page=0&size=10000*', async (route) => {
    const answer = await route.fetch();
    const signed = ((await answer.json()) as { id: number; status: string }[]).find(({ id }) => id === one?.id);
    await route.fulfill({ response: answer, json: [signed, { ...signed, id: 900_001 }] });
  });
  const answer = await delayCalls(page, '**/api/signed-documents/*/download', 'GET');
  await openPageAs(page, 'dealer', `/app/folders/${one?.folderId}`);
  const signed = (id: number | undefined) =>
    page.getByRole('button', { name: new RegExp(`^Scarica firmato: .* ${id}$`) });
  const tab = page.waitForEvent('popup');
  await signed(one?.id).click();
  await expect(signed(one?.id)).toBeDisabled();
  await expect(signed(900_001)).toBeEnabled();
  answer();
  const opened = await tab;
  await expect.poll(() => opened.url()).toMatch(/^blob:/);
  await expect(signed(one?.id)).toBeEnabled();
});

test('a start and a QR code of one document leave the actions of others enabled', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  const other = await createDocument(desk, { type: 'SALE_NEW_ACCEPTANCE' });
  visitors.watch.expectRefusal(500, /^\/mobile\/fdd\/qrcode\/generate\/\d+$/);
  await page.route(`**/mobile/fdd/qrcode/generate/${desk.readyId}`, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await open(page, desk);
  const code = page.getByRole('dialog', { name: 'Firma con il telefono' });
  await (await rowMenu(page, desk.readyId)).getByRole('menuitem', { name: 'Mostra il QR' }).click();
  await expect(dialogProblem(code)).toContainText('Errore interno del server');
  await page.keyboard.press('Escape');
  await expect(code).toHaveCount(0);
  await (await rowMenu(page, other.id)).getByRole('menuitem', { name: 'Mostra il QR' }).click();
  await expect(code.getByRole('img', { name: /^Codice QR/ })).toBeVisible();
  await expect(dialogProblem(code)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(code).toHaveCount(0);

  const answer = await delayCalls(page, `**/api/documents/${desk.readyId}/sign`, 'POST');
  const start = (type: string, id: number) => button(page, `Avvia la firma: ${type} ${id}`);
  await start('Preventivo nuovo', desk.readyId).click();
  await expect(start('Preventivo nuovo', desk.readyId)).toBeDisabled();
  await start('Accettazione proposta', other.id).click();
  await expect(documentRow(page, other.id)).toContainText(/Firma avviata|In attesa di firma/);
  await expect(documentRow(page, desk.readyId)).toContainText('Da Avviare');
  answer();
  await expect(documentRow(page, desk.readyId)).toContainText(/Firma avviata|In attesa di firma/);
});

test('downloads a signed document where the browser cannot show PDFs, and a refusal leaves no empty tab', async ({
  visitors,
}) => {
  visitors.watch.expectRefusal(500, /^\/api\/signed-documents\/\d+\/download$/);
  const page = await visitors.desk();
  const { rows } = await (await Caller.signIn('dealer')).search<{ id: number; folderId: number }>(
    '/api/documents-ext/search',
    { status: { equals: 'SIGNED' } },
  );
  const [signedDocument] = rows;
  await page.route('**/api/signed-documents/*/download', (route) => route.fulfill({ status: 500, json: {} }));
  await openPageAs(page, 'dealer', `/app/folders/${signedDocument?.folderId}`);
  const signed = page.getByRole('button', { name: new RegExp(`^Scarica firmato: .* ${signedDocument?.id}$`) });
  const tab = page.waitForEvent('popup');
  await signed.click();
  await expect(page.getByText('File non scaricato', { exact: true })).toBeVisible();
  const refused = await tab;
  await expect.poll(() => refused.isClosed()).toBe(true);
  await page.unroute('**/api/signed-documents/*/download');
  await page.evaluate(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }));
  const downloadStarted = page.waitForEvent('download');
  await signed.click();
  expect((await downloadStarted).suggestedFilename()).toMatch(/ – firmato\.pdf$/);
  expect(page.context().pages()).toHaveLength(1);
});

test('shows a document created elsewhere at once', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  await open(page, desk);
  await expect(table(page).getByRole('row')).toHaveCount(2);
  const made = await createDocument(desk, { type: 'SALE_NEW_PROPOSAL', fileName: 'proposta.pdf' });
  await expect(documentRow(page, made.id)).toContainText('Proposta d’acquisto');
});
