/** Job: whoever started a signature hears that its link has run out, where the legal entity has the service (D-48). */
import { expiryMail } from '#domain/signing/messages.ts';
import { isStaffsTurn } from '#domain/signing/staff-signers.ts';
import { findUser } from '../identity/index.ts';
import { writeToEach } from '../jobs/write-to-each.ts';
import type { World } from '../world.ts';
import { hasReminderService } from './automatic-reminders.ts';
import { labelOf, loadParties } from './parties.ts';
import { findSession, listSigners } from './queries.ts';

/** Sent once however often the job runs: the gateway knows the id. A person who left is not written to. */
export async function sendExpiryNotice(world: World, sessionId: number): Promise<void> {
  const { read } = world.database;
  const session = await findSession(read, sessionId);
  if (session === undefined || session.state !== 'EXPIRED') return;
  if (!(await hasReminderService(read, sessionId, world.clock.now()))) return;
  const starter = await findUser(read, { login: session.started_by });
  if (starter === undefined || !starter.activated || starter.email === '') return;
  const parties = await loadParties(read, sessionId);
  const message = expiryMail({
    dealer: parties.dealer.name,
    label: labelOf(parties),
    started: session.created_date,
    customerSigned: isStaffsTurn(await listSigners(read, sessionId)),
    url: world.settings.publicUrl,
    demo: world.settings.mode === 'demo',
  });
  await writeToEach(world, [{ id: `expired:${sessionId}`, to: starter.email, ...message }]);
}
