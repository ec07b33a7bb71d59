/** Command-line options for opening and verifying a backup: a recipient's key, the roots, or the statement that there are none. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { certificatesFromPem } from '#formats/certificate-path.ts';
import { PartsRefused } from '../custodian/key-parts.ts';
import { askPassword } from '../expert/ask-password.ts';
import { KeyRefused, readKey } from '../expert/custodian-key.ts';
import type { Message } from '../terminal/language.ts';
import { BackupRefused } from './backup-folder.ts';
import { type BackupTrust, WITHOUT_SIGNATURE } from './open-backup.ts';

const text = { type: 'string' } as const;

/** Options for `parseArgs`. */
export const TRUST_OPTIONS = {
  key: text,
  part: { type: 'string', multiple: true },
  'password-file': text,
  anchors: text,
  'without-signature': { type: 'boolean' },
} as const;

export const TRUST_USAGE: Message = {
  it: `  --key FILE: la chiave privata di un destinatario, se la copia è sigillata (o --part PARTE più volte); la sua password
  sta in BACKUP_KEY_PASSWORD o in --password-file FILE, altrimenti è chiesta.
  --anchors FILE: le radici a cui deve risalire la firma della copia (keys/anchors.pem, conservato fuori dalla copia).
  ${WITHOUT_SIGNATURE}: è noto che la copia non è firmata, o che non ci sono radici con cui verificarla.`,
  en: `  --key FILE: the private key of a recipient, if the backup is sealed (or --part PART several times); its password is in
  BACKUP_KEY_PASSWORD or in --password-file FILE, otherwise it is asked for.
  --anchors FILE: the roots that the signature of the backup must lead to (keys/anchors.pem, kept outside the backup).
  ${WITHOUT_SIGNATURE}: it is known that the backup is not signed, or that there are no roots to verify it with.`,
};

export interface TrustArguments {
  readonly key?: string | undefined;
  readonly part?: readonly string[] | undefined;
  readonly 'password-file'?: string | undefined;
  readonly anchors?: string | undefined;
  readonly 'without-signature'?: boolean | undefined;
}

/**
 * @param password of the key, from the environment. @throws BackupRefused when the roots cannot be read; faults of
 * the key are reported when it is needed.
 */
export async function readTrust(options: TrustArguments, password: string | undefined): Promise<BackupTrust> {
  const { key = null, part: parts = [] } = options;
  return {
    anchors: options.anchors === undefined ? null : await readRoots(resolve(options.anchors)),
    withoutSignature: options['without-signature'] === true,
    key: key === null && parts.length === 0 ? null : () => keyOf(key, parts, options['password-file'], password),
  };
}

async function keyOf(
  key: string | null,
  parts: readonly string[],
  passwordFile: string | undefined,
  password: string | undefined,
): Promise<Uint8Array> {
  const atTerminal = process.stdin.isTTY ? askPassword : null;
  const ask = password === undefined ? atTerminal : async () => password;
  try {
    return (await readKey({ key, parts, passwordFile: passwordFile ?? null, ask })).pkcs8;
  } catch (error) {
    if (error instanceof KeyRefused || error instanceof PartsRefused) throw new BackupRefused(error.message);
    throw error;
  }
}

async function readRoots(path: string): Promise<Uint8Array[]> {
  const pem = await readFile(path, 'utf8').catch(() => {
    throw new BackupRefused({
      it: `Mancano le radici di cui fidarsi: ${path} non si legge (--anchors).`,
      en: `The roots to trust are missing: ${path} cannot be read (--anchors).`,
    });
  });
  let roots: Uint8Array[];
  try {
    roots = certificatesFromPem(pem);
  } catch {
    roots = [];
  }
  if (roots.length === 0) {
    throw new BackupRefused({
      it: `In ${path} (--anchors) non c’è alcun certificato in formato PEM.`,
      en: `There is no certificate in PEM in ${path} (--anchors).`,
    });
  }
  return roots;
}
