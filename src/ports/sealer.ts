/** Signing keys: the provider's seal and the one-use keys of signers' certificates. */
import { ExplainedError } from './explained-error.ts';

/** A private key used by delegation, with its certificate and the chain up to and including the root. */
export interface SigningKey {
  /** DER of the certificate of this key. */
  readonly certificate: Uint8Array;
  /** DER of the issuing certificates, nearest issuer first, root last. */
  readonly chain: readonly Uint8Array[];
  readonly algorithm: 'ECDSA-P256-SHA256' | 'RSA-PKCS1-SHA256';
  /**
   * Signs the data itself (it is hashed inside).
   * @returns the signature in CMS form: DER ECDSA-Sig-Value or the raw PKCS#1 value.
   */
  sign(data: Uint8Array): Promise<Uint8Array>;
}

/** The key is currently unusable: its token or library does not answer or refuses, or a required revocation list has expired. */
export class KeyUnavailable extends ExplainedError {
  override readonly name = 'KeyUnavailable';
}

/** Holds the provider's sealing key (file, PKCS#11, KMS). */
export interface Sealer {
  sealingKey(): Promise<SigningKey>;
}

export interface SignerIdentity {
  /** Name of the signer, as printed in the certificate's subject. */
  readonly commonName: string;
  readonly givenName: string;
  readonly surname: string;
  /** The organisation that uses the signature in its relations (erogatore, DPCM 22 Feb 2013 art. 55). */
  readonly organization: string;
  /** Unique text of the act (signing session and point), used as the subject's serialNumber; never a codice fiscale. */
  readonly actId: string;
}

/** A key made for one act; `destroy` makes any later use fail. */
export interface OneUseKey extends SigningKey {
  /** Hexadecimal serial number of the certificate. */
  readonly serial: string;
  destroy(): void;
}

/** Authorities of the installation that issue certificates: the root, and the one for signers and the seal. */
export type AuthorityName = 'root' | 'issuing';

/** What an authority publishes. */
export interface PublishedAuthority {
  /** The name under which the product publishes it; null for an external authority, which publishes its own lists. */
  readonly name: AuthorityName | null;
  /** DER of its certificate. */
  readonly certificate: Uint8Array;
  /** DER of its newest revocation list, which covers every certificate it issued. */
  readonly crl: Uint8Array;
}

/** Issues the short-lived certificate of one signature point, in the signer's name. */
export interface CertificateAuthority {
  issueSignerKey(identity: SignerIdentity, at: Date): Promise<OneUseKey>;
  /** DER of the roots that a verifier must trust for signatures and seals. */
  anchors(): Promise<readonly Uint8Array[]>;
  /** DER of the roots that a verifier must trust for timestamps: {@link anchors} and those of external timestamp authorities. */
  timestampAnchors(): Promise<readonly Uint8Array[]>;
  /** Every authority on a path to the anchors, with a list valid at this instant: what a file needs for level B-LT. */
  published(at: Date): Promise<readonly PublishedAuthority[]>;
}
