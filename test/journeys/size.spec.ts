/** What a browser really loads: script and style, compressed, of the signer's page and of the dashboard (issue 2). */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { atRest } from './inspection.ts';
import { startedPaper } from './office.ts';
import { signIn } from './portal-pages.ts';
import { expect, test } from './visitors.ts';

/** Bytes. */
const SIGNER_LIMIT = 100 * 1024;
const DASHBOARD_LIMIT = 260 * 1024;

interface Loaded {
  /** Bytes of all scripts and styles, each by gzip at level 9. */
  gzip: number;
  /** Bytes of the bodies as they travelled. */
  transferred: number;
  files: number;
}

/** Runs `visit` and adds up what scripts and styles the network brought. */
async function load(page: Page, visit: () => Promise<void>): Promise<Loaded> {
  const responses = new Map<string, Response>();
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (/javascript|text\/css/.test(type)) responses.set(response.url(), response);
  });
  await visit();
  await atRest(page);
  const sum: Loaded = { gzip: 0, transferred: 0, files: responses.size };
  for (const response of responses.values()) {
    sum.gzip += gzipSync(await response.body(), { level: 9 }).length;
    sum.transferred += (await response.request().sizes()).responseBodySize;
  }
  return sum;
}

function judge(name: string, { gzip, transferred, files }: Loaded, limit: number): void {
  const line = `${name}: ${gzip} bytes by gzip (${(gzip / 1024).toFixed(1)} of ${limit / 1024} KB), ${transferred} transferred, ${files} files`;
  console.log(line);
  test.info().annotations.push({ type: 'size', description: line });
  expect(files).toBeGreaterThan(0);
  expect(transferred, 'the server compresses').toBeLessThanOrEqual(gzip * 1.02);
  expect(gzip, line).toBeLessThanOrEqual(limit);
}

test('the page of the signer loads at most 100 KB of script and style before the PDF viewer', async ({ visitors }) => {
  const phone = await visitors.phone();
  const { known } = await startedPaper(2);
  const loaded = await load(phone, async () => {
    await phone.goto(known.link);
    await expect(phone.getByRole('button', { name: 'Leggi il documento' })).toBeVisible();
  });
  judge('signer', loaded, SIGNER_LIMIT);
});

test('the dashboard loads at most 260 KB of script and style', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  // A browser that was never here: nothing is cached, the session alone is taken along.
  const session = await page.context().storageState();
  const fresh = await visitors.desk({ storageState: session });
  const loaded = await load(fresh, async () => {
    await fresh.goto('/dashboard');
    await expect(fresh.getByRole('table', { name: 'Documenti da completare' })).toBeVisible();
    await expect(fresh.getByText(/cartell[ae] apert[ae]$/)).toHaveCount(4);
  });
  judge('dashboard', loaded, DASHBOARD_LIMIT);
});
