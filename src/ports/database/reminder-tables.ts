/** Row types of messages: links sent once more and when that is due next, links to the copy, receipts (db/tables/15-reminders.sql, 30-copy-deliveries.sql, 31-sms-receipts.sql). */
import type { Generated, GeneratedAlways } from 'kysely';

export interface LinkReminderTable {
  id: GeneratedAlways<number>;
  signer_id: number;
  link_epoch: number;
  requested_by: string;
  requested_date: Date;
  delivery: 'QUEUED' | 'SENT' | 'FAILED';
  provider_id: string | null;
  channel: Generated<'EMAIL' | 'SMS'>;
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

interface SmsReceiptTable {
  code_id: number;
  provider_id: string;
  sent_date: Date;
  receipt: 'DELIVERED' | 'FAILED' | null;
}

export interface ReminderTables {
  link_reminder: LinkReminderTable;
  session_reminder: SessionReminderTable;
  copy_delivery: CopyDeliveryTable;
  sms_receipt: SmsReceiptTable;
}
