/** Opens the database of a stopped installation, or of a running one on PostgreSQL. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { openPglite } from '#adapters/database/pglite.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import type { Database } from '#ports/database/database.ts';
import type { Config } from '../settings/config.ts';
import { BackupRefused } from './backup/backup-folder.ts';
import { noInstallation } from './terminal/failure-text.ts';

/** Creates and migrates nothing. @throws BackupRefused where the product has never been started. */
export async function openInstallation({ dataDir, DATABASE_URL }: Config): Promise<Database> {
  await access(join(dataDir, 'keys/anchors.pem')).catch(() => {
    throw new BackupRefused(noInstallation(dataDir));
  });
  const migrate = { migrate: false };
  return DATABASE_URL === undefined
    ? openPglite(join(dataDir, 'database'), undefined, migrate)
    : openPostgres(DATABASE_URL, 2, migrate);
}
