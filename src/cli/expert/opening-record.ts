/** The record of an opening: requesting authority, case, persons present, what was opened and with which key. */

import { basename } from 'node:path';
import { plain } from '#formats/verify/report.ts';
import { verdictOf as fileVerdict, verdictText } from '#formats/verify/verdict.ts';
import { localize } from '../terminal/language.ts';
import type { CustodianKey } from './custodian-key.ts';
import type { Examination } from './examine.ts';
import { findingLines, grouped, localTime } from './finding-texts.ts';

export interface KeyUse {
  readonly authority: string | null;
  readonly caseNumber: string | null;
  readonly persons: readonly string[];
  readonly at: Date;
}

export interface WrittenFile {
  readonly name: string;
  readonly sha256: string;
}

const missing = 'NON INDICATO ______________________________';

/** The text stored with the files, to be completed by hand and signed. */
export function recordText(
  use: KeyUse,
  file: string,
  key: CustodianKey,
  { verification, shownSha256, findings }: Examination,
  written: readonly WrittenFile[],
): string {
  const { title } = verdictText(fileVerdict(verification), 'it', verification.signatures);
  const persons = use.persons.length > 0 ? use.persons.map((person) => `  - ${plain(person)}`) : [`  - ${missing}`];
  return [
    'VERBALE DI APERTURA DI FIRME AUTOGRAFE CIFRATE',
    '',
    `Data e ora: ${localTime(use.at)}`,
    `Autorità richiedente: ${use.authority === null ? missing : plain(use.authority)}`,
    `Numero del procedimento: ${use.caseNumber === null ? missing : plain(use.caseNumber)}`,
    'Persone presenti:',
    ...persons,
    '',
    `Documento esaminato: ${plain(basename(file))} (${grouped(verification.size)} byte)`,
    `SHA-256 del documento: ${verification.sha256}`,
    `SHA-256 del documento come fu mostrato prima delle firme: ${shownSha256 ?? 'non determinabile'}`,
    `Verifica delle firme elettroniche: ${title}`,
    `Chiave usata: ${plain(localize(key.origin))}`,
    `SHA-256 della chiave pubblica del custode: ${key.fingerprint}`,
    '',
    ...findings.flatMap((finding, n) => [...findingLines(finding, n + 1), '']),
    'File prodotti (contengono dati biometrici: conservarli cifrati e cancellarli al termine dell’incarico):',
    ...written.map(({ name, sha256 }) => `  ${sha256}  ${name}`),
    '',
    'Luogo e firma dei presenti:',
    '',
    '______________________________          ______________________________',
    '',
  ].join('\n');
}
