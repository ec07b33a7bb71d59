/** Journeys: the real server in demo mode on a fresh folder, and Chromium as the people who use it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
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

const port = await once('FASCICOLO_JOURNEYS_PORT', async () => String(await freePort()));
const folder = await once('FASCICOLO_JOURNEYS_DATA', freshFolder);
const address = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results/journeys',
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: address,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" src/main.ts`,
    url: `${address}/health`,
    reuseExistingServer: false,
    timeout: 120_000,
    stdout: 'pipe',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: port,
      DATA_DIR: folder,
      PUBLIC_URL: address,
      LOG_LEVEL: 'warn',
      DEALER_PORTAL_URL: 'https://dealer-portal.example',
    },
  },
});
