/** Row types of db/tables/*.sql, in the same order; a test compares them with the migrated schema. */

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { BrandPermissions } from '#domain/access.ts';
import type { ElsewhereFields } from '#domain/customer-search/known-elsewhere.ts';
import type { Brand, Dealer } from '#domain/dealers/brands.ts';
import type { DocumentStatus, SignatureType } from '#domain/documents/life.ts';
import type { CustomerFacts } from '#domain/dossiers/customer-facts.ts';
import type { FolderStatus } from '#domain/folders/folder.ts';
import type { FolderType, FolderTypeConfiguration, SignerRole } from '#domain/folders/folder-types.ts';
import type { Role } from '#domain/identity/roles.ts';
import type { SigningState } from '#domain/signing/messages/link.ts';
import type { AdherenceTables } from './adherence-tables.ts';
import type { ColumnsOf } from './columns.ts';
import type { ConsentTables, PointConsent } from './consent-tables.ts';
import type { ContactTables } from './contact-tables.ts';
import type { CounterTables } from './counter-tables.ts';
import type { DeviceTables } from './device-tables.ts';
import type { EvidenceTreeTables } from './evidence-tree-tables.ts';
import type { HandwritingTables } from './handwriting-tables.ts';
import type { MessageTables } from './message-tables.ts';
import type { NotificationTables } from './notification-tables.ts';
import type { FileTables, PaperVersionTable } from './paper-tables.ts';
import type { PartlySignedDocumentTable } from './partly-signed-tables.ts';
import type { RememberedPlaceTable, SignaturePlaceTable } from './place-tables.ts';
import type { QrExchangeTable } from './qr-tables.ts';
import type { ReminderTables } from './reminder-tables.ts';
import type { StaffSignerTables } from './staff-signer-tables.ts';
import type { TechnicalTables } from './technical-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** jsonb: written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>;
type Id = GeneratedAlways<number>;

interface Authored {
  created_by: string | null;
  created_date: Date;
  last_modified_by: string | null;
  last_modified_date: Date;
}

export interface InstallationTable {
  only_row: Generated<boolean>;
  mode: 'demo' | 'production';
  created_date: Date;
  /** 32 bytes derived from the installation's secret. */
  secret_check: Uint8Array | null;
}

export interface AppUserTable extends Authored {
  id: Id;
  login: string;
  first_name: string;
  last_name: string;
  email: string;
  authorities: Role[];
  hst_list: string[];
  brands: Json<BrandPermissions[]>;
  activated: boolean;
  password_verifier: string | null;
  mobile_phone: string | null;
}

export interface RateLimitTable {
  subject: string;
  window_start: Date;
  count: number;
}

export interface LegalEntityTable {
  code: string;
  name: string;
}

export interface DealerTable extends Omit<Dealer, 'hst2011'> {
  hst: string;
  gone_date: Date | null;
}

export interface DealerRefreshTable {
  only_row: Generated<boolean>;
  refreshed_date: Date | null;
  claimed_until: Date | null;
}

/** Words of customers' names, stored under each spelling with one letter removed. */
interface NameVariantTable {
  variant: string;
  word: string;
}

export interface DossierTable extends Authored, ColumnsOf<CustomerFacts>, ColumnsOf<ElsewhereFields> {
  id: Id;
  hst: string;
  legal_entity: string;
  brands: Brand[];
  business_id: string | null;
  original_account_source: string | null;
  status: 'OPEN' | 'DELETED';
  search_type: 'RSP' | 'DMS' | null;
  rsp_search_type: 'ORGANIZATION' | 'INDIVIDUAL' | null;
  dossier_type: 'existing' | 'new' | null;
  number_of_folders: Generated<number>;
  activations_count: Generated<number>;
  sync_status: 'TO_SYNC' | 'SYNCING' | 'SYNCED' | 'SYNC_FAILED' | null;
  last_sync: Date | null;
  sync_queued_date: Date | null;
  search_text: GeneratedAlways<string>;
  customer_text: GeneratedAlways<string>;
}

export interface FolderTable extends Authored {
  id: Id;
  dossier_id: number;
  hst: string;
  legal_entity: string;
  brand: Brand;
  type: FolderType;
  status: FolderStatus;
  business_id: string | null;
  process_date: Date | null;
  account_source: string | null;
  plate: string | null;
  vin: string | null;
  job_id: string | null;
  notes: string | null;
  number_of_documents: Generated<number>;
  search_text: GeneratedAlways<string>;
  customer_text: GeneratedAlways<string>;
}

export interface FolderTypeConfigurationTable {
  version: Id;
  configuration: Json<FolderTypeConfiguration>;
  loaded_by: string | null;
  loaded_date: Date;
}

export interface DocumentTable extends Authored {
  id: Id;
  folder_id: number;
  dossier_id: number;
  hst: string;
  legal_entity: string;
  brand: Brand;
  folder_type: FolderType;
  customer_name: string;
  type: string;
  status: DocumentStatus;
  status_reason: string | null;
  status_detail: string | null;
  sig_type: SignatureType | null;
  archivable: boolean;
  signable: boolean;
  file_name: string | null;
  mime_type: string | null;
  file_size: number | null;
  pages: number | null;
  file_sha256: string | null;
  variable_fields: Json<Record<string, string | number | boolean | null>>;
  start_sign_date: Date | null;
  ever_signed: Generated<boolean>;
  signed_document_id: number | null;
  fea_module_id: number | null;
  deleted_date: Date | null;
  deleted_by: string | null;
}

/** Maintained by triggers, one row per visible document. */
export interface DocumentSearchTable {
  document_id: GeneratedAlways<number>;
  folder_id: GeneratedAlways<number>;
  hst: GeneratedAlways<string>;
  legal_entity: GeneratedAlways<string>;
  brand: GeneratedAlways<Brand>;
  folder_type: GeneratedAlways<FolderType>;
  name_text: GeneratedAlways<string>;
  customer_text: GeneratedAlways<string>;
  created_by: GeneratedAlways<string | null>;
  created_date: GeneratedAlways<Date>;
}

export interface SigningSessionTable {
  id: Id;
  folder_id: number;
  state: SigningState;
  method: 'OTP' | 'GRAPHOMETRIC';
  started_by: string;
  created_date: Date;
  expires_date: Date;
  ended_date: Date | null;
  hst: Generated<string>;
}

export interface SessionDocumentTable {
  session_id: number;
  document_id: number;
  original_sha256: string;
  prepared_sha256: string | null;
  prepared_size: number | null;
  pages: number | null;
  running: boolean;
}

export interface SignerTable {
  id: Id;
  session_id: number;
  role: SignerRole;
  position: number;
  first_name: string;
  last_name: string;
  organization_name: string | null;
  phone: string;
  email: string;
  link_epoch: Generated<number>;
  ceremony_binding: string | null;
  state: 'WAITING' | 'SIGNED' | 'DECLINED' | 'LOCKED';
  opened_date: Date | null;
  signed_date: Date | null;
  failed_attempts: Generated<number>;
  codes_requested: Generated<number>;
  decline_reason: string | null;
  ip: string | null;
  user_agent: string | null;
  seen_date: Date | null;
  /** A trail event type. */
  last_event: Generated<string>;
  last_event_date: Date | null;
  link_failed_epoch: number | null;
  user_id: number | null;
  cookie_sent_date: Date | null;
  handed_epoch: number | null;
}

export interface SignerReadingTable {
  signer_id: number;
  document_id: number;
  prepared_sha256: string;
  complete_date: Date | null;
}

export interface SignaturePointTable extends PointConsent {
  id: Id;
  signer_id: number;
  document_id: number;
  field: string;
  kind: 'signature' | 'consent';
  label: string;
  position: number;
  page: number | null;
  box: Json<[number, number, number, number]> | null;
  confirmed_date: Date | null;
}

export interface OtpCodeTable {
  id: Id;
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

export interface LinkDeliveryTable {
  signer_id: number;
  link_epoch: number;
  channel: 'EMAIL' | 'SMS';
  sent_date: Date | null;
  provider_id: string | null;
}

export interface SignedDocumentTable {
  id: Id;
  session_id: number;
  document_id: number;
  sha256: string;
  size: number;
  signatures: number;
  audit_sha256: string | null;
  audit_size: number | null;
  created_date: Date;
  archive_due: Generated<Date>;
}

export interface ArchiveRevisionTable {
  id: Id;
  signed_document_id: number;
  part: 'signed' | 'audit';
  number: number;
  sha256: string;
  size: number;
  signatures: number;
  valid_until: Date;
  created_date: Date;
}

export interface EvidenceChainTable {
  subject: string;
  last_seq: number;
  last_hash: string;
}

export interface EvidenceEventTable {
  subject: string;
  seq: number;
  type: string;
  body: string;
  prev_hash: string;
  hash: string;
  created_date: Date;
}

export interface ServiceTable extends Authored {
  id: Id;
  service_type: 'DISK_SPACE' | 'STRONGDOX_SPACE' | 'OTP' | 'SIGNATURE_TYPE' | 'TPIM' | 'SIGNATURE_NOTIFICATION';
  legal_entity: string;
  /** ISO date text, valid to the end of that day in Rome. */
  expires_at: string | null;
  total_space: number | null;
  total_otp: number | null;
  signature_types: ('FEA' | 'FES')[];
  folder_types: FolderType[];
  notes: string | null;
  deleted_date: Date | null;
}

export interface LedgerEntryTable {
  id: Id;
  legal_entity: string;
  kind: 'OTP' | 'DISK_SPACE' | 'STRONGDOX_SPACE';
  amount: number;
  cause: string;
  created_date: Date;
  /** The item that uses the quota, such as `document:12`; null for permanent use. */
  holder: string | null;
}

export interface QuotaTable {
  legal_entity: string;
  kind: LedgerEntryTable['kind'];
  used: Generated<number>;
  reserved: Generated<number>;
}

export interface QuotaReservationTable {
  kind: LedgerEntryTable['kind'];
  cause: string;
  legal_entity: string;
  amount: number;
  created_date: Date;
}

export interface LicenseTable extends Authored {
  id: Id;
  license_code: string;
  license_amount: number;
  legal_entity: string;
  hst_list: string[];
  afgclic_name: string | null;
  afgclic_sha256: string | null;
  notes: string | null;
  /** ISO date text, valid to the end of that day in Rome. */
  expires_at: string | null;
  activations_count: Generated<number>;
  deleted_date: Date | null;
}

export interface ActivationTable extends Authored {
  id: Id;
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
}

export interface VideoTable extends Authored {
  id: Id;
  position: number;
  title: string;
  external_id: string;
  description: string | null;
  /** Seconds. */
  duration: number | null;
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

export interface Tables
  extends AdherenceTables,
    ConsentTables,
    ContactTables,
    CounterTables,
    DeviceTables,
    EvidenceTreeTables,
    FileTables,
    HandwritingTables,
    MessageTables,
    NotificationTables,
    ReminderTables,
    StaffSignerTables,
    TechnicalTables,
    WebhookTables {
  installation: InstallationTable;
  app_user: AppUserTable;
  rate_limit: RateLimitTable;
  legal_entity: LegalEntityTable;
  dealer: DealerTable;
  dealer_refresh: DealerRefreshTable;
  dossier: DossierTable;
  name_variant: NameVariantTable;
  folder: FolderTable;
  folder_type_configuration: FolderTypeConfigurationTable;
  document: DocumentTable;
  document_search: DocumentSearchTable;
  signing_session: SigningSessionTable;
  session_document: SessionDocumentTable;
  signer: SignerTable;
  signer_reading: SignerReadingTable;
  signature_point: SignaturePointTable;
  otp_code: OtpCodeTable;
  link_delivery: LinkDeliveryTable;
  signed_document: SignedDocumentTable;
  archive_revision: ArchiveRevisionTable;
  partly_signed_document: PartlySignedDocumentTable;
  evidence_chain: EvidenceChainTable;
  evidence_event: EvidenceEventTable;
  service: ServiceTable;
  ledger_entry: LedgerEntryTable;
  quota: QuotaTable;
  quota_reservation: QuotaReservationTable;
  license: LicenseTable;
  activation: ActivationTable;
  video: VideoTable;
  idempotency_key: IdempotencyKeyTable;
  paper_version: PaperVersionTable;
  signature_place: SignaturePlaceTable;
  remembered_place: RememberedPlaceTable;
  qr_exchange: QrExchangeTable;
}
