/** A provider on another site, in Chromium: a form from there sends none of our cookies, a redirect does. */
// Real time: the provider uses no other clock.
import { chromium } from '@playwright/test';
import { expect, it } from 'vitest';
import { openIdConnect } from '#adapters/identity-provider/openid-client.ts';
import { quietGuard } from '#adapters/identity-provider/openid-provider.suite.ts';
import { makePair } from '#adapters/identity-provider/saml/provider.suite.ts';
import { openSaml } from '#adapters/identity-provider/saml/saml.ts';
import { openIdentity } from '#server/identity/sign-ins/browser.suite.ts';
import { runningClock } from '#test/clock.ts';
import { ownPort } from '../../hosts/server-process.ts';
import { USUAL_BROWSER } from '../../journeys/support/browser.ts';
import { startLemonLdap } from './lemonldap.ts';
import { startSimpleSaml } from './simplesamlphp.ts';

it('signs in and out at SimpleSAMLphp on another site', async () => {
  const [own, ours] = [await makePair(), await makePair()];
  const idp = await startSimpleSaml(own, [{ uid: 'dario', password: 'parola', mail: 'dario@example.com' }], {
    name: 'localhost',
  });
  const port = await ownPort();
  const home = `http://127.0.0.1:${port}`;
  const clock = runningClock();
  const identity = await openIdentity(({ settings }) => ({
    clock,
    settings: { ...settings, publicUrl: home, allowedHosts: [`127.0.0.1:${port}`] },
    identityProvider: openSaml({
      provider: {
        entityId: idp.entityId,
        signInUrl: `${idp.address}/saml2/idp/SSOService.php`,
        logoutUrl: `${idp.address}/saml2/idp/SingleLogoutService.php`,
        certificates: async () => [own.certificate],
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
    }),
  }));
  const browser = await chromium.launch(USUAL_BROWSER);
  try {
    await identity.addUser({ login: 'dario', email: 'dario@example.com' });
    await identity.app.listen({ host: '127.0.0.1', port });
    await idp.introduce(await (await fetch(`${home}/sso/saml/metadata`)).text(), { encrypted: true });
    const page = await browser.newPage();
    await page.goto(`${home}/sso/auth/`);
    await page.fill('input[name=username]', 'dario');
    await page.fill('input[name=password]', 'parola');
    const [posted, landing] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && request.url() === `${home}/sso/saml`),
      page.waitForRequest((request) => new URL(request.url()).pathname === '/logged'),
      page.press('input[name=password]', 'Enter'),
    ]);
    expect(new URL(landing.url()).searchParams.get('JWT_TOKEN')).toBeTruthy();
    const { cookie, 'sec-fetch-site': site } = await posted.allHeaders();
    expect([cookie, site]).toEqual([undefined, 'cross-site']);
    const session = (await page.context().cookies(home)).find(({ name }) => name === 'fascicolo_session');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    const [left] = await Promise.all([
      page.waitForRequest((request) => request.url() === `${home}/`),
      page.goto(`${home}/sso/logout`),
    ]);
    expect(left.redirectedFrom()?.url()).toContain('/sso/saml/logout?SAMLResponse=');
    expect((await page.context().cookies(home)).map(({ name }) => name)).not.toContain('fascicolo_session');
  } finally {
    await browser.close();
    await identity.close();
    await idp.stop();
  }
});

it('signs in and out at LemonLDAP::NG on another site by OpenID Connect', async () => {
  const port = await ownPort();
  const home = `http://localhost:${port}`;
  const [clientId, clientSecret] = ['fascicolo', 'segreto'];
  const idp = await startLemonLdap(await makePair(), () => ({
    openId: { clientId, clientSecret, redirectUri: `${home}/sso/callback`, postLogoutUri: `${home}/` },
  }));
  const identity = await openIdentity(({ settings }) => ({
    clock: runningClock(),
    settings: { ...settings, publicUrl: home, allowedHosts: [`localhost:${port}`] },
    identityProvider: openIdConnect({
      ...{ issuer: `${idp.address}/`, clientId, clientSecret, scope: 'openid email', allowHttp: true },
      guard: quietGuard(),
    }),
  }));
  const browser = await chromium.launch(USUAL_BROWSER);
  try {
    await identity.addUser({ login: 'dwho', email: 'dwho@badwolf.org' });
    await identity.app.listen({ host: '127.0.0.1', port });
    const page = await browser.newPage();
    await page.goto(`${home}/sso/auth/`);
    await page.fill('input[name=user]', 'dwho');
    await page.fill('input[name=password]', 'dwho');
    const [returned, landing] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith(`${home}/sso/callback?`)),
      page.waitForRequest((request) => new URL(request.url()).pathname === '/logged'),
      page.press('input[name=password]', 'Enter'),
    ]);
    expect(new URL(landing.url()).searchParams.get('JWT_TOKEN')).toBeTruthy();
    const { cookie, 'sec-fetch-site': site } = await returned.allHeaders();
    expect([cookie, site]).toEqual([expect.stringContaining('fascicolo_sign_in_'), 'cross-site']);
    await page.goto(`${home}/sso/logout`);
    // It offers to end its own session as well.
    if (page.url().startsWith(idp.address)) await page.click('button[type=submit]');
    await page.waitForURL(`${home}/`);
    expect((await page.context().cookies(home)).map(({ name }) => name)).not.toContain('fascicolo_session');
  } finally {
    await browser.close();
    await identity.close();
    await idp.stop();
  }
});
