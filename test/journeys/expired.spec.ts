/** A signature whose link has run out, on the page of its document (P-5). */
import type { Page } from '@playwright/test';
import { moreActions, openDocument } from './document-pages.ts';
import { Caller, readyPaper } from './office.ts';
import { statusChip } from './portal-pages.ts';
import { expect, test, type Visitors } from './visitors.ts';

/** Nobody waits for 72 hours: the document is told as expired until it is renewed. */
async function expiredPaper(visitors: Visitors): Promise<{ page: Page; path: string; renewed: () => boolean }> {
  const { known } = await readyPaper(1);
  const path = `/api/documents/${known.documentId}`;
  const page = await visitors.desk();
  let expired = true;
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch();
    const row = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: expired ? { ...row, status: 'EXPIRED' } : row });
  });
  await page.route(`**${path}/renew`, async (route) => {
    expired = false;
    await route.fulfill({ json: await (await Caller.as('dealer')).read<object>(path) });
  });
  await openDocument(page, known.documentId);
  await expect(statusChip(page, 'Scaduto')).toBeVisible();
  return { page, path, renewed: () => !expired };
}

const again = (page: Page) => page.getByRole('button', { name: 'Rinnova e invia' });

test('what has expired is renewed and started by one press', async ({ visitors }) => {
  const { page, path, renewed } = await expiredPaper(visitors);
  const menu = await moreActions(page);
  await expect(menu.getByRole('menuitem', { name: 'Riporta a Da\u00a0Avviare' })).toBeVisible();
  await page.keyboard.press('Escape');
  const started = page.waitForResponse((answer) => answer.url().endsWith(`${path}/sign`));
  await again(page).click();
  expect((await started).status()).toBe(200);
  expect(renewed()).toBe(true);
  await expect(page.getByText('Firma rinnovata e avviata', { exact: true })).toBeVisible();
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Firme', exact: true }).getByText('Deve firmare')).toBeVisible();
});

test('a start that is refused after the renewal says what was done and what was not', async ({ visitors }) => {
  visitors.watch.expectRefusal(409, /\/sign$/);
  const { page, path, renewed } = await expiredPaper(visitors);
  await page.route(`**${path}/sign`, (route) =>
    route.fulfill({ status: 409, json: { code: 'quota.otpExhausted', detail: 'I codici sono esauriti.' } }),
  );
  await again(page).click();
  await expect(page.getByText('Firma rinnovata, ma non avviata', { exact: true })).toBeVisible();
  await expect(page.getByText('I codici sono esauriti.').first()).toBeVisible();
  expect(renewed()).toBe(true);
  await expect(statusChip(page, 'Da Avviare')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Avvia la firma' })).toBeVisible();
});
