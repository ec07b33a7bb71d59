/** Recipients of a backup: certificates of keys kept elsewhere (BACKUP_RECIPIENTS), and how their holders open it. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { certificatesFromPem, subjectFacts } from '#formats/certificate-path.ts';
import { EnvelopeRefused, openEnvelope, sealEnvelope } from '#formats/cms-envelope.ts';
import { readCertificate } from '#formats/signed-data.ts';
import { FileRefused } from '../terminal/file-refused.ts';
import { localize, type Message } from '../terminal/language.ts';
import { CONTENT_KEY } from './sealed-file.ts';

/** The recipients cannot be used; the path is empty for `many`. */
export class RecipientsRefused extends FileRefused<RecipientFault> {
  override readonly name = 'RecipientsRefused';
  constructor(fault: RecipientFault, path: string, { it, en }: Message, options?: ErrorOptions) {
    const message = {
      it: `Destinatari delle copie (BACKUP_RECIPIENTS): ${it}`,
      en: `Recipients of backups (BACKUP_RECIPIENTS): ${en}`,
    };
    super(fault, path, message, options);
  }
}

/** `key`: the file contains a private key; `unfit`: of the wrong kind or too short; `time`: not valid now. */
export type RecipientFault = 'many' | 'unreadable' | 'key' | 'form' | 'unfit' | 'time';

export interface Recipient {
  /** DER */
  readonly certificate: Uint8Array;
  readonly name: string;
  /** SHA-256 of the certificate, lower-case hexadecimal. */
  readonly sha256: string;
}

const MAX_RECIPIENTS = 16;

/**
 * @param paths PEM files with one or more certificates: RSA of at least 3072 bits, for encryption, valid at `at`.
 * @throws RecipientsRefused naming the file.
 */
export async function readRecipients(paths: readonly string[], at: Date): Promise<Recipient[]> {
  const recipients = (await Promise.all(paths.map((path) => recipientsIn(path, at)))).flat();
  const once = recipients.filter(
    ({ sha256 }, index) => recipients.findIndex((other) => other.sha256 === sha256) === index,
  );
  if (once.length > MAX_RECIPIENTS)
    throw new RecipientsRefused('many', '', { it: `al massimo ${MAX_RECIPIENTS}.`, en: `at most ${MAX_RECIPIENTS}.` });
  return once;
}

async function recipientsIn(path: string, at: Date): Promise<Recipient[]> {
  const pem = await readFile(path, 'latin1').catch((cause: unknown) => {
    throw new RecipientsRefused(
      'unreadable',
      path,
      { it: `${path} non si legge.`, en: `${path} cannot be read.` },
      { cause },
    );
  });
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    throw new RecipientsRefused('key', path, {
      it: `${path} contiene una chiave privata: chi fa le copie non deve averla. Lascia qui soltanto il certificato.`,
      en: `${path} holds a private key: the machine that makes backups must not have it. Leave only the certificate here.`,
    });
  }
  let ders: Uint8Array[];
  try {
    ders = certificatesFromPem(pem);
  } catch {
    ders = [];
  }
  if (ders.length === 0)
    throw new RecipientsRefused('form', path, {
      it: `${path} non è un certificato in formato PEM.`,
      en: `${path} is not a certificate in PEM.`,
    });
  return Promise.all(ders.map((der) => readRecipient(der, path, at)));
}

async function readRecipient(der: Uint8Array, path: string, at: Date): Promise<Recipient> {
  // Trial run of what every backup does: applies the same rules on key and usage.
  await sealEnvelope(new Uint8Array(1), [der]).catch(() => {
    throw new RecipientsRefused('unfit', path, {
      it: `il certificato in ${path} non va bene: serve una chiave RSA di almeno 3072 bit, per cifrare.`,
      en: `the certificate in ${path} does not fit: it needs an RSA key of at least 3072 bits, for encryption.`,
    });
  });
  const fields = readCertificate(der);
  if (fields.notBefore > at || fields.notAfter < at) {
    throw new RecipientsRefused('time', path, {
      it: `il certificato in ${path} non è valido in questo momento.`,
      en: `the certificate in ${path} is not valid at this moment.`,
    });
  }
  const sha256 = new X509Certificate(der).fingerprint256.replaceAll(':', '').toLowerCase();
  const { name, organization } = subjectFacts(fields);
  return {
    certificate: der,
    name: name ?? organization ?? localize({ it: 'senza nome', en: 'without a name' }),
    sha256,
  };
}

/** Envelope of the content key; each recipient can open it independently. */
export async function sealContentKey(
  contentKey: Uint8Array,
  [first, ...others]: readonly [Recipient, ...Recipient[]],
): Promise<Uint8Array> {
  const plaintext = new Uint8Array(contentKey);
  const certificates = others.map(({ certificate }) => certificate);
  try {
    return await sealEnvelope(plaintext, [first.certificate, ...certificates]);
  } finally {
    plaintext.fill(0);
  }
}

/**
 * @param key PKCS#8 of a recipient's key. @returns null when it opens nothing. @throws EnvelopeRefused when the
 * envelope was not made by us.
 */
export async function openContentKey(envelope: Uint8Array, key: Uint8Array): Promise<Uint8Array | null> {
  try {
    const contentKey = await openEnvelope(envelope, key, MAX_RECIPIENTS);
    if (contentKey.length !== CONTENT_KEY) throw new EnvelopeRefused('form', 'a content key was expected');
    return contentKey;
  } catch (error) {
    if (error instanceof EnvelopeRefused && error.code === 'key') return null;
    throw error;
  }
}
