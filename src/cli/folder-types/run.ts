/** Runs `folder-types`, in a running installation or next to a stopped one. */

import {
  type ConfigurationProblem,
  readConfiguration,
  type TypeInUse,
} from '#domain/folders/configuration-problems.ts';
import { listTypesInUse } from '#server/documents/queries.ts';
import { currentConfiguration, loadConfiguration } from '#server/folders/configuration.ts';
import { staffActor } from '#server/http/request/caller.ts';
import { findUserByLogin } from '#server/identity/queries.ts';
import { COMMAND } from '../../command-name.ts';
import type { Ground } from '../beside.ts';
import type { CommandResult } from '../trail/run.ts';

export const FOLDER_TYPES_USAGE = `Uso: ${COMMAND} folder-types FILE --by UTENTE
     ${COMMAND} folder-types --show

  FILE         la configurazione dei tipi di cartella e di documento, in JSON, come la dà --show
  --by UTENTE  l’amministratore che la carica: resta scritto nella versione e nella traccia
  --show       scrive quella in vigore

Vale dalla chiamata successiva, senza riavvio; chi ha già aperto il portale la vede al prossimo accesso.
Le versioni precedenti restano.`;

const refused = (...lines: string[]): CommandResult => ({ code: 1, lines });

const atLine = (line: number | null, text: string): string =>
  line === null || !text.includes('\n') ? '' : ` (riga ${line})`;

const told = ({ path, line, problem }: ConfigurationProblem, text: string): string =>
  `  ${path}: ${problem}${atLine(line, text)}`;

function orphan({ folderType, documentType, count }: TypeInUse): string {
  if (documentType === null) return `  ${folderType}: ${count} ${count === 1 ? 'cartella' : 'cartelle'}`;
  return `  ${folderType} › ${documentType}: ${count} ${count === 1 ? 'documento' : 'documenti'}`;
}

/** @param args `show`, or `load`, the login, and the text of the file. */
export async function runFolderTypes(ground: Ground, args: readonly string[]): Promise<CommandResult> {
  const [verb, login = '', text = ''] = args;
  if (verb === 'show' && args.length === 1) {
    return { code: 0, lines: [JSON.stringify(await currentConfiguration(ground.database.read), null, 2)] };
  }
  if (verb !== 'load' || args.length !== 3) return { code: 2, lines: [FOLDER_TYPES_USAGE] };
  const { configuration, isJson, problems, problemCount } = readConfiguration(text, 'it');
  if (!isJson) return refused(...problems.map(({ problem, line }) => `${problem}${atLine(line, text)}.`));
  if (configuration === null) {
    return refused(
      `La configurazione non va bene (${problemCount}):`,
      ...problems.map((problem) => told(problem, text)),
    );
  }
  const at = ground.clock.now();
  return ground.database.transaction(async (tx) => {
    const user = await findUserByLogin(tx, login);
    if (user === undefined) return refused(`Nessun utente si chiama ${login}.`);
    if (!user.activated || !user.authorities.includes('ROLE_ADMIN')) {
      return refused(`${user.login} non è un amministratore attivo.`);
    }
    const loading = { actor: user, caller: staffActor(user), configuration, inUse: listTypesInUse, at };
    const { version, orphans } = await loadConfiguration(tx, loading);
    if (orphans.length > 0) {
      return refused('Resterebbero senza tipo, perché nella configurazione non c’è più:', ...orphans.map(orphan));
    }
    if (version === null) return { code: 0, lines: ['È già la configurazione in vigore.'] };
    ground.log.warn({ security: 'folderTypes.loaded', userId: user.id, version }, 'folder types loaded by command');
    return { code: 0, lines: [`In vigore la versione ${version}, caricata da ${user.login}.`] };
  });
}
