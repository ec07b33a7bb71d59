/** Sign-in by OpenID Connect at LemonLDAP::NG, without rendering pages: name, address, PKCE, a changed key, sign-out. */
// Real time: the provider uses no other clock.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardClaims } from '#adapters/identity-provider/claims.ts';
import { checkOidc } from '#adapters/identity-provider/openid-check.ts';
import { openIdConnect } from '#adapters/identity-provider/openid-client.ts';
import { quietGuard } from '#adapters/identity-provider/openid-provider.suite.ts';
import { makePair } from '#adapters/identity-provider/saml/provider.suite.ts';
import { type Identity, openIdentity } from '#server/identity/sign-ins/browser.suite.ts';
import { runningClock } from '#test/clock.ts';
import { linesOf } from '#test/finding-lines.ts';
import { ownPort } from '../../hosts/server-process.ts';
import { FormBrowser, type Page } from './form-browser.ts';
import { type LemonLdap, startLemonLdap } from './lemonldap.ts';

const [clientId, clientSecret, scope] = ['fascicolo', 'un segreto: con & e +', 'openid email'];
const clock = runningClock();

let idp: LemonLdap;
let identity: Identity;
let home = '';
let port = 0;
const start = async (algorithm: string | undefined, at?: number) =>
  startLemonLdap(
    await makePair(),
    () => ({
      openId: {
        ...{ clientId, clientSecret, redirectUri: `${home}/sso/callback`, postLogoutUri: `${home}/` },
        ...(algorithm === undefined ? {} : { algorithm }),
      },
    }),
    at,
  );
beforeAll(async () => {
  port = await ownPort();
  home = `http://127.0.0.1:${port}`;
  idp = await start(undefined);
  identity = await openIdentity(({ settings }) => ({
    clock,
    settings: { ...settings, publicUrl: home, allowedHosts: [`127.0.0.1:${port}`] },
    identityProvider: openIdConnect({
      ...{ issuer: `${idp.address}/`, clientId, clientSecret, scope, allowHttp: true, guard: quietGuard() },
    }),
  }));
  await identity.addUser({ login: 'dwho', email: 'dwho@badwolf.org' });
  await identity.app.listen({ host: '127.0.0.1', port });
});
afterAll(async () => {
  await identity?.close();
  await idp?.stop();
});

const landed = (url: URL): boolean => url.pathname === '/logged' || url.pathname.startsWith('/error');
async function signedIn(login = 'dwho'): Promise<Page & { browser: FormBrowser }> {
  const browser = new FormBrowser();
  const loginPage = await browser.open(`${home}/sso/auth/`);
  return { browser, ...(await browser.send(loginPage, { user: login, password: login }, landed)) };
}
const account = (browser: FormBrowser, url: URL) => {
  const cookies = [...(browser.cookies.get(new URL(home).host) ?? [])].map(([name, value]) => `${name}=${value}`);
  const authorization = `Bearer ${url.searchParams.get('JWT_TOKEN')}`;
  return fetch(`${home}/api/account`, { headers: { authorization, cookie: cookies.join('; ') } });
};

describe('sign-in at LemonLDAP::NG by OpenID Connect', () => {
  it('opens a session', async () => {
    const { browser, url } = await signedIn();
    expect(url.pathname).toBe('/logged');
    expect(await (await account(browser, url)).json()).toMatchObject({ login: 'dwho' });
  });

  it('of a user without an account shows an error', async () => {
    const { url } = await signedIn('msmith');
    expect(url.searchParams.get('reason')).toBe('unknownUser');
  });

  it('is refused with another PKCE verifier', async () => {
    const provider = identity.world.identityProvider;
    const begun = {
      state: 's'.repeat(43),
      nonce: 'n'.repeat(43),
      codeVerifier: 'v'.repeat(43),
      redirectUri: `${home}/sso/callback`,
    };
    const browser = new FormBrowser();
    const loginPage = await browser.open(await provider.authorizationUrl(begun));
    const { url } = await browser.send(
      loginPage,
      { user: 'dwho', password: 'dwho' },
      ({ pathname }) => pathname === '/sso/callback',
    );
    await expect(provider.finish(url, { ...begun, codeVerifier: 'w'.repeat(43) })).rejects.toThrow(/invalid_grant/);
  });

  it('asks a signed-in user for the password when a fresh sign-in is required', async () => {
    const { browser } = await signedIn();
    const secondVisit = await browser.open(`${home}/sso/auth/`, { stop: landed });
    expect(secondVisit.url.pathname).toBe('/logged');
    const provider = identity.world.identityProvider;
    const begun = {
      state: 's'.repeat(43),
      nonce: 'n'.repeat(43),
      codeVerifier: 'v'.repeat(43),
      redirectUri: `${home}/sso/callback`,
    };
    const address = await provider.authorizationUrl({ ...begun, fresh: true });
    const back = ({ pathname }: URL) => pathname === '/sso/callback';
    let loginPage = await browser.open(address, { stop: back });
    // The provider counts whole seconds: within the second of the sign-in it does not authenticate again.
    for (let time = 0; time < 15 && back(loginPage.url); time += 1) {
      await pause(200);
      loginPage = await browser.open(address, { stop: back });
    }
    const form = loginPage.text.includes('type="password"') ? loginPage : await browser.send(loginPage);
    expect(form.text).toContain('type="password"');
    const { url } = await browser.send(form, { user: 'dwho', password: 'dwho' }, back);
    const person = await provider.finish(url, begun);
    expect(Math.abs((person.authenticatedAt?.getTime() ?? 0) - clock.now().getTime())).toBeLessThan(20_000);
  });

  it('passes the doctor check, which reports a wrong secret', async () => {
    const files = {
      ...{ issuer: `${idp.address}/`, clientId, clientSecret, scope, certificates: null, clockTolerance: 30 },
      mapping: standardClaims(scope),
    };
    const levels = async (more: { clientSecret?: string } = {}) =>
      linesOf(await checkOidc({ ...files, ...more }, clock));
    const well = await levels();
    expect(well.filter((line) => !line.startsWith('ok'))).toEqual([expect.stringContaining('back-channel logout')]);
    expect(well).toContain('ok OIDC_CLIENT_SECRET: The provider knows us by our secret.');
    expect(await levels({ clientSecret: 'altro' })).toContainEqual(
      expect.stringMatching(/^failure OIDC_CLIENT_SECRET/),
    );
  });

  it('ends at the provider when it ends here', async () => {
    const { browser, url } = await signedIn();
    const asked = await browser.open(`${home}/sso/logout`, { stop: ({ href }) => href === `${home}/` });
    const left =
      asked.url.href === `${home}/` ? asked : await browser.send(asked, {}, ({ href }) => href === `${home}/`);
    expect(left.url.href).toBe(`${home}/`);
    expect((await account(browser, url)).status).toBe(401);
    expect((await browser.open(`${home}/sso/auth/`)).text).toContain('type="password"');
  });

  it('reports an unavailable provider, and works at once when it is back with another key', async () => {
    const browser = new FormBrowser();
    const loginPage = await browser.open(`${home}/sso/auth/`);
    const back = await browser.send(
      loginPage,
      { user: 'dwho', password: 'dwho' },
      ({ pathname }) => pathname === '/sso/callback',
    );
    const address = Number(new URL(idp.address).port);
    await idp.stop();
    expect((await browser.open(back.url, { stop: landed })).url.searchParams.get('reason')).toBe('providerSilent');
    idp = await start(undefined, address);
    expect((await signedIn()).url.pathname).toBe('/logged');
  });

  it('is refused when the provider signs with a shared secret', async () => {
    const address = Number(new URL(idp.address).port);
    await idp.stop();
    idp = await start('HS512', address);
    expect((await signedIn()).url.searchParams.get('reason')).toBe('signInFailed');
    expect(identity.logLines.filter((line) => line.includes('signIn.failed')).at(-1)).toMatch(/refused/);
  });
});
