/** Fake OpenID Connect provider on a loopback port, with keys chosen by the test, for responses that no honest provider sends. */
// Real time: the libraries check timestamps with their own clock.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';
import type { SignInStart } from '#ports/identity-provider.ts';
import { openCircuitBreaker } from '../outside/circuit-breaker.ts';
import type { OpenIdSettings } from './openid-client.ts';

export const CLIENT = 'product';
export const SECRET = 'a-secret-of-forty-characters-for-the-test';
export const RETURN = 'http://127.0.0.1:1/sso/callback';
export const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

export interface ProviderKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** As published by the provider. */
  readonly jwk: JWK;
}

export async function makeProviderKey(kid: string, alg = 'ES256', options = {}): Promise<ProviderKey> {
  const pair = await generateKeyPair(alg, { extractable: true, ...options });
  return { kid, alg, ...pair, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' } };
}

export const random = (): string => randomBytes(32).toString('base64url');
export const seconds = (): number => Math.floor(Date.now() / 1000);

/** A guard that fails after `timeLimit` milliseconds and reports to no log. */
export const quietGuard = (more: { timeLimit?: number; failures?: number } = {}) =>
  openCircuitBreaker({
    ...{ system: 'identity', clock: { now: () => new Date() }, timeLimit: 30_000, ...more },
    log: { warn: () => undefined, info: () => undefined },
  });

type Claims = Record<string, unknown>;
export interface Signing {
  readonly key?: ProviderKey;
  readonly header?: Partial<JWTHeaderParameters>;
}

export class FakeOpenIdProvider {
  /** Published keys, and the number of requests for them. */
  keys: JWK[] = [];
  keyRequests = 0;
  /** Additional members of the metadata. */
  description: Claims = {};
  /** If set, the status of every response. */
  broken: number | null = null;
  /** The response at one path in place of the regular one; a number is a status, null no response. */
  fault: { path: string; answer: string | number | null } | null = null;
  idToken: () => Promise<string> = async () => '';
  userinfo: Claims = {};
  /** Credentials of the last token request, in its header and in its body. */
  authorization = '';
  body = new URLSearchParams();
  /** If set, the error response to a token request. */
  refusal: { status: number; error: string } | null = null;
  /** Seconds by which its clock is ahead of ours. */
  ahead = 0;
  issuer = '';
  private readonly server: ReturnType<typeof createServer>;
  readonly key: ProviderKey;

  private constructor(key: ProviderKey, certificate?: { cert: string; key: string }) {
    this.key = key;
    this.keys = [key.jwk];
    const answer: RequestListener = (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://x');
      if (this.fault?.path === pathname) {
        const { answer } = this.fault;
        if (typeof answer === 'number') return void response.writeHead(answer, { 'retry-after': '1' }).end('{}');
        return answer === null ? undefined : void response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
      }
      this.answer(request).then(
        ([status, body]) => {
          const date = new Date(Date.now() + this.ahead * 1000).toUTCString();
          response.writeHead(status, { 'content-type': 'application/json', date }).end(JSON.stringify(body));
        },
        () => response.destroy(),
      );
    };
    this.server = certificate === undefined ? createServer(answer) : createSecure(certificate, answer);
  }

  /** @param certificate PEM, for TLS. */
  static async listen(key: ProviderKey, certificate?: { cert: string; key: string }): Promise<FakeOpenIdProvider> {
    const provider = new FakeOpenIdProvider(key, certificate);
    await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve));
    const scheme = certificate === undefined ? 'http' : 'https';
    provider.issuer = `${scheme}://127.0.0.1:${(provider.server.address() as AddressInfo).port}`;
    return provider;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage): Promise<[number, unknown]> {
    const sent = await text(request);
    if (this.broken !== null) return [this.broken, {}];
    const { issuer } = this;
    switch (new URL(request.url ?? '/', 'http://x').pathname) {
      case '/.well-known/openid-configuration':
        return [
          200,
          {
            issuer,
            authorization_endpoint: `${issuer}/auth`,
            token_endpoint: `${issuer}/token`,
            userinfo_endpoint: `${issuer}/me`,
            jwks_uri: `${issuer}/jwks`,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
            id_token_signing_alg_values_supported: ['ES256'],
            ...this.description,
          },
        ];
      case '/jwks':
        this.keyRequests += 1;
        return [200, { keys: this.keys }];
      case '/token':
        this.authorization = request.headers.authorization ?? '';
        this.body = new URLSearchParams(sent);
        if (this.refusal !== null) return [this.refusal.status, { error: this.refusal.error }];
        return [200, { access_token: 'a', token_type: 'Bearer', id_token: await this.idToken() }];
      case '/me':
        return [200, this.userinfo];
      default:
        return [404, {}];
    }
  }

  settings(more: Partial<OpenIdSettings> = {}): OpenIdSettings {
    return {
      ...{ issuer: this.issuer, clientId: CLIENT, clientSecret: SECRET, scope: 'openid profile email' },
      ...{ allowHttp: true, guard: quietGuard() },
      ...more,
    };
  }

  /** Signs the claims of an id_token; a claim that is `undefined` is left out. */
  async sign(claims: Claims, { key = this.key, header = {} }: Signing = {}): Promise<string> {
    const defaults = { iss: this.issuer, aud: CLIENT, sub: 'dealer', iat: seconds(), exp: seconds() + 60 };
    const { alg, kid } = key;
    // The library signs unknown `crit` headers only if they are declared.
    const crit = Object.fromEntries((header.crit ?? []).map((name) => [name, true]));
    const token = new SignJWT({ ...defaults, ...claims }).setProtectedHeader({ alg, kid, ...header });
    return token.sign(key.privateKey, { crit });
  }

  /** A valid logout token, except for the given claims. */
  signLogout(claims: Claims = {}, signing: Signing = {}): Promise<string> {
    const defaults = { jti: random(), sid: 's-1', events: { [EVENT]: {} } };
    return this.sign({ ...defaults, ...claims }, { ...signing, header: { typ: 'logout+jwt', ...signing.header } });
  }
}

export const beginning = (): SignInStart => ({
  ...{ state: random(), nonce: random(), codeVerifier: random(), redirectUri: RETURN },
});
export const callbackOf = ({ state }: SignInStart): URL => new URL(`${RETURN}?code=c&state=${state}`);
