/** Printed from the migrated schema by `npm run print-database-types`; a test fails when it is stale. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import type { NotificationKind } from '#domain/notifications/notification.ts';
import type { ChosenPlaces } from '#domain/signing/fields/decide.ts';
import type { VersionContent } from '../json-columns.ts';

export interface FeaAdherenceTable {
  id: GeneratedAlways<number>;
  person_code: string;
  legal_entity: string;
  covers_national: boolean;
  state: 'REQUESTED' | 'ACTIVE' | 'REVOKED' | 'EXPIRED';
  dossier_id: number;
  module_id: number;
  method: 'IN_PERSON';
  identified_by: string;
  identified_date: Date;
  identity_type: string;
  identity_number: string;
  identity_issuer: string;
  identity_issued: string;
  identity_expiry: string;
  requested_date: Date;
  text_version: string | null;
  activated_date: Date | null;
  signed_document_id: number | null;
  signed_sha256: string | null;
  ended_date: Date | null;
  revoked_by: string | null;
  revoked_via: 'IN_PERSON' | 'EMAIL' | 'PHONE' | 'POST' | 'OTHER' | null;
  revocation_date: string | null;
  requested_by: string | null;
  reason: string | null;
  identity_document_id: number | null;
  request_name: string | null;
  request_type: string | null;
  request_size: number | null;
  request_sha256: string | null;
  last_signed_date: Date | null;
  first_name: string | null;
  last_name: string | null;
  birth_date: string | null;
  birth_place: string | null;
  mobile_phone: string | null;
}

export interface FeaUseTable {
  session_id: number;
  document_id: number;
  adherence_id: number;
}

export interface FolderTable {
  id: GeneratedAlways<number>;
  dossier_id: number;
  hst: string;
  legal_entity: string;
  brand: 'bmw' | 'bmwi' | 'mini' | 'moto';
  type: 'PRIVACY' | 'SALE_NEW' | 'SALE_USED' | 'SERVICE' | 'VEHICLE_EXIT_REQUEST';
  status: 'OPEN' | 'CLOSED' | 'DELETED';
  business_id: string | null;
  process_date: Date | null;
  account_source: string | null;
  plate: string | null;
  vin: string | null;
  job_id: string | null;
  notes: string | null;
  number_of_documents: Generated<number>;
  search_text: GeneratedAlways<string>;
  created_by: string | null;
  created_date: Date;
  last_modified_by: string | null;
  last_modified_date: Date;
  customer_text: GeneratedAlways<string>;
}

export interface FolderTypeConfigurationTable {
  version: GeneratedAlways<number>;
  configuration: ColumnType<FolderTypeConfiguration, string, string>;
  loaded_by: string | null;
  loaded_date: Date;
}

export interface FormerContactTable {
  id: GeneratedAlways<number>;
  dossier_id: number;
  hst: string;
  phone: string | null;
  email: string | null;
  new_phone: string | null;
  created_date: Date;
}

export interface FreshSignInTable {
  id: GeneratedAlways<number>;
  user_id: number;
  staff_session_id: string;
  bound_to: string;
  method: 'PROVIDER' | 'PASSWORD';
  confirmed_date: Date;
  expires_date: Date;
  used_date: Date | null;
  acts: ColumnType<number, number | undefined, never>;
}

export interface IdempotencyKeyTable {
  user_id: number;
  endpoint: string;
  key: string;
  request_sha256: string;
  rights_sha256: string;
  status: number | null;
  answer: string | null;
  created_date: Date;
  sealed_answer: string | null;
}

export interface InstallationTable {
  only_row: Generated<boolean>;
  mode: 'demo' | 'production';
  created_date: Date;
  secret_check: Uint8Array | null;
}

export interface LedgerEntryTable {
  id: GeneratedAlways<number>;
  legal_entity: string;
  kind: 'OTP' | 'DISK_SPACE' | 'STRONGDOX_SPACE';
  amount: number;
  cause: string;
  created_date: Date;
  holder: string | null;
}

export interface LegalEntityTable {
  code: string;
  name: string;
}

export interface LicenseTable {
  id: GeneratedAlways<number>;
  license_code: string;
  license_amount: number;
  legal_entity: string;
  hst_list: string[];
  afgclic_name: string | null;
  afgclic_sha256: string | null;
  notes: string | null;
  expires_at: string | null;
  activations_count: Generated<number>;
  deleted_date: Date | null;
  created_by: string | null;
  created_date: Date;
  last_modified_by: string | null;
  last_modified_date: Date;
}

export interface LinkDeliveryTable {
  signer_id: number;
  link_epoch: number;
  channel: 'EMAIL' | 'SMS';
  sent_date: Date | null;
  provider_id: string | null;
}

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

export interface NameVariantTable {
  variant: string;
  word: string;
}

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

export interface NotificationSettingTable {
  user_id: number;
  mails: boolean;
}

export interface NumberUseView {
  signer_id: GeneratedAlways<number>;
  session_id: GeneratedAlways<number>;
  document_id: GeneratedAlways<number>;
  phone: GeneratedAlways<string>;
  first_name: GeneratedAlways<string>;
  last_name: GeneratedAlways<string>;
  person: GeneratedAlways<string>;
  hst: GeneratedAlways<string>;
  started_by: GeneratedAlways<string>;
  created_date: GeneratedAlways<Date>;
}

export interface OtpCodeTable {
  id: GeneratedAlways<number>;
  signer_id: number;
  salt: string;
  bound_to: string;
  created_date: Date;
  expires_date: Date;
  attempts: Generated<number>;
  ended_date: Date | null;
  delivery: 'QUEUED' | 'SENT' | 'FAILED';
  provider_id: string | null;
}

export interface PageCheckTable {
  content_hash: string;
  pages: number;
  drawn: number;
  finding: string | null;
  page: number | null;
  picture: string | null;
  created_date: Date;
  fingerprints: string[] | null;
}

export interface PaperVersionTable {
  id: GeneratedAlways<number>;
  kind: 'CLAUSES' | 'COMPANY';
  legal_entity: string | null;
  document_type: string | null;
  language: 'it' | 'en' | 'de' | null;
  version: string | null;
  state: 'DRAFT' | 'SUBMITTED' | 'PUBLISHED' | 'SUPERSEDED';
  content: ColumnType<VersionContent, string, string>;
  digest: string | null;
  note: string | null;
  authors: string[];
  submitted_by: string | null;
  submitted_date: Date | null;
  published_by: string | null;
  published_date: Date | null;
  superseded_date: Date | null;
  returned_by: string | null;
  returned_date: Date | null;
  return_reason: string | null;
  created_by: string;
  created_date: Date;
  last_modified_by: string;
  last_modified_date: Date;
}

export interface PartlySignedDocumentTable {
  id: GeneratedAlways<number>;
  session_id: number;
  document_id: number;
  sha256: string | null;
  size: number | null;
  signatures: number | null;
  kept_date: Date | null;
}

export interface PhotoLinkTable {
  id: GeneratedAlways<number>;
  token_hash: string;
  opened_by: number;
  most: number;
  created_date: Date;
  expires_date: Date;
  ended_date: Date | null;
}

export interface ProviderMessageTable {
  issuer: string;
  message_id: string;
  expires_date: Date;
}

export interface ProviderPhoneTable {
  phone: string;
  user_id: number;
  told_date: Date;
}

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

export interface QuotaTable {
  legal_entity: string;
  kind: 'OTP' | 'DISK_SPACE' | 'STRONGDOX_SPACE';
  used: Generated<number>;
  reserved: Generated<number>;
}

export interface QuotaReservationTable {
  kind: 'OTP' | 'DISK_SPACE' | 'STRONGDOX_SPACE';
  cause: string;
  legal_entity: string;
  amount: number;
  created_date: Date;
}

export interface RateLimitTable {
  subject: string;
  window_start: Date;
  count: number;
}

export interface RememberedPlaceTable {
  hst: string;
  document_type: string;
  shape_sha256: string;
  places: ColumnType<ChosenPlaces, string, string>;
  chosen_by: string;
  chosen_date: Date;
}

export interface TablesFToR {
  fea_adherence: FeaAdherenceTable;
  fea_use: FeaUseTable;
  folder: FolderTable;
  folder_type_configuration: FolderTypeConfigurationTable;
  former_contact: FormerContactTable;
  fresh_sign_in: FreshSignInTable;
  idempotency_key: IdempotencyKeyTable;
  installation: InstallationTable;
  ledger_entry: LedgerEntryTable;
  legal_entity: LegalEntityTable;
  license: LicenseTable;
  link_delivery: LinkDeliveryTable;
  link_reminder: LinkReminderTable;
  name_variant: NameVariantTable;
  notification: NotificationTable;
  notification_setting: NotificationSettingTable;
  number_use: NumberUseView;
  otp_code: OtpCodeTable;
  page_check: PageCheckTable;
  paper_version: PaperVersionTable;
  partly_signed_document: PartlySignedDocumentTable;
  photo_link: PhotoLinkTable;
  provider_message: ProviderMessageTable;
  provider_phone: ProviderPhoneTable;
  qr_exchange: QrExchangeTable;
  quota: QuotaTable;
  quota_reservation: QuotaReservationTable;
  rate_limit: RateLimitTable;
  remembered_place: RememberedPlaceTable;
}
