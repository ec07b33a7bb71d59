/** A proposal is signed by the customer on the phone, then in the portal by the dealer’s staff, who sign in again for it. */
import type { Page } from '@playwright/test';
import { makePaper } from '../../papers/paper.ts';
import { changeFolderTypes } from '../administration/folder-types.ts';
import { button, createCustomer, createFolder, dialog, recordToasts } from '../administration/registry-pages.ts';
import { countEffort } from '../desk/count-effort.ts';
import { createDocument } from '../desk/desk-pages.ts';
import { action, card, openDocument } from '../desk/document-pages.ts';
import { openSignerDocument, readToTheEnd, requestCode, sign } from '../signer/signer-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitCode, awaitLink, Caller, readyPaper } from '../support/portal-calls.ts';
import { openAs, signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

/** A proposal of a new customer, ready to sign. */
async function createProposal() {
  const customer = await createCustomer({});
  const folder = await createFolder({ dossierId: customer.id, type: 'SALE_NEW' });
  const folderId = folder.id;
  const { id } = await createDocument(
    { caller: await Caller.signIn('dealer'), folderId },
    { type: 'SALE_NEW_PROPOSAL' },
  );
  return { id, customer };
}

/** Starts it from its page, in a dialog that offers who signs for the dealer. */
async function startFromPage(desk: Page, id: number): Promise<void> {
  await openDocument(desk, id);
  await action(desk, 'Avvia la firma').click();
  const signerDialog = dialog(desk, 'Chi firma per la concessionaria?');
  // The only user who may sign is preselected.
  await expect(signerDialog.getByRole('combobox', { name: 'Responsabile vendite' })).toHaveValue('Matteo Greco');
  await inspectPage(desk, 'document: who signs for the dealer');
  await button(signerDialog, 'Avvia la firma').click();
  await expect(signerDialog).toHaveCount(0);
}

async function signAsCustomer(phone: Page, customer: { email: string; mobilePhone: string }): Promise<void> {
  await openSignerDocument(phone, (await awaitLink(customer.email)).text);
  await readToTheEnd(phone);
  await requestCode(phone);
  await sign(phone, (await awaitCode(customer.mobilePhone)).text);
  await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
}

/** At the identity provider, which authenticates the user again. */
async function signInAgain(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: 'Accedi di nuovo' }).click();
  await expect(page.getByRole('heading', { name: 'Con chi vuoi entrare?' })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`\\b${login}$`) }).click();
}

/** The whole ceremony in the portal: another sign-in, every signature field, the signature. */
async function signInPortal(page: Page, login: string, id: number): Promise<void> {
  await page.goto(`/app/documents/${id}/sign`);
  await expect(page.getByText('Documento ricevuto per intero')).toBeVisible();
  await signInAgain(page, login);
  await expect(page.getByText(/^Identità confermata: vale per questa firma, fino alle /)).toBeVisible();
  for (const point of await page.getByRole('checkbox').all()) await point.check();
  await page.getByRole('button', { name: 'Firma', exact: true }).click();
  await expect(page.getByText(/^Hai firmato il /)).toBeVisible();
}

/** From here on a proposal is signed by the dealer as well, as an administrator may configure it. */
const requireDealerSignature = (): Promise<void> =>
  changeFolderTypes((configuration) =>
    configuration.map(({ documentTypes, ...folder }) => ({
      ...folder,
      documentTypes: documentTypes.map((type) =>
        type.slug === 'SALE_NEW_PROPOSAL' ? { ...type, signers: ['customer', 'dealer', 'salesManager'] } : type,
      ),
    })),
  );

test('the customer signs on a phone, then the sales manager in the portal after a fresh sign-in, and the document is complete', async ({
  visitors,
}) => {
  test.slow();
  const { id, customer } = await createProposal();
  const desk = await visitors.desk(REDUCED_MOTION);
  await recordToasts(desk);
  visitors.watch.expectRefusal(409, /\/sign$/);
  await startFromPage(desk, id);
  const signers = card(desk, 'Firme');
  await expect(signers.getByRole('listitem').nth(1)).toContainText('Matteo Greco');
  await expect(signers.getByRole('listitem').nth(1)).toContainText('Dopo il cliente');
  await expect(signers).toContainText(`In attesa di ${customer.firstName} ${customer.lastName}.`);
  // Only the customer has a link to copy.
  await expect(signers.getByRole('button', { name: /^Copia il link/ })).toHaveCount(0);

  const manager = await visitors.desk(REDUCED_MOTION);
  await test.step('staff cannot sign before the customer', async () => {
    await signIn(manager, 'manager', `/app/documents/${id}/sign`);
    await expect(manager.getByText('Prima firma il cliente.')).toBeVisible();
    await expect(manager.getByRole('button', { name: 'Accedi di nuovo' })).toHaveCount(0);
    await inspectPage(manager, 'own signature: the customer first');
  });

  await signAsCustomer(await visitors.phone(REDUCED_MOTION), customer);
  await expect(signers).toContainText('In attesa di Matteo Greco.');

  await test.step('the pending signature appears on the dashboard and on the document', async () => {
    await manager.goto('/dashboard');
    const turns = card(manager, 'Tocca a te firmare');
    await expect(turns.getByRole('link', { name: new RegExp(`^Leggi e firma: .* ${id}$`) })).toBeVisible();
    await inspectPage(manager, 'dashboard: own signature pending');
    await manager.goto(`/app/documents/${id}`);
    await expect(manager.getByText('Tocca a te firmare.')).toBeVisible();
    await manager.getByRole('link', { name: 'Leggi e firma' }).click();
    await expect(manager.getByText('Documento ricevuto per intero')).toBeVisible();
    await expect(manager.getByRole('checkbox')).toHaveCount(0);
    await inspectPage(manager, 'own signature: before the sign-in');
  });

  await test.step('a sign-in as another user confirms nothing', async () => {
    await signInAgain(manager, 'dealer');
    await expect(manager.getByText('Hai fatto l’accesso con un’altra utenza: per firmare serve la tua.')).toBeVisible();
    await expect(manager.getByRole('checkbox')).toHaveCount(0);
  });

  await test.step('after the own sign-in every signature field is confirmed, and the signature is complete', async () => {
    await signInAgain(manager, 'manager');
    await expect(manager.getByText(/^Identità confermata: vale per questa firma, fino alle /)).toBeVisible();
    const point = manager.getByRole('checkbox');
    await expect(point).not.toBeChecked();
    await expect(manager.getByRole('button', { name: 'Firma', exact: true })).toHaveAccessibleDescription(
      /^Conferma prima: .+\.$/,
    );
    await inspectPage(manager, 'own signature: to confirm');
    await point.check();
    await manager.getByRole('button', { name: 'Firma', exact: true }).click();
    await expect(manager.getByText(/^Hai firmato il /)).toBeVisible();
    await inspectPage(manager, 'own signature: done');
  });
  await expect(signers).toContainText('2 di 2 apposte');
  await expect(desk.getByText('Firmato', { exact: true }).first()).toBeVisible();
});

test('other users cannot open the page of a staff signature, and declining ends it with a reason', async ({
  visitors,
}) => {
  test.slow();
  const { id, customer } = await createProposal();
  const desk = await visitors.desk(REDUCED_MOTION);
  visitors.watch.expectRefusal(409, /\/sign$/);
  await startFromPage(desk, id);
  await signAsCustomer(await visitors.phone(REDUCED_MOTION), customer);

  visitors.watch.expectRefusal(404, /own-signature$/);
  await desk.goto(`/app/documents/${id}/sign`);
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('non');

  const manager = await visitors.desk(REDUCED_MOTION);
  await signIn(manager, 'manager', `/app/documents/${id}/sign`);
  await manager.getByRole('button', { name: 'Non firmo' }).click();
  const declineDialog = dialog(manager, /^Non vuoi firmare/);
  await inspectPage(manager, 'own signature: declining');
  await button(declineDialog, 'Rifiuta la firma').click();
  const reason = declineDialog.getByRole('textbox', { name: 'Motivo' });
  await expect(reason).toHaveAccessibleDescription(/Motivo è un campo obbligatorio/);
  await expect(reason).toBeFocused();
  await reason.fill('Sconto non autorizzato');
  await manager.reload();
  await manager.getByRole('button', { name: 'Non firmo' }).click();
  await button(declineDialog, 'Riprendi').click();
  await expect(reason).toHaveValue('Sconto non autorizzato');
  await button(declineDialog, 'Rifiuta la firma').click();
  await expect(manager.getByText('La firma è terminata per tutti.')).toBeVisible();
  await desk.goto(`/app/documents/${id}`);
  await expect(desk.getByText('Sconto non autorizzato').first()).toBeVisible();
});

/** A proposal of a new customer, in a separate folder, signed by the customer: it waits for the manager. */
async function waitsForManager(pages = 1): Promise<number> {
  const story = await readyPaper();
  const caller = await Caller.signIn('dealer');
  const file = await makePaper({ pages, title: `Proposta ${story.known.folderId}` });
  const { id } = await createDocument(
    { caller, folderId: story.known.folderId ?? 0 },
    { type: 'SALE_NEW_PROPOSAL', fileSize: file.length, content: file.toString('base64') },
  );
  const { id: salesManager } = await (await Caller.signIn('manager')).read<{ id: number }>('/api/account');
  const started = await caller.send('POST', `/api/documents/${id}/sign`, { signers: { salesManager } });
  expect(started.status, await started.text()).toBe(200);
  Object.assign(story.known, { documentId: id, started: true });
  await expect(async () => {
    while (story.known.signed === undefined) await story.nextStep()?.();
  }).toPass({ intervals: [50, 100, 200], timeout: 30_000 });
  return id;
}

/** Scrolls with the wheel until every page has been on the screen. */
async function scrollThrough(page: Page, position: string): Promise<void> {
  await expect(page.getByText(position)).toBeVisible();
  const pages = page.getByRole('region', { name: 'Pagine del documento' });
  await expect(pages.locator('canvas').first()).toBeVisible();
  const unseen = page.getByText(/^Scorri fino in fondo: hai visto/);
  await expect(async () => {
    if ((await unseen.count()) === 0) return;
    await pages.hover();
    await page.mouse.wheel(0, 250);
    expect(await unseen.count()).toBe(0);
  }).toPass({ intervals: [60], timeout: 30_000 });
}

const signAll = (page: Page, number: number) => button(page, `Firma ${number} documenti`);

test('a manager reads five documents, signs in once, and signs all of them with at most 12 clicks', async ({
  visitors,
}) => {
  test.slow();
  const documents: number[] = [];
  for (const pages of [1, 2, 1, 1, 2]) documents.push(await waitsForManager(pages));
  const manager = await visitors.desk(REDUCED_MOTION);
  const effort = await countEffort(manager);
  await openAs(manager, 'manager', '/dashboard');
  await card(manager, 'Tocca a te firmare').getByRole('link', { name: 'Firmane 5 insieme' }).click();
  await expect(manager.getByRole('heading', { level: 1 })).toHaveText('Firma di 5 documenti');
  await expect(button(manager, 'Conferma e continua')).toHaveAccessibleDescription(/^Scorri fino in fondo/);
  for (let number = 1; number <= documents.length; number += 1) {
    await scrollThrough(manager, `Documento ${number} di 5`);
    if (number === 3) {
      // Scroll to the top: a link half under the bar would be judged as too small.
      await manager.evaluate(() => window.scrollTo(0, 0));
      await inspectPage(manager, 'own signatures: to read');
    }
    await expect(manager.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
    await button(manager, 'Conferma e continua').click();
  }
  await expect(manager.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await inspectPage(manager, 'own signatures: before the sign-in');
  await manager.keyboard.type('demo');
  await manager.keyboard.press('Enter');
  await expect(manager.getByText(/^Identità confermata: vale una volta per ciascuna/)).toBeVisible();
  await inspectPage(manager, 'own signatures: to sign');
  await signAll(manager, 5).click();
  await expect(manager.getByText('Hai firmato 5 documenti.')).toBeVisible();
  const { clicks } = effort();
  expect(clicks, 'clicks').toBeLessThanOrEqual(12);
  await inspectPage(manager, 'own signatures: done');
  const caller = await Caller.signIn('dealer');
  for (const id of documents) {
    await expect
      .poll(async () => (await caller.read<{ status: string }>(`/api/documents/${id}`)).status)
      .toBe('SIGNED');
  }
});

test('one skipped and one cancelled document do not prevent signing the others after one sign-in at the provider', async ({
  visitors,
}) => {
  test.slow();
  const [first, second, third] = [await waitsForManager(), await waitsForManager(), await waitsForManager()];
  const caller = await Caller.signIn('dealer');
  const statusOf = async (id: number) => (await caller.read<{ status: string }>(`/api/documents/${id}`)).status;
  const manager = await visitors.desk(REDUCED_MOTION);
  await signIn(manager, 'manager', `/app/documents/${first}`);
  await expect(manager.getByText('Tocca a te firmare.')).toBeVisible();
  await inspectPage(manager, 'document: the own signature, and others');
  await manager.goto('/app/waiting');
  await expect(manager.getByRole('link', { name: /^Firmane \d+ insieme$/ })).toBeVisible();
  await manager.goto(`/app/documents/${first}/sign`);
  await expect(manager.getByText('Anche altri documenti aspettano la tua firma.')).toBeVisible();
  await inspectPage(manager, 'own signature: others wait too');

  await manager.goto(`/app/sign/${first}-${second}-${third}-999999`);
  visitors.watch.expectRefusal(404, /\/documents\/999999\/own-signature$/);
  await expect(manager.getByText('non aspetta la tua firma')).toBeVisible();
  await scrollThrough(manager, 'Documento 1 di 3');
  await button(manager, 'Conferma e continua').click();
  await expect(manager.getByText('Documento 2 di 3')).toBeVisible();
  await button(manager, 'Lascia fuori').click();
  await scrollThrough(manager, 'Documento 2 di 2');
  await button(manager, 'Conferma e continua').click();
  await signInAgain(manager, 'dealer');
  await expect(manager.getByText('Hai fatto l’accesso con un’altra utenza: per firmare serve la tua.')).toBeVisible();
  await signInAgain(manager, 'manager');
  expect(new URL(manager.url()).pathname).toBe(`/app/sign/${first}-${third}`);
  // The pages read and confirmed are still recorded after the round trip to the provider.
  await expect(manager.getByText('2 di 2 confermati')).toBeVisible();

  // Cancelled while the confirmation is in transit, before the page is notified.
  await manager.route(`**/api/documents/${first}/own-signature`, async (route) => {
    if (route.request().method() === 'POST') await caller.send('POST', `/api/documents/${first}/cancel-sign`);
    await route.continue();
  });
  visitors.watch.expectRefusal(409, /\/own-signature$/);
  await signAll(manager, 2).click();
  await expect(manager.getByText('Hai firmato 1 documento.')).toBeVisible();
  await expect(manager.getByText('la firma non è più aperta')).toBeVisible();
  await inspectPage(manager, 'own signatures: one was cancelled');
  await expect.poll(() => statusOf(third)).toBe('SIGNED');
  expect([await statusOf(first), await statusOf(second)]).toEqual(['READY_TO_SIGN', 'START_SIGN']);
});

test('customer, manager and dealer sign a proposal in order, each with a separate signature', async ({ visitors }) => {
  test.slow();
  await requireDealerSignature();
  const { id, customer } = await createProposal();
  const desk = await visitors.desk(REDUCED_MOTION);
  visitors.watch.expectRefusal(409, /\/sign$/);
  await startFromPage(desk, id);
  const signers = card(desk, 'Firme');
  await expect(signers.getByRole('listitem')).toHaveCount(3);
  await signAsCustomer(await visitors.phone(REDUCED_MOTION), customer);
  await expect(signers).toContainText('1 di 3 apposte');

  const manager = await visitors.desk(REDUCED_MOTION);
  await signIn(manager, 'manager', `/app/documents/${id}`);
  await signInPortal(manager, 'manager', id);
  await expect(signers).toContainText('2 di 3 apposte');
  await signInPortal(desk, 'dealer', id);
  await desk.goto(`/app/documents/${id}`);
  await expect(desk.getByText('Firmato', { exact: true }).first()).toBeVisible();
  await expect(signers).toContainText('3 di 3 apposte');

  const caller = await Caller.signIn('dealer');
  const { intact, signatures } = await caller.read<{
    intact: boolean;
    signatures: { kind: string; indication: string; signer: string }[];
  }>(`/api/documents/${id}/validation`);
  expect(intact).toBe(true);
  expect(new Set(signatures.map(({ indication }) => indication))).toEqual(new Set(['TOTAL-PASSED']));
  const names = [`${customer.firstName} ${customer.lastName}`, 'Matteo Greco', 'Dario Provini'];
  for (const name of names) expect(signatures.filter(({ signer }) => signer.includes(name)).length).toBeGreaterThan(0);
});
