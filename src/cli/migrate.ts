/** `fascicolo migrate`: the owner updates the schema and grants the application's role its rights (record 0044). */

import { openPostgres } from '#adapters/database/postgres.ts';
import { MigrationRefused, SchemaBehind } from '#ports/database/database.ts';
import { COMMAND } from '../command-name.ts';
import { prepareForApplication } from '../database-role.ts';
import { ConfigurationProblems, readMigrationSettings } from '../settings/config.ts';
import { failureText, problemLines } from './terminal/failure-text.ts';
import { localize, type Message } from './terminal/language.ts';

const USAGE: Message = {
  it: `Uso: MIGRATE_DATABASE_URL=… DATABASE_URL=… ${COMMAND} migrate

  Aggiorna lo schema come proprietario (MIGRATE_DATABASE_URL) e dà al ruolo dell’applicazione, quello di
  DATABASE_URL, i soli diritti che gli servono: sulle prove legge e aggiunge, non modifica e non cancella.
  Si ripete a ogni nuova versione, prima di avviarla. Il ruolo dell’applicazione deve già esistere.`,
  en: `Usage: MIGRATE_DATABASE_URL=… DATABASE_URL=… ${COMMAND} migrate

  Brings the schema up to date as its owner (MIGRATE_DATABASE_URL) and gives the role of the application, that of
  DATABASE_URL, only the rights that it needs: it reads and adds evidence, but does not change or delete it.
  Repeat it with each new version, before starting it. The role of the application must exist already.`,
};

/** @returns 0 when schema and rights are correct, 1 with the reason on standard error, 2 for wrong arguments. */
export async function migrate(args: string[]): Promise<number> {
  if (args.length > 0) {
    console.error(localize(USAGE));
    return 2;
  }
  try {
    const { ownerUrl, applicationUrl } = readMigrationSettings(process.env);
    const owner = await openPostgres(ownerUrl, 2);
    try {
      const role = await prepareForApplication(owner, applicationUrl);
      console.log(
        localize({
          it: `Schema aggiornato. Il ruolo ${role} aggiunge alle prove e non può riscriverle.`,
          en: `The schema is up to date. The role ${role} adds evidence and cannot rewrite it.`,
        }),
      );
    } finally {
      await owner.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof ConfigurationProblems) console.error([...problemLines(error), '', localize(USAGE)].join('\n'));
    else if (error instanceof SchemaBehind) {
      console.error(
        localize({
          it: 'Il ruolo di MIGRATE_DATABASE_URL non è il proprietario: non può aggiornare lo schema.',
          en: 'The role of MIGRATE_DATABASE_URL is not the owner: it cannot bring the schema up to date.',
        }),
      );
    } else if (error instanceof MigrationRefused) {
      const unchanged = localize({
        it: 'Schema non aggiornato: nella banca dati non è cambiato nulla',
        en: 'The schema was not brought up to date: nothing has changed in the database',
      });
      console.error(`${unchanged} (${error.migration}).\n${localize(error.reason)}`);
    } else console.error(failureText(error));
    return 1;
  }
}
