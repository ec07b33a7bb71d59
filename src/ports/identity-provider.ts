/** Sign-in at an outside identity provider (P-3). */
export interface SignInStart {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  /** The provider shall ask for the person anew, whoever is signed in there, and say when (P-6). */
  fresh?: boolean;
}

export interface SignedIn {
  /** What the provider calls the person's login (preferred_username), when it says so. */
  login: string | null;
  email: string | null;
  /** Needed to end the session at the provider. */
  idToken: string | null;
  /** When the person has last proved who they are, if the provider tells (auth_time). */
  authenticatedAt?: Date | null;
}

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
