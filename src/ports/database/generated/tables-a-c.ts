/** Printed from the migrated schema by `npm run print-database-types`; a test fails when it is stale. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { BrandPermissions } from '#domain/access.ts';
import type { AdministratorEffect, ProposalState } from '#domain/identity/administrators.ts';
import type { Role } from '#domain/identity/roles.ts';
import type { WantedUser } from '../json-columns.ts';

export interface AccountChangeTable {
  user_id: number;
  changed_by: string;
  changed_date: Date;
}

export interface ActivationTable {
  id: GeneratedAlways<number>;
  license_id: number;
  activation_code: string;
  hst: string;
  legal_entity: string;
  notes: string | null;
  expires_at: string | null;
  license_code_namirial: string | null;
  device_label: string | null;
  device_name: string | null;
  status: 'ACTIVATED' | 'DRAFT' | 'EXPIRED' | 'DELETED';
  created_by: string | null;
  created_date: Date;
  last_modified_by: string | null;
  last_modified_date: Date;
}

export interface AdministratorProposalTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: 'PROPOSAL' | 'OPERATOR' | 'FREED';
  wanted: ColumnType<WantedUser, string, never>;
  effects: AdministratorEffect[];
  base_date: Date;
  proposed_by: string | null;
  proposed_date: Date;
  expires_date: Date;
  state: 'WAITING' | 'CONFIRMED' | 'REJECTED' | 'WITHDRAWN' | 'OVERTAKEN' | 'LAPSED' | 'EXPIRED';
  decided_by: string | null;
  decided_date: Date | null;
  reason: string | null;
  told_state: ProposalState | null;
}

export interface AppUserTable {
  id: GeneratedAlways<number>;
  login: string;
  first_name: string;
  last_name: string;
  email: string;
  authorities: Role[];
  hst_list: string[];
  brands: ColumnType<BrandPermissions[], string, string>;
  activated: boolean;
  password_verifier: string | null;
  created_by: string | null;
  created_date: Date;
  last_modified_by: string | null;
  last_modified_date: Date;
  mobile_phone: string | null;
}

export interface ArchiveRevisionTable {
  id: GeneratedAlways<number>;
  signed_document_id: number;
  part: 'signed' | 'audit';
  number: number;
  sha256: string;
  size: number;
  signatures: number;
  valid_until: Date;
  created_date: Date;
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
  purpose: 'MARKETING' | 'PROFILING' | 'SURVEYS' | 'THIRD_PARTIES' | 'SERVICE_OFFERS';
  channel: 'EMAIL' | 'MESSAGES' | 'PHONE' | 'POST' | 'ALL';
  choice: 'GRANTED' | 'DENIED' | 'NOT_ASKED';
  text_version: string | null;
  text_sha256: string | null;
  language: 'it' | 'en';
  given_date: Date;
  valid_until: Date | null;
  document_id: number | null;
  signed_document_id: number | null;
  operator: string;
  hst: string;
  withdrawn_via: 'IN_PERSON' | 'EMAIL' | 'PHONE' | 'POST' | 'OTHER' | null;
  requested_by: string | null;
  note: string | null;
  push_id: number | null;
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

export interface CopyDeliveryTable {
  signer_id: number;
  delivery: 'QUEUED' | 'SENT' | 'FAILED';
  provider_id: string | null;
}

export interface CounterTable {
  kind: 'document' | 'folder' | 'dossier';
  hst: string;
  legal_entity: string;
  brand: string;
  type: string;
  status: string;
  n: number;
}

export interface CounterActualView {
  kind: GeneratedAlways<string | null>;
  hst: GeneratedAlways<string | null>;
  legal_entity: GeneratedAlways<string | null>;
  brand: GeneratedAlways<string | null>;
  type: GeneratedAlways<string | null>;
  status: GeneratedAlways<string | null>;
  n: GeneratedAlways<number | null>;
}

export interface CounterCheckTable {
  only_row: Generated<boolean>;
  checked_date: Date;
}

export interface CounterDeltaTable {
  kind: CounterTable['kind'];
  hst: string;
  legal_entity: string;
  brand: string;
  type: string;
  status: string;
  d: number;
}

export interface CounterEntityTable {
  kind: CounterTable['kind'];
  legal_entity: string;
  brand: string;
  type: string;
  status: string;
  n: number;
}

export interface TablesAToC {
  account_change: AccountChangeTable;
  activation: ActivationTable;
  administrator_proposal: AdministratorProposalTable;
  app_user: AppUserTable;
  archive_revision: ArchiveRevisionTable;
  consent_push: ConsentPushTable;
  consent_record: ConsentRecordTable;
  contact_word: ContactWordTable;
  copy_delivery: CopyDeliveryTable;
  counter: CounterTable;
  counter_actual: CounterActualView;
  counter_check: CounterCheckTable;
  counter_delta: CounterDeltaTable;
  counter_entity: CounterEntityTable;
}
