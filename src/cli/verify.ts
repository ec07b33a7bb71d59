/** `fascicolo verify FILE`: checks a signed PDF or an audit PDF offline; opens no database and writes nothing (P-11). */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  certificatesFromPem,
  problemText,
  type Verification,
  type VerifiedSignature,
  verifyPdf,
} from '#formats/verify/index.ts';

const USAGE = `Uso: npm run fascicolo -- verify FILE [--json] [--anchors PEM]

  FILE            il PDF da verificare
  --json          risultato in formato JSON
  --anchors PEM   certificati delle autorità attendibili (altrimenti DATA_DIR/keys/anchors.pem)`;

/** Where the words and the result go; tests listen here. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

const terminal: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
};

/** @returns 0 only when the file is intact and every signature is TOTAL-PASSED; 1 otherwise; 2 for wrong arguments. */
export async function verify(args: string[], output: Output = terminal): Promise<number> {
  const request = readArguments(args);
  if (!request) {
    output.err(USAGE);
    return 2;
  }
  const bytes = await readable(request.file, output);
  const anchors = await readAnchors(request.anchors, output);
  if (!bytes || !anchors) return 1;
  const result = await verifyPdf(bytes, { anchors });
  const passed = isPassed(result);
  output.out(
    request.json ? JSON.stringify(published(result)) : report(request.file, result, passed, anchors.length > 0),
  );
  return passed ? 0 : 1;
}

const isPassed = ({ intact, signatures }: Verification): boolean =>
  intact && signatures.length > 0 && signatures.every(({ indication }) => indication === 'TOTAL-PASSED');

/** The shape of P-11, and nothing else. */
function published({ intact, signatures }: Verification) {
  return {
    intact,
    signatures: signatures.map(({ indication, subIndication, level, signer, signedAt, changesAfter }) => ({
      indication,
      subIndication,
      level,
      signer,
      signedAt,
      changesAfter,
    })),
  };
}

function readArguments(args: string[]): { file: string; json: boolean; anchors: string | null } | null {
  try {
    const options = { json: { type: 'boolean' }, anchors: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) return null;
    return { file, json: values.json ?? false, anchors: values.anchors ?? null };
  } catch {
    return null;
  }
}

async function readable(path: string, output: Output): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    output.err(whyUnreadable(path, error));
    return null;
  }
}

/** @returns none when the installation has none yet; null when those that were asked for cannot be had. */
async function readAnchors(given: string | null, output: Output): Promise<Uint8Array[] | null> {
  const path = given ?? join(process.env.DATA_DIR ?? 'data', 'keys', 'anchors.pem');
  try {
    const anchors = certificatesFromPem(await readFile(path, 'utf8'));
    if (anchors.length > 0) return anchors;
    output.err(`Il file ${path} non contiene certificati.`);
    return given === null ? [] : null;
  } catch (error) {
    if (given === null && (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    output.err(whyUnreadable(path, error));
    return null;
  }
}

function whyUnreadable(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `Il file ${path} non esiste.`;
  if (code === 'EISDIR') return `${path} è una cartella, non un file.`;
  if (code === 'EACCES' || code === 'EPERM') return `Manca il permesso di leggere il file ${path}.`;
  return `Il file ${path} non si può leggere.`;
}

const KINDS = { signature: 'Firma', seal: 'Sigillo', timestamp: 'Marca temporale' } as const;
const OUTCOMES = {
  'TOTAL-PASSED': 'superata',
  INDETERMINATE: 'non conclusiva',
  'TOTAL-FAILED': 'fallita',
} as const;

function report(path: string, result: Verification, passed: boolean, trusts: boolean): string {
  const lines = [
    `File: ${basename(path)} (${result.size} byte)`,
    `SHA-256: ${result.sha256}`,
    `Esito: ${conclusion(result, passed)}`,
    ...sentences(result.problems),
  ];
  if (!trusts) {
    lines.push('  - Nessuna autorità attendibile indicata: si controlla solo l’integrità (vedi --anchors).');
  }
  for (const [index, signature] of result.signatures.entries())
    lines.push('', ...section(index + 1, signature, result.intact));
  return lines.join('\n');
}

function conclusion({ intact, signatures }: Verification, passed: boolean): string {
  if (passed) return 'il documento è integro e tutte le firme sono valide.';
  if (signatures.length === 0) return 'nessuna firma da verificare.';
  return intact
    ? 'il documento è integro, ma non tutte le firme sono confermate.'
    : 'il documento NON è integro: non farvi affidamento.';
}

function section(position: number, signature: VerifiedSignature, intact: boolean): string[] {
  const { kind, signer, organization, indication, subIndication, level, signedAt, field } = signature;
  const who = [signer ?? 'firmatario sconosciuto', organization && organization !== signer ? `(${organization})` : '']
    .filter(Boolean)
    .join(' ');
  const limit = indication === 'TOTAL-PASSED' && !intact ? ', ma solo per la versione del documento che copre' : '';
  return [
    `${position}. ${KINDS[kind]}${field ? ` «${field}»` : ''}: ${who}`,
    `  Verifica: ${OUTCOMES[indication]}${limit} [${[indication, subIndication].filter(Boolean).join(' / ')}]`,
    ...(level ? [`  Livello: PAdES ${level}`] : []),
    `  Marca temporale: ${signedAt ? localTime(signedAt) : 'assente'}`,
    ...sentences([...signature.problems, ...signature.changesAfter]),
  ];
}

/** One sentence for each kind of problem. */
const sentences = (problems: readonly string[]): string[] =>
  [...new Set(problems.map((problem) => problemText(problem, 'it')))].map((text) => `  - ${text}`);

const localTime = (iso: string): string =>
  `${new Date(iso).toLocaleString('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'long', timeStyle: 'medium' })} (ora italiana)`;
