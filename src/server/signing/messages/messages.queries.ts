/** SQL of the messages of a signature and their outcomes. */

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { MessageReason } from '#domain/signing/messages/sent-messages.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { SentMessageTable } from '#ports/database/tables.ts';
import { anyOf } from '../../database/criteria.ts';
import { changesRow } from '../../database/outcome.ts';

export type SentMessage = Selectable<SentMessageTable>;

/** Data of a message before it is sent; the address is masked. */
export type MessageFacts = Pick<SentMessage, 'message_id' | 'signer_id' | 'kind' | 'channel' | 'address'>;

/** A server or gateway accepted the message. */
export async function noteAccepted(tx: Tx, facts: MessageFacts, providerId: string, at: Date): Promise<void> {
  const accepted = { state: 'SENT', reason: null, provider_id: providerId, sent_date: at } as const;
  await tx
    .insertInto('sent_message')
    .values({ ...facts, ...accepted, created_date: at, ended_date: null })
    .onConflict((conflict) =>
      conflict
        .column('message_id')
        .doUpdateSet({ ...accepted, ended_date: null })
        .where('sent_message.state', 'in', ['WAITING', 'FAILED']),
    )
    .execute();
}

/** An attempt failed; `ended`: it was the last one. Changes nothing once the message was accepted or given up. */
export async function noteUnsent(
  db: Db,
  facts: MessageFacts,
  { reason, ended }: { reason: MessageReason; ended: boolean },
  at: Date,
): Promise<void> {
  const failure = { state: ended ? 'FAILED' : 'WAITING', reason, ended_date: ended ? at : null } as const;
  await db
    .insertInto('sent_message')
    .values({ ...facts, ...failure, provider_id: null, created_date: at, sent_date: null })
    .onConflict((conflict) =>
      conflict.column('message_id').doUpdateSet(failure).where('sent_message.state', '=', 'WAITING'),
    )
    .execute();
}

/** Marks a waiting message as failed: it is not tried again. @param reason the last attempt's reason stays unless another one is given. */
export async function failWaitingMessage(db: Db, messageId: string, at: Date, reason?: MessageReason): Promise<void> {
  await db
    .updateTable('sent_message')
    .set({ state: 'FAILED', ended_date: at, ...(reason === undefined ? {} : { reason }) })
    .where('message_id', '=', messageId)
    .where('state', '=', 'WAITING')
    .execute();
}

/** @returns false when its outcome is already known: it is recorded once, later reports of a gateway are ignored. */
export async function settleMessage(
  tx: Tx,
  messageId: string,
  outcome: { state: 'DELIVERED' | 'UNDELIVERED'; reason: MessageReason | null },
  at: Date,
): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('sent_message')
      .set({ ...outcome, ended_date: at })
      .where('message_id', '=', messageId)
      .where('state', '=', 'SENT'),
  );
}

interface AwaitedFilter {
  readonly channel: SentMessage['channel'];
  readonly since: Date;
  readonly limit: number;
}

const awaitedMessages = (db: Db, { channel, since, limit }: AwaitedFilter) =>
  db
    .selectFrom('sent_message')
    .selectAll()
    .where('channel', '=', channel)
    .where('state', '=', 'SENT')
    .where('kind', '!=', 'CODE')
    .where('sent_date', '>=', since)
    .limit(limit);

/** Links, reminders and copies accepted since then without a known outcome, newest first. */
export async function listNewestAwaited(db: Db, filter: AwaitedFilter): Promise<SentMessage[]> {
  return awaitedMessages(db, filter).orderBy('sent_date', 'desc').orderBy('id', 'desc').execute();
}

/** The same in order of id, starting after `after`. */
export async function listAwaitedAfter(db: Db, after: number, filter: AwaitedFilter): Promise<SentMessage[]> {
  return awaitedMessages(db, filter).where('id', '>', after).orderBy('id').execute();
}

/** Newest first. */
export async function listMessages(db: Db, signerIds: readonly number[], limit: number): Promise<SentMessage[]> {
  if (signerIds.length === 0) return [];
  const messages = db.selectFrom('sent_message').selectAll().where('signer_id', '=', anyOf(signerIds));
  return messages.orderBy('id', 'desc').limit(limit).execute();
}

/** Ids of links and reminders that bounced or never arrived. */
export async function listUndelivered(db: Db, signerIds: readonly number[]): Promise<Set<string>> {
  if (signerIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('sent_message')
    .select('message_id')
    .where('signer_id', '=', anyOf(signerIds))
    .where('state', '=', 'UNDELIVERED')
    .where('kind', 'in', ['LINK', 'REMINDER'])
    .execute();
  return new Set(rows.map(({ message_id }) => message_id));
}

/** The newest message with the link to this signer. */
export async function findLastLink(db: Db, signerId: number): Promise<SentMessage | undefined> {
  return db
    .selectFrom('sent_message')
    .selectAll()
    .where('signer_id', '=', signerId)
    .where('kind', 'in', ['LINK', 'REMINDER'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** SQL: whether the link of the row `signer` was given up permanently. */
export const linkWasGivenUp: RawBuilder<boolean> = sql`exists (select 1 from sent_message
    where sent_message.message_id = 'link:' || signer.id || ':' || signer.link_epoch || ':EMAIL'
      and sent_message.state = 'FAILED')`;
