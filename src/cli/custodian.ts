/**
 * `fascicolo custodian create`: creates the custodian's key pair, which keeps handwriting readable, with the private
 * half only in parts.
 */

import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COMMAND } from '../command-name.ts';
import { writeCustody } from './custodian/write-custody.ts';
import { localize, type Message } from './terminal/language.ts';
import { type Output, terminal } from './terminal/output.ts';

const USAGE: Message = {
  it: `Uso: ${COMMAND} custodian create --out CARTELLA [--parts N] [--needed K] [--name NOME]

  --out CARTELLA   dove scrivere il certificato e le parti; nuova o vuota
  --parts N        in quante parti dividere la chiave privata (3)
  --needed K       quante ne servono per aprire una firma (2)
  --name NOME      chi custodisce la chiave, come starà nel certificato

La chiave privata non viene mai scritta intera. La cartella si può poi svuotare: le parti si consegnano a persone diverse.`,
  en: `Usage: ${COMMAND} custodian create --out FOLDER [--parts N] [--needed K] [--name NAME]

  --out FOLDER     where to write the certificate and the parts; new or empty
  --parts N        into how many parts to divide the private key (3)
  --needed K       how many of them open a signature (2)
  --name NAME      the holder of the key, as named in the certificate

The private key is never written whole. Empty the folder afterwards: the parts go to different people.`,
};

/** @returns 0 when written, 1 when the folder cannot be used, 2 for wrong arguments. */
export async function custodian(args: string[], output: Output = terminal): Promise<number> {
  const request = readArguments(args);
  if (!request) {
    output.err(localize(USAGE));
    return 2;
  }
  const { out, parts, needed, name } = request;
  await mkdir(out, { recursive: true, mode: 0o700 });
  if ((await readdir(out)).length > 0) {
    output.err(localize({ it: `La cartella ${out} non è vuota.`, en: `The folder ${out} is not empty.` }));
    return 1;
  }
  const fingerprint = await writeCustody(out, { parts, needed, name });
  const certificate = join(out, 'certificato-custode.pem');
  output.out(
    localize({
      it: `Certificato del custode: ${certificate}
Impronta SHA-256: ${fingerprint}
Parti della chiave: ${parts}, ne servono ${needed}. Consegna ciascuna a una persona diversa e cancella
i file: qui non deve restarne alcuna.`,
      en: `Certificate of the custodian: ${certificate}
SHA-256 fingerprint: ${fingerprint}
Parts of the key: ${parts}, of which ${needed} are needed. Hand each to another person and delete
the files: none of them may stay here.`,
    }),
  );
  return 0;
}

function readArguments(args: string[]): { out: string; parts: number; needed: number; name: string } | null {
  const text = { type: 'string' } as const;
  try {
    const options = { out: text, parts: text, needed: text, name: text };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [parts, needed] = [Number(values.parts ?? 3), Number(values.needed ?? 2)];
    const sane = Number.isInteger(parts) && Number.isInteger(needed) && needed >= 2 && needed <= parts && parts <= 255;
    if (positionals.join(' ') !== 'create' || !values.out || !sane) return null;
    return { out: values.out, parts, needed, name: values.name?.trim() || 'Custode delle firme autografe' };
  } catch {
    return null;
  }
}
