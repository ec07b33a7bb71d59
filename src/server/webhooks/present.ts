/** Presents webhooks and deliveries in their API form. */
import type { WebhookAnswer, WebhookDeliveryAnswer } from '#contract/integrations/webhooks.ts';
import type { AttemptRow, ListedDelivery, WebhookRow } from './queries.ts';

export function presentWebhook(
  row: WebhookRow,
  extras: { counts: readonly { webhook_id: number; state: string; n: number }[]; formerEnds: Date | null },
): WebhookAnswer {
  const count = (state: string): number =>
    Number(extras.counts.find((entry) => entry.webhook_id === row.id && entry.state === state)?.n ?? 0);
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    dealers: row.hsts,
    account: row.account,
    enabled: row.enabled,
    failures: row.failures,
    waiting: count('WAITING'),
    failed: count('FAILED'),
    formerSecretEnds: extras.formerEnds?.toISOString() ?? null,
    createdBy: row.created_by,
    createdDate: row.created_date.toISOString(),
    lastModifiedBy: row.last_modified_by,
    lastModifiedDate: row.last_modified_date.toISOString(),
  };
}

export function presentDelivery(row: ListedDelivery, attempts: readonly AttemptRow[]): WebhookDeliveryAnswer {
  return {
    id: row.id,
    messageId: row.message_id,
    type: row.type,
    documentId: row.document_id,
    status: row.status,
    state: row.state,
    createdDate: row.created_date.toISOString(),
    nextDate: row.due_date?.toISOString() ?? null,
    endedDate: row.ended_date?.toISOString() ?? null,
    attempts: attempts.map(({ number, attempted_date, milliseconds, status, outcome, words }) => ({
      ...{ number, date: attempted_date.toISOString(), milliseconds, status, outcome, words },
    })),
  };
}
