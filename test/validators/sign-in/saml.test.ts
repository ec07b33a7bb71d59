/** Sign-in, single logout and change of keys against SimpleSAMLphp, without rendering pages. */
// Real time: the provider uses no other clock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePair } from '#adapters/identity-provider/saml/provider.suite.ts';
import { openSaml } from '#adapters/identity-provider/saml/saml.ts';
import { type Identity, openIdentity } from '#server/identity/sign-ins/browser.suite.ts';
import { SIGN_IN_SECONDS } from '#server/identity/sign-ins/fresh-sign-in.ts';
import { runningClock } from '#test/clock.ts';
import { ownPort } from '../../hosts/server-process.ts';
import { FormBrowser, formOf, type Page } from './form-browser.ts';
import { type ForeignProvider, startSimpleSaml } from './simplesamlphp.ts';

const PEOPLE = [
  { uid: 'dario', password: 'una-parola', mail: 'dario@example.com' },
  { uid: 'stranger', password: 'altra-parola', mail: 'stranger@example.com' },
];

let idp: ForeignProvider;
let identity: Identity;
let home = '';
let known: string[] = [];
let first: { key: string; certificate: string };
const clock = runningClock();

beforeAll(async () => {
  first = await makePair();
  const ours = await makePair();
  idp = await startSimpleSaml(first, PEOPLE);
  known = [first.certificate];
  const port = await ownPort();
  home = `http://127.0.0.1:${port}`;
  const identityProvider = openSaml({
    provider: {
      entityId: idp.entityId,
      signInUrl: `${idp.address}/saml2/idp/SSOService.php`,
      logoutUrl: `${idp.address}/saml2/idp/SingleLogoutService.php`,
      certificates: async () => known,
    },
    product: {
      entityId: `${home}/sso/saml/metadata`,
      callbackUrl: `${home}/sso/saml`,
      logoutUrl: `${home}/sso/saml/logout`,
      key: ours.key,
      certificates: [ours.certificate],
    },
    mapping: { subject: null, email: ['mail'], emailVerified: null, phone: null },
    clock,
  });
  identity = await openIdentity(({ settings }) => ({
    identityProvider,
    clock,
    settings: { ...settings, publicUrl: home, allowedHosts: [`127.0.0.1:${port}`] },
  }));
  await identity.addUser({ login: 'dario', email: 'dario@example.com' });
  await identity.app.listen({ host: '127.0.0.1', port });
  await idp.introduce(await (await fetch(`${home}/sso/saml/metadata`)).text());
});
afterAll(async () => {
  await identity?.close();
  await idp?.stop();
});

const landed = (url: URL): boolean => url.pathname === '/logged' || url.pathname.startsWith('/error');

/** Opens the provider's page and enters name and password. @returns its page with the form that posts to us. */
async function signInAtProvider(browser: FormBrowser, person = PEOPLE[0]): Promise<Page> {
  const loginPage = await browser.open(`${home}/sso/auth/`);
  if (!loginPage.text.includes('type="password"')) return loginPage;
  return browser.send(loginPage, { username: person?.uid ?? '', password: person?.password ?? '' });
}

const account = (browser: FormBrowser, url: URL) => {
  const cookies = [...(browser.cookies.get(new URL(home).host) ?? [])].map(([name, value]) => `${name}=${value}`);
  const authorization = `Bearer ${url.searchParams.get('JWT_TOKEN')}`;
  return fetch(`${home}/api/account`, { headers: { authorization, cookie: cookies.join('; ') } });
};

async function signedIn(): Promise<{ browser: FormBrowser; url: URL }> {
  const browser = new FormBrowser();
  const { url } = await browser.send(await signInAtProvider(browser), {}, landed);
  return { browser, url };
}

describe('sign-in at SimpleSAMLphp', () => {
  it.each([false, true])('opens a session (encrypted: %s)', async (encrypted) => {
    await idp.introduce(await (await fetch(`${home}/sso/saml/metadata`)).text(), { encrypted });
    const browser = new FormBrowser();
    const page = await signInAtProvider(browser);
    const message = Buffer.from(formOf(page).fields.get('SAMLResponse') ?? '', 'base64').toString();
    expect(message.includes('EncryptedAssertion')).toBe(encrypted);
    const began = performance.now();
    const { url } = await browser.send(page, {}, landed);
    console.log(`Answer taken in ${Math.round(performance.now() - began)} ms (encrypted: ${encrypted})`);
    expect(url.pathname).toBe('/logged');
    expect(await (await account(browser, url)).json()).toMatchObject({ login: 'dario' });
  });

  it('is refused when the response was modified, and the original still works', async () => {
    await idp.introduce(await (await fetch(`${home}/sso/saml/metadata`)).text());
    const browser = new FormBrowser();
    const page = await signInAtProvider(browser);
    const message = Buffer.from(formOf(page).fields.get('SAMLResponse') ?? '', 'base64').toString();
    const changed = message.replaceAll('dario@example.com', 'anna@example.com');
    expect(changed).not.toBe(message);
    const SAMLResponse = Buffer.from(changed).toString('base64');
    expect((await browser.send(page, { SAMLResponse }, landed)).url.pathname).toContain('/error');
    expect((await browser.send(page, {}, landed)).url.pathname).toBe('/logged');
    expect((await browser.send(page, {}, landed)).url.pathname).toContain('/error');
  });

  it('sent twice at the same moment is accepted once', async () => {
    const browser = new FormBrowser();
    const page = await signInAtProvider(browser);
    const both = await Promise.all([browser.send(page, {}, landed), browser.send(page, {}, landed)]);
    expect(both.filter(({ url }) => url.pathname === '/logged')).toHaveLength(1);
  });

  it('of a user without an account shows an error', async () => {
    const browser = new FormBrowser();
    const { url } = await browser.send(await signInAtProvider(browser, PEOPLE[1]), {}, landed);
    expect(url.searchParams.get('reason')).toBe('unknownUser');
  });

  it('expires', async () => {
    const browser = new FormBrowser();
    const page = await signInAtProvider(browser);
    clock.advance(SIGN_IN_SECONDS + 60);
    try {
      expect((await browser.send(page, {}, landed)).url.pathname).toContain('/error');
    } finally {
      clock.advance(-SIGN_IN_SECONDS - 60);
    }
  });

  it('works during a key rollover of the provider, and stops when the new key is unknown', async () => {
    const next = await makePair();
    await idp.changeKey(next);
    try {
      const refused = new FormBrowser();
      expect((await refused.send(await signInAtProvider(refused), {}, landed)).url.pathname).toContain('/error');
      known = [first.certificate, next.certificate];
      expect((await signedIn()).url.pathname).toBe('/logged');
    } finally {
      known = [first.certificate];
      await idp.changeKey(first);
    }
  });
});

describe('on a fresh sign-in', () => {
  it('SimpleSAMLphp asks a signed-in user for the password', async () => {
    const { browser } = await signedIn();
    const secondVisit = await browser.open(`${home}/sso/auth/`);
    expect(secondVisit.text).not.toContain('type="password"');
    const start = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v', redirectUri: home, fresh: true };
    const fresh = await browser.open(await identity.world.identityProvider.authorizationUrl(start));
    expect(fresh.text).toContain('type="password"');
    const page = await browser.send(fresh, { username: 'dario', password: 'una-parola' });
    const message = formOf(page).fields.get('SAMLResponse') ?? '';
    const read = await identity.world.identityProvider.posts?.read(message, { nonce: start.nonce });
    expect(Math.abs((read?.person.authenticatedAt?.getTime() ?? 0) - clock.now().getTime())).toBeLessThan(20_000);
  });
});

describe('signing out', () => {
  it('here ends the session at the provider', async () => {
    const { browser, url } = await signedIn();
    const left = await browser.open(`${home}/sso/logout`, { stop: (at) => at.href === `${home}/` });
    expect(left.url.href).toBe(`${home}/`);
    expect((await account(browser, url)).status).toBe(401);
    expect((await browser.open(`${home}/sso/auth/`)).text).toContain('type="password"');
  });

  it('at the provider ends the session here, on any node', async () => {
    const { browser, url } = await signedIn();
    expect((await account(browser, url)).status).toBe(200);
    await browser.open(
      `${idp.address}/saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(`${idp.address}/`)}`,
    );
    expect((await account(browser, url)).status).toBe(401);
  });
});
