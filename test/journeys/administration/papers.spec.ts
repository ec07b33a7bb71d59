/** Texts of papers: one administrator writes and submits, another publishes, and the next paper prints them (issue: administration). */
import { PDF } from '@libpdf/core';
import type { Page } from '@playwright/test';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { draftTexts, paperFields } from '#domain/papers/compose-paper.ts';
import { sampleValues } from '#domain/papers/sample-data.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { Caller, uniqueNumber } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { button, dialog, expectToast, input, openPageAs, title } from './registry-pages.ts';

const TYPE = 'LOAN_COURTESY_VEHICLE';

interface Version {
  id: number;
  state: string;
  version: string;
  legalEntity: string | null;
}

/** Removes open versions of this scope that an earlier test left. @param entity null: only those of the national company. */
async function removeOpenVersions(query: string, entity?: null): Promise<void> {
  const admin = await Caller.signIn('admin');
  for (const { id, state, legalEntity } of await admin.read<Version[]>(`/api/paper-versions?${query}`)) {
    if (entity === null && legalEntity !== null) continue;
    if (state === 'SUBMITTED')
      await (await Caller.signIn('admin2')).send('POST', `/api/paper-versions/${id}/return`, { reason: 'Prova' });
    if (state === 'SUBMITTED' || state === 'DRAFT') await admin.send('DELETE', `/api/paper-versions/${id}`);
  }
}

const samplePreview = (page: Page) => page.getByRole('region', { name: 'Anteprima con dati di esempio' });
const clause = (page: Page, number: number) => page.getByRole('group', { name: `Clausola ${number}`, exact: true });

async function textOf(answer: Response): Promise<string> {
  const pages = (await PDF.load(new Uint8Array(await answer.arrayBuffer()))).getPages();
  return pages
    .map((page) => page.extractText().text)
    .join(' ')
    .replace(/\s+/g, ' ');
}

test('one administrator writes and submits a version, another publishes it, and the next courtesy car paper prints it', async ({
  visitors,
}) => {
  test.slow();
  const entity = 'LE001';
  await removeOpenVersions(`type=${TYPE}&legalEntity=${entity}`);
  const words = `Foro di prova numero ${uniqueNumber()}.`;
  const address = `/app/papers/${TYPE}`;
  const writer = await visitors.desk(REDUCED_MOTION);
  await openPageAs(writer, 'admin', '/app/papers');
  await expect(title(writer, 'Modelli')).toBeVisible();
  await inspectPage(writer, 'templates');
  await writer.goto(`${address}?entity=${entity}`);
  await button(writer, 'Nuova versione').click();
  await expectToast(writer, 'Versione creata');
  const label = await input(writer, 'Etichetta').inputValue();
  const last = (draftTexts(TYPE, 'it')?.clauses.length ?? 0) as number;
  const text = clause(writer, last).getByRole('textbox', { name: /^Testo/ });
  await text.fill(`${words} Titolare `);
  await button(writer, 'Ragione sociale').click();
  await expect(text).toHaveValue(`${words} Titolare {Ragione sociale}`);
  await expect(text).toBeFocused();
  await text.fill(`${words} {iban}`);
  await button(writer, 'Invia in approvazione').click();
  await expect(text).toHaveAccessibleDescription(
    'Segnaposto non previsto: {iban}. Toglilo o scegline uno da «Inserisci nel testo»',
  );
  await expect(writer.getByText('L’anteprima è ferma.')).toBeVisible();
  // Wait for the last toast to disappear: it covers the page for three seconds.
  await expect(writer.locator('[popover] p')).toHaveCount(0);
  await inspectPage(writer, 'a draft with an error');
  await text.fill(`${words} Titolare {company}`);
  await button(writer, 'Invia in approvazione').click();
  await expectToast(writer, 'Inviata in approvazione');
  await expect(writer.getByText('In attesa di approvazione.')).toBeVisible();
  const own = writer.getByRole('button', { name: 'Pubblica', exact: true });
  await expect(own).toHaveAttribute('aria-disabled', 'true');
  await expect(own).toHaveAccessibleDescription('L’hai scritta o inviata tu: la pubblica un altro amministratore.');

  const reader = await visitors.desk(REDUCED_MOTION);
  await openPageAs(reader, 'admin2', address);
  await reader.goto(`${address}?entity=${entity}`);
  await expect(reader.getByText('Inviata da Andrea Neri: leggila, poi pubblicala o rimandala.')).toBeVisible();
  await expect(reader.locator('ins', { hasText: words })).toBeVisible();
  await expect(samplePreview(reader)).toBeVisible();
  await inspectPage(reader, 'a version to approve');
  await button(reader, 'Pubblica').click();
  await inspectPage(reader, 'before publishing');
  await button(dialog(reader, `Pubblicare la versione «${label}»?`), 'Pubblica versione').click();
  await expectToast(reader, 'Versione pubblicata');
  await expect(reader.getByText(`Oggi si stampa la versione ${label}.`)).toBeVisible();

  const dealer = await Caller.signIn('dealer');
  const dossiers = await dealer.search<{ id: number; hst: string }>('/api/dossiers/search');
  const folder = { dossierId: dossiers.rows.find(({ hst }) => hst === '10001')?.id, brand: 'bmw', type: 'SERVICE' };
  const made = await dealer.send('POST', '/api/folders', {
    ...folder,
    businessId: 'ODL-1',
    plate: 'EE000EE',
    processDate: '2026-11-20',
  });
  expect(made.status, await made.clone().text()).toBe(201);
  const { id: folderId } = (await made.json()) as { id: number };
  const fields = { signable: true, archivable: true, sigType: 'OTP', variableFields: sampleValues(paperFields(TYPE)) };
  const document = await dealer.send('POST', '/api/documents', { folderId, type: TYPE, ...fields });
  expect(document.status, await document.clone().text()).toBe(201);
  const { id } = (await document.json()) as { id: number };
  const printed = await textOf(await dealer.send('GET', `/api/documents/${id}/download`));
  expect(printed).toContain(words);
  expect(printed).toContain(`Condizioni: ${label}`);
  expect(printed).not.toContain('[testo da approvare]');
});

test('a version sent back shows its author the reason and can be deleted', async ({ visitors }) => {
  const type = 'LOAN_WEDDING';
  await removeOpenVersions(`type=${type}`);
  const admin = await Caller.signIn('admin');
  const body = {
    kind: 'CLAUSES',
    type,
    version: `prova ${uniqueNumber()}`,
    clauses: draftTexts(type, 'it')?.clauses,
  };
  const { id } = (await (await admin.send('POST', '/api/paper-versions', body)).json()) as Version;
  expect((await admin.send('POST', `/api/paper-versions/${id}/submit`, {})).status).toBe(200);
  const reader = await visitors.desk(REDUCED_MOTION);
  await openPageAs(reader, 'admin2', `/app/papers/${type}`);
  await button(reader, 'Rimanda in bozza').click();
  const asking = dialog(reader, 'Rimandare la versione in bozza?');
  await button(asking, 'Rimanda in bozza').click();
  await expect(input(asking, 'Motivo')).toHaveAccessibleDescription(/Motivo è un campo obbligatorio/);
  await input(asking, 'Motivo').fill('Manca il luogo della cerimonia.');
  await reader.reload();
  await button(reader, 'Rimanda in bozza').click();
  await button(asking, 'Riprendi').click();
  await expect(input(asking, 'Motivo')).toHaveValue('Manca il luogo della cerimonia.');
  await button(asking, 'Rimanda in bozza').click();
  await expectToast(reader, 'Rimandata in bozza');
  const writer = await visitors.desk(REDUCED_MOTION);
  await openPageAs(writer, 'admin', `/app/papers/${type}`);
  await expect(writer.getByText('Rimandata da Giulia Ferri:')).toBeVisible();
  await expect(writer.getByText('Manca il luogo della cerimonia.')).toBeVisible();
  await button(writer, 'Elimina bozza').click();
  await button(dialog(writer, 'Eliminare la bozza?'), 'Elimina bozza').click();
  await expectToast(writer, 'Versione eliminata');
  await expect(button(writer, 'Nuova versione')).toBeVisible();
});

test('the data of a legal entity are validated while the user types', async ({ visitors }) => {
  await removeOpenVersions('kind=COMPANY&legalEntity=LE002');
  const page = await visitors.desk(REDUCED_MOTION);
  await openPageAs(page, 'admin', '/app/papers/company/LE002');
  await button(page, 'Modifica i dati').click();
  await expectToast(page, 'Versione creata');
  await input(page, 'Partita IVA').fill('00010009992');
  await input(page, 'PEC').fill('legale');
  await input(page, 'Pagina pubblica').fill('http://example.com');
  await input(page, 'Pagina pubblica').blur();
  await expect(input(page, 'PEC')).toHaveAccessibleDescription('Indirizzo PEC non valido');
  await expect(input(page, 'Pagina pubblica')).toHaveAccessibleDescription(/che inizia con https/);
  await inspectPage(page, 'data of a legal entity with errors');
  await input(page, 'PEC').fill('legale@pec.example.com');
  await input(page, 'Pagina pubblica').fill('https://example.com/fea');
  await expect(page.getByText('La cifra di controllo della partita IVA non torna: verifica.')).toBeVisible();
  await button(page, 'Salva bozza').click();
  await expectToast(page, 'Versione salvata');
  await expect(page.getByText('Versione salvata', { exact: true })).toBeHidden();
  await inspectPage(page, 'data of a legal entity');
});

test('the privacy form previews the data of the national company before they are published', async ({ visitors }) => {
  await removeOpenVersions('kind=COMPANY', null);
  const page = await visitors.desk(REDUCED_MOTION);
  await openPageAs(page, 'admin', '/app/papers');
  await page.getByRole('link', { name: /^Società nazionale/ }).click();
  await expect(title(page, 'Dati della società nazionale')).toBeVisible();
  const preview = () => page.waitForResponse((answer) => answer.url().endsWith('/api/papers/preview'));
  const empty = preview();
  await button(page, 'Modifica i dati').click();
  await expectToast(page, 'Versione creata');
  await empty;
  await expect(input(page, 'Pagina pubblica')).toHaveCount(0);
  const filled = preview();
  await input(page, 'Ragione sociale').fill('Nazionale Esempio S.p.A.');
  expect((await filled).status()).toBe(200);
  await expect(samplePreview(page).getByText('Nazionale Esempio S.p.A.').first()).toBeAttached();
  await input(page, 'Impronta SHA-256 del certificato del custode').fill('AB:'.repeat(32).slice(0, -1));
  await inspectPage(page, 'data of the national company');
  await button(page, 'Invia in approvazione').click();
  await expectToast(page, 'Inviata in approvazione');
  const second = await visitors.desk(REDUCED_MOTION);
  await openPageAs(second, 'admin2', '/app/papers');
  await second.getByRole('link', { name: /^Dati della società nazionale/ }).click();
  await expect(second.getByText('Nazionale Esempio S.p.A.')).toBeVisible();
  await expect(second.getByText('ab'.repeat(32))).toBeVisible();
  await inspectPage(second, 'data of the national company, submitted');
  await button(second, 'Pubblica').click();
  await expect(dialog(second, /^Pubblicare/).getByText(/di tutte le entità legali/)).toBeVisible();
  await removeOpenVersions('kind=COMPANY', null);
});

test('an NSC user reads templates and can change none', async ({ visitors }) => {
  const national = await visitors.desk(REDUCED_MOTION);
  await openPageAs(national, 'nsc', '/app/papers');
  await national
    .getByRole('link', { name: /^Veicolo di cortesia/ })
    .first()
    .click();
  await expect(title(national, /./)).toBeVisible();
  await expect(national.getByRole('heading', { name: 'Versioni', level: 2 })).toBeVisible();
  await expect(button(national, 'Nuova versione')).toHaveCount(0);
});

test('templates are readable on a phone and the paper opens on request', async ({ visitors }) => {
  const page = await visitors.phone(REDUCED_MOTION);
  await openPageAs(page, 'admin', '/app/papers');
  await page
    .getByRole('link', { name: /^Veicolo di cortesia\b(?!, più)/ })
    .first()
    .click();
  await button(page, 'Mostra anteprima').click();
  await expect(samplePreview(page).getByRole('group', { name: /^Pagina 1 di/ })).toBeVisible();
});

test('an administrator previews a folder type file, corrects and applies it; applying the outdated preview is refused', async ({
  visitors,
}) => {
  const configuration: FolderTypeConfiguration = await (await Caller.signIn('admin')).read('/api/v2/folder-types/ext');
  const fileWith = (change: (text: string) => string) => ({
    name: 'tipi.json',
    mimeType: 'application/json',
    buffer: Buffer.from(change(JSON.stringify(configuration, null, 2))),
  });
  const [sale] = configuration.filter(({ slug }) => slug === 'SALE_NEW');
  const ordered = (order: number) => {
    if (sale) sale.displayOrder = order;
    return fileWith((text) => text);
  };
  const change = () => {
    for (const field of sale?.fields ?? []) if (field.name === 'PLATE') field.required = 'true';
    const [first, second] = sale?.documentTypes ?? [];
    if (!first || !second) throw new Error('No folder types');
    first.signers = ['customer', 'salesManager'];
    first.legalEntities = ['LE001'];
    first.visibleInWizard = false;
    first.anchors = [{ text: 'Firma del cliente', role: 'customer', right: 10, up: 5, width: 180, height: 40 }];
    first.fields = first.fields.filter(({ name }) => name !== 'ARCHIVABLE');
    second.fields.push({ name: 'CANALE', type: 'string', required: 'false', default: 'salone' });
    sale?.documentTypes.push({ ...second, slug: 'SALE_NEW_PROVA' });
  };
  const page = await visitors.desk(REDUCED_MOTION);
  await openPageAs(page, 'admin', '/app/papers');
  await page.getByRole('link', { name: 'Tipi di cartella' }).click();
  await expect(title(page, 'Tipi di cartella e di documento')).toBeVisible();
  await expect(page.getByText('Sono in vigore i tipi forniti con il prodotto.')).toBeVisible();
  await inspectPage(page, 'folder types in force');
  const file = (within: Page) => within.locator('input[type=file]');
  const broken = fileWith((text) => text.replace('"required": "true"', '"required": "forse"'));
  const line =
    broken.buffer
      .toString()
      .split('\n')
      .findIndex((line) => line.includes('"forse"')) + 1;
  await file(page).setInputFiles(broken);
  await expect(page.getByText('Il file ha 1 errore.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'non è né “true” né “false”' })).toContainText(
    `Riga ${line}`,
  );
  await expect(button(page, 'Applica')).toHaveCount(0);
  await inspectPage(page, 'a folder type file with an error');
  await file(page).setInputFiles({ ...broken, buffer: Buffer.from('[{"slug": "Citt\xe0"}]', 'latin1') });
  await expect(page.getByText('Il file non è un testo UTF-8')).toBeVisible();
  await file(page).setInputFiles(fileWith((text) => text.replaceAll('"SALE_NEW_RFO"', '"SALE_NEW_ALTRO"')));
  await expect(page.getByText('Nel file mancano tipi che sono in uso.')).toBeVisible();
  await expect(button(page, 'Applica')).toHaveCount(0);
  await inspectPage(page, 'a file that lacks a folder type in use');
  const second = await visitors.desk(REDUCED_MOTION);
  await openPageAs(second, 'admin2', '/app/papers/folder-types');
  change();
  for (const [one, order] of [
    [page, 91],
    [second, 92],
  ] as const) {
    await file(one).setInputFiles(ordered(order));
    await expect(one.getByText(`Posizione: 20 → ${order}`)).toBeVisible();
  }
  for (const words of [
    'Campo Targa (PLATE), obbligatorio: no → sì',
    'Chi firma: Cliente → Cliente e Responsabile vendite',
    'Si può creare: sì → no',
    'Campo tolto: Archiviabile (ARCHIVABLE)',
    'Campo aggiunto: Canale (CANALE), testo, facoltativo, valore iniziale “salone”',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  await expect(page.getByText('Entità legali: tutte → Autoesempio S.p.A.')).toBeVisible();
  await inspectPage(page, 'the changes of a folder type file');
  await button(page, 'Applica').click();
  await button(dialog(page, 'Applicare il file?'), 'Applica').dblclick();
  await expectToast(page, 'Tipi in vigore');
  await expect(page.getByText(/^.*È in vigore la versione 1, caricata il/)).toBeVisible();
  visitors.watch.expectRefusal(409, /^\/api\/folder-types$/);
  await button(second, 'Applica').click();
  await button(dialog(second, 'Applicare il file?'), 'Applica').click();
  await expect(second.getByText('Nel frattempo sono entrati in vigore altri tipi.')).toBeVisible();
  await expect(second.getByText('Posizione: 91 → 92')).toBeVisible();
  await inspectPage(second, 'an outdated preview of folder types');
  await button(second, 'Applica').click();
  await button(dialog(second, 'Applicare il file?'), 'Applica').click();
  await expect(second.getByText(/È in vigore la versione 2, caricata il/)).toBeVisible();
});
