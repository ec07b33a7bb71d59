/**
 * Writes and opens CMS AuthEnvelopedData (RFC 5083, RFC 5084) for RSA recipients, using only WebCrypto so that it runs
 * in the browser; `openssl cms -decrypt` can open it.
 */
import { isStrongKey } from './cms-read.ts';
import { issuerAndSerialOf, sha256Algorithm } from './cms-write.ts';
import {
  childrenOf,
  context,
  type DerElement,
  DerError,
  expectTag,
  integer,
  joinBytes,
  objectIdentifier,
  octetString,
  readDer,
  readIdentifier,
  readInteger,
  sameBytes,
  sequence,
  setOf,
} from './der.ts';
import { oid } from './oids.ts';
import { readCertificate } from './signed-data.ts';

/** An envelope could not be made or opened. */
export class EnvelopeRefused extends Error {
  override readonly name = 'EnvelopeRefused';
  readonly code: 'certificate' | 'form' | 'key' | 'content';

  constructor(code: EnvelopeRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;
/** Bytes of the nonce and of the authentication tag (RFC 5084, section 3.2). */
const [nonceLength, tagLength] = [12, 16];

/**
 * Encrypts for the holders of the certificates' keys, who can each open it independently. RSA of 3072 bits or more,
 * because the keys outlive the content.
 * @throws EnvelopeRefused `certificate` if a key is of another type or weaker.
 */
export async function sealEnvelope(
  plaintext: Uint8Array<ArrayBuffer>,
  recipients: readonly [Uint8Array, ...Uint8Array[]],
): Promise<Uint8Array<ArrayBuffer>> {
  const wrappingKeys = await Promise.all(recipients.map(recipientKey));
  // WebCrypto wraps the content key internally: its bytes never enter the page's memory.
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
  const parameters = { name: 'AES-GCM', iv: nonce, tagLength: tagLength * 8 };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, key, plaintext));
  const recipientInfos = await Promise.all(
    wrappingKeys.map(async ({ certificate, key: wrappingKey }) => {
      const encryptedKey = new Uint8Array(await crypto.subtle.wrapKey('raw', key, wrappingKey, oaep));
      const { issuer, serial } = issuerAndSerialOf(certificate);
      return sequence(integer(0), sequence(issuer, serial), oaepAlgorithm(), octetString(encryptedKey));
    }),
  );
  const content = sequence(
    objectIdentifier(oid.data),
    sequence(objectIdentifier(oid.aes256Gcm), sequence(octetString(nonce), integer(tagLength))),
    context(0, false, sealed.subarray(0, -tagLength)),
  );
  const data = sequence(integer(0), setOf(recipientInfos), content, octetString(sealed.subarray(-tagLength)));
  return sequence(objectIdentifier(oid.authEnvelopedData), context(0, true, data));
}

/** RSAES-OAEP with SHA-256 for hash and mask; the label is empty (RFC 4055, section 4.1). */
const oaepAlgorithm = (): Uint8Array =>
  sequence(
    objectIdentifier(oid.rsaesOaep),
    sequence(
      context(0, true, sha256Algorithm()),
      context(1, true, sequence(objectIdentifier(oid.mgf1), sha256Algorithm())),
    ),
  );

async function recipientKey(certificate: Uint8Array): Promise<{ certificate: Uint8Array; key: CryptoKey }> {
  try {
    const fields = readCertificate(certificate);
    const usage = fields.extensions.get(oid.keyUsage);
    const bits = usage && expectTag(readDer(usage.value), 0x03, 'a key usage').content;
    // keyEncipherment is bit 2 (RFC 5280, section 4.2.1.3).
    if (bits && !((bits[1] ?? 0) & 0x20)) throw new DerError('a certificate for encryption was expected');
    if (!isRsa(fields.publicKey) || !isStrongKey(fields)) throw new DerError('RSA of 3072 bits was expected');
    const key = await crypto.subtle.importKey('spki', new Uint8Array(fields.publicKey), oaep, false, ['wrapKey']);
    return { certificate, key };
  } catch (error) {
    const reason = error instanceof DerError ? error.message : 'its key cannot be read';
    throw new EnvelopeRefused('certificate', `the recipient's certificate is not accepted: ${reason}`);
  }
}

function isRsa(publicKey: Uint8Array): boolean {
  const [algorithm] = childrenOf(readDer(publicKey));
  return algorithm !== undefined && readIdentifier(childrenOf(algorithm)[0]) === oid.rsaEncryption;
}

interface Recipient {
  readonly issuer: Uint8Array;
  readonly serial: Uint8Array;
}

/** Recipient and size of an envelope, read without opening it. */
export interface EnvelopeHeader extends Recipient {
  /** Length of the wrapped content key: the recipient's RSA modulus in bytes. */
  readonly keyBytes: number;
  /** Length of the content in bytes, the same encrypted or not. */
  readonly contentBytes: number;
}

interface WrappedKey extends Recipient {
  readonly encryptedKey: Uint8Array;
}

interface ParsedEnvelope {
  readonly recipients: readonly [WrappedKey, ...WrappedKey[]];
  readonly nonce: Uint8Array;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

/** For an envelope with one recipient. @throws EnvelopeRefused `form` */
export function readEnvelopeHeader(envelope: Uint8Array): EnvelopeHeader {
  const { recipients, sealed } = readEnvelope(envelope, 1);
  const [{ issuer, serial, encryptedKey }] = recipients;
  return { issuer, serial, keyBytes: encryptedKey.length, contentBytes: sealed.length - tagLength };
}

/**
 * @param key PKCS#8 of a recipient's RSA key.
 * @param limit of recipients: content meant for one recipient must not be readable by a second.
 * @throws EnvelopeRefused `form` when it was not made by {@link sealEnvelope}, `key` when the key does not open it,
 * `content` when its content was changed.
 */
export async function openEnvelope(envelope: Uint8Array, key: Uint8Array, limit = 1): Promise<Uint8Array<ArrayBuffer>> {
  const { recipients, nonce, sealed } = readEnvelope(envelope, limit);
  const contentKey = await unwrap(recipients, key);
  const parameters = { name: 'AES-GCM', iv: new Uint8Array(nonce), tagLength: tagLength * 8 };
  const plaintext = await crypto.subtle.decrypt(parameters, contentKey, sealed).catch(() => {
    throw new EnvelopeRefused('content', 'the content of the envelope was changed');
  });
  return new Uint8Array(plaintext);
}

async function unwrap(recipients: readonly WrappedKey[], key: Uint8Array): Promise<CryptoKey> {
  const usages: KeyUsage[] = ['decrypt'];
  const toNull = (): null => null;
  const own = await crypto.subtle.importKey('pkcs8', new Uint8Array(key), oaep, false, ['unwrapKey']).catch(toNull);
  for (const { encryptedKey } of own === null ? [] : recipients) {
    const wrapped = new Uint8Array(encryptedKey);
    const contentKey = await crypto.subtle
      .unwrapKey('raw', wrapped, own as CryptoKey, oaep, { name: 'AES-GCM' }, false, usages)
      .catch(toNull);
    if (contentKey !== null) return contentKey;
  }
  throw new EnvelopeRefused('key', 'the key does not open this envelope');
}

function readEnvelope(bytes: Uint8Array, maxRecipients: number): ParsedEnvelope {
  try {
    const [type, wrapped, ...rest] = childrenOf(expectTag(readDer(bytes), 0x30, 'a ContentInfo'));
    if (readIdentifier(type) !== oid.authEnvelopedData || rest.length > 0) throw new DerError('another content');
    const [data, ...more] = childrenOf(expectTag(wrapped, 0xa0, 'an AuthEnvelopedData'));
    const fields = childrenOf(expectTag(data, 0x30, 'an AuthEnvelopedData'));
    const [version, recipients, content, tag] = fields;
    const infos = childrenOf(expectTag(recipients, 0x31, 'the recipients'));
    const [info, ...furtherInfos] = infos;
    if (more.length > 0 || fields.length !== 4 || readInteger(version) !== 0 || infos.length > maxRecipients || !info) {
      throw new DerError(`up to ${maxRecipients} recipients and no attributes were expected`);
    }
    const mac = expectTag(tag, 0x04, 'an authentication tag').content;
    if (mac.length !== tagLength) throw new DerError('an authentication tag of 16 bytes was expected');
    const { nonce, encrypted } = readContent(content);
    const readable = [readRecipient(info), ...furtherInfos.map(readRecipient)] as const;
    return { recipients: readable, nonce, sealed: joinBytes([encrypted, mac]) };
  } catch (error) {
    if (error instanceof DerError) throw new EnvelopeRefused('form', `not an envelope: ${error.message}`);
    throw error;
  }
}

function readRecipient(info: DerElement): WrappedKey {
  const parts = childrenOf(expectTag(info, 0x30, 'a recipient'));
  const [version, name, algorithm, key] = parts;
  const [issuer, serial] = childrenOf(expectTag(name, 0x30, 'issuer and serial number'));
  if (parts.length !== 4 || readInteger(version) !== 0) throw new DerError('a recipient by certificate was expected');
  // Accepts only the algorithm written here: an attacker cannot downgrade the key transport to a weaker hash.
  if (!algorithm || !sameBytes(algorithm.raw, oaepAlgorithm())) throw new DerError('RSA-OAEP was expected');
  return {
    issuer: expectTag(issuer, 0x30, 'an issuer').raw,
    serial: expectTag(serial, 0x02, 'a serial number').raw,
    encryptedKey: expectTag(key, 0x04, 'an encrypted key').content,
  };
}

function readContent(element: DerElement | undefined): { nonce: Uint8Array; encrypted: Uint8Array } {
  const [type, algorithm, encrypted, ...rest] = childrenOf(expectTag(element, 0x30, 'an encrypted content'));
  const [name, parameters] = childrenOf(expectTag(algorithm, 0x30, 'an algorithm'));
  if (rest.length > 0 || readIdentifier(type) !== oid.data || readIdentifier(name) !== oid.aes256Gcm) {
    throw new DerError('AES-256-GCM was expected');
  }
  const [nonce, length] = childrenOf(expectTag(parameters, 0x30, 'parameters'));
  const bytes = expectTag(nonce, 0x04, 'a nonce').content;
  if (bytes.length !== nonceLength || readInteger(length) !== tagLength)
    throw new DerError('unexpected AES-GCM parameters');
  return { nonce: bytes, encrypted: expectTag(encrypted, 0x80, 'an encrypted content').content };
}
