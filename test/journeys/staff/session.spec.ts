/** The staff session: landing, expiry, 401, logout, several tabs. */

import type { Page } from '@playwright/test';
import { realNow } from '../../clock.ts';
import { waitUntilIdle } from '../support/inspection.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
const personas = (page: Page) => title(page, 'Con chi vuoi entrare?');
const choosePersona = (page: Page, login: string) =>
  page.getByRole('button', { name: new RegExp(`\\b${login}$`) }).click();
const profile = (page: Page) => page.getByRole('button', { name: 'Il tuo profilo:' });
const KEY = 'fascicolo.auth.v1';

async function signOut(page: Page): Promise<void> {
  await profile(page).click();
  await page.getByRole('menuitem', { name: 'Esci' }).click();
}

interface StoredSession {
  token: string;
  expiresAt: number;
  user?: { login: string; fullname: string };
}
const storedSession = (page: Page): Promise<StoredSession | null> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as never, KEY);

const DRAFT_KEY = 'fascicolo.kept.v3.dealer|prova|';
const storeDraft = (page: Page) =>
  page.evaluate(([key, at]) => localStorage.setItem(String(key), `{"at":${at},"values":{"name":"Ginevra"}}`), [
    DRAFT_KEY,
    realNow().getTime(),
  ] as const);
const storedDraft = (page: Page) => page.evaluate((key) => localStorage.getItem(key), DRAFT_KEY);

test('an anonymous user is redirected to the sign-in with the return address, path and query', {
  tag: '@gate',
}, async ({ visitors }) => {
  const page = await visitors.desk();
  const entry = page.waitForRequest((request) => new URL(request.url()).pathname === '/sso/auth/');
  await page.goto('/app/folders?brand=mini&size=5');
  const { origin, search } = new URL((await entry).url());
  expect(decodeURI(search)).toBe(`?RelayState=${origin}/logged?redirect=/app/folders?brand=mini&size=5`);
  await choosePersona(page, 'dealer');
  await expect(title(page, 'Cartelle')).toBeVisible();
  expect(new URL(page.url()).search).toBe('?brand=mini&size=5');
});

test('the landing, the logout and the error pages open without a session', async ({ visitors }) => {
  const page = await visitors.desk();
  const way: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) way.push(new URL(request.url()).pathname);
  });
  for (const [path, heading] of [
    ['/logged', 'Stiamo aprendo Fascicolo'],
    ['/error/error-v3', 'Utente non trovato'],
    ['/error/error-dealer', 'Concessionarie non caricate'],
    ['/error', /./],
  ] as const) {
    await page.goto(path);
    await expect(title(page, heading)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(way).toEqual(['/logged', '/error/error-v3', '/error/error-dealer', '/error']);

  // The logout works as for any user: it continues automatically, and the sign-in follows only after it.
  way.length = 0;
  await page.goto('/logout');
  await expect(personas(page)).toBeVisible();
  expect(way.slice(0, 2)).toEqual(['/logout', '/sso/logout']);
  expect(way.indexOf('/sso/auth/')).toBeGreaterThan(1);
});

test.describe('the landing', () => {
  test('stores the token under its versioned key, removes it from the address, and redirects to the requested page', {
    tag: '@gate',
  }, async ({ visitors }) => {
    const page = await visitors.desk();
    const seen: string[] = [];
    page.on('framenavigated', (frame) => seen.push(frame.url()));
    await signIn(page, 'dealer', '/app/folders');
    const state = await storedSession(page);
    expect(state?.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(state?.user).toEqual({ login: 'dealer', fullname: 'Dario Provini' });
    // Eight hours, as the token itself states, and never more than 24.
    expect((state?.expiresAt ?? 0) - realNow().getTime()).toBeGreaterThan(7.9 * 3_600_000);
    expect((state?.expiresAt ?? 0) - realNow().getTime()).toBeLessThanOrEqual(8 * 3_600_000);
    // The sign-in passes it to the landing, which removes it from the address: the history does not contain it.
    const shown = seen.filter((url) => url.includes('JWT_TOKEN')).map((url) => new URL(url).pathname);
    expect(new Set(shown)).toEqual(new Set(['/logged']));
    expect(new URL(seen.at(-1) ?? '').pathname).toBe('/app/folders');
    const before = seen.length;
    await page.goBack();
    await expect.poll(() => seen.length).toBeGreaterThan(before);
    expect(seen.slice(before).filter((url) => url.includes('JWT_TOKEN'))).toEqual([]);
    expect(page.url()).not.toContain('JWT_TOKEN');
  });

  test('redirects only to addresses of the product', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'dealer');
    for (const redirect of ['https://evil.example/', '//evil.example', '/logout', 'javascript:alert(1)']) {
      await page.goto(`/logged?redirect=${encodeURIComponent(redirect)}`);
      await expect(title(page, 'Dashboard')).toBeVisible();
    }
    await page.goto('/logged');
    await expect(title(page, 'Dashboard')).toBeVisible();
  });

  test('gives up after ten seconds without a session', async ({ visitors }) => {
    const page = await visitors.desk();
    const now = realNow().getTime();
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 60_000);
    await page.goto('/logged?redirect=/app/folders');
    await expect(title(page, 'Stiamo aprendo Fascicolo')).toBeVisible();
    await expect(page.getByText('Aspettiamo la conferma dell’accesso.')).toBeVisible();
    await page.clock.runFor(9_999);
    await expect(title(page, 'Stiamo aprendo Fascicolo')).toBeVisible();
    await page.clock.runFor(1);
    await expect(page).toHaveURL(/\/error\/error-v1(\?|$)/);
    await expect(title(page, 'Accesso interrotto')).toBeVisible();
    await page.clock.resume();
    await page.getByRole('link', { name: 'Accedi di nuovo' }).click();
    await expect(personas(page)).toBeVisible();
  });

  test('gives up after ten seconds when the account does not load', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'dealer');
    const now = realNow().getTime();
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 60_000);
    await page.route('**/api/account', () => new Promise<void>(() => undefined));
    await page.goto('/logged');
    await expect(page.getByText('Accesso riuscito. Prepariamo concessionarie e permessi.')).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(title(page, 'Accesso interrotto')).toBeVisible();
  });

  test('leads to the dealer page when dealers do not load', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'dealer');
    visitors.watch.expectRefusal(500, /^\/tools\/conc\/list$/);
    await page.route('**/tools/conc/list', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/logged');
    await expect(page).toHaveURL(/\/error\/error-dealer$/);
  });
});

test.describe('the end of a session', () => {
  /** A page whose token expires in a minute; its clock is stopped. */
  async function aboutToEnd(page: Page): Promise<void> {
    await signIn(page, 'dealer', '/my-page');
    await page.clock.install();
    await page.goto('/my-page?da=qui');
    await expect(profile(page)).toBeVisible();
    const now = (await page.evaluate(() => Date.now())) + 60_000;
    await page.clock.pauseAt(now);
    await page.evaluate(
      ([key, expiresAt]) => {
        const state = JSON.parse(localStorage.getItem(key) ?? '');
        localStorage.setItem(key, JSON.stringify({ ...state, expiresAt }));
      },
      [KEY, now + 60_000] as const,
    );
  }

  test('is detected every two minutes, keeps the input, and the next sign-in leads back to the page', async ({
    visitors,
  }) => {
    const page = await visitors.desk();
    const left: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/logout' || pathname === '/sso/logout') left.push(pathname);
    });
    await signIn(page, 'dealer', '/my-page');
    await page.clock.install();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    // A call without a valid token ends the session as well: here only the check may notice.
    await page.route(/\/api\/(?:events|notifications\/unread)/, () => undefined);
    await page.goto('/my-page?da=qui');
    const from = await page.evaluate(() => Date.now());
    // The page and its last part open within these steps; from then on only the check sends a token.
    await expect(async () => {
      await page.clock.runFor(20);
      await expect(profile(page)).toBeVisible({ timeout: 50 });
      await expect(page.getByRole('switch')).toBeVisible({ timeout: 50 });
    }).toPass({ intervals: [50] });
    const late = (await page.evaluate(() => Date.now())) - from;
    expect(late, 'by the page’s clock').toBeLessThan(10_000);
    await storeDraft(page);
    // It expires half a minute before the next check, and is not noticed until then.
    await page.evaluate(
      ([key, end]) => {
        const state = JSON.parse(localStorage.getItem(key) ?? '');
        localStorage.setItem(key, JSON.stringify({ ...state, expiresAt: end }));
      },
      [KEY, from + 90_000] as const,
    );
    await page.clock.runFor(119_900 - late);
    expect(await storedSession(page), 'nothing remains').not.toBeNull();
    await expect(profile(page)).toBeVisible();
    expect(left).toEqual([]);
    await page.clock.runFor(late + 100);
    await expect(personas(page)).toBeVisible();
    expect(left).toEqual(['/logout', '/sso/logout']);

    await page.clock.resume();
    await choosePersona(page, 'dealer');
    await expect(profile(page)).toBeVisible();
    await expect(page).toHaveURL(/\/my-page\?da=qui$/);
    await expect(page.getByText('Sei di nuovo dove la sessione si era interrotta.')).toBeVisible();
    expect(await storedDraft(page)).toContain('Ginevra');
  });

  test('does not lead another user to the page', async ({ visitors }) => {
    const page = await visitors.desk();
    await aboutToEnd(page);
    await page.clock.runFor(180_000);
    await expect(personas(page)).toBeVisible();
    await page.clock.resume();
    await choosePersona(page, 'sales');
    await expect(title(page, 'Dashboard')).toBeVisible();
    await signOut(page);
    await choosePersona(page, 'dealer');
    await expect(title(page, 'Dashboard')).toBeVisible();
  });

  test('is detected as soon as the page is visible again', async ({ visitors }) => {
    const page = await visitors.desk();
    await aboutToEnd(page);
    await page.clock.setFixedTime((await page.evaluate(() => Date.now())) + 61_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(personas(page)).toBeVisible();
  });

  test('redirects once for any number of refused requests, and returns to the page', async ({ visitors }) => {
    const page = await visitors.desk();
    // The live stream would detect it first.
    await page.route('**/api/events*', () => undefined);
    await signIn(page, 'dealer', '/my-page');
    // A call of this page that is still under way would be refused first.
    await waitUntilIdle(page);
    await page.context().request.get('/sso/logout', { maxRedirects: 0 });
    visitors.watch.expectRefusal(401, /^\/(api|tools)\//);
    let refused = 0;
    const left: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 401) refused += 1;
    });
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/sso/logout') left.push(request.url());
    });
    // Two calls are refused together: neither is answered before both have arrived.
    let together: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      together = resolve;
    });
    let callCount = 0;
    await page.route(/\/api\/(documents-ext|v2)\//, async (route) => {
      callCount += 1;
      if (callCount === 2) together();
      await both;
      await route.continue();
    });
    await page.getByRole('navigation', { name: 'Menu principale' }).getByRole('link', { name: 'Dashboard' }).click();
    await expect(personas(page)).toBeVisible();
    expect(callCount).toBeGreaterThan(1);
    expect(refused).toBeGreaterThan(0);
    expect(left).toHaveLength(1);
    await choosePersona(page, 'dealer');
    await expect(title(page, 'Dashboard')).toBeVisible();
  });

  test('a planted token gives no access', async ({ visitors }) => {
    const page = await visitors.desk();
    visitors.watch.expectRefusal(401, /^\/api\//);
    await page.goto('/logged?redirect=/app/folders&JWT_TOKEN=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x');
    await expect(personas(page)).toBeVisible();
  });
});

test.describe('the logout', () => {
  test('clears session, caches and drafts, and keeps language and theme', async ({ visitors }) => {
    const page = await visitors.desk({ colorScheme: 'light' });
    const loaded: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/conc\/list|folder-types|api\/account$/.test(pathname)) loaded.push(pathname);
    });
    await signIn(page, 'dealer');
    await expect(page.getByRole('table', { name: 'Documenti da completare' })).toBeVisible();
    await page.getByRole('link', { name: 'Cartelle' }).click();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page.getByRole('table', { name: 'Documenti da completare' })).toBeVisible();
    const once = ['/api/account', '/api/v2/folder-types/ext', '/tools/conc/list'];
    expect([...loaded].sort(), 'loaded once for all pages').toEqual(once);

    await page.getByRole('button', { name: 'Passa al tema scuro' }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await storeDraft(page);
    loaded.length = 0;
    await page.getByRole('button', { name: 'Your profile:' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(personas(page)).toBeVisible();

    await choosePersona(page, 'sales');
    await expect(title(page, 'Dashboard')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Your profile:' })).toContainText('Paolo Ricci');
    await expect(page.getByRole('heading', { name: 'New document' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(await storedDraft(page)).toBeNull();
    expect((await storedSession(page))?.user?.login).toBe('sales');
    expect([...new Set(loaded)].sort(), 'loaded again for the next user').toEqual(once);
  });

  test('ends the session on the server and at the identity provider, and returns to the product', {
    tag: '@gate',
  }, async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'dealer');
    const state = await storedSession(page);
    const { origin } = new URL(page.url());
    const way: URL[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) way.push(new URL(request.url()));
    });
    const leaving = page.waitForRequest('**/sso/logout*');
    await signOut(page);
    expect(new URL((await leaving).url()).origin).toBe(origin);
    await expect(personas(page)).toBeVisible();
    const [, provider, home] = way.slice(way.findIndex(({ pathname }) => pathname === '/sso/logout'));
    expect(provider?.pathname, 'the identity provider’s own logout').toBe('/demo/idp/session/end');
    expect(provider?.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/`);
    expect(provider?.searchParams.get('id_token_hint'), 'the user of the session').not.toBeNull();
    expect(home?.href, 'and back').toBe(`${origin}/`);
    const answer = await page
      .context()
      .request.get('/api/account', { headers: { authorization: `Bearer ${state?.token}` } });
    expect(answer.status()).toBe(401);
  });

  test('leaves nothing visible through Back', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'dealer', '/app/dossiers');
    await expect(title(page, 'Clienti')).toBeVisible();
    await signOut(page);
    await expect(personas(page)).toBeVisible();
    await page.goBack();
    await expect(personas(page)).toBeVisible();
    await expect(profile(page)).toHaveCount(0);
  });
});

test.describe('several tabs', () => {
  test('logging out in one tab logs out all of them and discards their input', async ({ visitors }) => {
    const firstTab = await visitors.desk();
    await signIn(firstTab, 'dealer', '/my-page');
    const secondTab = await firstTab.context().newPage();
    await secondTab.goto('/my-page');
    await storeDraft(secondTab);
    await signOut(firstTab);
    await expect(personas(firstTab)).toBeVisible();
    await expect(personas(secondTab)).toBeVisible();
    expect(await firstTab.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull();
    expect(await storedDraft(secondTab)).toBeNull();
  });

  test('signing in as another user in one tab changes the user in all', async ({ visitors }) => {
    const firstTab = await visitors.desk();
    await signIn(firstTab, 'dealer', '/my-page');
    const secondTab = await firstTab.context().newPage();
    await secondTab.goto('/my-page');
    await expect(profile(secondTab)).toContainText('Dario Provini');
    await firstTab.goto('/sso/auth/?RelayState=/');
    await choosePersona(firstTab, 'sales');
    await expect(profile(firstTab)).toContainText('Paolo Ricci');
    await expect(profile(secondTab)).toContainText('Paolo Ricci');
    await expect(secondTab.getByRole('region', { name: 'Profilo' }).getByText('paolo.ricci@example.com')).toBeVisible();
  });

  test('signing in again as the same user does not disturb other tabs', async ({ visitors }) => {
    const firstTab = await visitors.desk();
    await signIn(firstTab, 'dealer', '/my-page');
    const secondTab = await firstTab.context().newPage();
    await secondTab.goto('/my-page');
    await expect(profile(secondTab)).toBeVisible();
    await secondTab.evaluate(() => Object.assign(window, { stayed: true }));
    await firstTab.goto('/sso/auth/?RelayState=/');
    await choosePersona(firstTab, 'dealer');
    await expect(profile(firstTab)).toBeVisible();
    await secondTab.getByRole('link', { name: 'Clienti' }).click();
    await expect(title(secondTab, 'Clienti')).toBeVisible();
    expect(await secondTab.evaluate(() => 'stayed' in window)).toBe(true);
  });
});
