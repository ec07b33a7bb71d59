/** Reads the custodian's key for the expert: a PEM file, password-protected or not, or parts combined in memory. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { joinKey, type KeyPart, readPart } from '../custodian/part.ts';

/** The key is not available; the message is Italian and gives the reason. */
export class KeyRefused extends Error {
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
  /** Source of the key, in Italian, for the record of use. */
  readonly origin: string;
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
      origin: `parti ${numbers.join(', ')} di ${parts[0]?.parts}, messe insieme in memoria`,
    };
  }
  const pem = await textOf(source.key);
  const key = await openPem(pem, source);
  if (key.asymmetricKeyType !== 'rsa') throw new KeyRefused(`La chiave ${source.key} non è una chiave RSA.`);
  const pkcs8 = new Uint8Array(key.export({ type: 'pkcs8', format: 'der' }));
  return { pkcs8, fingerprint: fingerprintOf(key), origin: `file ${source.key}` };
}

async function openPem(pem: string, source: KeySource): Promise<KeyObject> {
  const isProtected = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(pem);
  if (!isProtected) {
    try {
      return createPrivateKey(pem);
    } catch {
      throw new KeyRefused(`Il file ${source.key} non contiene una chiave privata leggibile.`);
    }
  }
  const passphrase = await passwordOf(source);
  try {
    return createPrivateKey({ key: pem, passphrase });
  } catch {
    throw new KeyRefused(`La password non apre la chiave ${source.key}.`);
  }
}

async function passwordOf({ key, passwordFile, ask }: KeySource): Promise<string> {
  if (passwordFile !== null) return (await textOf(passwordFile)).replace(/\r?\n$/, '');
  if (ask !== null) return ask();
  throw new KeyRefused(`La chiave ${key} è protetta da una password: indica --password-file.`);
}

const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('hex');

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new KeyRefused(`Il file ${file} non si può leggere.`);
  }
}
