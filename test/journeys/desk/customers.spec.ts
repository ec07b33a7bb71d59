/** Customers: the list, the form and its refusals, deletion, and permissions. */
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import {
  blockLiveUpdates,
  button,
  type CustomerRow,
  changeToasts,
  combobox,
  createCustomer,
  createFolder,
  createStaffUser,
  delayCalls,
  dialog,
  expectToast,
  failCalls,
  failThenSucceed,
  input,
  openPageAs,
  title,
} from '../administration/registry-pages.ts';
import { Caller } from '../support/portal-calls.ts';
import { dialogProblem } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

const LIST = '/app/dossiers';
const CUSTOMER_TOASTS = changeToasts('del cliente', 'Cliente', 'o');
const fiscalCode = fiscalCodeOf({
  ...{ firstName: 'Ada', lastName: 'Nuovi', birthDate: '1990-03-04', sex: 'F', place: 'A944' },
});

test.describe('the list of customers', () => {
  test('shows only open customers, and a row opens its page', async ({ visitors }) => {
    const page = await visitors.desk();
    const customer = await createCustomer();
    const searchRequest = page.waitForRequest('**/api/dossiers/search*');
    await openPageAs(page, 'dealer', LIST);
    expect((await searchRequest).postDataJSON()).toMatchObject({ status: { equals: 'OPEN' } });
    await expect(page.getByText(/^[\d.]+ client[ei] apert[oi]$/)).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: customer.lastName });
    await expect(row).toContainText('Autoesempio Bologna');
    await row.getByText('Bologna', { exact: true }).click();
    await expect(title(page, `Prova ${customer.lastName}`)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`${LIST}/${customer.id}`);
  });

  test('shows a text when it is empty and an error when it cannot be loaded', async ({ visitors }) => {
    visitors.watch.expectRefusal(500, /^\/api\/dossiers\/search$/);
    const page = await visitors.desk();
    await blockLiveUpdates(page);
    await openPageAs(page, 'dealer', LIST);
    await page.getByRole('searchbox', { name: 'Cerca tra i clienti' }).fill('nessuno si chiama così');
    await expect(page.getByText('Nessun cliente trovato')).toBeVisible();
    await page.route('**/api/dossiers/search*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${LIST}?page=1`);
    await expect(page.getByRole('alert')).toContainText('Errore interno del server');
    await page.unroute('**/api/dossiers/search*');
    await button(page, 'Riprova').click();
    await expect(page.getByRole('table', { name: 'Clienti' }).getByRole('row')).not.toHaveCount(0);
  });
});

test.describe('the customer form', () => {
  test('shows missing and invalid values at their fields, then creates; toasts show both results', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    await openPageAs(page, 'dealer', LIST);
    await button(page, 'Nuovo cliente').click();
    const form = dialog(page, 'Nuovo cliente');
    await input(form, 'Cellulare').fill('');
    await button(form, 'Crea il cliente').click();
    await expect(input(form, 'Nome')).toBeFocused();
    for (const name of ['Nome', 'Cognome', 'Cellulare', 'E-mail', 'Indirizzo', 'Città', 'CAP']) {
      await expect(input(form, name)).toHaveAccessibleDescription(new RegExp(`${name} è un campo obbligatorio`));
    }
    await input(form, 'Nome').fill('x'.repeat(256));
    await input(form, 'Cognome').fill('Nuovi');
    await expect(input(form, 'Nome')).toHaveAccessibleDescription(/Al massimo 255 caratteri/);
    await input(form, 'Nome').fill('Ada');
    for (const [name, wrong, expectedError] of [
      ['Codice fiscale', 'ABC123', /16 caratteri oppure 11 cifre/],
      ['Data di nascita', '31/02/1990', /Data non valida: il 31\/02\/1990 non esiste/],
      ['E-mail', 'ada@', /Indirizzo e-mail non valido/],
      ['Cellulare', '0512345678', /usa il prefisso/],
      ['Cellulare', '+39 33512345', /usa il prefisso/],
    ] as const) {
      await input(form, name).fill(wrong);
      await input(form, 'CAP').focus();
      await expect(input(form, name)).toHaveAccessibleDescription(expectedError);
    }
    // Codes are stored in capitals, however they are typed.
    await input(form, 'Codice fiscale').fill(fiscalCode.toLowerCase());
    await input(form, 'Data di nascita').fill('04/03/1990');
    await expect(input(form, 'Data di nascita')).not.toHaveAttribute('aria-invalid', 'true');
    await input(form, 'Data di nascita').fill('31/12/1799');
    await input(form, 'CAP').focus();
    await expect(input(form, 'Data di nascita')).toHaveAccessibleDescription(/Data non valida/);
    await input(form, 'Data di nascita').fill('04/03/1990');
    await input(form, 'E-mail').fill('ada.nuovi@example.com');
    await input(form, 'Cellulare').fill('+393351234567');
    await input(form, 'Indirizzo').fill('Via Nuova 1');
    await input(form, 'Città').fill('Bologna');
    await input(form, 'CAP').fill('40121');

    visitors.watch.expectRefusal(503, /^\/api\/dossiers$/);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && /dossiers$/.test(request.url()));
    await failThenSucceed(
      page,
      ['**/api/dossiers', 'POST'],
      () => button(form, 'Crea il cliente').click(),
      CUSTOMER_TOASTS.create,
      async () => {
        await expect(dialogProblem(form)).toContainText('Il servizio non risponde.');
        await expect(input(form, 'Cognome')).toHaveValue('Nuovi');
      },
    );
    expect((await sent).postDataJSON()).toMatchObject({ birthDate: '1990-03-04' });
    await expect(title(page, 'Ada Nuovi')).toBeVisible();
    await expect(page.getByText(/^04\/03\/1990/).first()).toBeVisible();
    await expect(page.getByText(fiscalCode, { exact: true })).toBeVisible();
  });

  test('accepts a company by its eleven-digit code, and asks once about an implausible code', async ({ visitors }) => {
    const page = await visitors.desk();
    await openPageAs(page, 'dealer', `${LIST}?new=1`);
    const form = dialog(page, 'Nuovo cliente');
    await form.getByRole('radiogroup', { name: 'Persona o azienda' }).getByText('Azienda').click();
    for (const [name, text] of [
      ['Ragione sociale', 'Prove Nuove S.r.l.'],
      ['Codice fiscale', '12345678901'],
      ['Nome', 'Ada'],
      ['Cognome', 'Nuovi'],
      ['Cellulare', '+39 3351234567'],
      ['E-mail', 'nuove@example.com'],
      ['Indirizzo', 'Via Nuova 1'],
      ['Città', 'Bologna'],
      ['CAP', '40121'],
    ] as const) {
      await input(form, name).fill(text);
    }
    await button(form, 'Crea il cliente').click();
    await expect(form.getByRole('alert')).toContainText('Da controllare prima di salvare.');
    await button(form, 'Salva comunque').click();
    await expect(title(page, 'Prove Nuove S.r.l.')).toBeVisible();
  });

  test('warns of a customer with the same codice fiscale and can take over the existing data', async ({ visitors }) => {
    const page = await visitors.desk();
    const code = fiscalCodeOf({
      ...{ firstName: 'Elsa', lastName: 'Doppi', birthDate: '1971-06-08', sex: 'F', place: 'A944' },
    });
    const twin = await createCustomer({ fiscalCode: code });
    await openPageAs(page, 'dealer', `${LIST}?new=1`);
    const form = dialog(page, 'Nuovo cliente');
    await input(form, 'Codice fiscale').fill(code);
    await page.keyboard.press('Tab');
    await expect(form.getByText(`Forse c’è già: Prova ${twin.lastName}.`)).toBeVisible();
    await button(form, 'Usa questo cliente').click();
    await expect(title(page, `Prova ${twin.lastName}`)).toBeVisible();
  });

  test('requires birth and fiscal data where the legal entity does not use the simple signature', async ({
    visitors,
  }) => {
    // The demo's LE006 has FES for new vehicles.
    const login = await createStaffUser({ hstList: ['10011'] });
    const page = await visitors.desk();
    await openPageAs(page, login, `${LIST}?new=1`);
    const form = dialog(page, 'Nuovo cliente');
    await button(form, 'Crea il cliente').click();
    for (const birth of [
      input(form, 'Codice fiscale'),
      input(form, 'Data di nascita'),
      combobox(form, 'Luogo di nascita'),
    ]) {
      await expect(birth).toHaveAccessibleDescription(/è un campo obbligatorio/);
    }
    await page.goto('/app/wizard/bmw/sale_new/sale_new_rfo');
    await page.getByRole('radiogroup', { name: 'Come scegli il cliente' }).getByText('Nuovo cliente').click();
    await button(page, 'Avanti: documento').click();
    await expect(combobox(page, 'Luogo di nascita')).toHaveAttribute('aria-invalid', 'true');
    await page.goto('/app/wizard/bmw/service/service_odl');
    await page.getByRole('radiogroup', { name: 'Come scegli il cliente' }).getByText('Nuovo cliente').click();
    await button(page, 'Avanti: documento').click();
    await expect(input(page, 'Nome')).toHaveAttribute('aria-invalid', 'true');
    await expect(combobox(page, 'Luogo di nascita')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('requires all three when the FEA module lacks them', async ({ visitors }) => {
    const page = await visitors.desk();
    const customer = await createCustomer();
    await openPageAs(page, 'dealer', `${LIST}/${customer.id}?edit=complete`);
    const form = dialog(page, /^Modifica: /);
    await expect(form.getByText('Dati che servono al Modulo FEA.')).toBeVisible();
    await button(form, 'Salva').click();
    for (const birth of [
      input(form, 'Codice fiscale'),
      input(form, 'Data di nascita'),
      combobox(form, 'Luogo di nascita'),
    ]) {
      await expect(birth).toHaveAccessibleDescription(/è un campo obbligatorio/);
    }
    await expect(input(form, 'Nome')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('saves changes, shows errors, and keeps both texts on an edit conflict', async ({ visitors }) => {
    visitors.watch.expectRefusal(409, /^\/api\/dossiers$/);
    visitors.watch.expectRefusal(503, /^\/api\/dossiers$/);
    const page = await visitors.desk();
    const customer = await createCustomer();
    await openPageAs(page, 'dealer', `${LIST}/${customer.id}`);
    await button(page, 'Modifica').click();
    const form = dialog(page, `Modifica: Prova ${customer.lastName}`);
    await expect(form.getByRole('textbox', { name: 'Concessionaria' })).not.toBeEditable();
    await input(form, 'Città').fill('Imola');
    const dealer = await Caller.signIn('dealer');
    const row = await dealer.read<CustomerRow>(`/api/dossiers/${customer.id}`);
    expect((await dealer.send('PUT', '/api/dossiers', { ...row, street: 'Via Altrui 3' })).status).toBe(200);
    await button(form, 'Salva').click();
    await expectToast(page, CUSTOMER_TOASTS.updateFailed);
    await expect(form.locator('form').getByText('Qualcuno ha salvato modifiche nel frattempo.')).toBeVisible();
    await button(form, 'Ricarica i dati').click();
    await expect(input(form, 'Indirizzo')).toHaveValue('Via Altrui 3');
    await expect(input(form, 'Città')).toHaveValue('Imola');
    await failCalls(page, '**/api/dossiers', 'PUT');
    await button(form, 'Salva').click();
    await expect(dialogProblem(form)).toContainText('Il servizio non risponde.');
    await page.unroute('**/api/dossiers');
    const answer = await delayCalls(page, '**/api/dossiers', 'PUT');
    await button(form, 'Salva').click();
    await expectToast(page, CUSTOMER_TOASTS.updating);
    answer();
    await expectToast(page, CUSTOMER_TOASTS.updated);
    expect(await dealer.read(`/api/dossiers/${customer.id}`)).toMatchObject({ street: 'Via Altrui 3', city: 'Imola' });
  });

  test('a resumed draft keeps what others saved meanwhile', async ({ visitors }) => {
    const page = await visitors.desk();
    const customer = await createCustomer();
    await openPageAs(page, 'dealer', `${LIST}/${customer.id}`);
    await button(page, 'Modifica').click();
    const form = dialog(page, `Modifica: Prova ${customer.lastName}`);
    await input(form, 'Città').fill('Imola');
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    const dealer = await Caller.signIn('dealer');
    const row = await dealer.read<CustomerRow>(`/api/dossiers/${customer.id}`);
    expect((await dealer.send('PUT', '/api/dossiers', { ...row, street: 'Via Altrui 3' })).status).toBe(200);
    await expect(page.getByText('Via Altrui 3').first()).toBeVisible();
    await button(page, 'Modifica').click();
    await button(form, 'Riprendi').click();
    await expect(input(form, 'Città')).toHaveValue('Imola');
    await expect(input(form, 'Indirizzo')).toHaveValue('Via Altrui 3');
    await button(form, 'Salva').click();
    await expect(form).toHaveCount(0);
    expect(await dealer.read(`/api/dossiers/${customer.id}`)).toMatchObject({ street: 'Via Altrui 3', city: 'Imola' });
  });

  test('preselects a dealer of the service mandate for service roles, of the sales mandate for other roles', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    for (const [role, preselected] of [
      ['ROLE_SERVICE_DEALER', 'Autoesempio Modena (HST 10002)'],
      ['ROLE_ACCEPTANCE_DEALER', 'Autoesempio Modena (HST 10002)'],
      ['ROLE_DEALER', 'Autoesempio Bologna (HST 10001)'],
      ['ROLE_SALE_MANAGER', 'Autoesempio Bologna (HST 10001)'],
      ['ROLE_OPERATOR_DEALER', 'Autoesempio Bologna (HST 10001)'],
      ['ROLE_SALE_DEALER', 'Autoesempio Bologna (HST 10001)'],
      ['ROLE_BACKOFFICE_DEALER', 'Autoesempio Bologna (HST 10001)'],
    ] as const) {
      await test.step(role, async () => {
        const login = await createStaffUser({ authorities: [role], hstList: ['10001', '10002'] });
        await openPageAs(page, login, `${LIST}?new=1`);
        const field = combobox(dialog(page, 'Nuovo cliente'), 'Concessionaria');
        await expect(field).toHaveValue(preselected);
      });
    }
  });
});

test.describe('deleting a customer', () => {
  test('asks for confirmation, shows the result in a toast and removes the customer from the list', async ({
    visitors,
  }) => {
    visitors.watch.expectRefusal(503, /^\/api\/dossiers\/\d+$/);
    const page = await visitors.desk();
    const customer = await createCustomer();
    const path = `**/api/dossiers/${customer.id}`;
    await openPageAs(page, 'dealer', `${LIST}/${customer.id}`);
    await button(page, 'Elimina').click();
    const question = dialog(page, `Eliminare il cliente «Prova ${customer.lastName}»?`);
    await failThenSucceed(
      page,
      [path, 'DELETE'],
      () => button(question, 'Elimina cliente').click(),
      CUSTOMER_TOASTS.remove,
      () => expect(dialogProblem(question)).toContainText('Il servizio non risponde.'),
    );
    await expect(title(page, 'Clienti')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Clienti' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: customer.lastName })).toHaveCount(0);
  });

  test('is refused with a reason while the customer has folders, except for an administrator', async ({ visitors }) => {
    const customer = await createCustomer();
    await createFolder({ dossierId: customer.id });
    const page = await visitors.desk();
    for (const login of ['dealer', 'supervisor', 'nsc']) {
      await openPageAs(page, login, `${LIST}/${customer.id}`);
      await expect(button(page, 'Elimina')).toHaveAttribute('aria-disabled', 'true');
      await expect(button(page, 'Elimina')).toHaveAccessibleDescription(/il cliente ha delle cartelle/);
      await button(page, 'Elimina').dispatchEvent('click');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await openPageAs(page, 'admin', `${LIST}/${customer.id}`);
    await button(page, 'Elimina').click();
    await expect(page.getByRole('dialog')).toContainText('Con il cliente elimini anche 1 cartella');
    await button(page.getByRole('dialog'), 'Elimina cliente').click();
    await expectToast(page, CUSTOMER_TOASTS.deleted);
  });
});

const ACTIONS = ['Elimina', 'Modifica', 'Nuova cartella', 'Sincronizza', 'Aggiorna dati'];

test('a role without the permission sees customers without actions', async ({ visitors }) => {
  const page = await visitors.desk();
  const customer = await createCustomer({ searchType: 'RSP', businessId: 'R-000007' });
  await openPageAs(page, 'sa3', LIST);
  await expect(page.getByRole('row').filter({ hasText: customer.lastName })).toBeVisible();
  await expect(button(page, 'Nuovo cliente')).toHaveCount(0);
  await page.goto(`${LIST}/${customer.id}`);
  await expect(title(page, `Prova ${customer.lastName}`)).toBeVisible();
  await expect(page.getByText('R-000007')).toBeVisible();
  for (const name of ACTIONS) await expect(button(page, name), name).toHaveCount(0);
});

test('a read-only user sees all customer actions disabled, with the reason', async ({ visitors }) => {
  const page = await visitors.desk();
  const customer = await createCustomer({ searchType: 'RSP', businessId: 'R-000007' });
  const refused = async (name: string) => {
    const action = button(page, name);
    await expect(action, name).toHaveAttribute('aria-disabled', 'true');
    await expect(action).toHaveAccessibleDescription(/^Hai la sola lettura/);
    await action.focus();
    await expect(page.getByRole('tooltip').last()).toContainText('Hai la sola lettura');
    await action.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await openPageAs(page, 'readonly', LIST);
  await expect(page.getByRole('row').filter({ hasText: customer.lastName })).toBeVisible();
  await refused('Nuovo cliente');
  await page.goto(`${LIST}/${customer.id}`);
  await expect(title(page, `Prova ${customer.lastName}`)).toBeVisible();
  for (const name of ACTIONS) await refused(name);
  // Nor through an address that opens a form.
  for (const form of ['?edit=1', '?folder=1']) {
    await page.goto(`${LIST}/${customer.id}${form}`);
    await expect(title(page, `Prova ${customer.lastName}`)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('the customer page shows the last editor, the legal entity and the codes', async ({ visitors }) => {
  const page = await visitors.desk();
  const customer = await createCustomer({
    ...{ organizationName: 'Autonoleggio Prova S.r.l.', organizationId: 'AZ-0042' },
    ...{ searchType: 'DMS', businessId: 'D-000042' },
  });
  const admin = await Caller.signIn('admin');
  expect((await admin.send('PUT', '/api/dossiers', { ...customer, city: 'Modena' })).status).toBe(200);
  for (const businessId of ['PV-1', 'PV-2']) await createFolder({ dossierId: customer.id, businessId });
  await openPageAs(page, 'dealer', `${LIST}/${customer.id}`);
  const facts = page.getByRole('region', { name: 'Anagrafica', exact: true });
  const fact = (label: string) => facts.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  await expect(fact('Codice azienda')).toContainText('AZ-0042');
  await expect(fact('Codice di origine')).toContainText('D-000042');
  await expect(fact('Entità legale')).toContainText('Autoesempio S.p.A.');
  await expect(fact('Creazione')).toContainText(/\d{2}\/\d{2}\/\d{4} da Dario Provini/);
  await expect(fact('Cartelle')).toContainText('2, tutte aperte');
  await expect(fact('Ultima modifica')).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} da Andrea Neri/);
});

test('a technical account creates customers and cannot delete them', async ({ visitors }) => {
  const page = await visitors.desk();
  const own = await createCustomer({}, 'dms-incadea');
  await openPageAs(page, 'dms-incadea', `${LIST}/${own.id}`);
  await expect(button(page, 'Modifica')).toBeVisible();
  await expect(button(page, 'Elimina')).toHaveCount(0);
});
