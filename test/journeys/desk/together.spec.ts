/**
 * Two documents of a folder with one link and one code: chosen at the desk, read and signed on a phone, the staff's
 * signatures given together.
 */
import type { Page } from '@playwright/test';
import { generatedDocument } from '../../papers/generated-papers.ts';
import { makePaper } from '../../papers/paper.ts';
import {
  button,
  createCustomer,
  createFolder,
  dialog,
  expectToast,
  openPageAs,
  recordToasts,
} from '../administration/registry-pages.ts';
import { codeField, documentPages, sign } from '../signer/signer-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitCode, awaitLink, Caller } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { createDocument } from './desk-pages.ts';
import { card } from './document-pages.ts';

type Customer = Awaited<ReturnType<typeof createCustomer>>;

let paperCount = 0;

/** A document in the folder, ready to sign. */
async function addDocument(folderId: number, change: object = {}): Promise<number> {
  paperCount += 1;
  const title = `Prova ${paperCount}`;
  const file = await makePaper({ pages: 2, title });
  const content = { fileName: `${title}.pdf`, fileSize: file.length, content: file.toString('base64') };
  const { id } = await createDocument({ caller: await Caller.signIn('dealer'), folderId }, { ...content, ...change });
  return id;
}

/** Reads the open document to its end. */
async function readToEnd(phone: Page, index: number, label: string): Promise<void> {
  await expect(phone.getByRole('heading', { name: `Documento ${index} di 2: ${label}` })).toBeAttached();
  await expect(
    documentPages(phone)
      .getByRole('img', { name: /^Pagina 1 di / })
      .locator('canvas'),
  ).toBeVisible();
  await documentPages(phone).press('End');
}

async function signAsCustomer(
  phone: Page,
  customer: Customer,
  labels: readonly [string, string],
  inspect: (where: string) => Promise<void> = async () => {},
): Promise<void> {
  await phone.goto((await awaitLink(customer.email)).text);
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('ti chiede di firmare 2 documenti');
  await inspect('signer together: start');
  await phone.getByRole('button', { name: 'Leggi i documenti' }).click();
  await readToEnd(phone, 1, labels[0]);
  await phone.getByRole('button', { name: 'Leggi il prossimo documento' }).click();
  await readToEnd(phone, 2, labels[1]);
  await inspect('signer together: the second document');
  await phone.getByRole('button', { name: 'Conferma i punti' }).click();
  for (const label of labels) await expect(phone.getByRole('heading', { name: label, level: 2 }).first()).toBeVisible();
  await expect(phone.getByText(/^Mancano \d conferme$/)).toBeVisible();
  await inspect('signer together: points');
  for (const point of await phone.getByRole('checkbox').all()) await point.check();
  await phone.getByRole('button', { name: 'Ricevi il codice' }).click();
  await expect(codeField(phone)).toBeVisible();
  await sign(phone, (await awaitCode(customer.mobilePhone)).text);
  await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
}

test('staff choose two documents, and the customer signs both on a phone with one link and one code', async ({
  visitors,
}) => {
  test.slow();
  const customer = await createCustomer({
    fiscalCode: 'RSSMRA80A01H501U',
    birthDate: '1980-01-01',
    birthPlace: 'Roma',
  });
  const folder = await createFolder({ dossierId: customer.id });
  const firstId = await addDocument(folder.id);
  // A generated paper together with an upload.
  const secondId = await addDocument(folder.id, generatedDocument('LOAN_TEST_PRODUCT'));
  const handwrittenId = await addDocument(folder.id, { sigType: 'GRAPHOMETRIC' });

  const desk = await visitors.desk(REDUCED_MOTION);
  await recordToasts(desk);
  await openPageAs(desk, 'dealer', `/app/folders/${folder.id}`);
  await button(desk, 'Firma più documenti').click();
  const togetherDialog = dialog(desk, 'Firmare più documenti insieme');
  const choice = (id: number) => togetherDialog.getByRole('checkbox', { name: new RegExp(`n\\.\\s${id}\\b`) });
  await expect(choice(firstId)).toBeChecked();
  await expect(choice(secondId)).toBeChecked();
  await expect(choice(handwrittenId)).toBeDisabled();
  await inspectPage(desk, 'folder: sign several documents');
  await choice(secondId).uncheck();
  await expect(button(togetherDialog, 'Avvia la firma di 1 documento')).toHaveAttribute('aria-disabled', 'true');
  await choice(secondId).check();
  await button(togetherDialog, 'Avvia la firma di 2 documenti').click();
  await expectToast(desk, 'Firma di 2 documenti avviata');
  await expect(togetherDialog).toHaveCount(0);

  const phone = await visitors.phone(REDUCED_MOTION);
  await signAsCustomer(phone, customer, ['Preventivo', 'Prova del veicolo'], (where) => inspectPage(phone, where));
  await expect(phone.getByRole('link', { name: /^Scarica la tua copia: / })).toHaveCount(2);
  await inspectPage(phone, 'signer together: done');

  await desk.goto(`/app/documents/${secondId}`);
  const signers = card(desk, 'Firme');
  await expect(signers).toContainText('Firmato insieme a');
  await inspectPage(desk, 'document: signed together');
  await signers.getByRole('link', { name: new RegExp(`n\\.\\s${firstId}$`) }).click();
  await expect(signers.getByRole('link', { name: new RegExp(`n\\.\\s${secondId}$`) })).toBeVisible();
  await expect(desk.getByText('Firmato', { exact: true }).first()).toBeVisible();
});

test('a document page offers other ready documents of its folder, privacy first, or shows why they are signed separately', async ({
  visitors,
}) => {
  const customer = await createCustomer();
  const folder = await createFolder({ dossierId: customer.id });
  const firstId = await addDocument(folder.id);
  const handwrittenId = await addDocument(folder.id, { sigType: 'GRAPHOMETRIC' });
  const desk = await visitors.desk(REDUCED_MOTION);
  await recordToasts(desk);
  await openPageAs(desk, 'dealer', `/app/documents/${firstId}`);
  await expect(desk.getByText('In questa cartella c’è un altro documento pronto.')).toBeVisible();
  await expect(
    desk.getByText(`n. ${handwrittenId} (con la firma grafometrica si firma un documento alla volta).`),
  ).toBeVisible();
  await expect(button(desk, 'Firma insieme')).toHaveCount(0);
  const secondId = await addDocument(folder.id);
  await desk.reload();
  await inspectPage(desk, 'document: others of its folder are ready');
  await button(desk, 'Firma insieme').click();
  const togetherDialog = dialog(desk, 'Firmare più documenti insieme');
  for (const id of [firstId, secondId]) {
    await expect(togetherDialog.getByRole('checkbox', { name: new RegExp(`n\\.\\s${id}\\b`) })).toBeChecked();
  }
  await button(togetherDialog, 'Avvia la firma di 2 documenti').click();
  await expectToast(desk, 'Firma di 2 documenti avviata');
  await expect(desk.getByText('In questa cartella')).toHaveCount(0);
});

test('the sales manager reads both and signs them at once, and each signer is asked for once', async ({ visitors }) => {
  test.slow();
  const customer = await createCustomer({});
  const folder = await createFolder({ dossierId: customer.id });
  const firstId = await addDocument(folder.id, { type: 'SALE_NEW_PROPOSAL' });
  const secondId = await addDocument(folder.id, { type: 'SALE_NEW_PROPOSAL' });

  const desk = await visitors.desk(REDUCED_MOTION);
  await recordToasts(desk);
  visitors.watch.expectRefusal(409, /\/sign$/);
  await openPageAs(desk, 'dealer', `/app/folders/${folder.id}`);
  await button(desk, 'Firma più documenti').click();
  await button(dialog(desk, 'Firmare più documenti insieme'), 'Avvia la firma di 2 documenti').click();
  const signerDialog = dialog(desk, 'Chi firma per la concessionaria?');
  await signerDialog.getByRole('combobox', { name: 'Responsabile vendite' }).click();
  await desk.getByRole('option', { name: 'Matteo Greco' }).click();
  await button(signerDialog, 'Avvia la firma').click();
  await expectToast(desk, 'Firma di 2 documenti avviata');

  await signAsCustomer(await visitors.phone(REDUCED_MOTION), customer, ['Proposta d’acquisto', 'Proposta d’acquisto']);
  await desk.goto(`/app/documents/${secondId}`);
  await expect(card(desk, 'Firme')).toContainText('In firma insieme a');

  const manager = await visitors.desk(REDUCED_MOTION);
  await signIn(manager, 'manager', `/app/documents/${secondId}/sign`);
  await expect(manager.getByRole('heading', { level: 1 })).toContainText('Firma di 2 documenti');
  await expect(manager.getByText('1 di 2 ricevuti: apri anche gli altri.')).toBeVisible();
  await expect(manager.getByRole('button', { name: 'Accedi di nuovo' })).toHaveCount(0);
  await inspectPage(manager, 'own signature: several to read');
  await manager
    .getByRole('navigation', { name: 'Documenti da leggere' })
    .getByRole('button', { name: `${firstId}` })
    .click();
  await expect(manager.getByText('Documenti ricevuti per intero')).toBeVisible();
  await manager.getByRole('button', { name: 'Accedi di nuovo' }).click();
  await manager.getByRole('button', { name: /\bmanager$/ }).click();
  await expect(manager.getByRole('checkbox')).toHaveCount(2);
  for (const point of await manager.getByRole('checkbox').all()) await point.check();
  await inspectPage(manager, 'own signature: several to confirm');
  await manager.getByRole('button', { name: 'Firma', exact: true }).click();
  await expect(manager.getByText(/^Hai firmato il /)).toBeVisible();
  await expect(card(desk, 'Firme')).toContainText('Firmato insieme a');
});
