/** Users: who sees them, the list and its Excel file. */
import { readFile } from 'node:fs/promises';
import { waitUntilIdle } from '../support/inspection.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { expectToast, recordToasts, shownToasts } from './registry-pages.ts';
import { createUser, dialog, option, row, table, toast, USERS } from './user-pages.ts';

test.describe('the user list', () => {
  test('shows all users sorted by name, with paging and search', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'admin', USERS);
    await expect(page.getByRole('heading', { name: 'Utenti', level: 1 })).toBeVisible();
    const anna = row(page, 'Anna Verdi');
    for (const text of ['anna.verdi@example.com', 'supervisor', 'Supervisore concessionaria', 'HST 10001 e un’altra']) {
      await expect(anna.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(anna.getByText('Attivo', { exact: true })).toBeVisible();
    await expect(row(page, 'Andrea Neri').getByText('Tutte', { exact: true })).toBeVisible();
    await expect(page.getByText(/^righe da 1 a 10 di \d+$/)).toBeVisible();
    await expect(table(page).getByRole('columnheader', { name: 'Utente', exact: true })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await table(page).getByRole('button', { name: 'Nome utente' }).click();
    await expect(table(page).getByRole('row').nth(1)).toContainText('acceptance');
    await page.getByRole('button', { name: 'Pagina successiva' }).click();
    await expect(page.getByText(/^righe da 11 a /)).toBeVisible();

    const search = page.getByRole('searchbox', { name: 'Cerca tra gli utenti' });
    await search.fill('gr');
    await expect(page.getByText('Scrivi almeno 3 caratteri')).toBeVisible();
    await search.fill('greco');
    await expect(row(page, 'Matteo Greco')).toBeVisible();
    await expect(page.getByText('righe da 1 a 1 di 1')).toBeVisible();
  });

  test('filters by role, dealer, brand and status, with a text for an empty result', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'admin', USERS);
    const roleRequest = page.waitForRequest((request) => request.url().includes('authority.in=ROLE_SA3'));
    await page.getByRole('combobox', { name: 'Ruolo' }).selectOption({ label: 'SA3' });
    await roleRequest;
    await expect(table(page).getByRole('row')).toHaveCount(2);
    await expect(row(page, 'Elio Costa')).toBeVisible();
    await page.getByRole('combobox', { name: 'Stato' }).selectOption({ label: 'Solo non attivi' });
    await expect(page.getByText('Nessun utente trovato')).toBeVisible();
    await page.getByRole('button', { name: 'Azzera filtri' }).first().click();
    await expect(page.getByText(/^righe da 1 a 10 di /)).toBeVisible();
    await page.getByRole('combobox', { name: 'Marchio' }).selectOption({ label: 'BMW Motorrad' });
    await page.getByRole('combobox', { name: 'Concessionaria' }).selectOption({ label: 'Autoesempio Modena' });
    await expect(row(page, 'Matteo Greco')).toBeVisible();
    await expect(row(page, 'Dario Provini')).toHaveCount(0);
  });

  test('cancels a search when a newer one starts', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'admin', USERS);
    await expect(row(page, 'Anna Verdi')).toBeVisible();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/genericFilter\.contains=verdi/, async (route) => {
      await released;
      await route.abort().catch(() => {});
    });
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('contains=verdi'));
    const search = page.getByRole('searchbox', { name: 'Cerca tra gli utenti' });
    const first = page.waitForRequest(/genericFilter\.contains=verdi/);
    await search.fill('verdi');
    await first;
    await search.fill('greco');
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
    release();
    await expect(row(page, 'Matteo Greco')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('permissions on users', () => {
  test('an NSC user sees and exports all users and edits none', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'nsc', USERS);
    await expect(page.getByRole('button', { name: 'Esporta Excel' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nuovo utente' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Apri Anna Verdi' }).click();
    const shown = dialog(page, 'Anna Verdi');
    await expect(shown.getByText('Autoesempio Bologna (HST 10001), Autoesempio Modena (HST 10002)')).toBeVisible();
    await expect(shown.getByRole('table', { name: 'Permessi per marchio' }).getByText('Sì')).toHaveCount(16);
    await expect(shown.getByRole('textbox')).toHaveCount(0);
    await expect(shown.getByRole('checkbox')).toHaveCount(0);
    await shown.getByRole('button', { name: 'Chiudi' }).last().click();
    await expect(shown).toHaveCount(0);
    await page.goto(`${USERS}?user=new`);
    await expect(row(page, 'Anna Verdi')).toBeVisible();
    // The form's files would be fetched first.
    await waitUntilIdle(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('a supervisor sees only users of own dealers and has no export', async ({ visitors }) => {
    const foreign = await createUser({ hstList: ['10003'] });
    visitors.watch.expectRefusal(404, new RegExp(`^/api/users/${foreign.id}$`));
    const page = await visitors.desk();
    await signIn(page, 'supervisor', USERS);
    await expect(page.getByText(/^\d+ utent[ei] delle tue concessionarie$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Esporta Excel' })).toHaveCount(0);
    await page.getByRole('searchbox').fill(foreign.login);
    await expect(page.getByText('Nessun utente trovato')).toBeVisible();
    await page.goto(`${USERS}?user=${foreign.id}`);
    await expect(dialog(page, 'Dettaglio utente').getByRole('alert')).toContainText('Utente non trovato.');
  });

  test('a supervisor can assign only own roles and dealers', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'supervisor', USERS);
    await page.getByRole('button', { name: 'Nuovo utente' }).click();
    await page.getByRole('combobox', { name: 'Ruoli' }).click();
    await expect(option(page, /^Venditore/)).toBeVisible();
    for (const role of [/^Amministratore/, /^Sede nazionale/, /^Supervisore/, /^SA3/, /^DMS/]) {
      await expect(option(page, role)).toHaveCount(0);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Concessionarie' }).click();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
      /Autoesempio Bologna/,
      /Autoesempio Modena/,
    ]);
  });

  test('a supervisor sees why a user cannot be edited', async ({ visitors }) => {
    const both = await createUser({ hstList: ['10001', '10003'] });
    const page = await visitors.desk();
    await signIn(page, 'supervisor', USERS);
    await page.getByRole('link', { name: 'Apri Elio Costa' }).click();
    await expect(
      dialog(page, 'Elio Costa').getByText('ha un ruolo che solo un amministratore assegna', { exact: false }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill(both.login);
    await page.getByRole('link', { name: `Apri Prova ${both.lastName}` }).click();
    await expect(
      page.getByText('Non puoi modificare questo utente: lavora anche in concessionarie che non sono tue.'),
    ).toBeVisible();
  });
});

test.describe('the Excel export', () => {
  test('is named Export_Utenti.xlsx and contains the listed users', async ({ visitors }) => {
    const page = await visitors.desk();
    await recordToasts(page);
    await signIn(page, 'nsc', USERS);
    await page.getByRole('combobox', { name: 'Ruolo' }).selectOption({ label: 'SA3' });
    await expect(table(page).getByRole('row')).toHaveCount(2);
    const exportRequest = page.waitForRequest(/\/api\/users\/download\?/);
    const downloadStarted = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Esporta Excel' }).click();
    const query = new URL((await exportRequest).url()).searchParams;
    expect(Object.fromEntries(query)).toEqual({ sort: 'fullname,asc', 'authority.in': 'ROLE_SA3' });
    const file = await downloadStarted;
    expect(file.suggestedFilename()).toBe('Export_Utenti.xlsx');
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    await expectToast(page, 'Utenti esportati');
    expect(await shownToasts(page)).toContainEqual(expect.stringMatching(/^Export_Utenti\.xlsx, \d+\sKB$/));
  });

  test('shows how much has arrived while the file is created', async ({ visitors }) => {
    const page = await visitors.desk();
    await recordToasts(page);
    await signIn(page, 'admin', USERS);
    await expect(row(page, 'Anna Verdi')).toBeVisible();
    // A file that arrives in two parts, the second when the test releases it.
    await page.evaluate(() => {
      const realFetch = window.fetch;
      const later = new Promise<void>((resolve) => window.addEventListener('rest', () => resolve(), { once: true }));
      window.fetch = async (input, init) => {
        if (!String(input).startsWith('/api/users/download')) return realFetch(input, init);
        const body = new ReadableStream<Uint8Array>({
          async start(stream) {
            stream.enqueue(new Uint8Array(2_097_152));
            await later;
            stream.close();
          },
        });
        return new Response(body, { headers: { 'content-type': 'application/vnd.ms-excel' } });
      };
    });
    await page.getByRole('button', { name: 'Esporta Excel' }).click();
    await expect(toast(page, 'Esportazione degli utenti in corso…')).toBeVisible();
    await expect(page.getByText('2,00 MB ricevuti')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Esporta Excel' })).toBeDisabled();
    const downloadStarted = page.waitForEvent('download');
    await page.evaluate(() => window.dispatchEvent(new Event('rest')));
    expect((await downloadStarted).suggestedFilename()).toBe('Export_Utenti.xlsx');
    await expectToast(page, 'Utenti esportati');
  });

  test('shows an error when it fails', async ({ visitors }) => {
    visitors.watch.expectRefusal(503, /^\/api\/users\/download$/);
    const page = await visitors.desk();
    await recordToasts(page);
    await signIn(page, 'admin', USERS);
    await page.route(/\/api\/users\/download/, (route) =>
      route.fulfill({ status: 503, json: { message: 'Il servizio non risponde.' } }),
    );
    await page.getByRole('button', { name: 'Esporta Excel' }).click();
    await expectToast(page, 'Utenti non esportati');
    expect(await shownToasts(page)).toContainEqual(expect.stringContaining('Il servizio non risponde.'));
  });
});
