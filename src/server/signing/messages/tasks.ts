/** Jobs and sweeps of messages: permanent failures are given up immediately, others are retried. */
import type { MessageReason } from '#domain/signing/messages/sent-messages.ts';
import { isFinalFailure } from '#ports/messages.ts';
import type { World } from '../../world.ts';
import { notifyFormerContact } from '../contact/contact-changes.ts';
import { reasonOf } from './attempt.ts';
import { giveUpCopy, sendCopy } from './copy-message.ts';
import { giveUpCode, giveUpLink, giveUpReminder, sendCode, sendLink, sendReminder } from './deliver.ts';
import { mailStarter } from './mail-starter.ts';
import { createReceiptSweep } from './receipts.ts';
import { alertSupervisors } from './wrong-recipient.ts';

/** After some five minutes staff see that a link was not sent, while it is still retried. */
const RETRIES_BEFORE_NOTICE = 8;
const RECEIPT_SECONDS = 10;
const SWEEP_SECONDS = 3_600;

type Attempt = { lastTry: boolean; retries: number };

interface MessageJob {
  readonly send: () => Promise<void>;
  /** Called after the last attempt. */
  readonly giveUp: (reason: MessageReason) => Promise<void>;
  /** Called when further attempts follow. */
  readonly failed?: (reason: MessageReason) => Promise<void>;
}

async function sendOrGiveUp(world: World, { lastTry }: Attempt, { send, giveUp, failed }: MessageJob): Promise<void> {
  try {
    await send();
  } catch (error) {
    const reason = reasonOf(error);
    if (!lastTry && !isFinalFailure(error)) {
      await failed?.(reason);
      throw error;
    }
    world.log.error({ err: error }, 'message given up');
    await giveUp(reason);
  }
}

export async function handleMessageJobs(world: World): Promise<void> {
  const { jobs } = world;
  await jobs.work('signing.sendLink', (data, attempt) => {
    const giveUp = (reason: MessageReason) => giveUpLink(world, data, reason);
    return sendOrGiveUp(world, attempt, {
      send: () => sendLink(world, data),
      giveUp,
      failed: async (reason) => (attempt.retries >= RETRIES_BEFORE_NOTICE ? giveUp(reason) : undefined),
    });
  });
  await jobs.work('signing.sendReminder', ({ reminderId }, attempt) =>
    sendOrGiveUp(world, attempt, {
      send: () => sendReminder(world, reminderId),
      giveUp: (reason) => giveUpReminder(world, reminderId, reason),
    }),
  );
  await jobs.work('signing.sendCode', ({ codeId }, attempt) =>
    sendOrGiveUp(world, attempt, {
      send: () => sendCode(world, codeId),
      giveUp: (reason) => giveUpCode(world, codeId, reason),
    }),
  );
  await jobs.work('signing.sendCopy', ({ signerId }, attempt) =>
    sendOrGiveUp(world, attempt, {
      send: () => sendCopy(world, signerId),
      giveUp: (reason) => giveUpCopy(world, signerId, reason),
    }),
  );
  await jobs.work('signing.mailStarter', ({ sessionId }) => mailStarter(world, sessionId));
  // Queued by processes of the previous version while an installation is updated.
  await jobs.work('signing.sendExpiryNotice', ({ sessionId }) => mailStarter(world, sessionId));
  await jobs.work('signing.alertSupervisors', ({ sessionId }) => alertSupervisors(world, sessionId));
  await jobs.work('signing.tellFormerContact', ({ contactId }) => notifyFormerContact(world, contactId));
}

/** Registers the sweeps of receipts and of the adapters' caches. */
export async function registerMessageSweeps(world: World): Promise<void> {
  const { jobs, mail, sms } = world;
  const collectReceipts = createReceiptSweep(world);
  await jobs.every('signing.messageReceipts', RECEIPT_SECONDS, collectReceipts);
  await jobs.every('signing.forgetMessages', SWEEP_SECONDS, async () => {
    await mail.sweep?.();
    await sms.sweep?.();
  });
}
