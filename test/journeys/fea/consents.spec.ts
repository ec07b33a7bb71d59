/**
 * Consents: the signer's Sì and No on the phone, their display for staff, entries that the register did not accept, a
 * withdrawal, an objection.
 */
import type { Locator, Page } from '@playwright/test';
import {
  button,
  createCustomer,
  dialog,
  expectToast,
  openPageAs,
  sendFormToNewCustomer,
} from '../administration/registry-pages.ts';
import { answerConsents, codeField, goToFields, signForm } from '../signer/signer-pages.ts';
import { Caller } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';

const consentGroup = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

const card = (page: Page) => page.getByRole('region', { name: 'Consensi', exact: true });
const rowOf = (within: Locator, name: string) =>
  within.getByRole('row').filter({ has: within.page().getByRole('rowheader', { name, exact: true }) });
const expectReadOnly = async (act: Locator) => {
  await expect(act).toHaveAttribute('aria-disabled', 'true');
  await expect(act).toHaveAccessibleDescription(/^Hai la sola lettura/);
};
const section = (page: Page, name: string) => card(page).getByRole('region', { name, exact: true });

test('the signer answers each consent separately: none is preselected, a missing answer is marked, no control answers all', async ({
  visitors,
}) => {
  const form = await sendFormToNewCustomer('PRIVACY_DEALER');
  const page = await visitors.desk();
  await goToFields(page, form.link);
  await expect(page.getByRole('group')).toHaveCount(6);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /tutti|tutto/i })).toHaveCount(0);
  await expect(page.getByText('Mancano 6 risposte e 1 conferma')).toBeVisible();
  await expect(page.getByText(/Puoi rispondere No a tutti e firmare lo stesso/)).toBeVisible();

  await consentGroup(page, 'Comunicazioni commerciali: E-mail').getByRole('radio', { name: 'Sì' }).check();
  await page.getByRole('button', { name: 'Ricevi il codice' }).press('Enter');
  await expect(
    consentGroup(page, 'Comunicazioni commerciali: SMS e messaggi').getByRole('radio', { name: 'Sì' }),
  ).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(
    consentGroup(page, 'Comunicazioni commerciali: SMS e messaggi').getByRole('radio', { name: 'No' }),
  ).toBeChecked();

  await answerConsents(page, ['Comunicazioni commerciali: E-mail', 'Profilazione: Consenso']);
  await page.getByRole('button', { name: 'Ricevi il codice' }).click();
  await expect(codeField(page)).toBeVisible();
  await expect(page.getByText('Comunicazioni commerciali: Telefono: No')).toBeVisible();
  await expect(page.getByText('Profilazione: Sì')).toBeVisible();
});

test('the customer page shows the consents given, with their history, until they are withdrawn', async ({
  visitors,
}) => {
  const form = await sendFormToNewCustomer('PRIVACY_DEALER');
  const phone = await visitors.phone();
  await goToFields(phone, form.link);
  await answerConsents(phone, ['Comunicazioni commerciali: E-mail', 'Comunicazioni commerciali: Telefono']);
  await signForm(phone, form.customer.mobilePhone);

  const page = await visitors.desk();
  await openPageAs(page, 'dealer', `/app/dossiers/${form.customer.id}`);
  const own = section(page, 'Autoesempio S.p.A.');
  const table = own.getByRole('table', { name: 'Autoesempio S.p.A.' });
  await expect(table.getByRole('columnheader')).toHaveText([
    ...['Finalità', 'E-mail', 'SMS e messaggi', 'Telefono', 'Posta', 'Revoca'],
  ]);
  const stateCells = rowOf(table, 'Comunicazioni commerciali').getByRole('cell');
  await expect(stateCells).toHaveText([/^Sì\s*dal/, /^No\s*dal/, /^Sì\s*dal/, /^No\s*dal/, 'Revoca']);
  // Without a grant there is nothing to withdraw.
  await expect(rowOf(table, 'Profilazione').getByRole('cell')).toHaveText([/^No\s*dal/, '']);
  await expect(own.getByRole('button', { name: /^Revoca/ })).toHaveCount(1);
  const reader = await visitors.desk();
  await openPageAs(reader, 'readonly', `/app/dossiers/${form.customer.id}`);
  await expectReadOnly(card(reader).getByRole('button', { name: /^Revoca: Comunicazioni commerciali/ }));
  await card(page).getByText('Storico dei consensi').click();
  await expect(card(page).getByRole('link', { name: `firmato nel documento n. ${form.documentId}` })).toBeVisible();
  await expect(card(page).getByText('testo CONC-2026-11-bozza')).toBeVisible();

  await own.getByRole('button', { name: 'Revoca: Comunicazioni commerciali, Autoesempio S.p.A.' }).click();
  const question = dialog(page, 'Revocare il consenso?');
  await expect(question.getByRole('checkbox')).toHaveCount(2);
  await button(question, 'Registra la revoca').click();
  await expect(question.getByText('Scegli almeno un canale')).toBeVisible();
  await expect(question.getByText('Scegli come lo ha chiesto')).toBeVisible();
  await question.getByRole('checkbox', { name: 'Telefono' }).check();
  await question.getByRole('radio', { name: 'Per telefono' }).check();
  await page.reload();
  await own.getByRole('button', { name: 'Revoca: Comunicazioni commerciali, Autoesempio S.p.A.' }).click();
  await button(question, 'Riprendi').click();
  await expect(question.getByRole('checkbox', { name: 'Telefono' })).toBeChecked();
  await expect(question.getByRole('radio', { name: 'Per telefono' })).toBeChecked();
  await button(question, 'Registra la revoca').click();
  await expectToast(page, 'Revoca registrata');
  await expect(question).toHaveCount(0);
  await expect(stateCells).toHaveText([/^Sì/, /^No/, /^No/, /^No/, 'Revoca']);
  await card(page).getByText('Storico dei consensi').click();
  await expect(card(page).getByText(/comunicato per telefono, registrato da Dario Provini/)).toBeVisible();
});

test('consents refused by the national company’s register keep the form waiting and are resent', async ({
  visitors,
}) => {
  const form = await sendFormToNewCustomer('PRIVACY_NSC', { searchType: 'RSP', businessId: 'R-RIFIUTATO' });
  const phone = await visitors.phone();
  await goToFields(phone, form.link);
  await expect(
    phone
      .getByText(/Ricevere dalla società nazionale inviti a indagini sulla soddisfazione e ricerche di mercato/)
      .first(),
  ).toBeVisible();
  await answerConsents(phone, []);
  await signForm(phone, form.customer.mobilePhone);
  const dealer = await Caller.signIn('dealer');
  const status = async () => (await dealer.read<{ status: string }>(`/api/documents/${form.documentId}`)).status;
  await expect.poll(status).toBe('PRIVACY_UPDATING');

  const page = await visitors.desk();
  await openPageAs(page, 'dealer', `/app/documents/${form.documentId}`);
  await expect(page.getByText(/I consensi non sono arrivati al sistema del titolare/)).toBeVisible();
  await openPageAs(page, 'dealer', `/app/dossiers/${form.customer.id}`);
  const national = section(page, 'Società nazionale');
  await expect(national.getByText('Titolare non informato')).toBeVisible();
  const reader = await visitors.desk();
  await openPageAs(reader, 'readonly', `/app/dossiers/${form.customer.id}`);
  await expectReadOnly(button(card(reader), 'Invia di nuovo'));

  const customer = await dealer.read<object>(`/api/dossiers/${form.customer.id}`);
  const changed = await dealer.send('PUT', '/api/dossiers', { ...customer, businessId: 'R-000321' });
  expect(changed.status, await changed.clone().text()).toBe(200);
  await button(card(page), 'Invia di nuovo').click();
  await expectToast(page, 'Consensi inviati di nuovo');
  await expect(national.getByText('Titolare informato')).toBeVisible();
  await expect.poll(status).toBe('SIGNED');
});

test('a read-only user sees consents and a disabled objection with the reason, a user without the permission no objection', async ({
  visitors,
}) => {
  const customer = await createCustomer();
  const page = await visitors.desk();
  await openPageAs(page, 'readonly', `/app/dossiers/${customer.id}`);
  await expect(section(page, 'Società nazionale').getByText('Mai chiesto').first()).toBeVisible();
  const objection = button(card(page), 'Registra un’opposizione');
  await expectReadOnly(objection);
  await objection.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const without = await visitors.desk();
  await openPageAs(without, 'sa3', `/app/dossiers/${customer.id}`);
  await expect(section(without, 'Società nazionale').getByText('Mai chiesto').first()).toBeVisible();
  await expect(card(without).getByRole('button', { name: /^(Revoca|Registra)/ })).toHaveCount(0);
});

test('a customer may object without being asked before: one button for all, and no withdrawal without a Sì', async ({
  visitors,
}) => {
  const customer = await createCustomer();
  const page = await visitors.desk();
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}`);
  const own = section(page, 'Autoesempio S.p.A.');
  await expect(rowOf(own, 'Profilazione').getByRole('cell')).toHaveText([/^Mai chiesto\s*\(consenso unico\)/, '']);
  await expect(card(page).getByRole('button', { name: /^Revoca/ })).toHaveCount(0);
  await button(card(page), 'Registra un’opposizione').click();
  const question = dialog(page, 'Registrare un’opposizione?');
  await button(question, 'Registra l’opposizione').click();
  await expect(question.getByText('Scegli il titolare')).toBeVisible();
  await question.getByRole('radio', { name: 'Autoesempio S.p.A.' }).check();
  await button(question, 'Registra l’opposizione').click();
  await expect(question.getByText('Scegli a che cosa si oppone')).toBeVisible();
  await question.getByRole('radio', { name: 'Indagini sulla soddisfazione' }).check();
  await expect(question.getByRole('checkbox')).toHaveCount(3);
  await question.getByRole('radio', { name: 'Profilazione' }).check();
  await expect(question.getByRole('checkbox')).toHaveCount(0);
  await question.getByRole('radio', { name: 'Di persona' }).check();
  await button(question, 'Registra l’opposizione').click();
  await expectToast(page, 'Opposizione registrata');
  await expect(question).toHaveCount(0);
  await expect(rowOf(own, 'Profilazione').getByRole('cell')).toHaveText([/^No\s*dal/, '']);

  await button(card(page), 'Registra un’opposizione').click();
  await question.getByRole('radio', { name: 'Autoesempio S.p.A.' }).check();
  await expect(question.getByRole('radio', { name: 'Comunicazione a terzi' })).toBeVisible();
  await expect(question.getByRole('radio', { name: 'Profilazione' })).toHaveCount(0);
});

test('on a phone each consent given lists its channels, the others take one line, and nothing scrolls sideways', async ({
  visitors,
}) => {
  const customer = await createCustomer();
  const page = await visitors.phone();
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}`);
  const table = section(page, 'Autoesempio S.p.A.').getByRole('table', { name: 'Autoesempio S.p.A.' });
  await expect(rowOf(table, 'Comunicazioni commerciali').getByRole('cell')).toHaveText(['Mai chiesto']);
  await expect(table.getByRole('rowheader', { name: 'SMS e messaggi' })).toHaveCount(0);

  await button(card(page), 'Registra un’opposizione').click();
  const question = dialog(page, 'Registrare un’opposizione?');
  await question.getByRole('radio', { name: 'Autoesempio S.p.A.' }).check();
  await question.getByRole('radio', { name: 'Comunicazioni commerciali' }).check();
  await question.getByRole('checkbox', { name: 'SMS e messaggi' }).check();
  await question.getByRole('radio', { name: 'Di persona' }).check();
  await button(question, 'Registra l’opposizione').click();
  await expect(question).toHaveCount(0);
  await expect(rowOf(table, 'SMS e messaggi').getByRole('cell')).toHaveText([/^No\s*dal/]);
  await expect(rowOf(table, 'Posta').getByRole('cell')).toHaveText(['Mai chiesto']);
  await expect(rowOf(table, 'Profilazione').getByRole('cell')).toHaveText(['Mai chiesto']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
