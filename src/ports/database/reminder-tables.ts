/** Row types of links sent once more, and of when that is due next (db/tables/15-reminders.sql). */
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

export interface SessionReminderTable {
  session_id: number;
  next_date: Date;
}
