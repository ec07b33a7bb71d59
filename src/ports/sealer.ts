/** Keys that sign: the provider's seal and the one-use keys of signers' certificates (P-10, D-61). */

/** A private key whose use is delegated, with its certificate and the chain up to and including the root. */
export interface SigningKey {
  /** DER of the certificate of this key. */
  readonly certificate: Uint8Array;
  /** DER of the issuing certificates, nearest issuer first, root last. */
  readonly chain: readonly Uint8Array[];
  readonly algorithm: 'ECDSA-P256-SHA256' | 'RSA-PKCS1-SHA256';
  /**
   * Signs the bytes themselves (they are hashed inside).
   * @returns the signature as CMS wants it: DER ECDSA-Sig-Value or the raw PKCS#1 value.
   */
  sign(data: Uint8Array): Promise<Uint8Array>;
}

/** Holds the provider's sealing key (file, PKCS#11, KMS). */
export interface Sealer {
  sealingKey(): Promise<SigningKey>;
}

export interface SignerIdentity {
  /** Name of the person who signs, as printed in the certificate's subject. */
  readonly commonName: string;
  readonly givenName: string;
  readonly surname: string;
  /** The organisation that uses the signature in its relations (erogatore, DPCM 22 Feb 2013 art. 55). */
  readonly organization: string;
  /** Unique text of the act (signing session and point): becomes the subject's serialNumber; never a codice fiscale. */
  readonly actId: string;
}

/** A key made for one act; `destroy` makes any later use fail. */
export interface OneUseKey extends SigningKey {
  /** Hexadecimal serial number of the certificate. */
  readonly serial: string;
  destroy(): void;
}

/** Issues the short-lived certificate of one signature point, in the signer's name. */
export interface CertificateAuthority {
  issueSignerKey(identity: SignerIdentity, at: Date): Promise<OneUseKey>;
  /** DER of the roots that a verifier must trust: signers' and seal's authority, timestamp authority. */
  anchors(): Promise<readonly Uint8Array[]>;
}
