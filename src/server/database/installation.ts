/** What a database says that it is (P-1): its mode is written once, when it is first filled. */
import type { Db, Tx } from '#ports/database/database.ts';
import type { World } from '../world.ts';

/** @returns null for a database that nothing has been put into. */
export async function installedMode(db: Db): Promise<World['settings']['mode'] | null> {
  const row = await db.selectFrom('installation').select('mode').executeTakeFirst();
  return row?.mode ?? null;
}

/** Once, with the first rows. */
export async function markInstallation(tx: Tx, mode: World['settings']['mode'], at: Date): Promise<void> {
  await tx.insertInto('installation').values({ mode, created_date: at }).execute();
}
