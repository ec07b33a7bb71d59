/** `doctor` on OpenID Connect sign-in: reports each mistake by name and in plain words, and nothing when all is well. */
// Real time: an external program creates the certificates by the system clock.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runningClock } from '#test/clock.ts';
import { linesOf } from '#test/finding-lines.ts';
import { makeCertificates, type ServerCertificates } from '../../../test/mail/certificates.ts';
import { InvalidSettingFile } from '../setting-file.ts';
import { standardClaims } from './claims.ts';
import { checkOidc } from './openid-check.ts';
import { type OpenIdFiles, openOpenId } from './openid-files.ts';
import {
  beginning,
  callbackOf,
  FakeOpenIdProvider,
  makeProviderKey,
  quietGuard,
  SECRET,
} from './openid-provider.suite.ts';

const clock = runningClock();
const scope = 'openid profile email';
let folder = '';
let certificates: ServerCertificates;
let idp: FakeOpenIdProvider;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openid-check-'));
  certificates = await makeCertificates(folder, 'idp');
  const [cert, key] = await Promise.all(
    [certificates.certificate, certificates.key].map((path) => readFile(path, 'utf8')),
  );
  idp = await FakeOpenIdProvider.listen(await makeProviderKey('k1'), { cert: cert ?? '', key: key ?? '' });
});
afterAll(async () => {
  await idp.close();
  await rm(folder, { recursive: true, force: true });
});
const WELL = { end_session_endpoint: 'https://idp.example/end', backchannel_logout_supported: true };
beforeEach(() => {
  idp.keys = [idp.key.jwk];
  idp.description = WELL;
  idp.refusal = { status: 400, error: 'invalid_grant' };
  idp.broken = null;
  idp.ahead = 0;
});

const files = (more: Partial<OpenIdFiles> = {}): OpenIdFiles => ({
  ...{ issuer: idp.issuer, clientId: 'product', clientSecret: SECRET, scope, clockTolerance: 30 },
  ...{ certificates: certificates.authority, mapping: standardClaims(scope) },
  ...more,
});
const wrong = async (more: Partial<OpenIdFiles> = {}) =>
  linesOf(await checkOidc(files(more), clock)).filter((line) => !line.startsWith('ok '));

describe('a provider with a private authority', () => {
  it('is reported as working, with the end of its certificate, which lasts days', async () => {
    const findings = await checkOidc(files(), clock);
    expect(findings.map(({ name, level }) => `${level} ${name}`).join(', ')).toBe(
      'ok OIDC_ISSUER, ok OIDC_ISSUER, warning OIDC_ISSUER, ok OIDC_CLIENT_SECRET, ok OIDC_CLOCK_TOLERANCE',
    );
    expect(await wrong()).toEqual([expect.stringMatching(/certificate ends on \d{4}-/)]);
  });

  it('signs users in, and is not reachable without that authority', async () => {
    const begun = beginning();
    idp.refusal = null;
    idp.idToken = () => idp.sign({ nonce: begun.nonce, email: 'dealer@example.com', email_verified: true });
    const provider = await openOpenId(files(), quietGuard());
    expect(await provider.finish(callbackOf(begun), begun)).toMatchObject({ email: 'dealer@example.com' });
    const without = await openOpenId(files({ certificates: null }), quietGuard());
    await expect(without.authorizationUrl(begun)).rejects.toMatchObject({ name: 'OutsideFailure', reason: 'down' });
  });

  it('receives the secret in one form, and its response is read to the end', async () => {
    idp.refusal = null;
    const begun = beginning();
    idp.idToken = () => idp.sign({ nonce: begun.nonce });
    idp.userinfo = { sub: 'dealer', email: 'dealer@example.com', email_verified: true, address: 'x'.repeat(200_000) };
    const provider = await openOpenId(files(), quietGuard());
    expect(await provider.finish(callbackOf(begun), begun)).toMatchObject({ emailVerified: true });
    expect(idp.authorization).toMatch(/^Basic /);
    expect(idp.body.has('client_secret')).toBe(false);
  });
});

type Told = Pick<FakeOpenIdProvider, 'keys' | 'description' | 'broken' | 'refusal' | 'ahead'>;
type Mistake = Partial<Told> & { files?: Partial<OpenIdFiles> };

describe('a mistake is reported:', () => {
  it.each<[string, () => Mistake, RegExp]>([
    [
      'an unknown authority',
      () => ({ files: { certificates: null } }),
      /failure OIDC_ISSUER: .*name that authority’s PEM file in OIDC_CERTIFICATES/,
    ],
    [
      'nobody who listens',
      () => ({ files: { issuer: 'https://127.0.0.1:1' } }),
      /failure OIDC_ISSUER: .*nothing listens there/,
    ],
    [
      'a name that is not known',
      () => ({ files: { issuer: 'https://idp.invalid' } }),
      /failure OIDC_ISSUER: .*(its name is not known|does not answer in time)/,
    ],
    ['another path', () => ({ files: { issuer: `${idp.issuer}/realms/x` } }), /failure OIDC_ISSUER: .*it answers 404/],
    ['a provider that is down', () => ({ broken: 503 }), /failure OIDC_ISSUER: .*it answers 503/],
    [
      'another issuer',
      () => ({ description: { ...WELL, issuer: 'https://other.example' } }),
      /failure OIDC_ISSUER: The provider calls itself https:\/\/other.example/,
    ],
    [
      'no PKCE with S256',
      () => ({ description: { ...WELL, code_challenge_methods_supported: ['plain'] } }),
      /failure OIDC_ISSUER: The provider does not take PKCE/,
    ],
    [
      'no word on PKCE',
      () => ({ description: { ...WELL, code_challenge_methods_supported: undefined } }),
      /warning OIDC_ISSUER: The provider does not state whether it heeds PKCE/,
    ],
    [
      'signatures by a secret',
      () => ({ description: { ...WELL, id_token_signing_alg_values_supported: ['none', 'HS512'] } }),
      /failure OIDC_ISSUER: The provider signs with none, HS512 only/,
    ],
    [
      'no secret',
      () => ({ description: { ...WELL, token_endpoint_auth_methods_supported: ['private_key_jwt'] } }),
      /failure OIDC_CLIENT_SECRET: The provider takes private_key_jwt and no secret/,
    ],
    [
      'no address for a token',
      () => ({ description: { ...WELL, token_endpoint: undefined } }),
      /failure OIDC_ISSUER: The provider’s description has no token_endpoint/,
    ],
    [
      'no authorization code',
      () => ({ description: { ...WELL, response_types_supported: ['id_token'] } }),
      /failure OIDC_ISSUER: The provider does not offer the authorization code flow/,
    ],
    [
      'a scope that it has not',
      () => ({
        description: { ...WELL, scopes_supported: ['openid', 'email'] },
        files: { scope: 'openid email phone' },
      }),
      /warning OIDC_SCOPE: .*phone/,
    ],
    [
      'no way out',
      () => ({ description: { backchannel_logout_supported: true } }),
      /warning OIDC_ISSUER: The provider names no address for signing out/,
    ],
    [
      'no end of sessions',
      () => ({ description: { ...WELL, backchannel_logout_supported: false } }),
      /warning OIDC_ISSUER: .*back-channel logout/,
    ],
    ['no key', () => ({ keys: [] }), /failure OIDC_ISSUER: The provider publishes no key/],
    [
      'keys without names',
      () => ({ keys: [idp.key.jwk, { ...idp.key.jwk, kid: undefined as never }] }),
      /warning OIDC_ISSUER: .*several keys without names/,
    ],
    [
      'another secret',
      () => ({ refusal: { status: 401, error: 'invalid_client' } }),
      /failure OIDC_CLIENT_SECRET: .*does not know us/,
    ],
    [
      'an answer that says nothing',
      () => ({ refusal: { status: 500, error: 'x' } }),
      /warning OIDC_CLIENT_SECRET: .*it answers 500/,
    ],
    [
      'a clock five minutes off',
      () => ({ ahead: 300 }),
      /failure OIDC_CLOCK_TOLERANCE: The provider’s clock is (299|300|301) seconds before ours/,
    ],
    [
      'a clock ten seconds off',
      () => ({ ahead: -10 }),
      /warning OIDC_CLOCK_TOLERANCE: The provider’s clock is 1\d seconds behind/,
    ],
    [
      'a file that is not there',
      () => ({ files: { certificates: join(folder, 'none.pem') } }),
      /failure OIDC_CERTIFICATES: .*there is no such file/,
    ],
    [
      'a file without a certificate',
      () => ({ files: { certificates: certificates.key } }),
      /failure OIDC_CERTIFICATES: .*holds no certificate/,
    ],
  ])('%s', async (_name, make, words) => {
    const { files: more, ...told } = make();
    Object.assign(idp, told);
    const found = await wrong(more);
    expect(
      found.some((one) => words.test(one)),
      found.join('\n'),
    ).toBe(true);
    expect(found.join('\n')).not.toContain(SECRET);
  });

  it('a damaged certificate prevents the start', async () => {
    const path = join(folder, 'damaged.pem');
    await writeFile(path, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    await expect(openOpenId(files({ certificates: path }), quietGuard())).rejects.toBeInstanceOf(InvalidSettingFile);
  });
});
