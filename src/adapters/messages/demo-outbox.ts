/** The demo's SMS and mail gateways: nothing leaves the machine, all messages can be read in the outbox. */
import { smsParts } from '#domain/signing/messages/sms-parts.ts';
import type { Clock } from '#ports/clock.ts';
import type { Database } from '#ports/database/database.ts';
import type { Mail, Outbox, OutboxMessage, Sms } from '#ports/messages.ts';

/** Maximum number of messages returned, newest first. */
const MAX_SHOWN = 500;

/** Phones that are switched off, to demonstrate an undelivered message. */
const SWITCHED_OFF = /00000$/;

/** Mailboxes that do not exist: messages to them bounce, to demonstrate that state. */
const NO_MAILBOX = /^nessuno@/i;

export interface DemoMessages {
  readonly sms: Sms;
  readonly mail: Mail;
  readonly outbox: Outbox;
}

export function openDemoOutbox(database: Database, clock: Clock): DemoMessages {
  /** A message id is stored once, regardless of retries. */
  const keep = async (
    id: string,
    channel: OutboxMessage['channel'],
    recipient: string,
    text: string,
  ): Promise<string> => {
    await database.read
      .insertInto('demo_outbox')
      .values({ message_id: id, channel, recipient, text, created_date: clock.now() })
      .onConflict((conflict) => conflict.column('message_id').doNothing())
      .execute();
    return `demo-${id}`;
  };
  async function sentAs(providerIds: readonly string[]) {
    if (providerIds.length === 0) return [];
    const ids = providerIds.map((providerId) => providerId.replace(/^demo-/, ''));
    const sent = database.read.selectFrom('demo_outbox').select(['message_id', 'recipient']);
    return sent.where('message_id', 'in', ids).execute();
  }
  return {
    sms: {
      send: async ({ id, to, text }) => ({ providerId: await keep(id, 'SMS', to, text), parts: smsParts(text) }),
      async receipts(providerIds) {
        return (await sentAs(providerIds)).map(({ message_id, recipient }) => ({
          providerId: `demo-${message_id}`,
          state: SWITCHED_OFF.test(recipient) ? 'FAILED' : 'DELIVERED',
        }));
      },
    },
    mail: {
      send: async ({ id, to, subject, text }) => ({ providerId: await keep(id, 'EMAIL', to, `${subject}\n\n${text}`) }),
      // Like most mail servers, reports only failures.
      async receipts(providerIds) {
        const bounced = (await sentAs(providerIds)).filter(({ recipient }) => NO_MAILBOX.test(recipient));
        return bounced.map(({ message_id }) => ({
          providerId: `demo-${message_id}`,
          state: 'FAILED',
          status: '5.1.1',
        }));
      },
    },
    outbox: {
      async list(to) {
        let query = database.read.selectFrom('demo_outbox').selectAll().orderBy('id', 'desc').limit(MAX_SHOWN);
        if (to !== undefined) query = query.where('recipient', '=', to);
        const rows = await query.execute();
        return rows.map((row) => ({
          id: row.id,
          channel: row.channel,
          to: row.recipient,
          text: row.text,
          createdAt: row.created_date.toISOString(),
        }));
      },
    },
  };
}
