/**
 * The signer's path in both directions: reload, back and forward at every step, from each signature field to the next,
 * the code as pasted.
 */
import type { Page } from '@playwright/test';
import { generatedDocument } from '../../papers/generated-papers.ts';
import { createCustomer, createFolder } from '../administration/registry-pages.ts';
import { address, awaitCode, awaitLink, Caller } from '../support/portal-calls.ts';
import { expect, PHONE, test } from '../support/watched-browsers.ts';
import { codeField, documentPages, openSignerDocument, readToTheEnd } from './signer-pages.ts';

/** A courtesy car's paper, started, which requires a signature and a separate approval. */
async function startLoan() {
  const customer = await createCustomer({
    fiscalCode: 'RSSMRA80A01H501U',
    birthDate: '1980-01-01',
    birthPlace: 'Roma',
  });
  const folder = await createFolder({ dossierId: customer.id, type: 'SERVICE', plate: 'EE000EE' });
  const dealer = await Caller.signIn('dealer');
  const made = await dealer.send(
    'POST',
    '/api/documents',
    generatedDocument('LOAN_COURTESY_VEHICLE', { folderId: folder.id }),
  );
  expect(made.status, await made.clone().text()).toBe(201);
  const { id } = (await made.json()) as { id: number };
  expect((await dealer.send('POST', `/api/documents/${id}/sign`, {})).status).toBe(200);
  return { link: (await awaitLink(customer.email)).text, phone: customer.mobilePhone };
}

/** The SMS with the code, as the phone shows it. */
async function messageTo(phone: string): Promise<string> {
  const to = phone.replaceAll(' ', '');
  await awaitCode(to);
  const answer = await fetch(`${address}/demo/outbox.json?to=${encodeURIComponent(to)}`);
  const [message] = (await answer.json()) as { text: string }[];
  return message?.text ?? '';
}

const points = (page: Page) => page.getByRole('checkbox');
const confirmed = (page: Page): Promise<boolean[]> =>
  points(page).evaluateAll((all: HTMLInputElement[]) => all.map(({ checked }) => checked));
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

test('reload, back and forward lose nothing; missing input gets the focus; the whole message can be pasted', async ({
  visitors,
}) => {
  test.slow();
  const { link, phone: number } = await startLoan();
  const phone = await visitors.phone({ ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
  await openSignerDocument(phone, link);

  await test.step('while reading', async () => {
    await phone.goBack();
    await phone.getByRole('button', { name: /^(Leggi il documento|Continua la lettura)$/ }).click();
    await phone.reload();
    await expect(documentPages(phone)).toBeVisible();
    await readToTheEnd(phone);
    await press(phone, 'Conferma i punti');
  });

  await test.step('at the signature fields: none is preselected, and an early click focuses the next one', async () => {
    await expect(points(phone)).toHaveCount(2);
    expect(await confirmed(phone)).toEqual([false, false]);
    await press(phone, 'Ricevi il codice');
    await expect(points(phone).first()).toBeFocused();
    await points(phone).first().check();
    await expect(phone.getByText('Manca 1 conferma')).toBeVisible();
    await press(phone, 'Ricevi il codice');
    await expect(points(phone).nth(1)).toBeFocused();
    await expect(points(phone).nth(1)).toHaveAccessibleName(/1341/);
    await expect(phone.getByRole('button', { name: 'Ricevi il codice' })).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('from a signature field to its page, back, forward, and after a reload', async () => {
    await phone
      .getByRole('button', { name: /^Vedi a pagina \d+: .*1341/ })
      .first()
      .click();
    await expect(documentPages(phone).locator('canvas').first()).toBeVisible();
    await phone.getByRole('button', { name: 'Torna ai punti' }).click();
    expect(await confirmed(phone)).toEqual([true, false]);
    await phone.reload();
    await expect(points(phone)).toHaveCount(2);
    expect(await confirmed(phone)).toEqual([true, false]);
    await phone.goBack();
    await expect(documentPages(phone)).toBeVisible();
    await phone.goForward();
    await expect(points(phone)).toHaveCount(2);
    expect(await confirmed(phone)).toEqual([true, false]);
    await points(phone).nth(1).check();
    await press(phone, 'Ricevi il codice');
    await expect(codeField(phone)).toBeVisible();
  });

  await test.step('at the code, which is in the message with the fingerprint shown on the page', async () => {
    const message = await messageTo(number);
    const [fingerprint = '?'] = /[0-9A-Z]{4}-[0-9A-Z]{2}/.exec(message) ?? [];
    await expect(phone.getByText(fingerprint, { exact: true })).toBeVisible();
    await phone.goBack();
    await expect(points(phone)).toHaveCount(2);
    expect(await confirmed(phone)).toEqual([true, true]);
    await phone.goForward();
    await expect(codeField(phone)).toBeVisible();
    await phone.evaluate((text) => navigator.clipboard.writeText(text), message);
    await codeField(phone).focus();
    await phone.keyboard.press('ControlOrMeta+V');
    await expect(codeField(phone)).toHaveValue(/\b(\d{6})\b/.exec(message)?.[1] ?? '?');
    await press(phone, 'Firma');
    await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  });

  await test.step('after signing, Back and reload show the final page', async () => {
    for (const step of [() => phone.goBack(), () => phone.goBack(), () => phone.reload()]) {
      await step();
      await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
    }
  });
});
