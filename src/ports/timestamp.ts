/** RFC 3161 timestamp authority. */
export interface TimestampAuthority {
  /**
   * Requests a token over a SHA-256 digest. The caller checks the token before embedding it.
   * @param digest 32 bytes. @returns DER of the TimeStampToken (a CMS ContentInfo).
   * @throws TimestampUnavailable when the authority does not answer in time or refuses.
   */
  stamp(digest: Uint8Array): Promise<Uint8Array>;
}

export class TimestampUnavailable extends Error {
  override readonly name = 'TimestampUnavailable';
}
