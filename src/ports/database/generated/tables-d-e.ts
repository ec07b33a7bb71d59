/** Printed from the migrated schema by `npm run print-database-types`; a test fails when it is stale. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ConsentChannel, ConsentChoice, ConsentPurpose, WithdrawalWay } from '#domain/consents/consent.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import type { DocumentStatus } from '#domain/documents/document-states.ts';
import type { VariableFields } from '#domain/documents/variable-fields.ts';
import type { Language } from '#domain/errors.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';

export interface DealerTable {
  hst: string;
  legal_entity: string;
  name: string;
  nome_commerciale: string;
  ragione_sociale: string;
  indirizzo: string;
  citta: string;
  provincia: string;
  tipo_auto: string;
  tipo_bmwi: string;
  tipo_mini: string;
  tipo_moto: string;
  gone_date: Date | null;
}

export interface DealerRefreshTable {
  only_row: Generated<boolean>;
  refreshed_date: Date | null;
  claimed_until: Date | null;
}

export interface DemoOutboxTable {
  id: GeneratedAlways<number>;
  message_id: string;
  channel: 'SMS' | 'EMAIL';
  recipient: string;
  text: string;
  created_date: Date;
}

export interface DemoRegisterEntryTable {
  id: GeneratedAlways<number>;
  customer: string;
  purpose: ConsentPurpose;
  channel: ConsentChannel;
  choice: ConsentChoice;
  text_version: string | null;
  text_sha256: string | null;
  language: Language;
  given_date: Date;
  withdrawn_via: WithdrawalWay | null;
}

export interface DeviceTable {
  id: GeneratedAlways<number>;
  activation_id: number;
  public_key: string;
  key_id: string;
  name: string;
  user_agent: string | null;
  paired_by: string;
  paired_date: Date;
  last_seen_date: Date | null;
  disabled_by: string | null;
  disabled_date: Date | null;
  ended_by: string | null;
  ended_date: Date | null;
}

export interface DeviceNonceTable {
  device_key: string;
  nonce: string;
  used_date: Date;
}

export interface DevicePairingTable {
  id: GeneratedAlways<number>;
  activation_id: number;
  code_hash: string;
  state: 'OPEN' | 'CLAIMED' | 'CONFIRMED' | 'REFUSED' | 'VOID';
  issued_by: string;
  issued_date: Date;
  expires_date: Date;
  claimed_date: Date | null;
  public_key: string | null;
  key_id: string | null;
  device_name: string | null;
  user_agent: string | null;
  match_number: string | null;
  ended_by: string | null;
  ended_date: Date | null;
}

export interface DeviceRequestView {
  id: GeneratedAlways<number>;
  activation_id: GeneratedAlways<number>;
  state: GeneratedAlways<'OPEN' | 'CLAIMED' | 'CONFIRMED' | 'REFUSED' | 'VOID'>;
  expires_date: GeneratedAlways<Date>;
  public_key: GeneratedAlways<string>;
  key_id: GeneratedAlways<string>;
  device_name: GeneratedAlways<string>;
  match_number: GeneratedAlways<string>;
  hst: GeneratedAlways<string>;
  device_label: GeneratedAlways<string | null>;
}

export interface DeviceSeatView {
  id: GeneratedAlways<number>;
  activation_id: GeneratedAlways<number>;
  public_key: GeneratedAlways<string>;
  key_id: GeneratedAlways<string>;
  name: GeneratedAlways<string>;
  last_seen_date: GeneratedAlways<Date | null>;
  disabled_date: GeneratedAlways<Date | null>;
  ended_date: GeneratedAlways<Date | null>;
  hst: GeneratedAlways<string>;
  device_label: GeneratedAlways<string | null>;
  status: GeneratedAlways<'ACTIVATED' | 'DRAFT' | 'EXPIRED' | 'DELETED'>;
  expires_at: GeneratedAlways<string | null>;
}

export interface DocumentTable {
  id: GeneratedAlways<number>;
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
  sig_type: 'OTP' | 'GRAPHOMETRIC' | 'FEA' | null;
  archivable: boolean;
  signable: boolean;
  file_name: string | null;
  mime_type: string | null;
  file_size: number | null;
  pages: number | null;
  file_sha256: string | null;
  variable_fields: ColumnType<VariableFields, string, string>;
  start_sign_date: Date | null;
  ever_signed: Generated<boolean>;
  signed_document_id: number | null;
  fea_module_id: number | null;
  created_by: string | null;
  created_date: Date;
  last_modified_by: string | null;
  last_modified_date: Date;
  deleted_date: Date | null;
  deleted_by: string | null;
}

export interface DocumentPhotoTable {
  id: GeneratedAlways<number>;
  sha256: string;
  document_id: number | null;
  uploaded_by: number;
  created_date: Date;
  link_id: number | null;
}

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

export interface DocumentSpaceView {
  holder: GeneratedAlways<string | null>;
  legal_entity: GeneratedAlways<string | null>;
  kind: GeneratedAlways<string | null>;
  amount: GeneratedAlways<number | null>;
}

export interface DossierTable {
  id: GeneratedAlways<number>;
  hst: string;
  legal_entity: string;
  brands: Brand[];
  business_id: string | null;
  original_account_source: string | null;
  status: 'OPEN' | 'DELETED';
  search_type: 'RSP' | 'DMS' | null;
  rsp_search_type: 'ORGANIZATION' | 'INDIVIDUAL' | null;
  dossier_type: 'existing' | 'new' | null;
  first_name: string;
  last_name: string;
  organization_id: string | null;
  organization_name: string | null;
  representative_fiscal_code: string | null;
  mobile_phone: string;
  email: string;
  birth_date: string | null;
  birth_place: string | null;
  fiscal_code: string | null;
  street: string;
  address: string | null;
  city: string;
  postal_code: string;
  number_of_folders: Generated<number>;
  activations_count: Generated<number>;
  sync_status: 'TO_SYNC' | 'SYNCING' | 'SYNCED' | 'SYNC_FAILED' | null;
  last_sync: Date | null;
  search_text: GeneratedAlways<string>;
  created_by: string | null;
  created_date: Date;
  last_modified_by: string | null;
  last_modified_date: Date;
  dms_first_name: string | null;
  dms_last_name: string | null;
  dms_company_name: string | null;
  dms_phone: string | null;
  dms_address: string | null;
  dms_city: string | null;
  dms_postal_code: string | null;
  rsp_first_name: string | null;
  rsp_last_name: string | null;
  rsp_company_name: string | null;
  rsp_phone: string | null;
  rsp_address: string | null;
  rsp_city: string | null;
  rsp_postal_code: string | null;
  sync_queued_date: Date | null;
  customer_text: GeneratedAlways<string>;
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

export interface EvidenceHeadTable {
  size: number;
  statement: string;
  signature: string;
  stamp: string;
  created_date: Date;
}

export interface EvidenceLeafTable {
  position: number;
  subject: string;
  seq: number;
  hash: string;
}

export interface EvidenceNodeTable {
  level: number;
  position: number;
  hash: string;
}

export interface EvidencePendingTable {
  id: GeneratedAlways<number>;
  subject: string;
  seq: number;
}

export interface EvidenceTreeTable {
  only_row: Generated<boolean>;
  size: number;
}

export interface TablesDToE {
  dealer: DealerTable;
  dealer_refresh: DealerRefreshTable;
  demo_outbox: DemoOutboxTable;
  demo_register_entry: DemoRegisterEntryTable;
  device: DeviceTable;
  device_nonce: DeviceNonceTable;
  device_pairing: DevicePairingTable;
  device_request: DeviceRequestView;
  device_seat: DeviceSeatView;
  document: DocumentTable;
  document_photo: DocumentPhotoTable;
  document_search: DocumentSearchTable;
  document_space: DocumentSpaceView;
  dossier: DossierTable;
  evidence_chain: EvidenceChainTable;
  evidence_event: EvidenceEventTable;
  evidence_head: EvidenceHeadTable;
  evidence_leaf: EvidenceLeafTable;
  evidence_node: EvidenceNodeTable;
  evidence_pending: EvidencePendingTable;
  evidence_tree: EvidenceTreeTable;
}
