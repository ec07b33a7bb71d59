/** Settings of sign-in by OpenID Connect: the provider, this product's client there, and the names of claims. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { OpenIdFiles } from '#adapters/identity-provider/openid-files.ts';

const issuer = z.string().refine(
  (text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, search, hash } = new URL(text);
    return protocol === 'https:' && [username, password, search, hash].every((part) => part === '');
  },
  { message: 'expected an address beginning with https://, without credentials and query' },
);
/** RFC 6749, section 3.3. */
const scope = z
  .string()
  .transform((text) => text.split(/ +/).filter((word) => word !== ''))
  .refine((words) => words.every((word) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word)), {
    message: 'expected words separated by spaces',
  })
  .refine((words) => words.includes('openid'), { message: 'openid has to be among the words' })
  .transform((words) => words.join(' '));
const claim = z.string().regex(/^[\x21-\x7e]{1,256}$/, { message: 'expected the name of a claim' });

export const oidcFields = {
  /** The provider's issuer identifier, compared exactly; its metadata is discovered below it. */
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_SCOPE: scope.default('openid profile email'),
  /** PEM file with the certificates to trust instead of the system's, such as those of a company's own authority. */
  OIDC_CERTIFICATES: z.string().min(1).optional(),
  /** Identifies a person permanently. Changing it later unbinds every user. */
  OIDC_SUBJECT_CLAIM: claim.default('sub'),
  OIDC_EMAIL_CLAIM: claim.default('email'),
  /** `always`: the provider sends only verified addresses; otherwise the claim that marks them as verified. */
  OIDC_EMAIL_VERIFIED: claim.default('email_verified'),
  /** Default: `phone_number` if OIDC_SCOPE includes phone, otherwise none. */
  OIDC_PHONE_CLAIM: claim.optional(),
  /** Allowed clock difference to the provider, in seconds. */
  OIDC_CLOCK_TOLERANCE: z.coerce.number().int().min(0).max(300).default(30),
};

/** Settings also accepted by file (`…_FILE`), which no log prints. */
export const oidcSecrets = ['OIDC_CLIENT_SECRET'] as const;

const NEEDED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

type Given = Readonly<Record<string, unknown>>;

/** Missing settings, as names and messages. @param needed whether staff must sign in with OpenID Connect. */
export function oidcProblems(given: Given, needed: boolean): { name: string; message: string }[] {
  // The others have defaults, so they do not show whether OpenID Connect is wanted.
  const first = [...NEEDED, 'OIDC_CERTIFICATES', 'OIDC_PHONE_CLAIM'].find((name) => given[name] !== undefined);
  if (first === undefined && !needed) return [];
  return NEEDED.filter((name) => given[name] === undefined).map((name) => ({
    name,
    message:
      first === undefined ? 'is needed for sign-in, unless SAML_IDP_ENTITY_ID is set' : `is needed with ${first}`,
  }));
}

/** @param given fields that {@link oidcProblems} accepted. @returns null when no provider is configured. */
export function oidcSettings(given: z.output<z.ZodObject<typeof oidcFields>>): OpenIdFiles | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  const { OIDC_SCOPE: scope, OIDC_EMAIL_VERIFIED: verified, OIDC_CERTIFICATES: certificates } = given;
  const usual = scope.split(' ').includes('phone') ? 'phone_number' : null;
  return {
    ...{ issuer, clientId, clientSecret, scope },
    certificates: certificates === undefined ? null : resolve(certificates),
    mapping: {
      subject: given.OIDC_SUBJECT_CLAIM,
      email: given.OIDC_EMAIL_CLAIM,
      emailVerified: verified === 'always' ? null : verified,
      phone: given.OIDC_PHONE_CLAIM ?? usual,
    },
    clockTolerance: given.OIDC_CLOCK_TOLERANCE,
  };
}
