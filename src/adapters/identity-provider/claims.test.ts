/** Which of the provider's claims are trusted, under the names that an installation configures. */
// Real time: the libraries check timestamps with their own clock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignInRefused } from '#ports/identity-provider.ts';
import { type ClaimMapping, readClaims, standardClaims } from './claims.ts';
import { openIdConnect } from './openid-client.ts';
import { beginning, CLIENT, callbackOf, FakeOpenIdProvider, makeProviderKey, SECRET } from './openid-provider.suite.ts';

let idp: FakeOpenIdProvider;
beforeAll(async () => {
  idp = await FakeOpenIdProvider.listen(await makeProviderKey('k1'));
});
afterAll(() => idp.close());

const signIn = async (claims: Record<string, unknown>, more: Parameters<FakeOpenIdProvider['settings']>[0] = {}) => {
  const begun = beginning();
  idp.idToken = () => idp.sign({ nonce: begun.nonce, ...claims });
  return openIdConnect(idp.settings(more)).finish(callbackOf(begun), begun);
};
const named = (more: Partial<ClaimMapping>) => ({ mapping: { ...standardClaims('openid'), ...more } });

describe('configured claim names', () => {
  it('give the person, the address and the phone', async () => {
    const mapping = { subject: 'oid', email: 'upn', emailVerified: 'xms_edov', phone: 'mobile' };
    const said = { sub: 'pairwise', oid: 'o-1', upn: 'dario@example.com', xms_edov: '1', mobile: '+39 333', sid: 's' };
    expect(await signIn(said, { mapping })).toMatchObject({
      ...{ identity: { issuer: idp.issuer, subject: 'o-1' }, email: 'dario@example.com', emailVerified: true },
      ...{ phone: '+39 333', providerSession: { subject: 'pairwise', index: 's' } },
    });
  });

  it('are not replaced by the specification’s names', async () => {
    idp.userinfo = { sub: 'dealer', email: 'other@example.com', email_verified: true };
    const mapping = { subject: 'sub', email: 'upn', emailVerified: 'xms_edov', phone: null };
    const said = { email: 'dario@example.com', email_verified: true, phone_number: '+39 333' };
    expect(await signIn(said, { mapping })).toMatchObject({ email: null, emailVerified: false, phone: null });
  });

  it.each([undefined, '', 7, 'x'.repeat(256), 'ò'])('identify no user by %j', async (oid) => {
    // The unsigned userinfo response cannot determine the identity.
    idp.userinfo = { sub: 'dealer', oid: 'o-1', email: 'dario@example.com', email_verified: true };
    await expect(signIn({ oid }, named({ subject: 'oid' }))).rejects.toBeInstanceOf(SignInRefused);
  });

  it('are trusted as verified if so configured, otherwise only by an affirmative claim', () => {
    const always = { ...standardClaims('openid'), emailVerified: null };
    expect(readClaims({ email: 'a@b.it', email_verified: false }, always)).toMatchObject({
      emailVerified: true,
      isVerificationStated: true,
    });
    const own = { ...standardClaims('openid'), emailVerified: 'checked' };
    for (const checked of [true, 'true', 1, '1']) {
      expect(readClaims({ checked }, own).emailVerified).toBe(true);
      // The specification's own claim must be a boolean.
      expect(readClaims({ email_verified: checked }, standardClaims('openid')).emailVerified).toBe(checked === true);
    }
    for (const checked of [false, 'false', 0, '0', 'yes', null, {}, ['true'], undefined]) {
      expect(readClaims({ checked }, own).emailVerified).toBe(false);
    }
  });
});

describe('our client secret', () => {
  const both = ['client_secret_basic', 'client_secret_post'];
  it.each<[string, string, string[] | undefined, 'head' | 'body']>([
    ['letters and digits', 'abc123', both, 'head'],
    ['what would have to be encoded', SECRET, both, 'body'],
    ['what would have to be encoded, where the head alone is taken', SECRET, ['client_secret_basic'], 'head'],
    ['anything, where the body alone is taken', 'abc123', ['client_secret_post'], 'body'],
    ['anything, where nothing is said', 'a b&c=d', undefined, 'head'],
  ])('of %s is sent in an unambiguous form', async (_name, clientSecret, methods, place) => {
    idp.description = { token_endpoint_auth_methods_supported: methods };
    await signIn({ email: 'dario@example.com', email_verified: true }, { clientSecret });
    if (place === 'body') {
      expect([idp.authorization, idp.body.get('client_secret'), idp.body.get('client_id')]).toEqual([
        '',
        clientSecret,
        CLIENT,
      ]);
      return;
    }
    const [id, sent] = Buffer.from(idp.authorization.slice('Basic '.length), 'base64').toString().split(':');
    const decode = (text = '') => decodeURIComponent(text.replaceAll('+', ' '));
    expect([decode(id), decode(sent), idp.body.has('client_secret')]).toEqual([CLIENT, clientSecret, false]);
  });
});
