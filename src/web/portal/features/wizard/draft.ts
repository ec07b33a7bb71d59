/** What the wizard gathers step by step, and the one call it becomes (P-20 "Wizard"). Pure. */
import type { Brand } from '#domain/dealers/brands.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { DossierRow, FolderRow } from '../../api/shapes.ts';
import { parseTypedDate } from '../../text/dates.ts';
import { type CustomerValues, customerBody } from '../../ui/customer-values.ts';
import type { DocumentValues } from '../../ui/document-fields/values.ts';

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

export type CustomerChoice = { kind: 'existing'; dossier: DossierRow } | { kind: 'new'; values: NewCustomer };
export type FolderChoice = { kind: 'existing'; folder: FolderRow } | { kind: 'new'; values: NewFolder };

export interface Draft {
  customer: CustomerChoice | null;
  folder: FolderChoice | null;
  document: DocumentValues | null;
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

/** The step on which a refused field stands. */
export function stepOfObject(objectName: string | undefined): Step {
  if (objectName === 'dossier') return 'customer';
  if (objectName === 'folder') return 'folder';
  return objectName === 'document' ? 'document' : 'review';
}
