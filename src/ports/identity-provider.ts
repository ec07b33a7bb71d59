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
  /** What the provider calls the person and its session by when it says that the session has ended. */
  providerSession?: ProviderSession | null;
}

export interface ProviderSession {
  readonly subject: string;
  /** Null when the provider gives its sessions no name. */
  readonly index: string | null;
}

/** Each call may throw the OutsideFailure of a provider that does not answer: it has refused nobody (P-15). */
export interface IdentityProvider {
  /** Seconds by which its clock may differ from ours; 30 unless told. */
  readonly clockTolerance?: number;
  authorizationUrl(start: SignInStart): Promise<URL>;
  /** Checks the callback against what was started. @throws SignInRefused when the provider or the check says no. */
  finish(callback: URL, start: SignInStart): Promise<SignedIn>;
  /** Where to send the browser to end the session; null when the provider has no such address. */
  endSessionUrl(idToken: string | null, returnTo: string): Promise<URL | null>;
  /** Of a provider whose answers the browser posts, from the provider's own page (SAML 2.0). */
  readonly posts?: PostedAnswers;
  /** Of a provider that tells this server itself, without a browser, that a session has ended (OpenID Connect). */
  readonly backChannel?: BackChannel;
}

/** A message that must not be taken twice: its name, and until when it could be taken at all. */
export interface OnceOnly {
  readonly id: string;
  readonly until: Date;
}

/** The provider has ended a session of its own. */
export interface ToldEnd {
  readonly once: OnceOnly;
  /** Null when sessions are named alone. */
  readonly subject: string | null;
  /** Names of the sessions that end; none: all of this person. */
  readonly indexes: readonly string[];
}

/** The provider waits, in the browser, to be told that ours are ended too. */
export interface EndOfSession extends ToldEnd {
  /** Where the browser takes our answer to. */
  answer(ended: boolean): Promise<URL>;
}

export interface PostedAnswers {
  /** What the provider has to know about this product, as an XML text. */
  metadata(): string;
  /**
   * Checks an answer as it was posted against what was started: who sent it, to whom, for which request and until when. That
   * it comes once is for the caller to see to, by `once`.
   * @param message Base64 of an XML text. @throws SignInRefused naming the first thing that is wrong.
   */
  read(message: string, start: Pick<SignInStart, 'nonce'>): Promise<{ person: SignedIn; once: OnceOnly }>;
  /**
   * Reads what the provider says by a redirect about the end of a session.
   * @param query raw, as it was signed. @returns null when it only answers our own wish. @throws SignInRefused
   */
  readLogout(query: string): Promise<EndOfSession | null>;
}

export interface BackChannel {
  /**
   * Checks a logout token: who sent it, to whom, and until when. That it comes once is for the caller to see to, by `once`.
   * @throws SignInRefused naming the first thing that is wrong, OutsideFailure when it cannot be checked now.
   */
  readLogout(token: string): Promise<ToldEnd>;
}

export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}
