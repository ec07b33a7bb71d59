/** Pushes consents to the controller's own register: a job with retries and a visible reason, repeated until it succeeds. */
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { type ConsentDelivery, consentEntryOf } from '#ports/consent-register.ts';
import type { Tx } from '#ports/database/database.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { explainDocument, moveDocument } from '../documents/index.ts';
import { findDossiers } from '../dossiers/index.ts';
import { documentSubject, dossierSubject, record } from '../evidence/index.ts';
import type { World } from '../world.ts';
import {
  type ConsentRow,
  endPush,
  findPush,
  findUnsentPush,
  listRecordsOfPush,
  listStrandedPushes,
  markQueued,
  type Push,
} from './queries.ts';
import { consentsDigest } from './record-consents.ts';

const SWEEP_SECONDS = 60;
/** A job that has neither succeeded nor failed by then is lost: its retries take about five minutes. */
const LOST_SECONDS = 900;
/** A failed push is retried automatically: a withdrawal must reach the controller even if no user acts. */
const RETRY_SECONDS = 3_600;
const BATCH = 200;

export async function queuePush(world: World, tx: Tx, pushId: number): Promise<void> {
  await markQueued(tx, pushId, world.clock.now());
  await world.jobs.send(tx, 'consents.push', { pushId }, { key: `consents:${pushId}` });
}

/** Queues the delivery of a form's consents when the form completes. @returns false when its controller has no register. */
export async function queueFormPush(world: World, tx: Tx, documentId: number): Promise<boolean> {
  const push = await findUnsentPush(tx, documentId);
  if (push !== undefined) await queuePush(world, tx, push.id);
  return push !== undefined;
}

const subjectOf = (push: Push): string =>
  push.document_id === null ? dossierSubject(push.dossier_id) : documentSubject(push.document_id);

async function deliveryOf(world: World, push: Push, rows: readonly ConsentRow[]): Promise<ConsentDelivery> {
  const dossier = (await findDossiers(world.database.read, [push.dossier_id])).get(push.dossier_id);
  return {
    reference: `consents-${push.id}`,
    controller: push.controller,
    customer: {
      businessId: dossier?.business_id ?? null,
      fiscalCode: dossier?.fiscal_code ?? null,
      hst: dossier?.hst ?? rows[0]?.hst ?? '',
    },
    entries: rows.map(consentEntryOf),
  };
}

/**
 * Sends one form or withdrawal to the register; does nothing if it was already sent.
 * @throws the register's error, for a retry. On the last attempt, or immediately on a refusal, the reason is shown instead.
 */
export async function pushConsents(world: World, pushId: number, { lastTry }: { lastTry: boolean }): Promise<void> {
  const push = await findPush(world.database.read, pushId);
  if (push === undefined || push.state !== 'QUEUED' || push.queued_date === null) return;
  const rows = await listRecordsOfPush(world.database.read, pushId);
  try {
    const { receipt } = await world.consentRegister.deliver(await deliveryOf(world, push, rows));
    await completePush(world, push, rows, receipt);
  } catch (error) {
    const refused = error instanceof OutsideFailure && error.reason === 'refused';
    if (!lastTry && !refused) throw error;
    world.log.error({ err: error, pushId, dossierId: push.dossier_id }, 'push of consents given up');
    await failPush(world, push, error instanceof OutsideFailure ? error.reason : 'wrong');
  }
}

async function completePush(world: World, push: Push, rows: readonly ConsentRow[], receipt: string): Promise<void> {
  await world.database.transaction(async (tx) => {
    const at = world.clock.now();
    if (!(await endPush(tx, push.id, { state: 'PUSHED', at, receipt }))) return;
    const { controller, document_id: documentId } = push;
    if (documentId !== null && !(await moveDocument(tx, documentId, 'consentsPushed', { statusReason: null }))) {
      throw new Error(`Document ${documentId} does not wait for its consents`);
    }
    const detail = { controller, records: rows.length, sha256: consentsDigest(controller, rows), receipt };
    await record(tx, subjectOf(push), { type: 'consents.pushed', actor: SYSTEM_ACTOR, detail }, at);
  });
}

async function failPush(world: World, push: Push, reason: string): Promise<void> {
  await world.database.transaction(async (tx) => {
    const at = world.clock.now();
    if (!(await endPush(tx, push.id, { state: 'FAILED', at, receipt: null }))) return;
    if (push.document_id !== null) {
      await explainDocument(tx, push.document_id, 'PRIVACY_UPDATING', 'consents.pushFailed');
    }
    const detail = { controller: push.controller, reason };
    await record(tx, subjectOf(push), { type: 'consents.pushFailed', actor: SYSTEM_ACTOR, detail }, at);
  });
}

/** Requeues pushes that failed an hour ago, and those of a process that died. */
export async function sweepPushes(world: World, lostBefore?: Date): Promise<void> {
  const now = world.clock.now().getTime();
  const queuedBefore = {
    lost: lostBefore ?? new Date(now - LOST_SECONDS * 1000),
    failed: new Date(now - RETRY_SECONDS * 1000),
  };
  await world.database.transaction(async (tx) => {
    for (const { id } of await listStrandedPushes(tx, queuedBefore, BATCH)) await queuePush(world, tx, id);
  });
}

/** Registers this process's job and sweep; call once, before listening. */
export async function consentTasks(world: World): Promise<void> {
  await world.jobs.work('consents.push', ({ pushId }, attempt) => pushConsents(world, pushId, attempt));
  await world.jobs.every('consents.push', SWEEP_SECONDS, () => sweepPushes(world));
  // Pushes of a process that died are resumed immediately, not when their job times out.
  await sweepPushes(world, world.clock.now());
}
