/**
 * The public page on the advanced electronic signature: anyone can read and print it, administrators edit it, and the
 * customer's card links to it.
 */
import { gzipSync } from 'node:zlib';
import { draftTexts } from '#domain/papers/compose-paper.ts';
import { FEA_PAGE } from '#domain/papers/versions/versions.ts';
import { button, dialog, expectToast, openPageAs, title } from '../administration/registry-pages.ts';
import { inspectPage, REDUCED_MOTION, widthOf } from '../support/inspection.ts';
import { Caller, uniqueNumber } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';

const ENTITY = 'LE002';

test('the FEA page is public in Italian and in English, with missing data in brackets', { tag: '@gate' }, async ({
  visitors,
}) => {
  test.slow();
  const page = await visitors.desk(REDUCED_MOTION);
  await page.goto('/fea/LE006');
  await expect(page).toHaveTitle('Firma elettronica avanzata di Laguna Esempi S.p.A.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Firma elettronica avanzata di Laguna Esempi S.p.A.',
  );
  await expect(page.getByText('[compagnia]', { exact: true })).toBeVisible();
  for (const letter of 'abcdefgh') await expect(page.getByText(`Lettera ${letter}`, { exact: true })).toHaveCount(1);
  await inspectPage(page, 'fea page with drafts');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Advanced electronic signature of Laguna Esempi S.p.A.',
  );
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await inspectPage(page, 'fea page in english');
});

test('the FEA page is complete without JavaScript, by keyboard, on the narrowest phone and on paper', async ({
  visitors,
}) => {
  const page = await visitors.desk({ ...REDUCED_MOTION, javaScriptEnabled: false });
  const loaded: { url: string; bytes: Buffer }[] = [];
  page.on('response', async (response) => loaded.push({ url: response.url(), bytes: await response.body() }));
  await page.goto('/fea/LE006');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeFocused();
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).hash).toBe('#contenuto');
  await page
    .getByRole('navigation', { name: 'In questa pagina' })
    .getByRole('link', { name: 'Copie e revoca' })
    .click();
  await expect(page.getByRole('heading', { name: 'Copie e revoca' })).toBeInViewport();
  const texts = loaded.filter(({ url }) => !/\.(ttf|svg)$/.test(new URL(url).pathname));
  const bytes = texts.reduce((sum, file) => sum + gzipSync(file.bytes).length, 0);
  console.log(
    `/fea: ${bytes} bytes of page and style by gzip, ${loaded.reduce((sum, one) => sum + one.bytes.length, 0)} in all`,
  );
  expect(bytes).toBeLessThanOrEqual(100 * 1024);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByText(/^Pagina http.*\/fea\/LE006/)).toBeVisible();
});

test('an unknown address shows a not-found page without data', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  visitors.watch.expectRefusal(404, /^\/fea\//);
  await page.goto('/fea/NESSUNO');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagina non trovata');
  expect(await widthOf(page)).toBeLessThanOrEqual(1440);
  await inspectPage(page, 'fea page not found');
});

test('one administrator writes the FEA page, another publishes it, and the earlier edition remains', async ({
  visitors,
}) => {
  test.slow();
  const words = `Identifichiamo chi firma, prova ${uniqueNumber()}.`;
  const admin = await Caller.signIn('admin');
  const clauses = draftTexts(FEA_PAGE, 'it')?.clauses.map((clause) =>
    clause.id === 'identified' ? { ...clause, text: words } : clause,
  );
  const body = {
    kind: 'CLAUSES',
    type: FEA_PAGE,
    legalEntity: ENTITY,
    version: `prova ${uniqueNumber()}`,
    clauses,
  };
  const made = await admin.send('POST', '/api/paper-versions', body);
  expect(made.status, await made.clone().text()).toBe(201);
  const { id } = (await made.json()) as { id: number };
  expect((await admin.send('POST', `/api/paper-versions/${id}/submit`, {})).status).toBe(200);

  const reader = await visitors.desk(REDUCED_MOTION);
  await openPageAs(reader, 'admin2', `/app/papers/${FEA_PAGE}`);
  await reader.goto(`/app/papers/${FEA_PAGE}?entity=${ENTITY}`);
  await expect(title(reader, 'Pagina pubblica FEA')).toBeVisible();
  await inspectPage(reader, 'fea page to approve');
  await button(reader, 'Pubblica').click();
  const asking = dialog(reader, `Pubblicare la versione «${body.version}»?`);
  await expect(asking.getByText('Da ora lo legge chiunque apra la pagina pubblica.')).toBeVisible();
  await button(asking, 'Pubblica versione').click();
  await expectToast(reader, 'Versione pubblicata');
  await expect(reader.getByText(`Oggi la pagina mostra la versione ${body.version}.`)).toBeVisible();
  const link = reader.getByRole('link', { name: 'Pagina pubblica FEA' });
  await expect(link).toHaveAttribute('href', `/fea/${ENTITY}`);

  const company = {
    kind: 'COMPANY',
    legalEntity: ENTITY,
    company: { insurer: 'Assicurazioni Esempio', policy: 'RC-1' },
  };
  const facts = (await (await admin.send('POST', '/api/paper-versions', company)).json()) as { id: number };
  const sent = await admin.send('POST', `/api/paper-versions/${facts.id}/submit`, {});
  const { digest } = (await sent.json()) as { digest: string };
  const second = await Caller.signIn('admin2');
  expect((await second.send('POST', `/api/paper-versions/${facts.id}/publish`, { digest })).status).toBe(200);

  const visitor = await visitors.desk(REDUCED_MOTION);
  await visitor.goto(`/fea/${ENTITY}`);
  await expect(visitor.getByText(words)).toBeVisible();
  await expect(visitor.getByText('RC-1', { exact: true })).toBeVisible();
  await inspectPage(visitor, 'fea page published');
  await visitor
    .getByRole('link', { name: /^Dal .* al / })
    .first()
    .click();
  await expect(visitor.getByText('È un’edizione precedente.')).toBeVisible();
  await expect(visitor.getByText(words)).toBeVisible();
  await expect(visitor.getByText('[numero di polizza]', { exact: true })).toBeVisible();
  await inspectPage(visitor, 'fea page of an earlier edition');

  await reader.goto(`/app/papers/company/${ENTITY}`);
  await expect(reader.getByRole('link', { name: 'Pagina pubblica FEA' })).toBeVisible();
});
