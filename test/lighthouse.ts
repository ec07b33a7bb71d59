/** Chromium under Lighthouse: a browser with a session of its own whose pages are audited one by one. */
// Real time: the session of a browser that is audited lives in the browser’s time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { ownPort } from './hosts/server-process.ts';

/** As for the journeys: see playwright.config.ts. */
const SWITCHES = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

/** How a page is waited for that is judged and not timed. */
const AT_REST = {
  // Simulated slowness costs nothing here; with any other, Lighthouse waits 5 s for each of these (overrideThrottlingWindows).
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
  /** What cost points, in Lighthouse's words. */
  readonly complaints: readonly string[];
  /** Where the browser was at the end: an audit of another page than the one asked for is none. */
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

  /** Takes the session of a demo persona into the browser. `address` is the server's. */
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

  /** Audits one page; `mobile` slows network and processor down as Lighthouse's phone does. */
  async audit(url: string, form: 'desktop' | 'mobile', categories: readonly Category[]): Promise<Audit> {
    const flags = {
      port: this.port,
      disableStorageReset: true,
      logLevel: 'error' as const,
      onlyCategories: [...categories],
      // Nothing is timed: a page at rest is judged as it is, on a connection as it is, without a picture of it.
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
