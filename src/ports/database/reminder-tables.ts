/** Row types of links sent once more (db/tables/07-signing.sql). */
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
