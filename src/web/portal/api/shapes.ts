/** Rows as the server sends them (P-20); the entities are the domain's own. */
import type { ConsentsOutput } from '#contract/consents.ts';
import type { Document } from '#domain/documents/document.ts';
import type { Dossier } from '#domain/dossiers/dossier.ts';
import type { Folder } from '#domain/folders/folder.ts';
import type { FolderType, SignerRole } from '#domain/folders/folder-types.ts';

import type { Resend } from '#domain/signing/waiting.ts';

export type { Account } from '#domain/identity/account.ts';
export type DossierRow = Dossier;
export type FolderRow = Folder;

/** A document with its folder's type as the closed list. */
export type DocumentRow = Omit<Document, 'folder'> & { folder: { id: number; type: FolderType } };

export type Consents = ConsentsOutput;

export type Synchronization = Pick<Dossier, 'syncStatus' | 'lastSync'>;

export interface SignerRow {
  role: SignerRole;
  name: string;
  state: 'WAITING' | 'OPENED' | 'SIGNED' | 'DECLINED' | 'LOCKED';
  signedAt: string | null;
  maskedPhone: string | null;
}

export interface SigningState {
  signers: SignerRow[];
  expiresAt: string | null;
  /** Whether the link may be sent again. */
  resend: Resend;
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
  /** A person's signature, or the provider's seal. */
  kind: 'signature' | 'seal';
  indication: string;
  subIndication: string | null;
  level: string | null;
  signer: string | null;
  signedAt: string | null;
  changesAfter: unknown[];
}

export interface Validation {
  intact: boolean;
  signatures: ValidatedSignature[];
  sha256: string;
}
