/** Background work of identity: deletes expired rows, sends notices to administrators. */
import type { World } from '../world.ts';
import { notifyAdministrators } from './administrators/notify-administrators.ts';
import { expireProposals } from './administrators/proposals.ts';
import { MAX_WINDOW_SECONDS } from './limits.ts';
import { deleteExpired } from './queries.ts';
import { deleteExpiredFreshSignIns } from './sign-ins/fresh-sign-in.queries.ts';
import { deleteExpiredSignIns } from './sign-ins/rows.ts';

const SWEEP_SECONDS = 10 * 60;
/** Also sends notices about commands that ran while the installation was stopped. */
const TELL_SECONDS = 60;

/** Deletes unfinished sign-ins, expired sessions, and attempts that no longer count. */
export async function sweepIdentity(world: World): Promise<void> {
  const at = world.clock.now();
  const oldestWindow = new Date(at.getTime() - 2 * MAX_WINDOW_SECONDS * 1000);
  await world.database.transaction(async (tx) => {
    await deleteExpired(tx, at, oldestWindow);
    await deleteExpiredSignIns(tx, at);
    await deleteExpiredFreshSignIns(tx, at);
    await expireProposals(tx, at);
  });
}

export async function identityTasks(world: World): Promise<void> {
  await world.jobs.every('identity.tellAdministrators', TELL_SECONDS, () => notifyAdministrators(world));
  await world.jobs.every('identity.sweep', SWEEP_SECONDS, () => sweepIdentity(world));
}
