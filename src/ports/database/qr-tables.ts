/** Row types of QR codes used by a phone (db/tables/22-qr-exchanges.sql). */
import type { GeneratedAlways } from 'kysely';

export interface QrExchangeTable {
  id: GeneratedAlways<number>;
  document_id: number;
  code_hash: string;
  asked_by: number;
  issued_date: Date;
  phone_hash: string;
  user_agent: string | null;
  match_number: string;
  state: 'CLAIMED' | 'CONFIRMED' | 'REFUSED' | 'VOID';
  claimed_date: Date;
  expires_date: Date;
  contended_date: Date | null;
  signer_id: number | null;
  link_epoch: number | null;
  ended_by: string | null;
  ended_date: Date | null;
}
