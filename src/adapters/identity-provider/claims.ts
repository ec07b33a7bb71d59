/** What the claims of a provider say of a person, by the names that the settings give them (OpenID Connect Core 1.0 §5.1). */

/** How the provider's claims are called. */
export interface ClaimMapping {
  /** What never changes and is never given to another person; read from the signed id_token alone. */
  readonly subject: string;
  readonly email: string;
  /** Null: every address that this provider tells is verified, as whoever runs the product has made sure. */
  readonly emailVerified: string | null;
  readonly phone: string | null;
}

const VERIFIED = 'email_verified';

/** The names of the specification; a telephone where the scope asks for it. */
export const standardClaims = (scope: string): ClaimMapping => ({
  subject: 'sub',
  email: 'email',
  emailVerified: VERIFIED,
  phone: scope.split(' ').includes('phone') ? 'phone_number' : null,
});

export interface Told {
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  /** Whether the answer says anything about the address being verified. */
  readonly said: boolean;
}

type Claims = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** The specification knows one way to say it; whoever has a claim of its own writes it as it likes. */
function saysYes(name: string, value: unknown): boolean {
  return value === true || (name !== VERIFIED && (value === 'true' || value === 1 || value === '1'));
}

/** Address and word on it from one answer: of one whose verification nobody speaks of, nothing is known. */
export function readClaims(claims: Claims, { email, emailVerified: verified, phone }: ClaimMapping): Told {
  return {
    email: text(claims[email]),
    emailVerified: verified === null || saysYes(verified, claims[verified]),
    phone: phone === null ? null : text(claims[phone]),
    said: verified === null || claims[verified] !== undefined,
  };
}

/** OpenID Connect Core 1.0 §2: at most 255 ASCII characters. */
const IDENTIFIER = /^[\x20-\x7e]{1,255}$/;

/** @returns null for what has not the form of an identifier. */
export const identifierOf = (value: unknown): string | null =>
  typeof value === 'string' && IDENTIFIER.test(value) ? value : null;
