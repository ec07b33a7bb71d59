/** A signer's wrong phone or e-mail, noticed at the desk and corrected before the first signature. */

import { button, dialog, expectToast, input, recordToasts } from '../administration/registry-pages.ts';
import { openSignerDocument, readToTheEnd, requestCode, sign } from '../signer/signer-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitCode, awaitLink, startedPaper, uniqueNumber } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { action, card, openDocument } from './document-pages.ts';

test('staff correct a wrong phone and e-mail, the old link stops working, and the customer signs with the new contacts', async ({
  visitors,
}) => {
  test.slow();
  const { known } = await startedPaper();
  const number = uniqueNumber();
  const right = { phone: `+39 347${number}`, email: `giusta${number}@example.com` };
  const desk = await visitors.desk(REDUCED_MOTION);
  await recordToasts(desk);
  await openDocument(desk, known.documentId);
  const signers = card(desk, 'Firme');
  await expect(signers).toContainText('Da apporre');
  const correct = signers.getByRole('button', { name: /^Correggi i recapiti di / });
  await correct.click();
  const form = dialog(desk, /^Recapiti di /);

  await test.step('an invalid phone shows an error at its field, and nothing is sent', async () => {
    await expect(button(form, 'Correggi e invia il link')).toHaveAccessibleDescription(/^Cambia prima /);
    await input(form, 'Cellulare').fill('333');
    await button(form, 'Correggi e invia il link').click();
    await expect(input(form, 'Cellulare')).toBeFocused();
    await expect(input(form, 'Cellulare')).toHaveAttribute('aria-invalid', 'true');
    await inspectPage(desk, 'document: contact of a signer, with errors');
  });

  await test.step('the input is offered again after a reload', async () => {
    await input(form, 'E-mail').fill(right.email);
    await desk.reload();
    await correct.click();
    await expect(input(form, 'E-mail')).not.toHaveValue(right.email);
    await button(form, 'Riprendi').click();
    await expect(input(form, 'E-mail')).toHaveValue(right.email);
    await expect(input(form, 'Cellulare')).toHaveValue('333');
  });

  await test.step('the corrected contacts receive a new link', async () => {
    await input(form, 'Cellulare').fill(right.phone);
    await input(form, 'E-mail').fill(right.email);
    await button(form, 'Correggi e invia il link').click();
    await expectToast(desk, 'Recapiti corretti');
    await expect(form).toHaveCount(0);
    await expect(correct).toBeFocused();
    await expect(card(desk, 'Prove')).toContainText('Recapiti di chi firma modificati');
  });

  await test.step('the old link is refused', async () => {
    const stranger = await visitors.phone(REDUCED_MOTION);
    visitors.watch.expectRefusal(404, /\/api\/sign\//);
    await stranger.goto(known.link);
    await expect(stranger.getByRole('heading', { name: 'Questo link non è attivo' })).toBeVisible();
  });

  await test.step('the customer signs with the new link, and the contacts can no longer be corrected', async () => {
    const phone = await visitors.phone(REDUCED_MOTION);
    await openSignerDocument(phone, (await awaitLink(right.email)).text);
    await readToTheEnd(phone);
    await requestCode(phone);
    await sign(phone, (await awaitCode(right.phone)).text);
    await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
    await expect(signers).toContainText('Apposta');
    await expect(correct).toHaveCount(0);
    await expect(action(desk, 'Annulla la firma')).toHaveCount(0);
  });
});
