/** Printed from the migrated schema by `npm run print-database-types`; a test fails when it is stale. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ConsentChannel, ConsentPurpose } from '#domain/consents/consent.ts';
import type { ServiceSignatureType } from '#domain/entitlements/service-types.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { ChosenPlaces } from '#domain/signing/fields/decide.ts';
import type { MessageReason } from '#domain/signing/messages/sent-messages.ts';
import type { StaffRole } from '#domain/signing/staff-signers.ts';
import type { HandDrawing, VersionContent } from '../json-columns.ts';

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

export interface SealedHandTable {
  point_id: number;
  session_id: number;
  envelope: string | null;
  drawing: ColumnType<HandDrawing | null, string | null, string | null>;
  envelope_sha256: string;
}

export interface SentMessageTable {
  id: GeneratedAlways<number>;
  message_id: string;
  signer_id: number;
  kind: 'LINK' | 'REMINDER' | 'CODE' | 'COPY';
  channel: 'EMAIL' | 'SMS';
  address: string;
  state: 'WAITING' | 'SENT' | 'DELIVERED' | 'UNDELIVERED' | 'FAILED';
  reason: MessageReason | null;
  provider_id: string | null;
  created_date: Date;
  sent_date: Date | null;
  ended_date: Date | null;
}

export interface ServiceTable {
  id: GeneratedAlways<number>;
  service_type: 'DISK_SPACE' | 'STRONGDOX_SPACE' | 'OTP' | 'SIGNATURE_TYPE' | 'TPIM' | 'SIGNATURE_NOTIFICATION';
  legal_entity: string;
  expires_at: string | null;
  total_space: number | null;
  total_otp: number | null;
  folder_types: FolderType[];
  notes: string | null;
  created_by: string | null;
  created_date: Date;
  last_modified_by: string | null;
  last_modified_date: Date;
  deleted_date: Date | null;
  signature_types: ServiceSignatureType[];
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

export interface SessionReminderTable {
  session_id: number;
  next_date: Date;
}

export interface SignInAnswerTable {
  state: string;
  person: ColumnType<unknown, string, never>;
  expires_date: Date;
}

export interface SignInRequestTable {
  state: string;
  nonce: string;
  code_verifier: string;
  redirect: string;
  binding: string;
  expires_date: Date;
  user_id: number | null;
  staff_session_id: string | null;
  bound_to: string | null;
  also_bound_to: ColumnType<string[], string[] | undefined, never>;
}

export interface SignaturePlaceTable {
  document_id: number;
  file_sha256: string;
  places: ColumnType<ChosenPlaces, string, string>;
  chosen_by: string;
  chosen_date: Date;
}

export interface SignaturePointTable {
  id: GeneratedAlways<number>;
  signer_id: number;
  document_id: number;
  field: string;
  kind: 'signature' | 'consent';
  label: string;
  position: number;
  page: number | null;
  box: ColumnType<[number, number, number, number] | null, string | null, string | null>;
  confirmed_date: Date | null;
  purpose: ConsentPurpose | null;
  channel: ConsentChannel | null;
  text_version: string | null;
  text_sha256: string | null;
  choice: 'GRANTED' | 'DENIED' | null;
  consent_title: string | null;
  consent_text: string | null;
}

export interface SignedDocumentTable {
  id: GeneratedAlways<number>;
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

export interface SignerTable {
  id: GeneratedAlways<number>;
  session_id: number;
  role: 'customer' | 'dealer' | 'operatorDealer' | 'salesManager';
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

export interface SigningSessionTable {
  id: GeneratedAlways<number>;
  folder_id: number;
  state: 'PREPARING' | 'OPEN' | 'COMPLETING' | 'COMPLETED' | 'DECLINED' | 'LOCKED' | 'CANCELLED' | 'EXPIRED' | 'FAILED';
  method: 'OTP' | 'GRAPHOMETRIC';
  started_by: string;
  created_date: Date;
  expires_date: Date;
  ended_date: Date | null;
  hst: ColumnType<string, never, string>;
}

export interface SmsDispatchTable {
  message_id: string;
  gateway: string;
  state: 'SENDING' | 'TAKEN' | 'REFUSED';
  parts: number;
  provider_id: string | null;
  created_date: Date;
}

export interface SmsGatewayReceiptTable {
  about: string;
  state: 'DELIVERED' | 'FAILED';
  told_date: Date;
}

export interface SmsReceiptTable {
  code_id: number;
  provider_id: string;
  sent_date: Date;
  receipt: 'DELIVERED' | 'FAILED' | null;
}

export interface StaffSessionTable {
  id: string;
  user_id: number;
  binding: string | null;
  id_token: string | null;
  created_date: Date;
  expires_date: Date;
  ended_date: Date | null;
  provider_subject: ColumnType<string | null, string | null, never>;
  provider_session: ColumnType<string | null, string | null, never>;
}

export interface StaffSignatureView {
  document_id: GeneratedAlways<number>;
  signer_id: GeneratedAlways<number>;
  position: GeneratedAlways<number>;
  user_id: GeneratedAlways<number>;
  role: GeneratedAlways<StaffRole>;
  name: GeneratedAlways<string>;
  turn_date: GeneratedAlways<Date | null>;
  is_open: GeneratedAlways<boolean>;
  is_turn: GeneratedAlways<boolean>;
  started_by: GeneratedAlways<string>;
  expires_date: GeneratedAlways<Date>;
}

export interface TablesPToS {
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
  sealed_hand: SealedHandTable;
  sent_message: SentMessageTable;
  service: ServiceTable;
  session_document: SessionDocumentTable;
  session_reminder: SessionReminderTable;
  sign_in_answer: SignInAnswerTable;
  sign_in_request: SignInRequestTable;
  signature_place: SignaturePlaceTable;
  signature_point: SignaturePointTable;
  signed_document: SignedDocumentTable;
  signer: SignerTable;
  signer_reading: SignerReadingTable;
  signing_session: SigningSessionTable;
  sms_dispatch: SmsDispatchTable;
  sms_gateway_receipt: SmsGatewayReceiptTable;
  sms_receipt: SmsReceiptTable;
  staff_session: StaffSessionTable;
  staff_signature: StaffSignatureView;
}
