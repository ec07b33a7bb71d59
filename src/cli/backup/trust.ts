/** Command-line options for opening and verifying a backup: a recipient's key, the roots, or the statement that there are none. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { certificatesFromPem } from '#formats/certificate-path.ts';
import { PartsRefused } from '../custodian/part.ts';
import { KeyRefused, readKey } from '../expert/key.ts';
import { askPassword } from '../expert/password.ts';
import { BackupRefused } from './folder.ts';
import { type BackupTrust, WITHOUT_SIGNATURE } from './open.ts';

const text = { type: 'string' } as const;

/** Options for `parseArgs`. */
export const TRUST_OPTIONS = {
  key: text,
  part: { type: 'string', multiple: true },
  'password-file': text,
  anchors: text,
  'without-signature': { type: 'boolean' },
} as const;

export const TRUST_USAGE = `  --key FILE: la chiave privata di un destinatario, se la copia è sigillata (o --part PARTE più volte); la sua password
  sta in BACKUP_KEY_PASSWORD o in --password-file FILE, altrimenti è chiesta.
  --anchors FILE: le radici a cui deve risalire la firma della copia (keys/anchors.pem, conservato fuori dalla copia).
  ${WITHOUT_SIGNATURE}: è noto che la copia non è firmata, o che non ci sono radici con cui verificarla.`;

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
export async function readTrust(given: TrustArguments, password: string | undefined): Promise<BackupTrust> {
  const { key = null, part: parts = [] } = given;
  return {
    anchors: given.anchors === undefined ? null : await readRoots(resolve(given.anchors)),
    withoutSignature: given['without-signature'] === true,
    key: key === null && parts.length === 0 ? null : () => keyOf(key, parts, given['password-file'], password),
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
    throw new BackupRefused(`Mancano le radici di cui fidarsi: ${path} non si legge (--anchors).`);
  });
  let roots: Uint8Array[];
  try {
    roots = certificatesFromPem(pem);
  } catch {
    roots = [];
  }
  if (roots.length === 0) throw new BackupRefused(`In ${path} (--anchors) non c’è alcun certificato in formato PEM.`);
  return roots;
}
