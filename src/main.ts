/** `npm start`: reads the settings, starts the product, and prints in words why it cannot start. */
import { SettingFileWrong } from '#adapters/setting-file.ts';
import { DatabaseInUse, MigrationRefused, SchemaBehind } from '#ports/database/database.ts';
import { AuthoritySettingsWrong } from './authorities.ts';
import { RecipientsRefused } from './cli/backup/recipients.ts';
import { MIGRATE_COMMAND } from './command-name.ts';
import { CustodianRefused } from './custodian.ts';
import { RoleRefused } from './database-role.ts';
import { HeadsRefused } from './head-place.ts';
import { ConfigurationProblems, readConfig } from './settings/config.ts';
import { StartRefused, start } from './start.ts';

const [major] = process.versions.node.split('.').map(Number);
if ((major ?? 0) < 26) {
  console.error(`Fascicolo runs on Node 26, this is ${process.version}. Start it with: npm start`);
  process.exit(1);
}

async function run(): Promise<void> {
  await start(readConfig(process.env, process.argv.slice(2)));
}

run().catch((error: unknown) => {
  if (error instanceof ConfigurationProblems) {
    console.error('Fascicolo non parte. Impostazioni da correggere:');
    for (const problem of error.problems) console.error(`  - ${problem}`);
  } else if (error instanceof DatabaseInUse) {
    console.error(
      'Fascicolo non parte: un altro processo usa già la cartella dei dati. Fermalo, oppure scegli un’altra cartella con DATA_DIR.',
    );
    console.error(`  ${error.message}`);
  } else if (error instanceof SchemaBehind) {
    console.error(
      `Fascicolo non parte: lo schema della banca dati è più vecchio del programma, e questo ruolo non può aggiornarlo. Lo fa il proprietario: ${MIGRATE_COMMAND}`,
    );
    console.error(`  ${error.message}`);
  } else if (error instanceof MigrationRefused) {
    console.error(
      `Fascicolo non parte, e nella banca dati non è cambiato nulla (${error.migration}).\n  ${error.message}`,
    );
  } else if (error instanceof AuthoritySettingsWrong) {
    console.error(`Fascicolo non parte. Chiavi e autorità da correggere:\n  - ${error.message}`);
  } else if (error instanceof SettingFileWrong) {
    console.error(`Fascicolo non parte. Impostazioni da correggere:\n  - ${error.message}`);
  } else if (
    [StartRefused, RoleRefused, CustodianRefused, HeadsRefused, RecipientsRefused].some((kind) => error instanceof kind)
  ) {
    console.error((error as Error).message);
  } else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    console.error(
      `Fascicolo non parte: la porta ${process.env.PORT ?? '8080'} è occupata. Scegline un’altra, per esempio: PORT=8081 npm start`,
    );
  } else {
    console.error('Fascicolo non parte:', error);
  }
  process.exit(1);
});
