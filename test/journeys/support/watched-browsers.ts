/** The browsers of the journeys: each is watched, so that every policy violation, error or foreign call is detected. */
import {
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
} from '@playwright/test';
import { test as base } from './journey-server.ts';

export { expect };

/** A phone of 390 px, with touch. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** The requests of a page since it was opened, and those still unanswered. */
interface Traffic {
  begun: number;
  readonly open: Set<Request>;
}
const traffic = new WeakMap<Page, Traffic>();

function trackRequests(page: Page): void {
  const calls: Traffic = { begun: 0, open: new Set() };
  traffic.set(page, calls);
  page.on('request', (request) => {
    // After a navigation the requests of the previous page no longer matter.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) calls.open.clear();
    calls.begun += 1;
    calls.open.add(request);
  });
  page.on('requestfinished', (request) => calls.open.delete(request));
  page.on('requestfailed', (request) => calls.open.delete(request));
}

/**
 * Requests whose end is not reported: the live stream has none, and a worker's program that the shell has already
 * fetched fires no event.
 */
const UNREPORTED = /^\/api\/events$|^\/assets\/pdf\.worker/;

/** The number of calls that a page has started, and the paths of those still pending. */
export function trafficOf(page: Page): { begun: number; waiting: string[] } {
  const { begun, open } = traffic.get(page) ?? { begun: 0, open: new Set<Request>() };
  const paths = [...open].map((request) => new URL(request.url()).pathname);
  return { begun, waiting: paths.filter((path) => !UNREPORTED.test(path)) };
}

/** Records what a browser must never do; `address` is the only origin it may contact. */
export class Watch {
  private readonly address: string;
  private readonly records: { text: string; status: number | null; path: string }[] = [];
  private readonly expected: { status: number; path: RegExp }[] = [];

  constructor(address: string) {
    this.address = new URL(address).origin;
  }

  async attach(context: BrowserContext): Promise<void> {
    // A navigation would clear an array in the page, so violations are reported as they happen.
    await context.exposeBinding('reportViolation', (_source, text: string) => this.record(text));
    await context.addInitScript(() => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      document.addEventListener('securitypolicyviolation', (event) => {
        const where = `${event.sourceFile}:${event.lineNumber} on ${location.pathname}`;
        reportViolation(`policy: ${event.violatedDirective} refused ${event.blockedURI || event.sample} at ${where}`);
      });
    });
    context.on('console', (message) => this.recordConsoleError(message));
    context.on('weberror', (error) => this.record(`page error: ${error.error().stack ?? error.error().message}`));
    context.on('request', (request) => {
      const url = request.url();
      // The browser's own PDF viewer consists of internal pages.
      if (/^(data|blob|about|chrome|chrome-extension):/.test(url) || new URL(url).origin === this.address) return;
      this.record(`foreign call: ${url}`);
    });
  }

  /** A refusal that this test provokes (0: no answer at all): the browser's own log line for it is not an error. */
  expectRefusal(status: number, path: RegExp): void {
    this.expected.push({ status, path });
  }

  /** Everything recorded that was not expected. */
  get problems(): string[] {
    return this.records
      .filter(({ status, path }) => !this.expected.some((entry) => entry.status === status && entry.path.test(path)))
      .map(({ text }) => text);
  }

  private record(text: string, status: number | null = null, path = ''): void {
    this.records.push({ text, status, path });
  }

  private recordConsoleError(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    const path = URL.canParse(url) ? new URL(url).pathname : url;
    const failed = /^Failed to load resource: (?:net::ERR_(?:FAILED|INTERNET_DISCONNECTED)|.* status of (\d{3}))/.exec(
      message.text(),
    );
    this.record(`console: ${message.text()} (${path})`, failed ? Number(failed[1] ?? 0) : null, path);
  }
}

export interface Visitors {
  readonly watch: Watch;
  /** A new desktop browser. */
  desk(options?: BrowserContextOptions): Promise<Page>;
  /** A new browser on a phone of 390 px, with touch. */
  phone(options?: BrowserContextOptions): Promise<Page>;
}

export const test = base.extend<{ visitors: Visitors }>({
  actionTimeout: 15_000,
  visitors: async ({ browser, baseURL }, use) => {
    const watch = new Watch(baseURL ?? '');
    const contexts: BrowserContext[] = [];
    const open = async (options: BrowserContextOptions): Promise<Page> => {
      const context = await browser.newContext(options);
      contexts.push(context);
      context.on('page', trackRequests);
      await watch.attach(context);
      return context.newPage();
    };
    await use({
      watch,
      desk: (options = {}) => open(options),
      phone: (options = {}) => open({ ...PHONE, ...options }),
    });
    // Requests made while a page closes, after its mocked answers are removed, are not part of the journey.
    const { problems } = watch;
    // An answer in transit to a closing page is not a failure.
    const pages = contexts.flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(contexts.map((context) => context.close()));
    expect(problems, 'errors that no browser may report').toEqual([]);
  },
});
