/** Reads the adapter's files at start: certificates, client key and mapping. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { OutsideDirectory } from '#domain/customer-search/customer.ts';
import type { DirectorySettings } from './http.ts';
import { MappingWrong, readMapping } from './mapping.ts';

export interface DirectoryFiles {
  readonly system: OutsideDirectory;
  readonly url: string;
  readonly token: DirectorySettings['token'];
  /** PEM file: authorities to trust in place of the system's. */
  readonly authorities: string | null;
  /** PEM files: our certificate with what stands between it and the root, and its key. */
  readonly identity: { readonly certificate: string; readonly key: string } | null;
  /** JSON file; null: the protocol's own names. */
  readonly mapping: string | null;
}

/** A file that cannot be used; the message says why. */
export class SearchFileWrong extends Error {
  override readonly name = 'SearchFileWrong';
  readonly setting: string;
  constructor(setting: string, what: string) {
    super(`${setting}: ${what}`);
    this.setting = setting;
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const LONGEST_MAPPING = 64 * 1024;

async function read(setting: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new SearchFileWrong(setting, `${path} cannot be read (${code})`);
  }
}

/** @returns at least one certificate. */
export function certificatesIn(setting: string, path: string, text: string): [X509Certificate, ...X509Certificate[]] {
  try {
    const [first, ...rest] = (text.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
    if (first !== undefined) return [first, ...rest];
  } catch {
    // Told below.
  }
  throw new SearchFileWrong(setting, `${path} holds no certificates in PEM`);
}

async function readIdentity(
  prefix: string,
  { certificate: certificatePath, key: keyPath }: { certificate: string; key: string },
): Promise<{ certificate: string; key: string }> {
  const [certificate, key] = [
    await read(`${prefix}_CERTIFICATE`, certificatePath),
    await read(`${prefix}_KEY`, keyPath),
  ];
  const [own] = certificatesIn(`${prefix}_CERTIFICATE`, certificatePath, certificate);
  if (/ENCRYPTED/.test(key)) {
    throw new SearchFileWrong(`${prefix}_KEY`, `${keyPath} is under a password: write it without one, with mode 0400`);
  }
  let privateKey: ReturnType<typeof createPrivateKey>;
  try {
    privateKey = createPrivateKey(key);
  } catch {
    throw new SearchFileWrong(`${prefix}_KEY`, `${keyPath} holds no private key in PEM`);
  }
  if (!own.checkPrivateKey(privateKey)) {
    throw new SearchFileWrong(
      `${prefix}_KEY`,
      `${keyPath} is not the key of the first certificate in ${certificatePath}`,
    );
  }
  return { certificate, key };
}

/** @throws SearchFileWrong naming the setting. */
export async function readDirectoryFiles(files: DirectoryFiles): Promise<DirectorySettings> {
  const { system, url, token, authorities, identity } = files;
  const ca = authorities === null ? null : await read(`${system}_CERTIFICATES`, authorities);
  if (ca !== null && authorities !== null) certificatesIn(`${system}_CERTIFICATES`, authorities, ca);
  return {
    url,
    token,
    tls: { ca, identity: identity === null ? null : await readIdentity(system, identity) },
    mapping: readMappingText(files, files.mapping === null ? '{}' : await read(`${system}_MAPPING`, files.mapping)),
  };
}

function readMappingText({ system, mapping }: DirectoryFiles, text: string): DirectorySettings['mapping'] {
  const setting = `${system}_MAPPING`;
  if (text.length > LONGEST_MAPPING) throw new SearchFileWrong(setting, `${mapping} is too long to be a mapping`);
  try {
    return readMapping(system, text);
  } catch (error) {
    if (error instanceof MappingWrong) throw new SearchFileWrong(setting, `${mapping}: ${error.message}`);
    throw error;
  }
}
