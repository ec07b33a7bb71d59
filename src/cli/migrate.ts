/** `fascicolo migrate`: the owner updates the schema and grants the application's role its rights (record 0044). */

import { openPostgres } from '#adapters/database/postgres.ts';
import { DatabaseUnavailable, MigrationRefused, SchemaBehind } from '#ports/database/database.ts';
import { COMMAND } from '../command-name.ts';
import { prepareForApplication, RoleRefused } from '../database-role.ts';
import { ConfigurationProblems, readMigrationSettings } from '../settings/config.ts';

const USAGE = `Uso: MIGRATE_DATABASE_URL=… DATABASE_URL=… ${COMMAND} migrate

  Aggiorna lo schema come proprietario (MIGRATE_DATABASE_URL) e dà al ruolo dell’applicazione, quello di
  DATABASE_URL, i soli diritti che gli servono: sulle prove legge e aggiunge, non modifica e non cancella.
  Si ripete a ogni nuova versione, prima di avviarla. Il ruolo dell’applicazione deve già esistere.`;

/** @returns 0 when schema and rights are correct, 1 with the reason on standard error, 2 for wrong arguments. */
export async function migrate(args: string[]): Promise<number> {
  if (args.length > 0) {
    console.error(USAGE);
    return 2;
  }
  try {
    const { ownerUrl, applicationUrl } = readMigrationSettings(process.env);
    const owner = await openPostgres(ownerUrl, 2);
    try {
      const role = await prepareForApplication(owner, applicationUrl);
      console.log(`Schema aggiornato. Il ruolo ${role} aggiunge alle prove e non può riscriverle.`);
    } finally {
      await owner.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof RoleRefused) console.error(error.message);
    else if (error instanceof ConfigurationProblems) console.error([...error.problems, '', USAGE].join('\n'));
    else if (error instanceof SchemaBehind) {
      console.error('Il ruolo di MIGRATE_DATABASE_URL non è il proprietario: non può aggiornare lo schema.');
    } else if (error instanceof MigrationRefused) {
      console.error(
        `Schema non aggiornato: nella banca dati non è cambiato nulla (${error.migration}).\n${error.message}`,
      );
    } else if (error instanceof DatabaseUnavailable) {
      console.error('La banca dati non risponde: controlla MIGRATE_DATABASE_URL e DATABASE_URL.');
    } else console.error(error);
    return 1;
  }
}
