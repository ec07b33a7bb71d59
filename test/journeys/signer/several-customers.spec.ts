/** Two borrowers of one courtesy car: each signs on their own phone, and staff see who is still missing. */
import { generatedDocument } from '../../papers/generated-papers.ts';
import { createCustomer, createFolder, expectToast, recordToasts } from '../administration/registry-pages.ts';
import { action, card, openDocument } from '../desk/document-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitCode, awaitLink, Caller, uniqueNumber } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { openSignerDocument, readToTheEnd, requestCode, sign } from './signer-pages.ts';

test('two borrowers sign on their own phones, and the second signature completes the document', async ({
  visitors,
}) => {
  const customer = await createCustomer({
    fiscalCode: 'RSSMRA80A01H501U',
    birthDate: '1980-01-01',
    birthPlace: 'Roma',
  });
  const folder = await createFolder({ dossierId: customer.id, type: 'SERVICE', plate: 'EE000EE' });
  const number = uniqueNumber();
  const second = { phone: `+39 336${number}`, email: `seconda${number}@example.com` };
  const dealer = await Caller.signIn('dealer');
  const contact = { DRIVER_2_PHONE: second.phone, DRIVER_2_EMAIL: second.email };
  const paper = generatedDocument('LOAN_COURTESY_VEHICLE_MULTI', { folderId: folder.id }, contact);
  const made = await dealer.send('POST', '/api/documents', paper);
  expect(made.status, await made.clone().text()).toBe(201);
  const { id } = (await made.json()) as { id: number };

  const desk = await visitors.desk(REDUCED_MOTION);
  await recordToasts(desk);
  await openDocument(desk, id);
  const signers = card(desk, 'Firme');
  await expect(signers.getByRole('listitem')).toHaveCount(2);
  await expect(signers.getByRole('listitem').nth(1)).toContainText(`Link a ${second.email}`);
  await action(desk, 'Avvia la firma').click();
  await expect(signers).toContainText('0 di 2 apposte');

  const first = await visitors.phone(REDUCED_MOTION);
  await openSignerDocument(first, (await awaitLink(customer.email)).text);
  await readToTheEnd(first);
  await requestCode(first);
  await sign(first, (await awaitCode(customer.mobilePhone)).text);
  await expect(first.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  await expect(first.getByText('Manca la firma dell’altro firmatario')).toBeVisible();
  await expect(first.getByText('Quando hanno firmato tutti la copia è pronta')).toBeVisible();
  await expect(signers).toContainText('1 di 2 apposte');
  await inspectPage(desk, 'document: one of two has signed');

  // The missing signer comes to the desk: staff copy the link for them.
  await desk.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signers.getByRole('button', { name: 'Copia il link di Leonardo Esempi' }).click();
  await expectToast(desk, 'Link di firma copiato');
  const link = await desk.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe((await awaitLink(second.email)).text);
  const other = await visitors.phone(REDUCED_MOTION);
  await openSignerDocument(other, link);
  await readToTheEnd(other);
  await requestCode(other);
  await sign(other, (await awaitCode(second.phone)).text);
  await expect(signers).toContainText('2 di 2 apposte');
  await expect(other.getByRole('link', { name: 'Scarica la tua copia' })).toBeVisible();
  await expect(first.getByRole('link', { name: 'Scarica la tua copia' })).toBeVisible();
});
