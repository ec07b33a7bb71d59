/**
 * Checks a CMS signature completely before it is stored or embedded: content, signing certificate, key, value (RFC
 * 5652, section 5.6, RFC 5035).
 */
import { bindingOf, type CmsSignature, isStrongKey, schemeOf, signerCertificate } from './cms-read.ts';
import { readIdentifier, sameBytes } from './der.ts';
import { oid } from './oids.ts';
import { acceptedHashes, type HashName, readCertificate, SignatureRefused, verifyValue } from './signed-data.ts';

/**
 * Checks the signature over the attributes, and that the attributes name this content and this certificate.
 * @param digestOf returns the digest of the signed content by the named hash.
 * @returns the signer's certificate, DER. @throws SignatureRefused with the reason; does not check trust.
 */
export async function checkSignedData(
  cms: CmsSignature,
  digestOf: (hash: HashName) => Promise<Uint8Array> | Uint8Array,
): Promise<Uint8Array> {
  const hash = acceptedHashes[cms.digestAlgorithm];
  if (!hash || cms.irregular) throw new SignatureRefused('not a signature that the product accepts');
  const certificate = signerCertificate(cms);
  if (!certificate) throw new SignatureRefused('the signing certificate is not inside');
  const type = singleValue(cms, oid.contentType);
  if (!type || readIdentifier(type) !== cms.contentType) {
    throw new SignatureRefused('the content-type attribute does not match');
  }
  const digest = singleValue(cms, oid.messageDigest);
  if (digest?.tag !== 0x04 || !sameBytes(digest.content, await digestOf(hash))) {
    throw new SignatureRefused('the content is not the one that was signed');
  }
  if ((await bindingOf(cms, certificate)) !== 'bound') {
    throw new SignatureRefused('signing-certificate-v2 does not name the certificate');
  }
  const fields = readCertificate(certificate);
  if (!isStrongKey(fields)) throw new SignatureRefused('the key is too weak');
  if (!cms.signedBytes || !(await verifyValue(fields.publicKey, schemeOf(cms, hash), cms.value, cms.signedBytes))) {
    throw new SignatureRefused('the signature value does not verify');
  }
  return certificate;
}

function singleValue(cms: CmsSignature, type: string) {
  const [value, ...rest] = cms.signed.get(type) ?? [];
  return rest.length ? undefined : value;
}
