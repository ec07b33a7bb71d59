/** Reads the files named by settings once at start; errors name the setting. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Message } from '#domain/errors.ts';

/** A configured file cannot be used; the message begins with the setting and gives the reason. */
export class InvalidSettingFile extends Error {
  override readonly name = 'InvalidSettingFile';
  readonly setting: string;
  /** The reason without the setting's name. */
  readonly reason: Message;
  constructor(setting: string, reason: Message, options?: ErrorOptions) {
    super(`${setting}: ${reason.en}`, options);
    this.setting = setting;
    this.reason = reason;
  }
}

/** @throws InvalidSettingFile */
export async function readSettingFile(setting: string, path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why: Message =
      error.code === 'ENOENT'
        ? { it: 'il file non esiste', en: 'there is no such file' }
        : { it: `il file non si può leggere (${error.code})`, en: `the file cannot be read (${error.code})` };
    throw new InvalidSettingFile(setting, { it: `${path}: ${why.it}`, en: `${path}: ${why.en}` }, { cause: error });
  });
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** Certificates in PEM, at least one. @throws InvalidSettingFile */
export function certificatesIn(setting: string, path: string, text: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...rest] = (text.match(CERTIFICATE) ?? []).map((block) => {
    try {
      return new X509Certificate(block);
    } catch (error) {
      const reason = { it: `${path} contiene un certificato danneggiato`, en: `${path} holds a damaged certificate` };
      throw new InvalidSettingFile(setting, reason, { cause: error });
    }
  });
  if (first === undefined) {
    const reason = { it: `${path} non contiene nessun certificato in PEM`, en: `${path} holds no certificate in PEM` };
    throw new InvalidSettingFile(setting, reason);
  }
  return [first, ...rest];
}

/** @throws InvalidSettingFile */
export const readCertificates = async (
  setting: string,
  path: string,
): Promise<[X509Certificate, ...X509Certificate[]]> =>
  certificatesIn(setting, path, await readSettingFile(setting, path));

/** Authorities in the format of the TLS options, null for the system's. @throws InvalidSettingFile */
export const readAuthorities = async (setting: string, path: string | null): Promise<string | null> =>
  path === null ? null : (await readCertificates(setting, path)).map(String).join('\n');

/** @param day ISO date until which the certificate is valid. */
export const keyMatches = (day: string): Message => ({
  it: `Chiave e certificato corrispondono, fino al ${day}.`,
  en: `Key and certificate belong together, until ${day}.`,
});
