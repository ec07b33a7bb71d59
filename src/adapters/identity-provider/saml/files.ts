/** Key and certificates of SAML as files: ours once at the start, the provider's at every answer, so that its next key is known at once. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Clock } from '#ports/clock.ts';
import type { SamlMapping } from './answer.ts';
import type { SamlSettings } from './saml.ts';

/** As the settings name them: paths of PEM files in place of certificates. */
export interface SamlFiles {
  readonly provider: {
    readonly entityId: string;
    readonly signInUrl: string;
    readonly logoutUrl: string | null;
    readonly logoutResponseUrl?: string | null;
    readonly certificates: string;
    readonly metadataUrl: string | null;
  };
  readonly product: {
    readonly entityId: string;
    readonly callbackUrl: string;
    readonly logoutUrl: string;
    /** PEM */
    readonly key: string;
    readonly previousKey: string | null;
    readonly certificates: string;
  };
  readonly mapping: SamlMapping;
  readonly clockTolerance: number;
}

/** What a setting names cannot be used; says in plain words why, and what to do. */
export class SamlFileWrong extends Error {
  override readonly name = 'SamlFileWrong';
  readonly setting: string;
  constructor(setting: string, message: string, options?: ErrorOptions) {
    super(`${setting}: ${message}`, options);
    this.setting = setting;
  }
}

/** @throws SamlFileWrong when the file cannot be read or holds none. */
export async function readCertificates(setting: string, path: string): Promise<X509Certificate[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${error.code})`;
    throw new SamlFileWrong(setting, `${path}: ${why}`, { cause: error });
  });
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new SamlFileWrong(setting, `${path} holds no certificate in PEM`);
  return blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch (error) {
      throw new SamlFileWrong(setting, `${path} holds a damaged certificate`, { cause: error });
    }
  });
}

export function readKey(pem: string, setting = 'SAML_KEY'): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (error) {
    throw new SamlFileWrong(setting, 'is no private key in PEM without a passphrase', { cause: error });
  }
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) {
    throw new SamlFileWrong(setting, 'expected an RSA key of at least 2048 bits');
  }
  return key;
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** @throws SamlFileWrong naming the setting. */
export async function readSamlFiles(files: SamlFiles, clock: Clock): Promise<SamlSettings> {
  const key = readKey(files.product.key);
  const { previousKey } = files.product;
  const previous = previousKey === null ? null : readKey(previousKey, 'SAML_PREVIOUS_KEY');
  const [own, ...next] = await readCertificates('SAML_CERTIFICATES', files.product.certificates);
  if (own === undefined || !own.checkPrivateKey(key)) {
    throw new SamlFileWrong('SAML_CERTIFICATES', 'the first certificate is not that of SAML_KEY');
  }
  const { certificates: path } = files.provider;
  const known = async () => (await readCertificates('SAML_IDP_CERTIFICATES', path)).map(String);
  await known();
  return {
    provider: { ...files.provider, certificates: known },
    product: {
      ...files.product,
      key: pemOf(key),
      previousKey: previous === null ? null : pemOf(previous),
      certificates: [own.toString(), ...next.map(String)],
    },
    mapping: files.mapping,
    clockTolerance: files.clockTolerance,
    clock,
  };
}
