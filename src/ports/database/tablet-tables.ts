/** Row types of db/tables/15-tablets.sql. */
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Brand } from '#domain/dealers/brands.ts';
import type { DocumentStatus } from '#domain/documents/life.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { ChosenSigners } from '#domain/signing/staff-signers.ts';

/** A view: activations with a device. */
export interface TabletView {
  id: GeneratedAlways<number>;
  hst: GeneratedAlways<string>;
  device_label: GeneratedAlways<string | null>;
  device_name: GeneratedAlways<string | null>;
  /** ISO date text. */
  expires_at: GeneratedAlways<string | null>;
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
  /** jsonb: written as JSON text, read as a value. */
  signers: ColumnType<ChosenSigners, string | undefined, string>;
}

/** A view: currently waiting documents. */
export interface TabletQueueView extends TabletView {
  activation_id: GeneratedAlways<number>;
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

export interface TabletTables {
  tablet: TabletView;
  tablet_queue_entry: TabletQueueEntryTable;
  tablet_queue: TabletQueueView;
}
