/** Row types of consents and of the entries sent to controllers (db/tables/16-consents.sql, 29-demo-registers.sql). */
import type { GeneratedAlways } from 'kysely';
import type {
  ConsentAnswer,
  ConsentChannel,
  ConsentChoice,
  ConsentPurpose,
  WithdrawalWay,
} from '#domain/consents/consent.ts';
import type { Language } from '#domain/errors.ts';

/** Additional columns of a signature point that is a consent; all null for a signature, `choice` until it is confirmed. */
export interface PointConsent {
  purpose: ConsentPurpose | null;
  channel: ConsentChannel | null;
  text_version: string | null;
  text_sha256: string | null;
  /** The question as it was when the signing session started. */
  consent_title: string | null;
  consent_text: string | null;
  choice: ConsentAnswer | null;
}

export interface ConsentPushTable {
  id: GeneratedAlways<number>;
  dossier_id: number;
  document_id: number | null;
  controller: string;
  state: 'QUEUED' | 'PUSHED' | 'FAILED';
  created_date: Date;
  queued_date: Date | null;
  done_date: Date | null;
  receipt: string | null;
}

export interface ConsentRecordTable {
  id: GeneratedAlways<number>;
  dossier_id: number;
  subject_hash: string | null;
  controller: string;
  purpose: ConsentPurpose;
  channel: ConsentChannel;
  choice: ConsentChoice;
  text_version: string | null;
  text_sha256: string | null;
  language: Language;
  given_date: Date;
  valid_until: Date | null;
  document_id: number | null;
  signed_document_id: number | null;
  operator: string;
  hst: string;
  withdrawn_via: WithdrawalWay | null;
  requested_by: string | null;
  note: string | null;
  push_id: number | null;
  created_date: Date;
}

/** The columns of an answer that are sent to a controller's register. */
export type ConsentEntryColumns = Pick<
  ConsentRecordTable,
  'purpose' | 'channel' | 'choice' | 'text_version' | 'text_sha256' | 'language' | 'given_date' | 'withdrawn_via'
>;

/** A customer's entry in the demo's register. */
export interface DemoRegisterEntryTable extends ConsentEntryColumns {
  id: GeneratedAlways<number>;
  customer: string;
}

export interface ConsentTables {
  consent_push: ConsentPushTable;
  consent_record: ConsentRecordTable;
  demo_register_entry: DemoRegisterEntryTable;
}
