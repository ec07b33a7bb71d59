/** A signature whose link has run out, on the page of its document (P-5). */
import { moreActions, openDocument } from './document-pages.ts';
import { Caller, readyPaper } from './office.ts';
import { statusChip } from './portal-pages.ts';
import { expect, test } from './visitors.ts';

test('what has expired is renewed and started by one press', async ({ visitors }) => {
  const { known } = await readyPaper(1);
  const path = `/api/documents/${known.documentId}`;
  const page = await visitors.desk();
  // Nobody waits for 72 hours: it is told as expired until it is renewed.
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
  const menu = await moreActions(page);
  await expect(menu.getByRole('menuitem', { name: 'Riporta a Da\u00a0Avviare' })).toBeVisible();
  await page.keyboard.press('Escape');
  const started = page.waitForResponse((answer) => answer.url().endsWith(`${path}/sign`));
  await page.getByRole('button', { name: 'Avvia di nuovo' }).click();
  expect((await started).status()).toBe(200);
  expect(expired).toBe(false);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Firme', exact: true }).getByText('Deve firmare')).toBeVisible();
});
