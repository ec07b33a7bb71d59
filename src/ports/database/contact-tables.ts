/**
 * Row types of phone numbers and e-mail addresses: replaced ones, those vouched for, those of staff, those that recur
 * (db/tables/24-former-contacts.sql, 26-contact-words.sql, 27-provider-phones.sql, 28-number-uses.sql).
 */
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

interface ProviderPhoneTable {
  phone: string;
  user_id: number;
  told_date: Date;
}

export interface NumberUseView {
  signer_id: number;
  session_id: number;
  document_id: number;
  phone: string;
  first_name: string;
  last_name: string;
  /** The same for every spelling of one person. */
  person: string;
  hst: string;
  started_by: string;
  created_date: Date;
}

export interface ContactTables {
  former_contact: FormerContactTable;
  contact_word: ContactWordTable;
  provider_phone: ProviderPhoneTable;
  number_use: NumberUseView;
}
