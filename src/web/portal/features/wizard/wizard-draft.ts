/** The wizard's draft, and its conversion to one call. Pure. */

import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { isCompany } from '#domain/dossiers/customer-name.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { DossierRow, FolderRow } from '../../api/answer-types.ts';
import {
  type CustomerBody,
  type CustomerValues,
  customerBody,
  customerValuesOf,
} from '../../entities/customers/customer-values.ts';
import type { DocumentValues } from '../../entities/documents/fields/document-values.ts';
import { type FolderBody, type FolderField, folderBody } from '../../entities/folders/folder-values.ts';

/** Folder and document share a page: no review step is needed. */
export const STEPS = ['customer', 'document'] as const;
export type Step = (typeof STEPS)[number];

/** Where a new customer was found: the key in that system links the dossier to it. */
export interface CustomerOrigin {
  searchType: DirectoryCustomer['searchType'];
  originalAccountSource: DirectoryCustomer['originalAccountSource'];
  businessId: string;
  organizationId: string | null;
}

/** Raw input of a new customer. */
export type NewCustomer = CustomerValues & { origin?: CustomerOrigin };

/** Raw input of a new folder; the date as gg/mm/aaaa. */
export type NewFolder = Record<FolderField, string>;

export type CustomerChoice = { kind: 'existing'; dossier: DossierRow } | { kind: 'new'; values: NewCustomer };
export type FolderChoice = { kind: 'existing'; folder: FolderRow } | { kind: 'new'; values: NewFolder };

/** Typed values are kept next to the choice, such as a new customer while an existing one is selected. */
export interface Draft {
  customer: CustomerChoice | null;
  typedCustomer: NewCustomer | null;
  folder: FolderChoice | null;
  typedFolder: NewFolder | null;
  document: DocumentValues | null;
}

export const EMPTY_DRAFT: Draft = {
  customer: null,
  typedCustomer: null,
  folder: null,
  typedFolder: null,
  document: null,
};

/** A row of RSP or a DMS as values of the new customer's form, to be corrected before it is created. */
export function customerFound(row: DirectoryCustomer, hst: string): NewCustomer {
  const { searchType, originalAccountSource, businessId, organizationId } = row;
  const company = isCompany(row);
  return {
    ...customerValuesOf(row, row.hst ?? hst),
    kind: company ? 'company' : 'person',
    origin: { searchType, originalAccountSource, businessId, organizationId },
  };
}

/** Selects another customer and drops a folder chosen among those of the previous one. */
export function withCustomer(draft: Draft, customer: CustomerChoice): Draft {
  const same =
    customer.kind === 'existing' &&
    draft.customer?.kind === 'existing' &&
    customer.dossier.id === draft.customer.dossier.id;
  const typedCustomer = customer.kind === 'new' ? customer.values : draft.typedCustomer;
  return { ...draft, customer, typedCustomer, folder: same || draft.folder?.kind !== 'existing' ? draft.folder : null };
}

export interface Subject {
  brand: Brand;
  folderType: FolderType;
  documentType: string;
}

/** The body of a new dossier; empty values become null. */
export function dossierBody(values: NewCustomer, brand: Brand): CustomerBody {
  const { origin } = values;
  const company = values.kind === 'company';
  return {
    ...(origin && { ...origin, organizationId: company ? origin.organizationId : null }),
    ...customerBody(values),
    brands: [brand],
    dossierType: 'new',
  };
}

/** The body of a new folder without its dossier. */
export const newFolderBody = (values: NewFolder, { brand, folderType }: Subject): FolderBody =>
  folderBody({ ...values, brand, type: folderType }, null);

/** Customer and new folder in the server's format; an existing customer by id. */
export function namedBody(customer: CustomerChoice, folder: NewFolder, subject: Subject) {
  const owner =
    customer.kind === 'existing'
      ? { dossierId: customer.dossier.id }
      : { dossier: dossierBody(customer.values, subject.brand) };
  return { ...owner, folder: newFolderBody(folder, subject) };
}

/** The step that has the refused field. */
export function stepOfObject(objectName: string | undefined): Step {
  return objectName === 'dossier' ? 'customer' : 'document';
}
