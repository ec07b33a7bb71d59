/** Background work of signing: preparing, sending, completing, expiring, and resuming after a crash. */
import type { JobData, JobName } from '#ports/jobs.ts';
import type { World } from '../world.ts';
import { type ArchiveSettings, archiveDue } from './archive/archive.ts';
import { completeSession, explainDelay } from './complete/complete.ts';
import { listUnkeptSessions } from './complete/partly-signed.queries.ts';
import { keepPartlySigned } from './complete/partly-signed.ts';
import { sendComplete } from './confirm/record-signature.ts';
import { listFormerContacts } from './contact/contact-changes.queries.ts';
import { listQueuedCopies } from './messages/copy.queries.ts';
import { collectReceipts } from './messages/receipt-sweep.ts';
import { sweepMessages, workMessages } from './messages/tasks.ts';
import { listExpiredSessions, listQueuedCodes, listSessionsIn, listUnsentLinks } from './queries.ts';
import { loadSessionContext } from './session-context.ts';
import { FileUnprepared, giveUpPreparing, prepareSession } from './start/prepare.ts';
import { expireSession } from './start/start.ts';
import { remindSessions } from './waiting/automatic-reminders.ts';
import { listQueuedReminders } from './waiting/reminders.queries.ts';

const SWEEP_SECONDS = 30;
const RESUME_SECONDS = 300;
const RECEIPT_SECONDS = 10;
const ARCHIVE_SECONDS = 900;
/** Limit per sweep; the next one takes the rest. */
const BATCH = 200;

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
  await workMessages(world);
  await jobs.work('signing.complete', async ({ sessionId }) => {
    try {
      await completeSession(world, sessionId);
    } catch (error) {
      // Even if this fails, the job must receive the seal's error.
      await explainDelay(world, sessionId).catch((other: unknown) => world.log.error({ err: other }, 'not explained'));
      throw error;
    }
  });
  await jobs.work('signing.keepPart', ({ sessionId }) => keepPartlySigned(world, sessionId));
  await jobs.every('signing.expiry', SWEEP_SECONDS, () => expireSessions(world));
  await jobs.every('signing.receipts', RECEIPT_SECONDS, () => collectReceipts(world));
  await sweepMessages(world);
  await jobs.every('signing.remind', RESUME_SECONDS, () => remindSessions(world, BATCH));
  await jobs.every('signing.resume', RESUME_SECONDS, () => resume(world));
  let archiving = false;
  await jobs.every('signing.archive', ARCHIVE_SECONDS, async () => {
    // Sweeps must not overlap.
    if (archiving) return;
    archiving = true;
    await archiveDue(world, archive).finally(() => {
      archiving = false;
    });
  });
  // Work of a process that died is resumed immediately, not when its jobs time out.
  await resume(world);
}

/** Expires sessions whose links have expired. */
export async function expireSessions(world: World): Promise<void> {
  for (const id of await listExpiredSessions(world.database.read, world.clock.now(), BATCH)) {
    await expireSession(world, id);
  }
}

/** Queues unfinished work again; the handlers are idempotent, so running work is not affected. */
async function resume(world: World): Promise<void> {
  const { read } = world.database;
  const sessions = await listSessionsIn(read, ['PREPARING', 'COMPLETING'], BATCH);
  const codes = await listQueuedCodes(read, world.clock.now());
  const unsent = await listUnsentLinks(read, BATCH);
  const reminders = await listQueuedReminders(read, BATCH);
  const former = await listFormerContacts(read, BATCH);
  const copies = await listQueuedCopies(read, BATCH);
  const unkept = await listUnkeptSessions(read, BATCH);
  await world.database.transaction(async (tx) => {
    for (const { id: sessionId, state } of sessions) {
      if (state === 'PREPARING')
        await world.jobs.send(tx, 'signing.prepare', { sessionId }, { key: `session:${sessionId}` });
      if (state === 'COMPLETING')
        await sendComplete(world, tx, sessionId, (await loadSessionContext(tx, sessionId)).hst);
    }
    const again = <N extends JobName>(name: N, data: JobData[N], key: string) =>
      world.jobs.send(tx, name, data, { key, unlessWaiting: true });
    for (const data of unsent) await again('signing.sendLink', data, `link:${data.signerId}:${data.epoch}`);
    for (const reminderId of reminders) {
      await again('signing.sendReminder', { reminderId }, `reminder:${reminderId}`);
    }
    for (const sessionId of unkept) {
      await world.jobs.send(tx, 'signing.keepPart', { sessionId }, { key: `part:${sessionId}` });
    }
    for (const signerId of copies) await again('signing.sendCopy', { signerId }, `copy:${signerId}`);
    for (const contactId of former) await again('signing.tellFormerContact', { contactId }, `former:${contactId}`);
    for (const codeId of codes) await again('signing.sendCode', { codeId }, `code:${codeId}`);
  });
}
