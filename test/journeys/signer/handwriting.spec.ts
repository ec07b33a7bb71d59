/** Signing by hand on a paired tablet, with a pen as the browser receives it, and the expert who opens the handwriting again. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expert } from '../../../src/cli/expert.ts';
import { withLanguage } from '../../../src/cli/terminal/language.ts';
import type { HandsInput } from '../../../src/contract/signing/handwriting.ts';
import { generatedDocument } from '../../papers/generated-papers.ts';
import { custodyParts } from '../../stages/test-custodian.ts';
import { inspectPage } from '../support/inspection.ts';
import { expect } from '../support/watched-browsers.ts';
import { newTabletBrowser, openPairedTablet } from './device-office.ts';
import { codeField, documentPages, readToTheEnd, sign as signWithCode } from './signer-pages.ts';
import { type TabletOffice, test } from './tablet-office.ts';

const HANDWRITING = 'Firma a mano';

/** Draws two strokes of loops inside the box, by a pen with pressure. */
async function drawSignature(page: Page, box: Locator, steps = 40): Promise<void> {
  await box.scrollIntoViewIfNeeded();
  const place = await box.boundingBox();
  if (place === null) throw new Error('No signature box');
  const client = await page.context().newCDPSession(page);
  const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number, force: number) =>
    client.send('Input.dispatchMouseEvent', {
      ...{ type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1, pointerType: 'pen' },
      ...{ force, tiltX: 20, tiltY: -10 },
    });
  for (const [from, width] of [
    [0.2, 0.3],
    [0.6, 0.15],
  ] as const) {
    const at = (part: number) => {
      const turn = part * 6 * Math.PI;
      return [
        place.x + place.width * (from + part * width) + 14 * Math.sin(turn),
        place.y + place.height * 0.5 + 40 * Math.cos(turn) * (1 - 0.4 * part),
      ] as const;
    };
    await pen('mousePressed', ...at(0), 0.2);
    for (let n = 1; n <= steps; n += 1) {
      await pen('mouseMoved', ...at(n / steps), 0.2 + 0.6 * Math.sin((Math.PI * n) / (steps + 1)));
    }
    await pen('mouseReleased', ...at(1), 0);
  }
  await client.detach();
}

const boxOf = (page: Page): Locator => page.getByRole('img', { name: /^Riquadro per la firma: / });
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

/** A document that waits on a separate tablet, opened there and read. */
async function readOnTablet(
  office: TabletOffice,
  tablet: Page,
  change: Parameters<TabletOffice['api']['newReadyDocument']>[0] = {},
): Promise<{ id: number; phone: string }> {
  const tabletId = await openPairedTablet(office, tablet, 'Banco della firma');
  const { id, phone } = await office.api.newReadyDocument({ sigType: 'GRAPHOMETRIC', ...change });
  await office.api.bodyOf(office.api.post('dealer', `/api/documents/${id}/tablet-queue`, { tabletId }));
  await tablet.getByRole('button', { name: /^Apri: / }).click();
  await tablet.getByRole('button', { name: 'Leggi il documento' }).click();
  await expect(documentPages(tablet)).toBeVisible();
  await readToTheEnd(tablet);
  await button(tablet, 'Conferma i punti').click();
  for (const point of await tablet.getByRole('checkbox').all()) await point.check();
  return { id, phone };
}

/** The picture of a page with its marked signature field. */
const pageOf = (page: Page): Locator =>
  page.getByRole('img', { name: /^Pagina \d+ di \d+, con il posto della firma / });
/** CSS gives it a dashed edge; it has no text. */
const markOf = (sheet: Locator): Locator => sheet.locator('.place-mark');

/** The customer's signature fields as the server placed them: page, and left, bottom, right, top in points. */
const placesOf = (office: TabletOffice, documentId: number) =>
  office.api.test.world.database.read
    .selectFrom('signature_point')
    .innerJoin('signer', 'signer.id', 'signature_point.signer_id')
    .select(['signature_point.page', 'signature_point.box', 'signature_point.label'])
    .where('signature_point.document_id', '=', documentId)
    .where('signer.role', '=', 'customer')
    .orderBy('signature_point.position')
    .execute();

/** Size of all documents here, in points. */
const [PAPER_WIDTH, PAPER_HEIGHT] = [595.28, 841.89];

/** Expects the page of this field to be drawn, with the mark where the signature will be, fully visible. */
async function expectPlace(page: Page, place: Awaited<ReturnType<typeof placesOf>>[number] | undefined): Promise<void> {
  const [left = 0, bottom = 0, right = 0, top = 0] = place?.box ?? [];
  const sheet = pageOf(page);
  await expect(sheet).toHaveAccessibleName(new RegExp(`^Pagina ${place?.page} di \\d+, con il posto della firma `));
  expect((await sheet.getAttribute('aria-label'))?.endsWith(`: ${place?.label}`)).toBe(true);
  await expect(sheet.locator('canvas')).toHaveCount(1);
  await markOf(sheet).scrollIntoViewIfNeeded();
  await expect(markOf(sheet)).toBeInViewport({ ratio: 0.95 });
  const markPosition = await sheet.evaluate((paper) => {
    const of = paper.getBoundingClientRect();
    const at = paper.querySelector('.place-mark')?.getBoundingClientRect() ?? new DOMRect();
    const parts = [at.left - of.left, at.right - of.left].map((x) => x / of.width);
    return [...parts, ...[at.top - of.top, at.bottom - of.top].map((y) => y / of.height)];
  });
  const expectedPosition = [left / PAPER_WIDTH, right / PAPER_WIDTH, 1 - top / PAPER_HEIGHT, 1 - bottom / PAPER_HEIGHT];
  for (const [index, part] of expectedPosition.entries()) expect(markPosition[index]).toBeCloseTo(part, 2);
}

/** True if the picture shows any ink. */
const isPrinted = (page: Page): Promise<boolean> =>
  pageOf(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy?.drawImage(canvas, 0, 0);
      const { data = [] } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      return [...data].filter((channel) => channel < 128).length > 1000;
    });

async function signedFile(office: TabletOffice, id: number): Promise<Buffer> {
  await office.api.test.world.jobs.drain();
  const { signedDocumentId } = await office.api.bodyOf(office.api.get('dealer', `/api/documents/${id}`));
  return (await office.api.get('dealer', `/api/signed-documents/${signedDocumentId}/download`)).rawPayload;
}

async function opened(office: TabletOffice, id: number): Promise<{ status: number; said: string; files: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'perizia-'));
  try {
    const [file, out] = [join(folder, 'firmato.pdf'), join(folder, 'perizia')];
    await writeFile(file, await signedFile(office, id));
    let printed = '';
    const collect = (text: string) => {
      printed += `${text}\n`;
    };
    const parts = custodyParts.slice(1).flatMap((part) => ['--part', part]);
    const anchors = join(office.api.test.folder, 'keys', 'anchors.pem');
    const args = [file, ...parts, '--anchors', anchors, '--out', out];
    const status = await withLanguage('it', () => expert(args, { out: collect, err: collect }));
    return { status, said: printed, files: status === 0 ? await readFile(join(out, 'verbale.txt'), 'utf8') : '' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a customer signs by hand on a tablet, despite a network outage, and the expert opens the handwriting', {
  tag: '@gate',
}, async ({ visitors, office }) => {
  const tablet = await newTabletBrowser(visitors);
  const { id } = await readOnTablet(office, tablet);
  await button(tablet, HANDWRITING).click();
  await expect(tablet.getByRole('heading', { name: HANDWRITING, level: 1 })).toBeVisible();
  const agree = tablet.getByRole('checkbox', { name: 'Acconsento' });
  await expect(agree).not.toBeChecked();
  // The page is drawn before the pad accepts a pen: drawing it must not slow the pen.
  const [place] = await placesOf(office, id);
  await expectPlace(tablet, place);
  expect(await isPrinted(tablet)).toBe(true);
  // The styles loaded with this step leave the page unchanged: none of the portal's, whose text is smaller.
  expect(await tablet.locator('body').evaluate((body) => getComputedStyle(body).fontSize)).toBe('17px');
  await inspectPage(tablet, 'signer: by hand');

  // Without consent no handwriting is captured.
  await drawSignature(tablet, boxOf(tablet));
  await button(tablet, 'Conferma questa firma').press('Enter');
  await expect(tablet.getByRole('alert')).toContainText('spunta «Acconsento»');
  await agree.check();
  await expectPlace(tablet, place);
  await inspectPage(tablet, 'signer: by hand, with consent');
  await button(tablet, 'Conferma questa firma').click();
  await expect(tablet.getByRole('alert')).toContainText('Il riquadro è vuoto');

  await drawSignature(tablet, boxOf(tablet), 4);
  await button(tablet, 'Conferma questa firma').click();
  await expect(tablet.getByRole('alert')).toContainText('La firma è troppo breve');
  await button(tablet, 'Cancella').click();
  const emptyBoxNotice = tablet.getByRole('status').filter({ hasText: 'Il riquadro è vuoto.' });
  await expect(emptyBoxNotice).toHaveCount(1);
  await drawSignature(tablet, boxOf(tablet));
  await expect(emptyBoxNotice).toHaveCount(0);
  await button(tablet, 'Conferma questa firma').click();
  await expect(tablet.getByRole('img', { name: /^La tua firma: / })).toBeVisible();
  await expect(boxOf(tablet)).toHaveCount(0);
  await inspectPage(tablet, 'signer: by hand, ready');
  await tablet.getByRole('button', { name: /^Ripeti la firma: / }).click();
  await drawSignature(tablet, boxOf(tablet));
  await button(tablet, 'Conferma questa firma').click();

  visitors.watch.expectRefusal(0, /\/handwriting$/);
  await tablet.route('**/handwriting', (route) => route.abort());
  await button(tablet, 'Firma il documento').click();
  await expect(tablet.getByRole('alert')).toContainText('La connessione si è interrotta');
  await expect(tablet.getByRole('img', { name: /^La tua firma: / })).toBeVisible();
  await tablet.unroute('**/handwriting');
  await button(tablet, 'Riprova a inviare').click();
  await expect(tablet.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();

  const { status, said, files } = await opened(office, id);
  expect(status, said).toBe(0);
  expect(said).toContain('LEGATA AL DOCUMENTO E ALLA FIRMA');
  const trail = await office.api.bodyOf(office.api.get('dealer', `/api/documents/${id}/events`));
  const captured = trail.find(({ type }: { type: string }) => type === 'bio.captured');
  expect(captured.detail).toContain('penna');
  const sha256 = /SHA-256 ([0-9a-f]{16})…/.exec(captured.detail)?.[1] ?? '?';
  expect(files).toContain(sha256);
  const validation = await office.api.bodyOf(office.api.get('dealer', `/api/documents/${id}/validation`));
  expect(validation.intact).toBe(true);
});

/** The pen's data as visible to the page: the force of each point, in digits that occur nowhere by chance. */
async function recordPenForces(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const forces: string[] = [];
    Object.assign(window, { forces });
    for (const type of ['pointerdown', 'pointermove', 'pointerrawupdate']) {
      const note = (event: Event) => forces.push(String((event as PointerEvent).pressure));
      window.addEventListener(type, note, { capture: true });
    }
  });
  return async () => {
    const forces = await page.evaluate(() => (window as unknown as { forces: string[] }).forces);
    return [...new Set(forces)].filter((force) => force.length > 9).map((one) => one.slice(0, 9));
  };
}

/** Everything that the browser stores for the page. */
const storedByBrowser = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const kept = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href].map(
      (value) => JSON.stringify(value),
    );
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames) {
        const asking = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          asking.onsuccess = resolve;
        });
        kept.push(name, store, JSON.stringify(asking.result));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        kept.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    return kept.join('\n');
  });

test('only the encrypted handwriting and its picture are sent, and the browser keeps nothing', async ({
  visitors,
  office,
}) => {
  const tablet = await newTabletBrowser(visitors);
  const forcesOf = await recordPenForces(tablet);
  const sent: { path: string; text: string; body: string }[] = [];
  tablet.context().on('request', (request) => {
    const body = request.postDataBuffer()?.toString('latin1') ?? '';
    const text = `${request.url()} ${JSON.stringify(request.headers())} ${body}`;
    sent.push({ path: new URL(request.url()).pathname, text, body });
  });
  await readOnTablet(office, tablet);
  await button(tablet, HANDWRITING).click();
  await tablet.getByRole('checkbox', { name: 'Acconsento' }).check();
  await drawSignature(tablet, boxOf(tablet));
  await button(tablet, 'Conferma questa firma').click();
  await expect(tablet.getByRole('img', { name: /^La tua firma: / })).toBeVisible();
  const forces = await forcesOf();
  expect(forces.length).toBeGreaterThan(20);
  const leaked = (text: string): string[] => forces.filter((force) => text.includes(force));
  expect(leaked(await storedByBrowser(tablet))).toEqual([]);
  await button(tablet, 'Firma il documento').click();
  await expect(tablet.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  expect(leaked(await storedByBrowser(tablet))).toEqual([]);
  expect(sent.filter(({ text }) => leaked(text).length > 0).map(({ path }) => path)).toEqual([]);

  const handed = sent.filter(({ path, body }) => path.endsWith('/handwriting') && body !== '');
  expect(handed).toHaveLength(1);
  const body = JSON.parse(handed[0]?.body ?? '') as HandsInput;
  expect(Object.keys(body).sort()).toEqual(['consentSha256', 'hands', 'points', 'seen', 'shown']);
  for (const hand of body.hands) {
    expect(Object.keys(hand).sort()).toEqual(['drawing', 'envelope', 'point', 'pointer']);
    // A drawing has positions, but neither force nor time.
    expect(hand.drawing.lines.flat().every((point) => point.length === 2)).toBe(true);
    expect(Buffer.from(hand.envelope, 'base64').subarray(0, 2)).toEqual(Buffer.from([0x30, 0x82]));
  }
});

test('the same screen offers the code, and a reload discards the handwriting', async ({ visitors, office }) => {
  const tablet = await newTabletBrowser(visitors);
  const { id, phone } = await readOnTablet(office, tablet);
  await button(tablet, HANDWRITING).click();
  await tablet.getByRole('checkbox', { name: 'Acconsento' }).check();
  await drawSignature(tablet, boxOf(tablet));
  await button(tablet, 'Conferma questa firma').click();
  await expect(tablet.getByRole('img', { name: /^La tua firma: / })).toBeVisible();
  await tablet.reload();
  await expect(tablet.getByRole('checkbox', { name: 'Acconsento' })).not.toBeChecked();
  await expect(tablet.getByRole('img', { name: /^La tua firma: / })).toHaveCount(0);
  await button(tablet, 'Firma con un codice').click();
  await expect(codeField(tablet)).toBeVisible();
  await signWithCode(tablet, await office.api.code(phone));
  await expect(tablet.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  expect((await opened(office, id)).status).toBe(4);
  const trail: { type: string }[] = await office.api.bodyOf(office.api.get('dealer', `/api/documents/${id}/events`));
  expect(trail.filter(({ type }) => type === 'method.chosen')).toHaveLength(1);
});

/** True if it is completely in the window, above the action bar. */
async function isAboveActionBar(page: Page, what: Locator): Promise<boolean> {
  const [place, bar] = [await what.boundingBox(), await page.getByRole('region', { name: 'Azioni' }).boundingBox()];
  return place !== null && bar !== null && place.y >= 0 && place.y + place.height <= bar.y;
}

test('the page is next to the signature box on a tablet and above it on a phone, and follows the current field', async ({
  visitors,
  office,
}) => {
  const tablet = await newTabletBrowser(visitors);
  const paper = generatedDocument('LOAN_TEST_PRODUCT', { sigType: 'GRAPHOMETRIC' });
  const { id } = await readOnTablet(office, tablet, paper);
  await button(tablet, HANDWRITING).click();
  const places = await placesOf(office, id);
  expect(places.length).toBeGreaterThan(1);
  await tablet.getByRole('checkbox', { name: 'Acconsento' }).check();
  for (const viewport of [
    { width: 1180, height: 820 },
    { width: 1024, height: 768 },
    { width: 1440, height: 900 },
  ]) {
    await tablet.setViewportSize(viewport);
    await expectPlace(tablet, places[0]);
    const [beside, pad] = [await markOf(pageOf(tablet)).boundingBox(), await boxOf(tablet).boundingBox()];
    expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThan(pad?.x ?? 0);
    await tablet.evaluate(() => window.scrollTo(0, 0));
    expect(await isAboveActionBar(tablet, markOf(pageOf(tablet))), `the place at ${viewport.width} px`).toBe(true);
    expect(await isAboveActionBar(tablet, boxOf(tablet)), `the box at ${viewport.width} px`).toBe(true);
  }
  await tablet.setViewportSize({ width: 390, height: 844 });
  await expectPlace(tablet, places[0]);
  await tablet.getByRole('region', { name: 'Dove va la firma' }).evaluate((strip) => strip.scrollIntoView());
  expect(await isAboveActionBar(tablet, markOf(pageOf(tablet)))).toBe(true);
  expect(await isAboveActionBar(tablet, boxOf(tablet))).toBe(true);

  const confirmDialog = tablet.getByRole('dialog');
  await button(tablet, 'Rileggi il documento').click();
  await expect(confirmDialog.locator(`[data-page="${places[0]?.page}"] canvas`)).toBeVisible();
  await expect(confirmDialog.locator('.place-mark')).toBeInViewport();
  await inspectPage(tablet, 'signer: by hand, the document again');
  await confirmDialog.getByRole('button', { name: 'Torna alla firma' }).click();
  await expect(confirmDialog).toHaveCount(0);

  for (const place of places) {
    await expectPlace(tablet, place);
    await drawSignature(tablet, boxOf(tablet));
    // The document covers the box for a while; the handwriting is kept.
    await button(tablet, 'Rileggi il documento').click();
    await expect(confirmDialog).toBeVisible();
    await tablet.keyboard.press('Escape');
    await expect(confirmDialog).toHaveCount(0);
    await expect(button(tablet, 'Rileggi il documento')).toBeFocused();
    await button(tablet, 'Conferma questa firma').click();
    await expect(tablet.getByRole('img', { name: `La tua firma: ${place.label}` })).toBeVisible();
  }
  await button(tablet, 'Firma il documento').click();
  await expect(tablet.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
});

test('signing works before the page has loaded, and the page appears when the network is back', async ({
  visitors,
  office,
}) => {
  const tablet = await newTabletBrowser(visitors);
  const { id } = await readOnTablet(office, tablet);
  await button(tablet, HANDWRITING).click();
  await expect(pageOf(tablet)).toBeVisible();
  visitors.watch.expectRefusal(0, /\/document$/);
  await tablet.route('**/document?id=*', (route) => route.abort());
  await tablet.reload();
  const without = tablet.getByText('La pagina qui non si vede. Puoi firmare lo stesso.');
  await expect(without).toBeVisible();
  await expect(tablet.getByRole('alert')).toHaveCount(0);
  await tablet.getByRole('checkbox', { name: 'Acconsento' }).check();
  await inspectPage(tablet, 'signer: by hand, without the page');
  await drawSignature(tablet, boxOf(tablet));
  await button(tablet, 'Conferma questa firma').click();
  await expect(tablet.getByRole('img', { name: /^La tua firma: / })).toBeVisible();
  await expect(without).toBeVisible();

  await tablet.unroute('**/document?id=*');
  await button(tablet, 'Riprova a mostrarla').click();
  const [place] = await placesOf(office, id);
  await expectPlace(tablet, place);
  await button(tablet, 'Firma il documento').click();
  await expect(tablet.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
});

test('other devices show where to sign by hand, and offer the code', async ({ visitors, office }) => {
  const tablet = await newTabletBrowser(visitors);
  await openPairedTablet(office, tablet, 'Banco di casa');
  const { id } = await office.api.newReadyDocument({ sigType: 'GRAPHOMETRIC' });
  const path = await office.api.startSigning(id);
  const phone = await visitors.phone();
  await phone.goto(path.replace('/api', ''));
  await phone.getByRole('button', { name: 'Leggi il documento' }).click();
  await readToTheEnd(phone);
  await button(phone, 'Conferma i punti').click();
  for (const point of await phone.getByRole('checkbox').all()) await point.check();
  await expect(phone.getByText('si può firmare a mano sul tablet della concessionaria')).toBeVisible();
  await expect(button(phone, HANDWRITING)).toHaveCount(0);
  await expect(button(phone, 'Ricevi il codice')).toBeVisible();
  await inspectPage(phone, 'signer: by hand elsewhere');
});
