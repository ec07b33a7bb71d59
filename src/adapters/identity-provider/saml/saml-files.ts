/**
 * Key and certificates of SAML as files: ours are read once at start, the provider's at every response, so that its
 * next certificate is accepted without a restart.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Message } from '#domain/errors.ts';
import type { Clock } from '#ports/clock.ts';
import { InvalidSettingFile, readCertificates } from '../../setting-file.ts';
import type { SamlMapping } from './response.ts';
import type { SamlSettings } from './saml.ts';

/** As configured: paths of PEM files in place of certificates. */
export interface SamlFiles {
  readonly provider: Omit<SamlSettings['provider'], 'certificates'> & {
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

export function readKey(pem: string, setting = 'SAML_KEY'): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (error) {
    const reason = {
      it: 'non è una chiave privata in PEM senza passphrase',
      en: 'is no private key in PEM without a passphrase',
    };
    throw new InvalidSettingFile(setting, reason, { cause: error });
  }
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) {
    throw new InvalidSettingFile(setting, {
      it: 'attesa una chiave RSA di almeno 2048 bit',
      en: 'expected an RSA key of at least 2048 bits',
    });
  }
  return key;
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The order of SAML_CERTIFICATES. */
export const OTHER_KEY: Message = {
  it: 'il primo certificato non è quello di SAML_KEY',
  en: 'the first certificate is not that of SAML_KEY',
};

/** @throws InvalidSettingFile naming the setting. */
export async function readSamlFiles(files: SamlFiles, clock: Clock): Promise<SamlSettings> {
  const key = readKey(files.product.key);
  const { previousKey } = files.product;
  const previous = previousKey === null ? null : readKey(previousKey, 'SAML_PREVIOUS_KEY');
  const [current, ...upcoming] = await readCertificates('SAML_CERTIFICATES', files.product.certificates);
  if (!current.checkPrivateKey(key)) {
    throw new InvalidSettingFile('SAML_CERTIFICATES', OTHER_KEY);
  }
  const { certificates: path } = files.provider;
  const readProviderCertificates = async () => (await readCertificates('SAML_IDP_CERTIFICATES', path)).map(String);
  await readProviderCertificates();
  return {
    provider: { ...files.provider, certificates: readProviderCertificates },
    product: {
      ...files.product,
      key: pemOf(key),
      previousKey: previous === null ? null : pemOf(previous),
      certificates: [current.toString(), ...upcoming.map(String)],
    },
    mapping: files.mapping,
    clockTolerance: files.clockTolerance,
    clock,
  };
}
