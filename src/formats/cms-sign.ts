/**
 * Makes and checks detached CMS signatures over bytes other than PDF: heads of evidence trails, checksums of a backup;
 * `openssl cms -verify` accepts them.
 */
import { checkPath, findPath, type Purpose } from './certificate-path.ts';
import { checkSignedData } from './cms-check.ts';
import { digestOf, readCms } from './cms-read.ts';
import { type SigningAlgorithm, writeSignedAttributes, writeSignedData } from './cms-write.ts';

/** The signing interface, matching the product's signing keys. */
export interface DetachedSigner {
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
  readonly algorithm: SigningAlgorithm;
  sign(data: Uint8Array): Promise<Uint8Array>;
}

/** @returns DER of the SignedData with the signer's chain, without the content. */
export async function signDetached(content: Uint8Array, key: DetachedSigner): Promise<Uint8Array<ArrayBuffer>> {
  const { certificate, chain, algorithm } = key;
  const signedAttributes = writeSignedAttributes({
    contentDigest: await digestOf('SHA-256', content),
    certificateDigest: await digestOf('SHA-256', certificate),
    certificate,
  });
  return writeSignedData({
    ...{ signedAttributes, signature: await key.sign(signedAttributes), algorithm },
    ...{ certificate, chain },
  });
}

/** @returns the signer's certificate, DER; does not check its trust. @throws SignatureRefused, DerError */
export const checkDetached = (signature: Uint8Array, content: Uint8Array): Promise<Uint8Array> =>
  checkSignedData(readCms(signature), (hash) => digestOf(hash, content));

/** Whether a path leads from the signer's certificate to one of the roots and is valid at that instant and for that purpose. */
export async function isTrustedSigner(
  certificate: Uint8Array,
  cms: Uint8Array,
  anchors: readonly Uint8Array[],
  { at, purpose }: { at: Date; purpose: Purpose },
): Promise<boolean> {
  const path = await findPath(certificate, readCms(cms).certificates, anchors);
  return path?.isStrong === true && checkPath(path, at, purpose) === null;
}
