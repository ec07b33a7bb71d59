/** Runs Chromium under Lighthouse: a browser with a separate staff session whose pages are audited one by one. */
// Real time: the staff session of an audited browser runs on the browser’s time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { ownPort } from './hosts/server-process.ts';

/** The same as for the journeys: see playwright.config.ts. */
const SWITCHES = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

/** Settings for pages that are judged but not timed. */
const AT_REST = {
  // Simulated throttling costs nothing here; with any other, Lighthouse waits 5 s for each of these
  // (overrideThrottlingWindows).
  throttlingMethod: 'simulate',
  disableFullPageScreenshot: true,
  networkQuietThresholdMs: 500,
  cpuQuietThresholdMs: 250,
  pauseAfterLoadMs: 0,
  pauseAfterFcpMs: 0,
} as const;

export type Category = 'accessibility' | 'best-practices' | 'performance';

export interface Audit {
  /** 0 to 100 by category. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  /** The reasons for lost points, in Lighthouse's words. */
  readonly complaints: readonly string[];
  /** The browser's final address: an audit of a page other than the requested one does not count. */
  readonly path: string;
}

export class AuditedBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  private readonly port: number;
  private readonly folder: string;

  private constructor(context: BrowserContext, page: Page, port: number, folder: string) {
    this.context = context;
    this.page = page;
    this.port = port;
    this.folder = folder;
  }

  static async open(): Promise<AuditedBrowser> {
    const port = await ownPort();
    const folder = await mkdtemp(join(tmpdir(), 'fascicolo-audit-'));
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      locale: 'it-IT',
      args: [...SWITCHES, `--remote-debugging-port=${port}`],
    });
    return new AuditedBrowser(context, await context.newPage(), port, folder);
  }

  /** Signs the browser in as a demo persona. `address` is the server's. */
  async enter(address: string, login: string): Promise<void> {
    const answer = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: login, password: 'demo' }),
    });
    const { token } = (await answer.json()) as { token: string };
    await this.page.goto(`${address}/error/error-v1`);
    await this.page.evaluate((kept) => localStorage.setItem('fascicolo.auth.v1', kept), sessionOf(token));
  }

  /** Audits one page; `mobile` throttles network and processor like Lighthouse's phone. */
  async audit(url: string, form: 'desktop' | 'mobile', categories: readonly Category[]): Promise<Audit> {
    const flags = {
      port: this.port,
      disableStorageReset: true,
      logLevel: 'error' as const,
      onlyCategories: [...categories],
      // Without timing: a page at rest is judged on the real connection, without a screenshot.
      ...(categories.includes('performance') ? {} : AT_REST),
    };
    const result = await lighthouse(url, flags, form === 'desktop' ? desktopConfig : undefined);
    if (!result) throw new Error(`Lighthouse has nothing to say of ${url}`);
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    const scores: Partial<Record<Category, number>> = {};
    const complaints: string[] = [];
    for (const name of categories) {
      const category = lhr.categories[name];
      scores[name] = Math.round((category?.score ?? 0) * 100);
      for (const { id, weight } of category?.auditRefs ?? []) {
        const audit = lhr.audits[id];
        if (name === 'performance' || weight === 0 || !audit || audit.score === null || audit.score === 1) continue;
        complaints.push(`${name}: ${audit.title} ${JSON.stringify(audit.details ?? '').slice(0, 300)}`);
      }
    }
    return { scores, complaints, path: new URL(lhr.finalDisplayedUrl).pathname };
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function sessionOf(token: string): string {
  return JSON.stringify({ token, expiresAt: Date.now() + 3_600_000 });
}
