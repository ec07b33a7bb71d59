/** Journeys: the real server in demo mode on a fresh folder, and Chromium as the people who use it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { USUAL_BROWSER } from './test/journeys/browser.ts';
import { freePort } from './test/server-process.ts';

/** Playwright reads this file again in each worker process: what is chosen once is handed on by the environment. */
async function once(name: string, choose: () => string | Promise<string>): Promise<string> {
  const value = process.env[name] ?? (await choose());
  process.env[name] = value;
  return value;
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fascicolo-journeys-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** Two browsers side by side, each with a server and data of its own: what one does is nothing to the other. */
const SIDES = [0, 1] as const;
const sides: { port: string; folder: string; address: string }[] = [];
for (const side of SIDES) {
  const port = await once(`FASCICOLO_JOURNEYS_PORT_${side}`, async () => String(await freePort()));
  const folder = await once(`FASCICOLO_JOURNEYS_DATA_${side}`, freshFolder);
  sides.push({ port, folder, address: `http://127.0.0.1:${port}` });
}
const mine = sides[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? sides[0];
process.env.FASCICOLO_JOURNEYS_PORT = mine?.port;
process.env.FASCICOLO_JOURNEYS_DATA = mine?.folder;

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results/journeys',
  fullyParallel: false,
  forbidOnly: true,
  // Few in a run (scripts/test-results.mjs), and each is named, to be mended (record 0029).
  retries: 2,
  workers: SIDES.length,
  projects: [
    { name: 'journeys', testIgnore: /crawl-/ },
    // Every state of every page and dialog, looked at (inspection.ts).
    { name: 'crawl', testMatch: /crawl-/ },
  ],
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: mine?.address,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1440, height: 900 },
    // What was done and asked, without a film of it: that would cost more than the journeys themselves.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: USUAL_BROWSER,
  },
  webServer: sides.map(({ port, folder, address }) => ({
    command: `"${process.execPath}" src/main.ts`,
    url: `${address}/health`,
    reuseExistingServer: false,
    timeout: 120_000,
    stdout: 'pipe' as const,
    stderr: 'pipe' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      PORT: port,
      DATA_DIR: folder,
      PUBLIC_URL: address,
      LOG_LEVEL: 'warn',
    },
  })),
});
