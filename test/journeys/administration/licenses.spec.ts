/** Licences and activations: the permissions of each role, the forms and their refusals, the four statuses. */
import type { Locator, Page } from '@playwright/test';
import { ACTIVATION_STATUSES } from '#domain/entitlements/activation-status.ts';
import { inspectPage } from '../support/inspection.ts';
import { Caller, uniqueNumber } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import {
  button,
  changeToasts,
  combobox,
  dialog,
  expectToast,
  failThenSucceed,
  input,
  openPageAs,
} from './registry-pages.ts';

const LICENSES = '/app/licenses';
const SAYS = changeToasts('della licenza', 'Licenza', 'a');
const ACTIVATION_TOASTS = changeToasts('dell’attivazione', 'Attivazione', 'a');
const card = (page: Page, code: string) => page.getByRole('region', { name: new RegExp(code) });

async function chooseActivationAction(within: Locator, activation: string, action: string): Promise<void> {
  await button(within, `Altre azioni: ${activation}`).click();
  await within.page().getByRole('menuitem', { name: action }).click();
}

interface License {
  id: number;
  licenseCode: string;
}

async function create<T>(path: string, body: object): Promise<T> {
  const answer = await (await Caller.signIn('admin')).send('POST', path, body);
  expect(answer.status, await answer.clone().text()).toBe(201);
  return (await answer.json()) as T;
}

const createLicense = (change: object = {}): Promise<License> =>
  create('/api/licenses', {
    ...{ licenseCode: `LIC-P${uniqueNumber()}`, licenseAmount: 2, legalEntity: 'LE001' },
    ...{ hstList: ['10001'], notes: null, expiresAt: '2099-12-31' },
    ...change,
  });

const createActivation = (license: License, deviceLabel: string) =>
  create<{ id: number; activationCode: string }>('/api/activations', {
    ...{ licenseId: license.id, hst: '10001', deviceLabel, expiresAt: null, notes: null },
  });

test('the licence form shows missing and invalid values at their fields; creating shows toasts', async ({
  visitors,
}) => {
  visitors.watch.expectRefusal(503, /^\/api\/licenses$/);
  const page = await visitors.desk();
  await openPageAs(page, 'admin', LICENSES);
  await button(page, 'Nuova licenza').click();
  const form = dialog(page, 'Nuova licenza');
  await button(form, 'Crea licenza').click();
  await expect(combobox(form, 'Entità legale')).toHaveAccessibleDescription(/Entità legale è un campo obbligatorio/);
  for (const name of ['Codice licenza', 'Numero di attivazioni']) {
    await expect(input(form, name)).toHaveAccessibleDescription(new RegExp(`${name} è un campo obbligatorio`));
  }
  await combobox(form, 'Entità legale').click();
  await form.getByRole('option', { name: /LE001/ }).click();
  await input(form, 'Codice licenza').fill(`LIC-N${uniqueNumber()}`);
  await input(form, 'Numero di attivazioni').fill('0');
  await button(form, 'Crea licenza').click();
  await expect(input(form, 'Numero di attivazioni')).toHaveAccessibleDescription(/maggiore di zero/);
  await input(form, 'Numero di attivazioni').fill('3');

  const file = form.getByLabel(/^File della licenza/);
  for (const [name, bytes, expectedError] of [
    ['licenza.txt', Buffer.from('testo'), 'Tipo di file non ammesso: serve un file .afgclic'],
    ['grande.afgclic', Buffer.alloc(1_048_577), 'Il file supera 1.048.576 byte (1 MB): scegli un file più piccolo'],
    ['vuoto.afgclic', Buffer.alloc(0), 'Il file è vuoto'],
  ] as const) {
    await file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
    await expect(form.getByRole('alert').filter({ hasText: expectedError })).toBeVisible();
  }
  await file.setInputFiles({
    ...{ name: 'buona.afgclic', mimeType: 'application/octet-stream', buffer: Buffer.from('licenza di prova') },
  });
  await failThenSucceed(page, ['**/api/licenses', 'POST'], () => button(form, 'Crea licenza').click(), SAYS.create);
  await expect(form).toHaveCount(0);
});

test('a duplicate licence code shows an error in Italian', async ({ visitors }) => {
  visitors.watch.expectRefusal(400, /^\/api\/licenses$/);
  const page = await visitors.desk();
  const { licenseCode } = await createLicense();
  await openPageAs(page, 'admin', LICENSES);
  await button(page, 'Nuova licenza').click();
  const form = dialog(page, 'Nuova licenza');
  await combobox(form, 'Entità legale').click();
  await form.getByRole('option', { name: /LE001/ }).click();
  await input(form, 'Codice licenza').fill(licenseCode);
  await input(form, 'Numero di attivazioni').fill('1');
  await button(form, 'Crea licenza').click();
  await expect(input(form, 'Codice licenza')).toHaveAccessibleDescription(/Codice già usato da un’altra licenza/);
  await expect(input(form, 'Codice licenza')).toBeFocused();
});

test('a licence is saved and deleted, but not reduced below its seats in use nor deleted while any is used', async ({
  visitors,
}) => {
  visitors.watch.expectRefusal(503, /^\/api\/licenses(\/\d+)?$/);
  const page = await visitors.desk();
  const license = await createLicense();
  const seats = [await createActivation(license, 'Banco 1'), await createActivation(license, 'Banco 2')];
  await openPageAs(page, 'admin', `${LICENSES}?license=${license.id}`);
  const form = dialog(page, 'Modifica licenza');
  await expect(input(form, 'Entità legale')).not.toBeEditable();
  await expect(button(form, 'Elimina licenza')).toHaveAttribute('aria-disabled', 'true');
  await expect(button(form, 'Elimina licenza')).toHaveAccessibleDescription(/attivazioni in uso/);
  await input(form, 'Numero di attivazioni').fill('1');
  await button(form, 'Salva').click();
  await expect(input(form, 'Numero di attivazioni')).toHaveAccessibleDescription(/Almeno 2/);
  await input(form, 'Numero di attivazioni').fill('5');
  await input(form, 'Note').fill('Prova di modifica');
  await failThenSucceed(page, ['**/api/licenses', 'PUT'], () => button(form, 'Salva').click(), SAYS.update);

  const admin = await Caller.signIn('admin');
  for (const { id } of seats) expect((await admin.send('DELETE', `/api/activations/${id}`)).status).toBe(204);
  await page.goto(`${LICENSES}?license=${license.id}`);
  await button(form, 'Elimina licenza').click();
  const question = dialog(page, `Eliminare la licenza «${license.licenseCode}»?`);
  const path = `**/api/licenses/${license.id}`;
  await failThenSucceed(page, [path, 'DELETE'], () => button(question, 'Elimina licenza').click(), SAYS.remove);
  await expect(card(page, license.licenseCode)).toHaveCount(0);
});

test('activations are created while seats are free, and deleting one frees its seat', async ({ visitors }) => {
  const page = await visitors.desk();
  const license = await createLicense({ licenseAmount: 1 });
  await openPageAs(page, 'supervisor', LICENSES);
  const licenseCard = card(page, license.licenseCode);
  await expect(licenseCard.getByText('1 libera')).toBeVisible();
  await button(licenseCard, 'Nuova attivazione').click();
  const form = dialog(page, `Nuova attivazione per Autoesempio S.p.A. (${license.licenseCode})`);
  await input(form, 'Scadenza').fill('01/01/2100');
  await button(form, 'Crea attivazione').click();
  await expect(input(form, 'Scadenza')).toHaveAccessibleDescription(/Oltre la scadenza della licenza/);
  await input(form, 'Scadenza').fill('31/12/2030');
  await input(form, 'Etichetta').fill('Banco unico');
  await button(form, 'Crea attivazione').click();
  await expectToast(page, ACTIVATION_TOASTS.created);
  const pairing = dialog(page, 'Dispositivo: Banco unico');
  await expect(pairing.getByText('Attivazione creata: manca il suo tablet.')).toBeVisible();
  await inspectPage(page, 'activation-made');
  await button(pairing, 'Crea il codice').click();
  await expect(pairing.getByText('Codice di attivazione', { exact: true })).toBeVisible();
  await button(pairing, 'Più tardi').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(licenseCard.getByText('Nessuna libera')).toBeVisible();
  await expect(button(licenseCard, 'Nuova attivazione')).toHaveAttribute('aria-disabled', 'true');
  await expect(button(licenseCard, 'Nuova attivazione')).toHaveAccessibleDescription(/Nessun posto libero/);
  await licenseCard
    .getByRole('button', { name: new RegExp(license.licenseCode) })
    .first()
    .click();
  await chooseActivationAction(licenseCard, 'Banco unico', 'Modifica attivazione');
  await input(dialog(page, 'Modifica attivazione'), 'Note').fill('Al piano terra');
  await button(dialog(page, 'Modifica attivazione'), 'Salva').click();
  await expectToast(page, ACTIVATION_TOASTS.updated);
  await chooseActivationAction(licenseCard, 'Banco unico', 'Elimina attivazione');
  await button(dialog(page, 'Eliminare l’attivazione «Banco unico»?'), 'Elimina attivazione').click();
  await expectToast(page, ACTIVATION_TOASTS.deleted);
  await expect(licenseCard.getByText('1 libera')).toBeVisible();
});

test('each activation status has a label', async ({ visitors }) => {
  const page = await visitors.desk();
  const license = await createLicense({ licenseAmount: 9 });
  const activation = await createActivation(license, 'Banco di prova');
  const rows = ACTIVATION_STATUSES.map((status, index) => ({
    ...{ ...activation, id: 900_001 + index, status, activationCode: `PROVA-${status}` },
  }));
  await page.route('**/api/activations?*', (route) =>
    route.fulfill({ json: rows, headers: { 'x-total-count': String(rows.length) } }),
  );
  await openPageAs(page, 'admin', LICENSES);
  await page.getByRole('searchbox', { name: 'Cerca tra le licenze' }).fill(license.licenseCode);
  const licenseCard = card(page, license.licenseCode);
  for (const [status, name] of Object.entries({
    ...{ ACTIVATED: 'Attiva', DRAFT: 'Bozza', EXPIRED: 'Scaduta', DELETED: 'Cancellata' },
  })) {
    const row = licenseCard.getByRole('row').filter({ hasText: `PROVA-${status}` });
    await expect(row.getByText(name, { exact: true })).toBeVisible();
  }
  const filter = licenseCard.getByRole('combobox', { name: 'Stato' });
  const deletedRequest = page.waitForRequest(/\/api\/activations\?.*status\.in=DELETED/);
  await filter.selectOption({ label: 'Cancellata' });
  await deletedRequest;
});

test('an NSC user views licences and activations and can change none', async ({ visitors }) => {
  const page = await visitors.desk();
  const license = await createLicense();
  await createActivation(license, 'Banco di prova');
  await openPageAs(page, 'nsc', LICENSES);
  await page.getByRole('searchbox', { name: 'Cerca tra le licenze' }).fill(license.licenseCode);
  const licenseCard = card(page, license.licenseCode);
  await expect(licenseCard.getByText('Banco di prova').first()).toBeVisible();
  await expect(button(page, 'Nuova licenza')).toHaveCount(0);
  for (const name of [/^Nuova attivazione/, /^Altre azioni/, /^Modifica /, /^Elimina /]) {
    await expect(licenseCard.getByRole('button', { name })).toHaveCount(0);
  }
});

test('a supervisor sees the licences of own legal entities, edits no licence and only own activations', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  await openPageAs(page, 'supervisor', LICENSES);
  await expect(card(page, 'LIC-0001')).toBeVisible();
  await expect(page.getByText('LIC-0003')).toHaveCount(0);
  await expect(button(page, 'Nuova licenza')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Altre azioni: LIC-0001', exact: true })).toHaveCount(0);
  await expect(button(card(page, 'LIC-0001'), 'Nuova attivazione')).toBeVisible();
});
