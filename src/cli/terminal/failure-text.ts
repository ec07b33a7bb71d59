/** What a command prints when it fails: one text for each error, in the language of the terminal. */
import { InvalidSettingFile } from '#adapters/setting-file.ts';
import { DatabaseInUse, DatabaseUnavailable } from '#ports/database/database.ts';
import { HeadStoreUnusable } from '#ports/head-store.ts';
import { InvalidAuthoritySettings } from '../../authorities.ts';
import { explainHeads } from '../../head-store.ts';
import { sentenceOf } from '../../settings/checks/problem.ts';
import { ConfigurationProblems } from '../../settings/config.ts';
import { LocalizedError, localize } from './language.ts';

/** @returns the text, or the error itself when the user cannot correct its cause. */
export function failureText(error: unknown): unknown {
  if (error instanceof HeadStoreUnusable) return explainHeads(error);
  if (error instanceof ConfigurationProblems || error instanceof InvalidSettingFile) {
    return problemLines(error).join('\n');
  }
  if (error instanceof DatabaseInUse) {
    return localize({
      it: 'Un altro processo usa la cartella dei dati e non accetta comandi: fermalo e riprova.',
      en: 'Another process uses the data folder and takes no commands: stop it and try again.',
    });
  }
  if (error instanceof DatabaseUnavailable) {
    return localize({
      it: 'La banca dati non risponde: controlla MIGRATE_DATABASE_URL e DATABASE_URL.',
      en: 'The database does not answer: check MIGRATE_DATABASE_URL and DATABASE_URL.',
    });
  }
  if (error instanceof InvalidAuthoritySettings) return localize(error.reason);
  return error instanceof LocalizedError ? error.message : error;
}

export const problemLines = (error: ConfigurationProblems | InvalidSettingFile): string[] =>
  error instanceof ConfigurationProblems
    ? error.problems.map((problem) => localize(sentenceOf(problem)))
    : [localize({ it: `${error.setting}: ${error.reason.it}`, en: `${error.setting}: ${error.reason.en}` })];

/** DATA_DIR names a folder in which the product has never been started. */
export const noInstallation = (dataDir: string): string =>
  localize({
    it: `In ${dataDir} non c’è un’installazione di Fascicolo (DATA_DIR).`,
    en: `There is no installation of Fascicolo in ${dataDir} (DATA_DIR).`,
  });

export const unreadable = (path: string, reason: string): string =>
  localize({ it: `${path} non si può leggere (${reason}).`, en: `${path} cannot be read (${reason}).` });

export const noSuchUser = (login: string): string =>
  localize({ it: `Nessun utente si chiama ${login}.`, en: `There is no user ${login}.` });
