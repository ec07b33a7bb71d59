/** `npm start`: reads the settings, starts the product, and prints in words why it cannot start. */
import { InvalidSettingFile } from '#adapters/setting-file.ts';
import { DatabaseInUse, MigrationRefused, SchemaBehind } from '#ports/database/database.ts';
import { InvalidAuthoritySettings } from './authorities.ts';
import { problemLines } from './cli/terminal/failure-text.ts';
import { LocalizedError, localize, type Message } from './cli/terminal/language.ts';
import { MIGRATE_COMMAND } from './command-name.ts';
import { ConfigurationProblems, readConfig } from './settings/config.ts';
import { start } from './start.ts';

const [major] = process.versions.node.split('.').map(Number);
if ((major ?? 0) < 26) {
  console.error(
    localize({
      it: `Fascicolo gira su Node 26, questo è ${process.version}. Avvialo con: npm start`,
      en: `Fascicolo runs on Node 26, this is ${process.version}. Start it with: npm start`,
    }),
  );
  process.exit(1);
}

async function run(): Promise<void> {
  await start(readConfig(process.env, process.argv.slice(2)));
}

/** Explains an error that the operator can fix; null for a defect. */
function explain(error: unknown): string | null {
  if (error instanceof ConfigurationProblems || error instanceof InvalidSettingFile) {
    return notStarted(SETTINGS, problemLines(error));
  }
  if (error instanceof InvalidAuthoritySettings) {
    return notStarted({ it: 'Chiavi e autorità da correggere', en: 'Keys and authorities to correct' }, [
      localize(error.reason),
    ]);
  }
  if (error instanceof DatabaseInUse) return `${localize(IN_USE)}\n  ${localize(error.reason)}`;
  if (error instanceof SchemaBehind) return `${localize(BEHIND)} ${MIGRATE_COMMAND}\n  ${error.message}`;
  if (error instanceof MigrationRefused)
    return `${localize(UNCHANGED)} (${error.migration}).\n  ${localize(error.reason)}`;
  if (error instanceof LocalizedError) return error.message;
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' ? portTakenText() : null;
}

const SETTINGS: Message = { it: 'Impostazioni da correggere', en: 'Settings to correct' };
const IN_USE: Message = {
  it: 'Fascicolo non parte: un altro processo usa già la cartella dei dati. Fermalo, oppure scegli un’altra cartella con DATA_DIR.',
  en: 'Fascicolo does not start: another process already uses the data folder. Stop it, or choose another folder with DATA_DIR.',
};
const BEHIND: Message = {
  it: 'Fascicolo non parte: lo schema della banca dati è più vecchio del programma, e questo ruolo non può aggiornarlo. Lo fa il proprietario:',
  en: 'Fascicolo does not start: the schema of the database is older than the product, and this role cannot bring it up to date. The owner does:',
};
const UNCHANGED: Message = {
  it: 'Fascicolo non parte, e nella banca dati non è cambiato nulla',
  en: 'Fascicolo does not start, and nothing has changed in the database',
};

const notStarted = (reason: Message, problems: readonly string[]): string => {
  const head = localize({ it: `Fascicolo non parte. ${reason.it}:`, en: `Fascicolo does not start. ${reason.en}:` });
  return [head, ...problems.map((problem) => `  - ${problem}`)].join('\n');
};

function portTakenText(): string {
  const port = process.env.PORT || '8080';
  return localize({
    it: `Fascicolo non parte: la porta ${port} è occupata. Scegline un’altra, per esempio: PORT=8081 npm start`,
    en: `Fascicolo does not start: port ${port} is taken. Choose another one, for example: PORT=8081 npm start`,
  });
}

run().catch((error: unknown) => {
  const text = explain(error);
  if (text === null) console.error(localize({ it: 'Fascicolo non parte:', en: 'Fascicolo does not start:' }), error);
  else console.error(text);
  process.exit(1);
});
