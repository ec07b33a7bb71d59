/** Sign-in through an external identity provider. */
export interface Identity {
  readonly issuer: string;
  /** Never reassigned to another person, unlike a name or e-mail address, which the provider lets people change. */
  readonly subject: string;
}

export interface SignInStart {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  /** The provider must authenticate the person again, regardless of its current session, and report when. */
  fresh?: boolean;
}

export interface SignedIn {
  /** The issuer and its subject key, which together identify a person (OpenID Connect Core 1.0, section 5.7). */
  identity: Identity;
  email: string | null;
  /** The provider explicitly confirms that the address belongs to this person. */
  emailVerified: boolean;
  /** `phone_number` in the provider's format; absent unless requested and returned. */
  phone?: string | null;
  /** Needed to end the session at the provider. */
  idToken: string | null;
  /** When the person last authenticated, if the provider reports it (auth_time). */
  authenticatedAt?: Date | null;
  /** The provider's identifiers of the person and the session, used in its notice that the session has ended. */
  providerSession?: ProviderSession | null;
}

export interface ProviderSession {
  readonly subject: string;
  /** Null if the provider does not name its sessions. */
  readonly index: string | null;
}

/** Each call may throw OutsideFailure if the provider does not answer, which is not a refusal. */
export interface IdentityProvider {
  /** Tolerated clock difference in seconds; default 30. */
  readonly clockTolerance?: number;
  authorizationUrl(start: SignInStart): Promise<URL>;
  /** Checks the callback against the started sign-in. @throws SignInRefused if the provider or the check refuses. */
  finish(callback: URL, start: SignInStart): Promise<SignedIn>;
  /** URL for ending the session; null if the provider has none. */
  endSessionUrl(idToken: string | null, returnTo: string): Promise<URL | null>;
  /** For a provider whose responses the browser posts from the provider's own page (SAML 2.0). */
  readonly posts?: PostedResponses;
  /** For a provider that notifies this server directly, without a browser, that a session has ended (OpenID Connect). */
  readonly backChannel?: BackChannel;
}

/** A message that must be accepted only once: its id, and when it expires. */
export interface SingleUse {
  readonly id: string;
  readonly until: Date;
}

/** The provider has ended one of its sessions. */
export interface SessionEnd {
  readonly once: SingleUse;
  /** Null if only sessions are named. */
  readonly subject: string | null;
  /** Names of the ended sessions; empty: all of this person. */
  readonly indexes: readonly string[];
}

/** The provider waits, in the browser, for confirmation that our sessions have ended too. */
export interface LogoutRequest extends SessionEnd {
  /** URL to which the browser carries our response. */
  answer(ended: boolean): Promise<URL>;
}

export interface PostedResponses {
  /** This product's metadata for the provider, as XML. */
  metadata(): string;
  /**
   * Checks a posted answer against the sign-in that was started: sender, recipient, request and expiry. The caller must
   * ensure that it is used only once, by `once`.
   * @param message Base64 of an XML text. @throws SignInRefused naming the first fault.
   */
  read(message: string, start: Pick<SignInStart, 'nonce'>): Promise<{ person: SignedIn; once: SingleUse }>;
  /**
   * Reads the provider's redirect about the end of a session.
   * @param query raw, as it was signed. @returns null when it only answers our own logout
   * request. @throws SignInRefused
   */
  readLogout(query: string): Promise<LogoutRequest | null>;
}

export interface BackChannel {
  /**
   * Checks a logout token: issuer, audience and expiry. The caller must ensure that it is accepted only once, using
   * `once`.
   * @throws SignInRefused naming the first error, OutsideFailure if it cannot be checked now.
   */
  readLogout(token: string): Promise<SessionEnd>;
}

export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}
