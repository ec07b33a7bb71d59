/** A signature whose link has expired: what its customer and its dealer see, and how it is restarted. */
import type { Page } from '@playwright/test';
import { moreActions, openDocument } from '../desk/document-pages.ts';
import type { Fixture } from '../support/journey-server.ts';
import { awaitCode, awaitLink, startedPaper } from '../support/portal-calls.ts';
import { statusChip } from '../support/portal-pages.ts';
import { expect, test, type Visitors } from '../support/watched-browsers.ts';
import { openSignerDocument, readToTheEnd, requestCode, sign } from './signer-pages.ts';

const NEUTRAL_TITLE = 'Questo link non è attivo';
/** The lifetime of a link, plus a moment. */
const LINK_LIFETIME_SECONDS = 72 * 3600 + 5;
/** Expired links are looked for twice a minute. */
const SWEEP_TIMEOUT_MS = 45_000;

/** A document not signed within the lifetime of its link, on its dealer's page. */
async function expireDocument(server: Fixture, visitors: Visitors) {
  const { known, email, phone } = await startedPaper(1);
  const { id: message } = await awaitLink(email);
  await server.advance(LINK_LIFETIME_SECONDS);
  const page = await visitors.desk();
  await openDocument(page, known.documentId);
  await expect(statusChip(page, 'Scaduto')).toBeVisible({ timeout: SWEEP_TIMEOUT_MS });
  return { page, path: `/api/documents/${known.documentId}`, link: known.link, email, phone, message };
}

const restartButton = (page: Page) => page.getByRole('button', { name: 'Avvia di nuovo' });

/** The page of a link that opens nothing. */
async function neutralPageText(visitors: Visitors, link: string): Promise<string> {
  visitors.watch.expectRefusal(404, /^\/api\/sign\//);
  const phone = await visitors.phone();
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: NEUTRAL_TITLE })).toBeVisible();
  return phone.getByRole('main').innerText();
}

test('an expired document opens nothing, is renewed and started by one click, and is signed with the new link', async ({
  ground,
  visitors,
}) => {
  test.slow();
  const { page, path, link, email, phone, message } = await expireDocument(ground, visitors);
  const unknown = new URL(`/sign/${'A'.repeat(32)}`, link).href;
  expect(await neutralPageText(visitors, link)).toBe(await neutralPageText(visitors, unknown));

  const menu = await moreActions(page);
  await expect(menu.getByRole('menuitem', { name: 'Riporta a Da\u00a0Avviare' })).toBeVisible();
  await page.keyboard.press('Escape');
  const started = page.waitForResponse((answer) => answer.url().endsWith(`${path}/sign`));
  const placesAsked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/signature-places') && placesAsked.push(request.url()));
  await restartButton(page).click();
  expect((await started).status()).toBe(200);
  await expect(page.getByText('Firma avviata di nuovo', { exact: true })).toBeVisible();
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Firme', exact: true }).getByText('Deve firmare')).toBeVisible();
  // The renewed document is on its way to the start: its places can no longer be chosen.
  expect(placesAsked).toEqual([]);

  const signer = await visitors.phone();
  await openSignerDocument(signer, (await awaitLink(email, message)).text);
  await readToTheEnd(signer);
  await requestCode(signer);
  await sign(signer, (await awaitCode(phone)).text);
  await expect(signer.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  await expect(statusChip(page, 'Firmato')).toBeVisible();
  await neutralPageText(visitors, link);
});

test('a start refused after the renewal shows which step succeeded and which failed', async ({ ground, visitors }) => {
  test.slow();
  visitors.watch.expectRefusal(409, /\/sign$/);
  const { page, path } = await expireDocument(ground, visitors);
  await page.route(`**${path}/sign`, (route) =>
    route.fulfill({ status: 409, json: { code: 'quota.otpExhausted', detail: 'I codici sono esauriti.' } }),
  );
  await restartButton(page).click();
  await expect(page.getByText('Riportato a Da\u00a0Avviare, non avviato', { exact: true })).toBeVisible();
  await expect(page.getByText('I codici sono esauriti.').first()).toBeVisible();
  await expect(statusChip(page, 'Da Avviare')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Avvia la firma' })).toBeVisible();
});
