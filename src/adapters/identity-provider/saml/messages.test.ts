/** Our requests to a SAML provider, our metadata, and logout messages. */
// Real time: the library checks timestamps with its own clock.
import { verify, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SignInRefused, type SignInStart } from '#ports/identity-provider.ts';
import { type FakeSamlProvider, fakeSamlProvider, makePair, unpacked } from './provider.suite.ts';
import { openSaml } from './saml.ts';

const NONCE = 'n'.repeat(43);
const STATE = 's'.repeat(43);
const START: SignInStart = { state: STATE, nonce: NONCE, codeVerifier: 'v', redirectUri: 'https://portale.example/' };

const saml = await fakeSamlProvider();
const stranger = await makePair();
const provider = openSaml(saml.settings);

describe('a sign-in request', () => {
  it('is signed, has the sign-in’s nonce as its id, and carries its state', async () => {
    const url = await provider.authorizationUrl(START);
    expect(url.origin + url.pathname).toBe('https://idp.example/sso');
    expect(url.searchParams.get('RelayState')).toBe(STATE);
    expect(url.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    const text = unpacked(url, 'SAMLRequest');
    expect(text).toContain(`ID="_${NONCE}"`);
    expect(text).toContain('AssertionConsumerServiceURL="https://portale.example/sso/saml"');
    expect(text).not.toContain('ForceAuthn');
    const query = url.search.slice(1).split('&Signature=')[0] ?? '';
    const key = new X509Certificate(saml.keys.product.certificate).publicKey;
    const signature = Buffer.from(url.searchParams.get('Signature') ?? '', 'base64');
    expect(verify('sha256', Buffer.from(query), key, signature)).toBe(true);
  });

  it('forces a new authentication before signing', async () => {
    const text = unpacked(await provider.authorizationUrl({ ...START, fresh: true }), 'SAMLRequest');
    expect(text).toContain('ForceAuthn="true"');
  });

  it('accepts a response only by POST', async () => {
    await expect(provider.finish(new URL('https://portale.example/'), START)).rejects.toBeInstanceOf(SignInRefused);
  });
});

it('our metadata states where responses go, by which binding, and with which keys', async () => {
  const next = await makePair();
  const { product } = saml.settings;
  const certificates: [string, string] = [saml.keys.product.certificate, next.certificate];
  const text = openSaml({ ...saml.settings, product: { ...product, certificates } }).posts.metadata();
  expect(text).toContain('AuthnRequestsSigned="true" WantAssertionsSigned="true"');
  expect(text).toMatch(
    /AssertionConsumerService [^>]*bindings:HTTP-POST" Location="https:\/\/portale.example\/sso\/saml"/,
  );
  expect(text).toMatch(
    /SingleLogoutService [^>]*bindings:HTTP-Redirect" Location="https:\/\/portale.example\/sso\/saml\/logout"/,
  );
  expect(text.match(/KeyDescriptor use="signing"/g)).toHaveLength(2);
  expect(text.match(/KeyDescriptor use="encryption"/g)).toHaveLength(1);
  expect(text).not.toContain('PRIVATE');
});

describe('a logout', () => {
  const end = (xml: string, options?: Parameters<FakeSamlProvider['logout']>[1]) =>
    provider.posts.readLogout(saml.logout(xml, options));

  it('is requested with a signed message with the provider’s names', async () => {
    const { person } = await provider.posts.read(await saml.answer(NONCE), { nonce: NONCE });
    const url = await provider.endSessionUrl(person.idToken, 'https://portale.example/');
    expect(url?.searchParams.get('Signature')).toBeTruthy();
    const text = unpacked(url as URL, 'SAMLRequest');
    expect(text).toMatch(/LogoutRequest .*Destination="https:\/\/idp.example\/slo".*persona-17.*_s1/s);
    expect(await provider.endSessionUrl(null, 'https://portale.example/')).toBeNull();
  });

  it('from the provider is answered with a signed message', async () => {
    const ended = await end(saml.logoutRequest({ index: '_s1' }), { relayState: 'r 1' });
    expect(ended).toMatchObject({ subject: 'persona-17', indexes: ['_s1'] });
    const url = await ended?.answer(true);
    expect(url?.searchParams.get('RelayState')).toBe('r 1');
    expect(url?.searchParams.get('Signature')).toBeTruthy();
    expect(unpacked(url as URL, 'SAMLResponse')).toContain(`InResponseTo="${ended?.once.id}"`);
  });

  it('is answered at the provider’s response URL', async () => {
    const logoutResponseUrl = 'https://idp.example/slo/return';
    const other = openSaml({ ...saml.settings, provider: { ...saml.settings.provider, logoutResponseUrl } });
    const ended = await other.posts.readLogout(saml.logout(saml.logoutRequest()));
    const url = await ended?.answer(true);
    expect(url?.href.startsWith(`${logoutResponseUrl}?SAMLResponse=`)).toBe(true);
    expect(unpacked(url as URL, 'SAMLResponse')).toContain(`Destination="${logoutResponseUrl}"`);
    const nowhere = openSaml({ ...saml.settings, provider: { ...saml.settings.provider, logoutUrl: null } });
    const unanswered = await nowhere.posts.readLogout(saml.logout(saml.logoutRequest()));
    expect((await unanswered?.answer(true))?.href).toBe('https://portale.example/');
    expect((await other.endSessionUrl('{"nameID":"x"}', 'https://portale.example/'))?.href).toContain('/slo?');
  });

  it('is completed by a response to our request', async () => {
    const answer = saml
      .logoutRequest()
      .replaceAll('LogoutRequest', 'LogoutResponse')
      .replace(
        /<saml:NameID>.*<\/saml:NameID>/,
        '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
      );
    expect(await end(answer, { kind: 'SAMLResponse' })).toBeNull();
  });

  it.each<[string, (query: string) => string]>([
    ['no signature', (query) => query.replace(/&SigAlg=.*/, '')],
    ['no value of the signature', (query) => query.replace(/&Signature=.*/, '')],
    ['an empty signature', (query) => query.replace(/&Signature=.*/, '&Signature=')],
    ['no algorithm', (query) => query.replace(/&SigAlg=[^&]*/, '')],
    ['a state that was not signed', (query) => `${query}&RelayState=x`],
    ['a parameter twice', (query) => `${query}&${query.split('&')[0]}`],
    ['a parameter spelled otherwise', (query) => query.replace('SAMLRequest=', '%53AMLRequest=')],
    ['a parameter of its own', (query) => `${query}&x=SAMLRequest`],
    ['request and answer at once', (query) => `${query}&SAMLResponse=x`],
    ['a message that was changed', (query) => query.replace(/SAMLRequest=.{20}/, (head) => `${head.slice(0, -1)}A`)],
    ['nothing at all', () => ''],
  ])('is refused with %s', async (_, change) => {
    const query = change(saml.logout(saml.logoutRequest()));
    await expect(provider.posts.readLogout(query)).rejects.toBeInstanceOf(SignInRefused);
  });

  it.each<[string, () => string, Parameters<FakeSamlProvider['logout']>[1]]>([
    ['of another destination', () => saml.logoutRequest({ destination: 'https://other.example' }), {}],
    ['of another issuer', () => saml.logoutRequest({ issuer: 'https://evil.example' }), {}],
    ['of an hour ago', () => saml.logoutRequest({ issued: -3600 }), {}],
    ['from the future', () => saml.logoutRequest({ issued: 3600 }), {}],
    ['signed by somebody else', () => saml.logoutRequest(), { key: 'stranger' }],
    ['signed with SHA-1', () => saml.logoutRequest(), { digest: 'sha1' }],
    ['with a comment in the name', () => saml.logoutRequest({ nameId: 'persona-1<!-- -->7' }), {}],
    ['as large as a bomb', () => saml.logoutRequest({ nameId: 'a'.repeat(1 << 20) }), {}],
    ['that is another message', () => '<x/>', {}],
  ])('is refused %s', async (_, xml, options) => {
    const key = options?.key === undefined ? saml.keys.own.key : stranger.key;
    await expect(end(xml(), { ...options, key })).rejects.toBeInstanceOf(SignInRefused);
  });
});
