/** Consents: the signer's Sì and No on the phone, where they stand for staff, what the register did not take, a withdrawal (D-91, D-92, P-5). */
import type { Page } from '@playwright/test';
import { makePaper } from '../paper.ts';
import { CALM, look } from './inspection.ts';
import { awaitCode, awaitLink, Caller } from './office.ts';
import { button, type CustomerRow, dialog, enter, hear, madeCustomer, madeFolder } from './registry-pages.ts';
import { codeField, openPaper, readToTheEnd, sign } from './signer-pages.ts';
import { expect, test } from './visitors.ts';

interface Waiting {
  customer: CustomerRow;
  documentId: number;
  link: string;
}

/** A privacy form of a new customer whose link has gone out. */
async function waitingForm(type: string, change: object = {}): Promise<Waiting> {
  const customer = await madeCustomer(change);
  const folder = await madeFolder({ dossierId: customer.id, type: 'PRIVACY', businessId: null });
  const file = await makePaper({ pages: 1 });
  const dealer = await Caller.as('dealer');
  const made = await dealer.send('POST', '/api/documents', {
    ...{ folderId: folder.id, type, sigType: 'OTP', signable: true, archivable: true },
    ...{
      fileName: 'privacy.pdf',
      mimeType: 'application/pdf',
      fileSize: file.length,
      content: file.toString('base64'),
    },
  });
  expect(made.status, await made.clone().text()).toBe(201);
  const { id } = (await made.json()) as { id: number };
  expect((await dealer.send('POST', `/api/documents/${id}/sign`, {})).status).toBe(200);
  return { customer, documentId: id, link: (await awaitLink(customer.email)).text };
}

const pair = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** Through the document and up to the points. */
async function toThePoints(page: Page, link: string): Promise<void> {
  await openPaper(page, link);
  await readToTheEnd(page);
  await page.getByRole('button', { name: 'Conferma i punti' }).click();
}

/** Answers every consent; those named get a Sì. */
async function answerAll(page: Page, granted: readonly string[]): Promise<void> {
  for (const group of await page.getByRole('group').all()) {
    const name = (await group.locator('legend').innerText()).replace(/\s+/g, ' ').trim();
    await group.getByRole('radio', { name: granted.includes(name) ? 'Sì' : 'No' }).check();
  }
  await page.getByRole('checkbox').check();
}

async function signForm(page: Page, { customer }: Waiting): Promise<void> {
  await page.getByRole('button', { name: 'Ricevi il codice' }).click();
  await expect(codeField(page)).toBeVisible();
  await sign(page, (await awaitCode(customer.mobilePhone)).text);
  await expect(page.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
}

const card = (page: Page) => page.getByRole('region', { name: 'Consensi', exact: true });
const section = (page: Page, name: string) => card(page).getByRole('region', { name, exact: true });

test('the signer answers every consent alone: none is chosen, a missing one is pointed out, nothing answers them all', async ({
  visitors,
}) => {
  const form = await waitingForm('PRIVACY_DEALER');
  const page = await visitors.desk(CALM);
  await toThePoints(page, form.link);
  await expect(page.getByRole('group')).toHaveCount(6);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /tutti|tutto/i })).toHaveCount(0);
  await expect(page.getByText('Mancano 7 risposte o conferme')).toBeVisible();
  await look(page, 'signer: consents');

  await pair(page, 'Comunicazioni commerciali: E-mail').getByRole('radio', { name: 'Sì' }).check();
  await page.getByRole('button', { name: 'Ricevi il codice' }).press('Enter');
  await expect(
    pair(page, 'Comunicazioni commerciali: SMS e messaggi').getByRole('radio', { name: 'Sì' }),
  ).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(
    pair(page, 'Comunicazioni commerciali: SMS e messaggi').getByRole('radio', { name: 'No' }),
  ).toBeChecked();

  await answerAll(page, ['Comunicazioni commerciali: E-mail', 'Profilazione: Consenso']);
  await look(page, 'signer: consents answered');
  await page.getByRole('button', { name: 'Ricevi il codice' }).click();
  await expect(codeField(page)).toBeVisible();
  await expect(page.getByText('Comunicazioni commerciali: Telefono: No')).toBeVisible();
  await expect(page.getByText('Profilazione: Sì')).toBeVisible();
});

test('what the signer chose is what the customer’s page shows, with its history, until it is withdrawn', async ({
  visitors,
}) => {
  const form = await waitingForm('PRIVACY_DEALER');
  const phone = await visitors.phone(CALM);
  await toThePoints(phone, form.link);
  await answerAll(phone, ['Comunicazioni commerciali: E-mail', 'Comunicazioni commerciali: Telefono']);
  await signForm(phone, form);

  const page = await visitors.desk(CALM);
  await enter(page, 'dealer', `/app/dossiers/${form.customer.id}`);
  const own = section(page, 'Autoesempio S.p.A.');
  const standing = own.getByRole('listitem').filter({ hasText: 'Comunicazioni commerciali' });
  await expect(standing.getByRole('listitem')).toHaveText([
    /^E-mail\s*Sì/,
    /^SMS e messaggi\s*No/,
    /^Telefono\s*Sì/,
    /^Posta\s*No/,
  ]);
  await card(page).getByText('Storia dei consensi').click();
  await expect(card(page).getByRole('link', { name: `firmato nel documento n. ${form.documentId}` })).toBeVisible();
  await expect(card(page).getByText('testo CONC-2026-11-bozza')).toBeVisible();
  await look(page, 'customer: consents');

  await own.getByRole('button', { name: 'Revoca: Comunicazioni commerciali, Autoesempio S.p.A.' }).click();
  const question = dialog(page, 'Revocare il consenso?');
  await expect(question.getByRole('checkbox')).toHaveCount(2);
  await button(question, 'Registra la revoca').click();
  await expect(question.getByText('Scegli almeno un canale')).toBeVisible();
  await expect(question.getByText('Scegli come lo ha chiesto')).toBeVisible();
  await look(page, 'customer: withdrawal');
  await question.getByRole('checkbox', { name: 'Telefono' }).check();
  await question.getByRole('radio', { name: 'Per telefono' }).check();
  await button(question, 'Registra la revoca').click();
  await hear(page, 'Revoca registrata');
  await expect(question).toHaveCount(0);
  await expect(standing.getByRole('listitem')).toHaveText([
    /^E-mail\s*Sì/,
    /^SMS e messaggi\s*No/,
    /^Telefono\s*No/,
    /^Posta\s*No/,
  ]);
  await expect(card(page).getByText(/revocato per telefono, registrato da dealer/)).toBeVisible();
});

test('consents that the national company’s register refuses keep the form waiting, and are sent again', async ({
  visitors,
}) => {
  const form = await waitingForm('PRIVACY_NSC', { searchType: 'RSP', businessId: 'R-RIFIUTATO' });
  const phone = await visitors.phone();
  await toThePoints(phone, form.link);
  await answerAll(phone, []);
  await signForm(phone, form);
  const dealer = await Caller.as('dealer');
  const status = async () => (await dealer.read<{ status: string }>(`/api/documents/${form.documentId}`)).status;
  await expect.poll(status).toBe('PRIVACY_UPDATING');

  const page = await visitors.desk(CALM);
  await enter(page, 'dealer', `/app/documents/${form.documentId}`);
  await expect(page.getByText(/I consensi non sono arrivati al sistema del titolare/)).toBeVisible();
  await enter(page, 'dealer', `/app/dossiers/${form.customer.id}`);
  const national = section(page, 'Società nazionale');
  await expect(national.getByText('Titolare non informato')).toBeVisible();
  await look(page, 'customer: controller not told');

  const customer = await dealer.read<object>(`/api/dossiers/${form.customer.id}`);
  const changed = await dealer.send('PUT', '/api/dossiers', { ...customer, businessId: 'R-000321' });
  expect(changed.status, await changed.clone().text()).toBe(200);
  await button(national, 'Invia di nuovo').click();
  await hear(page, 'Consensi inviati di nuovo');
  await expect(national.getByText('Titolare informato')).toBeVisible();
  await expect.poll(status).toBe('SIGNED');
});

test('who only reads sees where consents stand and is offered no withdrawal', async ({ visitors }) => {
  const customer = await madeCustomer();
  const page = await visitors.desk();
  await enter(page, 'readonly', `/app/dossiers/${customer.id}`);
  await expect(section(page, 'Società nazionale').getByText('Mai chiesto').first()).toBeVisible();
  await expect(card(page).getByRole('button', { name: /^Revoca/ })).toHaveCount(0);
});
