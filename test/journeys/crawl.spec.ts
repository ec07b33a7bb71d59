/** Every page that exists, at every width and in both themes: nothing breaks the policy, nothing scrolls sideways, axe is content. */
import type { Page } from '@playwright/test';
import { makePaper } from '../paper.ts';
import { CALM, glance, look } from './inspection.ts';
import { awaitCode, Caller, readyPaper, startedPaper, wrongCode } from './office.ts';
import { choose, field, fileInput, next, pdf, signIn, statusChip } from './portal-pages.ts';
import { askForCode, openPaper, paper, readToTheEnd, sign } from './signer-pages.ts';
import { expect, test } from './visitors.ts';

// Hundreds of looks: a recording of each would cost more than the looks themselves, and what is found says where.
test.use({ trace: 'off' });

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

test('the pages of the portal, as a dealer', async ({ visitors }) => {
  test.slow();
  const page = await visitors.desk(CALM);
  const ready = await readyPaper(2);
  const waiting = await startedPaper(1);
  const signed = await startedPaper(1);
  await signed.finish();

  await signIn(page, 'dealer');
  await expect(page.getByRole('table', { name: 'Documenti da completare' })).toBeVisible();
  await look(page, 'dashboard');
  await page.getByRole('button', { name: 'Vendita nuovo' }).first().click();
  await expect(page.getByRole('menu')).toBeVisible();
  await glance(page, 'menu of a brand card');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Il tuo profilo:' }).click();
  await expect(page.getByRole('menuitem', { name: 'Esci' })).toBeVisible();
  await glance(page, 'user panel');

  for (const [path, heading, shown] of [
    ['/app/dossiers', 'Clienti', 'Ginevra Provetti'],
    [`/app/dossiers/${ready.known.dossierId}`, 'Ginevra Provetti', 'Via di Prova 1'],
    ['/app/folders', 'Cartelle', 'PV-1'],
    [`/app/folders/${ready.known.folderId}`, /PV-1/, 'preventivo.pdf'],
  ] as const) {
    await page.goto(path);
    await expect(title(page, heading)).toBeVisible();
    await expect(page.getByText(shown).first()).toBeVisible();
    await look(page, path);
  }
  for (const [story, status] of [
    [ready, 'Da Avviare'],
    [waiting, 'In attesa di firma'],
    [signed, 'Firmato'],
  ] as const) {
    await page.goto(`/app/documents/${story.known.documentId}`);
    await expect(statusChip(page, status)).toBeVisible();
    await expect(page.getByText(/^pagina 1 di \d$/)).toBeVisible();
    if (story === signed) await expect(page.getByText('Tutto valido')).toBeVisible();
    await look(page, `document ${status}`);
  }
  await page.goto(`/app/documents/${waiting.known.documentId}`);
  await page.getByRole('button', { name: 'Annulla firma' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'question before cancelling');
});

test('the steps of the wizard', async ({ visitors }) => {
  const page = await visitors.desk(CALM);
  await signIn(page, 'dealer', '/app/wizard/mini/sale_used/sale_used_proposal');
  await expect(page.getByText('Clienti più recenti', { exact: true })).toBeVisible();
  await page.getByRole('radio').first().check();
  await look(page, 'wizard: a customer who is here');
  await choose(page, 'Come scegli il cliente', 'Nuovo cliente');
  await next(page, 'cartella');
  await expect(field(page, 'Nome')).toBeFocused();
  await look(page, 'wizard: a new customer with errors');
  await choose(page, 'Persona o azienda', 'Azienda');
  await look(page, 'wizard: a company');
  await choose(page, 'Come scegli il cliente', 'Già in Fascicolo');
  await page.getByRole('searchbox').fill('esemplari');
  await page.getByRole('radio', { name: /Tommaso Esemplari/ }).check();
  await next(page, 'cartella');
  await look(page, 'wizard: a new folder');
  await choose(page, 'Come scegli la cartella', 'Cartella aperta');
  await page.getByRole('radio', { name: /U-1-0077/ }).check();
  await look(page, 'wizard: an open folder');
  await next(page, 'documento');
  await look(page, 'wizard: document');
  await fileInput(page).setInputFiles(pdf('proposta.pdf', await makePaper({ pages: 2 })));
  await expect(page.getByText('pagina 1 di 2', { exact: true })).toBeVisible();
  await look(page, 'wizard: document with its preview');
  await next(page, 'riepilogo');
  await look(page, 'wizard: review');
  await page.getByRole('button', { name: 'Crea il documento' }).click();
  await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await look(page, 'wizard: created');
});

for (const login of ['admin', 'readonly', 'service']) {
  test(`the pages of the portal, as ${login}`, async ({ visitors }) => {
    visitors.watch.expectRefusal(404, /^\/api\/documents\/999999$/);
    const page = await visitors.desk(CALM);
    await signIn(page, login);
    await expect(page.getByRole('table', { name: 'Documenti da completare' })).toBeVisible();
    await look(page, `dashboard of ${login}`);
    for (const [path, heading] of [
      ['/app/dossiers', 'Clienti'],
      ['/app/documents/999999', "Questa pagina non c'è"],
      ['/app/wizard/bmw/vehicle_exit_request/altro', 'Qui non puoi creare questo documento'],
    ] as const) {
      await page.goto(path);
      await expect(title(page, heading)).toBeVisible();
      await (login === 'admin' ? look : glance)(page, `${path} of ${login}`);
    }
    const caller = await Caller.as(login);
    const draft = (
      await caller.search<{ id: number }>('/api/documents-ext/search', { status: { equals: 'DRAFT' } })
    ).rows.at(-1);
    await page.goto(`/app/documents/${draft?.id}`);
    await expect(statusChip(page, 'Bozza')).toBeVisible();
    await glance(page, `draft of ${login}`);
  });
}

test('the pages around the sign-in, the errors and the demo', async ({ visitors }) => {
  const page = await visitors.desk(CALM);
  for (const variant of ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'dealer']) {
    await page.goto(`/error/error-${variant}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await (variant === 'dealer' ? look : glance)(page, `error-${variant}`);
  }
  await page.goto('/error?code=k3f9');
  await expect(page.getByText('k3f9')).toBeVisible();
  await look(page, '/error');
  await page.goto('/logged');
  await expect(title(page, 'Stiamo aprendo Fascicolo')).toBeVisible();
  await glance(page, '/logged');
  await page.goto('/dashboard');
  await expect(title(page, 'Con chi vuoi entrare?')).toBeVisible();
  await look(page, 'page of personas');
  const story = await startedPaper(1);
  for (const to of ['', `?to=${story.email}`, '?to=nessuno@example.com', '?live=1']) {
    await page.goto(`/demo/outbox${to}`);
    await expect(title(page, 'Messaggi in uscita')).toBeVisible();
    if (to !== '?live=1') await look(page, `outbox ${to}`);
  }
});

test('the pages of the signer, step by step', async ({ visitors }) => {
  test.slow();
  visitors.watch.expectRefusal(404, /^\/api\/sign\/A+$/);
  visitors.watch.expectRefusal(422, /^\/api\/sign\/[\w-]+\/sign$/);
  const page = await visitors.desk(CALM);
  await page.goto('/sign/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(title(page, 'Questo link non è attivo')).toBeVisible();
  await look(page, 'signer: link not active');

  const story = await startedPaper(3);
  await page.goto(story.known.link);
  await expect(page.getByRole('button', { name: 'Leggi il documento' })).toBeVisible();
  await look(page, 'signer: start');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await look(page, 'signer: start in English');
  await page.getByRole('button', { name: 'Italiano' }).click();
  await page.getByRole('button', { name: 'Non sono io' }).click();
  await expect(title(page, 'Questo documento non è per te?')).toBeVisible();
  await look(page, 'signer: not me');
  await page.getByRole('button', { name: 'Torna al documento' }).click();
  await page.getByRole('button', { name: 'Non voglio firmare' }).click();
  await expect(title(page, 'Non vuoi firmare?')).toBeVisible();
  await look(page, 'signer: decline');
  await page.getByRole('button', { name: 'Torna al documento' }).click();
  await openPaper(page, story.known.link);
  await look(page, 'signer: reading');
  await page.getByRole('button', { name: 'Leggi come testo' }).click();
  await expect(page.getByText('Preventivo di prova: pagina 1 di 3')).toBeVisible();
  await look(page, 'signer: reading as text');
  await page.getByRole('button', { name: 'Vedi le pagine' }).click();
  await expect(paper(page)).toBeVisible();
  await readToTheEnd(page);
  await page.getByRole('button', { name: 'Conferma i punti' }).click();
  await look(page, 'signer: points');
  await page.getByRole('checkbox').check();
  await look(page, 'signer: points confirmed');
  await page.getByRole('button', { name: 'Ricevi il codice' }).click();
  await expect(title(page, 'Scrivi il codice per firmare')).toBeVisible();
  await page.getByRole('button', { name: 'Non ricevo l’SMS' }).click();
  const code = (await awaitCode(story.phone)).text;
  await sign(page, wrongCode(code));
  await expect(page.getByRole('alert')).toHaveText('Il codice non è giusto. Ti restano 2 tentativi.');
  await look(page, 'signer: wrong code');
  await sign(page, code);
  await expect(page.getByRole('link', { name: 'Scarica la tua copia' })).toBeVisible();
  await look(page, 'signer: done');

  const refused = await startedPaper(1);
  await page.goto(refused.known.link);
  await page.getByRole('button', { name: 'Non sono io' }).click();
  await page.getByRole('button', { name: 'Segnala che non sei tu' }).click();
  await expect(title(page, 'Grazie per la segnalazione')).toBeVisible();
  await look(page, 'signer: said not me');
});

test('enlarging the paper on a phone moves the paper, never the page around it', async ({ visitors }) => {
  const story = await startedPaper(2);
  const phone = await visitors.phone();
  await openPaper(phone, story.known.link);
  await phone.getByRole('button', { name: 'Ingrandisci' }).tap();
  await expect.poll(() => paper(phone).evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.getByRole('button', { name: 'Riduci' }).tap();
  await readToTheEnd(phone);
  await askForCode(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
