/** Row type of telephones and addresses that were replaced (db/tables/24-former-contacts.sql). */
import type { GeneratedAlways } from 'kysely';

export interface FormerContactTable {
  id: GeneratedAlways<number>;
  dossier_id: number;
  hst: string;
  phone: string | null;
  email: string | null;
  new_phone: string | null;
  created_date: Date;
}
