/** Settings of sign-in by SAML 2.0: the provider, what this product is called there, and how attributes are named (P-1, P-3). */
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
/** SAML 2.0 Metadata §2.2.1: a URI of at most 1024 characters, compared character by character. */
const entity = z.string().regex(/^[a-z][a-z\d+.-]*:[\x21-\x7e]{1,1000}$/i, { message: 'expected a URI' });
const attribute = z.string().regex(/^[\x21-\x7e]{1,256}$/, { message: 'expected the name of an attribute' });

/** What addresses are called by the providers that are met most. */
const EMAIL = [
  'mail',
  'email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];

export const samlFields = {
  SAML_IDP_ENTITY_ID: entity.optional(),
  SAML_IDP_SIGN_IN_URL: address.optional(),
  /** Without it sessions end here alone. */
  SAML_IDP_LOGOUT_URL: address.optional(),
  /** Where our answers go when the provider ends a session itself, if elsewhere: `ResponseLocation` in its metadata. */
  SAML_IDP_LOGOUT_RESPONSE_URL: address.optional(),
  /** PEM file: the certificates that the provider signs with; while its key changes, the old one and the new one. */
  SAML_IDP_CERTIFICATES: z.string().min(1).optional(),
  /** Where the provider tells its keys: `doctor` compares them with SAML_IDP_CERTIFICATES. Nothing is taken from there. */
  SAML_IDP_METADATA_URL: address.optional(),
  /** What this product is called at the provider: where it tells its own keys, unless set. */
  SAML_ENTITY_ID: entity.optional(),
  /** PEM of an RSA key: signs our requests and opens encrypted answers. */
  SAML_KEY: z.string().min(1).optional(),
  /** The key before that one: opens what the provider still encrypts for it. */
  SAML_PREVIOUS_KEY: z.string().min(1).optional(),
  /** PEM file: the key's certificate first, and after it the next one, if the key is about to change. */
  SAML_CERTIFICATES: z.string().min(1).optional(),
  /** Names a person for good; without it the NameID does, which must then be of the persistent format. */
  SAML_SUBJECT_ATTRIBUTE: attribute.optional(),
  SAML_EMAIL_ATTRIBUTES: words.pipe(z.array(attribute)).optional(),
  /** `always`: the provider tells only addresses that it has verified; or the attribute that says so, `true` or `1`. */
  SAML_EMAIL_VERIFIED: attribute.optional(),
  SAML_PHONE_ATTRIBUTE: attribute.optional(),
  /** Seconds by which the provider's clock may differ. */
  SAML_CLOCK_TOLERANCE: z.coerce.number().int().min(0).max(300).default(60),
};

/** Settings that may also be given by file (`…_FILE`), and that no log prints. */
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

/** What is missing or does not go together, as names and words. */
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

/** @param given fields that {@link samlProblems} has nothing against. @returns null where no provider was named. */
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
