/** Administrators for tests: in the portal it takes two, by command one. */
import { appointAdministrator } from '#server/identity/administrators/by-command.ts';
import type { World } from '#server/world.ts';

/** Makes an active administrator of a user who is there. */
export async function appoint({ database, clock }: Pick<World, 'database' | 'clock'>, login: string): Promise<void> {
  const found = await database.transaction((tx) => appointAdministrator(tx, login, clock.now()));
  if (found === null) throw new Error(`Nobody is called ${login}`);
}
