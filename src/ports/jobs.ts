/** Background work: enqueued in the caller's transaction, started immediately, retried, visible when stuck. */
import type { Tx } from './database/database.ts';

/** Every job's name and data; handlers are idempotent. */
export interface JobData {
  'signing.prepare': { sessionId: number };
  'signing.sendLink': { signerId: number; epoch: number };
  'signing.sendReminder': { reminderId: number };
  'signing.mailStarter': { sessionId: number };
  'signing.sendExpiryNotice': { sessionId: number };
  'signing.alertSupervisors': { sessionId: number };
  'signing.sendCode': { codeId: number };
  'signing.complete': { sessionId: number };
  'signing.sendCopy': { signerId: number };
  'signing.keepPart': { sessionId: number };
  'signing.tellFormerContact': { contactId: number };
  'documents.checkPages': { sha256: string };
  'consents.push': { pushId: number };
  'dossiers.synchronize': { dossierId: number };
  'webhooks.deliver': { deliveryId: number };
}
export type JobName = keyof JobData;

export interface Jobs {
  /**
   * The same `key` is queued once while it waits; while it runs, it may be queued once more. Owners take turns in a
   * queue; a job without an owner waits in order of arrival.
   */
  send<N extends JobName>(
    tx: Tx,
    name: N,
    data: JobData[N],
    options?: {
      key?: string;
      startAfter?: Date;
      owner?: string;
      /** Skips sending while a job with this key waits, for its first attempt or a retry. */
      unlessWaiting?: true;
    },
  ): Promise<void>;
  /**
   * Queues the running jobs of this name once more: those of a process that died run now, not when they time out. For
   * jobs whose repetition has no effect, because another process may still run them.
   */
  sendAgain(tx: Tx, name: JobName): Promise<void>;
  /** Starts processing, where jobs are worked; `lastTry` is true if no retry follows a failure; `retries` counts earlier attempts. */
  work<N extends JobName>(
    name: N,
    handler: (data: JobData[N], attempt: { lastTry: boolean; retries: number }) => Promise<void>,
  ): Promise<void>;
  /** Runs every `seconds`, where jobs are worked. */
  every(name: string, seconds: number, handler: () => Promise<void>): Promise<void>;
  /** Resolves when nothing waits or runs (tests and the demo world); in a test, this call processes the jobs. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}
