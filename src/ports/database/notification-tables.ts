/** Row types of notifications: their content, and which users opted out of e-mail. */
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { NotificationKind } from '#domain/notifications/notification.ts';

export interface NotificationTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: NotificationKind;
  session_id: number;
  document_id: number;
  documents: number;
  created_date: Date;
  read_date: ColumnType<Date | null, never, Date>;
}

interface NotificationSettingTable {
  user_id: number;
  mails: boolean;
}

export interface NotificationTables {
  notification: NotificationTable;
  notification_setting: NotificationSettingTable;
}
