/** Settings of sign-in by SAML 2.0: the provider, this product's entity there, and the names of attributes. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { SamlFiles } from '#adapters/identity-provider/saml/saml-files.ts';
import { SIGN_IN_PATHS } from '#contract/identity.ts';
import type { Message } from '#domain/errors.ts';
import { bilingual, incompatibleWith, type Problem, requiredWith, withReason } from './checks/problem.ts';
import { addressThat, expectedAddress, spaceSeparated, WITHOUT_CREDENTIALS } from './checks/value-schemas.ts';
import { setting } from './description.ts';

const address = addressThat(
  ({ protocol, hash }) => protocol === 'https:' && hash === '',
  expectedAddress(['https:'], WITHOUT_CREDENTIALS),
);
/** SAML 2.0 Metadata, section 2.2.1: a URI of at most 1024 characters, compared character by character. */
const entity = z
  .string()
  .regex(/^[a-z][a-z\d+.-]*:[\x21-\x7e]{1,1000}$/i, bilingual({ it: 'atteso un URI', en: 'expected a URI' }));
const attribute = z
  .string()
  .regex(
    /^[\x21-\x7e]{1,256}$/,
    bilingual({ it: 'atteso il nome di un attributo', en: 'expected the name of an attribute' }),
  );

/** Names of the e-mail attribute at common providers. */
const EMAIL = [
  'mail',
  'email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];

export const samlFields = {
  SAML_IDP_ENTITY_ID: setting(
    entity.optional(),
    'The provider’s entity ID; it selects sign-in by SAML.',
    'https://login.example.it/saml/metadata',
  ),
  SAML_IDP_SIGN_IN_URL: setting(
    address.optional(),
    'Where sign-in begins at the provider (HTTP-Redirect).',
    'https://login.example.it/saml/sso',
  ),
  SAML_IDP_LOGOUT_URL: setting(
    address.optional(),
    'Where sign-out goes at the provider.',
    'https://login.example.it/saml/slo',
    { unset: 'sessions end in the product only' },
  ),
  SAML_IDP_LOGOUT_RESPONSE_URL: setting(
    address.optional(),
    'Where answers to the provider’s own sign-out go: `ResponseLocation` in its metadata.',
    'https://login.example.it/saml/slo-response',
    { unset: 'the value of `SAML_IDP_LOGOUT_URL`' },
  ),
  SAML_IDP_CERTIFICATES: setting(
    z.string().min(1).optional(),
    'PEM file with the certificates that the provider signs with; during a change of key, the old one and the new one.',
    '/etc/fascicolo/saml-provider.pem',
  ),
  SAML_IDP_METADATA_URL: setting(
    address.optional(),
    'The provider’s metadata, whose keys `doctor` compares with `SAML_IDP_CERTIFICATES`; sign-in does not read it.',
    'https://login.example.it/saml/metadata',
    { unset: '`doctor` compares nothing' },
  ),
  SAML_ENTITY_ID: setting(
    entity.optional(),
    'Entity ID of this product at the provider.',
    'https://fascicolo.example.it/saml/metadata',
    { unset: 'the address of the product’s own metadata' },
  ),
  SAML_KEY: setting(
    z.string().min(1).optional(),
    'RSA key in PEM that signs our requests and decrypts encrypted answers.',
    '/etc/fascicolo/secrets/saml-key.pem',
  ),
  SAML_PREVIOUS_KEY: setting(
    z.string().min(1).optional(),
    'The key before that one, which still decrypts what the provider encrypts for it.',
    '/etc/fascicolo/secrets/saml-previous-key.pem',
  ),
  SAML_CERTIFICATES: setting(
    z.string().min(1).optional(),
    'PEM file with the certificate of `SAML_KEY` first, and the next one when the key is about to change.',
    '/etc/fascicolo/saml.pem',
  ),
  SAML_SUBJECT_ATTRIBUTE: setting(
    attribute.optional(),
    'Attribute that identifies a person permanently.',
    'urn:oid:0.9.2342.19200300.100.1.1',
    { unset: 'the NameID, whose format must then be persistent' },
  ),
  SAML_EMAIL_ATTRIBUTES: setting(
    spaceSeparated.pipe(z.array(attribute)).optional(),
    'Attributes that hold the e-mail address, separated by spaces; the first that is present counts.',
    'mail email',
    { unset: EMAIL.map((name) => `\`${name}\``).join(' ') },
  ),
  SAML_EMAIL_VERIFIED: setting(
    attribute.optional(),
    'Attribute that states with `true` or `1` that the address is verified; `always` when the provider gives verified addresses only.',
    'always',
  ),
  SAML_PHONE_ATTRIBUTE: setting(attribute.optional(), 'Attribute that holds the telephone number.', 'mobile', {
    unset: 'none',
  }),
  SAML_CLOCK_TOLERANCE: setting(
    z.coerce.number().int().min(0).max(300).default(60),
    'How much the provider’s clock may differ.',
    '60',
    { unit: 'seconds' },
  ),
};

/** Settings also accepted by file (`…_FILE`), which no log prints. */
export const samlSecrets = ['SAML_KEY', 'SAML_PREVIOUS_KEY'] as const;

const NEEDED = [
  'SAML_IDP_ENTITY_ID',
  'SAML_IDP_SIGN_IN_URL',
  'SAML_IDP_CERTIFICATES',
  'SAML_KEY',
  'SAML_CERTIFICATES',
  'SAML_EMAIL_VERIFIED',
] as const;

const UNVERIFIED: Message = {
  it: 'SAML da solo non indica se un indirizzo è verificato',
  en: 'SAML itself does not state whether an address is verified',
};

type RawSettings = Readonly<Record<string, unknown>>;

/** Missing or inconsistent settings. */
export function samlProblems(raw: RawSettings): Problem[] {
  const firstSet = Object.keys(samlFields).find((name) => name !== 'SAML_CLOCK_TOLERANCE' && raw[name] !== undefined);
  if (firstSet === undefined) return [];
  const problems: Problem[] = NEEDED.filter((name) => raw[name] === undefined).map((name) => ({
    name,
    message: name === 'SAML_EMAIL_VERIFIED' ? withReason(requiredWith(firstSet), UNVERIFIED) : requiredWith(firstSet),
  }));
  if (raw.OIDC_ISSUER !== undefined) {
    const reason = { it: 'si accede da un solo provider', en: 'people sign in at one provider' };
    problems.push({ name: 'OIDC_ISSUER', message: withReason(incompatibleWith(firstSet), reason) });
  }
  return problems;
}

/** @param raw fields that {@link samlProblems} accepted. @returns null when no provider is configured. */
export function samlSettings(raw: z.output<z.ZodObject<typeof samlFields>>, publicUrl: string): SamlFiles | null {
  const { SAML_IDP_ENTITY_ID: entityId, SAML_IDP_SIGN_IN_URL: signInUrl, SAML_IDP_CERTIFICATES: certificates } = raw;
  const { SAML_KEY: key, SAML_CERTIFICATES: ownCertificates, SAML_EMAIL_VERIFIED: verified } = raw;
  if (entityId === undefined || signInUrl === undefined || certificates === undefined) return null;
  if (key === undefined || ownCertificates === undefined || verified === undefined) return null;
  const origin = publicUrl.replace(/\/+$/, '');
  return {
    provider: {
      entityId,
      signInUrl,
      logoutUrl: raw.SAML_IDP_LOGOUT_URL ?? null,
      logoutResponseUrl: raw.SAML_IDP_LOGOUT_RESPONSE_URL ?? null,
      certificates: resolve(certificates),
      metadataUrl: raw.SAML_IDP_METADATA_URL ?? null,
    },
    product: {
      entityId: raw.SAML_ENTITY_ID ?? `${origin}${SIGN_IN_PATHS.metadata}`,
      callbackUrl: `${origin}${SIGN_IN_PATHS.posted}`,
      logoutUrl: `${origin}${SIGN_IN_PATHS.providerLogout}`,
      key,
      previousKey: raw.SAML_PREVIOUS_KEY ?? null,
      certificates: resolve(ownCertificates),
    },
    mapping: {
      subject: raw.SAML_SUBJECT_ATTRIBUTE ?? null,
      email: raw.SAML_EMAIL_ATTRIBUTES ?? EMAIL,
      emailVerified: verified === 'always' ? null : verified,
      phone: raw.SAML_PHONE_ATTRIBUTE ?? null,
    },
    clockTolerance: raw.SAML_CLOCK_TOLERANCE,
  };
}
