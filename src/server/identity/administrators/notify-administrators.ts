/** E-mails the administrators about proposals, decisions and commands concerning one of them (record 0066). */
import { administratorMail } from '#domain/identity/administrator-message.ts';
import { writeToEach } from '../../jobs/write-to-each.ts';
import type { World } from '../../world.ts';
import { findUserById, findUserByLogin, listUsersByName, workingAs } from '../queries.ts';
import { listUnnotified, markNotified, type ProposalRow } from './rows.ts';

/** Per round. */
const BATCH = 50;

/** Sends to every active administrator except the acting one. Repeats are safe: the gateway recognises message ids. */
async function notifyOthers(world: World, row: ProposalRow): Promise<void> {
  const { read } = world.database;
  const nameOf = async (login: string | null) =>
    login === null ? null : ((await findUserByLogin(read, login))?.fullname ?? login);
  const { firstName, lastName } = row.wanted;
  const user = await findUserById(read, row.user_id);
  const message = administratorMail({
    kind: row.kind,
    state: row.state,
    effects: row.effects,
    user: user?.fullname ?? `${firstName} ${lastName}`,
    proposedBy: await nameOf(row.proposed_by),
    decidedBy: await nameOf(row.decided_by),
    expires: row.expires_date,
    reason: row.reason,
    url: `${world.settings.publicUrl}/admin/users`,
    demo: world.settings.mode === 'demo',
  });
  const actor = row.state === 'WAITING' ? row.proposed_by : row.decided_by;
  const administrators = await listUsersByName(read, workingAs('ROLE_ADMIN', {}));
  const recipients = administrators.filter(({ login, email }) => login !== actor && email !== '');
  const idOf = (userId: number): string => `administrator:${row.id}:${row.state}:${userId}`;
  await writeToEach(
    world,
    recipients.map(({ id, email }) => ({ id: idOf(id), to: email, ...message })),
  );
}

export async function notifyAdministrators(world: World): Promise<void> {
  for (const row of await listUnnotified(world.database.read, BATCH)) {
    try {
      await notifyOthers(world, row);
    } catch (error) {
      // Retried in a later round; continue with the next row.
      world.log.warn({ err: error, proposalId: row.id }, 'administrators not notified yet');
      continue;
    }
    // If the proposal was decided meanwhile, this records the state that was sent, and the next round sends the new
    // one.
    await markNotified(world.database.read, row);
  }
}
