/** Object identifiers of the structures that the product reads and writes (RFC 5280, 5652, 5035, 3161; ETSI EN 319 412-1). */

export const oid = {
  // CMS content types and attributes (RFC 5652, RFC 5035, RFC 3161)
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimeStampToken: '1.2.840.113549.1.9.16.2.14',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  /** RFC 5083 */
  authEnvelopedData: '1.2.840.113549.1.9.16.1.23',

  // Encryption (RFC 5084, RFC 4055)
  aes256Gcm: '2.16.840.1.101.3.4.1.46',
  rsaesOaep: '1.2.840.113549.1.1.7',
  mgf1: '1.2.840.113549.1.1.8',

  // Digests and signatures
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  rsaEncryption: '1.2.840.113549.1.1.1',
  sha1WithRsa: '1.2.840.113549.1.1.5',
  rsaPss: '1.2.840.113549.1.1.10',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  sha384WithRsa: '1.2.840.113549.1.1.12',
  sha512WithRsa: '1.2.840.113549.1.1.13',
  ecPublicKey: '1.2.840.10045.2.1',
  ecdsaWithSha1: '1.2.840.10045.4.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ecdsaWithSha384: '1.2.840.10045.4.3.3',
  ecdsaWithSha512: '1.2.840.10045.4.3.4',
  /** BSI TR-03111, section 5.2.1.1 */
  ecdsaPlainSha256: '0.4.0.127.0.7.1.1.4.1.3',
  ecdsaPlainSha384: '0.4.0.127.0.7.1.1.4.1.4',
  ecdsaPlainSha512: '0.4.0.127.0.7.1.1.4.1.5',
  /** RFC 8410 */
  ed25519: '1.3.101.112',
  p256: '1.2.840.10045.3.1.7',
  p384: '1.3.132.0.34',
  p521: '1.3.132.0.35',

  // Names (X.520)
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  serialNumber: '2.5.4.5',
  countryName: '2.5.4.6',
  organizationName: '2.5.4.10',
  organizationalUnitName: '2.5.4.11',
  givenName: '2.5.4.42',

  // Certificate extensions
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  crlDistributionPoints: '2.5.29.31',
  crlNumber: '2.5.29.20',
  reasonCode: '2.5.29.21',
  /** RFC 9608: no revocation information will ever be published for this certificate. */
  noRevocationAvailable: '2.5.29.56',
  /** EN 319 412-1, section 5.2: short-term certificate, whose brief validity replaces revocation. */
  validityAssuredShortTerm: '0.4.0.194121.2.1',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
  subjectAlternativeName: '2.5.29.17',
  documentSigning: '1.3.6.1.5.5.7.3.36',
} as const;
