/** Administrators for tests: the portal requires two users to appoint one, the command only one. */
import { appointAdministrator } from '#server/identity/administrators/operator-commands.ts';
import type { World } from '#server/world.ts';

/** Makes an existing user an active administrator. */
export async function appoint({ database, clock }: Pick<World, 'database' | 'clock'>, login: string): Promise<void> {
  const appointed = await database.transaction((tx) => appointAdministrator(tx, login, clock.now()));
  if (appointed === null) throw new Error(`Unknown login ${login}`);
}
