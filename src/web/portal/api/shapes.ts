/** Rows as the server sends them (P-20). */
import type { BrandPermissions } from '#domain/access.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import type { DocumentStatus, SignatureType } from '#domain/documents/life.ts';
import type { FolderType, SignerRole } from '#domain/folders/folder-types.ts';
import type { Role } from '#domain/identity/roles.ts';

export interface Account {
  id: number;
  login: string;
  firstName: string;
  lastName: string;
  fullname: string;
  email: string;
  activated: boolean;
  authorities: Role[];
  hstList: string[];
  brands: BrandPermissions[];
}

interface Trail {
  createdBy?: string | null;
  createdDate?: string | null;
  lastModifiedBy?: string | null;
  lastModifiedDate?: string | null;
}

export type SyncStatus = 'TO_SYNC' | 'SYNCING' | 'SYNCED' | 'SYNC_FAILED';

export interface Warning {
  field: string;
  code: string;
  message: string;
}

export interface DossierRow extends Trail {
  id: number;
  businessId: string | null;
  hst: string;
  legalEntity: string;
  brands: Brand[];
  originalAccountSource: string | null;
  status: 'OPEN' | 'DELETED';
  searchType: string | null;
  rspSearchType: string | null;
  dossierType: string | null;
  firstName: string | null;
  lastName: string | null;
  organizationId: string | null;
  organizationName: string | null;
  representativeFiscalCode: string | null;
  mobilePhone: string | null;
  email: string | null;
  birthDate: string | null;
  birthPlace: string | null;
  fiscalCode: string | null;
  street: string | null;
  address: string | null;
  city: string | null;
  postalCode: string | null;
  numberOfFolders: number;
  activationsCount: number;
  syncStatus: SyncStatus | null;
  lastSync: string | null;
  warnings?: Warning[];
}

export type DossierDigest = Pick<
  DossierRow,
  'id' | 'hst' | 'legalEntity' | 'firstName' | 'lastName' | 'organizationName'
>;

export interface FolderRow extends Trail {
  id: number;
  dossierId: number;
  businessId: string | null;
  processDate: string | null;
  accountSource: string | null;
  brand: Brand;
  type: FolderType;
  plate: string | null;
  vin: string | null;
  jobId: string | null;
  notes: string | null;
  status: 'OPEN' | 'CLOSED' | 'DELETED';
  numberOfDocuments: number;
  dossierDTO?: DossierDigest;
  warnings?: Warning[];
}

export type FolderDigest = Pick<
  FolderRow,
  'id' | 'businessId' | 'type' | 'brand' | 'plate' | 'vin' | 'status' | 'dossierId'
>;

export interface DocumentRow extends Trail {
  id: number;
  folderId: number;
  folder: { id: number; type: FolderType } | null;
  type: string;
  fileName: string | null;
  fileSize: number | null;
  mimeType: string | null;
  sigType: SignatureType | null;
  archivable: boolean;
  signable: boolean;
  status: DocumentStatus;
  statusReason: { code: string; text: string } | null;
  signUrl: string | null;
  signedDocumentId: number | null;
  feaModuleId: number | null;
  feaBlocked: boolean;
  startSignDate: string | null;
  variableFields: Record<string, string | boolean | number | null>;
  folderDTO?: FolderDigest;
  dossierDTO?: DossierDigest;
  warnings?: Warning[];
}

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
}

export interface EventRow {
  seq: number;
  type: string;
  time: string;
  actorName: string | null;
  detail: string | null;
}

export interface ValidatedSignature {
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

/** A customer's name as shown: the company's, else the person's. */
export function customerName(
  row:
    | {
        firstName?: string | null;
        lastName?: string | null;
        organizationName?: string | null;
      }
    | null
    | undefined,
): string {
  if (!row) return '–';
  const person = [row.firstName, row.lastName].filter(Boolean).join(' ');
  return row.organizationName || person || '–';
}
