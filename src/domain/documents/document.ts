/** The document: fields and rules by type. */
import type { Warning } from '../dossiers/dossier.ts';
import type { FieldIssue } from '../errors.ts';
import type { DossierSummary, FolderSummary } from '../folders/folder.ts';
import { type ConfiguredDocumentType, extraFields, findField, isRequired } from '../folders/folder-types.ts';
import type { AwaitedSigner } from '../signing/awaited-signers.ts';
import type { DocumentValues } from './document-schemas.ts';
import { type DocumentStatus, SIGNATURE_TYPES, type SignatureType } from './document-states.ts';
import { extraValue, isSupported, type VariableFields } from './variable-fields.ts';
import { type LongTextLimits, variableIssue } from './variable-issues.ts';

/** 25 MiB */
export const MAX_FILE_BYTES = 26_214_400;

export const ACCEPTED_WHEN_SIGNABLE = ['application/pdf'] as const;
/** A photo or a scan of an identity document. */
export const ACCEPTED_AS_COPY = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export const ACCEPTED_OTHERWISE = [
  ...ACCEPTED_AS_COPY,
  'image/tiff',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;
export type AcceptedMimeType = (typeof ACCEPTED_OTHERWISE)[number];

/** Defaults of a type, with which forms are prefilled. */
export function typeDefaults(type: ConfiguredDocumentType): {
  sigType: SignatureType | null;
  signable: boolean;
  archivable: boolean;
  variableFields: Record<string, string | boolean | null>;
} {
  const sigType = findField(type.fields, 'SIG_TYPE')?.default ?? null;
  return {
    sigType: SIGNATURE_TYPES.find((signatureType) => signatureType === sigType) ?? null,
    signable: findField(type.fields, 'SIGNABLE')?.default === 'true',
    archivable: findField(type.fields, 'ARCHIVABLE')?.default === 'true',
    variableFields: Object.fromEntries(
      extraFields(type).map((field) => [
        field.name,
        field.type === 'checkbox' ? field.default === 'true' : field.default,
      ]),
    ),
  };
}

/** Values that are missing or invalid for the document type. @param longTexts multi-line fields of the template. */
export function documentTypeIssues(
  values: Pick<DocumentValues, 'sigType' | 'archivable' | 'signable' | 'variableFields' | 'draft'>,
  type: ConfiguredDocumentType,
  longTexts?: LongTextLimits,
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const add = (field: string, code: FieldIssue['code'], parameters?: FieldIssue['parameters']) =>
    issues.push({ objectName: 'document', field, code, ...(parameters ? { parameters } : {}) });
  const draft = values.draft === true;
  for (const name of ['ARCHIVABLE', 'SIGNABLE'] as const) {
    const key = name === 'ARCHIVABLE' ? 'archivable' : 'signable';
    if (isRequired(findField(type.fields, name)) && values[key] !== true) add(key, 'mustBeTrue');
  }
  // A type without the SIGNABLE field is never signed (identity documents).
  if (values.signable === true && findField(type.fields, 'SIGNABLE') === undefined) add('signable', 'oneOf');
  const needsSignature = isRequired(findField(type.fields, 'SIG_TYPE')) || values.signable === true;
  if (!draft && needsSignature && !values.sigType) add('sigType', 'required');
  const extra = extraFields(type);
  for (const [name, value] of Object.entries(values.variableFields ?? {})) {
    if (value !== null && !extra.some((field) => field.name === name)) add(name, 'unknown');
  }
  for (const field of extra) {
    const value = extraValue(field, values.variableFields);
    if (!isSupported(field)) {
      if (value !== null) add(field.name, 'notHandled');
    } else if (value === null) {
      if (!draft && isRequired(field)) add(field.name, 'required');
    } else if (value === false && field.type === 'checkbox') {
      if (!draft && isRequired(field)) add(field.name, 'mustBeTrue');
    } else {
      const issue = variableIssue(field, value, longTexts);
      if (issue !== undefined) add(field.name, issue.code, issue.parameters);
    }
  }
  return issues;
}

export function hasFileField(type: ConfiguredDocumentType): boolean {
  return findField(type.fields, 'FILE') !== undefined;
}

export interface StaffSignature {
  signUrl: string | null;
  seller?: string | null;
  label?: string | null;
}

/** A document as the API returns it. */
export interface Document {
  id: number;
  folderId: number;
  folder: { id: number; type: string };
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
  /** Only for type GRAPHOMETRIC: whether its dealer can collect a handwritten signature now. */
  byHand?: 'ready' | 'noDevice' | 'noCustodian';
  startSignDate: string | null;
  /** Signers whose turn it is. */
  awaits: readonly AwaitedSigner[];
  variableFields: VariableFields;
  metadata: {
    dealer: { signUrl: string | null; seller: string | null };
    operatorDealer: { signUrl: string | null; label: string | null };
    salesManager: { signUrl: string | null; label: string | null };
  };
  createdBy: string | null;
  createdDate: string;
  lastModifiedBy: string | null;
  lastModifiedDate: string;
  folderDTO?: FolderSummary;
  dossierDTO?: DossierSummary;
  /** Doubts about a generated paper; only in the response to its creation or edit. */
  warnings?: Warning[];
}
