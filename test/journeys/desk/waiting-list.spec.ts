/** "In attesa di firma": what waits, for which signer and since when, its progress, and the link again with one click. */

import type { Locator, Page } from '@playwright/test';
import { realNow } from '../../clock.ts';
import { createCustomer, createFolder } from '../administration/registry-pages.ts';
import { codeField, openSignerDocument, readToTheEnd, requestCode, sign } from '../signer/signer-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitCode, awaitLink, awaitLinkSms, Caller, startedPaper, wrongCode } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { createDocument } from './desk-pages.ts';
import { action, card, moreActions, openDocument } from './document-pages.ts';

/** Newest first: a document that a test has just started is on the first page. */
const LIST = '/app/waiting?sort=since,desc';

async function openList(page: Page): Promise<void> {
  await signIn(page, 'dealer', '/app/waiting');
  await page.goto(LIST);
}

const table = (page: Page): Locator => page.getByRole('table', { name: 'In attesa di firma' });
const rowOf = (page: Page, id: number | undefined): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: new RegExp(`^Apri .* ${id}$`) }) });
const remindButton = (page: Page, id: number | undefined): Locator =>
  page.getByRole('button', { name: new RegExp(`^Sollecita .* ${id}$`) });
const progressFilter = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'A che punto è la firma' }).getByRole('button', { name: new RegExp(`^${name}`) });

interface WaitingState {
  progress: string;
  resend: { refused: string | null; from: string | null };
}

/** The server's list, dated long enough after the last message, so that the test need not wait a quarter of an hour. */
async function allowReminders(page: Page): Promise<void> {
  await page.route('**/api/documents-ext/waiting/search*', async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as { waiting: WaitingState }[];
    const resend = { refused: null, from: '2026-01-01T00:00:00.000Z' };
    await route.fulfill({
      response: answer,
      json: rows.map((row) => ({ ...row, waiting: { ...row.waiting, resend } })),
    });
  });
}

/** A proposal whose link was sent: the sales manager signs after the customer. */
async function startProposal() {
  const customer = await createCustomer();
  const { id: folderId } = await createFolder({ dossierId: customer.id, type: 'SALE_NEW' });
  const caller = await Caller.signIn('dealer');
  const { id } = await createDocument({ caller, folderId }, { type: 'SALE_NEW_PROPOSAL' });
  const managers = await caller.read<{ id: number; fullname: string }[]>(
    '/api/coworkers/authorities/ROLE_SALE_MANAGER',
  );
  const salesManager = managers.find(({ fullname }) => fullname === 'Matteo Greco')?.id;
  const started = await caller.send('POST', `/api/documents/${id}/sign`, { signers: { salesManager } });
  expect(started.status, await started.text()).toBe(200);
  await awaitLink(customer.email);
  return { id, folderId, customer };
}

test.describe('the waiting list', () => {
  test('shows customer, document, folder, start, last event and expiry of the link', async ({ visitors }) => {
    const { known } = await startedPaper(1);
    const page = await visitors.desk();
    await openList(page);
    const row = rowOf(page, known.documentId);
    for (const text of [
      'Ginevra Provetti',
      'Preventivo nuovo',
      'Proposta PV-1',
      'Inviato',
      'Link inviato, non ancora aperto',
      /tra\s3\sgiorni/,
      /^(meno\sdi\sun\sminuto|\d\sminut[oi])$/,
    ]) {
      await expect(row.getByText(text).first()).toBeVisible();
    }
    await row.getByRole('link', { name: 'Ginevra Provetti' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/documents/${known.documentId}`);
  });

  test('shows who has to sign and since when, as folder, customer, search and dashboard do', async ({ visitors }) => {
    test.slow();
    const { id, folderId, customer } = await startProposal();
    const name = `${customer.firstName} ${customer.lastName}`;
    const desk = await visitors.desk(REDUCED_MOTION);
    await openList(desk);
    await expect(table(desk).getByRole('columnheader').nth(2)).toHaveText('Chi deve firmare');
    const signerCell = rowOf(desk, id).getByRole('cell').nth(2);
    await expect(signerCell).toHaveText(`${name}cliente`);

    const phone = await visitors.phone();
    await openSignerDocument(phone, (await awaitLink(customer.email)).text);
    await readToTheEnd(phone);
    await requestCode(phone);
    await sign(phone, (await awaitCode(customer.mobilePhone)).text);
    await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();

    // The unopened link is the sales manager's, not that of the customer, who has signed.
    await expect(signerCell).toHaveText('Matteo Grecoresponsabile vendite');
    await expect(rowOf(desk, id).getByText('Link inviato, non ancora aperto')).toBeVisible();
    await inspectPage(desk, 'waiting: for staff');
    const named = 'Deve firmare: Matteo Greco (responsabile vendite)';
    await desk.goto(`/app/folders/${folderId}`);
    await expect(desk.getByRole('table', { name: 'Documenti' }).getByText(named)).toBeAttached();
    await inspectPage(desk, 'folder: who has to sign');
    await desk.goto(`/app/dossiers/${customer.id}`);
    await expect(desk.getByRole('table', { name: 'Documenti' }).getByText(named)).toBeAttached();
    await desk.keyboard.press('Control+k');
    await desk.getByRole('combobox', { name: 'Cerca clienti, cartelle e documenti' }).fill(customer.lastName);
    await expect(desk.getByRole('option', { name: new RegExp(`n. ${id}`) })).toContainText(named);
    // A start takes only a moment, so the answer freezes the dashboard's list in that state.
    await desk.route('**/api/documents-ext/search*', async (route) => {
      const answer = await route.fetch();
      const rows = (await answer.json()) as { status: string }[];
      const awaits = [{ role: 'customer', name, progress: 'SENT', since: null, openedAt: null }];
      await route.fulfill({
        response: answer,
        json: rows.map((row) => ({ ...row, status: 'PENDING_START_SIGN', awaits })),
      });
    });
    await desk.goto('/dashboard');
    const first = desk.getByRole('table', { name: 'Documenti da completare' }).getByRole('row').nth(1);
    await expect(first.getByText(`Deve firmare: ${name}`)).toBeAttached();
  });

  test('updates live as the customer proceeds: opened, stuck, signed', async ({ visitors }) => {
    test.slow();
    visitors.watch.expectRefusal(422, /^\/api\/sign\//);
    visitors.watch.expectRefusal(409, /^\/api\/sign\//);
    const story = await startedPaper(1);
    const { documentId, link } = story.known;
    const desk = await visitors.desk();
    await openList(desk);
    const row = rowOf(desk, documentId);
    await expect(row.getByText('Inviato', { exact: true })).toBeVisible();

    const phone = await visitors.phone();
    await openSignerDocument(phone, link);
    await expect(row.getByText('Aperto', { exact: true })).toBeVisible();
    await expect(row.getByText('Documento aperto e ricevuto per intero')).toBeVisible();
    await readToTheEnd(phone);
    await requestCode(phone);
    const { text: code } = await awaitCode(story.phone);
    await expect(row.getByText(/^Codice (inviato per SMS|consegnato al telefono), non ancora usato$/)).toBeVisible();
    await sign(phone, wrongCode(code));
    await expect(row.getByText('Bloccato', { exact: true })).toBeVisible();
    await expect(row.getByText('Codice sbagliato')).toBeVisible();
    await expect(row.getByText(/forse serve una telefonata/)).toBeVisible();
    await sign(phone, code);
    await expect(row).toHaveCount(0);
    await expect(codeField(phone)).toHaveCount(0);
  });

  test('filters by three groups with their counts, and keeps the choice in the address', async ({ visitors }) => {
    const { known } = await startedPaper(1);
    const page = await visitors.desk();
    await openList(page);
    await expect(rowOf(page, known.documentId)).toBeVisible();
    await progressFilter(page, 'Bloccati').click();
    await expect(progressFilter(page, 'Bloccati')).toHaveAttribute('aria-pressed', 'true');
    await expect(rowOf(page, known.documentId)).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).searchParams.get('progress')).toBe('STUCK');
    await progressFilter(page, 'Inviati').click();
    await expect(rowOf(page, known.documentId)).toBeVisible();
    await expect(progressFilter(page, 'Inviati')).toHaveText(/^Inviati\d+$/);
    await page.reload();
    await expect(progressFilter(page, 'Inviati')).toHaveAttribute('aria-pressed', 'true');
    await progressFilter(page, 'Tutti').click();
    await expect.poll(() => new URL(page.url()).searchParams.get('progress')).toBeNull();
  });

  test('offers a restart after too many wrong codes', async ({ visitors }) => {
    const { known } = await startedPaper(1);
    const page = await visitors.desk();
    await page.route('**/api/documents-ext/waiting/search*', async (route) => {
      const answer = await route.fetch();
      const rows = (await answer.json()) as { id: number; waiting: object }[];
      const waiting = {
        ...{ progress: 'STUCK', last: { event: 'otp.locked', at: realNow().toISOString() }, expiresAt: null },
        resend: { refused: 'notWaiting', from: null },
      };
      await route.fulfill({
        response: answer,
        json: rows.map((row) =>
          row.id === known.documentId
            ? { ...row, status: 'READY_TO_SIGN', signUrl: null, waiting: { ...row.waiting, ...waiting } }
            : row,
        ),
      });
    });
    await openList(page);
    const row = rowOf(page, known.documentId);
    await expect(row.getByText('Troppi codici sbagliati: firma bloccata')).toBeVisible();
    await expect(row.getByText(/avvia di nuovo la firma/)).toBeVisible();
    await expect(remindButton(page, known.documentId)).toHaveCount(0);
    await row.getByRole('button', { name: /^Avvia di nuovo/ }).click();
    await expect(page.getByText('Firma avviata', { exact: true })).toBeVisible();
  });

  test('shows an empty state, and an error with a retry', async ({ visitors }) => {
    visitors.watch.expectRefusal(500, /waiting\/search/);
    visitors.watch.expectRefusal(503, /^\/api\/events/);
    const page = await visitors.desk();
    // Without live updates only the button refetches.
    await page.route('**/api/events*', (route) => route.fulfill({ status: 503, json: {} }));
    let failing = true;
    await page.route('**/api/documents-ext/waiting/search*', (route) =>
      failing
        ? route.fulfill({ status: 500, json: { status: 500, title: 'Errore interno del server' } })
        : route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
    );
    await signIn(page, 'dealer', '/app/waiting');
    await expect(page.getByRole('alert')).toContainText('Errore interno del server');
    failing = false;
    await page.getByRole('button', { name: 'Riprova' }).click();
    await expect(page.getByText('Nessuna firma in attesa')).toBeVisible();
    await progressFilter(page, 'Aperti').click();
    await page.getByRole('button', { name: 'Azzera filtri' }).click();
    await expect(progressFilter(page, 'Tutti')).toHaveAttribute('aria-pressed', 'true');
  });

  test('is absent for users who may not start a signature', async ({ visitors }) => {
    for (const login of ['readonly', 'sa3']) {
      const page = await visitors.desk();
      await signIn(page, login);
      await expect(page.getByRole('link', { name: 'Cartelle', exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: /in attesa di firma/i })).toHaveCount(0);
      await page.goto('/app/waiting');
      await expect(page.getByRole('heading', { name: 'Accesso negato' })).toBeVisible();
    }
  });
});

test.describe('resending the link', () => {
  test('takes one click, shows a toast, and then shows when it is available again', async ({ visitors }) => {
    const { known } = await startedPaper(1);
    const page = await visitors.desk();
    await allowReminders(page);
    const sent: string[] = [];
    await page.route(`**/api/documents/${known.documentId}/resend-link`, async (route) => {
      sent.push(route.request().headers()['idempotency-key'] ?? '');
      await page.unroute('**/api/documents-ext/waiting/search*');
      const from = new Date(realNow().getTime() + 900_000).toISOString();
      await route.fulfill({
        json: {
          ...{ progress: 'SENT', last: { event: 'reminder.requested', at: realNow().toISOString() } },
          ...{ sentAt: null, openedAt: null, readAt: null, expiresAt: null, codesSpent: false, reminders: 1 },
          resend: { refused: 'tooSoon', from },
        },
      });
    });
    await openList(page);
    await remindButton(page, known.documentId).dblclick();
    await expect(page.getByText('Sollecito inviato', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Abbiamo inviato il link a \S+ \S+\.$/)).toBeVisible();
    await expect(remindButton(page, known.documentId)).toHaveAccessibleDescription(
      /^Messaggio inviato da poco, puoi sollecitare dalle \d\d:\d\d\.$/,
    );
    await expect(remindButton(page, known.documentId)).toHaveAttribute('aria-disabled', 'true');
    expect(sent).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  test('keeps the link unchanged for copying', async ({ visitors }) => {
    const { known } = await startedPaper(1);
    const page = await visitors.desk({ permissions: ['clipboard-read', 'clipboard-write'] });
    await openList(page);
    await rowOf(page, known.documentId)
      .getByRole('button', { name: /^Copia il link di firma/ })
      .click();
    await expect(page.getByText('Link di firma copiato')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(known.link);
  });

  test('is on the page of a waiting document, with the reason when it is too early', async ({ visitors }) => {
    const { known } = await startedPaper(1);
    const page = await visitors.desk();
    await openDocument(page, known.documentId);
    await expect(action(page, 'Sollecita')).toHaveAttribute('aria-disabled', 'true');
    await expect(action(page, 'Sollecita')).toHaveAccessibleDescription(
      /^Sollecito non disponibile: messaggio inviato da poco/,
    );
    await page.route(`**/api/documents/${known.documentId}/signing`, async (route) => {
      const answer = await route.fetch();
      const resend = { refused: null, from: '2026-01-01T00:00:00.000Z' };
      await route.fulfill({ response: answer, json: { ...(await answer.json()), resend } });
    });
    visitors.watch.expectRefusal(429, /resend-link$/);
    await page.reload();
    await action(page, 'Sollecita').click();
    await expect(page.getByRole('alert')).toContainText('Sollecito non inviato');
    await expect(page.getByRole('alert')).toContainText('Il link è appena stato inviato: puoi sollecitare di nuovo');
    const reader = await visitors.desk();
    await openDocument(reader, known.documentId, 'readonly');
    const menu = await moreActions(reader);
    await expect(menu.getByRole('menuitem', { name: 'Scarica', exact: true })).toBeVisible();
    await expect(menu.getByRole('menuitem', { name: 'Sollecita' })).toHaveCount(0);
    await expect(card(reader, 'Firme')).toContainText('Da apporre');
    await expect(reader.getByRole('button', { name: 'Sollecita' })).toHaveCount(0);
  });

  test('sends an SMS at once on request, and its link opens the paper', async ({ visitors }) => {
    const { known, phone } = await startedPaper(1);
    const page = await visitors.desk();
    await openDocument(page, known.documentId);
    await (await moreActions(page)).getByRole('menuitem', { name: 'Invia il link per SMS' }).click();
    await expect(page.getByText('SMS inviato', { exact: true })).toBeVisible();
    expect((await awaitLinkSms(phone)).text).toBe(known.link);
    await openSignerDocument(await visitors.phone(), known.link);
  });

  test('is within thumb reach on a phone, on a card of its own', async ({ visitors }) => {
    const { known } = await startedPaper(1);
    const page = await visitors.phone();
    await openList(page);
    const line = page
      .getByRole('list', { name: 'In attesa di firma' })
      .getByRole('listitem')
      .filter({ has: remindButton(page, known.documentId) });
    await expect(line.getByText('Ginevra Provetti', { exact: true })).toBeVisible();
    await expect(line.getByText('Link inviato, non ancora aperto')).toBeVisible();
    await expect(line.getByText(/^Scade il /)).toBeVisible();
    const box = await remindButton(page, known.documentId).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  });
});

test('the dashboard shows the number of waiting documents and links to them', async ({ visitors }) => {
  await startedPaper(1);
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  const link = page.getByRole('link', { name: /^\d+ in attesa di firma$/ });
  await expect(link).toBeVisible();
  const dealer = await Caller.signIn('dealer');
  await expect(async () => {
    const { sent, opened, stuck } = await dealer.read<Record<'sent' | 'opened' | 'stuck', number>>(
      '/api/documents-ext/waiting/count',
    );
    await expect(link).toHaveText(`${sent + opened + stuck} in attesa di firma`);
  }).toPass();
  await link.click();
  await expect(page.getByRole('heading', { name: 'In attesa di firma', level: 1 })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Menu principale' }).getByRole('link', { name: 'In attesa di firma' }),
  ).toHaveAttribute('aria-current', 'page');
});
