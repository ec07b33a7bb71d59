/** The dashboard of each role: cards, menus, figures of the legal entity and the newest documents. */

import { blockLiveUpdates, delayCalls } from '../administration/registry-pages.ts';
import { createDeskFolder, createDocument, documentRow as rowOf } from '../desk/desk-pages.ts';
import { REDUCED_MOTION } from '../support/inspection.ts';
import { Caller, readyPaper, uniqueNumber } from '../support/portal-calls.ts';
import { brandCard, chooseDocument, chooseSwitchOption, field } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import {
  BRANDS,
  chooseEntity,
  colourOf,
  documentsToComplete,
  entityField,
  FIGURES,
  figure,
  MB,
  mockAnswer,
  openDashboard,
  recordCalls,
  STATISTICS,
} from './dashboard-pages.ts';

test.describe('brand cards', () => {
  test('offer a dealer its folder types in order, each with a menu headed Firma and named after folder type and brand', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    await openDashboard(page, 'dealer');
    for (const brand of BRANDS) {
      const types = brandCard(page, brand).getByRole('listitem');
      await expect(types).toHaveText(['Privacy', 'Vendita nuovo', 'Vendita usato', 'Assistenza']);
    }
    await page.getByRole('button', { name: 'Vendita usato MINI', exact: true }).click();
    const menu = page.getByRole('menu', { name: 'Vendita usato MINI', exact: true });
    await expect(menu.getByText('Firma', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Vendita usato MINI', exact: true })).toBeFocused();
  });

  test('offer neither identity documents nor driving licences, not even to users with all types', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    await openDashboard(page, 'admin');
    await expect(brandCard(page, 'BMW').getByRole('listitem')).toHaveCount(5);
    for (const type of ['Privacy', 'Vendita nuovo', 'Vendita usato', 'Assistenza', 'Uscita veicolo']) {
      await page.getByRole('button', { name: `${type} BMW`, exact: true }).click();
      const menu = page.getByRole('menu', { name: `${type} BMW`, exact: true });
      await expect(menu.getByRole('menuitem').first()).toBeVisible();
      expect(await menu.getByRole('menuitem').allInnerTexts()).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(Documento d’identità|Patente di guida)$/)]),
      );
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
    }
  });

  test('are opened, read and chosen from by keyboard', async ({ visitors }) => {
    const page = await visitors.desk();
    await openDashboard(page, 'dealer');
    await page.getByRole('button', { name: 'Vendita nuovo BMW', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/app/wizard/bmw/sale_new/sale_new_proposal');
  });

  test('start an empty wizard on each choice', async ({ visitors }) => {
    const page = await visitors.desk();
    await openDashboard(page, 'dealer');
    for (const document of ['Preventivo nuovo', 'Preventivo nuovo', 'Proposta d’acquisto']) {
      await chooseDocument(page, 'BMW', 'Vendita nuovo', document);
      await chooseSwitchOption(page, 'Come scegli il cliente', 'Nuovo cliente');
      await expect(field(page, 'Cognome')).toHaveValue('');
      await field(page, 'Cognome').fill('Passeggeri');
      await page.getByRole('link', { name: 'Dashboard' }).first().click();
      await expect(brandCard(page, 'BMW')).toBeVisible();
    }
  });

  test('become tabs on a phone, one brand at a time', async ({ visitors }) => {
    const page = await visitors.phone();
    await openDashboard(page, 'dealer');
    await page.getByRole('tab', { name: 'MINI' }).click();
    await expect(page.getByRole('button', { name: 'Privacy MINI', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Privacy BMW', exact: true })).toHaveCount(0);
  });
});

test.describe('documents to complete', () => {
  test('are the fifteen newest in Bozza, Da Avviare or Firma avviata, newest first', async ({ visitors }) => {
    const page = await visitors.desk();
    const admin = await Caller.signIn('admin');
    const { rows } = await admin.search<{ id: number }>('/api/documents-ext/search', {
      status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'] },
    });
    const searchRequest = page.waitForRequest('**/api/documents-ext/search*');
    await openDashboard(page, 'admin');
    const request = await searchRequest;
    expect(new URL(request.url()).search).toBe('?page=0&size=15&sort=id%2Cdesc');
    expect(request.postDataJSON()).toEqual({ status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'] } });

    const shown = () => documentsToComplete(page).locator('tbody tr td:first-child').allInnerTexts();
    const expectedIds = rows.slice(0, 15).map(({ id }) => String(id));
    expect(expectedIds.length).toBeGreaterThan(10);
    await expect.poll(shown).toEqual(expectedIds.slice(0, 10));
    await expect(page.getByText(`righe da 1 a 10 di ${expectedIds.length}`)).toBeVisible();
    await page.getByRole('button', { name: 'Ultima pagina' }).click();
    await expect.poll(shown).toEqual(expectedIds.slice(10));
  });

  test('open by a click on the row, and by their link from the keyboard', async ({ visitors }) => {
    const page = await visitors.desk();
    await openDashboard(page, 'dealer');
    const row = documentsToComplete(page).locator('tbody tr').first();
    const id = await row.locator('td').first().innerText();
    await row.locator('td').nth(2).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/documents/${id}`);
    await page.goBack();
    await documentsToComplete(page).locator('tbody tr').first().getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/documents/${id}`);
  });
});

test.describe('in the row of a document', () => {
  test('QR code, edit and delete open their dialogs, and refused actions show the reason', async ({ visitors }) => {
    const page = await visitors.desk(REDUCED_MOTION);
    const { known } = await readyPaper(1);
    await openDashboard(page, 'dealer');
    const row = rowOf(page, known.documentId);
    const action = (name: string) => row.getByRole('button', { name: `${name}: Preventivo nuovo ${known.documentId}` });

    const edit = action('Modifica');
    await expect(edit).toHaveAttribute('aria-disabled', 'true');
    await expect(edit).toHaveAccessibleDescription(/^Modifica non disponibile: /);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await edit.click({ force: true });
    expect(new URL(page.url()).pathname).toBe('/dashboard');

    await action('Mostra il QR').click();
    await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
    expect(fetched.filter((url) => /\/qr-dialog-[^/]+\.js$/.test(url))).not.toEqual([]);
    expect(fetched.filter((url) => /\/edit-dialog-[^/]+\.js$/.test(url))).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(action('Mostra il QR')).toBeFocused();

    await action('Elimina').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Elimina/ })
      .click();
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const gone = await (await Caller.signIn('dealer')).send('GET', `/api/documents/${known.documentId}`);
    expect(gone.status).toBe(404);
  });

  test('a draft is edited in place', async ({ visitors }) => {
    const page = await visitors.desk();
    const { id } = await createDocument(await createDeskFolder(), { draft: true });
    await openDashboard(page, 'dealer');
    const edit = documentsToComplete(page).getByRole('button', {
      name: `Modifica: Preventivo nuovo ${id}`,
      exact: true,
    });
    await edit.click();
    const form = page.getByRole('dialog', { name: 'Modifica documento' });
    await form.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    await form.getByRole('button', { name: 'Salva bozza' }).click();
    await expect(form).toHaveCount(0);
    await expect(edit).toBeFocused();
    expect(await (await Caller.signIn('dealer')).read(`/api/documents/${id}`)).toMatchObject({ archivable: false });
  });
});

test.describe('figures', () => {
  test('of a dealer are those of the legal entity of its first dealer, shown without a choice', async ({
    visitors,
  }) => {
    for (const login of ['dealer', 'service', 'acceptance', 'sales', 'readonly', 'sa3']) {
      const page = await visitors.desk();
      const calls = recordCalls(page);
      await openDashboard(page, login);
      for (const name of FIGURES) await expect(figure(page, name).getByRole('meter', { name })).toBeVisible();
      await expect(page.getByText('Autoesempio S.p.A.', { exact: true })).toBeVisible();
      await expect(entityField(page)).toHaveCount(0);
      const statisticsUrls = calls
        .map((request) => new URL(request.url()))
        .filter((url) => url.pathname.includes('/statistics/'));
      expect(statisticsUrls.map((url) => url.searchParams.get('legalEntity'))).toEqual(['LE001', 'LE001', 'LE001']);
      const search = calls.find((request) => request.url().includes('/api/documents-ext/search'));
      expect(search?.postDataJSON()).toMatchObject({ legalEntity: { equals: 'LE001' } });
    }
  });

  test('show codes and megabytes used and their totals', async ({ visitors }) => {
    const page = await visitors.desk();
    await mockAnswer(page, STATISTICS.OTP, { used: 412, total: 1000 });
    await mockAnswer(page, STATISTICS['Spazio cloud'], {
      ...{ totalSizeUsed: { size: 742 * MB }, totalSizeAvailable: { size: 1000 * MB } },
    });
    await mockAnswer(page, STATISTICS['Spazio archivio'], {
      ...{ totalSizeUsed: { size: 0.42 * MB }, totalSizeAvailable: { size: 5000 * MB } },
    });
    await openDashboard(page, 'dealer');
    for (const [name, amount, percent, word] of [
      ['OTP', '412 di 1.000', '41%', 'Regolare'],
      ['Spazio cloud', /^742 di 1\.000\sMB$/, '74%', 'Attenzione'],
      ['Spazio archivio', /^430\sKB di 5\.000\sMB$/, '0%', 'Regolare'],
    ] as const) {
      await expect(figure(page, name).getByText(amount)).toBeVisible();
      await expect(figure(page, name).getByRole('meter')).toHaveAttribute('aria-valuetext', percent);
      await expect(figure(page, name).getByText(word, { exact: true })).toBeVisible();
    }
  });

  test('are Regolare below 60 percent, Attenzione from 60, In esaurimento from 90', async ({ visitors }) => {
    const page = await visitors.desk();
    const colours = new Map<string, Set<string>>();
    await openDashboard(page, 'dealer');
    for (const [used, total, word, band] of [
      [599, 1000, 'Regolare', 'ok'],
      [600, 1000, 'Attenzione', 'warning'],
      [899, 1000, 'Attenzione', 'warning'],
      [900, 1000, 'In esaurimento', 'alert'],
      [1000, 1000, 'limite raggiunto', 'alert'],
      [0, 0, 'nessun servizio attivo', 'alert'],
    ] as const) {
      await test.step(`${used} of ${total}`, async () => {
        await mockAnswer(page, STATISTICS.OTP, { used, total });
        await mockAnswer(page, STATISTICS['Spazio cloud'], {
          ...{ totalSizeUsed: { size: used * MB }, totalSizeAvailable: { size: total * MB } },
        });
        await page.reload();
        for (const name of ['OTP', 'Spazio cloud']) {
          await expect(figure(page, name).getByText(word, { exact: true })).toBeVisible();
          await expect(figure(page, name).locator('[data-band]').first()).toHaveAttribute('data-band', band);
          colours.set(band, (colours.get(band) ?? new Set()).add(await colourOf(page, name)));
        }
      });
    }
    const seen = [...colours.values()].map((all) => [...all].join());
    expect(new Set(seen).size, 'each band has a different colour').toBe(3);
  });

  test('without a total from the server show that there is no limit', async ({ visitors }) => {
    const page = await visitors.desk();
    await mockAnswer(page, STATISTICS.OTP, { used: 412 });
    await mockAnswer(page, STATISTICS['Spazio cloud'], { totalSizeUsed: { size: 30 * MB } });
    await openDashboard(page, 'dealer');
    for (const [name, amount] of [
      ['OTP', /^412$/],
      ['Spazio cloud', /^30\sMB$/],
    ] as const) {
      await expect(figure(page, name).getByText(amount)).toBeVisible();
      await expect(figure(page, name).getByText('Senza limite')).toBeVisible();
      await expect(figure(page, name).getByRole('meter')).toHaveCount(0);
    }
  });

  test('have a total of 1000 until the server has answered', async ({ visitors }) => {
    const page = await visitors.desk();
    await mockAnswer(page, STATISTICS.OTP, { used: 30, total: 4000 });
    const release = await delayCalls(page, `**${STATISTICS.OTP}*`, 'GET');
    await openDashboard(page, 'dealer');
    await expect(figure(page, 'OTP').getByText('– di 1.000')).toBeVisible();
    await expect(figure(page, 'Spazio cloud').getByRole('meter')).toBeVisible();
    release();
    await expect(figure(page, 'OTP').getByText('30 di 4.000')).toBeVisible();
  });

  test('fail separately, each with its own error and retry', async ({ visitors }) => {
    visitors.watch.expectRefusal(500, /^\/api\/(statistics\/[\w-]+|documents\/count|documents-ext\/search)$/);
    const page = await visitors.desk();
    // Without live updates nothing is refetched automatically while a failure is checked.
    await blockLiveUpdates(page);
    await openDashboard(page, 'dealer');
    for (const [name, path] of [
      ...Object.entries(STATISTICS),
      ['Documenti firmati', '/api/documents/count'],
      ['Documenti da completare', '/api/documents-ext/search'],
    ] as const) {
      await test.step(name, async () => {
        await page.route(`**${path}*`, (route) =>
          route.fulfill({ status: 500, json: { title: 'Errore interno del server', correlationId: 'k3f9' } }),
        );
        await page.reload();
        await expect(figure(page, name).getByRole('alert')).toContainText('Errore interno del server');
        await expect(page.getByRole('alert')).toHaveCount(1);
        for (const other of FIGURES) {
          if (other !== name) await expect(figure(page, other).getByRole('meter')).toBeVisible();
        }
        if (name !== 'Documenti da completare') await expect(documentsToComplete(page)).toBeVisible();
        await page.unroute(`**${path}*`);
        await figure(page, name).getByRole('button', { name: 'Riprova' }).click();
        await expect(page.getByRole('alert')).toHaveCount(0);
        await expect(figure(page, name).getByRole('heading', { name })).toBeVisible();
      });
    }
  });

  test('of signed documents count Firmato and Privacy in corso of the legal entity by folder type', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const counts: Record<string, number> = { PRIVACY: 428, SALE_NEW: 296, SALE_USED: 187, SERVICE: 512 };
    const searchUrls: URL[] = [];
    await page.route('**/api/documents/count*', (route) => {
      const url = new URL(route.request().url());
      searchUrls.push(url);
      return route.fulfill({ json: counts[url.searchParams.get('folderType.equals') ?? ''] ?? 1800 });
    });
    await openDashboard(page, 'dealer');
    const card = figure(page, 'Documenti firmati');
    await expect(card.getByText('su 1.800 documenti')).toBeVisible();
    await expect(card.getByText('1.423 firmati')).toBeAttached();
    await expect(card.getByRole('term')).toHaveText(['Assistenza', 'Privacy', 'Vendita nuovo', 'Vendita usato']);
    await expect(card.getByRole('definition')).toHaveText(['512', '428', '296', '187']);
    for (const url of searchUrls) expect(url.searchParams.get('legalEntity.equals')).toBe('LE001');
    const signed = searchUrls.filter((url) => url.searchParams.has('folderType.equals'));
    expect(signed).toHaveLength(4);
    for (const url of signed) expect(url.searchParams.get('status.in')).toBe('PRIVACY_UPDATING,SIGNED');
  });

  test('of signed documents match the lists for users with some folder types', async ({ visitors }) => {
    for (const [login, types] of [
      ['dealer', 4],
      ['service', 2],
    ] as const) {
      const page = await visitors.desk();
      const { total } = await (await Caller.signIn(login)).search('/api/documents-ext/search', {
        ...{ status: { in: ['PRIVACY_UPDATING', 'SIGNED'] }, legalEntity: { equals: 'LE001' } },
      });
      await openDashboard(page, login);
      const card = figure(page, 'Documenti firmati');
      await expect(card.getByRole('term')).toHaveCount(types);
      await expect(card.getByText(total === 1 ? '1 firmato' : `${total} firmati`)).toBeAttached();
    }
  });

  test('of an administrator need a legal entity, follow the chosen one, and the choice is remembered', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const admin = await Caller.signIn('admin');
    const { used, total } = await admin.read<{ used: number; total: number }>(`${STATISTICS.OTP}?legalEntity=LE004`);
    const calls = recordCalls(page);
    await openDashboard(page, 'admin');
    await expect(page.getByText('Consumi di OTP e spazio')).toBeVisible();
    await expect(figure(page, 'Documenti firmati').getByRole('term')).toHaveCount(5);
    await expect(documentsToComplete(page)).toBeVisible();
    for (const name of FIGURES) await expect(figure(page, name)).toHaveCount(0);
    expect(calls.filter((request) => request.url().includes('/statistics/'))).toEqual([]);

    await page.getByRole('button', { name: 'Scegli l’entità legale' }).click();
    await expect(entityField(page)).toBeFocused();
    await page.keyboard.type('strada');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(entityField(page)).toHaveValue('Strada Finta S.r.l.');
    const grouped = new Intl.NumberFormat('it-IT', { useGrouping: 'always' });
    await expect(figure(page, 'OTP').getByText(`${grouped.format(used)} di ${grouped.format(total)}`)).toBeVisible();
    await expect(figure(page, 'OTP').getByText('In esaurimento')).toBeVisible();
    await expect
      .poll(() => calls.findLast((request) => request.url().includes('documents-ext/search'))?.postDataJSON())
      .toMatchObject({ legalEntity: { equals: 'LE004' } });
    const narrowed = (path: string) =>
      expect.poll(() => calls.some((request) => request.url().includes(`${path}?legalEntity=LE004`)), path).toBe(true);
    await narrowed('/api/documents-ext/waiting/count');
    await narrowed('/api/own-signatures');
    await expect(page).toHaveURL(/\/dashboard\?legalEntity=LE004$/);
    const link = page.url();

    await page.getByRole('link', { name: 'Clienti' }).click();
    await expect(page.getByRole('heading', { name: 'Clienti', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(entityField(page)).toHaveValue('Strada Finta S.r.l.');
    await page.reload();
    await expect(entityField(page)).toHaveValue('Strada Finta S.r.l.');
    await expect(figure(page, 'OTP').getByText('In esaurimento')).toBeVisible();

    await chooseEntity(page, 'Tutte le entità legali');
    await expect(page.getByText('Consumi di OTP e spazio')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.reload();
    await expect(page.getByText('Consumi di OTP e spazio')).toBeVisible();
    await page.goto(link);
    await expect(entityField(page)).toHaveValue('Strada Finta S.r.l.');
  });

  test('of a supervisor of one legal entity offer a choice of one', async ({ visitors }) => {
    const page = await visitors.desk();
    await openDashboard(page, 'supervisor');
    await expect(entityField(page)).toHaveValue('Autoesempio S.p.A.');
    await entityField(page).click();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Autoesempio S.p.A.']);
    await page.getByRole('option').click();
    await expect(entityField(page)).toHaveValue('Autoesempio S.p.A.');
  });

  test('of a supervisor of two legal entities start with the first and follow the choice', async ({ visitors }) => {
    const page = await visitors.desk();
    const admin = await Caller.signIn('admin');
    const login = `due-${uniqueNumber()}`;
    const created = await admin.send('POST', '/api/users', {
      ...{ login, firstName: 'Dina', lastName: 'Doppi', email: `${login}@example.com`, activated: true },
      ...{ authorities: ['ROLE_SUPERVISOR_DEALER'], hstList: ['10003', '10001'] },
      brands: [{ brand: 'bmw', permissions: ['PRIVACY'] }],
    });
    expect(created.status).toBe(201);
    await openDashboard(page, login);
    await expect(entityField(page)).toHaveValue('Motori di Prova S.r.l.');
    await entityField(page).click();
    expect((await page.getByRole('option').allInnerTexts()).sort()).toEqual([
      'Autoesempio S.p.A.',
      'Motori di Prova S.r.l.',
    ]);
    const statisticsRequest = page.waitForRequest((request) => request.url().includes(STATISTICS.OTP));
    await page.getByRole('option', { name: 'Autoesempio S.p.A.' }).click();
    expect(new URL((await statisticsRequest).url()).searchParams.get('legalEntity')).toBe('LE001');
    await expect(brandCard(page, 'BMW')).toBeVisible();
    await expect(brandCard(page, 'MINI')).toHaveCount(0);
  });

  test('show an error when the legal entities cannot be loaded, and the rest of the page works', async ({
    visitors,
  }) => {
    visitors.watch.expectRefusal(500, /^\/api\/legal-entities$/);
    const page = await visitors.desk();
    await page.route('**/api/legal-entities', (route) => route.fulfill({ status: 500, json: {} }));
    await openDashboard(page, 'admin');
    const usage = figure(page, 'Consumi');
    await expect(usage.getByRole('alert')).toContainText('Errore interno del server');
    await expect(documentsToComplete(page)).toBeVisible();
    await page.unroute('**/api/legal-entities');
    await usage.getByRole('button', { name: 'Riprova' }).click();
    await expect(entityField(page)).toBeVisible();
  });
});
