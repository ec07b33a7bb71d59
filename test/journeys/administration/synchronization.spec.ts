/** A customer and RSP: the state, a synchronization on request, adopting RSP's data, and the messages when it fails. */
import { Caller } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { button, type CustomerRow, createCustomer, dialog, expectToast, openPageAs } from './registry-pages.ts';

const card = (page: import('@playwright/test').Page) =>
  page.getByRole('region', { name: 'Sincronizzazione RSP', exact: true });
const SUPPORT = /scrivi all’assistenza indicando il cliente n\.\s\d+/;

test('an RSP customer shows its synchronization status, synchronizes on request and takes over the data of RSP', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const customer = await createCustomer({ searchType: 'RSP', businessId: 'R-000042' });
  const status = `/api/dossiers/rsp-synchronization/${customer.id}`;
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}`);
  await expect(card(page).getByText('Sincronizzato', { exact: true })).toBeVisible();
  await expect(card(page).getByText('R-000042')).toBeVisible();
  await expect(button(card(page), 'Aggiorna dati')).not.toHaveAttribute('aria-disabled', 'true');

  // After the synchronization was requested, keeps the answer from before RSP was read, for as long as the test needs.
  let started = false;
  let callCount = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === status) started = true;
  });
  await page.route(`**${status}/status`, (route) => {
    if (!started) return route.continue();
    callCount += 1;
    return route.fulfill({ json: { id: customer.id, syncStatus: 'TO_SYNC', lastSync: null } });
  });
  await button(card(page), 'Sincronizza').click();
  await expectToast(page, 'Sincronizzazione avviata');
  await expect.poll(() => callCount, 'the status is fetched again').toBeGreaterThan(0);
  await expect(card(page).getByText('Da sincronizzare', { exact: true })).toBeVisible();
  const update = button(card(page), 'Aggiorna dati');
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await expect(update).toHaveAccessibleDescription('Aspetta che la sincronizzazione finisca.');
  await page.unroute(`**${status}/status`);
  await page.reload();
  await expect(card(page).getByText('Sincronizzato', { exact: true })).toBeVisible();

  await update.click();
  const question = dialog(page, 'Aggiornare i dati con quelli di RSP?');
  await question.getByRole('checkbox', { name: 'Prendi Cellulare da RSP' }).uncheck();
  await button(question, 'Aggiorna dati').click();
  await expectToast(page, 'Cliente salvato');
  await expect(question).toHaveCount(0);
  const stored = await (await Caller.signIn('dealer')).read<CustomerRow & { rspCity: string; rspLastName: string }>(
    `/api/dossiers/${customer.id}`,
  );
  expect(stored).toMatchObject({ city: stored.rspCity, lastName: stored.rspLastName });
  expect(stored.mobilePhone).toBe(customer.mobilePhone);
});

test('a failed synchronization and an unreadable status name the support contact', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /\/rsp-synchronization\/\d+(\/status)?$/);
  const page = await visitors.desk();
  const customer = await createCustomer({ searchType: 'RSP', businessId: 'R-999999' });
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}`);
  await expect(card(page).getByText('Non sincronizzato', { exact: true })).toBeVisible();
  await expect(card(page).getByRole('alert')).toContainText('Sincronizzazione non riuscita.');
  await expect(card(page).getByRole('alert')).toContainText(SUPPORT);
  await expect(button(card(page), 'Aggiorna dati')).toHaveAccessibleDescription(
    'Prima la sincronizzazione deve riuscire.',
  );
  await page.route('**/rsp-synchronization/**', (route) =>
    route.fulfill({ status: 503, json: { message: 'RSP non risponde.' } }),
  );
  await button(card(page), 'Sincronizza').click();
  await expectToast(page, 'Sincronizzazione non avviata');
  await page.reload();
  await expect(card(page).getByText('Stato non disponibile')).toBeVisible();
  await expect(card(page).getByRole('alert')).toContainText('Lo stato di RSP non si legge.');
  await expect(card(page).getByRole('alert')).toContainText(SUPPORT);
  await page.unroute('**/rsp-synchronization/**');
  await button(card(page), 'Riprova').click();
  await expect(card(page).getByText('Non sincronizzato', { exact: true })).toBeVisible();
});

test('a refused synchronization names the support contact until one starts', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /\/rsp-synchronization\/\d+$/);
  const page = await visitors.desk();
  const customer = await createCustomer({ searchType: 'RSP', businessId: 'R-000042' });
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}`);
  await expect(card(page).getByText('Sincronizzato', { exact: true })).toBeVisible();
  await expect(card(page).getByRole('alert')).toHaveCount(0);
  const sync = `**/api/dossiers/rsp-synchronization/${customer.id}`;
  await page.route(sync, (route) => route.fulfill({ status: 503, json: { message: 'RSP non risponde.' } }));
  await button(card(page), 'Sincronizza').click();
  await expectToast(page, 'Sincronizzazione non avviata');
  await expect(card(page).getByRole('alert')).toContainText('La sincronizzazione non è partita.');
  await expect(card(page).getByRole('alert')).toContainText(SUPPORT);
  await expect(card(page).getByText('Sincronizzato', { exact: true })).toBeVisible();
  await page.unroute(sync);
  await button(card(page), 'Sincronizza').click();
  await expectToast(page, 'Sincronizzazione avviata');
  await expect(card(page).getByRole('alert')).toHaveCount(0);
});

test('while the status is unavailable, the last synchronization of the customer is shown', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /\/rsp-synchronization\/\d+\/status$/);
  const page = await visitors.desk();
  const customer = await createCustomer({ searchType: 'RSP', businessId: 'R-000043' });
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}`);
  await expect(card(page).getByText('Sincronizzato', { exact: true })).toBeVisible();
  await page.route('**/rsp-synchronization/*/status', (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  await expect(card(page).getByText('Stato non disponibile')).toBeVisible();
  await expect(card(page).getByText('mai', { exact: true })).toHaveCount(0);
  await expect(card(page).getByText(/^\d{2}\/\d{2}\/\d{4}/)).toBeVisible();
});

test('a manually created customer shows that it is not linked to RSP', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /\/rsp-synchronization\/\d+\/status$/);
  const page = await visitors.desk();
  const customer = await createCustomer();
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}`);
  await expect(card(page).getByText('Questo cliente non è collegato a RSP', { exact: false })).toBeVisible();
  for (const name of ['Sincronizza', 'Aggiorna dati']) await expect(button(card(page), name)).toHaveCount(0);
  const status = '**/rsp-synchronization/*/status';
  await page.route(status, (route) => route.fulfill({ status: 503, json: { message: 'RSP non risponde.' } }));
  await page.reload();
  await expect(card(page).getByRole('alert')).toContainText('Lo stato di RSP non si legge.');
  await expect(card(page).getByRole('alert')).toContainText(SUPPORT);
  await page.unroute(status);
  await button(card(page), 'Riprova').click();
  await expect(card(page).getByRole('alert')).toHaveCount(0);
});
