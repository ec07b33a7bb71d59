/** `fascicolo expert FILE`: lets a court's expert open sealed handwriting offline with the custodian's key. */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { certificatesFromPem } from '#formats/verify/index.ts';
import { reportOf } from '#formats/verify/report.ts';
import { COMMAND } from '../command-name.ts';
import { PartsRefused } from './custodian/key-parts.ts';
import { askPassword } from './expert/ask-password.ts';
import { type CustodianKey, KeyRefused, readKey } from './expert/custodian-key.ts';
import { type Examination, examine, type Finding } from './expert/examine.ts';
import { findingLines } from './expert/finding-texts.ts';
import { type KeyUse, recordText, type WrittenFile } from './expert/opening-record.ts';
import { replayPage } from './expert/replay-page.ts';
import { findingData, pointsTable } from './expert/strokes-table.ts';
import { LocalizedError, localize, type Message, terminalLanguage, withLanguage } from './terminal/language.ts';
import { type Output, terminal } from './terminal/output.ts';

const USAGE: Message = {
  it: `Uso: ${COMMAND} expert FILE (--key PEM | --part TESTO --part TESTO …) [opzioni]

  FILE                  il PDF firmato
  --key PEM             la chiave privata del custode (PKCS#8, anche protetta da password)
  --password-file FILE  la password della chiave; senza, la si chiede
  --part TESTO          una parte della chiave, tante volte quante ne servono
  --out CARTELLA        dove scrivere i risultati, nuova o vuota (altrimenti perizia-NOME)
  --anchors PEM         certificati delle autorità attendibili per le firme elettroniche
  --timestamp-anchors PEM
                        certificati delle autorità attendibili per le sole marche temporali, se diversi
  --authority TESTO     per il verbale: l’autorità richiedente
  --case TESTO          per il verbale: il numero del procedimento
  --person TESTO        per il verbale: una persona presente, una volta per ciascuna

Esce con 0 se ogni grafia è stata aperta ed è legata al documento e al disegno che si vede (le buste della versione 1,
che non contengono l’impronta del disegno, si confrontano per forma); 1 se di almeno una non si può dire;
2 se gli argomenti sono sbagliati; 3 se la chiave non si legge o non apre; 4 se il file non contiene grafie.
I file scritti, verbale compreso, sono in italiano.`,
  en: `Usage: ${COMMAND} expert FILE (--key PEM | --part TEXT --part TEXT …) [options]

  FILE                  the signed PDF
  --key PEM             the custodian’s private key (PKCS#8, optionally with a password)
  --password-file FILE  the password of the key; otherwise it is asked for
  --part TEXT           a part of the key, as many times as parts are needed
  --out FOLDER          where to write the results, new or empty (otherwise perizia-NAME)
  --anchors PEM         certificates of the authorities to trust for electronic signatures
  --timestamp-anchors PEM
                        certificates of the authorities to trust for timestamps only, if they differ
  --authority TEXT      for the record: the authority that asks
  --case TEXT           for the record: the number of the proceedings
  --person TEXT         for the record: a person who is present, once for each

Exit code 0 if every handwriting was opened and is bound to the document and to the drawing that it shows (envelopes of
version 1, which do not hold the digest of the drawing, are compared by shape); 1 if that cannot be said of at least one;
2 for wrong arguments; 3 if the key cannot be read or opens nothing; 4 if the file holds no handwriting.
The files that are written, the record included, are in Italian.`,
};

/**
 * @returns 0 only when every handwriting was opened and is bound to the document; for the other codes see the
 * usage.
 */
export async function expert(args: string[], output: Output = terminal): Promise<number> {
  const request = readArguments(args);
  if (!request) {
    output.err(localize(USAGE));
    return 2;
  }
  try {
    return await run(request, output);
  } catch (error) {
    if (error instanceof KeyRefused || error instanceof PartsRefused) {
      output.err(error.message);
      return 3;
    }
    if (error instanceof FileRefused) {
      output.err(error.message);
      return 2;
    }
    throw error;
  }
}

/** A file or folder that was named cannot be used. */
class FileRefused extends LocalizedError {
  override readonly name = 'FileRefused';
}

interface ExpertRequest {
  readonly file: string;
  readonly key: string | null;
  readonly parts: readonly string[];
  readonly passwordFile: string | null;
  readonly out: string;
  readonly anchors: string | null;
  readonly timestampAnchors: string | null;
  readonly use: Omit<KeyUse, 'at'>;
}

async function run(request: ExpertRequest, output: Output): Promise<number> {
  const bytes = new Uint8Array(await read(request.file));
  const anchors = await readRoots(request.anchors);
  const trusted = { anchors, timestampAnchors: [...anchors, ...(await readRoots(request.timestampAnchors))] };
  await refuseUnlessEmpty(request.out);
  const key = await readKey({ ...request, ask: process.stdin.isTTY ? askPassword : null });
  const examination = await examine(bytes, key.pkcs8, trusted).finally(() => void key.pkcs8.fill(0));
  const frame = { name: basename(request.file), language: terminalLanguage(), trusts: anchors.length > 0 };
  output.out(reportOf(examination.verification, frame));
  const { findings } = examination;
  if (findings.length === 0) {
    const { intact, signatures } = examination.verification;
    const isReadable = intact || signatures.length === 0;
    output.out(`\n${localize(isReadable ? NO_HANDWRITING : UNREADABLE)}`);
    return isReadable ? 4 : 1;
  }
  for (const [n, finding] of findings.entries()) output.out(['', ...findingLines(finding, n + 1)].join('\n'));
  if (findings.every(({ faults }) => faults.includes('envelope.key'))) return 3;
  await makeFolder(request.out);
  // Court documents are in Italian, regardless of the language of the terminal.
  const writtenFiles = await withLanguage('it', () => writeAll(request, key, examination));
  const heading = localize({ it: `Scritti in ${request.out}:`, en: `Written into ${request.out}:` });
  output.out(`\n${heading}\n${writtenFiles.map((name) => `  ${name}`).join('\n')}`);
  const { authority, caseNumber, persons } = request.use;
  if (authority === null || caseNumber === null || persons.length === 0) {
    output.err(
      localize({
        it: 'Il verbale è incompleto: indica --authority, --case e --person, oppure completalo a mano.',
        en: 'The record is incomplete: name --authority, --case and --person, or complete it by hand.',
      }),
    );
  }
  return findings.every(({ faults }) => faults.length === 0) ? 0 : 1;
}

const NO_HANDWRITING: Message = {
  it: 'Il file non contiene grafie cifrate.',
  en: 'The file holds no encrypted handwriting.',
};
const UNREADABLE: Message = {
  it: 'Da questo file non si può leggere alcuna grafia.',
  en: 'No handwriting can be read from this file.',
};

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {
    throw new FileRefused({
      it: `La cartella ${folder} non si può creare.`,
      en: `The folder ${folder} cannot be made.`,
    });
  });
}

/** @returns the names of the files, the record last. */
async function writeAll(request: ExpertRequest, key: CustodianKey, examination: Examination): Promise<string[]> {
  const files: WrittenFile[] = [];
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    await writeFile(join(request.out, name), content, { mode: 0o600, flag: 'wx' });
    files.push({ name, sha256: createHash('sha256').update(content).digest('hex') });
  };
  for (const [n, finding] of examination.findings.entries()) {
    const { opened } = finding;
    if (!opened) continue;
    const name = fileName(finding, n + 1);
    await write(`${name}.iso19794-7`, opened.bound.ink);
    await write(`${name}.csv`, pointsTable(opened.capture));
    await write(`${name}.json`, findingData(finding));
    await write(`${name}.html`, replayPage(finding, opened, basename(request.file)));
  }
  const record = recordText({ ...request.use, at: new Date() }, request.file, key, examination, files);
  await write('verbale.txt', record);
  return files.map(({ name }) => name);
}

/** Field names come from the file: only their plain letters become part of a path. */
const fileName = ({ field }: Finding, position: number): string =>
  `${String(position).padStart(2, '0')}-${field.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 40)}`;

/** Existing files are never overwritten: an earlier opening has its own record. */
async function refuseUnlessEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new FileRefused({
      it: `La cartella ${folder} non si può usare.`,
      en: `The folder ${folder} cannot be used.`,
    });
  });
  if (entries.length === 0) return;
  throw new FileRefused({
    it: `La cartella ${folder} non è vuota: indicane un’altra con --out.`,
    en: `The folder ${folder} is not empty: name another one with --out.`,
  });
}

const readRoots = async (file: string | null): Promise<readonly Uint8Array[]> =>
  file === null ? [] : certificatesFromPem((await read(file)).toString('utf8'));

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    throw new FileRefused({ it: `Il file ${file} non si può leggere.`, en: `The file ${file} cannot be read.` });
  }
}

function readArguments(args: string[]): ExpertRequest | null {
  const text = { type: 'string' } as const;
  const list = { type: 'string', multiple: true } as const;
  try {
    const options = {
      key: text,
      'password-file': text,
      part: list,
      out: text,
      anchors: text,
      'timestamp-anchors': text,
      authority: text,
      case: text,
      person: list,
    };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...more] = positionals;
    const parts = values.part ?? [];
    if (!file || more.length > 0 || (values.key === undefined) === (parts.length === 0)) return null;
    return {
      file,
      key: values.key ?? null,
      parts,
      passwordFile: values['password-file'] ?? null,
      out: values.out ?? `perizia-${basename(file, extname(file))}`,
      anchors: values.anchors ?? null,
      timestampAnchors: values['timestamp-anchors'] ?? null,
      use: { authority: values.authority ?? null, caseNumber: values.case ?? null, persons: values.person ?? [] },
    };
  } catch {
    return null;
  }
}
