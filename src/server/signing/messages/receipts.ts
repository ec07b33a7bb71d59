/** Sweep: collects what mail servers and SMS gateways report about accepted links and copies; codes have their own sweep. */
import { type EvidenceType, SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { type MessageReason, reasonOfStatus } from '#domain/signing/messages/sent-messages.ts';
import type { MailReceipt, SmsReceipt } from '#ports/messages.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import { findSigner, listSessionDocuments, lockSession, lockSigner, noteEvent } from '../queries.ts';
import {
  findLastLink,
  listAwaitedAfter,
  listNewestAwaited,
  type SentMessage,
  settleMessage,
} from './messages.queries.ts';

/** Mail servers retry for up to five days; networks keep an SMS for two at most. */
const QUERY_DAYS = { EMAIL: 7, SMS: 2 } as const;
const BATCH_SIZE = 200;
const DAY_MS = 86_400_000;

interface Outcome {
  readonly state: 'DELIVERED' | 'UNDELIVERED';
  readonly reason: MessageReason | null;
}

function outcomeOf(receipt: SmsReceipt | MailReceipt): Outcome {
  if (receipt.state === 'DELIVERED') return { state: 'DELIVERED', reason: null };
  return { state: 'UNDELIVERED', reason: 'status' in receipt ? reasonOfStatus(receipt.status) : 'UNREACHABLE' };
}

const OUTCOME_EVENTS = {
  LINK: { DELIVERED: 'link.delivered', UNDELIVERED: 'link.undelivered' },
  COPY: { DELIVERED: 'copy.delivered', UNDELIVERED: 'copy.undelivered' },
} as const satisfies Record<string, Record<Outcome['state'], EvidenceType>>;

async function recordOutcome(world: World, message: SentMessage, outcome: Outcome): Promise<void> {
  const signer = await findSigner(world.database.read, message.signer_id);
  if (signer === undefined) return;
  await world.database.transaction(async (tx) => {
    const session = await lockSession(tx, signer.session_id);
    const now = world.clock.now();
    if (!(await settleMessage(tx, message.message_id, outcome, now))) return;
    const type = OUTCOME_EVENTS[message.kind === 'COPY' ? 'COPY' : 'LINK'][outcome.state];
    const { seen_date: seenDate, last_event: lastEvent } = await lockSigner(tx, signer.id);
    const isNewest =
      ['link.sent', 'reminder.sent'].includes(lastEvent) && (await findLastLink(tx, signer.id))?.id === message.id;
    if (type === 'link.undelivered' && session.state === 'OPEN' && seenDate === null && isNewest) {
      await noteEvent(tx, signer.id, type, now);
    }
    const { channel, address, provider_id } = message;
    const reason = outcome.reason === null ? {} : { reason: outcome.reason };
    const detail = { sessionId: session.id, channel, address, providerId: provider_id ?? '', ...reason };
    for (const { document_id } of await listSessionDocuments(tx, session.id)) {
      await record(tx, documentSubject(document_id), { type, actor: SYSTEM_ACTOR, detail }, now);
    }
  });
}

/**
 * @returns a function that runs one round: it queries the newest messages, which have receipts most often, and the
 * next batch of all others, since most messages never get a receipt and must not block those behind them.
 */
export function createReceiptSweep(world: World): () => Promise<void> {
  const lastIds = { EMAIL: 0, SMS: 0 };

  async function collect(
    channel: 'EMAIL' | 'SMS',
    fetchReceipts: (ids: readonly string[]) => Promise<readonly (SmsReceipt | MailReceipt)[]>,
  ): Promise<void> {
    const { read } = world.database;
    const since = new Date(world.clock.now().getTime() - QUERY_DAYS[channel] * DAY_MS);
    const filter = { channel, since, limit: BATCH_SIZE };
    const newest = await listNewestAwaited(read, filter);
    const nextBatch = newest.length < BATCH_SIZE ? [] : await listAwaitedAfter(read, lastIds[channel], filter);
    lastIds[channel] = nextBatch.length < BATCH_SIZE ? 0 : (nextBatch.at(-1)?.id ?? 0);
    const byId = new Map([...newest, ...nextBatch].map((message) => [message.provider_id ?? '', message]));
    if (byId.size === 0) return;
    for (const receipt of await fetchReceipts([...byId.keys()])) {
      const message = byId.get(receipt.providerId);
      if (message !== undefined) await recordOutcome(world, message, outcomeOf(receipt));
    }
  }

  return async () => {
    const { mail, sms } = world;
    const rounds = [
      mail.receipts && collect('EMAIL', (ids) => mail.receipts?.(ids) ?? Promise.resolve([])),
      sms.receipts && collect('SMS', (ids) => sms.receipts?.(ids) ?? Promise.resolve([])),
    ];
    // A failed channel does not block the other.
    const failed = (await Promise.allSettled(rounds)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  };
}
