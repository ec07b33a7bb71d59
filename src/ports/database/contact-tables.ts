/** Row types of telephones and addresses: those that were replaced, those somebody gave their word for, those of staff (db/tables/24-former-contacts.sql, 25-contact-words.sql, 02-identity.sql). */
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

export interface ContactWordTable {
  id: GeneratedAlways<number>;
  document_id: number;
  signer_name: string;
  kind: 'phone' | 'email';
  contact: string;
  user_id: number;
  created_date: Date;
  dossier_date: Date;
  document_date: Date;
  session_id: number | null;
}

export interface ProviderPhoneTable {
  phone: string;
  user_id: number;
  told_date: Date;
}
