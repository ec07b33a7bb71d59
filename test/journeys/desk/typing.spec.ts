/** Forms tolerate hasty typing: they read dates in any format, ask what was meant, and point out what is impossible. */
import type { Locator, Page } from '@playwright/test';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import {
  button,
  combobox,
  createCustomer,
  createFolder,
  dialog,
  input,
  openPageAs,
  title,
} from '../administration/registry-pages.ts';
import { inspectPageQuickly } from '../support/inspection.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { newDocument } from './desk-pages.ts';

const LIST = '/app/dossiers';
const person = {
  firstName: 'Giuseppe',
  lastName: 'Bianchi',
  birthDate: '1961-05-09',
  sex: 'M',
  place: 'A944',
} as const;
const CORRECT_CODE = fiscalCodeOf(person);
/** With a wrong check letter. */
const MISTYPED_CODE = CORRECT_CODE.slice(0, 15) + (CORRECT_CODE.endsWith('A') ? 'B' : 'A');

/** Types like a user, and leaves the field. */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Tab');
}

const correctionButton = (within: Locator, text: string): Locator =>
  within.getByRole('button', { name: `Scrivi ${text}`, exact: true });

async function openCustomerForm(page: Page): Promise<Locator> {
  await openPageAs(page, 'dealer', `${LIST}?new=1`);
  return dialog(page, 'Nuovo cliente');
}

test('all capitals, a mistyped address and a wrong check letter are each corrected by one click', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const form = await openCustomerForm(page);
  await typeInto(input(form, 'Nome'), 'GIUSEPPE');
  await expect(correctionButton(form, 'Giuseppe')).toBeVisible();
  // Not changed automatically.
  await expect(input(form, 'Nome')).toHaveValue('GIUSEPPE');
  await typeInto(input(form, 'Cognome'), 'BIANCHI');
  await correctionButton(form, 'Giuseppe Bianchi').click();
  await expect(input(form, 'Nome')).toHaveValue('Giuseppe');
  await expect(input(form, 'Cognome')).toHaveValue('Bianchi');
  await expect(input(form, 'Cognome')).toBeFocused();
  await expect(form.getByText('Forse intendevi')).toHaveCount(0);

  await typeInto(input(form, 'Codice fiscale'), MISTYPED_CODE.toLowerCase());
  await typeInto(input(form, 'Data di nascita'), '090561');
  await expect(input(form, 'Data di nascita')).toHaveValue('09/05/1961');
  await combobox(form, 'Luogo di nascita').fill('Bologna');
  await combobox(form, 'Luogo di nascita').press('Tab');
  await correctionButton(form, CORRECT_CODE).click();
  await expect(input(form, 'Codice fiscale')).toHaveValue(CORRECT_CODE);

  await typeInto(input(form, 'E-mail'), 'giuseppe@gmial.com');
  await expect(correctionButton(form, 'giuseppe@gmail.com')).toBeVisible();
  await typeInto(input(form, 'Indirizzo'), 'VIA DELLA REPUBBLICA 3');
  await expect(correctionButton(form, 'Via della Repubblica 3')).toBeVisible();
  await inspectPageQuickly(page, 'a customer with suggested corrections');
  await correctionButton(form, 'giuseppe@gmail.com').click();
  await expect(input(form, 'E-mail')).toHaveValue('giuseppe@gmail.com');

  // Deliberate input is kept and saved.
  await input(form, 'Cellulare').fill('3351234567');
  await typeInto(input(form, 'Città'), 'Bologna');
  await typeInto(input(form, 'CAP'), '40121');
  await button(form, 'Crea il cliente').click();
  await expect(title(page, 'Giuseppe Bianchi')).toBeVisible();
  await expect(page.getByText('VIA DELLA REPUBBLICA 3').first()).toBeVisible();
});

test('a suggestion is announced, reachable by keyboard, and disappears when the text changes', async ({ visitors }) => {
  const page = await visitors.desk();
  const form = await openCustomerForm(page);
  await typeInto(input(form, 'E-mail'), 'ada@libero.ti');
  const proposal = correctionButton(form, 'ada@libero.it');
  await expect(form.locator('[aria-live="polite"]').filter({ hasText: 'Forse' })).toHaveText(
    /^Forse intendevi ada@libero\.it\s*\?$/,
  );
  await page.keyboard.press('Shift+Tab');
  await expect(proposal).toBeFocused();
  await input(form, 'E-mail').fill('ada@libero.tin');
  await expect(proposal).toHaveCount(0);
  await typeInto(input(form, 'E-mail'), 'ada@pec.officina.it');
  await typeInto(input(form, 'Cognome'), 'D’Angelo');
  await expect(form.getByText('Forse intendevi')).toHaveCount(0);
});

test('dates are accepted in any format, shown in full, and refused by name when the day does not exist', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const form = await openCustomerForm(page);
  const date = input(form, 'Data di nascita');
  for (const [typed, shown] of [
    ['09051961', '09/05/1961'],
    ['090561', '09/05/1961'],
    ['9-5-61', '09/05/1961'],
    ['9.5.1961', '09/05/1961'],
    ['1961-05-09', '09/05/1961'],
    ['090503', '09/05/2003'],
  ] as const) {
    await typeInto(date, typed);
    await expect(date, typed).toHaveValue(shown);
    await expect(date, typed).not.toHaveAttribute('aria-invalid', 'true');
  }
  for (const [typed, day] of [
    ['31021990', '31/02/1990'],
    ['290223', '29/02/2023'],
  ] as const) {
    await typeInto(date, typed);
    await expect(date).toHaveAccessibleDescription(new RegExp(`Data non valida: il ${day} non esiste`));
  }
  const customer = await createCustomer();
  await page.goto(`${LIST}/${customer.id}?edit=complete`);
  const edit = dialog(page, /^Modifica: /);
  // Submitted without leaving the field.
  await input(edit, 'Codice fiscale').fill(CORRECT_CODE);
  await input(edit, 'Data di nascita').fill('090561');
  await expect(input(edit, 'Data di nascita')).toHaveValue('090561');
});

test('an unprintable character and a landline instead of a mobile are refused at their fields', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const form = await openCustomerForm(page);
  for (const [typed, sign] of [
    ['Ada 🚗', '🚗'],
    ['ⵣ Ada', 'ⵣ'],
  ] as const) {
    await typeInto(input(form, 'Nome'), typed);
    await expect(input(form, 'Nome')).toHaveAccessibleDescription(
      new RegExp(`Questi segni non si possono stampare sui documenti: ${sign}\\.`, 'u'),
    );
    await typeInto(input(form, 'Indirizzo'), `Via ${typed}`);
    await expect(input(form, 'Indirizzo')).toHaveAccessibleDescription(new RegExp(sign, 'u'));
  }
  await typeInto(input(form, 'Nome'), 'Ada\u200b');
  await expect(input(form, 'Nome')).not.toHaveAttribute('aria-invalid', 'true');
  for (const landline of ['02 1234567', '06/1234567', '0039 06 1234', '+39 011 12']) {
    await typeInto(input(form, 'Cellulare'), landline);
    await expect(input(form, 'Cellulare'), landline).toHaveAccessibleDescription(
      /Questo è un numero fisso: serve un cellulare/,
    );
  }
  await typeInto(input(form, 'Cellulare'), '39 335.123-4567');
  await expect(input(form, 'Cellulare')).toHaveValue('+39 3351234567');
  await typeInto(input(form, 'Codice fiscale'), 'rssmra85t10 a562s');
  await expect(input(form, 'Codice fiscale')).toHaveValue('RSSMRA85T10A562S');
});

test('a paper accepts moments and amounts as typed, and shows both bounds of a number', async ({ visitors }) => {
  const page = await visitors.desk();
  const folder = await createFolder({ type: 'SERVICE', businessId: 'ODL-7', plate: 'EE000EE' });
  await openPageAs(page, 'dealer', `/app/folders/${folder.id}`);
  const form = await newDocument(page, 'Veicolo di cortesia');
  for (const [name, typed, shown] of [
    ['Consegna: data e ora', '281126 1430', '28/11/2026 14:30'],
    ['Rientro previsto: data e ora', '30112026 930', '30/11/2026 09:30'],
    ['Chilometri alla consegna', '12480 km', '12.480'],
    ['Franchigia per sinistro', '1234.5', '1.234,50'],
  ] as const) {
    await typeInto(input(form, name), typed);
    await expect(input(form, name)).toHaveValue(shown);
  }
  for (const [name, typed, expectedText] of [
    ['Chilometri alla consegna', '99999999', /Deve essere al massimo 9\.999\.999 e almeno 0/],
    ['Chilometri alla consegna', '-5', /Deve essere almeno 0 e al massimo 9\.999\.999/],
    ['Carburante o carica alla consegna, in %', '140', /Deve essere al massimo 100 e almeno 0/],
    ['Franchigia per sinistro', '1,234', /Valore non valido: per esempio 1\.234,50/],
    ['Consegna: data e ora', '310226 9', /il 31\/02\/2026 non esiste/],
    ['Franchigia per sinistro', '-3', /Deve essere almeno 0 e al massimo 999\.999\.999,99/],
  ] as const) {
    await typeInto(input(form, name), typed);
    await expect(input(form, name), typed).toHaveAccessibleDescription(expectedText);
  }
});
