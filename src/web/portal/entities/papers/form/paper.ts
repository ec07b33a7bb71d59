/** What the form of a document knows of a paper that the portal makes itself; the templates come later, in their own part (D-110, P-16). */

import type { previewDocument } from '#contract/calls/documents.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import type { VariableFields } from '#domain/documents/variable-fields.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import type { FieldIssue } from '#domain/errors.ts';
import { type ConfiguredDocumentType, type FolderType, findField } from '#domain/folders/folder-types.ts';
import type { PaperCustomer, PaperData } from '#domain/papers/data.ts';
import type { PaperField } from '#domain/papers/fields.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../../api/shapes.ts';

type PreviewBody = BodyOf<typeof previewDocument>;

/** Whose paper it is and in which folder, as far as it is known or typed. */
export interface PaperAround {
  brand: Brand;
  folderType: FolderType;
  customer: PaperCustomer;
  folder: PaperData['folder'];
  /** What the folder holds already, as far as it is at hand. */
  documents?: readonly Pick<DocumentRow, 'type' | 'status' | 'variableFields' | 'startSignDate'>[] | undefined;
  /** The same for the call of the preview: by number where it is stored already. */
  named: Pick<PreviewBody, 'folderId' | 'folder' | 'dossierId' | 'dossier'>;
}

export interface Judged {
  /** What keeps the paper from being made. */
  missing: readonly FieldIssue[];
  /** What a person should look at; never a refusal. */
  warnings: readonly Warning[];
}

/** The template of one type, as its form needs it. */
export interface Paper {
  fields: readonly PaperField[];
  /** Characters that a field of several lines takes; undefined for every other one. */
  longTexts: (name: string) => number | undefined;
  /** A stored value as an Italian types it; undefined when the field is not the template's. */
  typed: (name: string, stored: string) => string | undefined;
  /** What was typed as it is stored: what cannot be read goes as it is, for the rules to refuse. */
  stored: (name: string, typed: string) => string | undefined;
  judge: (values: VariableFields, around: PaperAround, draft: boolean) => Judged;
  /** What the paper says of a choice that nobody makes. */
  usual: (name: string, brand: Brand) => string | undefined;
  /** What the folder tells already. */
  proposals: (around: PaperAround) => Readonly<Record<string, string>>;
}

/** A document type, with its template where the portal makes the paper. */
export type DocumentTypeRules = ConfiguredDocumentType & { readonly paper?: Paper };

export type MadeType = DocumentTypeRules & { readonly paper: Paper };

export const hasPaper = (type: DocumentTypeRules | null): type is MadeType => type?.paper !== undefined;

/** The type for a document whose file somebody uploaded before the portal made it: without the fields of the template. */
export function asUploadedBefore({ paper, ...type }: MadeType): DocumentTypeRules {
  const ofPaper = new Set(paper.fields.map(({ name }) => name));
  return { ...type, fields: type.fields.filter(({ name }) => !ofPaper.has(name)) };
}

/** What is known of a folder and its customer that are stored already. */
export function storedAround(
  folder: FolderRow,
  dossier: DossierRow,
  documents?: PaperAround['documents'],
): PaperAround {
  const { businessId, plate, vin, jobId, brand } = folder;
  return {
    brand,
    folderType: folder.type,
    customer: dossier,
    folder: { businessId, plate, vin, jobId },
    documents,
    named: { folderId: folder.id },
  };
}

/** Types without a file are made here, if they have a template (P-16). */
export const mayBeMade = (type: ConfiguredDocumentType): boolean => findField(type.fields, 'FILE') === undefined;

interface Proposed {
  fields: Record<string, string | boolean>;
  /** What was proposed before, by field: what somebody typed or emptied since stays as it is. */
  proposed?: Readonly<Record<string, string>>;
}

/** The values with what is known already in the fields that nobody has touched. */
export function withProposals<V extends Proposed>(values: V, proposals: Readonly<Record<string, string>>): V {
  const names = new Set([...Object.keys(values.proposed ?? {}), ...Object.keys(proposals)]);
  if (names.size === 0) return values;
  const fields = { ...values.fields };
  for (const name of names) {
    if ((fields[name] ?? '') === (values.proposed?.[name] ?? '')) fields[name] = proposals[name] ?? '';
  }
  return { ...values, fields, proposed: proposals };
}
