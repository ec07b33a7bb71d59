/** An e-mail that bounces: the document shows it, and the desk sends the link to a valid address. */

import { button, dialog, expectToast, input, recordToasts } from '../administration/registry-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitLink, startedPaper, uniqueNumber } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { card, openDocument } from './document-pages.ts';

test('a link to a mailbox that does not exist is shown as undelivered, and the corrected address gets it', async ({
  visitors,
}) => {
  test.slow();
  const { known } = await startedPaper();
  const number = uniqueNumber();
  const right = `giusta${number}@example.com`;
  const desk = await visitors.desk(REDUCED_MOTION);
  await recordToasts(desk);
  await openDocument(desk, known.documentId);
  const messages = card(desk, 'Messaggi inviati');
  await expect(messages.getByRole('listitem')).toHaveText(/Link di firma per e-\u2060mail.*Inviato/);
  const correctTo = async (email: string): Promise<void> => {
    const form = dialog(desk, /^Recapiti di /);
    await input(form, 'E-mail').fill(email);
    await button(form, 'Correggi e invia il link').click();
    await expectToast(desk, 'Recapiti corretti');
    await expect(form).toHaveCount(0);
  };

  await test.step('the page shows why it bounced and what to do', async () => {
    await card(desk, 'Firme')
      .getByRole('button', { name: /^Correggi i recapiti di / })
      .click();
    await correctTo(`nessuno@${number}.example.com`);
    const newest = messages.getByRole('listitem').first();
    await expect(newest).toContainText('Non consegnato');
    await expect(newest).toContainText('La casella non esiste o è chiusa.');
    await expect(newest).toContainText('Chiedi al cliente l’indirizzo giusto e correggilo');
    await expect(card(desk, 'Prove')).toContainText('Messaggio con il link non consegnato');
    await expect(newest.getByRole('button', { name: /^Invia di nuovo il link a / })).toBeEnabled();
    await inspectPage(desk, 'document: a returned message');
  });

  await test.step('the corrected address gets the link', async () => {
    await messages.getByRole('button', { name: /^Correggi i recapiti di / }).click();
    await correctTo(right);
    await awaitLink(right);
    await expect(messages.getByRole('listitem').first()).toContainText('Inviato');
    await expect(messages.getByRole('listitem')).toHaveCount(3);
    await expect(messages.getByRole('button')).toHaveCount(0);
  });
});
