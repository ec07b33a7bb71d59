/** The crawl of the customers: consents, missing data and duplicates, and what waits for their signature. */
import type { Page } from '@playwright/test';
import {
  button,
  createCustomer,
  createReadyForm,
  dialog,
  input,
  openPageAs,
  sendFormToNewCustomer,
} from '../administration/registry-pages.ts';
import { openDocument } from '../desk/document-pages.ts';
import { answerConsents, goToFields, signForm } from '../signer/signer-pages.ts';
import { createSharedNumber } from '../staff/number-pages.ts';
import { inspectPage, inspectPageQuickly, inspectTablesOnLaptops, REDUCED_MOTION } from '../support/inspection.ts';
import { startedPaper } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

// See crawl-portal.spec.ts.
test.use({ trace: 'off' });

const consents = (page: Page, controller: string) =>
  page.getByRole('region', { name: 'Consensi', exact: true }).getByRole('region', { name: controller, exact: true });

test('the waiting list, with documents and empty', async ({ visitors }) => {
  test.slow();
  await startedPaper(1);
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', '/app/waiting');
  await page.goto('/app/waiting?sort=since,desc');
  await expect(page.getByRole('table', { name: 'In attesa di firma' })).toBeVisible();
  await inspectPage(page, 'waiting');
  await inspectTablesOnLaptops(page, 'waiting');
  await page.route('**/api/documents-ext/waiting/search*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  );
  await page.route('**/api/documents-ext/waiting/count*', (route) =>
    route.fulfill({ json: { sent: 0, opened: 0, stuck: 0 } }),
  );
  await page.reload();
  await expect(page.getByText('Nessuna firma in attesa')).toBeVisible();
  await inspectPage(page, 'waiting: nothing');
});

test('a shared phone number: to be confirmed, confirmed and in the report', async ({ visitors }) => {
  test.slow();
  const customer = await createCustomer({ firstName: 'Marta', mobilePhone: await createSharedNumber() });
  const id = await createReadyForm(customer, 'PRIVACY_DEALER');
  const desk = await visitors.desk(REDUCED_MOTION);
  await openDocument(desk, id, 'backoffice');
  await expect(desk.getByText('Recapiti da confermare')).toBeVisible();
  await inspectPage(desk, 'document: contact to confirm');
  await button(desk, 'Conferma il numero').click();
  await expect(desk.getByText(/^Lo hai confermato tu/)).toBeVisible();
  await inspectPageQuickly(desk, 'document: contact confirmed');
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'supervisor', '/app/recurring-numbers');
  await page.getByRole('list', { name: 'Numeri ricorrenti' }).getByRole('button').first().click();
  await expect(page.getByRole('link', { name: /^Irene Cliente/ })).toBeVisible();
  await inspectPage(page, 'recurring numbers');
  await page.route('**/api/recurring-numbers*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  );
  await page.reload();
  await expect(page.getByText('Nessun numero ricorrente')).toBeVisible();
  await inspectPageQuickly(page, 'recurring numbers: none');
  visitors.watch.expectRefusal(500, /^\/api\/recurring-numbers$/);
  await page.route('**/api/recurring-numbers*', (route) =>
    route.fulfill({ status: 500, json: { title: 'Errore interno del server' } }),
  );
  await page.reload();
  await expect(page.getByRole('alert').first()).toContainText('Errore interno del server');
  await inspectPageQuickly(page, 'recurring numbers: list failed');
});

test('consents given, their history and a withdrawal', async ({ visitors }) => {
  test.slow();
  const form = await sendFormToNewCustomer('PRIVACY_DEALER');
  const phone = await visitors.phone(REDUCED_MOTION);
  await goToFields(phone, form.link);
  await answerConsents(phone, ['Comunicazioni commerciali: E-mail', 'Comunicazioni commerciali: Telefono']);
  await signForm(phone, form.customer.mobilePhone);
  const page = await visitors.desk(REDUCED_MOTION);
  await openPageAs(page, 'dealer', `/app/dossiers/${form.customer.id}`);
  const own = consents(page, 'Autoesempio S.p.A.');
  await expect(own.getByText('Sì', { exact: true })).toHaveCount(2);
  await page.getByText('Storico dei consensi').click();
  await expect(page.getByRole('link', { name: `firmato nel documento n. ${form.documentId}` })).toBeVisible();
  // Scroll back: controls half covered by the header fail the check of target sizes.
  await page.evaluate(() => window.scrollTo(0, 0));
  await inspectPage(page, 'customer: consents with their history');
  await own.getByRole('button', { name: /^Revoca: Comunicazioni commerciali/ }).click();
  const question = dialog(page, 'Revocare il consenso?');
  await button(question, 'Registra la revoca').click();
  await expect(question.getByText('Scegli almeno un canale')).toBeVisible();
  await inspectPage(page, 'customer: withdrawal with errors');
  await page.keyboard.press('Escape');
  await button(page.getByRole('region', { name: 'Consensi', exact: true }), 'Registra un’opposizione').click();
  await dialog(page, 'Registrare un’opposizione?').getByRole('radio', { name: 'Società nazionale' }).check();
  await dialog(page, 'Registrare un’opposizione?').getByRole('radio', { name: 'Comunicazioni commerciali' }).check();
  await inspectPage(page, 'customer: objection');
});

test('consents that the national company refuses', async ({ visitors }) => {
  const customer = await createCustomer();
  const page = await visitors.desk(REDUCED_MOTION);
  await page.route(`**/api/dossiers/${customer.id}/consents/current`, async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { controllers: { controller: string }[] };
    // No other controller has a register.
    const controllers = json.controllers.map((one) => (one.controller === 'NSC' ? { ...one, push: 'FAILED' } : one));
    await route.fulfill({ response: answer, json: { ...json, controllers } });
  });
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}`);
  await expect(page.getByText('Titolare non informato')).toBeVisible();
  await inspectPage(page, 'customer: controller not informed');
});

test('a customer with too little data for the FEA module, and a duplicate customer', async ({ visitors }) => {
  test.slow();
  const gap = await createCustomer();
  const page = await visitors.desk(REDUCED_MOTION);
  // In the demo every legal entity has FES, so no customer data would be missing.
  await page.route('**/api/intesys-services*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  );
  await openPageAs(page, 'dealer', `/app/dossiers/${gap.id}`);
  await expect(page.getByRole('link', { name: 'Completa i dati' })).toBeVisible();
  await inspectPage(page, 'customer: data missing for the FEA module');
  const fiscalCode = 'DPPLSE71H48A944O';
  const twins = [await createCustomer({ fiscalCode }), await createCustomer({ fiscalCode })];
  await openPageAs(page, 'dealer', `/app/dossiers/${twins[0]?.id}`);
  await expect(page.getByText('Forse è un doppione.')).toBeVisible();
  await inspectPage(page, 'customer: possible duplicate');
  await openPageAs(page, 'dealer', '/app/dossiers?new=1');
  const form = dialog(page, 'Nuovo cliente');
  await input(form, 'Codice fiscale').fill(fiscalCode);
  await page.keyboard.press('Tab');
  await expect(form.getByText(/^Forse c’è già: /)).toBeVisible();
  await inspectPage(page, 'customers: new one that already exists');
});
