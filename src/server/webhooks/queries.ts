/** SQL of webhooks: receivers, secrets, events without deliveries, deliveries and their attempts. */

import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type {
  WebhookAttemptTable,
  WebhookDeliveryTable,
  WebhookEventTable,
  WebhookSecretTable,
  WebhookTable,
} from '#ports/database/tables.ts';
import { anyOf } from '../database/criteria.ts';
import { changesRow } from '../database/outcome.ts';

export type WebhookRow = Selectable<WebhookTable>;
export type EventRow = Selectable<WebhookEventTable>;
export type DeliveryRow = Selectable<WebhookDeliveryTable>;
export type AttemptRow = Selectable<WebhookAttemptTable>;
export type WebhookValues = Pick<WebhookRow, 'url' | 'description' | 'events' | 'hsts' | 'account' | 'enabled'>;

export async function listWebhooks(db: Db): Promise<WebhookRow[]> {
  return db.selectFrom('webhook').selectAll().orderBy('id').execute();
}

export async function findWebhook(db: Db, id: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the row: changes of one webhook are serialised. */
export async function lockWebhook(tx: Tx, id: number): Promise<WebhookRow | undefined> {
  return tx.selectFrom('webhook').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertWebhook(tx: Tx, values: WebhookValues, by: string, at: Date): Promise<WebhookRow> {
  const authorColumns = { created_by: by, created_date: at, last_modified_by: by, last_modified_date: at };
  return tx
    .insertInto('webhook')
    .values({ ...values, ...authorColumns })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function changeWebhook(
  tx: Tx,
  id: number,
  values: Partial<WebhookValues>,
  by: string,
  at: Date,
): Promise<WebhookRow> {
  return tx
    .updateTable('webhook')
    .set({ ...values, failures: 0, last_modified_by: by, last_modified_date: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertSecret(tx: Tx, webhookId: number, sealed: string, at: Date): Promise<void> {
  await tx.insertInto('webhook_secret').values({ webhook_id: webhookId, sealed, created_date: at }).execute();
}

/** Ends the current secret at `ends`, and one that was already ending now: at most two are valid. */
export async function endSecrets(tx: Tx, webhookId: number, ends: Date, at: Date): Promise<void> {
  await tx
    .updateTable('webhook_secret')
    .set({ ends_date: at })
    .where('webhook_id', '=', webhookId)
    .where('ends_date', '>', at)
    .execute();
  await tx
    .updateTable('webhook_secret')
    .set({ ends_date: ends })
    .where('webhook_id', '=', webhookId)
    .where('ends_date', 'is', null)
    .execute();
}

/** The secrets valid now, encrypted, the current one first. */
export async function listSecrets(
  db: Db,
  webhookId: number,
  at: Date,
): Promise<Pick<Selectable<WebhookSecretTable>, 'sealed' | 'ends_date'>[]> {
  return db
    .selectFrom('webhook_secret')
    .select(['sealed', 'ends_date'])
    .where('webhook_id', '=', webhookId)
    .where((where) => where.or([where('ends_date', 'is', null), where('ends_date', '>', at)]))
    .orderBy('id', 'desc')
    .execute();
}

/** When the former secret of each webhook expires. */
export async function listEndingSecrets(db: Db, at: Date): Promise<Map<number, Date>> {
  const rows = await db
    .selectFrom('webhook_secret')
    .select(['webhook_id', 'ends_date'])
    .where('ends_date', '>', at)
    .execute();
  return new Map(rows.flatMap(({ webhook_id, ends_date }) => (ends_date === null ? [] : [[webhook_id, ends_date]])));
}

/** Events without deliveries, oldest first; other nodes skip them until the transaction ends. */
export async function takeNewEvents(tx: Tx, most: number): Promise<EventRow[]> {
  return tx
    .selectFrom('webhook_event')
    .selectAll()
    .where('spread_date', 'is', null)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function markSpread(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  await tx.updateTable('webhook_event').set({ spread_date: at }).where('id', '=', anyOf(ids)).execute();
}

export async function insertEvent(tx: Tx, values: Insertable<WebhookEventTable>): Promise<number> {
  const row = await tx.insertInto('webhook_event').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function findEvent(db: Db, id: number): Promise<EventRow> {
  return db.selectFrom('webhook_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function insertDelivery(tx: Tx, row: Insertable<WebhookDeliveryTable>): Promise<DeliveryRow> {
  return tx.insertInto('webhook_delivery').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function insertDeliveries(tx: Tx, rows: readonly Insertable<WebhookDeliveryTable>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('webhook_delivery').values(rows).execute();
}

/**
 * Takes due deliveries and lends each to its job until `lent`: a job lost by then is queued again. A webhook whose last
 * attempts failed gets one at a time, so that a dead receiver does not occupy the jobs.
 */
export async function leaseDue(
  tx: Tx,
  limits: { at: Date; lent: Date; most: number; failuresUntilSlow: number },
): Promise<{ id: number; webhookId: number }[]> {
  const { at, lent, most, failuresUntilSlow } = limits;
  const leased = await sql<{ id: number; webhookId: number }>`
    update webhook_delivery set due_date = ${lent} where id in (
      select due.id from webhook, lateral (
        select id from webhook_delivery
        where webhook_id = webhook.id and state = 'WAITING' and due_date <= ${at}
        order by due_date, id
        limit case when webhook.failures >= ${failuresUntilSlow} then 1 else ${most} end
        for update skip locked
      ) as due where webhook.enabled
    ) returning id, webhook_id as "webhookId"`.execute(tx);
  return leased.rows;
}

export async function findDelivery(db: Db, id: number): Promise<DeliveryRow | undefined> {
  return db.selectFrom('webhook_delivery').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Advances a waiting delivery after an attempt.
 * @param was how many attempts it had when this one began. @returns false when another attempt was recorded
 * meanwhile.
 */
export async function moveDelivery(
  tx: Tx,
  id: number,
  was: number,
  to: Pick<DeliveryRow, 'state' | 'due_date' | 'ended_date'>,
): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('webhook_delivery')
      .set({ ...to, attempts: was + 1 })
      .where('id', '=', id)
      .where('state', '=', 'WAITING')
      .where('attempts', '=', was),
  );
}

export async function insertAttempt(tx: Tx, row: Insertable<WebhookAttemptTable>): Promise<void> {
  await tx.insertInto('webhook_attempt').values(row).execute();
}

export async function countFailure(tx: Tx, webhookId: number, failed: boolean): Promise<void> {
  await tx
    .updateTable('webhook')
    .set((eb) => ({ failures: failed ? eb('failures', '+', 1) : 0 }))
    .where('id', '=', webhookId)
    .$if(!failed, (query) => query.where('failures', '>', 0))
    .execute();
}

/** Gives up the pending deliveries of a webhook that is switched off. @returns how many. */
export async function giveUpWaiting(tx: Tx, webhookId: number, at: Date): Promise<number> {
  const result = await tx
    .updateTable('webhook_delivery')
    .set({ state: 'FAILED', due_date: null, ended_date: at })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'WAITING')
    .returning('id')
    .execute();
  return result.length;
}

/** Retries immediately in any state, and then as long as a new delivery; the message id stays. */
export async function restartDelivery(tx: Tx, id: number, at: Date, deadline: Date): Promise<DeliveryRow> {
  return tx
    .updateTable('webhook_delivery')
    .set({ state: 'WAITING', due_date: at, deadline, ended_date: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type ListedDelivery = DeliveryRow & { document_id: number | null; status: string | null };

/** Newest first. @param filter.before id of the last delivery already listed; null from the beginning. */
export async function listDeliveries(
  db: Db,
  filter: { webhookId: number; state: DeliveryRow['state'] | null; before: number | null; most: number },
): Promise<ListedDelivery[]> {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.event_id')
    .selectAll('webhook_delivery')
    .select(['webhook_event.document_id', 'webhook_event.status'])
    .where('webhook_delivery.webhook_id', '=', filter.webhookId)
    .$if(filter.state !== null, (query) => query.where('webhook_delivery.state', '=', filter.state ?? 'WAITING'))
    .$if(filter.before !== null, (query) => query.where('webhook_delivery.id', '<', filter.before ?? 0))
    .orderBy('webhook_delivery.id', 'desc')
    .limit(filter.most)
    .execute();
}

export async function listAttempts(db: Db, deliveryIds: readonly number[]): Promise<AttemptRow[]> {
  return db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('delivery_id', '=', anyOf(deliveryIds))
    .orderBy('delivery_id')
    .orderBy('number')
    .execute();
}

/** How many deliveries are waiting and were given up, by webhook. */
export async function countDeliveries(db: Db): Promise<{ webhook_id: number; state: string; n: number }[]> {
  return db
    .selectFrom('webhook_delivery')
    .select((eb) => ['webhook_id', 'state', eb.fn.countAll<number>().as('n')])
    .where('state', '!=', 'DELIVERED')
    .groupBy(['webhook_id', 'state'])
    .execute();
}

/** Deletes deliveries that ended before, their attempts, and events that no delivery refers to. */
export async function deleteEnded(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('webhook_delivery').where('ended_date', '<', before).execute();
  await tx
    .deleteFrom('webhook_event')
    .where('spread_date', '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('webhook_delivery')
            .select('webhook_delivery.id')
            .whereRef('webhook_delivery.event_id', '=', 'webhook_event.id'),
        ),
      ),
    )
    .execute();
}
