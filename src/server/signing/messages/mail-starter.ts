/** Job: e-mails the outcome of a signature to the user who started it, unless switched off. */
import { isSealLate } from '#domain/notifications/notification.ts';
import { outcomeMail, type SigningOutcome } from '#domain/notifications/outcome-mail.ts';
import { isStaffTurn } from '#domain/signing/staff-signers.ts';
import type { Db } from '#ports/database/database.ts';
import { findUser, type User } from '../../identity/index.ts';
import { writeToEach } from '../../jobs/write-to-each.ts';
import { wantsMails } from '../../notifications/index.ts';
import type { World } from '../../world.ts';
import { declineKind } from '../confirm/decline.ts';
import { findSession, listSigners, type Session, type Signer } from '../queries.ts';
import { labelOf, loadSessionContext, type SessionContext } from '../session-context.ts';
import { listAlertRecipients } from './wrong-recipient.ts';

/** Time of the last signature. */
export const lastSignedDate = (signers: readonly Signer[]): Date =>
  new Date(Math.max(...signers.map(({ signed_date }) => signed_date?.getTime() ?? 0)));

/** @returns null when this user already knows the outcome. */
async function findOutcome(
  db: Db,
  { session, starter, hst }: { session: Session; starter: User; hst: string },
): Promise<SigningOutcome | null> {
  const signers = await listSigners(db, session.id);
  if (session.state === 'EXPIRED') return { kind: 'expired', customerSigned: isStaffTurn(signers) };
  if (session.state === 'COMPLETED') {
    const signedDate = lastSignedDate(signers);
    return { kind: 'signed', lateSince: isSealLate(signedDate, session.ended_date ?? signedDate) ? signedDate : null };
  }
  const decliner = signers.find(({ state }) => state === 'DECLINED');
  if (session.state !== 'DECLINED' || decliner === undefined || decliner.user_id === starter.id) return null;
  if (declineKind(decliner) === 'declined') {
    return { kind: 'declined', byStaff: decliner.role !== 'customer', reason: decliner.decline_reason ?? '' };
  }
  // They already receive the more detailed message to supervisors.
  const alertRecipients = await listAlertRecipients(db, hst, starter);
  return alertRecipients.some(({ id }) => id === starter.id) ? null : { kind: 'wrongRecipient' };
}

/** Only a code may be six consecutive digits: with a document id that long, link to the portal instead. */
function documentUrl({ settings: { publicUrl } }: World, { papers }: SessionContext): string {
  const url = `${publicUrl}/app/documents/${papers[0]?.entry.document_id ?? ''}`;
  return /\d{6}/.test(url) ? publicUrl : url;
}

/** Safe to repeat: the mail server recognises the message id. Users who left get no e-mail. */
export async function mailStarter(world: World, sessionId: number): Promise<void> {
  const { read } = world.database;
  const session = await findSession(read, sessionId);
  if (session === undefined) return;
  const starter = await findUser(read, { login: session.started_by });
  if (!starter?.activated || starter.email === '' || !(await wantsMails(read, starter.id))) return;
  const context = await loadSessionContext(read, sessionId);
  const news = await findOutcome(read, { session, starter, hst: context.hst });
  if (news === null) return;
  const { publicUrl, mode } = world.settings;
  const message = outcomeMail({
    ...{ dealer: context.dealer.name, label: labelOf(context), started: session.created_date, news },
    ...{ url: documentUrl(world, context), settingsUrl: `${publicUrl}/my-page`, demo: mode === 'demo' },
  });
  // The expiry notice keeps its original message id, from before other notices existed.
  const id = `${news.kind === 'expired' ? 'expired' : 'outcome'}:${sessionId}`;
  await writeToEach(world, [{ id, to: starter.email, ...message }]);
}
