/** Reads and writes a database's identity: its mode, written once when it is first filled, and the secret that belongs to it. */
import type { Database, Db, Tx } from '#ports/database/database.ts';
import type { Secrets, World } from '../world.ts';

/** @returns null for an empty database. */
export async function installedMode(db: Db): Promise<World['settings']['mode'] | null> {
  const row = await db.selectFrom('installation').select('mode').executeTakeFirst();
  return row?.mode ?? null;
}

interface Installation {
  mode: World['settings']['mode'];
  secrets: Secrets;
  at: Date;
}

const rowOf = ({ mode, secrets, at }: Installation) => ({
  mode,
  created_date: at,
  secret_check: secrets.derive('installation'),
});

/** Called once, with the first rows. */
export async function markInstallation(tx: Tx, installation: Installation): Promise<void> {
  await tx.insertInto('installation').values(rowOf(installation)).execute();
}

/** Like `markInstallation`, but keeps an existing installation. */
export async function ensureInstallation(tx: Tx, installation: Installation): Promise<void> {
  await tx
    .insertInto('installation')
    .values(rowOf(installation))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Reads only. @returns null for a database that is not yet bound to a secret. */
export async function isBoundToSecret(db: Db, secrets: Secrets): Promise<boolean | null> {
  const row = await db.selectFrom('installation').select('secret_check').executeTakeFirst();
  if (row?.secret_check == null) return null;
  return Buffer.compare(row.secret_check, secrets.derive('installation')) === 0;
}

/**
 * Binds a database of an earlier version to the secret of the first start with this version.
 * @returns false when its data was sealed or signed under another secret.
 */
export async function bindToSecret(database: Database, secrets: Secrets): Promise<boolean> {
  const secretCheck = secrets.derive('installation');
  await database.transaction((tx) =>
    tx.updateTable('installation').set({ secret_check: secretCheck }).where('secret_check', 'is', null).execute(),
  );
  const row = await database.read.selectFrom('installation').select('secret_check').executeTakeFirst();
  return row?.secret_check == null || Buffer.compare(row.secret_check, secretCheck) === 0;
}
