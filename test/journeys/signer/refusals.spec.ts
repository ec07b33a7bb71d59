/** Errors in front of users: each refusal explains in Italian what to do, and nothing is lost or half written. */
import type { Page } from '@playwright/test';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { makePaper } from '../../papers/paper.ts';
import { documentRow } from '../desk/desk-pages.ts';
import { brokenPdf, encryptedPdf, scriptedPdf, tooLargeFile } from '../support/bad-files.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitCode, Caller, newCustomerData, readyPaper, startedPaper, wrongCode } from '../support/portal-calls.ts';
import {
  chooseSwitchOption,
  clickCreate,
  continueToFolder,
  field,
  fileInput,
  fillCustomer,
  pdf,
  signIn,
  statusChip,
} from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { codeField, openSignerDocument, readToTheEnd, requestCode, sign } from './signer-pages.ts';

const SIGN_CALL = /^\/api\/sign\/[\w-]+\/sign$/;
const NEUTRAL_TITLE = 'Questo link non è attivo';
const fiscalCode = fiscalCodeOf({
  ...{ firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1984-05-17' },
  ...{ sex: 'F', place: 'A944' },
});

/** In the wizard with customer and folder given, at the document step. */
async function openDocumentStep(page: Page): Promise<ReturnType<typeof newCustomerData>> {
  const customer = newCustomerData(fiscalCode);
  await signIn(page, 'dealer', '/app/wizard/bmw/sale_new/sale_new_rfo');
  await fillCustomer(page, customer);
  await continueToFolder(page);
  await field(page, 'Numero proposta').fill('PV-1-0999');
  await expect(page.getByRole('heading', { name: 'Dati del documento' })).toBeVisible();
  return customer;
}

/** Opens a document created over HTTP, as the dealer who created it. */
async function openDocument(page: Page, id: number | undefined): Promise<void> {
  await signIn(page, 'dealer', `/app/documents/${id}`);
  await expect(page.getByRole('heading', { name: 'Preventivo nuovo', level: 1 })).toBeVisible();
}

test.describe('an invalid file', () => {
  test('is refused with the reason, nothing is stored, and the input is kept', { tag: '@gate' }, async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const caller = await Caller.signIn('admin');
    const before = await caller.counts();
    const customer = await openDocumentStep(page);
    const problem = page.getByRole('main').getByRole('alert');

    await test.step('the browser refuses files it can check itself', async () => {
      await fileInput(page).setInputFiles({
        ...{ name: 'appunti.txt', mimeType: 'text/plain', buffer: Buffer.from('Non è un contratto.') },
      });
      await expect(problem).toHaveText('Tipo di file non ammesso. File accettati: PDF');
      await fileInput(page).setInputFiles(await tooLargeFile());
      await expect(problem.filter({ hasText: 'supera' })).toHaveText(
        'Il file supera 26.214.400 byte (25 MB): scegli un file più piccolo',
      );
      await fileInput(page).setInputFiles(pdf('vuoto.pdf', Buffer.alloc(0)));
      await expect(problem).toHaveText('Il file è vuoto');
      await clickCreate(page);
      await expect(page.getByRole('heading', { name: 'Dati del documento' })).toBeVisible();
      await expect(fileInput(page)).toBeFocused();
    });

    visitors.watch.expectRefusal(422, /^\/api\/documents\/wizard$/);
    for (const [name, bytes, words] of [
      [
        'finto.pdf',
        Buffer.from('Questo è solo un testo con un nome sbagliato.'),
        /Tipo di file non ammesso\. File accettati: PDF\./,
      ],
      ['rotto.pdf', await brokenPdf(), /Il PDF è danneggiato e non si può aprire: esportalo di nuovo\./],
      ['chiuso.pdf', await encryptedPdf(), /Il PDF è protetto da password: carica una copia senza protezione\./],
      ['attivo.pdf', await scriptedPdf(), /Il PDF contiene elementi attivi .*: stampalo in PDF e riprova\./],
    ] as const) {
      await test.step(`the server refuses ${name}`, async () => {
        await fileInput(page).setInputFiles(pdf(name, bytes));
        await expect(page.getByRole('button', { name: `Togli ${name}` })).toBeVisible();
        await clickCreate(page);
        await expect(page.getByRole('heading', { name: 'Dati del documento' })).toBeVisible();
        await expect(fileInput(page)).toHaveAccessibleDescription(words);
        await expect(problem.filter({ hasText: 'Errore di validazione dei dati.' })).toBeVisible();
      });
    }
    expect(await caller.counts()).toEqual(before);

    await test.step('the same form succeeds with a valid file', async () => {
      await fileInput(page).setInputFiles(pdf('buono.pdf', await makePaper({ pages: 2 })));
      for (const text of [customer.email, customer.fiscalCode, 'buono.pdf']) {
        await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      }
      await expect(field(page, 'Numero proposta')).toHaveValue('PV-1-0999');
      await clickCreate(page);
      await expect(page.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
      expect(await caller.counts()).toEqual({
        dossiers: before.dossiers + 1,
        folders: before.folders + 1,
        documents: before.documents + 1,
      });
    });
  });
});

test.describe('an incomplete form', () => {
  test('shows an error at each field and focuses the first one', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'dealer', '/app/wizard/bmw/sale_new/sale_new_rfo');
    const ahead = page.getByRole('button', { name: 'Avanti: documento' });
    await expect(ahead).toHaveAttribute('aria-disabled', 'true');
    await expect(ahead).toHaveAccessibleDescription('Scegli un cliente per continuare.');
    await expect(page.getByText('Passo 1 di 2 · Scegli un cliente per continuare.')).toBeVisible();

    await chooseSwitchOption(page, 'Come scegli il cliente', 'Nuovo cliente');
    await field(page, 'Cellulare').fill('');
    await continueToFolder(page);
    await expect(field(page, 'Nome')).toBeFocused();
    for (const name of ['Nome', 'Cognome', 'Cellulare', 'E-mail', 'Indirizzo', 'Città', 'CAP']) {
      await expect(field(page, name)).toHaveAccessibleDescription(new RegExp(`${name} è un campo obbligatorio`));
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(field(page, 'Codice fiscale')).not.toHaveAttribute('aria-invalid', 'true');

    await fillCustomer(page, newCustomerData(fiscalCode));
    await field(page, 'Data di nascita').fill('31/02/1984');
    await field(page, 'E-mail').fill('ginevra@');
    await continueToFolder(page);
    await expect(field(page, 'Data di nascita')).toBeFocused();
    await expect(field(page, 'Data di nascita')).toHaveAccessibleDescription(
      /Data non valida: il 31\/02\/1984 non esiste/,
    );
    await expect(field(page, 'E-mail')).toHaveAccessibleDescription(/Indirizzo e-mail non valido/);
    await expect(field(page, 'Nome')).not.toHaveAttribute('aria-invalid', 'true');
    await field(page, 'Data di nascita').fill('17/05/1984');
    await field(page, 'E-mail').fill('ginevra@example.com');
    await continueToFolder(page);

    await field(page, 'Data pratica').fill('');
    await field(page, 'Telaio').fill('TROPPOCORTO');
    await clickCreate(page);
    await expect(field(page, 'Data pratica')).toBeFocused();
    await expect(field(page, 'Data pratica')).toHaveAccessibleDescription(/Data pratica è un campo obbligatorio/);
    await expect(field(page, 'Numero proposta')).toHaveAccessibleDescription(/Numero proposta è un campo obbligatorio/);
    await expect(field(page, 'Telaio')).toHaveAccessibleDescription(/17 caratteri/);
    await field(page, 'Data pratica').fill('20/11/2026');
    await field(page, 'Numero proposta').fill('PV-1-0998');
    await field(page, 'Telaio').fill('');
    await clickCreate(page);
    await expect(fileInput(page)).toBeFocused();
    await expect(fileInput(page)).toHaveAccessibleDescription(/Carica un file/);
  });

  test('keeps the input on the way back', async ({ visitors }) => {
    const page = await visitors.desk();
    const customer = await openDocumentStep(page);
    await fileInput(page).setInputFiles(pdf('preventivo.pdf', await makePaper({ pages: 1 })));
    await page.getByRole('checkbox', { name: 'Archiviabile' }).uncheck();
    await field(page, 'Note').fill('Da consegnare entro Natale');
    await page.getByRole('button', { name: 'Torna a: Cliente' }).click();
    await expect(field(page, 'E-mail')).toHaveValue(customer.email);
    await expect(field(page, 'Data di nascita')).toHaveValue(customer.birthDate);
    await continueToFolder(page);
    await expect(field(page, 'Numero proposta')).toHaveValue('PV-1-0999');
    await expect(field(page, 'Note')).toHaveValue('Da consegnare entro Natale');
    await expect(page.getByText('preventivo.pdf').first()).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Archiviabile' })).not.toBeChecked();
  });
});

test.describe('an invalid address', () => {
  test('shows a document of another dealer as not found', async ({ visitors }) => {
    const page = await visitors.desk();
    const admin = await Caller.signIn('admin');
    const { rows } = await admin.search<{ id: number; dossierDTO: { hst: string } }>('/api/documents-ext/search', {
      hst: { equals: '10003' },
    });
    const [foreign] = rows;
    expect(foreign?.dossierDTO.hst, 'a document of another dealer').toBe('10003');
    visitors.watch.expectRefusal(404, /^\/api\/(documents|folders|dossiers)\/\d+$/);
    await signIn(page, 'dealer', `/app/documents/${foreign?.id}`);
    const absent = page.getByRole('heading', { name: 'Questa pagina non c’è', level: 1 });
    await expect(absent).toBeVisible();
    const shownText = async () => (await page.getByRole('main').innerText()).replace(/\d\d\/\d\d\/\d{4} \d\d:\d\d/, '');
    const pageText = await shownText();
    await page.goto('/app/documents/999999');
    await expect(absent).toBeVisible();
    expect(await shownText()).toBe(pageText);
    for (const path of ['/app/documents/zero', '/app/folders/999999', '/app/dossiers/999999']) {
      await page.goto(path);
      await expect(absent).toBeVisible();
    }
    await page.getByRole('main').getByRole('link', { name: 'Vai alla dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  });

  test('shows the same neutral page for unknown, revoked and used signing links', async ({ visitors }) => {
    visitors.watch.expectRefusal(404, /^\/api\/sign\//);
    const phone = await visitors.phone();
    const main = phone.getByRole('main');
    await phone.goto('/sign/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    await expect(phone.getByRole('heading', { name: NEUTRAL_TITLE })).toBeVisible();
    const pageText = await main.innerText();

    const withdrawn = await startedPaper(1);
    const caller = await Caller.signIn('dealer');
    expect((await caller.send('POST', `/api/documents/${withdrawn.known.documentId}/cancel-sign`, {})).status).toBe(
      200,
    );
    await phone.goto(withdrawn.known.link);
    await expect(phone.getByRole('heading', { name: NEUTRAL_TITLE })).toBeVisible();
    expect(await main.innerText()).toBe(pageText);

    const used = await startedPaper(1);
    await used.runToEnd();
    await phone.goto(used.known.link);
    await expect(phone.getByRole('heading', { name: NEUTRAL_TITLE })).toBeVisible();
    expect(await main.innerText()).toBe(pageText);
    expect(pageText).not.toContain('Autoesempio');
  });
});

test.describe('a repeated action', () => {
  test('double-clicking the start begins one signature and sends one e-mail', { tag: '@gate' }, async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const story = await readyPaper(2);
    await openDocument(page, story.known.documentId);
    await page.getByRole('button', { name: 'Avvia la firma' }).dblclick();
    await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
    const caller = await Caller.signIn('dealer');
    const events = await caller.read<{ type: string }[]>(`/api/documents/${story.known.documentId}/events`);
    expect(events.filter(({ type }) => type === 'sign.started')).toHaveLength(1);
    // A signature started later is sent later: a second e-mail would have arrived by now.
    await startedPaper(1);
    const mails = await fetch(new URL(`/demo/outbox.json?to=${story.email}`, page.url()));
    expect(await mails.json()).toHaveLength(1);
  });

  test('two tabs of one browser sign once, and both show it', async ({ visitors }) => {
    visitors.watch.expectRefusal(429, /^\/api\/sign\/[\w-]+\/otp$/);
    const story = await startedPaper(2);
    const firstTab = await visitors.phone();
    await openSignerDocument(firstTab, story.known.link);
    await readToTheEnd(firstTab);
    await requestCode(firstTab);
    const secondTab = await firstTab.context().newPage();
    await openSignerDocument(secondTab, story.known.link);
    await readToTheEnd(secondTab);
    await secondTab.getByRole('button', { name: 'Conferma i punti' }).click();
    await secondTab.getByRole('checkbox').check();
    await secondTab.getByRole('button', { name: 'Ricevi il codice' }).click();
    await expect(secondTab.getByRole('alert')).toContainText(/^Hai appena chiesto un codice: riprova tra \d+ s\.$/);
    await sign(firstTab, (await awaitCode(story.phone)).text);
    await expect(firstTab.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
    visitors.watch.expectRefusal(409, /^\/api\/sign\/[\w-]+\/otp$/);
    await secondTab.getByRole('button', { name: 'Ricevi il codice' }).click();
    await expect(secondTab.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
    const caller = await Caller.signIn('dealer');
    const events = await caller.read<{ type: string }[]>(`/api/documents/${story.known.documentId}/events`);
    expect(events.filter(({ type }) => type === 'sign.confirmed')).toHaveLength(1);
  });

  test('a second device sees the other one on its first page, and can take over the signature', async ({
    ground,
    visitors,
  }) => {
    const story = await startedPaper(1);
    const first = await visitors.phone();
    await openSignerDocument(first, story.known.link);
    await readToTheEnd(first);
    await requestCode(first);
    const former = await awaitCode(story.phone);
    const second = await visitors.desk();
    await second.goto(story.known.link);
    await expect(second.getByText('La firma è in corso su un altro dispositivo o browser.')).toBeVisible();
    await second.getByRole('button', { name: 'Continua qui' }).click();
    await readToTheEnd(second);
    visitors.watch.expectRefusal(409, /^\/api\/sign\/[\w-]+\/sign$/);
    await sign(first, former.text);
    await expect(first.getByRole('button', { name: 'Continua qui' })).toBeVisible();
    await expect(first.getByRole('alert')).toContainText('e qui si è interrotta. Se non dipende da te, avvisa');
    await ground.advance(61);
    await requestCode(second);
    await sign(second, (await awaitCode(story.phone, former.id)).text);
    await expect(second.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  });

  test('a signer who reloads midway continues at the same step', async ({ visitors }) => {
    const story = await startedPaper(2);
    const phone = await visitors.phone();
    await openSignerDocument(phone, story.known.link);
    await readToTheEnd(phone);
    await requestCode(phone);
    await phone.reload();
    await expect(codeField(phone)).toBeVisible();
    await sign(phone, (await awaitCode(story.phone)).text);
    await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
    await phone.reload();
    await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
    await expect(phone.getByRole('link', { name: 'Scarica la tua copia' })).toBeVisible();
  });
});

test.describe('an ended session', () => {
  test('signing out in one tab leads the other tab to the sign-in', async ({ visitors }) => {
    const firstTab = await visitors.desk();
    await signIn(firstTab, 'dealer');
    const secondTab = await firstTab.context().newPage();
    await secondTab.goto('/dashboard');
    await secondTab.getByRole('button', { name: 'Il tuo profilo:' }).click();
    await secondTab.getByRole('menuitem', { name: 'Esci' }).click();
    await expect(secondTab.getByRole('heading', { name: 'Con chi vuoi entrare?' })).toBeVisible();
    // The other tab signs out immediately, without being touched.
    await expect(firstTab.getByRole('heading', { name: 'Con chi vuoi entrare?' })).toBeVisible();
    await firstTab.getByRole('button', { name: /\bdealer$/ }).click();
    await expect(firstTab.getByRole('table', { name: 'Documenti da completare' })).toBeVisible();
  });
});

test.describe('a signature that fails', () => {
  test('declining shows the reason to the dealer, and the signature can be restarted', async ({ visitors }) => {
    const story = await startedPaper(1);
    const dealer = await visitors.desk();
    await openDocument(dealer, story.known.documentId);
    const phone = await visitors.phone();
    await phone.goto(story.known.link);
    await phone.getByRole('button', { name: 'Non voglio firmare' }).tap();
    await phone.getByRole('radio', { name: 'Ci sono dati sbagliati' }).check();
    await phone.getByRole('textbox', { name: 'Vuoi aggiungere qualcosa?' }).fill('Il prezzo è un altro.');
    await phone.getByRole('button', { name: 'Rifiuta la firma' }).tap();
    await expect(phone.getByRole('heading', { name: 'La firma è stata rifiutata' })).toBeVisible();
    await expect(statusChip(dealer, 'Da Avviare')).toBeVisible();
    await expect(dealer.getByText('La firma precedente si è interrotta.')).toBeVisible();
    await expect(dealer.getByText('Il prezzo è un altro.').first()).toBeVisible();
    await expect(dealer.getByText('Rifiutato', { exact: true })).toBeVisible();
    // Correcting the data is the main action; restarting is offered next to it.
    const actions = dealer.getByRole('group', { name: 'Azioni' });
    await expect(actions.getByRole('button').last()).toHaveText('Correggi i dati');
    await dealer.getByRole('button', { name: 'Avvia la firma' }).click();
    await expect(statusChip(dealer, 'In attesa di firma')).toBeVisible();
  });

  test('a reason is optional', async ({ visitors }) => {
    const story = await startedPaper(1);
    const phone = await visitors.phone();
    await phone.goto(story.known.link);
    await phone.getByRole('button', { name: 'Non voglio firmare' }).tap();
    await phone.getByRole('button', { name: 'Rifiuta la firma' }).tap();
    await expect(phone.getByRole('heading', { name: 'La firma è stata rifiutata' })).toBeVisible();
    const dealer = await visitors.desk();
    await openDocument(dealer, story.known.documentId);
    await expect(dealer.getByText('Nessun motivo indicato').first()).toBeVisible();
  });

  test('wrong data are corrected before the signature restarts, also from the list', async ({ visitors }) => {
    const story = await startedPaper(1);
    const path = `${new URL(story.known.link).pathname.replace(/^\/sign\//, '/api/sign/')}/decline`;
    expect((await story.call('POST', path, { reason: 'Ci sono dati sbagliati' })).status).toBe(200);
    const dealer = await visitors.desk(REDUCED_MOTION);
    await signIn(dealer, 'dealer', `/app/folders/${story.known.folderId}`);
    const line = documentRow(dealer, story.known.documentId);
    await expect(line).toContainText('Rifiutato');
    await inspectPage(dealer, 'folder with a refused document');
    await line.getByRole('button', { name: /^Correggi i dati: / }).click();
    await expect(dealer.getByRole('dialog', { name: /Modifica/ })).toBeVisible();
    await dealer.getByRole('dialog').getByRole('button', { name: 'Annulla' }).click();
    await expect(line).toContainText('Bozza');
    await expect(line).not.toContainText('Rifiutato');
  });

  test('cancelling asks for confirmation, and invalidates the link', async ({ visitors }) => {
    visitors.watch.expectRefusal(404, /^\/api\/sign\//);
    const story = await startedPaper(1);
    const dealer = await visitors.desk();
    await openDocument(dealer, story.known.documentId);
    await dealer.getByRole('button', { name: 'Annulla firma' }).click();
    const question = dealer.getByRole('dialog', { name: 'Annullare la firma di «Preventivo nuovo»?' });
    await question.getByRole('button', { name: 'Chiudi' }).click();
    await expect(statusChip(dealer, 'In attesa di firma')).toBeVisible();
    await dealer.getByRole('button', { name: 'Annulla firma' }).click();
    await question.getByRole('button', { name: 'Annulla firma' }).click();
    await expect(statusChip(dealer, 'Da Avviare')).toBeVisible();
    const phone = await visitors.phone();
    await phone.goto(story.known.link);
    await expect(phone.getByRole('heading', { name: NEUTRAL_TITLE })).toBeVisible();
  });

  test('five wrong codes lock it, and the dealer can start another one', { tag: '@gate' }, async ({
    visitors,
    ground,
  }) => {
    visitors.watch.expectRefusal(422, SIGN_CALL);
    visitors.watch.expectRefusal(409, SIGN_CALL);
    const page = await visitors.phone();
    await page.clock.install();
    const story = await startedPaper(1);
    await openSignerDocument(page, story.known.link);
    await readToTheEnd(page);
    await requestCode(page);
    const code = await awaitCode(story.phone);
    for (const [attempt, expectedText] of [
      [1, 'Il codice non è giusto. Ti restano 2 tentativi.'],
      [2, 'Il codice non è giusto. Ti resta 1 tentativo.'],
      [3, 'Il codice non è giusto e non vale più. Richiedine un altro.'],
    ] as const) {
      await sign(page, wrongCode(code.text, attempt));
      await expect(page.getByRole('alert')).toHaveText(expectedText);
      await expect(codeField(page)).toHaveValue('');
    }
    await expect(page.getByText(/^Altro SMS tra \d+ s$/)).toBeVisible();
    await ground.advance(61);
    await page.clock.runFor(61_000);
    await page.getByRole('button', { name: 'Invia un altro SMS' }).click();
    const second = await awaitCode(story.phone, code.id);
    await sign(page, wrongCode(second.text, 1));
    await expect(page.getByRole('alert')).toHaveText('Il codice non è giusto. Ti resta 1 tentativo.');
    await sign(page, wrongCode(second.text, 2));
    await expect(page.getByRole('heading', { name: 'La firma è bloccata' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'La firma è bloccata' })).toBeVisible();

    const dealer = await visitors.desk();
    await openDocument(dealer, story.known.documentId);
    await expect(statusChip(dealer, 'Da Avviare')).toBeVisible();
    await expect(dealer.getByText('La firma precedente si è interrotta.')).toBeVisible();
    await expect(dealer.getByText('Troppi codici sbagliati').first()).toBeVisible();
    await dealer.getByRole('button', { name: 'Avvia la firma' }).click();
    await expect(statusChip(dealer, 'In attesa di firma')).toBeVisible();
  });
});
