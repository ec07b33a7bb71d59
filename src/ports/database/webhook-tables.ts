/** Row types of webhooks: receivers, their secrets, events, deliveries and attempts. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

interface WebhookTable {
  id: GeneratedAlways<number>;
  url: string;
  description: string;
  events: string[] | null;
  hsts: string[] | null;
  account: string | null;
  enabled: boolean;
  failures: Generated<number>;
  created_by: string;
  created_date: Date;
  last_modified_by: string;
  last_modified_date: Date;
}

interface WebhookSecretTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  sealed: string;
  created_date: Date;
  ends_date: ColumnType<Date | null, never, Date>;
}

export interface WebhookEventTable {
  id: GeneratedAlways<number>;
  kind: 'created' | 'changed' | 'deleted' | 'test';
  document_id: number | null;
  folder_id: number | null;
  dossier_id: number | null;
  hst: string | null;
  status: string | null;
  was: string | null;
  reason: string | null;
  created_by: string | null;
  occurred_date: Date;
  spread_date: Date | null;
}

interface WebhookDeliveryTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  event_id: number;
  message_id: string;
  type: string;
  state: 'WAITING' | 'DELIVERED' | 'FAILED';
  attempts: Generated<number>;
  created_date: Date;
  due_date: Date | null;
  deadline: Date;
  ended_date: Date | null;
}

interface WebhookAttemptTable {
  delivery_id: number;
  number: number;
  attempted_date: Date;
  milliseconds: number;
  status: number | null;
  outcome: string;
  words: string;
}

export interface WebhookTables {
  webhook: WebhookTable;
  webhook_secret: WebhookSecretTable;
  webhook_event: WebhookEventTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_attempt: WebhookAttemptTable;
}
