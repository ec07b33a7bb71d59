/**
 * `npm run bench -- web`: Lighthouse performance, time to the first rows and scrolling on a slow machine, compared with
 * a floor of the same run; first rows and pages on slow networks.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { AuditedBrowser } from '../../test/lighthouse.ts';
import { makePaper } from '../../test/papers/paper.ts';
import { startServer } from '../../test/hosts/server-process.ts';
import { Interrupted, Story } from '../../test/stages/http-story.ts';

const ROUNDS = 5;
/** Assumed slowdown of a cheap machine relative to this one. */
const SLOWDOWN = 4;
const PAGES = 300;
/** Chrome's own presets: bits per second in both directions, and latency of every request in ms. */
const NETWORKS = [
  { label: 'slow 3G', bits: 400_000, latency: 2_000 },
  { label: 'fast 3G', bits: 1_440_000, latency: 562.5 },
] as const;
const NETWORK_ROUNDS = 3;
/** Pages of the document opened there. */
const NETWORK_PAGES = 3;
const NETWORK_WAIT_MS = 120_000;
/** The scrolling part of a document's page. */
const VIEWER = '[aria-label="Pagine del documento"]';
/** A drawn page in it. */
const DRAWN = `${VIEWER} canvas`;
/** Wheel events of one scroll, and pixels of each. */
const TURNS = 60;
const TURN_PX = 240;

const aims = [
  { label: 'signer, mobile', form: 'mobile', aim: 90, page: 'signer' },
  { label: 'dashboard, desktop', form: 'desktop', aim: 95, page: 'dashboard' },
  { label: 'dashboard, mobile', form: 'mobile', aim: 75, page: 'dashboard' },
] as const;

const median = (values: readonly number[]): number => share(values, 0.5);
function share(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

/** Milliseconds from navigation until the selector is visible. */
async function timeTo(page: Page, url: string, selector: string): Promise<number> {
  const began = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor({ timeout: NETWORK_WAIT_MS });
  return performance.now() - began;
}

/** Milliseconds between frames while scrolling over `selector`. */
async function framesOf(page: Page, selector: string): Promise<number[]> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const next = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    Object.assign(globalThis, { benchFrames: frames });
  });
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, TURN_PX);
  return page.evaluate(() => (globalThis as unknown as { benchFrames: number[] }).benchFrames.slice(1));
}

const slowed = (session: CDPSession, rate: number): Promise<unknown> =>
  session.send('Emulation.setCPUThrottlingRate', { rate });

/** A document with a started signing session, over HTTP. */
async function started(address: string, pages: number, unique: number): Promise<Story> {
  const story = new Story(address, await makePaper({ pages }), unique);
  await story.signIn();
  await story.create();
  await story.start();
  for (;;) {
    try {
      await story.receiveLink();
      return story;
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      await pause(50);
    }
  }
}

/**
 * @param args `networks` measures only the slow networks.
 * @returns the exit code: always 0; the reader compares the figures with the targets printed next to them.
 */
export async function benchWeb(args: readonly string[] = []): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const server = await startServer(folder);
  const browser = await AuditedBrowser.open();
  try {
    const story = await started(server.address, PAGES, 1);
    const signerPath = new URL(story.known.link ?? '').pathname;
    const { known: short } = await started(server.address, NETWORK_PAGES, 2);
    await browser.enter(server.address, 'dealer');
    const session = await browser.context.newCDPSession(browser.page);
    if (!args.includes('networks')) {
      await lighthouseScores(browser, server.address, signerPath);
      await firstRows(browser.page, session, server.address);
      await scrolling(browser.page, session, `${server.address}/app/documents/${story.known.documentId}`);
    }
    await slowNetworks(browser.page, session, [
      { label: 'dashboard, rows', url: `${server.address}/dashboard`, selector: 'tbody tr' },
      {
        label: 'document, first page',
        url: `${server.address}/app/documents/${short.documentId}`,
        selector: DRAWN,
      },
      // The heading is part of the static HTML: only a button proves that the program has loaded.
      { label: 'signer, first page', url: short.link ?? '', selector: 'role=button[name="Leggi il documento"]' },
    ]);
    return 0;
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function lighthouseScores(browser: AuditedBrowser, address: string, signerPath: string): Promise<void> {
  console.log('Lighthouse, performance of 100 (three runs each)');
  for (const { label, form, aim, page } of aims) {
    const path = page === 'signer' ? signerPath : `/${page}`;
    const scores: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      scores.push((await browser.audit(address + path, form, ['performance'])).scores.performance ?? 0);
    }
    console.log(`  ${label.padEnd(24)} median ${median(scores)}, best ${Math.max(...scores)} (aim ${aim})`);
  }
}

async function firstRows(page: Page, session: CDPSession, address: string): Promise<void> {
  const places = [
    { label: 'floor: an error page', path: '/error/error-v1', selector: 'h1' },
    { label: 'dashboard', path: '/dashboard', selector: 'tbody tr' },
    { label: 'customers', path: '/app/dossiers', selector: 'tbody tr' },
    { label: 'folders', path: '/app/folders', selector: 'tbody tr' },
  ];
  console.log(`\nFrom the call to the first rows, ms (processor slowed down ${SLOWDOWN} times)`);
  await slowed(session, SLOWDOWN);
  const frameTimes = new Map<string, number[]>();
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { label, path, selector } of places) {
      const ms = await timeTo(page, address + path, selector);
      if (round >= 0) frameTimes.set(label, [...(frameTimes.get(label) ?? []), ms]);
    }
  }
  await slowed(session, 1);
  const floor = median(frameTimes.get('floor: an error page') ?? []);
  for (const [label, values] of frameTimes) {
    const times = (median(values) / floor).toFixed(2);
    console.log(`  ${label.padEnd(24)} median ${median(values).toFixed(0)}, × floor ${times}`);
  }
}

async function scrolling(page: Page, session: CDPSession, url: string): Promise<void> {
  await timeTo(page, url, DRAWN);
  await slowed(session, SLOWDOWN);
  const frames = await framesOf(page, VIEWER);
  await slowed(session, 1);
  const canvases = await page.locator(DRAWN).count();
  console.log(
    `\nScrolling ${PAGES} pages, ms between frames (processor slowed down ${SLOWDOWN} times): ` +
      `p50 ${median(frames).toFixed(0)}, p95 ${share(frames, 0.95).toFixed(0)}, longest ${Math.max(...frames).toFixed(0)}; ` +
      `${canvases} pages drawn at the end`,
  );
}

/** A first visit with an empty cache. */
async function slowNetworks(
  page: Page,
  session: CDPSession,
  places: readonly { label: string; url: string; selector: string }[],
): Promise<void> {
  console.log(
    `\nFrom the call to the first rows or page with nothing cached, s (processor slowed down ${SLOWDOWN} times)`,
  );
  await session.send('Network.enable');
  await slowed(session, SLOWDOWN);
  for (const { label: network, bits, latency } of NETWORKS) {
    await overNetwork(session, bits / 8, latency);
    for (const { label, url, selector } of places) {
      const durations: number[] = [];
      for (let round = 0; round < NETWORK_ROUNDS; round += 1) {
        await page.goto('about:blank');
        await session.send('Network.clearBrowserCache');
        durations.push(await timeTo(page, url, selector));
      }
      console.log(`  ${`${network}: ${label}`.padEnd(32)} median ${(median(durations) / 1000).toFixed(1)}`);
    }
  }
  await overNetwork(session, -1, 0);
  await slowed(session, 1);
}

/** @param bytes per second in both directions, -1 for no limit. @param latency ms. */
const overNetwork = (session: CDPSession, bytes: number, latency: number): Promise<unknown> =>
  session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
