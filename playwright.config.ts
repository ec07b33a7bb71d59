/** Browser journeys: the real server in demo mode, used through Chromium. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { USUAL_BROWSER } from './test/journeys/support/browser.ts';

const folder = join(import.meta.dirname, 'test/journeys');

/** The crawl inspects every state of every page and dialog (inspection.ts); it is a separate part. */
const isCrawl = (name: string): boolean => name.startsWith('crawl-');

/** Each file of journeys is a project with its own process, server and data folder, so that files do not affect each other. */
const projects = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => basename(path))
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => ({ name: name.replace('.spec.ts', ''), testMatch: `**/${name}` }))
  .filter(
    ({ name }) =>
      process.env.FASCICOLO_JOURNEYS === undefined || isCrawl(name) === (process.env.FASCICOLO_JOURNEYS === 'crawl'),
  );

export default defineConfig({
  testDir: folder,
  outputDir: 'test-results/journeys',
  globalSetup: './test/journeys/support/seed.ts',
  projects,
  fullyParallel: false,
  forbidOnly: true,
  // A run passes with a few flaky tests only (scripts/test-results.mjs), and lists each of them (record 0029).
  retries: 2,
  // One more than there are processors: a journey mostly waits for its server or its browser.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1440, height: 900 },
    // No animations unless a test is about them: colours are final immediately, and clicks hit elements that do not move.
    contextOptions: { reducedMotion: 'reduce' },
    // Actions and requests only: screenshots and snapshots would take longer than the journeys.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: USUAL_BROWSER,
  },
});
