/** A configured signing key: in a PKCS#12 file or a PKCS#11 token, with its certificates, checked before use. */
import { constants, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { certificatesFromPem, findPath } from '#formats/certificate-path.ts';
import { sameBytes } from '#formats/der.ts';
import { readCertificate } from '#formats/signed-data.ts';
import { ExplainedError } from '#ports/explained-error.ts';
import type { SigningKey } from '#ports/sealer.ts';
import { signWith } from './node-key.ts';
import { openPkcs11Signer, readPkcs11Address } from './pkcs11.ts';
import { readPkcs12 } from './pkcs12.ts';

export interface ConfiguredKey {
  /** Path of a PKCS#12 file, or an RFC 7512 URI. */
  readonly source: { readonly pkcs12: string } | { readonly pkcs11: string };
  /** Passphrase or PIN, or a file that contains it. */
  readonly secret: { readonly text: string } | { readonly file: string };
  /** PEM file with the key's certificate and its issuers up to the root; null: those of the PKCS#12 file. */
  readonly certificates: string | null;
}

/** The reason for refusing a configured key. */
export class ConfiguredKeyRefused extends ExplainedError {
  override readonly name = 'ConfiguredKeyRefused';
}

/**
 * Opens the key and tests it.
 * @returns the key with its chain up to the root. @throws Error with the fault, without the secret.
 */
export async function openConfiguredKey(configured: ConfiguredKey): Promise<SigningKey> {
  const { source } = configured;
  const secret = await readSecret(configured.secret);
  const file = 'pkcs12' in source ? readPkcs12(new Uint8Array(await readFile(source.pkcs12)), secret) : null;
  const certificates =
    configured.certificates === null
      ? (file?.certificates ?? [])
      : certificatesFromPem(await readFile(configured.certificates, 'utf8'));
  const certificate = file === null ? certificates[0] : certificates.find((one) => matchesKey(one, file.privateKey));
  if (certificate === undefined)
    throw new ConfiguredKeyRefused({
      it: 'manca il certificato di questa chiave',
      en: 'no certificate of this key is there',
    });
  const chain = await chainOf(certificate, certificates);
  const algorithm = algorithmOf(certificate);
  const key: SigningKey = {
    certificate: certificate,
    chain,
    algorithm,
    sign:
      'pkcs11' in source
        ? openPkcs11Signer(readPkcs11Address(source.pkcs11), secret, algorithm)
        : signerOf(file?.privateKey, algorithm),
  };
  await testKey(key);
  return key;
}

async function readSecret(secret: ConfiguredKey['secret']): Promise<string> {
  if ('text' in secret) return secret.text;
  const [line = ''] = (await readFile(secret.file, 'utf8')).split(/\r?\n/);
  return line;
}

const matchesKey = (der: Uint8Array, key: KeyObject): boolean => new X509Certificate(der).checkPrivateKey(key);

/** From the nearest issuer to the root. */
async function chainOf(certificate: Uint8Array, certificates: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const roots = certificates.filter((der) => {
    const { subject, issuer } = readCertificate(der);
    return sameBytes(subject, issuer);
  });
  const path = await findPath(certificate, certificates, roots);
  if (path === null)
    throw new ConfiguredKeyRefused({
      it: 'i suoi certificati non portano a una radice fra loro',
      en: 'its certificates do not lead to a root among them',
    });
  if (!path.isStrong)
    throw new ConfiguredKeyRefused({
      it: 'una chiave o una firma fra i suoi certificati è troppo debole',
      en: 'a key or signature among its certificates is too weak',
    });
  return path.certificates.slice(1).map(({ der }) => der);
}

/** P-256, or RSA with at least 3072 bits (D-66). */
function algorithmOf(certificate: Uint8Array): SigningKey['algorithm'] {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = new X509Certificate(certificate).publicKey;
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'ECDSA-P256-SHA256';
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= 3072) return 'RSA-PKCS1-SHA256';
  throw new ConfiguredKeyRefused({
    it: 'serve una chiave P-256, oppure RSA di almeno 3072 bit',
    en: 'expected a P-256 key or an RSA key of at least 3072 bits',
  });
}

function signerOf(key: KeyObject | undefined, algorithm: SigningKey['algorithm']): SigningKey['sign'] {
  if (key === undefined)
    throw new ConfiguredKeyRefused({ it: 'manca la chiave privata', en: 'there is no private key' });
  if (algorithm === 'ECDSA-P256-SHA256') return async (data) => new Uint8Array(signWith(key, data));
  return async (data) => new Uint8Array(sign('sha256', data, { key, padding: constants.RSA_PKCS1_PADDING }));
}

/** Without this trial, a key that does not match its certificate would be noticed only in a signed file. */
async function testKey(key: SigningKey): Promise<void> {
  const data = new TextEncoder().encode('Fascicolo tries this key');
  const { publicKey } = new X509Certificate(key.certificate);
  if (!verify('sha256', data, publicKey, await key.sign(data))) {
    throw new ConfiguredKeyRefused({
      it: 'la chiave non corrisponde al suo certificato',
      en: 'the key does not fit its certificate',
    });
  }
}
