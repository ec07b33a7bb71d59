/** Forms forgive what is typed in haste: they read dates in any form, ask what was meant, and say what cannot be. */
import type { Locator, Page } from '@playwright/test';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { glance } from './inspection.ts';
import { button, combobox, dialog, enter, input, madeCustomer, title } from './registry-pages.ts';
import { expect, test } from './visitors.ts';

const LIST = '/app/dossiers';
const person = {
  firstName: 'Giuseppe',
  lastName: 'Bianchi',
  birthDate: '1961-05-09',
  sex: 'M',
  place: 'A944',
} as const;
const RIGHT = fiscalCodeOf(person);
/** With another check letter. */
const WRONG = RIGHT.slice(0, 15) + (RIGHT.endsWith('A') ? 'B' : 'A');

/** Types as a person does, and leaves the field. */
async function type(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Tab');
}

const meant = (within: Locator, text: string): Locator =>
  within.getByRole('button', { name: `Scrivi ${text}`, exact: true });

async function newCustomer(page: Page): Promise<Locator> {
  await enter(page, 'dealer', `${LIST}?new=1`);
  return dialog(page, 'Nuovo cliente');
}

test('capitals, an address with a slip and a wrong check letter are put right by one press each', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const form = await newCustomer(page);
  await type(input(form, 'Nome'), 'GIUSEPPE');
  await expect(meant(form, 'Giuseppe')).toBeVisible();
  // Not changed by itself.
  await expect(input(form, 'Nome')).toHaveValue('GIUSEPPE');
  await type(input(form, 'Cognome'), 'BIANCHI');
  await meant(form, 'Giuseppe Bianchi').click();
  await expect(input(form, 'Nome')).toHaveValue('Giuseppe');
  await expect(input(form, 'Cognome')).toHaveValue('Bianchi');
  await expect(input(form, 'Cognome')).toBeFocused();
  await expect(form.getByText('Forse intendevi')).toHaveCount(0);

  await type(input(form, 'Codice fiscale'), WRONG.toLowerCase());
  await type(input(form, 'Data di nascita'), '090561');
  await expect(input(form, 'Data di nascita')).toHaveValue('09/05/1961');
  await combobox(form, 'Luogo di nascita').fill('Bologna');
  await combobox(form, 'Luogo di nascita').press('Tab');
  await meant(form, RIGHT).click();
  await expect(input(form, 'Codice fiscale')).toHaveValue(RIGHT);

  await type(input(form, 'E-mail'), 'giuseppe@gmial.com');
  await expect(meant(form, 'giuseppe@gmail.com')).toBeVisible();
  await type(input(form, 'Indirizzo'), 'VIA DELLA REPUBBLICA 3');
  await expect(meant(form, 'Via della Repubblica 3')).toBeVisible();
  await glance(page, 'a customer with what was probably meant');
  await meant(form, 'giuseppe@gmail.com').click();
  await expect(input(form, 'E-mail')).toHaveValue('giuseppe@gmail.com');

  // What is typed on purpose stays, and is saved.
  await input(form, 'Cellulare').fill('3351234567');
  await type(input(form, 'Città'), 'Bologna');
  await type(input(form, 'CAP'), '40121');
  await button(form, 'Crea il cliente').click();
  await expect(title(page, 'Giuseppe Bianchi')).toBeVisible();
  await expect(page.getByText('VIA DELLA REPUBBLICA 3').first()).toBeVisible();
});

test('a proposal is read out, reached by the keyboard and gone once the text is another', async ({ visitors }) => {
  const page = await visitors.desk();
  const form = await newCustomer(page);
  await type(input(form, 'E-mail'), 'ada@libero.ti');
  const proposal = meant(form, 'ada@libero.it');
  await expect(form.locator('[aria-live="polite"]').filter({ hasText: 'Forse' })).toHaveText(
    /^Forse intendevi ada@libero\.it\s*\?$/,
  );
  await page.keyboard.press('Shift+Tab');
  await expect(proposal).toBeFocused();
  await input(form, 'E-mail').fill('ada@libero.tin');
  await expect(proposal).toHaveCount(0);
  await type(input(form, 'E-mail'), 'ada@pec.officina.it');
  await type(input(form, 'Cognome'), 'D’Angelo');
  await expect(form.getByText('Forse intendevi')).toHaveCount(0);
});

test('dates are read in any form, shown in full, and refused by name when there is no such day', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const form = await newCustomer(page);
  const date = input(form, 'Data di nascita');
  for (const [typed, shown] of [
    ['09051961', '09/05/1961'],
    ['090561', '09/05/1961'],
    ['9-5-61', '09/05/1961'],
    ['9.5.1961', '09/05/1961'],
    ['1961-05-09', '09/05/1961'],
    ['090503', '09/05/2003'],
  ] as const) {
    await type(date, typed);
    await expect(date, typed).toHaveValue(shown);
    await expect(date, typed).not.toHaveAttribute('aria-invalid', 'true');
  }
  for (const [typed, day] of [
    ['31021990', '31/02/1990'],
    ['290223', '29/02/2023'],
  ] as const) {
    await type(date, typed);
    await expect(date).toHaveAccessibleDescription(new RegExp(`Data non valida: il ${day} non esiste`));
  }
  const customer = await madeCustomer();
  await page.goto(`${LIST}/${customer.id}?edit=complete`);
  const edit = dialog(page, /^Modifica: /);
  // Sent without leaving the field.
  await input(edit, 'Codice fiscale').fill(RIGHT);
  await input(edit, 'Data di nascita').fill('090561');
  await expect(input(edit, 'Data di nascita')).toHaveValue('090561');
});
