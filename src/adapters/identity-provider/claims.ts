/** Reads a person's data from the provider's claims, under the configured names (OpenID Connect Core 1.0, section 5.1). */

/** Names of the provider's claims. */
export interface ClaimMapping {
  /** Permanent identifier that is never reassigned to another person; read only from the signed id_token. */
  readonly subject: string;
  readonly email: string;
  /** Null: every address from this provider counts as verified, which the operator has ensured. */
  readonly emailVerified: string | null;
  readonly phone: string | null;
}

const VERIFIED = 'email_verified';

/** The specification's names; a telephone number if the scope requests it. */
export const standardClaims = (scope: string): ClaimMapping => ({
  subject: 'sub',
  email: 'email',
  emailVerified: VERIFIED,
  phone: scope.split(' ').includes('phone') ? 'phone_number' : null,
});

export interface PersonClaims {
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  /** Whether the response states anything about the verification of the address. */
  readonly isVerificationStated: boolean;
}

type Claims = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** The specification's claim has one form; custom claims use various ones. */
function isAffirmative(name: string, value: unknown): boolean {
  return value === true || (name !== VERIFIED && (value === 'true' || value === 1 || value === '1'));
}

/** Address and verification must come from one response: without a statement, the verification is unknown. */
export function readClaims(claims: Claims, { email, emailVerified: verified, phone }: ClaimMapping): PersonClaims {
  return {
    email: text(claims[email]),
    emailVerified: verified === null || isAffirmative(verified, claims[verified]),
    phone: phone === null ? null : text(claims[phone]),
    isVerificationStated: verified === null || claims[verified] !== undefined,
  };
}

/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
const IDENTIFIER = /^[\x20-\x7e]{1,255}$/;

/** @returns null for a value that does not have the form of an identifier. */
export const identifierOf = (value: unknown): string | null =>
  typeof value === 'string' && IDENTIFIER.test(value) ? value : null;
