/** One attempt to send a message, stored with its outcome: permanent failures are not retried. */
import { maskEmail, maskPhone } from '#domain/evidence/masking.ts';
import { type MessageReason, reasonOfStatus } from '#domain/signing/messages/sent-messages.ts';
import type { LinkChannel } from '#domain/signing/signer-progress.ts';
import { isFinalFailure, MailFailure, SmsRejected, SmsTooLong, SmsUncertain } from '#ports/messages.ts';
import type { World } from '../../world.ts';
import type { Code, Signer } from '../queries.ts';
import type { Reminder } from '../waiting/reminders.queries.ts';
import { type MessageFacts, noteUnsent } from './messages.queries.ts';

export function reasonOf(error: unknown): MessageReason {
  if (error instanceof MailFailure) {
    if (error.outcome === 'never') return reasonOfStatus(error.status);
    return error.outcome === 'later' ? 'LATER' : 'UNCERTAIN';
  }
  if (error instanceof SmsTooLong) return 'TOO_LONG';
  if (error instanceof SmsRejected) return 'REJECTED';
  return error instanceof SmsUncertain ? 'UNCERTAIN' : 'SERVER';
}

type Addressee = Pick<Signer, 'id' | 'email' | 'phone'>;

const recipientColumns = ({ id, email, phone }: Addressee, channel: LinkChannel) => ({
  signer_id: id,
  channel,
  address: channel === 'SMS' ? maskPhone(phone) : maskEmail(email),
});

export const linkMessageId = (signerId: number, epoch: number): string => `link:${signerId}:${epoch}:EMAIL`;

export const linkMessageFacts = (signer: Addressee & Pick<Signer, 'link_epoch'>): MessageFacts => ({
  ...recipientColumns(signer, 'EMAIL'),
  message_id: linkMessageId(signer.id, signer.link_epoch),
  kind: 'LINK',
});

export const reminderMessageFacts = (
  signer: Addressee,
  { id, channel }: Pick<Reminder, 'id' | 'channel'>,
): MessageFacts => ({
  ...recipientColumns(signer, channel),
  message_id: `reminder:${id}`,
  kind: 'REMINDER',
});

export const codeMessageFacts = (signer: Addressee, { id }: Pick<Code, 'id'>): MessageFacts => ({
  ...recipientColumns(signer, 'SMS'),
  message_id: `otp:${id}`,
  kind: 'CODE',
});

export const copyMessageFacts = (signer: Addressee): MessageFacts => ({
  ...recipientColumns(signer, 'EMAIL'),
  message_id: `copy:${signer.id}`,
  kind: 'COPY',
});

/** Sends a message through `send`. @throws the error of `send`, after the failure is stored. */
export async function attemptSend<T>(world: World, facts: MessageFacts, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const failure = { reason: reasonOf(error), ended: isFinalFailure(error) };
    await noteUnsent(world.database.read, facts, failure, world.clock.now());
    throw error;
  }
}
