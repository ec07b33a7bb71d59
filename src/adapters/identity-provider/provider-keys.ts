/** The provider's signing keys: fetched on first use, again for an unknown key, but not for every invalid token. */
import {
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { SignInRefused } from '#ports/identity-provider.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/** Algorithms with which only the provider can sign: neither `none` nor a secret shared with this product. */
export const SIGNATURES = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Minimum interval in milliseconds between key fetches caused by tokens from untrusted sources. */
const COOLDOWN = 30_000;
/** Milliseconds after which a withdrawn key is dropped. */
const KEYS_LIFE = 10 * 60_000;
/** More unknown key names than this within half a minute indicate that reloading does not help. */
const MAX_UNKNOWN_NAMES = 20;

export interface ProviderKeys {
  /**
   * @param options `trusted` for a token received from the provider itself over its own connection: an unknown key is
   * then fetched immediately, however recent the last fetch, but only once for each key name.
   * @returns the claims. @throws SignInRefused, OutsideFailure when the keys cannot be fetched.
   */
  verify(token: string, checks: JWTVerifyOptions, options?: { trusted?: boolean }): Promise<JWTPayload>;
}

/** @param algorithms the signing algorithms the provider lists; RS256 when it lists none. */
export function openProviderKeys(
  uri: string,
  algorithms: readonly string[] | undefined,
  ask: GuardedFetch,
): ProviderKeys {
  const keys = createRemoteJWKSet(new URL(uri), {
    cooldownDuration: COOLDOWN,
    cacheMaxAge: KEYS_LIFE,
    [customFetch]: async (url, { headers, method, redirect }) => {
      const response = await ask(url, { headers: Object.fromEntries(headers), method, redirect, body: undefined });
      if (response.status !== 200)
        throw new OutsideFailure('identity', 'wrong', `answered ${response.status} for its keys`);
      return response;
    },
  });
  const allowed = (algorithms ?? ['RS256']).filter((name) => SIGNATURES.includes(name));
  const verifyToken = async (token: string, checks: JWTVerifyOptions): Promise<JWTPayload> =>
    (await jwtVerify(token, keys, { ...checks, algorithms: allowed })).payload;
  /** Key names that were missing in the newest keys. */
  const unknownNames = new Set<string>();
  const mayReload = (name: string, trusted: boolean): boolean => {
    if (!keys.coolingDown) unknownNames.clear();
    return trusted ? !unknownNames.has(name) && unknownNames.size < MAX_UNKNOWN_NAMES : !keys.coolingDown;
  };
  const verifyWithReload = async (token: string, checks: JWTVerifyOptions, trusted: boolean): Promise<JWTPayload> => {
    try {
      return await verifyToken(token, checks);
    } catch (error) {
      // Some providers change a key and keep its name.
      const isKeyProblem =
        error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
      const name = isKeyProblem ? (decodeProtectedHeader(token).kid ?? '') : '';
      if (!isKeyProblem || !mayReload(name, trusted)) throw error;
      await keys.reload();
      unknownNames.add(name);
      const claims = await verifyToken(token, checks);
      unknownNames.delete(name);
      return claims;
    }
  };
  return {
    async verify(token, checks, { trusted = false } = {}) {
      try {
        return await verifyWithReload(token, checks, trusted);
      } catch (error) {
        // A published key that is too short or invalid is not a defect of ours.
        const isRefusal = [errors.JOSEError, TypeError, DOMException].some((kind) => error instanceof kind);
        if (!isRefusal) throw error;
        throw new SignInRefused(`the token is refused: ${(error as Error).message}`, { cause: error });
      }
    },
  };
}
