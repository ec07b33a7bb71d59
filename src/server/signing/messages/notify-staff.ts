/** Notifies the user who started a signature of its outcome, and staff of their turn; once each, in the transaction of the event. */
import type { NotificationKind } from '#domain/notifications/notification.ts';
import type { Tx } from '#ports/database/database.ts';
import { findUser } from '../../identity/index.ts';
import { notifyUser } from '../../notifications/index.ts';
import type { World } from '../../world.ts';
import { listSessionDocuments, type Session, type Signer } from '../queries.ts';

interface Event {
  readonly kind: NotificationKind;
  readonly at: Date;
}

async function notifyUsers(tx: Tx, sessionId: number, userIds: readonly number[], { kind, at }: Event): Promise<void> {
  const documentIds = (await listSessionDocuments(tx, sessionId)).map((entry) => entry.document_id);
  for (const userId of new Set(userIds)) await notifyUser(tx, { userId, kind, sessionId, documentIds, at });
}

/** Shown only as notifications in the portal: e-mails are sent when all have signed, a signer has declined, or the time has expired. */
const NOT_MAILED: ReadonlySet<NotificationKind> = new Set(['customerSigned', 'yourTurn', 'locked', 'failed']);

/** @param event `knownTo`: ids of users who caused it themselves or are notified in more detail. */
export async function notifyStarter(
  world: World,
  tx: Tx,
  session: Pick<Session, 'id' | 'started_by'>,
  event: Event & { readonly knownTo?: readonly (number | null)[] },
): Promise<void> {
  const starter = await findUser(tx, { login: session.started_by });
  if (starter === undefined || event.knownTo?.includes(starter.id)) return;
  await notifyUsers(tx, session.id, [starter.id], event);
  if (NOT_MAILED.has(event.kind)) return;
  await world.jobs.send(tx, 'signing.mailStarter', { sessionId: session.id }, { key: `outcome:${session.id}` });
}

/** @param signers those whose turn it is. */
export async function notifyTurn(tx: Tx, signers: readonly Signer[], at: Date): Promise<void> {
  for (const { session_id: sessionId, user_id: userId } of signers) {
    if (userId !== null) await notifyUsers(tx, sessionId, [userId], { kind: 'yourTurn', at });
  }
}
