/** Settings of sign-in by SAML 2.0: the provider, this product's entity there, and the names of attributes. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { SamlFiles } from '#adapters/identity-provider/saml/files.ts';
import { SIGN_IN_PATHS } from '#contract/identity.ts';
import { words } from './authorities.ts';

const address = z.string().refine(
  (text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, hash } = new URL(text);
    return protocol === 'https:' && username === '' && password === '' && hash === '';
  },
  { message: 'expected an address beginning with https://, without credentials' },
);
/** SAML 2.0 Metadata, section 2.2.1: a URI of at most 1024 characters, compared character by character. */
const entity = z.string().regex(/^[a-z][a-z\d+.-]*:[\x21-\x7e]{1,1000}$/i, { message: 'expected a URI' });
const attribute = z.string().regex(/^[\x21-\x7e]{1,256}$/, { message: 'expected the name of an attribute' });

/** Names of the e-mail attribute at common providers. */
const EMAIL = [
  'mail',
  'email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];

export const samlFields = {
  SAML_IDP_ENTITY_ID: entity.optional(),
  SAML_IDP_SIGN_IN_URL: address.optional(),
  /** Without it sign-out ends only the session here. */
  SAML_IDP_LOGOUT_URL: address.optional(),
  /** Where to send answers to logout requests from the provider, if different: `ResponseLocation` in its metadata. */
  SAML_IDP_LOGOUT_RESPONSE_URL: address.optional(),
  /** PEM file: the provider's signing certificates; during a key change, the old and the new one. */
  SAML_IDP_CERTIFICATES: z.string().min(1).optional(),
  /** The provider's metadata, with which `doctor` compares SAML_IDP_CERTIFICATES. Nothing is loaded from there. */
  SAML_IDP_METADATA_URL: address.optional(),
  /** This product's entity ID at the provider; by default the address of its metadata. */
  SAML_ENTITY_ID: entity.optional(),
  /** PEM of an RSA key: signs our requests and decrypts encrypted answers. */
  SAML_KEY: z.string().min(1).optional(),
  /** The previous key: decrypts answers that the provider still encrypts for it. */
  SAML_PREVIOUS_KEY: z.string().min(1).optional(),
  /** PEM file: the key's certificate first, followed by the next one before a key change. */
  SAML_CERTIFICATES: z.string().min(1).optional(),
  /** Identifies a person permanently; without it the NameID does, which must then have the persistent format. */
  SAML_SUBJECT_ATTRIBUTE: attribute.optional(),
  SAML_EMAIL_ATTRIBUTES: words.pipe(z.array(attribute)).optional(),
  /** `always`: the provider sends only verified addresses; otherwise the attribute that marks them as verified, `true` or `1`. */
  SAML_EMAIL_VERIFIED: attribute.optional(),
  SAML_PHONE_ATTRIBUTE: attribute.optional(),
  /** Allowed clock difference to the provider, in seconds. */
  SAML_CLOCK_TOLERANCE: z.coerce.number().int().min(0).max(300).default(60),
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

type Given = Readonly<Record<string, unknown>>;

/** Missing or inconsistent settings, as names and messages. */
export function samlProblems(given: Given): { name: string; message: string }[] {
  const first = Object.keys(samlFields).find((name) => name !== 'SAML_CLOCK_TOLERANCE' && given[name] !== undefined);
  if (first === undefined) return [];
  const problems: { name: string; message: string }[] = NEEDED.filter((name) => given[name] === undefined).map(
    (name) => ({
      name,
      message:
        name === 'SAML_EMAIL_VERIFIED'
          ? `is needed with ${first}: SAML itself does not say whether an address is verified`
          : `is needed with ${first}`,
    }),
  );
  if (given.OIDC_ISSUER !== undefined) {
    problems.push({ name: 'OIDC_ISSUER', message: `not beside ${first}: people sign in at one provider` });
  }
  return problems;
}

/** @param given fields that {@link samlProblems} accepted. @returns null when no provider is configured. */
export function samlSettings(given: z.output<z.ZodObject<typeof samlFields>>, publicUrl: string): SamlFiles | null {
  const { SAML_IDP_ENTITY_ID: entityId, SAML_IDP_SIGN_IN_URL: signInUrl, SAML_IDP_CERTIFICATES: certificates } = given;
  const { SAML_KEY: key, SAML_CERTIFICATES: own, SAML_EMAIL_VERIFIED: verified } = given;
  if (entityId === undefined || signInUrl === undefined || certificates === undefined) return null;
  if (key === undefined || own === undefined || verified === undefined) return null;
  const origin = publicUrl.replace(/\/+$/, '');
  return {
    provider: {
      entityId,
      signInUrl,
      logoutUrl: given.SAML_IDP_LOGOUT_URL ?? null,
      logoutResponseUrl: given.SAML_IDP_LOGOUT_RESPONSE_URL ?? null,
      certificates: resolve(certificates),
      metadataUrl: given.SAML_IDP_METADATA_URL ?? null,
    },
    product: {
      entityId: given.SAML_ENTITY_ID ?? `${origin}${SIGN_IN_PATHS.metadata}`,
      callbackUrl: `${origin}${SIGN_IN_PATHS.posted}`,
      logoutUrl: `${origin}${SIGN_IN_PATHS.providerLogout}`,
      key,
      previousKey: given.SAML_PREVIOUS_KEY ?? null,
      certificates: resolve(own),
    },
    mapping: {
      subject: given.SAML_SUBJECT_ATTRIBUTE ?? null,
      email: given.SAML_EMAIL_ATTRIBUTES ?? EMAIL,
      emailVerified: verified === 'always' ? null : verified,
      phone: given.SAML_PHONE_ATTRIBUTE ?? null,
    },
    clockTolerance: given.SAML_CLOCK_TOLERANCE,
  };
}
