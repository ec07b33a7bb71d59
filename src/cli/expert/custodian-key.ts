/** Reads the custodian's key for the expert: a PEM file, password-protected or not, or parts combined in memory. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { joinKey, type KeyPart, readPart } from '../custodian/key-parts.ts';
import { LocalizedError, type Message } from '../terminal/language.ts';

/** The key cannot be read; the message gives the reason. */
export class KeyRefused extends LocalizedError {
  override readonly name = 'KeyRefused';
}

export interface KeySource {
  readonly key: string | null;
  readonly parts: readonly string[];
  readonly passwordFile: string | null;
  /** Prompts for the password at a terminal; null without a terminal. */
  readonly ask: (() => Promise<string>) | null;
}

export interface CustodianKey {
  /** PKCS#8, to be overwritten after use. */
  readonly pkcs8: Uint8Array;
  /** Hexadecimal SHA-256 of its public half, for the record of use. */
  readonly fingerprint: string;
  /** How it was supplied, for the record. */
  readonly origin: Message;
}

/** @throws KeyRefused, PartsRefused */
export async function readKey(source: KeySource): Promise<CustodianKey> {
  if (source.key === null) {
    const parts: KeyPart[] = [];
    for (const file of source.parts) parts.push(readPart(await textOf(file), file));
    const numbers = parts.map(({ number }) => number).sort((a, b) => a - b);
    const pkcs8 = joinKey(parts);
    return {
      pkcs8,
      fingerprint: fingerprintOf(createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })),
      origin: {
        it: `parti ${numbers.join(', ')} di ${parts[0]?.parts}, messe insieme in memoria`,
        en: `parts ${numbers.join(', ')} of ${parts[0]?.parts}, put together in memory`,
      },
    };
  }
  const pem = await textOf(source.key);
  const key = await openPem(pem, source);
  if (key.asymmetricKeyType !== 'rsa')
    throw new KeyRefused({
      it: `La chiave ${source.key} non è una chiave RSA.`,
      en: `The key ${source.key} is not an RSA key.`,
    });
  const pkcs8 = new Uint8Array(key.export({ type: 'pkcs8', format: 'der' }));
  return { pkcs8, fingerprint: fingerprintOf(key), origin: { it: `file ${source.key}`, en: `file ${source.key}` } };
}

async function openPem(pem: string, source: KeySource): Promise<KeyObject> {
  const isProtected = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(pem);
  if (!isProtected) {
    try {
      return createPrivateKey(pem);
    } catch {
      throw new KeyRefused({
        it: `Il file ${source.key} non contiene una chiave privata leggibile.`,
        en: `The file ${source.key} holds no readable private key.`,
      });
    }
  }
  const passphrase = await passwordOf(source);
  try {
    return createPrivateKey({ key: pem, passphrase });
  } catch {
    throw new KeyRefused({
      it: `La password non apre la chiave ${source.key}.`,
      en: `The password does not open the key ${source.key}.`,
    });
  }
}

async function passwordOf({ key, passwordFile, ask }: KeySource): Promise<string> {
  if (passwordFile !== null) return (await textOf(passwordFile)).replace(/\r?\n$/, '');
  if (ask !== null) return ask();
  throw new KeyRefused({
    it: `La chiave ${key} è protetta da una password: indica --password-file.`,
    en: `The key ${key} is under a password: name --password-file.`,
  });
}

const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('hex');

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new KeyRefused({ it: `Il file ${file} non si può leggere.`, en: `The file ${file} cannot be read.` });
  }
}
