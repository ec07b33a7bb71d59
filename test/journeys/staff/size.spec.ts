/**
 * What a browser really loads: script and style, compressed, of every page and of everything opened over it, and how
 * many rows it draws.
 */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { WHOLE_BROWSER } from '../support/browser.ts';
import { everyPage } from '../support/every-page.ts';
import { waitUntilIdle } from '../support/inspection.ts';
import { readyPaper, startedPaper } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test, type Visitors } from '../support/watched-browsers.ts';

// The headless browser takes minutes to deliver ten thousand generated rows.
test.use({ launchOptions: WHOLE_BROWSER });

/** Bytes. */
const SIGNER_LIMIT = 100 * 1024;
const DASHBOARD_LIMIT = 260 * 1024;
/** For every other page. */
const PAGE_LIMIT = DASHBOARD_LIMIT + 60 * 1024;
/** For a page with a form open over it: it loads the form's rules and the list of suggested comuni. */
const FORM_LIMIT = PAGE_LIMIT + 30 * 1024;
/** The PDF library, half a megabyte, fetched separately when there is a PDF to show; and the worker that checks one. */
const PDF_LIBRARY = /\/(pdf\.worker|trusted-worker|pdfjs-|check-worker-)/;
const ROWS = 10_000;

interface Loaded {
  /** Total of all scripts and styles, each compressed by gzip at level 9. */
  gzip: number;
  /** Total of the bodies as transferred. */
  transferred: number;
  files: number;
}

/** Runs `visit` and sums the scripts and styles loaded from the network. */
async function measureLoad(page: Page, visit: () => Promise<void>): Promise<Loaded> {
  const responses = new Map<string, Response>();
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (/javascript|text\/css/.test(type) && !PDF_LIBRARY.test(response.url())) responses.set(response.url(), response);
  });
  await visit();
  await waitUntilIdle(page);
  const sum: Loaded = { gzip: 0, transferred: 0, files: responses.size };
  for (const response of responses.values()) {
    sum.gzip += gzipSync(await response.body(), { level: 9 }).length;
    sum.transferred += (await response.request().sizes()).responseBodySize;
  }
  return sum;
}

function expectWithin(name: string, { gzip, transferred, files }: Loaded, limit: number): void {
  const line = `${name}: ${gzip} bytes by gzip (${(gzip / 1024).toFixed(1)} of ${limit / 1024} KB), ${transferred} transferred, ${files} files`;
  console.log(line);
  test.info().annotations.push({ type: 'size', description: line });
  expect(files).toBeGreaterThan(0);
  expect(transferred, 'the server compresses').toBeLessThanOrEqual(gzip * 1.02);
  expect(gzip, line).toBeLessThanOrEqual(limit);
}

test('the signer page loads at most 100 KB of script and style before the PDF viewer', async ({ visitors }) => {
  const phone = await visitors.phone();
  const { known } = await startedPaper(2);
  const loaded = await measureLoad(phone, async () => {
    await phone.goto(known.link);
    await expect(phone.getByRole('button', { name: 'Leggi il documento' })).toBeVisible();
  });
  expectWithin('signer', loaded, SIGNER_LIMIT);
});

test('the verification page loads at most 100 KB, and 320 KB once a file is checked', async ({ visitors }) => {
  const page = await visitors.phone();
  const loaded = await measureLoad(page, async () => {
    await page.goto('/verify');
    await expect(page.getByLabel('Scegli un file')).toBeEnabled();
  });
  expectWithin('/verify', loaded, SIGNER_LIMIT);
  const workerRequest = page.waitForRequest(/\/check-worker-/);
  const buffer = Buffer.from('%PDF-1.7\n');
  await page.getByLabel('Scegli un file').setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer });
  // The browser discards a worker's program together with the worker, so fetch it here.
  const program = await (await fetch((await workerRequest).url())).bytes();
  const totalGzip = loaded.gzip + gzipSync(program, { level: 9 }).length;
  console.log(`/verify with a file checked: ${totalGzip} bytes by gzip`);
  expect(totalGzip).toBeGreaterThan(loaded.gzip);
  expect(totalGzip).toBeLessThanOrEqual(PAGE_LIMIT);
});

test('the tablet page loads at most 100 KB of script and style', async ({ visitors }) => {
  const tablet = await visitors.phone();
  const loaded = await measureLoad(tablet, async () => {
    await tablet.goto('/device/activate');
    await expect(tablet.getByRole('button', { name: 'Chiedi l’attivazione' })).toBeVisible();
  });
  expectWithin('/device/activate', loaded, SIGNER_LIMIT);
});

/** A user's staff session, for a browser with an empty cache. */
async function sessionOf(visitors: Visitors, login: string) {
  const page = await visitors.desk();
  await signIn(page, login);
  const session = await page.context().storageState();
  await page.context().close();
  return session;
}

async function loadDashboard(visitors: Visitors, storageState: Awaited<ReturnType<typeof sessionOf>>): Promise<Loaded> {
  const fresh = await visitors.desk({ storageState });
  return measureLoad(fresh, async () => {
    await fresh.goto('/dashboard');
    await expect(fresh.getByRole('table', { name: 'Documenti da completare' })).toBeVisible();
    await expect(fresh.getByText(/cartell[ae] apert[ae]$/)).toHaveCount(4);
  });
}

test('the dashboard loads at most 260 KB of script and style', async ({ visitors }) => {
  expectWithin('dashboard', await loadDashboard(visitors, await sessionOf(visitors, 'dealer')), DASHBOARD_LIMIT);
});

test('every other page loads at most 60 KB more', async ({ visitors }) => {
  test.slow();
  const sessions = { dealer: await sessionOf(visitors, 'dealer'), admin: await sessionOf(visitors, 'admin') };
  const { known } = await readyPaper(1);
  for (const { path, login, heading } of everyPage(known)) {
    const fresh = await visitors.desk(login === null ? {} : { storageState: sessions[login] });
    const loaded = await measureLoad(fresh, async () => {
      await fresh.goto(path);
      await expect(fresh.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    });
    expectWithin(path, loaded, PAGE_LIMIT);
    await fresh.context().close();
  }
});

test('dialogs load little more', async ({ visitors }) => {
  test.slow();
  const sessions = { dealer: await sessionOf(visitors, 'dealer'), admin: await sessionOf(visitors, 'admin') };
  const { known } = await readyPaper(1);
  const over: [login: 'dealer' | 'admin', path: string, act?: (page: Page) => Promise<void>][] = [
    ['dealer', '/app/dossiers?new=true'],
    ['dealer', `/app/dossiers/${known.dossierId}?edit=true`],
    ['dealer', `/app/dossiers/${known.dossierId}?folder=true`],
    ['dealer', '/app/folders', (page) => page.getByRole('button', { name: 'Nuova cartella' }).click()],
    [
      'dealer',
      `/app/folders/${known.folderId}`,
      (page) => page.getByRole('button', { name: 'Nuovo documento' }).click(),
    ],
    [
      'dealer',
      `/app/documents/${known.documentId}`,
      (page) => page.getByRole('button', { name: 'Mostra il QR' }).click(),
    ],
    ['dealer', '/dashboard', (page) => page.keyboard.press('Control+k')],
    [
      'dealer',
      '/dashboard',
      (page) => page.getByRole('button', { name: 'Attività, notifiche e impostazioni' }).click(),
    ],
    ['admin', '/admin/users?user=new'],
    ['admin', '/admin/services?service=new'],
    ['admin', '/app/licenses?license=new'],
    ['admin', '/app/videos', (page) => page.getByRole('button', { name: 'Nuovo video' }).click()],
  ];
  for (const [login, path, act] of over) {
    const fresh = await visitors.desk({ storageState: sessions[login] });
    const loaded = await measureLoad(fresh, async () => {
      await fresh.goto(path);
      await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible();
      await act?.(fresh);
      await expect(fresh.getByRole('dialog')).toBeVisible();
    });
    expectWithin(`${path} and what opens over it`, loaded, FORM_LIMIT);
    await fresh.context().close();
  }
});

test('a folder with 10,000 documents renders at most 100 rows, and its last one is reachable', async ({ visitors }) => {
  const { known } = await readyPaper(1);
  const page = await visitors.desk();
  // The list requests all rows in one call: return 10,000 copies of the only row.
  await page.route('**/api/documents-ext/search*', async (route) => {
    const { size } = Object.fromEntries(new URL(route.request().url()).searchParams);
    if (size !== '10000') return route.continue();
    const [row] = (await (await route.fetch()).json()) as object[];
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      ...row,
      id: 1_000_001 + index,
      fileName: `preventivo ${String(index + 1).padStart(5, '0')}.pdf`,
    }));
    await route.fulfill({ json: rows, headers: { 'x-total-count': String(ROWS) } });
  });
  await signIn(page, 'dealer', `/app/folders/${known.folderId}`);
  const table = page.getByRole('table', { name: 'Documenti' });
  await expect(table.getByText('preventivo 00001.pdf')).toBeVisible();
  await expect(page.getByText('righe da 1 a 10 di 10.000')).toBeVisible();
  expect(await page.locator('tr').count()).toBeLessThanOrEqual(100);
  await page.getByRole('button', { name: 'Ultima pagina' }).click();
  await expect(table.getByText('preventivo 10000.pdf')).toBeVisible();
  expect(await page.locator('tr').count()).toBeLessThanOrEqual(100);
  await page.getByRole('searchbox', { name: 'Cerca nel nome o nel tipo' }).fill('preventivo');
  await expect(page.getByText('righe da 1 a 10 di 10.000')).toBeVisible();
  expect(await page.locator('tr').count()).toBeLessThanOrEqual(100);
});
