/** Sign-in and single logout by SAML at LemonLDAP::NG, without rendering pages. */
// Real time: the provider uses no other clock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePair } from '#adapters/identity-provider/saml/provider.suite.ts';
import { openSaml } from '#adapters/identity-provider/saml/saml.ts';
import { type Identity, openIdentity } from '#server/identity/sign-ins/browser.suite.ts';
import { runningClock } from '#test/clock.ts';
import { ownPort } from '../../hosts/server-process.ts';
import { FormBrowser, formOf, type Page } from './form-browser.ts';
import { type LemonLdap, startLemonLdap } from './lemonldap.ts';

describe.each([false, true])('sign-in at LemonLDAP::NG by SAML (encrypted: %s)', (encrypted) => {
  let idp: LemonLdap;
  let identity: Identity;
  let home = '';
  const clock = runningClock();

  beforeAll(async () => {
    const [own, ours] = [await makePair(), await makePair()];
    const port = await ownPort();
    home = `http://127.0.0.1:${port}`;
    const settingsFor = (address: string) => ({
      provider: {
        entityId: `${address}/saml/metadata`,
        signInUrl: `${address}/saml/singleSignOn`,
        logoutUrl: `${address}/saml/singleLogout`,
        logoutResponseUrl: `${address}/saml/singleLogoutReturn`,
        certificates: async () => [own.certificate],
      },
      product: {
        entityId: `${home}/sso/saml/metadata`,
        callbackUrl: `${home}/sso/saml`,
        logoutUrl: `${home}/sso/saml/logout`,
        key: ours.key,
        certificates: [ours.certificate] as const,
      },
      mapping: { subject: 'uid', email: ['mail'], emailVerified: null, phone: null },
      clock,
    });
    idp = await startLemonLdap(own, (address) => ({
      saml: { metadata: openSaml(settingsFor(address)).posts.metadata(), encrypted },
    }));
    identity = await openIdentity(({ settings }) => ({
      clock,
      identityProvider: openSaml(settingsFor(idp.address)),
      settings: { ...settings, publicUrl: home, allowedHosts: [`127.0.0.1:${port}`] },
    }));
    await identity.addUser({ login: 'dwho', email: 'dwho@badwolf.org' });
    await identity.app.listen({ host: '127.0.0.1', port });
  });
  afterAll(async () => {
    await identity?.close();
    await idp?.stop();
  });

  const landed = (url: URL): boolean => url.pathname === '/logged' || url.pathname.startsWith('/error');
  /** @returns the provider's page with the form that posts to us. */
  async function answered(browser: FormBrowser): Promise<Page> {
    const loginPage = await browser.open(`${home}/sso/auth/`);
    return browser.send(loginPage, { user: 'dwho', password: 'dwho' });
  }
  const account = (browser: FormBrowser, url: URL) => {
    const cookies = [...(browser.cookies.get(new URL(home).host) ?? [])].map(([name, value]) => `${name}=${value}`);
    const authorization = `Bearer ${url.searchParams.get('JWT_TOKEN')}`;
    return fetch(`${home}/api/account`, { headers: { authorization, cookie: cookies.join('; ') } });
  };

  it('opens a session, once', async () => {
    const browser = new FormBrowser();
    const page = await answered(browser);
    const message = Buffer.from(formOf(page).fields.get('SAMLResponse') ?? '', 'base64').toString();
    expect(message.includes('EncryptedAssertion')).toBe(encrypted);
    const { url } = await browser.send(page, {}, landed);
    expect(identity.logLines.filter((line) => line.includes('signIn.failed'))).toEqual([]);
    expect(url.pathname).toBe('/logged');
    expect(await (await account(browser, url)).json()).toMatchObject({ login: 'dwho' });
    expect((await browser.send(page, {}, landed)).url.pathname).toContain('/error');
  });

  it('is refused when the response was modified', async () => {
    const browser = new FormBrowser();
    const page = await answered(browser);
    const message = Buffer.from(formOf(page).fields.get('SAMLResponse') ?? '', 'base64').toString();
    const changed = encrypted
      ? message.replace(/(<[^>]*CipherValue>)(.)/, (_, tag, letter) => `${tag}${letter === 'A' ? 'B' : 'A'}`)
      : message.replaceAll('dwho@badwolf.org', 'anna@example.com');
    expect(changed).not.toBe(message);
    const SAMLResponse = Buffer.from(changed).toString('base64');
    expect((await browser.send(page, { SAMLResponse }, landed)).url.pathname).toContain('/error');
    expect((await browser.send(page, {}, landed)).url.pathname).toBe('/logged');
  });

  it('ends at the provider when it ends here', async () => {
    const browser = new FormBrowser();
    const { url } = await browser.send(await answered(browser), {}, landed);
    const left = await browser.open(`${home}/sso/logout`, { stop: (at) => at.href === `${home}/` });
    expect(left.url.href).toBe(`${home}/`);
    expect((await account(browser, url)).status).toBe(401);
    expect((await browser.open(`${home}/sso/auth/`)).text).toContain('type="password"');
  });

  it('ends here when it ends at the provider', async () => {
    const browser = new FormBrowser();
    const { url } = await browser.send(await answered(browser), {}, landed);
    expect((await account(browser, url)).status).toBe(200);
    const left = await browser.open(`${idp.address}/?logout=1`);
    // A frame in the provider’s page, to which a browser sends none of our cookies.
    const [, frame = ''] = /<iframe src="([^"]+)"/.exec(left.text) ?? [];
    expect(frame.startsWith(`${home}/sso/saml/logout?SAMLRequest=`)).toBe(true);
    const answer = await fetch(frame.replaceAll('&amp;', '&'), { redirect: 'manual' });
    expect(answer.headers.get('location')).toContain(`${idp.address}/saml/singleLogoutReturn?SAMLResponse=`);
    expect((await account(browser, url)).status).toBe(401);
  });
});
