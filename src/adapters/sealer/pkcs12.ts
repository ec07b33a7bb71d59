/** Reads a PKCS#12 file (RFC 7292): the private key and the certificates, after its MAC has authenticated file and passphrase. */
import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  type KeyObject,
  pbkdf2Sync,
  timingSafeEqual,
} from 'node:crypto';
import type { Message } from '#domain/errors.ts';
import {
  childrenOf,
  type DerElement,
  DerError,
  definiteForm,
  expectTag,
  readDer,
  readIdentifier,
  readInteger,
} from '#formats/der.ts';
import { ExplainedError } from '#ports/explained-error.ts';

export interface Pkcs12 {
  readonly privateKey: KeyObject;
  /** DER, in file order. */
  readonly certificates: readonly Uint8Array[];
}

/** The reason for rejecting a file; the message contains neither its content nor the passphrase. */
export class Pkcs12Refused extends ExplainedError {
  override readonly name = 'Pkcs12Refused';
}

const id = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
} as const;

const macHashes: Readonly<Record<string, { name: string; length: number; block: number }>> = {
  '1.3.14.3.2.26': { name: 'sha1', length: 20, block: 64 },
  '2.16.840.1.101.3.4.2.1': { name: 'sha256', length: 32, block: 64 },
  '2.16.840.1.101.3.4.2.2': { name: 'sha384', length: 48, block: 128 },
  '2.16.840.1.101.3.4.2.3': { name: 'sha512', length: 64, block: 128 },
};
/** Pseudorandom functions of PBKDF2 (RFC 8018, B.1.2). */
const prfHashes: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};
const ciphers: Readonly<Record<string, { name: string; key: number }>> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', key: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', key: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', key: 32 },
};

/** With more rounds the start would take minutes. */
const MAX_ROUNDS = 10_000_000;

const refusal = (it: string, en: string) => new Pkcs12Refused({ it, en });

/** @throws Pkcs12Refused when the passphrase is wrong, the file is damaged, or its encryption is not supported. */
export function readPkcs12(file: Uint8Array, passphrase: string): Pkcs12 {
  try {
    return read(file, passphrase);
  } catch (error) {
    if (error instanceof DerError)
      throw refusal('non è un file PKCS#12, oppure è danneggiato', 'not a PKCS#12 file, or a damaged one');
    throw error;
  }
}

function read(file: Uint8Array, passphrase: string): Pkcs12 {
  const [version, safe, mac] = childrenOf(expectTag(readDer(definiteForm(file).der), 0x30, 'a PFX'));
  if (readInteger(version) !== 3)
    throw refusal('non è un file PKCS#12 di versione 3', 'not a PKCS#12 file of version 3');
  const content = contentOf(safe, id.data);
  checkMac(mac, content, passphrase);
  const keys: KeyObject[] = [];
  const certificates: Uint8Array[] = [];
  for (const part of childrenOf(expectTag(readDer(content), 0x30, 'an authenticated safe'))) {
    for (const bag of childrenOf(expectTag(readDer(openSafe(part, passphrase)), 0x30, 'a safe'))) {
      const [type, wrapped] = childrenOf(expectTag(bag, 0x30, 'a bag'));
      const [value] = childrenOf(expectTag(wrapped, 0xa0, 'a bag value'));
      const name = readIdentifier(type);
      if (name === id.keyBag || name === id.shroudedKeyBag) {
        keys.push(openKey(expectTag(value, 0x30, 'a key').raw, passphrase));
      } else if (name === id.certBag) {
        const [kind, content] = childrenOf(expectTag(value, 0x30, 'a certificate bag'));
        const [octets] = childrenOf(expectTag(content, 0xa0, 'a certificate value'));
        if (readIdentifier(kind) === id.x509Certificate) {
          certificates.push(expectTag(octets, 0x04, 'a certificate').content);
        }
      }
    }
  }
  const [privateKey, ...more] = keys;
  if (privateKey === undefined) throw refusal('non contiene una chiave privata', 'there is no private key in it');
  if (more.length > 0) throw refusal('contiene più di una chiave privata', 'there is more than one private key in it');
  return { privateKey, certificates };
}

function contentOf(info: DerElement | undefined, type: string): Uint8Array {
  const [name, wrapped] = childrenOf(expectTag(info, 0x30, 'a content info'));
  if (readIdentifier(name) !== type)
    throw refusal(
      'è protetto da un certificato, non da una passphrase',
      'it is protected by certificate, not by passphrase',
    );
  const [content] = childrenOf(expectTag(wrapped, 0xa0, 'a content'));
  return expectTag(content, 0x04, 'a content').content;
}

function checkMac(mac: DerElement | undefined, content: Uint8Array, passphrase: string): void {
  if (mac === undefined)
    throw refusal('non ha un MAC: nulla prova che sia integro', 'it has no MAC: nothing proves that it is whole');
  const [info, salt, rounds] = childrenOf(expectTag(mac, 0x30, 'a MAC'));
  const [algorithm, value] = childrenOf(expectTag(info, 0x30, 'a MAC value'));
  const hash = macHashes[readIdentifier(childrenOf(expectTag(algorithm, 0x30, 'an algorithm'))[0])];
  if (hash === undefined)
    throw refusal(
      'il suo MAC è di un tipo non previsto (serve HMAC con SHA-2)',
      'its MAC is of a kind that is not read (expected HMAC with SHA-2)',
    );
  const count = roundsOf(rounds);
  const key = macKey(hash, bmpString(passphrase), expectTag(salt, 0x04, 'a salt').content, count);
  const computed = createHmac(hash.name, key).update(content).digest();
  const expected = expectTag(value, 0x04, 'a MAC value').content;
  if (computed.length !== expected.length || !timingSafeEqual(computed, expected)) {
    throw refusal(
      'la passphrase è sbagliata, o il file è stato modificato',
      'the passphrase is wrong, or the file was changed',
    );
  }
}

function roundsOf(element: DerElement | undefined): number {
  const count = element === undefined ? 1 : readInteger(element);
  if (count < 1 || count > MAX_ROUNDS)
    throw refusal(
      `più di ${MAX_ROUNDS} iterazioni per derivare la chiave`,
      `more than ${MAX_ROUNDS} rounds of key derivation`,
    );
  return count;
}

/** BMPString with its terminator, as RFC 7292, B.1 requires for a passphrase. */
function bmpString(text: string): Uint8Array {
  const bytes = Buffer.from(`${text}\0`, 'utf16le');
  return bytes.swap16();
}

/** The PKCS#12 key derivation for MACs (RFC 7292, B.2, ID 3); one block is enough for a key of the hash's length. */
function macKey(
  hash: { name: string; length: number; block: number },
  passphrase: Uint8Array,
  salt: Uint8Array,
  rounds: number,
): Buffer {
  const filled = (bytes: Uint8Array): Buffer => {
    const length = Math.ceil(bytes.length / hash.block) * hash.block;
    return Buffer.alloc(length, bytes.length === 0 ? undefined : Buffer.from(bytes));
  };
  let digest = createHash(hash.name)
    .update(Buffer.alloc(hash.block, 3))
    .update(filled(salt))
    .update(filled(passphrase))
    .digest();
  for (let round = 1; round < rounds; round += 1) digest = createHash(hash.name).update(digest).digest();
  return digest;
}

/** @returns DER of the bags. */
function openSafe(part: DerElement, passphrase: string): Uint8Array {
  const [name, wrapped] = childrenOf(expectTag(part, 0x30, 'a content info'));
  if (readIdentifier(name) !== id.encryptedData) return contentOf(part, id.data);
  const [data] = childrenOf(expectTag(wrapped, 0xa0, 'a content'));
  const [, content] = childrenOf(expectTag(data, 0x30, 'encrypted data'));
  const [, algorithm, bytes] = childrenOf(expectTag(content, 0x30, 'encrypted content'));
  // Implicitly tagged: primitive, or constructed of segments.
  const sealed =
    bytes?.tag === 0xa0
      ? Buffer.concat(childrenOf(bytes).map((piece) => expectTag(piece, 0x04, 'a piece').content))
      : expectTag(bytes, 0x80, 'encrypted content').content;
  return decrypt(algorithm, sealed, passphrase);
}

const OLD: Message = {
  it: 'la sua protezione è di un tipo non previsto: esportalo di nuovo con AES (openssl pkcs12 -export, dalla versione 3)',
  en: 'its protection is of a kind that is not read: export it anew with AES (openssl pkcs12 -export, from version 3 on)',
};

/** PBES2 with PBKDF2 and AES-CBC (RFC 8018, 6.2). */
function decrypt(algorithm: DerElement | undefined, sealed: Uint8Array, passphrase: string): Uint8Array {
  const [scheme, parameters] = childrenOf(expectTag(algorithm, 0x30, 'an algorithm'));
  if (readIdentifier(scheme) !== id.pbes2) throw refusal(OLD.it, OLD.en);
  const [derivation, encryption] = childrenOf(expectTag(parameters, 0x30, 'parameters'));
  const [function_, derived] = childrenOf(expectTag(derivation, 0x30, 'a key derivation'));
  const [cipherName, iv] = childrenOf(expectTag(encryption, 0x30, 'a cipher'));
  const cipher = ciphers[readIdentifier(cipherName)];
  if (readIdentifier(function_) !== id.pbkdf2 || cipher === undefined) throw refusal(OLD.it, OLD.en);
  const [salt, rounds, ...rest] = childrenOf(expectTag(derived, 0x30, 'parameters'));
  const prf = rest.find(({ tag }) => tag === 0x30);
  const hash = prf === undefined ? 'sha1' : prfHashes[readIdentifier(childrenOf(prf)[0])];
  if (hash === undefined) throw refusal(OLD.it, OLD.en);
  const key = pbkdf2Sync(passphrase, expectTag(salt, 0x04, 'a salt').content, roundsOf(rounds), cipher.key, hash);
  const decipher = createDecipheriv(cipher.name, key, expectTag(iv, 0x04, 'an initial vector').content);
  try {
    return new Uint8Array(Buffer.concat([decipher.update(sealed), decipher.final()]));
  } catch {
    throw refusal('la passphrase non apre i suoi certificati', 'the passphrase does not open its certificates');
  }
}

function openKey(der: Uint8Array, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8', passphrase });
  } catch {
    throw refusal(`la chiave privata non si apre: ${OLD.it}`, `the private key does not open: ${OLD.en}`);
  }
}
