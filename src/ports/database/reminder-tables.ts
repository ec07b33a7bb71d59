/**
 * Row types of messages: repeated links and when the next is due, links to the copy, receipts, and the outcome of each
 * (db/tables/15-reminders.sql, 30-copy-deliveries.sql, 31-sms-receipts.sql, 35-sent-messages.sql).
 */
import type { Generated, GeneratedAlways } from 'kysely';
import type { MessageKind, MessageReason, MessageState } from '#domain/signing/messages/sent-messages.ts';

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

export interface SentMessageTable {
  id: GeneratedAlways<number>;
  message_id: string;
  signer_id: number;
  kind: MessageKind;
  channel: 'EMAIL' | 'SMS';
  address: string;
  state: MessageState;
  reason: MessageReason | null;
  provider_id: string | null;
  created_date: Date;
  sent_date: Date | null;
  ended_date: Date | null;
}

export interface ReminderTables {
  link_reminder: LinkReminderTable;
  session_reminder: SessionReminderTable;
  copy_delivery: CopyDeliveryTable;
  sms_receipt: SmsReceiptTable;
  sent_message: SentMessageTable;
}
