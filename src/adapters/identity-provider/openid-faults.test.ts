/** A slow provider, rate limits and invalid responses: none is a refusal, and the request is retried. */
// Real time: the libraries check timestamps with their own clock.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openIdConnect } from './openid-client.ts';
import { beginning, callbackOf, FakeOpenIdProvider, makeProviderKey, quietGuard } from './openid-provider.suite.ts';

let idp: FakeOpenIdProvider;
beforeAll(async () => {
  idp = await FakeOpenIdProvider.listen(await makeProviderKey('k1'));
});
afterAll(() => idp.close());
beforeEach(() => {
  idp.fault = null;
  idp.userinfo = { sub: 'dealer', email: 'dealer@example.com', email_verified: true };
});

const DESCRIPTION = '/.well-known/openid-configuration';
const PATHS = [DESCRIPTION, '/token', '/jwks', '/me'];
const FAULTS: [string, string | number | null, string][] = [
  ['a page of maintenance', '<!doctype html><title>Torniamo subito</title>', 'wrong'],
  ['half an answer', '{"issuer": "http', 'wrong'],
  ['nothing', '', 'wrong'],
  ['more than anybody wants', 'x'.repeat((1 << 20) + 1), 'wrong'],
  ['a limit of questions', 429, 'down'],
  ['a failure', 502, 'down'],
  ['no answer', null, 'timeout'],
];

describe.each(PATHS)('at %s', (path) => {
  it.each(FAULTS)('%s is not a refusal, and the next sign-in succeeds', async (_name, answer, reason) => {
    const provider = openIdConnect(idp.settings({ guard: quietGuard({ timeLimit: 150 }) }));
    const signIn = async () => {
      const begun = beginning();
      await provider.authorizationUrl(begun);
      idp.idToken = () => idp.sign({ nonce: begun.nonce });
      return provider.finish(callbackOf(begun), begun);
    };
    idp.fault = { path, answer };
    await expect(signIn()).rejects.toMatchObject({ name: 'OutsideFailure', system: 'identity', reason });
    idp.fault = null;
    expect(await signIn()).toMatchObject({ email: 'dealer@example.com', emailVerified: true });
  });
});
