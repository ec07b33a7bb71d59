/** Settings of sign-in by OpenID Connect: the provider, this product's client there, and the names of claims. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { OpenIdFiles } from '#adapters/identity-provider/openid-files.ts';
import { bilingual, type Problem, requiredWith } from './checks/problem.ts';
import { addressThat, expectedAddress, NAMES_BY_SPACES, WITHOUT_QUERY } from './checks/value-schemas.ts';
import { setting } from './description.ts';

const issuer = addressThat(
  ({ protocol, search, hash }) => protocol === 'https:' && search === '' && hash === '',
  expectedAddress(['https:'], WITHOUT_QUERY),
);
/** RFC 6749, section 3.3. */
const scope = z
  .string()
  .transform((text) => text.split(/ +/).filter((word) => word !== ''))
  .refine((words) => words.every((word) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word)), NAMES_BY_SPACES)
  .refine(
    (words) => words.includes('openid'),
    bilingual({ it: 'openid deve essere fra i nomi', en: 'openid has to be among the names' }),
  )
  .transform((words) => words.join(' '));
const claim = z
  .string()
  .regex(/^[\x21-\x7e]{1,256}$/, bilingual({ it: 'atteso il nome di un claim', en: 'expected the name of a claim' }));

export const oidcFields = {
  OIDC_ISSUER: setting(
    issuer.optional(),
    'The provider’s issuer identifier, exactly as the provider writes it; its configuration is read from an address below it.',
    'https://login.example.it',
    { initial: true },
  ),
  OIDC_CLIENT_ID: setting(z.string().min(1).optional(), 'Name of this product at the provider.', 'fascicolo', {
    initial: true,
  }),
  OIDC_CLIENT_SECRET: setting(
    z.string().min(1).optional(),
    'Secret of this product at the provider.',
    '/etc/fascicolo/secrets/oidc-client-secret',
    { initial: true },
  ),
  OIDC_SCOPE: setting(
    scope.default('openid profile email'),
    'Requested scopes, separated by spaces; openid must be among them.',
    'openid profile email phone',
  ),
  OIDC_CERTIFICATES: setting(
    z.string().min(1).optional(),
    'PEM file with the authorities of the provider’s certificate.',
    '/etc/fascicolo/company-ca.pem',
    { unset: 'the authorities that the system trusts' },
  ),
  OIDC_SUBJECT_CLAIM: setting(
    claim.default('sub'),
    'Claim that identifies a person permanently; after a change no user is recognised.',
    'sub',
  ),
  OIDC_EMAIL_CLAIM: setting(claim.default('email'), 'Claim that holds the e-mail address.', 'email'),
  OIDC_EMAIL_VERIFIED: setting(
    claim.default('email_verified'),
    'Claim that states whether the address is verified; `always` when the provider gives verified addresses only.',
    'always',
  ),
  OIDC_PHONE_CLAIM: setting(claim.optional(), 'Claim that holds the telephone number.', 'phone_number', {
    unset: '`phone_number` where `OIDC_SCOPE` has phone, otherwise none',
  }),
  OIDC_CLOCK_TOLERANCE: setting(
    z.coerce.number().int().min(0).max(300).default(30),
    'How much the provider’s clock may differ.',
    '30',
    { unit: 'seconds' },
  ),
};

/** Settings also accepted by file (`…_FILE`), which no log prints. */
export const oidcSecrets = ['OIDC_CLIENT_SECRET'] as const;

const NEEDED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

type RawSettings = Readonly<Record<string, unknown>>;

/** Missing settings. @param needed whether staff must sign in with OpenID Connect. */
export function oidcProblems(raw: RawSettings, needed: boolean): Problem[] {
  // The others have defaults, so they do not show whether OpenID Connect is wanted.
  const firstSet = [...NEEDED, 'OIDC_CERTIFICATES', 'OIDC_PHONE_CLAIM'].find((name) => raw[name] !== undefined);
  if (firstSet === undefined && !needed) return [];
  return NEEDED.filter((name) => raw[name] === undefined).map((name) => ({
    name,
    message:
      firstSet === undefined
        ? {
            it: 'serve per l’accesso, se manca SAML_IDP_ENTITY_ID',
            en: 'is needed for sign-in, unless SAML_IDP_ENTITY_ID is set',
          }
        : requiredWith(firstSet),
  }));
}

/** @param raw fields that {@link oidcProblems} accepted. @returns null when no provider is configured. */
export function oidcSettings(raw: z.output<z.ZodObject<typeof oidcFields>>): OpenIdFiles | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = raw;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  const { OIDC_SCOPE: scope, OIDC_EMAIL_VERIFIED: verified, OIDC_CERTIFICATES: certificates } = raw;
  const defaultPhone = scope.split(' ').includes('phone') ? 'phone_number' : null;
  return {
    ...{ issuer, clientId, clientSecret, scope },
    certificates: certificates === undefined ? null : resolve(certificates),
    mapping: {
      subject: raw.OIDC_SUBJECT_CLAIM,
      email: raw.OIDC_EMAIL_CLAIM,
      emailVerified: verified === 'always' ? null : verified,
      phone: raw.OIDC_PHONE_CLAIM ?? defaultPhone,
    },
    clockTolerance: raw.OIDC_CLOCK_TOLERANCE,
  };
}
