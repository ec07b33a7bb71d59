/** The replay written by the expert's command: one file, no network, in both themes and on a phone. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { makeHandwrittenPaper } from '../../attacks/files/handwritten-paper.ts';
import { axeFindings, REDUCED_MOTION, widthOf } from '../support/inspection.ts';

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
  const paper = await makeHandwrittenPaper();
  const pem = (label: string, der: Uint8Array): string =>
    `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;
  await writeFile(join(folder, 'custode.pem'), pem('PRIVATE KEY', paper.custodian.privateKey));
  await writeFile(join(folder, 'anchors.pem'), pem('CERTIFICATE', paper.authority.root.certificate));
  await writeFile(join(folder, 'proposta.pdf'), paper.revisions[3]);
  const files = [
    ...[join(folder, 'proposta.pdf'), '--key', join(folder, 'custode.pem'), '--out', join(folder, 'perizia')],
    ...['--anchors', join(folder, 'anchors.pem')],
  ];
  await promisify(execFile)(process.execPath, ['src/cli/main.ts', 'expert', ...files]);
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const browserErrors: string[] = [];
test.beforeEach(async ({ page }) => {
  browserErrors.length = 0;
  page.on('console', (message) => browserErrors.push(message.text()));
  page.on('pageerror', (error) => browserErrors.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) browserErrors.push(request.url());
  });
  await page.goto(pathToFileURL(join(folder, 'perizia', '01-Firma1.html')).href);
});
test.afterEach(() => expect(browserErrors).toEqual([]));

/**
 * How many pixels of the pad are painted, optionally only in the colour of points; counted on a copy, because the
 * browser warns about canvases that are read repeatedly.
 */
const paintedPixels = (page: Page, points = false): Promise<number> =>
  page.locator('#pad').evaluate((pad: HTMLCanvasElement, orange) => {
    const copy = new OffscreenCanvas(pad.width, pad.height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(pad, 0, 0);
    const { data } = copy?.getImageData(0, 0, pad.width, pad.height) ?? { data: [] };
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) > 128 && (!orange || (data[at] ?? 0) > 200)) count += 1;
    }
    return count;
  }, points);

test('a signature is shown complete and replayed at its original speed', { tag: '@gate' }, async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Grafia di Ginevra Provetti' })).toBeVisible();
  await expect(page.getByText('Legata al documento e alla firma')).toBeVisible();
  await expect(page.getByText('1,44 s di 1,44 s')).toBeVisible();
  const allPixels = await paintedPixels(page);
  expect(allPixels).toBeGreaterThan(1000);

  const time = page.getByRole('slider', { name: 'Istante della firma' });
  await time.fill('400');
  await expect(page.getByText('0,40 s di 1,44 s')).toBeVisible();
  await expect(time).toHaveAttribute('aria-valuetext', '0,40 s di 1,44 s');
  const early = await paintedPixels(page);
  expect(early).toBeLessThan(allPixels);

  await page.getByRole('button', { name: 'Riproduci' }).press('Enter');
  // It lasts a while and can be stopped meanwhile.
  await expect(page.getByRole('button', { name: 'Pausa' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Riproduci' })).toBeVisible();
  await expect(page.getByText('1,44 s di 1,44 s')).toBeVisible();
  expect(await paintedPixels(page)).toBe(allPixels);
});

test('every control is reachable by keyboard', async ({ page }) => {
  const order = ['Riproduci', 'Istante della firma', 'reale', 'Mostra i punti rilevati'];
  for (const name of order) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  expect(await paintedPixels(page, true)).toBe(0);
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: 'Mostra i punti rilevati' })).toBeChecked();
  expect(await paintedPixels(page, true)).toBeGreaterThan(300);
});

test('the replay is accessible in both themes and does not scroll sideways', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ ...REDUCED_MOTION, colorScheme });
    expect(await axeFindings(page)).toEqual([]);
  }
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
  }
});
