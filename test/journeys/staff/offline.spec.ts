/** Without a network nothing is queued for later, every action reports the failure, and no input is lost. */
import type { Locator, Page, Request } from '@playwright/test';
import { OPERATIONS } from '#contract/index.ts';
import { makePaper } from '../../papers/paper.ts';
import {
  button,
  type CustomerRow,
  createCustomer,
  createFolder,
  dialog,
  expectToast,
  type FolderRow,
  input,
  openPageAs,
  recordToasts,
  title,
} from '../administration/registry-pages.ts';
import {
  chooseFromRowMenu,
  createDeskFolder,
  createDocument,
  documentsOf,
  newDocument,
  openFolder,
} from '../desk/desk-pages.ts';
import { action, openDocument, pageOf } from '../desk/document-pages.ts';
import { codeField, openSignerDocument, readToTheEnd, requestCode } from '../signer/signer-pages.ts';
import { REDUCED_MOTION, waitUntilIdle } from '../support/inspection.ts';
import { awaitCode, Caller, readyPaper, startedPaper, uniqueNumber } from '../support/portal-calls.ts';
import { dialogProblem, fileInput, pdf, statusChip } from '../support/portal-pages.ts';
import { expect, test, type Visitors } from '../support/watched-browsers.ts';

const OFFLINE_MESSAGE = 'Connessione assente: controlla la rete e riprova.';
const OFFLINE_NOTICE = /Connessione assente\. Controlla la rete: riproviamo appena torna\./;

/** A browser whose network will be cut: the errors that the browser itself prints are expected. */
async function openDesktop(visitors: Visitors): Promise<Page> {
  visitors.watch.expectRefusal(0, /^/);
  return visitors.desk(REDUCED_MOTION);
}

/** Paths of the calls that only read, although they send a body. */
const READS = new Set(OPERATIONS.filter(({ endpoint }) => endpoint.reads).map(({ endpoint }) => endpoint.path));

/** The requests of a page that change data, from now on. */
function recordChanges(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isRead = request.method() === 'GET' || READS.has(pathname);
    if (!isRead) sent.push(request);
  });
  return sent;
}

/** Restores the network and waits until all later requests are answered. */
async function restoreNetwork(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.evaluate(() => fetch('/health').then((answer) => answer.text()));
  await waitUntilIdle(page);
}

/** `act` without a network reports it; when the network is back nothing is sent automatically. */
async function undone(page: Page, act: () => Promise<void>, expectReport: () => Promise<void>): Promise<void> {
  const sent = recordChanges(page);
  await page.context().setOffline(true);
  await act();
  await expectReport();
  const tried = sent.length;
  await restoreNetwork(page);
  expect(
    sent.slice(tried).map((request) => `${request.method()} ${request.url()}`),
    'sent automatically',
  ).toEqual([]);
}

const toast = (page: Page, text: string) => async (): Promise<void> => {
  await expectToast(page, text);
  await expectToast(page, OFFLINE_MESSAGE);
};

/** The form of a new customer with all required data. */
async function fillNewCustomer(page: Page): Promise<{ form: Locator; lastName: string }> {
  await button(page, 'Nuovo cliente').click();
  const form = dialog(page, 'Nuovo cliente');
  const number = uniqueNumber();
  const lastName = `Senzarete${number}`;
  for (const [name, text] of [
    ['Nome', 'Ada'],
    ['Cognome', lastName],
    ['Cellulare', `+39 335${number}`],
    ['E-mail', `ada${number}@example.com`],
    ['Indirizzo', 'Via di Prova 7'],
    ['Città', 'Bologna'],
    ['CAP', '40121'],
  ] as const) {
    await input(form, name).fill(text);
  }
  return { form, lastName };
}

const customersNamed = async (lastName: string): Promise<CustomerRow[]> =>
  (
    await (
      await Caller.signIn('dealer')
    ).search<CustomerRow>('/api/dossiers/search', { lastName: { equals: lastName } })
  ).rows;

test('without a network a customer is neither created nor retried automatically, and the form keeps its input', {
  tag: '@gate',
}, async ({ visitors }) => {
  const page = await openDesktop(visitors);
  await openPageAs(page, 'dealer', '/app/dossiers');
  const { form, lastName } = await fillNewCustomer(page);
  await undone(page, () => button(form, 'Crea il cliente').click(), toast(page, 'Cliente non creato'));
  expect(await customersNamed(lastName)).toEqual([]);
  await expect(dialogProblem(form)).toContainText(OFFLINE_MESSAGE);
  await expect(input(form, 'Cognome')).toHaveValue(lastName);
  await button(form, 'Crea il cliente').click();
  await expect(title(page, new RegExp(lastName))).toBeVisible();
  expect(await customersNamed(lastName)).toHaveLength(1);
});

test('a customer whose response was lost is created once, however often it is sent', async ({ visitors }) => {
  const page = await openDesktop(visitors);
  await openPageAs(page, 'dealer', '/app/dossiers');
  const { form, lastName } = await fillNewCustomer(page);
  await page.route('**/api/dossiers', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await button(form, 'Crea il cliente').click();
  await expectToast(page, 'Risposta non arrivata');
  await expect(dialogProblem(form)).toContainText('non sappiamo se la richiesta è arrivata');
  await expect(input(form, 'Cognome')).toHaveValue(lastName);
  // The visible data is refetched: the list behind the dialog contains it.
  await expect(page.locator('tr').filter({ hasText: lastName })).toHaveCount(1);
  await page.unroute('**/api/dossiers');
  await button(form, 'Crea il cliente').click();
  await expect(title(page, new RegExp(lastName))).toBeVisible();
  expect(await customersNamed(lastName)).toHaveLength(1);
});

test('without a network a folder is neither saved nor retried automatically, and the form keeps its changes', async ({
  visitors,
}) => {
  const page = await openDesktop(visitors);
  const folder = await createFolder({ notes: 'Prima' });
  await openPageAs(page, 'dealer', `/app/folders/${folder.id}`);
  await button(page, 'Modifica cartella').click();
  const form = dialog(page, 'Modifica cartella');
  await input(form, 'Note').fill('Dopo');
  await undone(page, () => button(form, 'Salva').click(), toast(page, 'Cartella non salvata'));
  const dealer = await Caller.signIn('dealer');
  expect(await dealer.read(`/api/folders/${folder.id}`)).toMatchObject({ notes: 'Prima' });
  await expect(input(form, 'Note')).toHaveValue('Dopo');
  await button(form, 'Salva').click();
  await expectToast(page, 'Cartella salvata');
  expect(await dealer.read(`/api/folders/${folder.id}`)).toMatchObject({ notes: 'Dopo' });
});

test('a folder whose save response was lost is saved on the second attempt without an edit conflict', async ({
  visitors,
}) => {
  const page = await openDesktop(visitors);
  visitors.watch.expectRefusal(409, /^\/api\/folders$/);
  const folder = await createFolder({ notes: 'Prima' });
  await openPageAs(page, 'dealer', `/app/folders/${folder.id}`);
  await button(page, 'Modifica cartella').click();
  const form = dialog(page, 'Modifica cartella');
  await input(form, 'Note').fill('Dopo');
  await input(form, 'Targa').fill('ab 123 cd');
  await page.route('**/api/folders', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(form, 'Salva').click();
  await expectToast(page, 'Risposta non arrivata');
  await page.unroute('**/api/folders');
  const dealer = await Caller.signIn('dealer');
  const saved = await dealer.read<FolderRow>(`/api/folders/${folder.id}`);
  expect(saved).toMatchObject({ notes: 'Dopo' });
  await button(form, 'Salva').click();
  await expectToast(page, 'Cartella salvata');
  await expect(form).toHaveCount(0);
  expect(await dealer.read(`/api/folders/${folder.id}`)).toEqual(saved);
});

test('a draft whose save response was lost is saved on the second attempt although it is no longer a draft', async ({
  visitors,
}) => {
  const page = await openDesktop(visitors);
  visitors.watch.expectRefusal(409, /^\/api\/documents$/);
  const office = await createDeskFolder();
  const { id } = await createDocument(office, { draft: true });
  await recordToasts(page);
  await openFolder(page, office);
  await chooseFromRowMenu(page, id, 'Modifica');
  const form = page.getByRole('dialog');
  await page.route('**/api/documents', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(form, 'Salva').click();
  await expectToast(page, 'Risposta non arrivata');
  await page.unroute('**/api/documents');
  await button(form, 'Salva').click();
  await expectToast(page, 'Documento salvato');
  await expect(form).toHaveCount(0);
  expect(await (await office.caller.send('GET', `/api/documents/${id}`)).json()).toMatchObject({
    status: 'READY_TO_SIGN',
  });
});

test('a request without a response shows an error after a timeout', async ({ visitors }) => {
  const page = await openDesktop(visitors);
  const folder = await createFolder();
  await openPageAs(page, 'dealer', `/app/folders/${folder.id}`);
  await button(page, 'Modifica cartella').click();
  const form = dialog(page, 'Modifica cartella');
  await input(form, 'Note').fill('Dopo');
  await waitUntilIdle(page);
  await page.clock.install();
  // Never answered, as when a firewall drops it.
  await page.route('**/api/folders', () => undefined);
  await button(form, 'Salva').click();
  await expectToast(page, 'Salvataggio della cartella in corso…');
  await page.clock.fastForward(61_000);
  await expect(dialogProblem(form)).toContainText('non sappiamo se la richiesta è arrivata');
  await expect(input(form, 'Note')).toHaveValue('Dopo');
  await page.unroute('**/api/folders');
  await button(form, 'Salva').click();
  await expectToast(page, 'Cartella salvata');

  await page.route('**/api/folders-ext/search**', () => undefined);
  await page.getByRole('link', { name: 'Cartelle', exact: true }).first().click();
  await expect(title(page, 'Cartelle')).toBeVisible();
  // A list may be refetched meanwhile, and that request has its own half minute.
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(OFFLINE_NOTICE, { timeout: 1_000 });
  }).toPass();
  await page.unroute('**/api/folders-ext/search**');
  await page.clock.fastForward(16_000);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('without a network a signature is neither started nor retried automatically on another page', async ({
  visitors,
}) => {
  const { known } = await readyPaper(1);
  const page = await openDesktop(visitors);
  await recordToasts(page);
  await openDocument(page, known.documentId);
  await expect(statusChip(page, 'Da Avviare')).toBeVisible();
  const sent = recordChanges(page);
  await undone(page, () => action(page, 'Avvia la firma').click(), toast(page, 'Firma non avviata'));
  await expect(statusChip(page, 'Da Avviare')).toBeVisible();
  const tried = sent.length;
  await page.getByRole('link', { name: 'Cartelle', exact: true }).first().click();
  await expect(title(page, 'Cartelle')).toBeVisible();
  await waitUntilIdle(page);
  expect(sent).toHaveLength(tried);
  await page.goBack();
  await action(page, 'Avvia la firma').click();
  // Either status is possible by now; the facts next to it also name the first.
  await expect(statusChip(page, 'Firma avviata').or(statusChip(page, 'In attesa di firma')).first()).toBeVisible();
});

test('without a network a signature is neither cancelled nor retried automatically', async ({ visitors }) => {
  const { known } = await startedPaper(1);
  const page = await openDesktop(visitors);
  await recordToasts(page);
  await openDocument(page, known.documentId);
  const cancel = async () => {
    await action(page, 'Annulla firma').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Annulla firma', exact: true }).click();
  };
  await undone(page, cancel, toast(page, 'Firma non annullata'));
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await cancel();
  await expect(statusChip(page, 'Da Avviare')).toBeVisible();
});

test('without a network a document is neither deleted nor retried automatically, and the dialog stays', async ({
  visitors,
}) => {
  const page = await openDesktop(visitors);
  const office = await createDeskFolder();
  const { id } = await createDocument(office, { draft: true });
  await recordToasts(page);
  await openFolder(page, office);
  await chooseFromRowMenu(page, id, 'Elimina');
  const question = page.getByRole('dialog');
  const remove = button(question, 'Elimina bozza');
  await expect(remove).toBeVisible();
  await undone(page, () => remove.click(), toast(page, 'Documento non eliminato'));
  expect((await office.caller.send('GET', `/api/documents/${id}`)).status).toBe(200);
  await expect(dialogProblem(question)).toContainText(OFFLINE_MESSAGE);
  await remove.click();
  await expectToast(page, 'Documento eliminato');
  expect((await office.caller.send('GET', `/api/documents/${id}`)).status).toBe(404);
});

test('without a network the wizard neither creates nor retries automatically, and keeps all input', async ({
  visitors,
}) => {
  const page = await openDesktop(visitors);
  const customer = await createCustomer();
  const caller = await Caller.signIn('dealer');
  const before = await caller.counts();
  await openPageAs(page, 'dealer', `/app/wizard/bmw/sale_new/sale_new_rfo?dossier=${customer.id}`);
  await input(page, 'Numero proposta').fill('PV-SENZARETE');
  await fileInput(page).setInputFiles(pdf('senzarete.pdf', await makePaper({ pages: 1 })));
  await undone(page, () => button(page, 'Crea e avvia la firma').click(), toast(page, 'Documento non creato'));
  expect(await caller.counts()).toEqual(before);
  await expect(dialogProblem(page.getByRole('main')).filter({ hasText: OFFLINE_MESSAGE })).toBeVisible();
  await expect(input(page, 'Numero proposta')).toHaveValue('PV-SENZARETE');
  await expect(button(page, 'Togli senzarete.pdf')).toBeVisible();
  await button(page, 'Crea e avvia la firma').click();
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  expect(await caller.counts()).toEqual({
    ...{ dossiers: before.dossiers, folders: before.folders + 1, documents: before.documents + 1 },
  });
});

test('a file whose viewer has not loaded is not shown as broken, and appears once it has', async ({ visitors }) => {
  const page = await openDesktop(visitors);
  const viewer = /\/assets\/pdf\.worker/;
  await page.route(viewer, (route) => route.abort());
  const customer = await createCustomer();
  await openPageAs(page, 'dealer', `/app/wizard/bmw/sale_new/sale_new_rfo?dossier=${customer.id}`);
  await fileInput(page).setInputFiles(pdf('intero.pdf', await makePaper({ pages: 1 })));
  const failed = page.getByRole('alert').filter({ hasText: 'Anteprima non riuscita.' });
  await expect(failed).toContainText(OFFLINE_NOTICE);
  await page.unroute(viewer);
  await button(failed, 'Riprova').click();
  await expect(pageOf(page, 1, 1).locator('canvas')).toBeVisible();
});

test('without a network a file is neither uploaded nor retried automatically, and the form keeps it', async ({
  visitors,
}) => {
  const page = await openDesktop(visitors);
  const office = await createDeskFolder();
  await recordToasts(page);
  await openFolder(page, office);
  const form = await newDocument(page, 'Preventivo nuovo');
  await fileInput(page).setInputFiles(pdf('senzarete.pdf', await makePaper({ pages: 1 })));
  await undone(page, () => button(form, 'Crea il documento').click(), toast(page, 'Documento non creato'));
  expect(await documentsOf(office)).toHaveLength(1);
  await expect(dialogProblem(form)).toContainText(OFFLINE_MESSAGE);
  await expect(button(form, 'Togli senzarete.pdf')).toBeVisible();
  await button(form, 'Crea il documento').click();
  await expectToast(page, 'Documento creato');
  expect(await documentsOf(office)).toHaveLength(2);
});

test('a list opened without a network shows that and loads when the network is back', async ({ visitors }) => {
  const customer = await createCustomer();
  const page = await openDesktop(visitors);
  await openPageAs(page, 'dealer', '/app/dossiers');
  await waitUntilIdle(page);
  await page.context().setOffline(true);
  await page.getByRole('searchbox').fill(customer.lastName);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(OFFLINE_NOTICE);
  await page.context().setOffline(false);
  await expect(page.getByRole('row').filter({ hasText: customer.lastName })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('a page whose code is missing shows that and loads later, a dialog does not open late', async ({ visitors }) => {
  const page = await openDesktop(visitors);
  await openPageAs(page, 'dealer', '/my-page');
  await waitUntilIdle(page);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Clienti', exact: true }).first().click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(OFFLINE_NOTICE);
  await page.context().setOffline(false);
  await expect(title(page, 'Clienti')).toBeVisible();
  const heading = title(page, 'Clienti');
  await expect(heading).toHaveCSS('font-size', '24px');

  const folder = await createFolder();
  await page.goto(`/app/folders/${folder.id}`);
  await waitUntilIdle(page);
  await page.context().setOffline(true);
  await button(page, 'Nuovo documento').click();
  await expectToast(page, 'Finestra non aperta');
  await expectToast(page, OFFLINE_MESSAGE);
  await restoreNetwork(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, 'Nuovo documento').click();
  await expect(dialog(page, 'Nuovo documento')).toBeVisible();
});

test('a preview opened without a network shows that and loads when the network is back', async ({ visitors }) => {
  const { known } = await readyPaper(1);
  const page = await openDesktop(visitors);
  await openDocument(page, known.documentId);
  await expect(pageOf(page, 1, 1).locator('canvas')).toBeVisible();
  await page.getByRole('link', { name: 'Cartelle', exact: true }).first().click();
  await expect(title(page, 'Cartelle')).toBeVisible();
  await page.context().setOffline(true);
  await page.goBack();
  const problem = page.getByRole('alert').filter({ hasText: 'Anteprima non riuscita.' });
  await expect(problem).toContainText(OFFLINE_NOTICE);
  await page.context().setOffline(false);
  await expect(pageOf(page, 1, 1).locator('canvas')).toBeVisible();
});

test('without a network the signer’s signature is neither sent nor retried automatically, and the code stays', async ({
  visitors,
}) => {
  visitors.watch.expectRefusal(0, /^/);
  const story = await startedPaper(1);
  const page = await visitors.phone();
  await openSignerDocument(page, story.known.link);
  await readToTheEnd(page);
  await requestCode(page);
  const { text: code } = await awaitCode(story.phone);
  await codeField(page).fill(code);
  const expectReport = async () => {
    await expect(page.getByText(`Firma non inviata. ${OFFLINE_MESSAGE}`)).toBeVisible();
  };
  await undone(page, () => button(page, 'Firma').click(), expectReport);
  await expect(codeField(page)).toHaveValue(code);
  await button(page, 'Firma').click();
  await expect(page.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
});

test('without a network the signer’s refusal is neither sent nor retried automatically', async ({ visitors }) => {
  visitors.watch.expectRefusal(0, /^/);
  const story = await startedPaper(1);
  const page = await visitors.phone();
  await page.goto(story.known.link);
  await button(page, 'Non voglio firmare').click();
  await page.getByRole('radio', { name: 'Altro motivo' }).check();
  await page.getByRole('textbox').fill('Ci penso');
  const expectReport = async () => {
    await expect(page.getByText(`Rifiuto non inviato. ${OFFLINE_MESSAGE}`)).toBeVisible();
  };
  await undone(page, () => button(page, 'Rifiuta la firma').click(), expectReport);
  await expect(page.getByRole('textbox')).toHaveValue('Ci penso');
  await button(page, 'Rifiuta la firma').click();
  await expect(page.getByRole('heading', { name: 'La firma è stata rifiutata' })).toBeVisible();
});
