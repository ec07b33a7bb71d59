/** Turns events into deliveries until the receiver accepts them or they are given up: at least once, in no guaranteed order. */
import { randomUUID } from 'node:crypto';
import { DOCUMENT_STATUSES, type DocumentStatus } from '#domain/documents/document-states.ts';
import { eventTypeOf, isSubscribed, TEST_EVENT } from '#domain/webhooks/events.ts';
import { deadlineFrom, nextAttempt } from '#domain/webhooks/retries.ts';
import type { WebhookAnswer } from '#ports/webhooks.ts';
import type { World } from '../world.ts';
import {
  countFailure,
  type DeliveryRow,
  deleteEnded,
  type EventRow,
  findDelivery,
  findEvent,
  findWebhook,
  insertAttempt,
  insertDeliveries,
  leaseDue,
  listSecrets,
  listWebhooks,
  markSpread,
  moveDelivery,
  takeNewEvents,
} from './queries.ts';
import { openSecret, signatureHeaders } from './signature.ts';

const SWEEP_SECONDS = 2;
const CLEAR_SECONDS = 6 * 3600;
/** Longer than any attempt with all of its job's retries. */
const LEASE_MS = 15 * 60_000;
const EVENT_BATCH = 500;
const DELIVERY_BATCH = 50;
const FAILURES_UNTIL_SLOW = 5;
/** How long ended deliveries and their attempts are kept. */
const RETENTION_DAYS = 30;

const isStatus = (text: string | null): text is DocumentStatus =>
  (DOCUMENT_STATUSES as readonly (string | null)[]).includes(text);

export function typeOf(event: Pick<EventRow, 'kind' | 'status' | 'was' | 'reason'>): string {
  const { kind, status, was, reason } = event;
  if (kind === 'test' || !isStatus(status)) return TEST_EVENT;
  return eventTypeOf({ kind, status, was: isStatus(was) ? was : null, reason });
}

/** Contains only ids and statuses: a receiver that needs more calls the API with its own account. */
export function bodyOf(event: EventRow): string {
  return JSON.stringify({
    type: typeOf(event),
    timestamp: event.occurred_date.toISOString(),
    data: {
      documentId: event.document_id,
      folderId: event.folder_id,
      dossierId: event.dossier_id,
      dealer: event.hst,
      status: event.status,
      previousStatus: event.was,
      reason: event.reason,
    },
  });
}

export const newDelivery = (webhookId: number, eventId: number, type: string, at: Date) => ({
  webhook_id: webhookId,
  event_id: eventId,
  message_id: `msg_${randomUUID().replaceAll('-', '')}`,
  type,
  state: 'WAITING' as const,
  created_date: at,
  due_date: at,
  deadline: deadlineFrom(at),
  ended_date: null,
});

/** Creates the deliveries of new events. @returns how many events there were. */
async function createDeliveries(world: World): Promise<number> {
  return world.database.transaction(async (tx) => {
    const events = await takeNewEvents(tx, EVENT_BATCH);
    if (events.length === 0) return 0;
    const at = world.clock.now();
    const webhooks = (await listWebhooks(tx)).filter(({ enabled }) => enabled);
    const deliveries = events.flatMap((event) => {
      const type = typeOf(event);
      const subject = { type, hst: event.hst, createdBy: event.created_by };
      return webhooks.filter((one) => isSubscribed(one, subject)).map(({ id }) => newDelivery(id, event.id, type, at));
    });
    await insertDeliveries(tx, deliveries);
    await markSpread(
      tx,
      events.map(({ id }) => id),
      at,
    );
    return events.length;
  });
}

async function queueDue(world: World): Promise<void> {
  await world.database.transaction(async (tx) => {
    const at = world.clock.now();
    const leasedUntil = new Date(at.getTime() + LEASE_MS);
    const limits = { at, lent: leasedUntil, most: DELIVERY_BATCH, failuresUntilSlow: FAILURES_UNTIL_SLOW };
    for (const { id, webhookId } of await leaseDue(tx, limits)) {
      const options = { key: `webhook:${id}`, owner: `webhook:${webhookId}` };
      await world.jobs.send(tx, 'webhooks.deliver', { deliveryId: id }, options);
    }
  });
}

/** Creates deliveries for new events and queues those that are due. */
export async function sweepWebhooks(world: World): Promise<void> {
  while ((await createDeliveries(world)) === EVENT_BATCH);
  await queueDue(world);
}

/** Makes one attempt and records its outcome in every case. */
export async function deliver(world: World, deliveryId: number): Promise<void> {
  const { database, clock, webhooks } = world;
  const delivery = await findDelivery(database.read, deliveryId);
  if (delivery === undefined || delivery.state !== 'WAITING') return;
  const webhook = await findWebhook(database.read, delivery.webhook_id);
  if (webhook === undefined || !webhook.enabled) return;
  const body = bodyOf(await findEvent(database.read, delivery.event_id));
  const at = clock.now();
  const sealed = await listSecrets(database.read, webhook.id, at);
  const secrets = sealed.map((secret) => openSecret(world, webhook.id, secret.sealed));
  const answer = await webhooks.send({
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      ...signatureHeaders({ id: delivery.message_id, at, body }, secrets),
    },
    body,
  });
  await recordAttempt(world, delivery, answer, at);
}

async function recordAttempt(world: World, delivery: DeliveryRow, answer: WebhookAnswer, at: Date): Promise<void> {
  const { id, webhook_id: webhookId, attempts } = delivery;
  const delivered = answer.outcome === 'delivered';
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const next = delivered ? null : nextAttempt(attempts + 1, now, delivery.deadline, answer);
    const ending = { due_date: null, ended_date: now };
    const dates = next === null ? ending : { due_date: next, ended_date: null };
    const state = next === null ? (delivered ? 'DELIVERED' : 'FAILED') : 'WAITING';
    // Another node may have made the same attempt: its record stays.
    if (!(await moveDelivery(tx, id, attempts, { state, ...dates }))) return;
    const { outcome, status, milliseconds, words } = answer;
    const attempt = { attempted_date: at, milliseconds, status, outcome, words };
    await insertAttempt(tx, { delivery_id: id, number: attempts + 1, ...attempt });
    await countFailure(tx, webhookId, !delivered);
    if (state === 'FAILED') {
      world.log.warn({ webhookId, deliveryId: id, outcome, status }, 'delivery of a webhook given up');
    }
  });
}

export async function clearWebhooks(world: World): Promise<void> {
  const before = new Date(world.clock.now().getTime() - RETENTION_DAYS * 86_400_000);
  await world.database.transaction((tx) => deleteEnded(tx, before));
}

/** Registers the job and the sweeps of this process; call once, before listening. */
export async function webhookTasks(world: World): Promise<void> {
  await world.jobs.work('webhooks.deliver', ({ deliveryId }) => deliver(world, deliveryId));
  await world.jobs.every('webhooks.sweep', SWEEP_SECONDS, () => sweepWebhooks(world));
  await world.jobs.every('webhooks.clear', CLEAR_SECONDS, () => clearWebhooks(world));
}
