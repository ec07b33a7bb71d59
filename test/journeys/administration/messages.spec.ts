/** The message of a refused call: by status and body, in a red note, in one language. */
import type { Page } from '@playwright/test';
import { dialogProblem } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { blockLiveUpdates, button, createCustomer, dialog, input, openPageAs, title } from './registry-pages.ts';

const SEARCH = '**/api/dossiers/search*';
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert');

/** From now on the list of customers is refused like this. */
async function refuseSearch(page: Page, status: number, body: object): Promise<void> {
  await page.unroute(SEARCH);
  await page.route(SEARCH, (route) => route.fulfill({ status, json: body }));
}

test('each HTTP status has a text, extended by detail, message or field errors of the response', async ({
  visitors,
}) => {
  for (const status of [400, 403, 404, 409, 422, 500, 503])
    visitors.watch.expectRefusal(status, /^\/api\/dossiers\/search$/);
  const page = await visitors.desk();
  await blockLiveUpdates(page);
  await refuseSearch(page, 500, {});
  await openPageAs(page, 'dealer', '/app/dossiers');
  await expect(alertOf(page)).toContainText('Errore interno del server');
  const field = (name: string, message: string) => ({ objectName: 'dossier', field: name, message });
  const validation = 'Errore di validazione dei dati.';
  for (const [status, body, expectedText] of [
    [400, {}, validation],
    [404, { title: 'Cliente non trovato' }, `${validation} Cliente non trovato`],
    [422, { title: validation, detail: 'Mancano dati.' }, `${validation} Mancano dati.`],
    [400, { fieldErrors: [field('email', 'Indirizzo e-mail non valido')] }, 'E-mail: Indirizzo e-mail non valido'],
    [400, { fieldErrors: [field('inventato', 'Valore non valido')] }, 'Campo non specificato: Valore non valido'],
    [500, { detail: 'Prova del guasto.' }, 'Errore interno del server. Prova del guasto.'],
    [409, {}, 'Errore generico'],
    [403, {}, 'Errore nei permessi'],
    [403, { detail: 'Non nella tua concessionaria.' }, 'Errore nei permessi. Non nella tua concessionaria.'],
    [
      ...([503, { message: 'Riprova tra poco.', correlationId: 'k3f9' }] as const),
      'Errore generico. Riprova tra poco. Codice per l’assistenza: k3f9',
    ],
  ] as const) {
    await test.step(`${status} ${JSON.stringify(body)}`, async () => {
      await refuseSearch(page, status, body);
      await button(page, 'Riprova').click();
      await expect(alertOf(page)).toContainText(expectedText);
    });
  }

  for (const [status, title] of [
    [500, 'Errore interno del server'],
    [409, 'Errore generico'],
  ] as const) {
    await test.step(`${status}: the stack trace is available but collapsed`, async () => {
      const place = `at posto (file.ts:${status})`;
      await refuseSearch(page, status, { message: 'Guasto', stack: `Error: Guasto\n    ${place}` });
      await button(page, 'Riprova').click();
      await expect(alertOf(page)).toContainText(`${title}. Guasto`);
      const stack = alertOf(page).getByText(place);
      await expect(stack).toBeHidden();
      await alertOf(page).getByText('Dettagli tecnici').click();
      await expect(stack).toBeVisible();
    });
  }
});

test('a page whose data cannot be loaded keeps its breadcrumb and title', async ({ visitors }) => {
  for (const path of ['documents', 'folders', 'dossiers']) {
    visitors.watch.expectRefusal(503, new RegExp(`^/api/${path}/9$`));
  }
  const page = await visitors.desk();
  await openPageAs(page, 'dealer', '/app/folders');
  for (const [path, api, named, up] of [
    ['/app/documents/9', 'documents', 'Documento 9', 'Cartelle'],
    ['/app/folders/9', 'folders', 'Cartella 9', 'Cartelle'],
    ['/app/dossiers/9', 'dossiers', 'Cliente 9', 'Clienti'],
  ] as const) {
    await page.route(`**/api/${api}/9`, (route) => route.fulfill({ status: 503, json: { detail: 'Guasto' } }));
    await page.goto(path);
    await expect(title(page, named)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${named} · `));
    await expect(page.getByRole('navigation', { name: 'Percorso' }).getByRole('link', { name: up })).toBeVisible();
    await expect(alertOf(page)).toContainText('Errore generico. Guasto.');
  }
});

test('field errors of the server appear at their fields in its words', async ({ visitors }) => {
  visitors.watch.expectRefusal(400, /^\/api\/dossiers$/);
  const page = await visitors.desk();
  const customer = await createCustomer();
  await page.route('**/api/dossiers', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 400,
          json: {
            title: 'Errore di validazione dei dati.',
            fieldErrors: [
              { objectName: 'dossier', field: 'city', code: 'required', message: 'Città è un campo obbligatorio' },
              { objectName: 'dossier', field: 'inventato', message: 'Valore non valido' },
            ],
          },
        })
      : route.fallback(),
  );
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}`);
  await button(page, 'Modifica').click();
  const form = dialog(page, /^Modifica: /);
  await button(form, 'Salva').click();
  await expect(input(form, 'Città')).toHaveAccessibleDescription(/Città è un campo obbligatorio/);
  await expect(input(form, 'Città')).toBeFocused();
  await expect(dialogProblem(form)).toContainText('Campo non specificato: Valore non valido');
});

test('many field errors appear only at their fields, and the toast refers to them', async ({ visitors }) => {
  visitors.watch.expectRefusal(400, /^\/api\/dossiers$/);
  const page = await visitors.desk();
  const customer = await createCustomer();
  const wrong = { city: 'Città', street: 'Indirizzo', postalCode: 'CAP' };
  const fieldErrors = Object.entries(wrong).map(([field, label]) => ({
    ...{ objectName: 'dossier', field, code: 'required', message: `${label} è un campo obbligatorio` },
  }));
  await page.route('**/api/dossiers', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { title: 'Errore di validazione dei dati.', fieldErrors } })
      : route.fallback(),
  );
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}`);
  await button(page, 'Modifica').click();
  const form = dialog(page, /^Modifica: /);
  await button(form, 'Salva').click();
  const toast = page.locator('[popover]').getByRole('alert').filter({ hasText: 'Cliente non salvato' });
  await expect(toast).toContainText('Controlla i dati indicati.');
  await expect(toast).not.toContainText('obbligatorio');
  for (const label of Object.values(wrong)) {
    await expect(input(form, label)).toHaveAccessibleDescription(new RegExp(`${label} è un campo obbligatorio`));
  }
});
