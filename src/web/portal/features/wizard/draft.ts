/** What the wizard gathers step by step, and the one call it becomes (P-20 "Wizard"). Pure. */
import type { Brand } from '#domain/dealers/brands.ts';
import type { SignatureType } from '#domain/documents/life.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { DossierRow, FolderRow } from '../../api/shapes.ts';
import { parseTypedDate } from '../../text/dates.ts';
import { type CustomerValues, customerBody } from '../../ui/customer-values.ts';

export const STEPS = ['customer', 'folder', 'document', 'review'] as const;
export type Step = (typeof STEPS)[number];

/** Typed text of a new customer. */
export type NewCustomer = CustomerValues;

/** Typed text of a new folder; the date as gg/mm/aaaa. */
export interface NewFolder {
  processDate: string;
  businessId: string;
  plate: string;
  vin: string;
  jobId: string;
  notes: string;
}

export interface NewDocument {
  file: File | null;
  sigType: SignatureType | null;
  signable: boolean;
  archivable: boolean;
  /** Text, flags and user ids; dates as gg/mm/aaaa. */
  fields: Record<string, string | boolean>;
}

export type CustomerChoice = { kind: 'existing'; dossier: DossierRow } | { kind: 'new'; values: NewCustomer };
export type FolderChoice = { kind: 'existing'; folder: FolderRow } | { kind: 'new'; values: NewFolder };

export interface Draft {
  customer: CustomerChoice | null;
  folder: FolderChoice | null;
  document: NewDocument | null;
}

export interface Subject {
  brand: Brand;
  folderType: FolderType;
  documentType: string;
}

const text = (value: string): string | null => (value.trim() === '' ? null : value.trim());

/** The body of a new dossier; empty values are left out as null. */
export function dossierBody(values: NewCustomer, brand: Brand): Record<string, unknown> {
  return { ...customerBody(values), brands: [brand], dossierType: 'new' };
}

/** The body of a new folder without its dossier; an empty vin is dropped (specification §5). */
export function folderBody(values: NewFolder, subject: Subject): Record<string, unknown> {
  const vin = text(values.vin);
  return {
    brand: subject.brand,
    type: subject.folderType,
    processDate: text(values.processDate) === null ? null : (parseTypedDate(values.processDate) ?? values.processDate),
    businessId: text(values.businessId),
    plate: text(values.plate)?.toUpperCase() ?? null,
    ...(vin === null ? {} : { vin: vin.toUpperCase() }),
    jobId: text(values.jobId),
    notes: text(values.notes),
  };
}

/** The body of a new document without its folder. `content` is base64 without a prefix. */
export function documentBody(
  values: NewDocument,
  documentType: string,
  fieldTypes: ReadonlyMap<string, string>,
  content: string | null,
): Record<string, unknown> {
  const variableFields = Object.fromEntries(
    Object.entries(values.fields).map(([name, value]) => [name, fieldValue(value, fieldTypes.get(name) ?? 'string')]),
  );
  return {
    type: documentType,
    sigType: values.sigType,
    signable: values.signable,
    archivable: values.archivable,
    variableFields,
    ...(values.file === null || content === null
      ? {}
      : {
          fileName: values.file.name,
          mimeType: mimeTypeOf(values.file),
          fileSize: values.file.size,
          content,
        }),
  };
}

function fieldValue(value: string | boolean, type: string): string | number | boolean | null {
  if (typeof value === 'boolean') return value;
  const given = text(value);
  if (given === null) return null;
  if (type === 'date') return parseTypedDate(given) ?? given;
  return type.startsWith('ROLE_') ? Number(given) : given;
}

const MIME_BY_ENDING: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Some systems leave the type of a file empty: then its ending tells. */
export function mimeTypeOf(file: { name: string; type: string }): string {
  return file.type || (MIME_BY_ENDING[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? '');
}

/** The step on which a refused field stands. */
export function stepOfObject(objectName: string | undefined): Step {
  if (objectName === 'dossier') return 'customer';
  if (objectName === 'folder') return 'folder';
  return objectName === 'document' ? 'document' : 'review';
}
