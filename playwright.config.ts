/** Journeys: the real server in demo mode, and Chromium as the people who use it. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { USUAL_BROWSER } from './test/journeys/support/browser.ts';

const folder = join(import.meta.dirname, 'test/journeys');

/** Every state of every page and dialog, looked at (inspection.ts): a part of its own. */
const isCrawl = (name: string): boolean => name.startsWith('crawl-');

/** A file of journeys is a project: a process, a server and a folder of its own, and what it does is nothing to the others. */
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
  // Few in a run (scripts/test-results.mjs), and each is named, to be mended (record 0029).
  retries: 2,
  // One more than there are processors: a journey waits for its server, its browser and what it looks at in turn.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1440, height: 900 },
    // Nothing moves unless a test is about what moves: colours are judged at once, presses find what stands still.
    contextOptions: { reducedMotion: 'reduce' },
    // What was done and asked, without a film of it: that would cost more than the journeys themselves.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: USUAL_BROWSER,
  },
});
