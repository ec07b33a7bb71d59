/** Background work of signing: preparing, sending, completing, expiring, and resuming after a crash. */
import type { JobData, JobName } from '#ports/jobs.ts';
import type { World } from '../world.ts';
import { type ArchiveSettings, addDueTimestamps } from './archive/archive.ts';
import { completeSession, showSealingDelay } from './complete/complete.ts';
import { listSessionsMissingPartlySigned } from './complete/partly-signed.queries.ts';
import { makePartlySignedFiles } from './complete/partly-signed.ts';
import { queueCompletion } from './confirm/record-signature.ts';
import { listFormerContacts } from './contact/contact-changes.queries.ts';
import { listQueuedCopies } from './messages/copy-message.queries.ts';
import { collectCodeReceipts } from './messages/receipt-sweep.ts';
import { handleMessageJobs, registerMessageSweeps } from './messages/tasks.ts';
import { listExpiredSessions, listQueuedCodes, listSessionsByState, listUnsentLinks } from './queries.ts';
import { loadSessionContext } from './session-context.ts';
import { FileUnprepared, giveUpPreparing, prepareSession } from './start/prepare-session.ts';
import { expireSession } from './start/start.ts';
import { remindSessions } from './waiting/automatic-reminders.ts';
import { listQueuedReminders } from './waiting/reminders.queries.ts';

const SWEEP_SECONDS = 30;
const RESUME_SECONDS = 300;
const RECEIPT_SECONDS = 10;
const ARCHIVE_SECONDS = 900;
/** Limit per sweep; the next one takes the rest. */
const BATCH_SIZE = 200;
/** Notices that are stored nowhere else; the mail server recognises those that were sent. */
const NOTICES = ['signing.mailStarter', 'signing.sendExpiryNotice', 'signing.alertSupervisors'] as const;

/** Registers the job handlers and sweeps; call once per process, before listening. */
export async function startTasks(world: World, archive: ArchiveSettings): Promise<void> {
  const { jobs } = world;
  await jobs.work('signing.prepare', async ({ sessionId }, { lastTry }) => {
    try {
      await prepareSession(world, sessionId);
    } catch (error) {
      const unprepared = error instanceof FileUnprepared ? error.documentId : null;
      if (!lastTry && unprepared === null) throw error;
      world.log.error({ err: error, sessionId }, 'preparation given up');
      await giveUpPreparing(world, sessionId, unprepared);
    }
  });
  await handleMessageJobs(world);
  await jobs.work('signing.complete', async ({ sessionId }) => {
    try {
      await completeSession(world, sessionId);
    } catch (error) {
      // Even if this fails, the job must receive the seal's error.
      await showSealingDelay(world, sessionId).catch((other: unknown) =>
        world.log.error({ err: other }, 'sealing delay not shown'),
      );
      throw error;
    }
  });
  await jobs.work('signing.keepPart', ({ sessionId }) => makePartlySignedFiles(world, sessionId));
  await jobs.every('signing.expiry', SWEEP_SECONDS, () => expireSessions(world));
  await jobs.every('signing.receipts', RECEIPT_SECONDS, () => collectCodeReceipts(world));
  await registerMessageSweeps(world);
  await jobs.every('signing.remind', RESUME_SECONDS, () => remindSessions(world, BATCH_SIZE));
  await jobs.every('signing.resume', RESUME_SECONDS, () => resumeWork(world));
  let isArchiving = false;
  await jobs.every('signing.archive', ARCHIVE_SECONDS, async () => {
    // Sweeps must not overlap.
    if (isArchiving) return;
    isArchiving = true;
    await addDueTimestamps(world, archive).finally(() => {
      isArchiving = false;
    });
  });
  // Work of a process that died is resumed immediately, not when its jobs time out.
  await resumeWork(world);
  await world.database.transaction(async (tx) => {
    for (const name of NOTICES) await jobs.sendAgain(tx, name);
  });
}

/** Expires sessions whose links have expired. */
export async function expireSessions(world: World): Promise<void> {
  for (const id of await listExpiredSessions(world.database.read, world.clock.now(), BATCH_SIZE)) {
    await expireSession(world, id);
  }
}

/** Queues unfinished work again; the handlers are idempotent, so running work is not affected. */
async function resumeWork(world: World): Promise<void> {
  const { read } = world.database;
  const sessions = await listSessionsByState(read, ['PREPARING', 'COMPLETING'], BATCH_SIZE);
  const codes = await listQueuedCodes(read, world.clock.now());
  const unsentLinks = await listUnsentLinks(read, BATCH_SIZE);
  const reminders = await listQueuedReminders(read, BATCH_SIZE);
  const former = await listFormerContacts(read, BATCH_SIZE);
  const copies = await listQueuedCopies(read, BATCH_SIZE);
  const unfinishedSessions = await listSessionsMissingPartlySigned(read, BATCH_SIZE);
  await world.database.transaction(async (tx) => {
    for (const { id: sessionId, state } of sessions) {
      if (state === 'PREPARING')
        await world.jobs.send(tx, 'signing.prepare', { sessionId }, { key: `session:${sessionId}` });
      if (state === 'COMPLETING')
        await queueCompletion(world, tx, sessionId, (await loadSessionContext(tx, sessionId)).hst);
    }
    const requeue = <N extends JobName>(name: N, data: JobData[N], key: string) =>
      world.jobs.send(tx, name, data, { key, unlessWaiting: true });
    for (const data of unsentLinks) await requeue('signing.sendLink', data, `link:${data.signerId}:${data.epoch}`);
    for (const reminderId of reminders) {
      await requeue('signing.sendReminder', { reminderId }, `reminder:${reminderId}`);
    }
    for (const sessionId of unfinishedSessions) {
      await world.jobs.send(tx, 'signing.keepPart', { sessionId }, { key: `part:${sessionId}` });
    }
    for (const signerId of copies) await requeue('signing.sendCopy', { signerId }, `copy:${signerId}`);
    for (const contactId of former) await requeue('signing.tellFormerContact', { contactId }, `former:${contactId}`);
    for (const codeId of codes) await requeue('signing.sendCode', { codeId }, `code:${codeId}`);
  });
}
