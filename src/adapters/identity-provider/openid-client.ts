/** Sign-in with any OpenID Connect provider: code flow with PKCE S256, state and nonce (OpenID Connect Core 1.0, section 3.1, RFC 7636). */
import * as client from 'openid-client';
import {
  type BackChannel,
  type IdentityProvider,
  type SignedIn,
  SignInRefused,
  type SignInStart,
} from '#ports/identity-provider.ts';
import type { OutsideGuard } from '#ports/outside-system.ts';
import { type ClaimMapping, identifierOf, readClaims, standardClaims } from './claims.ts';
import { guardedFetch, outsideFailureOf } from './guarded-fetch.ts';
import { readLogoutToken } from './logout-token.ts';
import { openProviderKeys, type ProviderKeys } from './provider-keys.ts';
import { trustingFetch } from './trusting-fetch.ts';

export interface OpenIdSettings {
  /** The provider's issuer identifier; its discovery document is located below it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a client without a secret (only PKCE). */
  readonly clientSecret: string | null;
  /** Space-separated; must contain `openid`, and should provide email and email_verified. */
  readonly scope: string;
  /** Default: the specification's names. */
  readonly mapping?: ClaimMapping;
  /** PEM of the authorities to trust in place of the system's. */
  readonly authorities?: string;
  /** Tolerated difference between the two machines' clocks in seconds; default 30. */
  readonly clockTolerance?: number;
  /** Name of the issuer in stored user bindings; default: its identifier. */
  readonly boundAs?: string;
  /** Allows plain http to the issuer: only for the demo's own provider on this machine. */
  readonly allowHttp?: boolean;
  /** Time limit and circuit breaker of every call to the provider. */
  readonly guard: OutsideGuard;
}

const CLOCK_TOLERANCE = 30;
/** Milliseconds after which the provider's metadata is read again; if that fails, the old metadata stays in use. */
const METADATA_LIFETIME = 60 * 60 * 1000;

interface Provider {
  readonly configuration: client.Configuration;
  /** Null for a provider that publishes no keys: then none of its tokens can be trusted. */
  readonly keys: ProviderKeys | null;
}
type Discover = () => Promise<Provider>;

/**
 * Characters that HTTP Basic carries unencoded: RFC 6749, section 2.3.1 requires encoding for all others, which some
 * providers fail to decode.
 */
const PLAIN = /^[A-Za-z0-9]*$/;

/**
 * The discovery document names the supported client authentication; the default is HTTP Basic (Discovery 1.0, section
 * 3). Where both are supported, credentials that Basic would have to encode are sent in the body, which all providers
 * decode alike.
 */
function authentication({ clientId, clientSecret: secret }: OpenIdSettings, metadata: client.ServerMetadata) {
  if (secret === null) return client.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isPlain = PLAIN.test(clientId) && PLAIN.test(secret);
  const post = methods.includes('client_secret_post') && !(isPlain && methods.includes('client_secret_basic'));
  return post ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret);
}

async function discover(settings: OpenIdSettings): Promise<Provider> {
  const { authorities, clockTolerance = CLOCK_TOLERANCE } = settings;
  const customFetch = guardedFetch(settings.guard, authorities === undefined ? fetch : trustingFetch(authorities));
  const insecure = settings.allowHttp === true ? [client.allowInsecureRequests] : [];
  const discovered = await client.discovery(new URL(settings.issuer), settings.clientId, undefined, client.None(), {
    execute: insecure,
    [client.customFetch]: customFetch,
  });
  const metadata = discovered.serverMetadata();
  const configuration = new client.Configuration(
    metadata,
    settings.clientId,
    { [client.clockTolerance]: clockTolerance },
    authentication(settings, metadata),
  );
  configuration[client.customFetch] = customFetch;
  for (const extension of insecure) extension(configuration);
  const { jwks_uri: uri, id_token_signing_alg_values_supported: algorithms } = metadata;
  if (uri === undefined) return { configuration, keys: null };
  const isSafe = settings.allowHttp === true || new URL(uri).protocol === 'https:';
  if (!isSafe) throw new Error('The identity provider tells its keys over plain http');
  return { configuration, keys: openProviderKeys(uri, algorithms, customFetch) };
}

/** Reads the provider's metadata on first use, so that a provider that is down does not prevent the start. */
function cachedDiscovery(settings: OpenIdSettings): Discover {
  let current: (Provider & { until: number }) | undefined;
  let pending: Promise<Provider> | undefined;
  return async () => {
    // Elapsed time of this process; no decision depends on it as a date.
    const now = performance.now();
    if (current !== undefined && current.until > now) return current;
    pending ??= discover(settings).finally(() => {
      pending = undefined;
    });
    try {
      current = { ...(await pending), until: now + METADATA_LIFETIME };
      return current;
    } catch (error) {
      if (current !== undefined) return current;
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

/** Refusals by the provider or by our checks; an unanswered request is not a refusal. */
const isRefusal = (error: unknown): error is Error => REFUSALS.some((kind) => error instanceof kind);

/** For the log: the library's message, and the provider's error code, such as `invalid_client`. */
function refusalText(error: Error): string {
  const code = (error as { error?: unknown }).error;
  if (typeof code === 'string' && /^[\w.-]{1,64}$/.test(code)) return `The identity provider refused: ${code}`;
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  return `A check of the identity provider’s answer refused: ${reason.slice(0, 200)}`;
}

/** The person's claims from the id_token and, if these are incomplete, from the userinfo endpoint. */
async function readPerson(
  { configuration, keys }: Provider,
  settings: OpenIdSettings,
  tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
): Promise<SignedIn> {
  const claims = tokens.claims();
  if (claims === undefined || tokens.id_token === undefined) throw new SignInRefused('The provider sent no id_token');
  if (keys === null) throw new SignInRefused('The provider tells no keys');
  const { clockTolerance = CLOCK_TOLERANCE, mapping = standardClaims(settings.scope) } = settings;
  // The TLS connection would be sufficient proof of the id_token; verify its signature anyway.
  const checks = { issuer: claims.iss, audience: settings.clientId, clockTolerance };
  await keys.verify(tokens.id_token, checks, { trusted: true });
  const subject = identifierOf(claims[mapping.subject]);
  if (subject === null || identifierOf(claims.sub) === null) {
    throw new SignInRefused(`The provider’s ${mapping.subject} has not the form of a subject`);
  }
  const idTokenClaims = readClaims(claims, mapping);
  const complete = idTokenClaims.email !== null && idTokenClaims.isVerificationStated;
  const hasEverything = complete && (idTokenClaims.phone !== null || mapping.phone === null);
  const userInfoClaims =
    hasEverything || configuration.serverMetadata().userinfo_endpoint === undefined
      ? null
      : readClaims(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub), mapping);
  // Address and verification must come from one response; the telephone may come from either, since it grants no
  // access.
  const { email, emailVerified } = complete ? idTokenClaims : (userInfoClaims ?? idTokenClaims);
  return {
    identity: { issuer: settings.boundAs ?? claims.iss, subject },
    email,
    emailVerified,
    phone: idTokenClaims.phone ?? userInfoClaims?.phone ?? null,
    idToken: tokens.id_token,
    authenticatedAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
    providerSession: { subject: claims.sub, index: identifierOf(claims.sid) },
  };
}

/** Any provider that supports OpenID Connect; the first request is sent at the first sign-in. */
export function openIdConnect(settings: OpenIdSettings): IdentityProvider & { readonly backChannel: BackChannel } {
  const discoverProvider = cachedDiscovery(settings);
  const { clockTolerance = CLOCK_TOLERANCE, clientId, scope } = settings;
  return {
    clockTolerance,

    async authorizationUrl(start: SignInStart) {
      return client.buildAuthorizationUrl((await discoverProvider()).configuration, {
        response_type: 'code',
        redirect_uri: start.redirectUri,
        scope,
        state: start.state,
        nonce: start.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(start.codeVerifier),
        code_challenge_method: 'S256',
        // OpenID Connect Core 1.0, section 3.1.2.1: max_age makes auth_time part of the response.
        ...(start.fresh ? { prompt: 'login', max_age: '0' } : {}),
      });
    },

    async finish(callback: URL, start: SignInStart) {
      const provider = await discoverProvider();
      try {
        const tokens = await client.authorizationCodeGrant(provider.configuration, callback, {
          expectedState: start.state,
          expectedNonce: start.nonce,
          pkceCodeVerifier: start.codeVerifier,
          idTokenExpected: true,
        });
        return await readPerson(provider, settings, tokens);
      } catch (error) {
        const outage = outsideFailureOf(error);
        if (outage !== undefined) throw outage;
        if (isRefusal(error)) throw new SignInRefused(refusalText(error), { cause: error });
        throw error;
      }
    },

    async endSessionUrl(idToken: string | null, returnTo: string) {
      const { configuration } = await discoverProvider();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: returnTo,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      });
    },

    backChannel: {
      async readLogout(token) {
        const { configuration, keys } = await discoverProvider();
        if (keys === null) throw new SignInRefused('the provider tells no keys');
        const { issuer } = configuration.serverMetadata();
        return readLogoutToken(keys, token, { issuer, audience: clientId, clockTolerance });
      },
    },
  };
}
