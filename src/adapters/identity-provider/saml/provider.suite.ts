/** Fake SAML provider with its own key, for tests: valid responses, and an attacker's variants of them. */
// Real time: the library checks timestamps with its own clock.
import { randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { signXml } from '@node-saml/node-saml/lib/xml.js';
import { encrypt } from 'xml-encryption';
import { makeKey } from '#formats/test-keys.suite.ts';
import type { SamlSettings } from './saml.ts';

const PROVIDER = 'https://idp.example/metadata';
const PRODUCT = 'https://portale.example/sso/saml/metadata';
const CALLBACK = 'https://portale.example/sso/saml';
export const LOGOUT = 'https://portale.example/sso/saml/logout';

export interface PemPair {
  readonly key: string;
  readonly certificate: string;
}

const pem = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`;

export async function makePair(): Promise<PemPair> {
  const pair = await makeKey('root', { rsaBits: 2048 });
  return { key: pem('PRIVATE KEY', pair.privateKey), certificate: pem('CERTIFICATE', pair.certificate) };
}

/** Deviations from the usual response. */
export interface ResponseChanges {
  readonly issuer?: string;
  readonly recipient?: string;
  readonly destination?: string | null;
  readonly audience?: string | null;
  readonly inResponseTo?: string;
  readonly confirmedTo?: string;
  readonly notBefore?: number;
  readonly notOnOrAfter?: number;
  readonly confirmedUntil?: number | null;
  readonly issued?: number;
  readonly authenticated?: number;
  readonly sessionUntil?: number;
  readonly nameId?: string;
  readonly format?: string;
  readonly qualifier?: string;
  readonly status?: string;
  readonly method?: string;
  readonly version?: string;
  readonly attributes?: string;
  readonly condition?: string;
  readonly afterSubject?: string;
  readonly id?: string;
}

const SIGNED = { assertion: true, response: true } as const;

export interface SigningChanges {
  readonly assertion?: boolean;
  readonly response?: boolean;
  readonly encrypted?: 'cbc' | 'gcm';
  readonly key?: string;
  readonly algorithm?: 'sha1' | 'sha256' | 'sha512';
  readonly keyAlgorithm?: string;
  /** Changes the assertion after signing, or the response before or after it is signed as a whole. */
  readonly assertionAfter?: (xml: string) => string;
  readonly before?: (xml: string) => string;
  readonly after?: (xml: string) => string;
}

const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

function assertionOf(request: string, changes: ResponseChanges): string {
  const audience = changes.audience === undefined ? PRODUCT : changes.audience;
  const confirmationSeconds = changes.confirmedUntil === undefined ? 300 : changes.confirmedUntil;
  const qualifier = changes.qualifier === undefined ? '' : ` NameQualifier="${changes.qualifier}"`;
  const session = changes.sessionUntil === undefined ? '' : ` SessionNotOnOrAfter="${at(changes.sessionUntil)}"`;
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${changes.id ?? `_${randomBytes(20).toString('hex')}`}" Version="${changes.version ?? '2.0'}" IssueInstant="${at(changes.issued ?? 0)}"><saml:Issuer>${changes.issuer ?? PROVIDER}</saml:Issuer><saml:Subject><saml:NameID Format="${changes.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}"${qualifier}>${changes.nameId ?? 'persona-17'}</saml:NameID><saml:SubjectConfirmation Method="${changes.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}"><saml:SubjectConfirmationData${confirmationSeconds === null ? '' : ` NotOnOrAfter="${at(confirmationSeconds)}"`} Recipient="${changes.recipient ?? CALLBACK}" InResponseTo="${changes.confirmedTo ?? request}"/></saml:SubjectConfirmation></saml:Subject>${changes.afterSubject ?? ''}<saml:Conditions NotBefore="${at(changes.notBefore ?? -30)}" NotOnOrAfter="${at(changes.notOnOrAfter ?? 300)}">${audience === null ? '' : `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`}${changes.condition ?? ''}</saml:Conditions><saml:AuthnStatement AuthnInstant="${at(changes.authenticated ?? -5)}" SessionIndex="_s1"${session}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${changes.attributes ?? '<saml:Attribute Name="mail"><saml:AttributeValue>dario@example.com</saml:AttributeValue></saml:Attribute>'}</saml:AttributeStatement></saml:Assertion>`;
}

const signed = (xml: string, name: string, key: string, algorithm: 'sha1' | 'sha256' | 'sha512'): string =>
  signXml(
    xml,
    `/*[local-name(.)='Response']/*[local-name(.)='${name}'] | /*[local-name(.)='${name}']`,
    {
      reference: `(//*[local-name(.)='${name}']/*[local-name(.)='Issuer'])[1]`,
      action: 'after',
    },
    { privateKey: key, signatureAlgorithm: algorithm, digestAlgorithm: algorithm },
  );

async function encrypted(xml: string, mode: 'cbc' | 'gcm', recipient: PemPair, keyAlgorithm: string): Promise<string> {
  const options = {
    rsa_pub: recipient.certificate,
    pem: recipient.certificate,
    encryptionAlgorithm:
      mode === 'cbc' ? 'http://www.w3.org/2001/04/xmlenc#aes128-cbc' : 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: keyAlgorithm,
    warnInsecureAlgorithm: false,
  };
  const data = await promisify<string, object, string>(encrypt as never)(xml, options);
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${data}</saml:EncryptedAssertion>`;
}

/** A response as a provider with `key` would send it. */
async function answerOf(
  request: string,
  said: ResponseChanges,
  sealed: SigningChanges,
  keys: { own: PemPair; product: PemPair },
) {
  const { algorithm = 'sha256', key = keys.own.key } = sealed;
  const options = { ...SIGNED, ...sealed };
  const unsigned = assertionOf(request, said);
  let assertion = options.assertion ? signed(unsigned, 'Assertion', key, algorithm) : unsigned;
  assertion = sealed.assertionAfter?.(assertion) ?? assertion;
  if (sealed.encrypted !== undefined) {
    const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
    assertion = await encrypted(assertion, sealed.encrypted, keys.product, sealed.keyAlgorithm ?? oaep);
  }
  const destination = said.destination === undefined ? CALLBACK : said.destination;
  const status = said.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success';
  const unsignedResponse = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomBytes(20).toString('hex')}" Version="2.0" IssueInstant="${at(0)}"${destination === null ? '' : ` Destination="${destination}"`} InResponseTo="${said.inResponseTo ?? request}"><saml:Issuer>${said.issuer ?? PROVIDER}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${assertion}</samlp:Response>`;
  const altered = sealed.before?.(unsignedResponse) ?? unsignedResponse;
  const sent = options.response ? signed(altered, 'Response', key, algorithm) : altered;
  return sealed.after?.(sent) ?? sent;
}

export interface FakeSamlProvider {
  readonly settings: SamlSettings;
  readonly keys: { own: PemPair; product: PemPair };
  /** @returns Base64, in the form in which it is posted. */
  answer(nonce: string, said?: ResponseChanges, sealed?: SigningChanges): Promise<string>;
  /** A query string signed by the provider. */
  logout(xml: string, options?: { key?: string; relayState?: string; digest?: string; kind?: string }): string;
  logoutRequest(said?: {
    nameId?: string;
    index?: string;
    destination?: string;
    issued?: number;
    issuer?: string;
  }): string;
}

export async function fakeSamlProvider(overrides: Partial<SamlSettings> = {}): Promise<FakeSamlProvider> {
  const keys = { own: await makePair(), product: await makePair() };
  const settings: SamlSettings = {
    provider: {
      entityId: PROVIDER,
      signInUrl: 'https://idp.example/sso',
      logoutUrl: 'https://idp.example/slo',
      certificates: async () => [keys.own.certificate],
    },
    product: {
      entityId: PRODUCT,
      callbackUrl: CALLBACK,
      logoutUrl: LOGOUT,
      key: keys.product.key,
      certificates: [keys.product.certificate],
    },
    mapping: { subject: null, email: ['mail'], emailVerified: null, phone: 'telephoneNumber' },
    clock: { now: () => new Date() },
    ...overrides,
  };
  return {
    settings,
    keys,
    async answer(nonce, said = {}, sealed = {}) {
      return Buffer.from(await answerOf(`_${nonce}`, said, sealed, keys)).toString('base64');
    },
    logout(xml, { key = keys.own.key, relayState, digest = 'sha256', kind = 'SAMLRequest' } = {}) {
      const parts = [
        `${kind}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`,
        ...(relayState === undefined ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
        `SigAlg=${encodeURIComponent(
          digest === 'sha1'
            ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
            : `http://www.w3.org/2001/04/xmldsig-more#rsa-${digest}`,
        )}`,
      ];
      const query = parts.join('&');
      return `${query}&Signature=${encodeURIComponent(sign(digest, Buffer.from(query), key).toString('base64'))}`;
    },
    logoutRequest({ nameId = 'persona-17', index, destination = LOGOUT, issued = 0, issuer = PROVIDER } = {}) {
      const session = index === undefined ? '' : `<samlp:SessionIndex>${index}</samlp:SessionIndex>`;
      return `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomBytes(20).toString('hex')}" Version="2.0" IssueInstant="${at(issued)}" Destination="${destination}"><saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>${session}</samlp:LogoutRequest>`;
    },
  };
}

/** The XML message in one of our redirects. */
export const unpacked = (url: URL, name: 'SAMLRequest' | 'SAMLResponse'): string =>
  inflateRawSync(Buffer.from(url.searchParams.get(name) ?? '', 'base64')).toString('utf8');
