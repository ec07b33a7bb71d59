/** Row types of links sent once more, of when that is due next, and of links to the copy (db/tables/15-reminders.sql, 30-copy-deliveries.sql). */
import type { GeneratedAlways } from 'kysely';

export interface LinkReminderTable {
  id: GeneratedAlways<number>;
  signer_id: number;
  link_epoch: number;
  requested_by: string;
  requested_date: Date;
  delivery: 'QUEUED' | 'SENT' | 'FAILED';
  provider_id: string | null;
}

interface SessionReminderTable {
  session_id: number;
  next_date: Date;
}

interface CopyDeliveryTable {
  signer_id: number;
  delivery: 'QUEUED' | 'SENT' | 'FAILED';
  provider_id: string | null;
}

export interface ReminderTables {
  link_reminder: LinkReminderTable;
  session_reminder: SessionReminderTable;
  copy_delivery: CopyDeliveryTable;
}
