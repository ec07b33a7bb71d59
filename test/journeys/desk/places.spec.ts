/** Codice fiscale, comuni and warnings while a customer is typed: filled in, suggested, offered, never blocking. */
import type { Locator, Page } from '@playwright/test';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import {
  button,
  combobox,
  createCustomer,
  dialog,
  input,
  openPageAs,
  title,
} from '../administration/registry-pages.ts';
import { axeFindings, REDUCED_MOTION, widthOf } from '../support/inspection.ts';
import { expect, test, type Visitors } from '../support/watched-browsers.ts';

const LIST = '/app/dossiers';
const CUSTOMER = { firstName: 'Sestina', lastName: 'Provetti', birthDate: '1975-04-10' };
const code = fiscalCodeOf({ ...CUSTOMER, sex: 'F', place: 'A717' });

async function openCustomerForm(visitors: Visitors): Promise<{ page: Page; form: Locator }> {
  const page = await visitors.desk();
  await openPageAs(page, 'dealer', `${LIST}?new=1`);
  return { page, form: dialog(page, 'Nuovo cliente') };
}

const birthFields = (form: Locator | Page) => ({
  date: input(form, 'Data di nascita'),
  place: combobox(form, 'Luogo di nascita'),
});

const offeredPlaces = (page: Page) => page.getByRole('listbox', { name: 'Luogo di nascita' }).getByRole('option');

test.describe('a codice fiscale that is typed', () => {
  test('fills in birth date and place when both are missing, shows that, and can be undone', async ({ visitors }) => {
    const { form } = await openCustomerForm(visitors);
    const { date, place } = birthFields(form);
    await input(form, 'Codice fiscale').fill(code.toLowerCase());
    await expect(date).toHaveValue('10/04/1975');
    await expect(place).toHaveValue('Battipaglia (SA)');
    await expect(form.getByRole('status').filter({ hasText: 'Compilato dal codice fiscale' })).toContainText(
      '10/04/1975, Battipaglia (SA)',
    );
    await button(form, 'Togli data e luogo di nascita compilati dal codice fiscale').click();
    await expect(date).toHaveValue('');
    await expect(place).toHaveValue('');
    // Removed values stay removed, and can still be restored.
    await button(form, 'Usa 10/04/1975, Battipaglia (SA)').click();
    await expect(place).toHaveValue('Battipaglia (SA)');
    await expect(form.getByText('Dal codice fiscale:')).toHaveCount(0);
  });

  test('proposes missing values next to typed ones, and overwrites nothing', async ({ visitors }) => {
    const { form } = await openCustomerForm(visitors);
    const { date, place } = birthFields(form);
    await place.fill('Salerno');
    await input(form, 'Codice fiscale').fill(code);
    await button(form, 'Usa 10/04/1975').click();
    await expect(date).toHaveValue('10/04/1975');
    await expect(place).toHaveValue('Salerno');
    await expect(place).toHaveAccessibleDescription(/il luogo di nascita è Battipaglia \(SA\)/);
  });

  test('of a customer who is here already proposes, and fills nothing by itself', async ({ visitors }) => {
    const page = await visitors.desk();
    const customer = await createCustomer({ ...CUSTOMER, birthDate: null, fiscalCode: code });
    await openPageAs(page, 'dealer', `${LIST}/${customer.id}?edit=true`);
    const form = dialog(page, /^Modifica: /);
    await button(form, 'Usa 10/04/1975, Battipaglia (SA)').click();
    await button(form, 'Salva').click();
    await expect(form).toHaveCount(0);
    await expect(page.getByText('10/04/1975, Battipaglia (SA)')).toBeVisible();
  });

  test('of the person who signs for a company refers to that person', async ({ visitors }) => {
    const { form } = await openCustomerForm(visitors);
    await form.getByRole('radiogroup', { name: 'Persona o azienda' }).getByText('Azienda').click();
    await input(form, 'Codice fiscale').fill('12345678903');
    await expect(birthFields(form).date).toHaveValue('');
    await input(form, 'Codice fiscale di chi firma').fill(code);
    await expect(birthFields(form).place).toHaveValue('Battipaglia (SA)');
  });

  test('fills in the wizard too, and never goes into an address', async ({ visitors }) => {
    const page = await visitors.desk();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await openPageAs(page, 'dealer', '/app/wizard/bmw/sale_new/sale_new_rfo');
    await page.getByRole('radiogroup', { name: 'Come scegli il cliente' }).getByText('Nuovo cliente').click();
    await input(page, 'Codice fiscale').fill(code);
    await expect(birthFields(page).place).toHaveValue('Battipaglia (SA)');
    expect(addresses.filter((address) => address.includes(code))).toEqual([]);
  });

  test('that the server cannot read just now is no obstacle', async ({ visitors }) => {
    visitors.watch.expectRefusal(503, /^\/api\/places/);
    const { page, form } = await openCustomerForm(visitors);
    await page.route('**/api/places**', (route) => route.fulfill({ status: 503, json: {} }));
    await input(form, 'Codice fiscale').fill(code);
    const { date, place } = birthFields(form);
    await date.fill('10/04/1975');
    await place.fill('Battipaglia');
    await expect(date).toHaveValue('10/04/1975');
    await expect(place).toHaveValue('Battipaglia');
  });
});

test.describe('a birth place', () => {
  test('is chosen with the keyboard among the comuni of that day', async ({ visitors }) => {
    const { page, form } = await openCustomerForm(visitors);
    const { date, place } = birthFields(form);
    await date.fill('10/04/1975');
    await place.pressSequentially('presicce');
    await expect(offeredPlaces(page)).toHaveText(['Presicce (LE)fino al 14/05/2019']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(place).toHaveValue('Presicce (LE)');
    await expect(offeredPlaces(page)).toHaveCount(0);
    // A person born later was born in the comune that succeeded it.
    await date.fill('10/04/2020');
    await place.fill('presicce');
    await expect(offeredPlaces(page)).toHaveText(['Presicce-Acquarica (LE)']);
    await page.keyboard.press('Escape');
    await expect(offeredPlaces(page)).toHaveCount(0);
    await expect(form).toBeVisible();
  });

  test('may be a state, or whatever else is typed', async ({ visitors }) => {
    const { page, form } = await openCustomerForm(visitors);
    const { place } = birthFields(form);
    await place.fill('german');
    await offeredPlaces(page)
      .filter({ hasText: /^Germania$/ })
      .click();
    await expect(place).toHaveValue('Germania');
    await place.fill('Atlantide');
    await expect(place).toHaveAccessibleDescription(/Nessun comune o stato con questo nome/);
    await input(form, 'CAP').focus();
    await expect(place).toHaveValue('Atlantide');
    await expect(place).not.toHaveAttribute('aria-invalid', 'true');
  });
});

test.describe('the CAP of a town', () => {
  test('is filled in when the town has only one, and never replaces what was typed', async ({ visitors }) => {
    const { page, form } = await openCustomerForm(visitors);
    const [city, cap] = [input(form, 'Città'), input(form, 'CAP')];
    await city.pressSequentially('gallarate');
    await page.keyboard.press('Tab');
    await expect(cap).toHaveValue('21013');
    await expect(cap).toHaveAccessibleDescription('CAP di Gallarate (VA)');
    // The filled value is selected: typing replaces it.
    await cap.focus();
    await page.keyboard.type('21010');
    await expect(cap).toHaveValue('21010');
    await city.fill('Battipaglia');
    await input(form, 'Indirizzo').focus();
    await expect(cap).toHaveAccessibleDescription(/Il CAP non corrisponde a Battipaglia/);
    await expect(cap).toHaveValue('21010');
  });

  test('is not filled in when an existing customer is opened, nor again once it was deleted', async ({ visitors }) => {
    const page = await visitors.desk();
    const customer = await createCustomer({ city: 'Gallarate', postalCode: '21013' });
    await page.route(`**/api/dossiers/${customer.id}`, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), postalCode: '' } });
    });
    await openPageAs(page, 'dealer', `${LIST}/${customer.id}?edit=true`);
    const form = dialog(page, /^Modifica: /);
    const [city, cap] = [input(form, 'Città'), input(form, 'CAP')];
    await city.focus();
    await cap.focus();
    await expect(cap).toHaveValue('');
    await city.fill('Imola');
    await cap.focus();
    await expect(cap).toHaveValue('40026');
    await cap.fill('');
    await input(form, 'Indirizzo').focus();
    await expect(cap).toHaveValue('');
  });

  test('follows the town until it is edited, and is left empty for a town with several', async ({ visitors }) => {
    const { form } = await openCustomerForm(visitors);
    const [city, cap] = [input(form, 'Città'), input(form, 'CAP')];
    for (const [town, code] of [
      ['Gallarate', '21013'],
      ['Imola', '40026'],
      ['Milano', ''],
      ['Samone (TN)', '38059'],
      ['Samone', ''],
      ['Atlantide', ''],
    ] as const) {
      await city.fill(town);
      await input(form, 'Indirizzo').focus();
      await expect(cap, town).toHaveValue(code);
    }
  });
});

test.describe('a doubt', () => {
  test('is shown next to its field, and must be confirmed once before saving', async ({ visitors }) => {
    const { page, form } = await openCustomerForm(visitors);
    for (const [name, text] of [
      ...[
        ['Nome', CUSTOMER.firstName],
        ['Cognome', 'Coniugata'],
        ['Codice fiscale', code],
      ],
      ...[
        ['Cellulare', '+39 3351234567'],
        ['E-mail', 'sestina@example.com'],
        ['Indirizzo', 'Via di Prova 1'],
      ],
      ...[
        ['Città', 'Imola'],
        ['CAP', '20121'],
      ],
    ] as [string, string][]) {
      await input(form, name).fill(text);
    }
    await expect(birthFields(form).place).toHaveValue('Battipaglia (SA)');
    await birthFields(form).date.fill('11/04/1975');
    await input(form, 'Nome').focus();
    await expect(input(form, 'Cognome')).toHaveAccessibleDescription(/può essere quello da coniugata/);
    await expect(birthFields(form).date).toHaveAccessibleDescription(/la data di nascita è 10\/04\/1975/);
    await expect(input(form, 'CAP')).toHaveAccessibleDescription(/Il CAP non corrisponde a Imola \(BO\)/);
    await expect(input(form, 'Cognome')).not.toHaveAttribute('aria-invalid', 'true');
    await button(form, 'Crea il cliente').click();
    await expect(form.getByRole('alert')).toContainText('Da controllare prima di salvare.');
    await button(form, 'Salva comunque').click();
    await expect(title(page, `${CUSTOMER.firstName} Coniugata`)).toBeVisible();
  });

  test('is raised for minors, and for a code that belongs to someone else', async ({ visitors }) => {
    const { form } = await openCustomerForm(visitors);
    await input(form, 'Nome').fill('Luca');
    await input(form, 'Cognome').fill('Bianchi');
    await birthFields(form).date.fill('01/01/2015');
    await input(form, 'Codice fiscale').fill(code);
    await input(form, 'CAP').focus();
    await expect(input(form, 'Codice fiscale')).toHaveAccessibleDescription(/sembra di un’altra persona/);
    await birthFields(form).place.focus();
    await input(form, 'Codice fiscale').fill('');
    await input(form, 'CAP').focus();
    await expect(birthFields(form).date).toHaveAccessibleDescription(/meno di 18 anni/);
  });

  test('and a proposal look right on a phone and in the dark', async ({ visitors }) => {
    const page = await visitors.phone(REDUCED_MOTION);
    await openPageAs(page, 'dealer', `${LIST}?new=1`);
    const form = dialog(page, 'Nuovo cliente');
    await input(form, 'Cognome').fill('Coniugata');
    await input(form, 'Codice fiscale').fill(code);
    await expect(birthFields(form).place).toHaveValue('Battipaglia (SA)');
    await birthFields(form).place.fill('san');
    await expect(offeredPlaces(page)).toHaveCount(20);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await widthOf(page)).toBeLessThanOrEqual(320);
  });
});
