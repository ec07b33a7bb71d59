/** The browsers of the journeys: each is watched, so that no policy violation, error or call elsewhere goes unnoticed. */
import {
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
} from '@playwright/test';
import { test as base } from './ground.ts';

export { expect };

/** A phone of 390 px, with touch. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** What a page asked for since it was opened, and what of it has not been answered. */
interface Traffic {
  begun: number;
  readonly open: Set<Request>;
}
const traffic = new WeakMap<Page, Traffic>();

function follow(page: Page): void {
  const calls: Traffic = { begun: 0, open: new Set() };
  traffic.set(page, calls);
  page.on('request', (request) => {
    // Whoever goes to another page waits for nothing of the one before.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) calls.open.clear();
    calls.begun += 1;
    calls.open.add(request);
  });
  page.on('requestfinished', (request) => calls.open.delete(request));
  page.on('requestfailed', (request) => calls.open.delete(request));
}

/** Ends unseen: the stream of live updates never does, and of a thread's program that the shell has fetched already nobody is told. */
const UNSEEN = /^\/api\/events$|^\/assets\/pdf\.worker/;

/** How many calls a page has begun, and the paths of those it waits for. */
export function trafficOf(page: Page): { begun: number; waiting: string[] } {
  const { begun, open } = traffic.get(page) ?? { begun: 0, open: new Set<Request>() };
  const paths = [...open].map((request) => new URL(request.url()).pathname);
  return { begun, waiting: paths.filter((path) => !UNSEEN.test(path)) };
}

/** Records what a browser must never do; `address` is the only origin it may speak to. */
export class Watch {
  private readonly address: string;
  private readonly noted: { text: string; status: number | null; path: string }[] = [];
  private readonly expected: { status: number; path: RegExp }[] = [];

  constructor(address: string) {
    this.address = new URL(address).origin;
  }

  async over(context: BrowserContext): Promise<void> {
    // A navigation would empty an array in the page: the violations are handed over as they happen.
    await context.exposeBinding('reportViolation', (_source, text: string) => this.note(text));
    await context.addInitScript(() => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      document.addEventListener('securitypolicyviolation', (event) => {
        const where = `${event.sourceFile}:${event.lineNumber} on ${location.pathname}`;
        reportViolation(`policy: ${event.violatedDirective} refused ${event.blockedURI || event.sample} at ${where}`);
      });
    });
    context.on('console', (message) => this.hear(message));
    context.on('weberror', (error) => this.note(`page error: ${error.error().stack ?? error.error().message}`));
    context.on('request', (request) => {
      const url = request.url();
      // The browser's own viewer of PDF is made of pages of the browser's.
      if (/^(data|blob|about|chrome|chrome-extension):/.test(url) || new URL(url).origin === this.address) return;
      this.note(`foreign call: ${url}`);
    });
  }

  /** A refusal that this test provokes (0: no answer at all): the line that the browser itself prints for it is no error. */
  expectRefusal(status: number, path: RegExp): void {
    this.expected.push({ status, path });
  }

  /** What happened and was not expected. */
  get problems(): string[] {
    return this.noted
      .filter(({ status, path }) => !this.expected.some((one) => one.status === status && one.path.test(path)))
      .map(({ text }) => text);
  }

  private note(text: string, status: number | null = null, path = ''): void {
    this.noted.push({ text, status, path });
  }

  private hear(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    const path = URL.canParse(url) ? new URL(url).pathname : url;
    const failed = /^Failed to load resource: (?:net::ERR_(?:FAILED|INTERNET_DISCONNECTED)|.* status of (\d{3}))/.exec(
      message.text(),
    );
    this.note(`console: ${message.text()} (${path})`, failed ? Number(failed[1] ?? 0) : null, path);
  }
}

export interface Visitors {
  readonly watch: Watch;
  /** A new browser at a desk. */
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
      context.on('page', follow);
      await watch.over(context);
      return context.newPage();
    };
    await use({
      watch,
      desk: (options = {}) => open(options),
      phone: (options = {}) => open({ ...PHONE, ...options }),
    });
    // What a page asks for once its own answers are taken away, while it closes, is no part of the journey.
    const { problems } = watch;
    // An answer on its way to a page that closes is nobody's failure.
    const pages = contexts.flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(contexts.map((context) => context.close()));
    expect(problems, 'what no browser may meet').toEqual([]);
  },
});
