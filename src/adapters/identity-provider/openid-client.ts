/** Sign-in at any OpenID Connect provider: code flow with PKCE S256, state and nonce (OpenID Connect Core 1.0 §3.1, RFC 7636). */
import * as client from 'openid-client';
import { type IdentityProvider, type SignedIn, SignInRefused, type SignInStart } from '#ports/identity-provider.ts';
import type { OutsideGuard } from '#ports/outside.ts';
import { fetchGuarded, outsideFailureOf } from './guarded-fetch.ts';

export interface OpenIdSettings {
  /** The provider's issuer identifier; its discovery document is looked for below it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a client without a secret (PKCE alone). */
  readonly clientSecret: string | null;
  /** Space-separated; must hold `openid`, and should lead to email and email_verified. */
  readonly scope: string;
  /** What the issuer is called wherever a person is bound to it; its own identifier without a word. */
  readonly boundAs?: string;
  /** Plain http to the issuer: only for the demo's own provider on this machine. */
  readonly allowHttp?: boolean;
  /** Time limit and circuit breaker of every call to the provider. */
  readonly guard: OutsideGuard;
}

/** Seconds by which the clocks of the two machines may differ. */
const CLOCK_TOLERANCE = 30;
/** Milliseconds after which the provider's description is read again; the old one serves while that fails. */
const DESCRIPTION_LIFE = 60 * 60 * 1000;

type Discover = () => Promise<client.Configuration>;

/** The discovery document says how a client proves itself; without a word it is HTTP Basic (Discovery 1.0 §3). */
function authentication(secret: string | null, metadata: client.ServerMetadata): client.ClientAuth {
  if (secret === null) return client.None();
  const methods = metadata.token_endpoint_auth_methods_supported;
  const post = methods?.includes('client_secret_post') === true && !methods.includes('client_secret_basic');
  return post ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret);
}

async function discover(settings: OpenIdSettings): Promise<client.Configuration> {
  const guarded = fetchGuarded(settings.guard);
  const insecure = settings.allowHttp === true ? [client.allowInsecureRequests] : [];
  const found = await client.discovery(new URL(settings.issuer), settings.clientId, undefined, client.None(), {
    execute: insecure,
    [client.customFetch]: guarded,
  });
  const metadata = found.serverMetadata();
  const configuration = new client.Configuration(
    metadata,
    settings.clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE },
    authentication(settings.clientSecret, metadata),
  );
  configuration[client.customFetch] = guarded;
  for (const extension of insecure) extension(configuration);
  // The connection alone would vouch for the id_token; its signature is checked all the same.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Reads the provider's description when it is first needed, so that a provider that is down stops nobody's start. */
function cached(settings: OpenIdSettings): Discover {
  let known: { configuration: client.Configuration; until: number } | undefined;
  let under: Promise<client.Configuration> | undefined;
  return async () => {
    // Elapsed time of this process, no instant that anything is decided by.
    const now = performance.now();
    if (known !== undefined && known.until > now) return known.configuration;
    under ??= discover(settings).finally(() => {
      under = undefined;
    });
    try {
      const configuration = await under;
      known = { configuration, until: now + DESCRIPTION_LIFE };
      return configuration;
    } catch (error) {
      if (known !== undefined) return known.configuration;
      throw outsideFailureOf(error) ?? error;
    }
  };
}

/** What the provider or the checks have refused; a provider that does not answer is another matter. */
const isRefusal = (error: unknown): boolean =>
  error instanceof client.AuthorizationResponseError ||
  error instanceof client.ResponseBodyError ||
  error instanceof client.WWWAuthenticateChallengeError ||
  error instanceof client.ClientError;

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** Address and word on it from one answer: of one whose verification nobody speaks of, nothing is known (§5.1). */
function read(
  claims: Readonly<Record<string, unknown>>,
): Pick<SignedIn, 'email' | 'emailVerified' | 'phone'> & { said: boolean } {
  const { email_verified: verified } = claims;
  const phone = text(claims.phone_number);
  return { email: text(claims.email), emailVerified: verified === true, phone, said: verified !== undefined };
}

/** OpenID Connect Core 1.0 §2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** Any provider that speaks OpenID Connect; it is asked for nothing until somebody signs in. */
export function openIdConnect(settings: OpenIdSettings): IdentityProvider {
  const configured = cached(settings);
  return {
    async authorizationUrl(start: SignInStart) {
      return client.buildAuthorizationUrl(await configured(), {
        response_type: 'code',
        redirect_uri: start.redirectUri,
        scope: settings.scope,
        state: start.state,
        nonce: start.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(start.codeVerifier),
        code_challenge_method: 'S256',
        // OpenID Connect Core 1.0 §3.1.2.1: max_age makes auth_time part of the answer.
        ...(start.fresh ? { prompt: 'login', max_age: '0' } : {}),
      });
    },

    async finish(callback: URL, start: SignInStart) {
      const configuration = await configured();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, callback, {
          expectedState: start.state,
          expectedNonce: start.nonce,
          pkceCodeVerifier: start.codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new SignInRefused('The provider sent no id_token');
        if (!SUBJECT.test(claims.sub)) throw new SignInRefused('The provider’s subject has not the form of one');
        const told = read(claims);
        const complete = told.email !== null && told.said;
        const whole = complete && (told.phone !== null || !settings.scope.split(' ').includes('phone'));
        const more =
          whole || configuration.serverMetadata().userinfo_endpoint === undefined
            ? null
            : read(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
        // Address and word on it from one answer; a telephone from either, it opens nothing.
        const { email, emailVerified } = complete ? told : (more ?? told);
        return {
          identity: { issuer: settings.boundAs ?? claims.iss, subject: claims.sub },
          email,
          emailVerified,
          phone: told.phone ?? more?.phone ?? null,
          idToken: tokens.id_token ?? null,
          authenticatedAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
        };
      } catch (error) {
        const silent = outsideFailureOf(error);
        if (silent !== undefined) throw silent;
        if (isRefusal(error)) throw new SignInRefused('The identity provider or a check refused', { cause: error });
        throw error;
      }
    },

    async endSessionUrl(idToken: string | null, returnTo: string) {
      const configuration = await configured();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: returnTo,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      });
    },
  };
}
