/** The wizard: its address, customers of RSP and the DMS, an existing customer, the saved draft, failures and restarting. */
import type { Page } from '@playwright/test';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { makePaper } from '../../papers/paper.ts';
import {
  button,
  createCustomer,
  createStaffUser,
  delayCalls,
  dialog,
  expectToast,
  failCalls,
  input,
  openPageAs,
  title,
} from '../administration/registry-pages.ts';
import { Caller, newCustomerData, uniqueNumber } from '../support/portal-calls.ts';
import {
  chooseDocument,
  chooseSwitchOption,
  clickCreate,
  continueToFolder,
  createButton,
  field,
  fileInput,
  fillCustomer,
  pdf,
  statusChip,
} from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { countEffort, tabToField } from './count-effort.ts';
import { addTypeFields } from './desk-pages.ts';

const WIZARD = '/app/wizard/bmw/sale_new/sale_new_rfo';
const STEP = 'Come scegli il cliente';
const RULE = 'Servono almeno 2 filtri, ciascuno di 3 caratteri o più.';
const search = (page: Page, system: 'in RSP' | 'nel DMS') =>
  page.getByRole('button', { name: `Cerca ${system}`, exact: true });
const codeOf = (lastName: string) =>
  fiscalCodeOf({ ...{ firstName: 'Ginevra', lastName, birthDate: '1984-05-17', sex: 'F', place: 'A944' } });

test('is found at its address in any case, and at no other', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPageAs(page, 'dealer', '/app/wizard/BMW/Sale_New/SALE_NEW_RFO');
  await expect(title(page, 'Nuovo documento: preventivo nuovo')).toBeVisible();
  for (const path of ['/app/wizard/fiat/sale_new/sale_new_rfo', '/app/wizard/bmw/sale_new/service_odl']) {
    await page.goto(path);
    await expect(title(page, 'Questa pagina non c’è')).toBeVisible();
  }
  const other = await visitors.desk();
  await openPageAs(other, 'service', WIZARD);
  await expect(title(other, 'Qui non puoi creare questo documento')).toBeVisible();
  await expect(other.getByText('Permesso negato', { exact: true })).toBeVisible();
  await expect(other.getByRole('radiogroup')).toHaveCount(0);
});

test('shows an error for a type that is hidden from the wizard or belongs to other legal entities', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  await page.route('**/api/v2/folder-types/ext', async (route) => {
    const answer = await route.fetch();
    type Types = {
      slug: string;
      visibleInWizard: boolean;
      documentTypes: { slug: string; legalEntities: string[] }[];
    }[];
    const types = (await answer.json()) as Types;
    for (const type of types) if (type.slug === 'SALE_USED') type.visibleInWizard = false;
    const of = (slug: string) => types.flatMap(({ documentTypes }) => documentTypes).filter((one) => one.slug === slug);
    for (const type of of('SALE_NEW_ACCEPTANCE')) type.legalEntities = ['LE999'];
    await route.fulfill({ response: answer, json: types });
  });
  await openPageAs(page, 'dealer', '/app/wizard/bmw/sale_new/sale_new_proposal');
  await expect(title(page, 'Nuovo documento: proposta d’acquisto')).toBeVisible();
  for (const path of [
    'sale_new/sale_proposal',
    'sale_new/audit',
    'sale_used/sale_used_rfo',
    'sale_new/sale_new_acceptance',
    // A copy of an identity document is added to a folder.
    'sale_new/other_identity',
  ]) {
    await page.goto(`/app/wizard/bmw/${path}`);
    await expect(title(page, 'Questa pagina non c’è'), path).toBeVisible();
  }
});

test('offers colleagues of the customer’s dealer, and shows the chosen one before creation', async ({ visitors }) => {
  const page = await visitors.desk();
  const customer = await createCustomer({ brands: ['bmw'] });
  await addTypeFields(page, [{ name: 'SALES_MANAGER', type: 'ROLE_SALE_MANAGER', required: 'true', default: null }]);
  const managersRequest = page.waitForRequest('**/api/coworkers/authorities/ROLE_SALE_MANAGER*');
  await openPageAs(page, 'admin', WIZARD);
  await page.getByRole('searchbox').fill(customer.lastName);
  await page.getByRole('radio', { name: new RegExp(customer.lastName) }).check();
  await continueToFolder(page);
  expect(new URL((await managersRequest).url()).searchParams.get('hst')).toBe(customer.hst);
  await fileInput(page).setInputFiles(pdf('preventivo.pdf', await makePaper({ pages: 1 })));
  // The only manager is preselected.
  await expect(page.getByRole('combobox', { name: 'Responsabile vendite' })).toHaveValue('Matteo Greco');
  await expect(page.getByText('Chi firma: Cliente, poi Responsabile vendite.')).toBeVisible();
});

test.describe('the search in RSP and the DMS', () => {
  test('requires two filters of three characters, and shows how many are set', async ({ visitors }) => {
    const page = await visitors.desk();
    const searches: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/(rsp|dms)\//.test(request.url())) searches.push(request.url());
    });
    await openPageAs(page, 'dealer', WIZARD);
    await chooseSwitchOption(page, STEP, 'Cerca in RSP');
    await expect(page.getByText('0 filtri su almeno 2')).toBeVisible();
    await expect(search(page, 'in RSP')).toHaveAttribute('aria-disabled', 'true');
    await expect(search(page, 'in RSP')).toHaveAccessibleDescription(RULE);
    await input(page, 'Cognome').fill('Provetti');
    await expect(page.getByText('1 filtro su almeno 2')).toBeVisible();
    await input(page, 'Città').fill('Bo');
    await expect(input(page, 'Città')).toHaveAccessibleDescription('Scrivi almeno 3 caratteri');
    await input(page, 'Città').press('Enter');
    expect(searches).toEqual([]);
    await input(page, 'Città').fill('Bol');
    await expect(page.getByText('2 filtri su almeno 2')).toBeVisible();
    await input(page, 'Città').press('Enter');
    await expect.poll(() => searches.length).toBe(1);
    expect(Object.fromEntries(new URL(searches[0] ?? '').searchParams)).toMatchObject({
      ...{ 'lastName.contains': 'Provetti', 'city.contains': 'Bol' },
    });
  });

  test('shows an empty result for people and companies, in RSP and in the DMS', async ({ visitors }) => {
    const page = await visitors.desk();
    await openPageAs(page, 'dealer', WIZARD);
    for (const [source, kind, first, expectedText] of [
      ['Cerca in RSP', 'Persona', 'Nome', 'Nessuna persona trovata in RSP'],
      ['Cerca in RSP', 'Azienda', 'Ragione sociale', 'Nessuna azienda trovata in RSP'],
      ['Cerca nel DMS', 'Persona', 'Nome', 'Nessuna persona trovata nel DMS'],
      ['Cerca nel DMS', 'Azienda', 'Ragione sociale', 'Nessuna azienda trovata nel DMS'],
    ] as const) {
      await chooseSwitchOption(page, STEP, source);
      await chooseSwitchOption(page, 'Persona o azienda', kind);
      await input(page, first).fill('Zzzzz');
      await input(page, 'Città').fill('Bologna');
      await search(page, source === 'Cerca in RSP' ? 'in RSP' : 'nel DMS').click();
      await expect(page.getByText(expectedText, { exact: true })).toBeVisible();
      // The other kind has not been searched for yet.
      await chooseSwitchOption(page, 'Persona o azienda', kind === 'Persona' ? 'Azienda' : 'Persona');
      await expect(page.getByText(/^Nessuna (persona|azienda) trovata/)).toHaveCount(0);
    }
  });

  test('finds people and companies, in RSP and in the DMS', async ({ visitors }) => {
    const page = await visitors.desk();
    await openPageAs(page, 'dealer', WIZARD);
    for (const [source, kind, first, text, expectedText] of [
      ['Cerca in RSP', 'Persona', 'Cellulare', '333', /^[\d.]+ persone trovate in RSP/],
      ['Cerca in RSP', 'Azienda', 'Ragione sociale', 'S.r.l.', /^[\d.]+ aziende trovate in RSP/],
      ['Cerca nel DMS', 'Persona', 'Cellulare', '333', /^[\d.]+ clienti trovati nel DMS/],
      ['Cerca nel DMS', 'Azienda', 'Ragione sociale', 'S.r.l.', /^[\d.]+ clienti trovati nel DMS/],
    ] as const) {
      await test.step(`${source}: ${kind}`, async () => {
        await chooseSwitchOption(page, STEP, source);
        await chooseSwitchOption(page, 'Persona o azienda', kind);
        await input(page, first).fill(text);
        await input(page, 'E-mail').fill('example.com');
        await search(page, source === 'Cerca in RSP' ? 'in RSP' : 'nel DMS').click();
        const resultGroup = page.getByRole('group', { name: expectedText });
        await expect(resultGroup.getByRole('radio').first()).toBeVisible();
        if (kind === 'Azienda') await expect(resultGroup.getByText(/S\.r\.l\./).first()).toBeVisible();
      });
    }
  });

  test('shows its results, cancels an outdated search, and passes a person to the folder', async ({ visitors }) => {
    const page = await visitors.desk();
    await openPageAs(page, 'dealer', WIZARD);
    await chooseSwitchOption(page, STEP, 'Cerca in RSP');
    await page.route('**/api/rsp/customers?*city.contains=Milano*', () => undefined);
    await input(page, 'E-mail').fill('example.com');
    await input(page, 'Città').fill('Milano');
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('city.contains=Milano'));
    await input(page, 'Città').press('Enter');
    await input(page, 'Città').fill('Bologna');
    await input(page, 'Città').press('Enter');
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(page.getByText(/^\d+ person[ae] trovat[ae] in RSP/)).toBeVisible();
    await expect(button(page, 'Avanti: documento')).toHaveAttribute('aria-disabled', 'true');
    await expect(button(page, 'Avanti: documento')).toHaveAccessibleDescription('Scegli un cliente per continuare.');
    await expect(page.getByText('Passo 1 di 2 · Scegli un cliente per continuare.')).toBeVisible();
    await page
      .getByRole('group', { name: /trovat[ae] in RSP/ })
      .getByRole('radio')
      .first()
      .check();
    const chosen = page.getByRole('region', { name: 'Hai scelto' });
    await expect(chosen.getByText(/^R-\d{6}$/)).toBeVisible();
    await button(page, 'Avanti: documento').click();
    await expect(page.getByRole('heading', { name: 'In quale cartella?' })).toBeVisible();
    await expect(field(page, 'Numero proposta')).toBeFocused();
    await page.goBack();
    await expect(input(page, 'Cognome')).toHaveValue(/\w/);
    await expect(input(page, 'Città')).toHaveValue('Bologna');
  });

  test('passes the full DMS data of the chosen customer, beyond what the list shows', async ({ visitors }) => {
    const page = await visitors.desk();
    await page.route('**/api/dms/customers?*', async (route) => {
      const response = await route.fetch();
      const rows: object[] = await response.json();
      await route.fulfill({ response, json: rows.map((row) => ({ ...row, city: '' })) });
    });
    await openPageAs(page, 'dealer', WIZARD);
    await chooseSwitchOption(page, STEP, 'Cerca nel DMS');
    await input(page, 'E-mail').fill('example.com');
    await input(page, 'Cellulare').fill('333');
    await search(page, 'nel DMS').click();
    await page
      .getByRole('group', { name: /trovat[oi] nel DMS/ })
      .getByRole('radio')
      .first()
      .check();
    await expect(page.getByRole('region', { name: 'Hai scelto' }).getByText(/\d{5}\s\p{L}+/u)).toBeVisible();
    await button(page, 'Avanti: documento').click();
    await expect(page.getByRole('heading', { name: 'In quale cartella?' })).toBeVisible();
    await page.goBack();
    await expect(input(page, 'Città')).toHaveValue(/\p{L}+/u);
  });

  test('shows which system is unavailable, while the other one still answers', async ({ visitors }) => {
    visitors.watch.expectRefusal(503, /^\/api\/(rsp|dms)\/customers$/);
    const page = await visitors.desk();
    await openPageAs(page, 'dealer', WIZARD);
    await chooseSwitchOption(page, STEP, 'Cerca in RSP');
    await input(page, 'Nome').fill('Guasto');
    await input(page, 'Città').fill('Bologna');
    await search(page, 'in RSP').click();
    const problem = page.getByRole('alert').filter({ hasText: 'RSP non risponde.' });
    await expect(problem).toContainText('Il resto funziona');
    await problem.getByRole('button', { name: 'Cerca nel DMS' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Il DMS non risponde.' })).toBeVisible();
    await input(page, 'Nome').fill('');
    await input(page, 'E-mail').fill('example.com');
    await search(page, 'nel DMS').click();
    await expect(page.getByText(/^(\d+ client[ei] trovat[oi]|Nessuna persona trovata) nel DMS/)).toBeVisible();
  });

  test('offers only the DMS for dealers whose mandates are O or none', async ({ visitors }) => {
    const page = await visitors.desk();
    await openPageAs(page, await createStaffUser({ hstList: ['10009', '10010'] }), WIZARD);
    const ways = page.getByRole('radiogroup', { name: STEP });
    await expect(ways.getByText('Cerca nel DMS')).toBeVisible();
    await expect(ways.getByText('Cerca in RSP')).toHaveCount(0);
  });
});

test('an existing customer is pointed out, and used instead of a duplicate', async ({ visitors }) => {
  const page = await visitors.desk();
  const fiscalCode = codeOf('Gemelli');
  const here = await createCustomer({ fiscalCode });
  const before = await (await Caller.signIn('dealer')).counts();
  await openPageAs(page, 'dealer', WIZARD);
  await fillCustomer(page, newCustomerData(fiscalCode));
  await expect(page.getByText(`Forse c’è già: Prova ${here.lastName}.`)).toBeVisible();
  await button(page, 'Usa questo cliente').click();
  await expect(page.getByRole('region', { name: 'Hai scelto' })).toContainText(here.lastName);
  await continueToFolder(page);
  await field(page, 'Numero proposta').fill('PV-DOPPIO');
  await fileInput(page).setInputFiles(pdf('doppio.pdf', await makePaper({ pages: 1 })));
  await clickCreate(page);
  await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
  expect(await (await Caller.signIn('dealer')).counts()).toEqual({
    ...{ dossiers: before.dossiers, folders: before.folders + 1, documents: before.documents + 1 },
  });
});

test('input is offered again after a reload, the file by its name, and a restart discards it', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPageAs(page, 'dealer', WIZARD);
  const customer = newCustomerData(codeOf('Provetti'));
  await fillCustomer(page, customer);
  await expect(
    page.getByText('Cliente, cartella e documento si creano insieme, alla fine: fino ad allora non si salva nulla.'),
  ).toBeVisible();
  await expect(page.getByText(/bozza su questo computer, \d{2}:\d{2}/)).toBeVisible();
  await continueToFolder(page);
  await field(page, 'Numero proposta').fill('PV-SOSPESA');
  await expect(page.getByRole('textbox', { name: 'Tipo', exact: true })).not.toBeEditable();
  await fileInput(page).setInputFiles(pdf('sospeso.pdf', await makePaper({ pages: 1 })));
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).join()), 'kept as it is typed')
    .toContain('sospeso.pdf');
  await page.reload();
  await expect(page.getByText('Bozza su questo computer.')).toBeVisible();
  await button(page, 'Riprendi').click();
  await expect(page.getByText('Scegli di nuovo il file «sospeso.pdf».')).toBeVisible();
  await expect(field(page, 'Numero proposta')).toHaveValue('PV-SOSPESA');
  await button(page, 'Ricomincia').click();
  await button(dialog(page, 'Ricominciare da capo?'), 'Ricomincia').click();
  await expect(page.getByRole('heading', { name: 'Chi firma?' })).toBeVisible();
  await chooseSwitchOption(page, STEP, 'Nuovo cliente');
  await expect(field(page, 'Cognome')).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Chi firma?' })).toBeVisible();
  await expect(page.getByText('Bozza su questo computer.')).toHaveCount(0);
});

test('creating shows progress, fails without data loss, and succeeds on the next attempt', async ({ visitors }) => {
  visitors.watch.expectRefusal(500, /^\/api\/documents\/wizard$/);
  const page = await visitors.desk();
  await openPageAs(page, 'dealer', WIZARD);
  await fillCustomer(page, newCustomerData(codeOf('Provetti')));
  await continueToFolder(page);
  await field(page, 'Numero proposta').fill('PV-RITENTA');
  await fileInput(page).setInputFiles(pdf('ritenta.pdf', await makePaper({ pages: 1 })));
  await page.route('**/api/documents/wizard', (route) =>
    route.fulfill({ status: 500, json: { title: 'Errore interno del server', correlationId: 'k3f9' } }),
  );
  const answer = await delayCalls(page, '**/api/documents/wizard', 'POST');
  await clickCreate(page);
  await expect(page.getByText('Creazione del documento in corso…')).toBeVisible();
  await expect(createButton(page)).toBeDisabled();
  answer();
  await expect(page.getByText('Documento non creato')).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Errore interno del server');
  await expect(field(page, 'Numero proposta')).toHaveValue('PV-RITENTA');
  await page.unroute('**/api/documents/wizard');
  await clickCreate(page);
  await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  // The second of the two presses starts nothing, and hits nothing on the page that opens.
  await button(page, 'Avvia la firma').dblclick();
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('one button creates a document and starts its signature: 6 clicks and 110 keys with manual entry', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const effort = await countEffort(page);
  await openPageAs(page, 'dealer', '/dashboard');
  await chooseDocument(page, 'BMW', 'Vendita nuovo', 'Preventivo nuovo');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await chooseSwitchOption(page, STEP, 'Nuovo cliente');
  await expect(field(page, 'Nome')).toBeVisible();
  const number = uniqueNumber();
  for (const [label, typed] of [
    ['Nome', 'Ginevra'],
    ['Cognome', 'Battuti'],
    ['Codice fiscale', codeOf('Battuti')],
    ['Cellulare', `347${number}`],
    ['E-mail', `b${number}@example.com`],
    ['Indirizzo', 'Via Roma 18'],
    ['Città', 'Bologna'],
    ['CAP', '40121'],
  ] as const) {
    await tabToField(page, label);
    await page.keyboard.type(typed);
    // A user types slowly enough; a test is faster than the birth data read from the code.
    if (label === 'Codice fiscale') await expect(field(page, 'Data di nascita')).toHaveValue('17/05/1984');
  }
  await continueToFolder(page);
  await expect(field(page, 'Numero proposta')).toBeVisible();
  await tabToField(page, 'Numero proposta');
  await page.keyboard.type('PV-UNATTO');
  const chooser = page.waitForEvent('filechooser');
  await fileInput(page).click();
  await (await chooser).setFiles(pdf('unatto.pdf', await makePaper({ pages: 1 })));
  await button(page, 'Crea e avvia la firma').click();
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  const { clicks, keys } = effort();
  expect(clicks, 'clicks').toBeLessThanOrEqual(6);
  expect(keys, 'keys').toBeLessThanOrEqual(110);
});

test('a failed start keeps the document, shows an error, and can be retried', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /^\/api\/documents\/\d+\/sign$/);
  const page = await visitors.desk();
  const customer = await createCustomer();
  const caller = await Caller.signIn('dealer');
  const before = await caller.counts();
  await openPageAs(page, 'dealer', `${WIZARD}?dossier=${customer.id}`);
  await field(page, 'Numero proposta').fill('PV-NONPARTE');
  await fileInput(page).setInputFiles(pdf('nonparte.pdf', await makePaper({ pages: 1 })));
  // Enter in a field does not submit.
  await field(page, 'Numero proposta').press('Enter');
  await failCalls(page, '**/api/documents/*/sign', 'POST');
  await button(page, 'Crea e avvia la firma').click();
  const problem = page.getByRole('main').getByRole('alert');
  await expect(problem).toContainText('Il documento è stato creato, ma la firma non è partita.');
  await expect(problem).toContainText('Il servizio non risponde.');
  await page.unroute('**/api/documents/*/sign');
  await button(page, 'Avvia la firma').click();
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await expect(problem).toHaveCount(0);
  expect(await caller.counts()).toEqual({
    ...{ dossiers: before.dossiers, folders: before.folders + 1, documents: before.documents + 1 },
  });
});

test('a lost response creates nothing twice, whichever button is pressed next', async ({ visitors }) => {
  visitors.watch.expectRefusal(0, /^\/api\/documents\/wizard$/);
  const page = await visitors.desk();
  const customer = await createCustomer();
  const caller = await Caller.signIn('dealer');
  const before = await caller.counts();
  await openPageAs(page, 'dealer', `${WIZARD}?dossier=${customer.id}`);
  await field(page, 'Numero proposta').fill('PV-PERSA');
  await fileInput(page).setInputFiles(pdf('persa.pdf', await makePaper({ pages: 1 })));
  await page.route('**/api/documents/wizard', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Crea e avvia la firma').click();
  await expectToast(page, 'Documento non creato');
  await page.unroute('**/api/documents/wizard');
  await button(page, 'Crea senza avviare').click();
  await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Da Avviare', { exact: true })).toBeVisible();
  expect((await caller.counts()).documents).toBe(before.documents + 1);
});

test('arrow keys move between the ways to a customer, and the focus stays on them', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPageAs(page, 'dealer', WIZARD);
  const ways = page.getByRole('radiogroup', { name: STEP });
  await ways.getByRole('radio', { name: 'Già in Fascicolo' }).focus();
  for (const source of ['Cerca in RSP', 'Cerca nel DMS', 'Nuovo cliente']) {
    await page.keyboard.press('ArrowRight');
    await expect(ways.getByRole('radio', { name: source })).toBeChecked();
    await expect(ways.getByRole('radio', { name: source })).toBeFocused();
  }
  await expect(field(page, 'Cognome')).toBeVisible();
  await expect(ways.getByRole('radio', { name: 'Nuovo cliente' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(ways.getByRole('radio', { name: 'Cerca nel DMS' })).toBeFocused();
});

test('a mobile number is required, and gets its country code on blur', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPageAs(page, 'dealer', WIZARD);
  await chooseSwitchOption(page, STEP, 'Nuovo cliente');
  const phone = field(page, 'Cellulare');
  await expect(phone).toBeVisible();
  await tabToField(page, 'Cellulare');
  await page.keyboard.press('Tab');
  await expect(phone).toHaveAccessibleDescription(/Cellulare è un campo obbligatorio/);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('3471234567');
  await page.keyboard.press('Tab');
  await expect(phone).toHaveValue('+39 3471234567');
  await expect(phone).not.toHaveAttribute('aria-invalid', 'true');
  const here = await createCustomer();
  await phone.fill(here.mobilePhone.replace('+39 ', ''));
  await phone.press('Tab');
  const note = page.getByText(`Forse c’è già: Prova ${here.lastName}.`);
  await expect(note).toBeVisible();
  const [noteBox, phoneBox, streetBox] = await Promise.all(
    [note, phone, field(page, 'Indirizzo')].map((place) => place.boundingBox()),
  );
  expect(noteBox?.y, 'below the field that matched').toBeGreaterThan(phoneBox?.y ?? Number.NaN);
  expect(noteBox?.y, 'above the next field').toBeLessThan(streetBox?.y ?? Number.NaN);
});

test('a type without a file accepts none, and a type without a signature asks for none', async ({ visitors }) => {
  const page = await visitors.desk();
  await page.route('**/api/v2/folder-types/ext', async (route) => {
    const answer = await route.fetch();
    const types = (await answer.json()) as { documentTypes: { fields: { name: string }[] }[] }[];
    for (const type of types.flatMap(({ documentTypes }) => documentTypes)) {
      type.fields = type.fields.filter(({ name }) => name === 'ARCHIVABLE');
    }
    await route.fulfill({ response: answer, json: types });
  });
  // The server's own configuration requires a file and would refuse to generate one.
  const drawn = await makePaper({ pages: 1 });
  await page.route('**/api/documents/preview', (route) =>
    route.fulfill({ contentType: 'application/pdf', body: Buffer.from(drawn) }),
  );
  const customer = await createCustomer();
  await openPageAs(page, 'dealer', `${WIZARD}?dossier=${customer.id}`);
  await field(page, 'Numero proposta').fill('PV-SENZA');
  await expect(page.getByRole('heading', { name: 'Dati del documento' })).toBeVisible();
  await expect(fileInput(page)).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Tipo di firma' })).toHaveCount(0);
});
