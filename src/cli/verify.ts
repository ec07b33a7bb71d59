/** `fascicolo verify FILE`: verifies a signed PDF or an audit PDF offline; opens no database and writes nothing. */

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { certificatesFromPem, type Verification, type VerifyOptions, verifyPdf } from '#formats/verify/index.ts';
import { reportOf } from '#formats/verify/report.ts';
import { type Verdict, verdictOf } from '#formats/verify/verdict.ts';
import { COMMAND } from '../command-name.ts';
import { localize, type Message, terminalLanguage } from './terminal/language.ts';
import { type Output, terminal } from './terminal/output.ts';

const USAGE: Message = {
  it: `Uso: ${COMMAND} verify FILE [--json] [--anchors PEM] [--timestamp-anchors PEM]

  FILE            il PDF da verificare
  --json          risultato in formato JSON
  --anchors PEM   certificati delle autorità attendibili (altrimenti DATA_DIR/keys/anchors.pem)
  --timestamp-anchors PEM
                  certificati delle autorità attendibili per le sole marche temporali, se diversi da quelli

Codici di uscita: 0 integro, firme valide; 1 alterato, non valido, non firmato o illeggibile; 2 argomenti errati;
3 nulla dice che sia stato alterato, ma qui non si può confermare (autorità o algoritmo non riconosciuti, file cifrato, file .p7m).`,
  en: `Usage: ${COMMAND} verify FILE [--json] [--anchors PEM] [--timestamp-anchors PEM]

  FILE            the PDF to verify
  --json          the result as JSON
  --anchors PEM   certificates of the authorities to trust (otherwise DATA_DIR/keys/anchors.pem)
  --timestamp-anchors PEM
                  certificates of the authorities to trust for timestamps only, if they are others

Exit codes: 0 intact, signatures valid; 1 altered, invalid, not signed or unreadable; 2 wrong arguments;
3 nothing shows that it was altered, but it cannot be confirmed here (unknown authority or algorithm, encrypted file, .p7m file).`,
};

const EXIT: Readonly<Record<Verdict, 0 | 1 | 3>> = {
  valid: 0,
  foreign: 3,
  undecided: 3,
  extended: 3,
  unknownForm: 3,
  envelope: 3,
  encrypted: 3,
  failed: 1,
  altered: 1,
  damaged: 1,
  unsigned: 1,
  unreadable: 1,
};

/**
 * @returns 0 only when the file is intact and every signature is TOTAL-PASSED; 3 when nothing speaks against it but
 * the verdict is indeterminate; 1 when it was altered, has a failed signature, is not signed or cannot be read; 2
 * for wrong arguments.
 */
export async function verify(args: string[], output: Output = terminal): Promise<number> {
  const request = readArguments(args);
  if (!request) {
    output.err(localize(USAGE));
    return 2;
  }
  const bytes = await readOrReport(request.file, output);
  const trusted = await readTrusted(request, output);
  if (!bytes || !trusted) return 1;
  const result = await verifyPdf(bytes, trusted);
  const frame = { name: basename(request.file), language: terminalLanguage(), trusts: trusted.anchors.length > 0 };
  output.out(request.json ? JSON.stringify(published(result)) : reportOf(result, frame));
  return EXIT[verdictOf(result)];
}

/** Exactly the published JSON shape. */
function published({ intact, signatures }: Verification) {
  return {
    intact,
    signatures: signatures.map(({ indication, subIndication, level, signer, signedAt, changesAfter }) => {
      return { indication, subIndication, level, signer, signedAt, changesAfter };
    }),
  };
}

interface VerifyRequest {
  readonly file: string;
  readonly json: boolean;
  readonly anchors: string | null;
  readonly timestampAnchors: string | null;
}

function readArguments(args: string[]): VerifyRequest | null {
  try {
    const pem = { type: 'string' } as const;
    const options = { json: { type: 'boolean' }, anchors: pem, 'timestamp-anchors': pem } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) return null;
    return {
      file,
      json: values.json ?? false,
      anchors: values.anchors ?? null,
      timestampAnchors: values['timestamp-anchors'] ?? null,
    };
  } catch {
    return null;
  }
}

async function readOrReport(path: string, output: Output): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    output.err(unreadableText(path, error));
    return null;
  }
}

/**
 * @returns the requested anchors, otherwise those that the installation trusts; null when requested ones cannot be
 * read.
 */
async function readTrusted(
  { anchors: anchorsFile, timestampAnchors: timestampFile }: VerifyRequest,
  output: Output,
): Promise<VerifyOptions | null> {
  const keys = join(process.env.DATA_DIR ?? 'data', 'keys');
  const anchors = await readAnchors(anchorsFile, join(keys, 'anchors.pem'), output);
  // Roots given for all purposes also cover timestamps.
  if (anchors === null || (anchorsFile !== null && timestampFile === null)) return anchors && { anchors };
  const timestampOnly = await readAnchors(timestampFile, join(keys, 'anchors-timestamp.pem'), output);
  return timestampOnly && { anchors, timestampAnchors: [...anchors, ...timestampOnly] };
}

/** @returns an empty list when the installation has none yet; null when the requested ones cannot be read. */
async function readAnchors(given: string | null, defaultFile: string, output: Output): Promise<Uint8Array[] | null> {
  const path = given ?? defaultFile;
  try {
    const anchors = certificatesFromPem(await readFile(path, 'utf8'));
    if (anchors.length > 0) return anchors;
    output.err(
      localize({ it: `Il file ${path} non contiene certificati.`, en: `The file ${path} holds no certificates.` }),
    );
    return given === null ? [] : null;
  } catch (error) {
    if (given === null && (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    output.err(unreadableText(path, error));
    return null;
  }
}

function unreadableText(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return localize({ it: `Il file ${path} non esiste.`, en: `The file ${path} does not exist.` });
  if (code === 'EISDIR') {
    return localize({ it: `${path} è una cartella, non un file.`, en: `${path} is a folder, not a file.` });
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return localize({
      it: `Manca il permesso di leggere il file ${path}.`,
      en: `There is no permission to read the file ${path}.`,
    });
  }
  return localize({ it: `Il file ${path} non si può leggere.`, en: `The file ${path} cannot be read.` });
}
