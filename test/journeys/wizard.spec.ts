/** The wizard: its address, customers of RSP and the DMS, one who is here already, what is kept, failing and beginning anew (specification §2, §4, §5, §6; P-15, P-19). */
import type { Page } from '@playwright/test';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { makePaper } from '../paper.ts';
import { withFields } from './desk-pages.ts';
import { Caller, someone } from './office.ts';
import { choose, create, field, fileInput, fillCustomer, next, pdf } from './portal-pages.ts';
import { button, dialog, enter, hold, input, madeCustomer, madeStaff, title } from './registry-pages.ts';
import { expect, test } from './visitors.ts';

const WIZARD = '/app/wizard/bmw/sale_new/sale_new_rfo';
const STEP = 'Come scegli il cliente';
const RULE = 'Servono almeno 2 filtri, ciascuno di 3 caratteri o più.';
const search = (page: Page, system: 'in RSP' | 'nel DMS') =>
  page.getByRole('button', { name: `Cerca ${system}`, exact: true });
const codeOf = (lastName: string) =>
  fiscalCodeOf({ ...{ firstName: 'Ginevra', lastName, birthDate: '1984-05-17', sex: 'F', place: 'A944' } });

test('is found at its address in any case, and nowhere else', async ({ visitors }) => {
  const page = await visitors.desk();
  await enter(page, 'dealer', '/app/wizard/BMW/Sale_New/SALE_NEW_RFO');
  await expect(title(page, 'Nuovo documento: preventivo nuovo')).toBeVisible();
  for (const path of ['/app/wizard/fiat/sale_new/sale_new_rfo', '/app/wizard/bmw/sale_new/service_odl']) {
    await page.goto(path);
    await expect(title(page, 'Questa pagina non c’è')).toBeVisible();
  }
});

test('offers colleagues of the customer’s dealer, and names the chosen one before it is made', async ({ visitors }) => {
  const page = await visitors.desk();
  const customer = await madeCustomer({ brands: ['bmw'] });
  await withFields(page, [{ name: 'SALES_MANAGER', type: 'ROLE_SALE_MANAGER', required: 'true', default: null }]);
  const asked = page.waitForRequest('**/api/coworkers/authorities/ROLE_SALE_MANAGER*');
  await enter(page, 'admin', WIZARD);
  await page.getByRole('searchbox').fill(customer.lastName);
  await page.getByRole('radio', { name: new RegExp(customer.lastName) }).check();
  await next(page, 'cartella');
  await input(page, 'Numero proposta').fill('PV-77');
  await next(page, 'documento');
  expect(new URL((await asked).url()).searchParams.get('hst')).toBe(customer.hst);
  await fileInput(page).setInputFiles(pdf('preventivo.pdf', await makePaper({ pages: 1 })));
  await page.getByRole('combobox', { name: 'Responsabile vendite' }).click();
  await page.getByRole('option', { name: 'Matteo Greco' }).click();
  await next(page, 'riepilogo');
  await expect(page.getByRole('definition').filter({ hasText: 'Matteo Greco' })).toBeVisible();
});

test.describe('the search in RSP and the DMS', () => {
  test('wants two filters of three characters, and says how many there are', async ({ visitors }) => {
    const page = await visitors.desk();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/(rsp|dms)\//.test(request.url())) asked.push(request.url());
    });
    await enter(page, 'dealer', WIZARD);
    await choose(page, STEP, 'Cerca in RSP');
    await expect(page.getByText('0 filtri su almeno 2')).toBeVisible();
    await expect(search(page, 'in RSP')).toHaveAttribute('aria-disabled', 'true');
    await expect(search(page, 'in RSP')).toHaveAccessibleDescription(RULE);
    await input(page, 'Cognome').fill('Provetti');
    await expect(page.getByText('1 filtro su almeno 2')).toBeVisible();
    await input(page, 'Città').fill('Bo');
    await expect(input(page, 'Città')).toHaveAccessibleDescription('Scrivi almeno 3 caratteri');
    await input(page, 'Città').press('Enter');
    expect(asked).toEqual([]);
    await input(page, 'Città').fill('Bol');
    await expect(page.getByText('2 filtri su almeno 2')).toBeVisible();
    await input(page, 'Città').press('Enter');
    await expect.poll(() => asked.length).toBe(1);
    expect(Object.fromEntries(new URL(asked[0] ?? '').searchParams)).toMatchObject({
      ...{ 'lastName.contains': 'Provetti', 'city.contains': 'Bol' },
    });
  });

  test('tells when nobody is found, people and companies, in RSP and in the DMS', async ({ visitors }) => {
    const page = await visitors.desk();
    await enter(page, 'dealer', WIZARD);
    for (const [way, kind, first, said] of [
      ['Cerca in RSP', 'Persona', 'Nome', 'Nessuna persona trovata in RSP'],
      ['Cerca in RSP', 'Azienda', 'Ragione sociale', 'Nessuna azienda trovata in RSP'],
      ['Cerca nel DMS', 'Persona', 'Nome', 'Nessuna persona trovata nel DMS'],
      ['Cerca nel DMS', 'Azienda', 'Ragione sociale', 'Nessuna azienda trovata nel DMS'],
    ] as const) {
      await choose(page, STEP, way);
      await choose(page, 'Persona o azienda', kind);
      await input(page, first).fill('Zzzzz');
      await input(page, 'Città').fill('Bologna');
      await search(page, way === 'Cerca in RSP' ? 'in RSP' : 'nel DMS').click();
      await expect(page.getByText(said, { exact: true })).toBeVisible();
    }
  });

  test('shows what it found, cancels a search that is overtaken, and hands a person over to the folder', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    await enter(page, 'dealer', WIZARD);
    await choose(page, STEP, 'Cerca in RSP');
    await page.route('**/api/rsp/customers?*city.contains=Milano*', () => undefined);
    await input(page, 'E-mail').fill('example.com');
    await input(page, 'Città').fill('Milano');
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('city.contains=Milano'));
    await input(page, 'Città').press('Enter');
    await input(page, 'Città').fill('Bologna');
    await input(page, 'Città').press('Enter');
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(page.getByText(/^\d+ person[ae] trovat[ae] in RSP/)).toBeVisible();
    await expect(button(page, 'Avanti: cartella')).toHaveAttribute('aria-disabled', 'true');
    await expect(button(page, 'Avanti: cartella')).toHaveAccessibleDescription('Scegli un cliente per continuare.');
    await expect(page.getByText('Passo 1 di 4 · Scegli un cliente per continuare.')).toBeVisible();
    await page
      .getByRole('group', { name: /trovat[ae] in RSP/ })
      .getByRole('radio')
      .first()
      .check();
    const chosen = page.getByRole('region', { name: 'Hai scelto' });
    await expect(chosen.getByText(/^R-\d{6}$/)).toBeVisible();
    await button(page, 'Avanti: cartella').click();
    await expect(page.getByRole('heading', { name: 'In quale cartella?' })).toBeVisible();
    await page.goBack();
    await expect(input(page, 'Cognome')).toHaveValue(/\w/);
    await expect(input(page, 'Città')).toHaveValue('Bologna');
  });

  test('that is out of order says which system, and the other one still answers', async ({ visitors }) => {
    visitors.watch.expectRefusal(503, /^\/api\/(rsp|dms)\/customers$/);
    const page = await visitors.desk();
    await enter(page, 'dealer', WIZARD);
    await choose(page, STEP, 'Cerca in RSP');
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

  test('is of the DMS alone for dealers whose mandates are O or none', async ({ visitors }) => {
    const page = await visitors.desk();
    await enter(page, await madeStaff({ hstList: ['10009', '10010'] }), WIZARD);
    const ways = page.getByRole('radiogroup', { name: STEP });
    await expect(ways.getByText('Cerca nel DMS')).toBeVisible();
    await expect(ways.getByText('Cerca in RSP')).toHaveCount(0);
  });
});

test('a customer who is here already is pointed out, and taken instead of a second one', async ({ visitors }) => {
  const page = await visitors.desk();
  const fiscalCode = codeOf('Gemelli');
  const here = await madeCustomer({ fiscalCode });
  const before = await (await Caller.as('dealer')).counts();
  await enter(page, 'dealer', WIZARD);
  await fillCustomer(page, someone(fiscalCode));
  await expect(page.getByText(`Forse c’è già: Prova ${here.lastName}.`)).toBeVisible();
  await button(page, 'Usa dati precedenti').click();
  await expect(page.getByRole('region', { name: 'Hai scelto' })).toContainText(here.lastName);
  await next(page, 'cartella');
  await field(page, 'Numero proposta').fill('PV-DOPPIO');
  await next(page, 'documento');
  await fileInput(page).setInputFiles(pdf('doppio.pdf', await makePaper({ pages: 1 })));
  await next(page, 'riepilogo');
  await create(page);
  await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
  expect(await (await Caller.as('dealer')).counts()).toEqual({
    ...{ dossiers: before.dossiers, folders: before.folders + 1, documents: before.documents + 1 },
  });
});

test('what was typed waits after a reload, the file by its name, and beginning anew throws it away', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  await enter(page, 'dealer', WIZARD);
  const customer = someone(codeOf('Provetti'));
  await fillCustomer(page, customer);
  await next(page, 'cartella');
  await field(page, 'Numero proposta').fill('PV-SOSPESA');
  await next(page, 'documento');
  await expect(page.getByRole('textbox', { name: 'Tipo', exact: true })).not.toBeEditable();
  await fileInput(page).setInputFiles(pdf('sospeso.pdf', await makePaper({ pages: 1 })));
  await expect
    .poll(() => page.evaluate(() => Object.values(sessionStorage).join()), 'kept as it is typed')
    .toContain('sospeso.pdf');
  await page.reload();
  await expect(page.getByText('Hai lasciato a metà questo modulo.')).toBeVisible();
  await button(page, 'Riprendi').click();
  await expect(page.getByText('Scegli di nuovo il file «sospeso.pdf».')).toBeVisible();
  await button(page, 'Torna a: Cartella').click();
  await expect(field(page, 'Numero proposta')).toHaveValue('PV-SOSPESA');
  await button(page, 'Ricomincia').click();
  await button(dialog(page, 'Ricominciare da capo?'), 'Ricomincia').click();
  await expect(page.getByRole('heading', { name: 'Chi firma?' })).toBeVisible();
  await choose(page, STEP, 'Nuovo cliente');
  await expect(field(page, 'Cognome')).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Chi firma?' })).toBeVisible();
  await expect(page.getByText('Hai lasciato a metà questo modulo.')).toHaveCount(0);
});

test('creating shows itself, fails without losing anything, and succeeds the next time', async ({ visitors }) => {
  visitors.watch.expectRefusal(500, /^\/api\/documents\/wizard$/);
  const page = await visitors.desk();
  await enter(page, 'dealer', WIZARD);
  await fillCustomer(page, someone(codeOf('Provetti')));
  await next(page, 'cartella');
  await field(page, 'Numero proposta').fill('PV-RITENTA');
  await next(page, 'documento');
  await fileInput(page).setInputFiles(pdf('ritenta.pdf', await makePaper({ pages: 1 })));
  await next(page, 'riepilogo');
  await page.route('**/api/documents/wizard', (route) =>
    route.fulfill({ status: 500, json: { title: 'Errore interno del server', correlationId: 'k3f9' } }),
  );
  const answer = await hold(page, '**/api/documents/wizard', 'POST');
  await create(page);
  await expect(page.getByText('Creazione del documento in corso…')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Crea il documento' })).toBeDisabled();
  answer();
  await expect(page.getByText('Documento non creato')).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Errore interno del server');
  await expect(page.getByRole('main')).toContainText('PV-RITENTA');
  await page.unroute('**/api/documents/wizard');
  await create(page);
  await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await button(page, 'Avvia la firma').click();
  await expect(page.getByText(/Firma avviata: il link parte per e-\u2060mail/)).toBeVisible();
});

test('a type without a file takes none, and one without a signature asks for none', async ({ visitors }) => {
  const page = await visitors.desk();
  await page.route('**/api/v2/folder-types/ext', async (route) => {
    const answer = await route.fetch();
    const types = (await answer.json()) as { documentTypes: { fields: { name: string }[] }[] }[];
    for (const type of types.flatMap(({ documentTypes }) => documentTypes)) {
      type.fields = type.fields.filter(({ name }) => name === 'ARCHIVABLE');
    }
    await route.fulfill({ response: answer, json: types });
  });
  // The server's own configuration asks for a file: it would refuse to draw one.
  const drawn = await makePaper({ pages: 1 });
  await page.route('**/api/documents/preview', (route) =>
    route.fulfill({ contentType: 'application/pdf', body: Buffer.from(drawn) }),
  );
  const customer = await madeCustomer();
  await enter(page, 'dealer', `${WIZARD}?dossier=${customer.id}`);
  await field(page, 'Numero proposta').fill('PV-SENZA');
  await next(page, 'documento');
  await expect(page.getByRole('heading', { name: 'Dati del documento' })).toBeVisible();
  await expect(fileInput(page)).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Tipo di firma' })).toHaveCount(0);
});
