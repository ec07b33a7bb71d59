/** Printed from the migrated schema by `npm run print-database-types`; a test fails when it is stale. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Brand } from '#domain/dealers/brands.ts';
import type { DocumentStatus } from '#domain/documents/life.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { ChosenSigners } from '#domain/signing/staff-signers.ts';

export interface TabletView {
  id: GeneratedAlways<number>;
  hst: GeneratedAlways<string>;
  device_label: GeneratedAlways<string | null>;
  device_name: GeneratedAlways<string | null>;
  expires_at: GeneratedAlways<string | null>;
}

export interface TabletQueueView {
  id: GeneratedAlways<number>;
  activation_id: GeneratedAlways<number>;
  device_label: GeneratedAlways<string | null>;
  device_name: GeneratedAlways<string | null>;
  expires_at: GeneratedAlways<string | null>;
  hst: GeneratedAlways<string>;
  queued_by: GeneratedAlways<string>;
  queued_date: GeneratedAlways<Date>;
  taken_date: GeneratedAlways<Date | null>;
  document_id: GeneratedAlways<number>;
  document_type: GeneratedAlways<string>;
  status: GeneratedAlways<DocumentStatus>;
  customer_name: GeneratedAlways<string>;
  brand: GeneratedAlways<Brand>;
  folder_type: GeneratedAlways<FolderType>;
  created_by: GeneratedAlways<string | null>;
  signers: GeneratedAlways<ChosenSigners>;
}

export interface TabletQueueEntryTable {
  id: GeneratedAlways<number>;
  document_id: number;
  activation_id: number;
  queued_by: string;
  queued_date: Date;
  taken_date: Date | null;
  withdrawn_date: Date | null;
  withdrawn_by: string | null;
  signers: ColumnType<ChosenSigners, string | undefined, string>;
}

export interface TechnicalNetworkTable {
  user_id: number;
  networks: string[];
}

export interface TechnicalSecretTable {
  id: GeneratedAlways<number>;
  user_id: number;
  sha256: string;
  created_by: string;
  created_date: Date;
  ends_date: ColumnType<Date | null, never, Date>;
  last_used_date: ColumnType<Date | null, never, Date>;
  last_used_address: ColumnType<string | null, never, string>;
}

export interface UserIdentityTable {
  user_id: number;
  issuer: string;
  subject: string;
  bound_date: Date;
}

export interface VideoTable {
  id: GeneratedAlways<number>;
  position: number;
  title: string;
  external_id: string;
  description: string | null;
  duration: number | null;
  created_by: string | null;
  created_date: Date;
  last_modified_by: string | null;
  last_modified_date: Date;
}

export interface WebhookTable {
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

export interface WebhookAttemptTable {
  delivery_id: number;
  number: number;
  attempted_date: Date;
  milliseconds: number;
  status: number | null;
  outcome: 'delivered' | 'refused' | 'redirect' | 'address' | 'unreachable' | 'tls' | 'timeout';
  words: string;
}

export interface WebhookDeliveryTable {
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

export interface WebhookSecretTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  sealed: string;
  created_date: Date;
  ends_date: ColumnType<Date | null, never, Date>;
}

export interface TablesTToZ {
  tablet: TabletView;
  tablet_queue: TabletQueueView;
  tablet_queue_entry: TabletQueueEntryTable;
  technical_network: TechnicalNetworkTable;
  technical_secret: TechnicalSecretTable;
  user_identity: UserIdentityTable;
  video: VideoTable;
  webhook: WebhookTable;
  webhook_attempt: WebhookAttemptTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_event: WebhookEventTable;
  webhook_secret: WebhookSecretTable;
}
