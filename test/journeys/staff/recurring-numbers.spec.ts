/** A number shared with two other people: refused at the start, confirmed by a colleague, reported to the supervisor of the sellers. */

import {
  button,
  createCustomer,
  createReadyForm,
  expectToast,
  recordToasts,
} from '../administration/registry-pages.ts';
import { action, card, openDocument } from '../desk/document-pages.ts';
import { signIn, statusChip } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { createSharedNumber } from './number-pages.ts';

test('the signature of a third person with the same number waits for a colleague’s confirmation, and the supervisor sees it', async ({
  visitors,
}) => {
  test.slow();
  const mobilePhone = await createSharedNumber();
  const last = mobilePhone.slice(-3);
  const id = await createReadyForm(await createCustomer({ firstName: 'Marta', mobilePhone }), 'PRIVACY_DEALER');
  const seller = await visitors.desk();
  await recordToasts(seller);
  await openDocument(seller, id);
  const doubts = card(seller, 'Recapiti da confermare');

  await test.step('the seller who entered the number can neither start nor confirm it', async () => {
    await expect(doubts).toContainText('Già usato a nome di altre 2 persone');
    await expect(doubts).toContainText('Lo hai scritto tu: lo conferma un collega.');
    await expect(doubts.getByRole('button')).toHaveCount(0);
    visitors.watch.expectRefusal(409, /\/sign$/);
    await action(seller, 'Avvia la firma').click();
    await expect(seller.getByText(/va confermato da un collega, con il proprio accesso/).first()).toBeVisible();
    await expect(statusChip(seller, 'Da Avviare')).toBeVisible();
  });

  await test.step('a colleague confirms it, and the seller starts', async () => {
    const colleague = await visitors.desk();
    await recordToasts(colleague);
    await openDocument(colleague, id, 'backoffice');
    const contactCard = card(colleague, 'Recapiti da confermare');
    await button(contactCard, 'Conferma il numero').click();
    await expectToast(colleague, 'Recapito confermato');
    await expect(card(colleague, 'Recapiti confermati')).toContainText(
      /Lo hai confermato tu il .*: la firma la avvia un’altra persona\./,
    );
    const confirmed = card(seller, 'Recapiti confermati');
    await expect(confirmed).toContainText('Confermato da Nicola Serra');
    await action(seller, 'Avvia la firma').click();
    await expect(statusChip(seller, 'In attesa di firma')).toBeVisible();
    await expect(confirmed).toHaveCount(0);
    await expect(card(seller, 'Prove')).toContainText('Firma avviata su recapito confermato');
  });

  await test.step('the supervisor sees the number, who started, and the documents', async () => {
    const supervisor = await visitors.desk();
    await signIn(supervisor, 'supervisor', '/app/recurring-numbers');
    const item = supervisor
      .getByRole('list', { name: 'Numeri ricorrenti' })
      .getByRole('listitem')
      .filter({
        hasText: `*** *** ${last}`,
      });
    await expect(item).toContainText('2 persone');
    await expect(item).toContainText('Dario Provini');
    await item.getByRole('button', { expanded: false }).click();
    await expect(item.getByRole('link', { name: /^Gioia Cliente/ })).toBeVisible();
    await item.getByRole('link', { name: /^Irene Cliente/ }).click();
    await expect(statusChip(supervisor, 'In attesa di firma')).toBeVisible();
  });

  await test.step('a seller cannot open the page', async () => {
    await expect(seller.getByRole('link', { name: 'Numeri ricorrenti' })).toHaveCount(0);
    await seller.goto('/app/recurring-numbers');
    await expect(seller).toHaveURL(/\/error\/error-v5$/);
  });
});
