/** Sign-in by SAML 2.0: signed request by redirect, response by POST, single logout by redirect (Profiles, sections 4.1 and 4.4). */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type CacheProvider, type Profile, SAML, type SamlConfig } from '@node-saml/node-saml';
import type { Clock } from '#ports/clock.ts';
import {
  type IdentityProvider,
  type LogoutRequest,
  type PostedResponses,
  SignInRefused,
  type SignInStart,
} from '#ports/identity-provider.ts';
import { checkIssuer, checkResponse, type Expected, PERSISTENT, readAssertion, type SamlMapping } from './response.ts';
import {
  ASSERTION,
  attribute,
  children,
  decode,
  instant,
  only,
  PROTOCOL,
  parse,
  refuse,
  textOf,
} from './strict-xml.ts';

export interface SamlSettings {
  readonly provider: {
    readonly entityId: string;
    /** URL for sign-in requests. */
    readonly signInUrl: string;
    /** Null: the provider does not support single logout. */
    readonly logoutUrl: string | null;
    /** URL for responses to its logout requests (ResponseLocation); default: the URL of our own requests. */
    readonly logoutResponseUrl?: string | null;
    /** PEM; read at every response, so that a new one is accepted without a restart. Any of them may have signed. */
    readonly certificates: () => Promise<readonly string[]>;
  };
  readonly product: {
    readonly entityId: string;
    /** URLs for responses and for logout messages. */
    readonly callbackUrl: string;
    readonly logoutUrl: string;
    /** PEM (PKCS#8): signs our messages and decrypts responses. */
    readonly key: string;
    /** PEM of the previous key, which decrypts responses until the provider uses the new one; null for none. */
    readonly previousKey?: string | null;
    /** PEM: the key's own certificate first, followed by the next one during a key change. */
    readonly certificates: readonly [string, ...string[]];
  };
  readonly mapping: SamlMapping;
  /** Tolerated difference between the two machines' clocks in seconds. */
  readonly clockTolerance?: number;
  /** Name of the provider in stored user bindings; default: its entity identifier. */
  readonly boundAs?: string;
  readonly clock: Clock;
}

/** Maximum age of an assertion in milliseconds, regardless of its stated validity: no sign-in takes longer. */
const MAX_AGE = 10 * 60 * 1000;
const SIGNATURES = ['rsa-sha256', 'rsa-sha512'].map((name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`);
/** Maximum size of an unpacked logout message in bytes: a few hundred are usual. */
const MAX_LOGOUT_BYTES = 64 * 1024;

/** Disables the library's in-memory cache: the callers keep this state in the database, since processes do not share memory. */
const noCache: CacheProvider = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null,
};

/** XML names must not begin with a digit. */
const requestId = ({ nonce }: Pick<SignInStart, 'nonce'>): string => `_${nonce}`;

function optionsOf({ provider, product, mapping, clockTolerance = 60 }: SamlSettings): SamlConfig {
  return {
    entryPoint: provider.signInUrl,
    ...(provider.logoutUrl === null ? {} : { logoutUrl: provider.logoutUrl }),
    idpIssuer: provider.entityId,
    idpCert: (done) => {
      provider.certificates().then(
        (certificates) => done(null, [...certificates]),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
    issuer: product.entityId,
    audience: product.entityId,
    callbackUrl: product.callbackUrl,
    logoutCallbackUrl: product.logoutUrl,
    privateKey: product.key,
    decryptionPvk: product.key,
    publicCert: product.certificates[0],
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: mapping.subject === null ? PERSISTENT : null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    acceptedClockSkewMs: clockTolerance * 1000,
    maxAssertionAgeMs: MAX_AGE,
    cacheProvider: noCache,
  };
}

/** Errors of the library are refusals; other errors are defects of ours. */
async function refuseOnError<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof SignInRefused) throw error;
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'it cannot be read';
    throw new SignInRefused(`the library refuses it: ${reason}`, { cause: error });
  });
}

/** @throws Error when the configured files contain no certificate. */
async function requireCertificates({ provider }: SamlSettings): Promise<void> {
  if ((await provider.certificates()).length === 0) throw new Error('No certificate of the identity provider is known');
}

function metadataOf(options: SamlConfig, { product }: SamlSettings): string {
  const text = new SAML(options).generateServiceProviderMetadata(product.certificates[0], [...product.certificates]);
  const posted = '<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"';
  // The library's metadata states HTTP-POST, but it reads the signatures of redirects.
  if (!text.includes(posted)) throw new Error('The library’s metadata has an unexpected form');
  return text.replace(posted, posted.replace('HTTP-POST', 'HTTP-Redirect'));
}

/**
 * Runs the library's checks with the first of our keys that decrypts the response. Encryption without integrity
 * protection leaks its plaintext to an attacker who may try repeatedly, so nothing is decrypted unless the whole
 * message is signed.
 */
async function validate(
  text: string,
  options: SamlConfig,
  [key, ...otherKeys]: readonly string[],
): Promise<{ profile: Profile | null }> {
  const saml = new SAML({ ...options, ...(key === undefined ? {} : { decryptionPvk: key }) });
  const result = saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(text).toString('base64') });
  if (otherKeys.length === 0) return result;
  return result.catch((error: unknown) =>
    validate(text, options, otherKeys).catch(() => {
      throw error;
    }),
  );
}

async function readResponse(
  settings: SamlSettings,
  options: SamlConfig,
  ...[message, start]: Parameters<PostedResponses['read']>
): ReturnType<PostedResponses['read']> {
  const expected: Expected = {
    provider: settings.provider.entityId,
    product: settings.product.entityId,
    callback: settings.product.callbackUrl,
    request: requestId(start),
    now: settings.clock.now(),
    skew: (settings.clockTolerance ?? 60) * 1000,
  };
  const text = decode(message);
  const { encrypted } = await refuseOnError(checkResponse(text, expected));
  await requireCertificates(settings);
  const { key, previousKey } = settings.product;
  const keys = encrypted && previousKey ? [key, previousKey] : [key];
  const { profile } = await refuseOnError(validate(text, { ...options, wantAuthnResponseSigned: encrypted }, keys));
  // Identity comes only from these bytes: the signature covers them.
  const signed = profile?.getAssertionXml?.();
  if (profile === null || signed === undefined) return refuse('the answer holds no assertion');
  const { person, once, ticket } = await refuseOnError(readAssertion(signed, expected, settings.mapping));
  if (profile.nameID !== ticket.nameID || profile.issuer !== expected.provider) refuse('two readers differ');
  const issuer = settings.boundAs ?? person.identity.issuer;
  return { person: { ...person, identity: { ...person.identity, issuer } }, once };
}

/** Parses each parameter once, without decoding its name: the signature covers the raw query text. */
function parametersOf(query: string): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const part of query.split('&')) {
    const [name = '', value] = part.split(/=(.*)/s);
    if (!['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature'].includes(name)) {
      refuse('the message has a parameter that does not belong to it');
    }
    if (value === undefined || name in parameters) refuse(`${name} stands twice, or empty`);
    try {
      parameters[name] = decodeURIComponent(value.replaceAll('+', ' '));
    } catch {
      refuse(`${name} cannot be read`);
    }
  }
  if ('SAMLRequest' in parameters === 'SAMLResponse' in parameters) refuse('the message is no request and no answer');
  if (!parameters.Signature || !SIGNATURES.includes(parameters.SigAlg ?? '')) {
    refuse('the message is not signed, or by an algorithm that is not accepted');
  }
  return parameters;
}

async function inflate(message: string): Promise<string> {
  const packed = Buffer.from(message, 'base64');
  const bytes = await promisify(inflateRaw)(packed, { maxOutputLength: MAX_LOGOUT_BYTES }).catch(() =>
    refuse('the message cannot be unpacked'),
  );
  return bytes.toString('utf8');
}

async function readLogout(settings: SamlSettings, options: SamlConfig, query: string): Promise<LogoutRequest | null> {
  const { provider, product, clock } = settings;
  const parameters = parametersOf(query);
  const isRequest = parameters.SAMLRequest !== undefined;
  const text = await inflate(parameters.SAMLRequest ?? parameters.SAMLResponse ?? '');
  const root = await refuseOnError(parse(text));
  const name = isRequest ? 'LogoutRequest' : 'LogoutResponse';
  if (root.localName !== name || root.namespaceURI !== PROTOCOL) refuse(`the message is no ${name}`);
  checkIssuer(only(root, 'Issuer', ASSERTION), provider.entityId);
  if (attribute(root, 'Destination') !== product.logoutUrl) refuse('the Destination is not ours');
  const issued = instant(root, 'IssueInstant')?.getTime() ?? refuse('the message has no IssueInstant');
  const skew = (settings.clockTolerance ?? 60) * 1000;
  const now = clock.now().getTime();
  if (issued > now + skew || issued + MAX_AGE + skew <= now) refuse('the message is too old, or not yet good');
  const expiresAt = instant(root, 'NotOnOrAfter')?.getTime();
  if (expiresAt !== undefined && expiresAt + skew <= now) refuse('the message has expired');
  await requireCertificates(settings);
  const saml = new SAML(options);
  await refuseOnError(saml.validateRedirectAsync(parameters, query));
  if (!isRequest) return null;
  const id = attribute(root, 'ID') ?? refuse('the message has no ID');
  return {
    once: { id, until: new Date(issued + MAX_AGE + skew) },
    subject: textOf(only(root, 'NameID', ASSERTION)),
    indexes: children(root, 'SessionIndex', PROTOCOL).map(textOf),
    async answer(ended) {
      const { RelayState = '' } = parameters;
      // The library reads only the request's ID.
      const request = { ID: id, issuer: '', nameID: '', nameIDFormat: '' } satisfies Profile;
      const target = provider.logoutResponseUrl ?? provider.logoutUrl;
      // The library would send it to the sign-in URL.
      if (target === null) return new URL('/', product.logoutUrl);
      const responder = new SAML({ ...options, logoutUrl: target });
      return new URL(await responder.getLogoutResponseUrlAsync(request, RelayState, {}, ended));
    },
  };
}

/** Any provider that supports SAML 2.0. The product never calls it: the browser carries every message. */
export function openSaml(settings: SamlSettings): IdentityProvider & { readonly posts: PostedResponses } {
  const options = optionsOf(settings);
  return {
    clockTolerance: settings.clockTolerance ?? 60,
    async authorizationUrl(start) {
      const saml = new SAML({
        ...options,
        generateUniqueId: () => requestId(start),
        forceAuthn: start.fresh === true,
      });
      return new URL(await saml.getAuthorizeUrlAsync(start.state, undefined, {}));
    },
    finish: async () => refuse('answers of this provider are posted'),
    async endSessionUrl(ticket) {
      if (ticket === null || settings.provider.logoutUrl === null) return null;
      const profile = { issuer: settings.provider.entityId, ...JSON.parse(ticket) } as Profile;
      return new URL(await new SAML(options).getLogoutUrlAsync(profile, '', {}));
    },
    posts: {
      metadata: () => metadataOf(options, settings),
      read: (message, start) => readResponse(settings, options, message, start),
      readLogout: (query) => readLogout(settings, options, query),
    },
  };
}
