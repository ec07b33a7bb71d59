/** The certificate to which handwriting is encrypted: configured, or the demo's own; refused if its private key is nearby. */
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { access, copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sealEnvelope } from '#formats/cms-envelope.ts';
import type { Custodian } from '#server/world.ts';
import { readPart } from './cli/custodian/key-parts.ts';
import { writeCustody } from './cli/custodian/write-custody.ts';
import { FileRefused } from './cli/terminal/file-refused.ts';

/**
 * `key`, `part`, `locked`: where the custodian's private key must not be, there is the key, a part of it, or a key that
 * cannot be opened.
 */
export type CustodianFault = 'unreadable' | 'form' | 'key' | 'part' | 'locked' | 'time' | 'unfit';

/** The certificate cannot be used. */
export class CustodianRefused extends FileRefused<CustodianFault> {
  override readonly name = 'CustodianRefused';
}

/** Larger files cannot be keys. */
const KEY_FILE_BYTES = 65_536;

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const clearKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+?-----END [A-Z ]*PRIVATE KEY-----/g;
/** PKCS#8 and OpenSSL's older format. */
const lockedKey = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: *4, *ENCRYPTED/m;

function publicKeyOf(key: Parameters<typeof createPrivateKey>[0]): Buffer[] {
  try {
    return [createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'der' })];
  } catch {
    // Encrypted, damaged, or not a key: nothing to compare.
    return [];
  }
}

/** The public halves of all unencrypted private keys in a file, PEM or DER. */
const publicKeysIn = (content: Buffer): Buffer[] => [
  ...(content.toString('latin1').match(clearKey) ?? []).flatMap(publicKeyOf),
  ...(['pkcs8', 'pkcs1'] as const).flatMap((type) => publicKeyOf({ key: content, format: 'der', type })),
];

/** Whether the content is a part of that certificate's key, as `custodian create` writes it. */
function isPartOf(content: Buffer, fingerprint: string): boolean {
  try {
    return readPart(content.toString('utf8'), '').certificate === fingerprint;
  } catch {
    return false;
  }
}

/** Empty if it is not a file, cannot be read, or is too large for a key. Links are followed, since mounted secrets are links. */
async function readKeyFile(path: string): Promise<Buffer> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile() || stats.size > KEY_FILE_BYTES) return Buffer.alloc(0);
  return readFile(path).catch(() => Buffer.alloc(0));
}

/** @throws CustodianRefused when one of the folders contains the certificate's private key, or a part of it. */
async function refuseKeyIn(ownFolder: string, others: readonly string[], certificate: X509Certificate): Promise<void> {
  const publicKey = certificate.publicKey.export({ type: 'spki', format: 'der' });
  const resolvedFolder = resolve(ownFolder);
  for (const folder of new Set([resolvedFolder, ...others.map((folder) => resolve(folder))])) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const content = await readKeyFile(path);
      if (publicKeysIn(content).some((candidate) => candidate.equals(publicKey))) {
        throw new CustodianRefused('key', path, {
          it: `La chiave privata del custode è in ${path}: chi tiene il servizio non deve averla. Toglila da questa macchina e sostituisci il certificato.`,
          en: `The custodian’s private key is in ${path}: the operator of the service must not have it. Remove it from this machine and replace the certificate.`,
        });
      }
      if (isPartOf(content, fingerprintOf(certificate))) {
        throw new CustodianRefused('part', path, {
          it: `Una parte della chiave del custode è in ${path}: chi tiene il servizio non deve averla. Consegna le parti a chi le custodisce e lascia qui soltanto il certificato.`,
          en: `A part of the custodian’s key is in ${path}: the operator of the service must not have it. Hand the parts to those who keep them and leave only the certificate here.`,
        });
      }
      // The owner of an encrypted key cannot be determined; next to this certificate no other key is expected.
      if (folder === resolvedFolder && lockedKey.test(content.toString('latin1'))) {
        throw new CustodianRefused('locked', path, {
          it: `Accanto al certificato del custode c’è una chiave privata protetta da password: ${path}. Metti il certificato in una cartella senza chiavi.`,
          en: `There is a private key under a password beside the custodian’s certificate: ${path}. Put the certificate into a folder without keys.`,
        });
      }
    }
  }
}

const fingerprintOf = (certificate: X509Certificate): string =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase();

/**
 * @param path PEM of one certificate: RSA of at least 3072 bits, for encryption, valid at `at`.
 * @param folders that must not contain its private key; the certificate's own folder is searched as well.
 * @throws CustodianRefused
 */
export async function readCustodian(path: string, folders: readonly string[], at: Date): Promise<Custodian> {
  const pem = await readFile(path, 'latin1').catch((cause: unknown) => {
    throw new CustodianRefused(
      'unreadable',
      path,
      {
        it: `Il certificato del custode non si legge: ${path}`,
        en: `The custodian’s certificate cannot be read: ${path}`,
      },
      { cause },
    );
  });
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    throw new CustodianRefused('form', path, {
      it: `${path} non è un certificato in formato PEM.`,
      en: `${path} is not a certificate in PEM.`,
    });
  }
  await refuseKeyIn(dirname(path), folders, certificate);
  if (certificate.validFromDate > at || certificate.validToDate < at) {
    throw new CustodianRefused('time', path, {
      it: `Il certificato del custode in ${path} non è valido in questo momento.`,
      en: `The custodian’s certificate in ${path} is not valid at this moment.`,
    });
  }
  const der = new Uint8Array(certificate.raw);
  // A trial of the browser's operation: applies the same rules on key and usage.
  await sealEnvelope(new Uint8Array(1), [der]).catch(() => {
    throw new CustodianRefused('unfit', path, {
      it: `Il certificato del custode in ${path} non va bene: serve una chiave RSA di almeno 3072 bit, per cifrare.`,
      en: `The custodian’s certificate in ${path} does not fit: it needs an RSA key of at least 3072 bits, for encryption.`,
    });
  });
  return { certificate: der, sha256: fingerprintOf(certificate), isGiven: true };
}

/** Folder of the demo's custodian: key parts that the server never reads. */
export const DEMO_CUSTODY = 'custode-demo';

/**
 * Creates the demo's custodian at the first start: certificate and key parts in a separate folder next to the server's
 * keys. The server copies the certificate and reads nothing else from it.
 */
export async function openDemoCustodian(dataDir: string, at: Date): Promise<Custodian> {
  const [keys, custody] = [join(dataDir, 'keys'), join(dataDir, DEMO_CUSTODY)];
  const certificatePath = join(keys, 'custodian.pem');
  if (!(await isThere(certificatePath))) {
    if (!(await isThere(custody))) {
      const draft = `${custody}.${process.pid}`;
      await rm(draft, { recursive: true, force: true });
      await writeCustody(draft, {
        ...{ parts: 3, needed: 2, name: 'DEMO senza valore: custode delle firme autografe' },
        createdAt: at,
      });
      await rename(draft, custody);
    }
    await mkdir(keys, { recursive: true, mode: 0o700 });
    await copyFile(join(custody, 'certificato-custode.pem'), `${certificatePath}.${process.pid}`);
    await rename(`${certificatePath}.${process.pid}`, certificatePath);
  }
  return { ...(await readCustodian(certificatePath, [], at)), isGiven: false };
}
