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
import type { CommandContext } from '../run-command.ts';
import { noSuchUser } from '../terminal/failure-text.ts';
import { localize, type Message, terminalLanguage } from '../terminal/language.ts';
import type { CommandResult } from '../trail/run.ts';

export const FOLDER_TYPES_USAGE: Message = {
  it: `Uso: ${COMMAND} folder-types FILE --by UTENTE
     ${COMMAND} folder-types --show

  FILE         la configurazione dei tipi di cartella e di documento, in JSON, come la dà --show
  --by UTENTE  l’amministratore che la carica: resta scritto nella versione e nella traccia
  --show       scrive quella in vigore

Vale dalla chiamata successiva, senza riavvio; chi ha già aperto il portale la vede al prossimo accesso.
Le versioni precedenti restano.`,
  en: `Usage: ${COMMAND} folder-types FILE --by LOGIN
       ${COMMAND} folder-types --show

  FILE        the configuration of folder and document types, as JSON, in the form that --show gives
  --by LOGIN  the administrator who loads it: it is recorded in the version and in the trail
  --show      prints the configuration in force

It applies from the next call, without a restart; a portal that is open shows it after the next sign-in.
Earlier versions are kept.`,
};

const refused = (...lines: string[]): CommandResult => ({ code: 1, lines });

const atLine = (line: number | null, text: string): string =>
  line === null || !text.includes('\n') ? '' : localize({ it: ` (riga ${line})`, en: ` (line ${line})` });

const problemLine = ({ path, line, problem }: ConfigurationProblem, text: string): string =>
  `  ${path}: ${problem}${atLine(line, text)}`;

function orphanLine({ folderType, documentType, count }: TypeInUse): string {
  const isSingle = count === 1;
  if (documentType === null) {
    const folderNoun = localize({ it: isSingle ? 'cartella' : 'cartelle', en: isSingle ? 'folder' : 'folders' });
    return `  ${folderType}: ${count} ${folderNoun}`;
  }
  const documentNoun = localize({ it: isSingle ? 'documento' : 'documenti', en: isSingle ? 'document' : 'documents' });
  return `  ${folderType} › ${documentType}: ${count} ${documentNoun}`;
}

/** @param args `show`, or `load`, the login, and the text of the file. */
export async function runFolderTypes(context: CommandContext, args: readonly string[]): Promise<CommandResult> {
  const [verb, login = '', text = ''] = args;
  if (verb === 'show' && args.length === 1) {
    return { code: 0, lines: [JSON.stringify(await currentConfiguration(context.database.read), null, 2)] };
  }
  if (verb !== 'load' || args.length !== 3) return { code: 2, lines: [localize(FOLDER_TYPES_USAGE)] };
  const { configuration, isJson, problems, problemCount } = readConfiguration(text, terminalLanguage());
  if (!isJson) return refused(...problems.map(({ problem, line }) => `${problem}${atLine(line, text)}.`));
  if (configuration === null) {
    const heading = localize({
      it: `La configurazione non va bene (${problemCount}):`,
      en: `The configuration is wrong (${problemCount}):`,
    });
    return refused(heading, ...problems.map((problem) => problemLine(problem, text)));
  }
  const at = context.clock.now();
  return context.database.transaction(async (tx) => {
    const user = await findUserByLogin(tx, login);
    if (user === undefined) return refused(noSuchUser(login));
    if (!user.activated || !user.authorities.includes('ROLE_ADMIN')) {
      return refused(
        localize({
          it: `${user.login} non è un amministratore attivo.`,
          en: `${user.login} is not an active administrator.`,
        }),
      );
    }
    const loading = { actor: user, caller: staffActor(user), configuration, inUse: listTypesInUse, at };
    const { version, orphans } = await loadConfiguration(tx, loading);
    if (orphans.length > 0) {
      const orphansHeading = localize({
        it: 'Resterebbero senza tipo, perché nella configurazione non c’è più:',
        en: 'These would be without a type, which the configuration no longer has:',
      });
      return refused(orphansHeading, ...orphans.map(orphanLine));
    }
    if (version === null) {
      const same = localize({
        it: 'È già la configurazione in vigore.',
        en: 'This configuration is in force already.',
      });
      return { code: 0, lines: [same] };
    }
    context.log.warn({ security: 'folderTypes.loaded', userId: user.id, version }, 'folder types loaded by command');
    const loadedText = localize({
      it: `In vigore la versione ${version}, caricata da ${user.login}.`,
      en: `Version ${version}, loaded by ${user.login}, is in force.`,
    });
    return { code: 0, lines: [loadedText] };
  });
}
