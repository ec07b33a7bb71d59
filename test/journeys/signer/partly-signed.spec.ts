/**
 * One of two borrowers has signed when the dealer cancels: the signed part is kept, shown and saved, and the next
 * signature starts from the beginning.
 */
import { createHash } from 'node:crypto';
import { generatedDocument } from '../../papers/generated-papers.ts';
import { createCustomer, createFolder } from '../administration/registry-pages.ts';
import { action, card, downloadDuring, openDocument } from '../desk/document-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitCode, awaitLink, Caller, uniqueNumber } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { openSignerDocument, readToTheEnd, requestCode, sign } from './signer-pages.ts';

test('the signature of one of two signers is kept when the dealer cancels, and can be downloaded', async ({
  visitors,
}) => {
  const customer = await createCustomer({
    fiscalCode: 'RSSMRA80A01H501U',
    birthDate: '1980-01-01',
    birthPlace: 'Roma',
  });
  const folder = await createFolder({ dossierId: customer.id, type: 'SERVICE', plate: 'EE000EE' });
  const number = uniqueNumber();
  const contact = { DRIVER_2_PHONE: `+39 336${number}`, DRIVER_2_EMAIL: `altra${number}@example.com` };
  const dealer = await Caller.signIn('dealer');
  const paper = generatedDocument('LOAN_COURTESY_VEHICLE_MULTI', { folderId: folder.id }, contact);
  const made = await dealer.send('POST', '/api/documents', paper);
  expect(made.status, await made.clone().text()).toBe(201);
  const { id } = (await made.json()) as { id: number };

  const desk = await visitors.desk(REDUCED_MOTION);
  await openDocument(desk, id);
  await expect(card(desk, 'Firme interrotte')).toHaveCount(0);
  await action(desk, 'Avvia la firma').click();
  const phone = await visitors.phone(REDUCED_MOTION);
  await openSignerDocument(phone, (await awaitLink(customer.email)).text);
  await readToTheEnd(phone);
  await requestCode(phone);
  await sign(phone, (await awaitCode(customer.mobilePhone)).text);
  await expect(card(desk, 'Firme')).toContainText('1 di 2 apposte');

  // The signer no longer looks: the link ends with the signature.
  await phone.goto('about:blank');
  await action(desk, 'Annulla firma').click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Annulla firma' }).click();
  const kept = card(desk, 'Firme interrotte');
  await expect(kept).toContainText('Annullata il');
  await expect(kept).toContainText(`Firme presenti: ${customer.firstName} ${customer.lastName}`);
  await expect(kept).toContainText(/SHA-256 [0-9a-f]{64}/);
  await expect(action(desk, 'Avvia la firma')).toBeVisible();
  await inspectPage(desk, 'document: signed in part');
  const file = await downloadDuring(desk, () => kept.getByRole('button', { name: /^Scarica il file/ }).click());
  expect(file.name).toMatch(/ – firmato in parte\.pdf$/);
  await expect(kept).toContainText(createHash('sha256').update(file.bytes).digest('hex'));
});
