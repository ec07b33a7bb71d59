/** The document: fields and rules by type (specification §3, §5; P-20). */
import { z } from 'zod';
import { isoDate, printable, requiredText } from '../dossiers/dossier.ts';
import type { FieldIssue } from '../errors.ts';
import type { DossierSummary, FolderSummary } from '../folders/folder.ts';
import {
  type ConfiguredDocumentType,
  EXTRA_FIELD_TYPES,
  extraFields,
  findField,
  isRequired,
} from '../folders/folder-types.ts';
import { type DocumentStatus, SIGNATURE_TYPES, type SignatureType } from './life.ts';

/** 25 MiB (P-15). */
export const MAX_FILE_BYTES = 26_214_400;

export const variableValueSchema = z.union([z.string(), z.boolean(), z.number(), z.null()]);

const fileFields = {
  fileName: requiredText().nullish(),
  mimeType: requiredText().nullish(),
  fileSize: z.number().int().nonnegative().nullish(),
  /** Base64, without a data: prefix. */
  content: z.string().nullish(),
};

/** Shape alone; what the type demands is checked by `documentTypeIssues`. */
export const documentSchema = z.strictObject({
  folderId: z.number().int().positive(),
  type: requiredText(),
  sigType: z.enum(SIGNATURE_TYPES).nullish(),
  archivable: z.boolean().nullish(),
  signable: z.boolean().nullish(),
  variableFields: z.record(z.string().max(255), variableValueSchema).nullish(),
  /** Saved as a draft: may lack sigType and variable fields, never the file (P-5). */
  draft: z.boolean().nullish(),
  ...fileFields,
});
export type DocumentInput = z.input<typeof documentSchema>;
export type DocumentValues = z.output<typeof documentSchema>;

export const wizardDocumentSchema = documentSchema.omit({ folderId: true });

export const ACCEPTED_WHEN_SIGNABLE = ['application/pdf'] as const;
export const ACCEPTED_OTHERWISE = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;
export type AcceptedMimeType = (typeof ACCEPTED_OTHERWISE)[number];

/** Defaults of a type, as forms pre-fill them (specification §5). */
export function typeDefaults(type: ConfiguredDocumentType): {
  sigType: SignatureType | null;
  signable: boolean;
  archivable: boolean;
  variableFields: Record<string, string | boolean | null>;
} {
  const sigType = findField(type.fields, 'SIG_TYPE')?.default ?? null;
  return {
    sigType: SIGNATURE_TYPES.find((known) => known === sigType) ?? null,
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

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** What the document type demands and the values lack or get wrong. */
export function documentTypeIssues(
  values: Pick<DocumentValues, 'sigType' | 'archivable' | 'signable' | 'variableFields' | 'draft'>,
  type: ConfiguredDocumentType,
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const add = (field: string, code: FieldIssue['code'], parameters?: FieldIssue['parameters']) =>
    issues.push({ objectName: 'document', field, code, ...(parameters ? { parameters } : {}) });
  const draft = values.draft === true;
  for (const name of ['ARCHIVABLE', 'SIGNABLE'] as const) {
    const key = name === 'ARCHIVABLE' ? 'archivable' : 'signable';
    if (isRequired(findField(type.fields, name)) && values[key] !== true) add(key, 'mustBeTrue');
  }
  const needsSignature = isRequired(findField(type.fields, 'SIG_TYPE')) || values.signable === true;
  if (!draft && needsSignature && isEmpty(values.sigType)) add('sigType', 'required');
  const known = extraFields(type);
  for (const name of Object.keys(values.variableFields ?? {})) {
    if (!known.some((field) => field.name === name)) add(name, 'unknown');
  }
  for (const field of known) {
    const value = values.variableFields?.[field.name];
    if (!(EXTRA_FIELD_TYPES as readonly string[]).includes(field.type)) {
      if (!isEmpty(value)) add(field.name, 'notHandled');
      continue;
    }
    if (isEmpty(value)) {
      if (!draft && isRequired(field) && field.type !== 'checkbox') add(field.name, 'required');
      continue;
    }
    if (field.type === 'string') {
      if (typeof value !== 'string' || !printable(255).safeParse(value).success) {
        add(field.name, typeof value === 'string' && value.length > 255 ? 'max' : 'type', { max: 255 });
      }
    } else if (field.type === 'date') {
      if (!isoDate.safeParse(value).success) add(field.name, 'date');
    } else if (field.type === 'checkbox') {
      if (typeof value !== 'boolean') add(field.name, 'type');
      else if (isRequired(field) && !draft && !value) add(field.name, 'mustBeTrue');
    } else if (!Number.isSafeInteger(typeof value === 'string' ? Number(value) : value)) add(field.name, 'type');
  }
  return issues;
}

export function takesFile(type: ConfiguredDocumentType): boolean {
  return findField(type.fields, 'FILE') !== undefined;
}

export interface StaffSignature {
  signUrl: string | null;
  seller?: string | null;
  label?: string | null;
}

/** P-20 "Document". */
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
  startSignDate: string | null;
  variableFields: Record<string, string | number | boolean | null>;
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
}
