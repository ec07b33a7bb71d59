/** Sign-in at any OpenID Connect provider: code flow with PKCE S256, state and nonce (OpenID Connect Core 1.0 §3.1, RFC 7636). */
import * as client from 'openid-client';
import {
  type BackChannel,
  type IdentityProvider,
  type SignedIn,
  SignInRefused,
  type SignInStart,
} from '#ports/identity-provider.ts';
import type { OutsideGuard } from '#ports/outside.ts';
import { type ClaimMapping, identifierOf, readClaims, standardClaims } from './claims.ts';
import { fetchGuarded, outsideFailureOf } from './guarded-fetch.ts';
import { readLogoutToken } from './logout-token.ts';
import { openProviderKeys, type ProviderKeys } from './provider-keys.ts';
import { fetchTrusting } from './trusting-fetch.ts';

export interface OpenIdSettings {
  /** The provider's issuer identifier; its discovery document is looked for below it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a client without a secret (PKCE alone). */
  readonly clientSecret: string | null;
  /** Space-separated; must hold `openid`, and should lead to email and email_verified. */
  readonly scope: string;
  /** The names of the specification unless told. */
  readonly mapping?: ClaimMapping;
  /** PEM of the authorities to trust in place of the system's. */
  readonly authorities?: string;
  /** Seconds by which the clocks of the two machines may differ; 30 unless told. */
  readonly clockTolerance?: number;
  /** What the issuer is called wherever a person is bound to it; its own identifier without a word. */
  readonly boundAs?: string;
  /** Plain http to the issuer: only for the demo's own provider on this machine. */
  readonly allowHttp?: boolean;
  /** Time limit and circuit breaker of every call to the provider. */
  readonly guard: OutsideGuard;
}

const CLOCK_TOLERANCE = 30;
/** Milliseconds after which the provider's description is read again; the old one serves while that fails. */
const DESCRIPTION_LIFE = 60 * 60 * 1000;

interface Known {
  readonly configuration: client.Configuration;
  /** Null for a provider that tells no keys: then nothing of it can be believed. */
  readonly keys: ProviderKeys | null;
}
type Discover = () => Promise<Known>;

/** What HTTP Basic carries as it is: RFC 6749 §2.3.1 wants everything else encoded, which not every provider decodes. */
const PLAIN = /^[A-Za-z0-9]*$/;

/**
 * The discovery document says how a client proves itself; without a word it is HTTP Basic (Discovery 1.0 §3). Where both
 * are taken, what Basic would have to encode goes in the body, which is read in one way alone.
 */
function authentication({ clientId, clientSecret: secret }: OpenIdSettings, metadata: client.ServerMetadata) {
  if (secret === null) return client.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isPlain = PLAIN.test(clientId) && PLAIN.test(secret);
  const post = methods.includes('client_secret_post') && !(isPlain && methods.includes('client_secret_basic'));
  return post ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret);
}

async function discover(settings: OpenIdSettings): Promise<Known> {
  const { authorities, clockTolerance = CLOCK_TOLERANCE } = settings;
  const guarded = fetchGuarded(settings.guard, authorities === undefined ? fetch : fetchTrusting(authorities));
  const insecure = settings.allowHttp === true ? [client.allowInsecureRequests] : [];
  const found = await client.discovery(new URL(settings.issuer), settings.clientId, undefined, client.None(), {
    execute: insecure,
    [client.customFetch]: guarded,
  });
  const metadata = found.serverMetadata();
  const configuration = new client.Configuration(
    metadata,
    settings.clientId,
    { [client.clockTolerance]: clockTolerance },
    authentication(settings, metadata),
  );
  configuration[client.customFetch] = guarded;
  for (const extension of insecure) extension(configuration);
  const { jwks_uri: uri, id_token_signing_alg_values_supported: algorithms } = metadata;
  if (uri === undefined) return { configuration, keys: null };
  const isSafe = settings.allowHttp === true || new URL(uri).protocol === 'https:';
  if (!isSafe) throw new Error('The identity provider tells its keys over plain http');
  return { configuration, keys: openProviderKeys(uri, algorithms, guarded) };
}

/** Reads the provider's description when it is first needed, so that a provider that is down stops nobody's start. */
function cached(settings: OpenIdSettings): Discover {
  let known: (Known & { until: number }) | undefined;
  let under: Promise<Known> | undefined;
  return async () => {
    // Elapsed time of this process, no instant that anything is decided by.
    const now = performance.now();
    if (known !== undefined && known.until > now) return known;
    under ??= discover(settings).finally(() => {
      under = undefined;
    });
    try {
      known = { ...(await under), until: now + DESCRIPTION_LIFE };
      return known;
    } catch (error) {
      if (known !== undefined) return known;
      throw outsideFailureOf(error) ?? error;
    }
  };
}

const REFUSALS = [
  client.AuthorizationResponseError,
  client.ResponseBodyError,
  client.WWWAuthenticateChallengeError,
  client.ClientError,
];

/** What the provider or the checks have refused; a provider that does not answer is another matter. */
const isRefusal = (error: unknown): error is Error => REFUSALS.some((kind) => error instanceof kind);

/** For the log: the library's words, and the code by which the provider refuses, such as `invalid_client`. */
function wordsOf(error: Error): string {
  const code = (error as { error?: unknown }).error;
  if (typeof code === 'string' && /^[\w.-]{1,64}$/.test(code)) return `The identity provider refused: ${code}`;
  const why = error.cause instanceof Error ? error.cause.message : error.message;
  return `A check of the identity provider’s answer refused: ${why.slice(0, 200)}`;
}

/** The person's claims, from the id_token and, where that says too little, from the userinfo endpoint. */
async function readPerson(
  { configuration, keys }: Known,
  settings: OpenIdSettings,
  tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
): Promise<SignedIn> {
  const claims = tokens.claims();
  if (claims === undefined || tokens.id_token === undefined) throw new SignInRefused('The provider sent no id_token');
  if (keys === null) throw new SignInRefused('The provider tells no keys');
  const { clockTolerance = CLOCK_TOLERANCE, mapping = standardClaims(settings.scope) } = settings;
  // The connection alone would vouch for the id_token; its signature is checked all the same.
  const checks = { issuer: claims.iss, audience: settings.clientId, clockTolerance };
  await keys.verify(tokens.id_token, checks, { trusted: true });
  const subject = identifierOf(claims[mapping.subject]);
  if (subject === null || identifierOf(claims.sub) === null) {
    throw new SignInRefused(`The provider’s ${mapping.subject} has not the form of a subject`);
  }
  const told = readClaims(claims, mapping);
  const complete = told.email !== null && told.said;
  const whole = complete && (told.phone !== null || mapping.phone === null);
  const more =
    whole || configuration.serverMetadata().userinfo_endpoint === undefined
      ? null
      : readClaims(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub), mapping);
  // Address and word on it from one answer; a telephone from either, it opens nothing.
  const { email, emailVerified } = complete ? told : (more ?? told);
  return {
    identity: { issuer: settings.boundAs ?? claims.iss, subject },
    email,
    emailVerified,
    phone: told.phone ?? more?.phone ?? null,
    idToken: tokens.id_token,
    authenticatedAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
    providerSession: { subject: claims.sub, index: identifierOf(claims.sid) },
  };
}

/** Any provider that speaks OpenID Connect; it is asked for nothing until somebody signs in. */
export function openIdConnect(settings: OpenIdSettings): IdentityProvider & { readonly backChannel: BackChannel } {
  const known = cached(settings);
  const { clockTolerance = CLOCK_TOLERANCE, clientId, scope } = settings;
  return {
    clockTolerance,

    async authorizationUrl(start: SignInStart) {
      return client.buildAuthorizationUrl((await known()).configuration, {
        response_type: 'code',
        redirect_uri: start.redirectUri,
        scope,
        state: start.state,
        nonce: start.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(start.codeVerifier),
        code_challenge_method: 'S256',
        // OpenID Connect Core 1.0 §3.1.2.1: max_age makes auth_time part of the answer.
        ...(start.fresh ? { prompt: 'login', max_age: '0' } : {}),
      });
    },

    async finish(callback: URL, start: SignInStart) {
      const found = await known();
      try {
        const tokens = await client.authorizationCodeGrant(found.configuration, callback, {
          expectedState: start.state,
          expectedNonce: start.nonce,
          pkceCodeVerifier: start.codeVerifier,
          idTokenExpected: true,
        });
        return await readPerson(found, settings, tokens);
      } catch (error) {
        const silent = outsideFailureOf(error);
        if (silent !== undefined) throw silent;
        if (isRefusal(error)) throw new SignInRefused(wordsOf(error), { cause: error });
        throw error;
      }
    },

    async endSessionUrl(idToken: string | null, returnTo: string) {
      const { configuration } = await known();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: returnTo,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      });
    },

    backChannel: {
      async readLogout(token) {
        const { configuration, keys } = await known();
        if (keys === null) throw new SignInRefused('the provider tells no keys');
        const { issuer } = configuration.serverMetadata();
        return readLogoutToken(keys, token, { issuer, audience: clientId, clockTolerance });
      },
    },
  };
}
