/** Reads the adapter's files at start: certificates, client key and mapping. */
import { createPrivateKey } from 'node:crypto';
import type { OutsideDirectory } from '#domain/customer-search/customer.ts';
import { certificatesIn, InvalidSettingFile, readSettingFile } from '../setting-file.ts';
import type { DirectorySettings } from './http.ts';
import { InvalidMapping, readMapping } from './mapping.ts';

export interface DirectoryFiles {
  readonly system: OutsideDirectory;
  readonly url: string;
  readonly token: DirectorySettings['token'];
  /** PEM file: authorities to trust in place of the system's. */
  readonly authorities: string | null;
  /** PEM files: our certificate with its intermediate certificates, and its key. */
  readonly identity: { readonly certificate: string; readonly key: string } | null;
  /** JSON file; null: the protocol's standard names. */
  readonly mapping: string | null;
}

const MAX_MAPPING_BYTES = 64 * 1024;

async function readIdentity(
  prefix: string,
  { certificate: certificatePath, key: keyPath }: { certificate: string; key: string },
): Promise<{ certificate: string; key: string }> {
  const [certificate, key] = [
    await readSettingFile(`${prefix}_CERTIFICATE`, certificatePath),
    await readSettingFile(`${prefix}_KEY`, keyPath),
  ];
  const [clientCertificate] = certificatesIn(`${prefix}_CERTIFICATE`, certificatePath, certificate);
  if (/ENCRYPTED/.test(key)) {
    throw new InvalidSettingFile(`${prefix}_KEY`, {
      it: `${keyPath} è protetto da una password: scrivilo senza, con permessi 0400`,
      en: `${keyPath} is under a password: write it without one, with mode 0400`,
    });
  }
  let privateKey: ReturnType<typeof createPrivateKey>;
  try {
    privateKey = createPrivateKey(key);
  } catch {
    throw new InvalidSettingFile(`${prefix}_KEY`, {
      it: `${keyPath} non contiene nessuna chiave privata in PEM`,
      en: `${keyPath} holds no private key in PEM`,
    });
  }
  if (!clientCertificate.checkPrivateKey(privateKey)) {
    throw new InvalidSettingFile(`${prefix}_KEY`, {
      it: `${keyPath} non è la chiave del primo certificato in ${certificatePath}`,
      en: `${keyPath} is not the key of the first certificate in ${certificatePath}`,
    });
  }
  return { certificate, key };
}

/** @throws InvalidSettingFile naming the setting. */
export async function readDirectoryFiles(files: DirectoryFiles): Promise<DirectorySettings> {
  const { system, url, token, authorities, identity } = files;
  const ca = authorities === null ? null : await readSettingFile(`${system}_CERTIFICATES`, authorities);
  if (ca !== null && authorities !== null) certificatesIn(`${system}_CERTIFICATES`, authorities, ca);
  return {
    url,
    token,
    tls: { ca, identity: identity === null ? null : await readIdentity(system, identity) },
    mapping: readMappingText(
      files,
      files.mapping === null ? '{}' : await readSettingFile(`${system}_MAPPING`, files.mapping),
    ),
  };
}

function readMappingText({ system, mapping }: DirectoryFiles, text: string): DirectorySettings['mapping'] {
  const setting = `${system}_MAPPING`;
  if (text.length > MAX_MAPPING_BYTES) {
    throw new InvalidSettingFile(setting, {
      it: `${mapping} è troppo lungo per essere una mappatura`,
      en: `${mapping} is too long to be a mapping`,
    });
  }
  try {
    return readMapping(system, text);
  } catch (error) {
    if (!(error instanceof InvalidMapping)) throw error;
    throw new InvalidSettingFile(setting, {
      it: `la mappatura ${mapping} non è accettata: ${error.reason.it}`,
      en: `the mapping ${mapping} is not accepted: ${error.reason.en}`,
    });
  }
}
