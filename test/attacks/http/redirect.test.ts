/** Return addresses that try to lead a signed-in user away from the product: each ends on one of our own pages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeRedirect } from '#domain/identity/redirect.ts';
import { type Identity, openIdentity, somebody } from '#server/identity/sign-ins/browser.suite.ts';

const OWN = 'http://localhost';
const landingPath = (redirect: string): string => `${OWN}/logged?redirect=${redirect}`;

/** Values of `RelayState=`. */
const RELAY_STATES: readonly string[] = [
  'https://attacker.example',
  'https://attacker.example/logged?redirect=/',
  '//attacker.example/logged?redirect=/dashboard',
  'http:attacker.example/logged',
  'http:/attacker.example/logged',
  'http:\\\\attacker.example\\logged',
  'http://localhost@attacker.example/logged?redirect=/dashboard',
  'http://localhost:80@attacker.example/logged?redirect=/dashboard',
  'http://user:pass@localhost/logged?redirect=/dashboard',
  'http://localhost.attacker.example/logged?redirect=/dashboard',
  'http://localhost%2eattacker.example/logged',
  'http://localhost%00.attacker.example/logged',
  'http://localhost%09.attacker.example/logged',
  'http://attacker.example#http://localhost/logged?redirect=/dashboard',
  'http://attacker.example?http://localhost/logged?redirect=/dashboard',
  'http://attacker.example\\@localhost/logged',
  'http://localhost\\@attacker.example/logged',
  'https://localhost/logged?redirect=/dashboard',
  'http://localhost:8443/logged?redirect=/dashboard',
  'http://localhost./logged?redirect=/dashboard',
  'http://127.0.0.1/logged?redirect=/dashboard',
  'http://[::1]/logged?redirect=/dashboard',
  'http://0/logged?redirect=/dashboard',
  'http://ⓛocalhost.attacker.example/logged',
  'ftp://localhost/logged?redirect=/dashboard',
  'javascript://localhost/%0aalert(1)',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:http://localhost/logged',
  'file:///etc/passwd',
  'view-source:http://localhost/logged',
  'about:blank',
  '%2f%2fattacker.example%2flogged',
  'https%3a%2f%2fattacker.example%2flogged',
  'https%253a%252f%252fattacker.example',
  '%',
  '%ff%fe',
  'http%3A%2F%2Flocalhost%40attacker.example%2Flogged',
  `${OWN}/loggedout?redirect=/dashboard`,
  `${OWN}/logged/../sso/logout?redirect=/dashboard`,
  `${OWN}/logged/x?redirect=/dashboard`,
  `${OWN}/LOGGED?redirect=/dashboard`,
  `${OWN}/sso/logout?redirect=/dashboard`,
  `${OWN}//attacker.example/logged?redirect=/dashboard`,
  landingPath('https://attacker.example'),
  landingPath('//attacker.example'),
  landingPath('///attacker.example'),
  landingPath('////attacker.example//'),
  landingPath('/\\attacker.example'),
  landingPath('\\\\attacker.example'),
  landingPath('\\/attacker.example'),
  landingPath('/%5cattacker.example'),
  landingPath('/%2fattacker.example'),
  landingPath('%2f%2fattacker.example'),
  landingPath('%2F%5Cattacker.example'),
  landingPath('/%09/attacker.example'),
  landingPath('/\t/attacker.example'),
  landingPath('/%0d%0aLocation:%20https://attacker.example'),
  landingPath('/dashboard%0d%0aSet-Cookie:a=b'),
  landingPath('/app/..//attacker.example'),
  landingPath('/app/%2e%2e/%2e%2e//attacker.example'),
  landingPath('/app/.%2e/sso/logout'),
  landingPath('/;@attacker.example'),
  landingPath('/.attacker.example'),
  landingPath('.attacker.example'),
  landingPath('@attacker.example'),
  landingPath('javascript:alert(1)'),
  landingPath('%6aavascript:alert(1)'),
  landingPath('/logout'),
  landingPath('/sso/logout'),
  landingPath('/logged?JWT_TOKEN=planted'),
  landingPath('/error/error-v1'),
  landingPath('/api/account'),
  landingPath('/sign/token'),
  landingPath('/demo/outbox'),
  landingPath('/unknown'),
  landingPath('/appendix'),
  landingPath('/dashboard.attacker.example'),
  landingPath('〱attacker.example'),
  landingPath('/〱/attacker.example'),
  landingPath(`/app/${'a'.repeat(3000)}`),
];

/** Values of `redirect=` on the landing page itself, and values that a form or a link might pass. */
const PATHS: readonly string[] = [
  ...RELAY_STATES.filter((state) => state.startsWith(`${OWN}/logged?redirect=`)).map((one) =>
    one.slice(landingPath('').length),
  ),
  ...RELAY_STATES,
  ' /dashboard',
  '\u0000/dashboard',
  '/dashboard\u0000',
  '/dash\u202eboard',
  '/dashboard\n',
  '/app/\ud800',
  '/app?x=\ud800',
  '/app?x=%',
  '/app?x=%zz',
  '/app?x=%0a',
  '/app?x=<script>',
  '/app?x="onload="',
  '/app?x=\\',
];

let identity: Identity;

beforeAll(async () => {
  identity = await openIdentity();
  await identity.addUser({ login: 'dealer' });
  identity.provider.person = somebody('dealer');
});
afterAll(() => identity.close());

/** All pages of the portal, listed here independently. */
const ownPage = /^\/(dashboard|my-page|app(\/[\w~-]+)*|admin(\/[\w~-]+)*)?\/?(\?.*)?$/;

function expectOwnPage(redirect: string): void {
  const url = new URL(redirect, OWN);
  expect(url.origin).toBe(OWN);
  expect(url.username + url.password + url.hash).toBe('');
  expect(url.pathname + url.search).toMatch(ownPage);
}

describe('the sign-in', () => {
  it('is tested with more than sixty return addresses', () => {
    expect(new Set(RELAY_STATES).size).toBeGreaterThan(60);
  });

  it.each(RELAY_STATES)('given the return address %j ends at the start page', async (relayState) => {
    const browser = identity.browser();
    const { redirect } = await browser.signIn(encodeURI(relayState).replaceAll('%25', '%'));
    expect(redirect).toBe('/');
  });

  it.each([
    ['/', '/'],
    ['/dashboard', '/dashboard'],
    ['/app/documents/48190', '/app/documents/48190'],
    ['/app/wizard/bmw/sale_new/sale_new_proposal', '/app/wizard/bmw/sale_new/sale_new_proposal'],
    ['/app/folders?page=2&sort=id,desc', '/app/folders?page=2&sort=id,desc'],
    ['/app/folders?x=http://attacker.example', '/app/folders?x=http://attacker.example'],
    ['/admin/users', '/admin/users'],
    ['/app/dossiers?q=Nicol%C3%B2', '/app/dossiers?q=Nicol%C3%B2'],
    ['%2Fapp%2Ffolders%3Fa%3D1%26b%3D2', '/app/folders?a=1&b=2'],
  ])('leads back to %s', async (wanted, expected) => {
    expect((await identity.browser().signIn(landingPath(wanted))).redirect).toBe(expected);
    // The same address, encoded as a whole, as other clients of the specified entry point send it.
    expect((await identity.browser().signIn(encodeURIComponent(landingPath(wanted)))).redirect).toBe(expected);
  });

  it('does not use a token in the return address', async () => {
    const browser = identity.browser();
    const state = await browser.begin(landingPath('/app?x=1&JWT_TOKEN=planted'));
    const { headers } = await browser.get(`/sso/callback?code=good&state=${state}`);
    const query = (headers.location ?? '').replace(/^\/logged\?/, '');
    expect(query.match(/(?:^|&)JWT_TOKEN=/g)).toHaveLength(1);
    expect(new URLSearchParams(query).get('JWT_TOKEN')).not.toBe('planted');
  });
});

describe('the pure rule', () => {
  it.each(PATHS)('maps %j to a page of the product', (path) => {
    expectOwnPage(safeRedirect(path));
  });

  it('handles a missing address', () => {
    for (const nothing of [null, undefined, '']) expect(safeRedirect(nothing)).toBe('/');
  });
});
