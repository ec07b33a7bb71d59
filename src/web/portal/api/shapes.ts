/** Rows as the server sends them (P-20); the entities are the domain's own. */
import type { AdherenceOutput } from '#contract/adherences.ts';
import type { ConsentsOutput } from '#contract/consents.ts';
import type { Document } from '#domain/documents/document.ts';
import type { Dossier } from '#domain/dossiers/dossier.ts';
import type { Folder } from '#domain/folders/folder.ts';
import type { FolderType, SignerRole } from '#domain/folders/folder-types.ts';

import type { MessageKind, MessageReason, MessageState } from '#domain/signing/sent-messages.ts';
import type { LinkChannel, Resend } from '#domain/signing/waiting.ts';

export type { Account } from '#domain/identity/account.ts';
export type DossierRow = Dossier;
export type FolderRow = Folder;

/** A document with its folder's type as the closed list. */
export type DocumentRow = Omit<Document, 'folder'> & { folder: { id: number; type: FolderType } };

export type Consents = ConsentsOutput;
export type AdherenceState = AdherenceOutput;

export type Synchronization = Pick<Dossier, 'syncStatus' | 'lastSync'>;

export interface SignerRow {
  id: number;
  role: SignerRole;
  name: string;
  state: 'WAITING' | 'OPENED' | 'SIGNED' | 'DECLINED' | 'LOCKED';
  signedAt: string | null;
  maskedPhone: string | null;
  /** Of staff, who sign in the portal (P-6). */
  userId: number | null;
  /** They can sign now: staff follow the customers. */
  turn: boolean;
  /** While it can be corrected by whoever looks. */
  contact: { mobilePhone: string; email: string } | null;
  /** While they can sign, for whoever may start signatures. */
  signUrl: string | null;
}

export interface SigningState {
  signers: SignerRow[];
  expiresAt: string | null;
  /** Other documents of the same signature: one link, one code (P-6). */
  together: Pick<DocumentRow, 'id' | 'type' | 'fileName' | 'status'>[];
  /** Whether the link may be sent again. */
  resend: Resend;
  /** Signatures that ended after somebody had signed (P-5). */
  partlySigned: PartlySignedRow[];
  /** Newest first. */
  messages: MessageRow[];
}

/** A message to somebody who signs, and what became of it (D-54). */
export interface MessageRow {
  id: number;
  signerId: number;
  kind: MessageKind;
  channel: LinkChannel;
  /** Masked. */
  address: string;
  state: MessageState;
  reason: MessageReason | null;
  at: string;
  endedAt: string | null;
}

/** A telephone or address that a second person confirms, or that serves no signature (D-45). */
export interface ContactCheckRow {
  verdict: 'word' | 'staff' | 'shared';
  kind: 'phone' | 'email';
  signer: string;
  contact: string;
  /** One of the portal's users has it too. */
  staff: boolean;
  /** A company of the network publishes it. */
  company: boolean;
  others: number;
  word: { by: string; at: string; own: boolean } | null;
  mayConfirm: boolean;
}

export interface PartlySignedRow {
  id: number;
  outcome: 'DECLINED' | 'LOCKED' | 'CANCELLED' | 'EXPIRED';
  endedAt: string;
  signers: string[];
  /** Null while the file is being made. */
  sha256: string | null;
  size: number | null;
}

export interface EventRow {
  seq: number;
  type: string;
  time: string;
  actorName: string | null;
  /** A sentence, or the facts of the event by name. */
  detail: string | Readonly<Record<string, unknown>> | null;
}

export interface ValidatedSignature {
  /** A person's signature, the provider's seal, or a timestamp over the whole file. */
  kind: 'signature' | 'seal' | 'timestamp';
  indication: string;
  subIndication: string | null;
  level: string | null;
  signer: string | null;
  signedAt: string | null;
  changesAfter: string[];
}

export interface Validation {
  intact: boolean;
  signatures: ValidatedSignature[];
  sha256: string;
}
