/** Printed from the migrated schema by `npm run print-database-types`; a test fails when it is stale. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ConsentChannel, ConsentPurpose } from '#domain/consents/consent.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import type { DocumentStatus } from '#domain/documents/document-states.ts';
import type { ServiceSignatureType } from '#domain/entitlements/service-types.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { ChosenPlaces } from '#domain/signing/fields/decide.ts';
import type { MessageReason } from '#domain/signing/messages/sent-messages.ts';
import type { ChosenSigners, StaffRole } from '#domain/signing/staff-signers.ts';
import type { HandDrawing } from '../json-columns.ts';

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

export interface TabletView {
  id: GeneratedAlways<number>;
  hst: GeneratedAlways<string>;
  device_label: GeneratedAlways<string | null>;
  device_name: GeneratedAlways<string | null>;
  expires_at: GeneratedAlways<string | null>;
}

export interface TabletQueueView {
  id: GeneratedAlways<number>;
  activation_id: GeneratedAlways<number>;
  device_label: GeneratedAlways<string | null>;
  device_name: GeneratedAlways<string | null>;
  expires_at: GeneratedAlways<string | null>;
  hst: GeneratedAlways<string>;
  queued_by: GeneratedAlways<string>;
  queued_date: GeneratedAlways<Date>;
  taken_date: GeneratedAlways<Date | null>;
  document_id: GeneratedAlways<number>;
  document_type: GeneratedAlways<string>;
  status: GeneratedAlways<DocumentStatus>;
  customer_name: GeneratedAlways<string>;
  brand: GeneratedAlways<Brand>;
  folder_type: GeneratedAlways<FolderType>;
  created_by: GeneratedAlways<string | null>;
  signers: GeneratedAlways<ChosenSigners>;
}

export interface TabletQueueEntryTable {
  id: GeneratedAlways<number>;
  document_id: number;
  activation_id: number;
  queued_by: string;
  queued_date: Date;
  taken_date: Date | null;
  withdrawn_date: Date | null;
  withdrawn_by: string | null;
  signers: ColumnType<ChosenSigners, string | undefined, string>;
}

export interface TechnicalNetworkTable {
  user_id: number;
  networks: string[];
}

export interface TechnicalSecretTable {
  id: GeneratedAlways<number>;
  user_id: number;
  sha256: string;
  created_by: string;
  created_date: Date;
  ends_date: ColumnType<Date | null, never, Date>;
  last_used_date: ColumnType<Date | null, never, Date>;
  last_used_address: ColumnType<string | null, never, string>;
}

export interface UserIdentityTable {
  user_id: number;
  issuer: string;
  subject: string;
  bound_date: Date;
}

export interface VideoTable {
  id: GeneratedAlways<number>;
  position: number;
  title: string;
  external_id: string;
  description: string | null;
  duration: number | null;
  created_by: string | null;
  created_date: Date;
  last_modified_by: string | null;
  last_modified_date: Date;
}

export interface WebhookTable {
  id: GeneratedAlways<number>;
  url: string;
  description: string;
  events: string[] | null;
  hsts: string[] | null;
  account: string | null;
  enabled: boolean;
  failures: Generated<number>;
  created_by: string;
  created_date: Date;
  last_modified_by: string;
  last_modified_date: Date;
}

export interface WebhookAttemptTable {
  delivery_id: number;
  number: number;
  attempted_date: Date;
  milliseconds: number;
  status: number | null;
  outcome: 'delivered' | 'refused' | 'redirect' | 'address' | 'unreachable' | 'tls' | 'timeout';
  words: string;
}

export interface WebhookDeliveryTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  event_id: number;
  message_id: string;
  type: string;
  state: 'WAITING' | 'DELIVERED' | 'FAILED';
  attempts: Generated<number>;
  created_date: Date;
  due_date: Date | null;
  deadline: Date;
  ended_date: Date | null;
}

export interface WebhookEventTable {
  id: GeneratedAlways<number>;
  kind: 'created' | 'changed' | 'deleted' | 'test';
  document_id: number | null;
  folder_id: number | null;
  dossier_id: number | null;
  hst: string | null;
  status: string | null;
  was: string | null;
  reason: string | null;
  created_by: string | null;
  occurred_date: Date;
  spread_date: Date | null;
}

export interface WebhookSecretTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  sealed: string;
  created_date: Date;
  ends_date: ColumnType<Date | null, never, Date>;
}

export interface TablesSToZ {
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
  tablet: TabletView;
  tablet_queue: TabletQueueView;
  tablet_queue_entry: TabletQueueEntryTable;
  technical_network: TechnicalNetworkTable;
  technical_secret: TechnicalSecretTable;
  user_identity: UserIdentityTable;
  video: VideoTable;
  webhook: WebhookTable;
  webhook_attempt: WebhookAttemptTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_event: WebhookEventTable;
  webhook_secret: WebhookSecretTable;
}
