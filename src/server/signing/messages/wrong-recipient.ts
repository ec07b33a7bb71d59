/** Job: notifies the dealer's supervisors that a link reached the wrong person. */
import { wrongRecipientMail } from '#domain/signing/messages/wrong-recipient-message.ts';
import type { Db } from '#ports/database/database.ts';
import { findUser, listSupervisors, type User } from '../../identity/index.ts';
import { writeToEach } from '../../jobs/write-to-each.ts';
import type { World } from '../../world.ts';
import { findSession } from '../queries.ts';
import { labelOf, loadSessionContext } from '../session-context.ts';

const canReceiveMail = (user: User | undefined): user is User => user?.activated === true && user.email !== '';

/** The dealer's supervisors, or, without any, the user who started the signature, since some recipient is needed. */
export async function listAlertRecipients(db: Db, hst: string, starter: User | undefined): Promise<User[]> {
  const supervisors = (await listSupervisors(db, hst)).filter(canReceiveMail);
  return supervisors.length > 0 ? supervisors : [starter].filter(canReceiveMail);
}

/** Safe to repeat: the gateway recognises the message ids. */
export async function alertSupervisors(world: World, sessionId: number): Promise<void> {
  const { read } = world.database;
  const session = await findSession(read, sessionId);
  if (session === undefined || session.state !== 'DECLINED') return;
  const context = await loadSessionContext(read, sessionId);
  const starter = await findUser(read, { login: session.started_by });
  const recipients = await listAlertRecipients(read, context.hst, starter);
  const message = wrongRecipientMail({
    dealer: context.dealer.name,
    label: labelOf(context),
    startedBy: starter?.fullname ?? session.started_by,
    started: session.created_date,
    url: world.settings.publicUrl,
    demo: world.settings.mode === 'demo',
  });
  const notices = recipients.map(({ id, email }) => ({ id: `not-me:${sessionId}:${id}`, to: email, ...message }));
  await writeToEach(world, notices);
}
