/** Sign-in at an outside identity provider (P-3). */
export interface Identity {
  readonly issuer: string;
  /** Never given to another person; unlike a name or an address, which the provider lets people change. */
  readonly subject: string;
}

export interface SignInStart {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  /** The provider shall ask for the person anew, whoever is signed in there, and say when (P-6). */
  fresh?: boolean;
}

export interface SignedIn {
  /** Who vouches, and the key under which it knows the person: the two together are who somebody is (OpenID Connect Core 1.0 §5.7). */
  identity: Identity;
  email: string | null;
  /** The provider says, in so many words, that the address is this person's. */
  emailVerified: boolean;
  /** `phone_number`, as the provider writes it; nothing unless it is asked for and told. */
  phone?: string | null;
  /** Needed to end the session at the provider. */
  idToken: string | null;
  /** When the person has last proved who they are, if the provider tells (auth_time). */
  authenticatedAt?: Date | null;
}

/** Each call may throw the OutsideFailure of a provider that does not answer: it has refused nobody (P-15). */
export interface IdentityProvider {
  authorizationUrl(start: SignInStart): Promise<URL>;
  /** Checks the callback against what was started. @throws SignInRefused when the provider or the check says no. */
  finish(callback: URL, start: SignInStart): Promise<SignedIn>;
  /** Where to send the browser to end the session; null when the provider has no such address. */
  endSessionUrl(idToken: string | null, returnTo: string): Promise<URL | null>;
}

export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}
