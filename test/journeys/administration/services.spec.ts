/** Services: who sees them, the form whose fields depend on the type, deletion. */
import type { Page } from '@playwright/test';
import { Caller, uniqueNumber } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { button, changeToasts, combobox, dialog, failThenSucceed, input, openPageAs } from './registry-pages.ts';

const SERVICES = '/admin/services';
const SAYS = changeToasts('del servizio', 'Servizio', 'o');
const TABLE = 'Servizi';

async function pick(page: Page, name: string, choice: string | RegExp): Promise<void> {
  const form = dialog(page, 'Nuovo servizio');
  await combobox(form, name).click();
  await form.getByRole('option', { name: choice }).click();
}

/** Labels of the fields below type and legal entity. */
const FIELDS: Record<string, readonly string[]> = {
  OTP: ['Numero di OTP', 'Note'],
  'Spazio cloud': ['Spazio in MB', 'Scadenza', 'Note'],
  'Spazio archivio': ['Spazio in MB', 'FEA', 'Scadenza', 'Note'],
  'Tipo di firma': ['FEA', 'Privacy', 'Scadenza', 'Note'],
  'Notifiche di firma': ['FEA', 'Scadenza'],
  TPIM: ['Scadenza'],
};
const ALL_FIELDS = ['Numero di OTP', 'Spazio in MB', 'Scadenza', 'Note', 'FEA', 'Privacy'];

async function createService(notes: string): Promise<number> {
  const answer = await (await Caller.signIn('admin')).send('POST', '/api/intesys-services', {
    ...{ serviceType: 'DISK_SPACE', legalEntity: 'LE005', expiresAt: '2099-12-31', totalSpace: 10, notes },
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

test('the service form shows only the fields of the chosen type', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPageAs(page, 'admin', SERVICES);
  await button(page, 'Nuovo servizio').click();
  const form = dialog(page, 'Nuovo servizio');
  await button(form, 'Crea servizio').click();
  await expect(combobox(form, 'Tipo di servizio')).toHaveAccessibleDescription(/è un campo obbligatorio/);
  await expect(combobox(form, 'Entità legale')).toHaveAccessibleDescription(/è un campo obbligatorio/);
  const field = (name: string) =>
    name === 'FEA'
      ? form.getByRole('radio', { name: /^FEA/ }).or(form.getByRole('checkbox', { name: /^FEA/ }))
      : name === 'Privacy'
        ? form.getByRole('checkbox', { name })
        : input(form, name);
  for (const [type, fields] of Object.entries(FIELDS)) {
    await test.step(type, async () => {
      await pick(page, 'Tipo di servizio', new RegExp(`^${type}`));
      for (const name of ALL_FIELDS) await expect(field(name), name).toHaveCount(fields.includes(name) ? 1 : 0);
    });
  }
});

test('the service form shows missing and invalid values at their fields; creating shows toasts', async ({
  visitors,
}) => {
  visitors.watch.expectRefusal(503, /^\/api\/intesys-services$/);
  const page = await visitors.desk();
  await openPageAs(page, 'admin', `${SERVICES}?service=new`);
  const form = dialog(page, 'Nuovo servizio');
  await pick(page, 'Tipo di servizio', /^Tipo di firma/);
  await pick(page, 'Entità legale', /LE005/);
  await button(form, 'Crea servizio').click();
  await expect(form.getByText(/^Tipo di firma è un campo obbligatorio/)).toBeVisible();
  await expect(form.getByText('Campo obbligatorio', { exact: true })).toHaveCount(0);
  await expect(input(form, 'Scadenza')).toHaveAccessibleDescription(/Scadenza è un campo obbligatorio/);
  await pick(page, 'Tipo di servizio', /^Spazio cloud/);
  for (const [text, expectedError] of [
    ['0', /maggiore di zero/],
    ['-5', /maggiore di zero/],
    ['100000001', /al massimo 100000000/],
    ['1,5', /Numero intero non valido/],
  ] as const) {
    await input(form, 'Spazio in MB').fill(text);
    await button(form, 'Crea servizio').click();
    await expect(input(form, 'Spazio in MB')).toHaveAccessibleDescription(expectedError);
  }
  await input(form, 'Spazio in MB').fill('25');
  await input(form, 'Scadenza').fill('31/02/2030');
  await button(form, 'Crea servizio').click();
  await expect(input(form, 'Scadenza')).toHaveAccessibleDescription(/Data non valida/);
  await input(form, 'Scadenza').fill('28/02/2030');
  await input(form, 'Note').fill('Prova di creazione');
  await failThenSucceed(
    page,
    ['**/api/intesys-services', 'POST'],
    () => button(form, 'Crea servizio').click(),
    SAYS.create,
    () => expect(input(form, 'Note')).toHaveValue('Prova di creazione'),
  );
  await page.getByRole('searchbox', { name: 'Cerca tra i servizi' }).fill('Prova di creazione');
  await expect(page.getByRole('table', { name: TABLE }).getByRole('row')).toHaveCount(2);
});

test('a required group of choices shows its error on blur, an optional one shows none', async ({ visitors }) => {
  const page = await visitors.desk();
  await openPageAs(page, 'admin', `${SERVICES}?service=new`);
  const form = dialog(page, 'Nuovo servizio');
  await pick(page, 'Tipo di servizio', /^Tipo di firma/);
  const signature = form.getByText(/^Tipo di firma è un campo obbligatorio/);
  await form.getByRole('radio', { name: /^FES/ }).focus();
  await form.getByRole('radio', { name: /^FEA/ }).focus();
  await expect(signature, 'no validation within the group').toHaveCount(0);
  await form.getByRole('checkbox', { name: 'Privacy' }).focus();
  await expect(signature).toBeVisible();
  await form.getByRole('radio', { name: /^FEA/ }).check();
  await expect(signature).toHaveCount(0);
  const folders = form.getByRole('group', { name: 'Tipi di cartella' });
  const all = 'Nessuno scelto: vale per tutti i tipi di cartella.';
  await expect(folders).toHaveAccessibleDescription(all);
  await folders.getByRole('checkbox', { name: 'Assistenza' }).check();
  await folders.getByRole('checkbox', { name: 'Assistenza' }).uncheck();
  await input(form, 'Note').focus();
  await expect(folders, 'only the hint, no error').toHaveAccessibleDescription(all);
});

test('an archive service accepts one or both signature types, other services accept one', async ({ visitors }) => {
  const page = await visitors.desk();
  const notes = `Archivio ${uniqueNumber()}`;
  await openPageAs(page, 'admin', `${SERVICES}?service=new`);
  const form = dialog(page, 'Nuovo servizio');
  await pick(page, 'Tipo di servizio', /^Spazio archivio/);
  await pick(page, 'Entità legale', /LE005/);
  const kinds = form.getByRole('group', { name: 'Tipi di firma' });
  for (const name of [/^FEA/, /^FES/]) await kinds.getByRole('checkbox', { name }).check();
  // Values that another type does not have are dropped.
  await pick(page, 'Tipo di servizio', /^Notifiche di firma/);
  for (const radio of await form.getByRole('radio').all()) await expect(radio).not.toBeChecked();
  await pick(page, 'Tipo di servizio', /^Spazio archivio/);
  for (const name of [/^FEA/, /^FES/]) await kinds.getByRole('checkbox', { name }).check();
  await input(form, 'Spazio in MB').fill('25');
  await input(form, 'Scadenza').fill('28/02/2030');
  await input(form, 'Note').fill(notes);
  await button(form, 'Crea servizio').click();
  await expect(form).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Cerca tra i servizi' }).fill(notes);
  const made = page.getByRole('table', { name: TABLE }).getByRole('row').filter({ hasText: 'Spazio archivio' });
  await expect(made.getByText('FEA, FES')).toBeVisible();
  await made.getByRole('link').first().click();
  const edit = dialog(page, 'Modifica servizio');
  for (const name of [/^FEA/, /^FES/]) await expect(edit.getByRole('checkbox', { name })).toBeChecked();
  await edit.getByRole('checkbox', { name: /^FEA/ }).uncheck();
  await button(edit, 'Salva').click();
  await expect(edit).toHaveCount(0);
  await expect(made.getByText('FES', { exact: true })).toBeVisible();
});

test('editing a service keeps its type and legal entity fixed; saving and deleting show toasts', async ({
  visitors,
}) => {
  visitors.watch.expectRefusal(503, /^\/api\/intesys-services(\/\d+)?$/);
  const page = await visitors.desk();
  const notes = `Da cambiare ${uniqueNumber()}`;
  const id = await createService(notes);
  await openPageAs(page, 'admin', `${SERVICES}?service=${id}`);
  const form = dialog(page, 'Modifica servizio');
  for (const name of ['Tipo di servizio', 'Entità legale']) await expect(input(form, name)).not.toBeEditable();
  await input(form, 'Spazio in MB').fill('20');
  await failThenSucceed(page, ['**/api/intesys-services', 'PUT'], () => button(form, 'Salva').click(), SAYS.update);
  await expect(form).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Cerca tra i servizi' }).fill(notes);
  const row = page.getByRole('row').filter({ hasText: notes });
  await row.getByRole('button', { name: /^Elimina: / }).click();
  const question = page.getByRole('dialog', { name: /^Eliminare il servizio «Spazio cloud/ });
  await expect(question).toContainText('Il totale scende di 20 MB.');
  const path = `**/api/intesys-services/${id}`;
  await failThenSucceed(page, [path, 'DELETE'], () => button(question, 'Elimina servizio').click(), SAYS.remove);
  await expect(page.getByText('Nessun servizio trovato')).toBeVisible();
});
