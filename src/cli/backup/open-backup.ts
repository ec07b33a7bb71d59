/**
 * Opens a backup for reading: verifies every file against the signed sums and the signature against the given roots,
 * and decrypts the content key with a recipient's key.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { subjectFacts } from '#formats/certificate-path.ts';
import { EnvelopeRefused } from '#formats/cms-envelope.ts';
import { checkDetached, isTrustedSigner } from '#formats/cms-sign.ts';
import { DerError } from '#formats/der.ts';
import { readCertificate, SignatureRefused } from '#formats/signed-data.ts';
import { localize } from '../terminal/language.ts';
import {
  BackupRefused,
  ENVELOPE,
  isSealed,
  linesOf,
  MANIFEST,
  type Manifest,
  manifestSchema,
  SIGNATURE,
  SUMS,
} from './backup-folder.ts';
import { openContentKey } from './recipients.ts';
import { openSealed, SEALED, SealedFileRefused } from './sealed-file.ts';

export const WITHOUT_SIGNATURE = '--without-signature';

/** The copy's origin is unproven: it is not signed, or no roots were given to verify the signature. */
export class OriginUnproven extends BackupRefused {}

export interface BackupTrust {
  /** DER of the roots that the signature must lead to; null when none were given. */
  readonly anchors: readonly Uint8Array[] | null;
  /** The user accepts that the copy is unsigned, or that no roots are given. */
  readonly withoutSignature: boolean;
  /** PKCS#8 of a recipient's key, requested if the copy is sealed; null if none was given. */
  readonly key: (() => Promise<Uint8Array>) | null;
}

export interface OpenedBackup {
  readonly root: string;
  readonly manifest: Manifest;
  /** Names of all contents as before sealing. */
  readonly names: readonly string[];
  /** The signer, proven by the given roots; null when unproven. */
  readonly signedBy: string | null;
  /** Decrypted content of a file in parts. @throws BackupRefused when it cannot be decrypted. */
  read(name: string): AsyncIterable<Uint8Array>;
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** Names below `root`, with forward slashes. */
async function namesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function readSums(text: string): Map<string, string> {
  const sums = new Map<string, string>();
  for (const line of text.split('\n').filter((entry) => entry !== '')) {
    const [, sum, name] = /^([0-9a-f]{64}) {2}(\S.*)$/.exec(line) ?? [];
    if (sum === undefined || name === undefined || sums.has(name)) {
      throw new BackupRefused({
        it: `${SUMS} non è leggibile: ${line.slice(0, 100)}`,
        en: `${SUMS} cannot be read: ${line.slice(0, 100)}`,
      });
    }
    sums.set(name, sum);
  }
  return sums;
}

/** Verifies one file against its sum. */
async function checkFile(root: string, sums: ReadonlyMap<string, string>, name: string): Promise<void> {
  if ((await sha256OfFile(join(root, name))) !== sums.get(name)) {
    throw new BackupRefused({
      it: `Il file ${name} della copia è alterato o troncato: non è quello di ${SUMS}.`,
      en: `The file ${name} of the backup is altered or truncated: it is not that of ${SUMS}.`,
    });
  }
}

const missingFile = (name: string): BackupRefused =>
  new BackupRefused({ it: `Nella copia manca il file ${name}`, en: `The file ${name} is missing in the backup` });

interface Signature {
  readonly cms: Uint8Array;
  readonly certificate: Uint8Array;
}

async function readSignature(root: string, sums: Uint8Array): Promise<Signature | null> {
  const cms = await readFile(join(root, SIGNATURE)).catch(() => null);
  if (cms === null) return null;
  try {
    return { cms, certificate: await checkDetached(new Uint8Array(cms), sums) };
  } catch (error) {
    if (!(error instanceof SignatureRefused || error instanceof DerError)) throw error;
    throw new BackupRefused({
      it: `${SUMS} non è quello che fu firmato (${SIGNATURE}): la copia non è rovinata, è stata cambiata. Nulla di essa è credibile.`,
      en: `${SUMS} is not the one that was signed (${SIGNATURE}): the backup is not damaged, it was changed. Do not trust its content.`,
    });
  }
}

/**
 * @returns the signer's name, or null when the operator has accepted a copy without proof. @throws OriginUnproven when
 * not accepted.
 */
async function signerOf(
  signature: Signature | null,
  { createdDate, format }: Manifest,
  { anchors, withoutSignature }: BackupTrust,
): Promise<string | null> {
  if (signature === null && format === 2) throw missingFile(SIGNATURE);
  if (signature !== null && anchors !== null) {
    const name =
      subjectFacts(readCertificate(signature.certificate)).name ?? localize({ it: 'senza nome', en: 'without a name' });
    const trust = { at: new Date(createdDate), purpose: 'signing' } as const;
    if (await isTrustedSigner(signature.certificate, signature.cms, anchors, trust)) return name;
    throw new BackupRefused({
      it: `La copia è firmata da «${name}», ma la firma non risale alle radici indicate (--anchors): non è di questa installazione, o le radici sono altre.`,
      en: `The backup is signed by “${name}”, but the signature does not lead to the given roots (--anchors): it is not of this installation, or these are other roots.`,
    });
  }
  if (withoutSignature) return null;
  throw new OriginUnproven(
    signature === null
      ? localize({
          it: `La copia non è firmata: è di una versione precedente, o qualcuno l’ha fatta passare per tale.
Chiunque può averla cambiata. Se è nota e la sua provenienza è certa, ripeti con ${WITHOUT_SIGNATURE}.`,
          en: `The backup is not signed: it is of an earlier version, or was made to look like one.
Anyone may have changed it. If it is known and its origin is certain, repeat with ${WITHOUT_SIGNATURE}.`,
        })
      : localize({
          it: `La copia è firmata, ma manca con che cosa verificarlo: indica con --anchors le radici dell’installazione
(keys/anchors.pem, conservato fuori dalla copia). Quelle dentro la copia non provano nulla: chi la rifà mette le sue.
Se non ce ne sono altrove, ripeti con ${WITHOUT_SIGNATURE}.`,
          en: `The backup is signed, but there is nothing to verify it with: name the roots of the installation with --anchors
(keys/anchors.pem, kept outside the backup). Those in the backup prove nothing: a forger puts in his own.
If there are none elsewhere, repeat with ${WITHOUT_SIGNATURE}.`,
        }),
  );
}

async function contentKeyOf(root: string, manifest: Manifest, key: BackupTrust['key']): Promise<Uint8Array | null> {
  if (manifest.format === 1 || !isSealed(manifest)) return null;
  const holders = manifest.recipients
    .map(({ name, sha256 }) =>
      localize({ it: `  - ${name} (certificato ${sha256})`, en: `  - ${name} (certificate ${sha256})` }),
    )
    .join('\n');
  if (key === null) {
    throw new BackupRefused({
      it: `La copia è sigillata: serve la chiave privata (--key) di uno dei destinatari.\n${holders}`,
      en: `The backup is sealed: it needs the private key (--key) of one of its recipients.\n${holders}`,
    });
  }
  const pkcs8 = await key();
  try {
    const contentKey = await openContentKey(await readFile(join(root, ENVELOPE)), pkcs8);
    if (contentKey !== null) return contentKey;
  } catch (error) {
    if (error instanceof EnvelopeRefused) {
      throw new BackupRefused({
        it: `${ENVELOPE} non contiene la chiave della copia (${error.message}).`,
        en: `${ENVELOPE} does not hold the key of the backup (${error.message}).`,
      });
    }
    throw error;
  } finally {
    pkcs8.fill(0);
  }
  throw new BackupRefused({
    it: `La chiave indicata non apre questa copia, che è sigillata per:\n${holders}`,
    en: `The given key does not open this backup, which is sealed for:\n${holders}`,
  });
}

/** The original name of a file; null for a file that does not belong to such a copy. */
function contentName(name: string, sealed: boolean): string | null {
  if (name === MANIFEST || name === ENVELOPE) return name;
  if (!sealed) return name;
  return name.endsWith(SEALED) ? name.slice(0, -SEALED.length) : null;
}

/**
 * Verifies the sums against their signature and every file against the sums: none changed, missing or added.
 * @throws BackupRefused naming the first fault, OriginUnproven when the copy's origin is unproven.
 */
export async function openBackup(root: string, trust: BackupTrust): Promise<OpenedBackup> {
  const text = await readFile(join(root, SUMS)).catch(() => {
    throw new BackupRefused({
      it: `${root} non è una copia di Fascicolo: manca ${SUMS}.`,
      en: `${root} is not a backup of Fascicolo: ${SUMS} is missing.`,
    });
  });
  const signature = await readSignature(root, new Uint8Array(text));
  const sums = readSums(text.toString('utf8'));
  const notSummed = signature === null ? [SUMS] : [SUMS, SIGNATURE];
  const fileNames = (await namesBelow(root)).filter((name) => !notSummed.includes(name));
  const extra = fileNames.find((name) => !sums.has(name));
  if (extra !== undefined)
    throw new BackupRefused({
      it: `La copia contiene un file che ${SUMS} non nomina: ${extra}`,
      en: `The backup holds a file that ${SUMS} does not name: ${extra}`,
    });
  const present = new Set(fileNames);
  for (const name of [MANIFEST, ...sums.keys()]) {
    if (!present.has(name)) throw missingFile(name);
  }
  await checkFile(root, sums, MANIFEST);
  const parsed = manifestSchema.safeParse(JSON.parse(await readFile(join(root, MANIFEST), 'utf8')));
  if (!parsed.success)
    throw new BackupRefused({
      it: `${MANIFEST} non è leggibile: formato di copia sconosciuto.`,
      en: `${MANIFEST} cannot be read: unknown format of backup.`,
    });
  const manifest = parsed.data;
  const signedBy = await signerOf(signature, manifest, trust);
  const sealed = isSealed(manifest);
  if (sealed && !present.has(ENVELOPE)) throw missingFile(ENVELOPE);
  if (sealed) await checkFile(root, sums, ENVELOPE);
  // Before hours of reading, check that the backup can be decrypted at all.
  const contentKey = await contentKeyOf(root, manifest, trust.key);
  const names: string[] = [];
  for (const name of fileNames) {
    const plainName = contentName(name, sealed);
    if (plainName === null)
      throw new BackupRefused({
        it: `La copia è sigillata, ma il file ${name} non lo è.`,
        en: `The backup is sealed, but the file ${name} is not.`,
      });
    if (name !== MANIFEST) await checkFile(root, sums, name);
    names.push(plainName);
  }
  return {
    ...{ root, manifest, names, signedBy },
    async *read(name) {
      if (contentKey === null) {
        yield* createReadStream(join(root, name)) as AsyncIterable<Buffer>;
        return;
      }
      try {
        yield* openSealed(join(root, `${name}${SEALED}`), contentKey, name);
      } catch (error) {
        if (!(error instanceof SealedFileRefused)) throw error;
        throw new BackupRefused({
          it: `Il file ${name}${SEALED} non si apre: è troncato, alterato o al posto di un altro.`,
          en: `The file ${name}${SEALED} cannot be opened: it is truncated, altered or in the place of another one.`,
        });
      }
    },
  };
}

/** Reads a small file completely. */
export async function readFully(backup: OpenedBackup, name: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of backup.read(name)) parts.push(part);
  return Buffer.concat(parts);
}

/** Rows of a table in the copy, in batches. */
export const tableLines = (backup: OpenedBackup, table: string): AsyncGenerator<string[]> => {
  const name = `database/${table}.jsonl`;
  return linesOf(backup.read(name), name);
};
