/** Job: sends each customer the link to their copy when the signature is complete, once even if it runs repeatedly. */
import { type EvidenceEvent, SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { maskEmail } from '#domain/evidence/masking.ts';
import { copyMail } from '#domain/signing/messages/copy-message.ts';
import { copyExpiry } from '#domain/signing/messages/link.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import type { MessageReason } from '#domain/signing/messages/sent-messages.ts';
import type { Tx } from '#ports/database/database.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import { linkToken } from '../ceremony/tokens.ts';
import { sessionFingerprint } from '../present.ts';
import { findSignerInSession, listSessionDocuments, lockSession, type Session, type Signer } from '../queries.ts';
import { loadSessionContext } from '../session-context.ts';
import { attemptSend, copyMessageFacts } from './attempt.ts';
import { isCopyQueued, queueCopies, setCopyDelivery } from './copy-message.queries.ts';
import { failWaitingMessage, noteAccepted } from './messages.queries.ts';

/** Works on any device: it shows only the copy, so its holder cannot sign with it. */
export function copyUrlOf(world: World, { id: signerId, session_id: sessionId, link_epoch: epoch }: Signer): string {
  return `${world.settings.publicUrl}/sign/${linkToken(world.secrets, { signerId, sessionId, epoch }, 'copy-link')}`;
}

/** Queues the copy message for every customer of a session that completes in this transaction; staff have the portal. */
export async function announceCopies(world: World, tx: Tx, signers: readonly Signer[]): Promise<void> {
  const signerIds = signers.filter((signer) => signer.user_id === null).map(({ id }) => id);
  await queueCopies(tx, signerIds);
  for (const signerId of signerIds) {
    await world.jobs.send(tx, 'signing.sendCopy', { signerId }, { key: `copy:${signerId}` });
  }
}

interface DueCopy {
  signer: Signer;
  session: Session;
}

async function findDueCopy(world: World, signerId: number): Promise<DueCopy | undefined> {
  const due = await findSignerInSession(world.database.read, signerId);
  return due && (await isCopyQueued(world.database.read, signerId)) ? due : undefined;
}

async function recordCopyOutcome(
  world: World,
  { signer, session }: DueCopy,
  { providerId, event }: { providerId: string | null; event: EvidenceEvent },
): Promise<void> {
  await world.database.transaction(async (tx) => {
    await lockSession(tx, session.id);
    const delivery = providerId === null ? 'FAILED' : 'SENT';
    if (!(await setCopyDelivery(tx, signer.id, { delivery, provider_id: providerId }))) return;
    const facts = copyMessageFacts(signer);
    if (providerId === null) await failWaitingMessage(tx, facts.message_id, world.clock.now());
    else await noteAccepted(tx, facts, providerId, world.clock.now());
    for (const { document_id } of await listSessionDocuments(tx, session.id)) {
      await record(tx, documentSubject(document_id), event, world.clock.now());
    }
  });
}

const mailDetail = ({ signer, session }: DueCopy) => ({
  sessionId: session.id,
  channel: 'EMAIL',
  address: maskEmail(signer.email),
});

export async function sendCopy(world: World, signerId: number): Promise<void> {
  const due = await findDueCopy(world, signerId);
  if (due === undefined) return;
  const { signer, session } = due;
  const context = await loadSessionContext(world.database.read, session.id);
  const facts = copyMessageFacts(signer);
  const mail = {
    id: facts.message_id,
    to: signer.email,
    ...copyMail({
      dealer: context.dealer.name,
      name: `${signer.first_name} ${signer.last_name}`,
      papers: context.papers.map(({ type }) => paperName(type)),
      fingerprint: sessionFingerprint(context.papers.map(({ entry }) => entry)),
      url: copyUrlOf(world, signer),
      expires: copyExpiry(session.ended_date ?? world.clock.now()),
      demo: world.settings.mode === 'demo',
    }),
  };
  const { providerId } = await attemptSend(world, facts, () => world.mail.send(mail));
  const event = { type: 'copy.sent', actor: SYSTEM_ACTOR, detail: { ...mailDetail(due), providerId } } as const;
  await recordCopyOutcome(world, due, { providerId, event });
}

/** Retries are used up: record it in the trail; the dealer hands the copy over. */
export async function giveUpCopy(world: World, signerId: number, reason?: MessageReason): Promise<void> {
  const due = await findDueCopy(world, signerId);
  if (due === undefined) return;
  const detail = { ...mailDetail(due), ...(reason === undefined ? {} : { reason }) };
  const event = { type: 'copy.failed', actor: SYSTEM_ACTOR, detail } as const;
  await recordCopyOutcome(world, due, { providerId: null, event });
}
