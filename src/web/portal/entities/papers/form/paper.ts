/** The interface between a document's form and a generated paper; the templates are loaded later, in a separate chunk. */
import type { previewDocument } from '#contract/calls/documents.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import type { VariableFields } from '#domain/documents/variable-fields.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import type { FieldIssue } from '#domain/errors.ts';
import { type ConfiguredDocumentType, type FolderType, findField } from '#domain/folders/folder-types.ts';
import type { PaperField } from '#domain/papers/fields.ts';
import type { PaperCustomer, PaperData } from '#domain/papers/paper-data.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../../api/answer-types.ts';

type PreviewBody = BodyOf<typeof previewDocument>;

/** The customer and folder of the paper, as far as known or typed. */
export interface PaperCase {
  brand: Brand;
  folderType: FolderType;
  customer: PaperCustomer;
  folder: PaperData['folder'];
  /** The folder's existing documents, as far as loaded. */
  documents?: readonly Pick<DocumentRow, 'type' | 'status' | 'variableFields' | 'startSignDate'>[] | undefined;
  /** The same for the preview call: by id where already stored. */
  named: Pick<PreviewBody, 'folderId' | 'folder' | 'dossierId' | 'dossier'>;
}

export interface Judgement {
  /** What prevents the paper from being made. */
  missing: readonly FieldIssue[];
  /** What the user should check; never a refusal. */
  warnings: readonly Warning[];
}

/** The template of one type, as its form needs it. */
export interface Paper {
  fields: readonly PaperField[];
  /** Maximum length of a multi-line field; undefined for every other field. */
  longTexts: (name: string) => number | undefined;
  /** A stored value in Italian notation; undefined when the template has no such field. */
  typed: (name: string, stored: string) => string | undefined;
  /** The typed value in its stored format; unreadable input is passed unchanged, for the rules to refuse. */
  stored: (name: string, typed: string) => string | undefined;
  judge: (values: VariableFields, paperCase: PaperCase, draft: boolean) => Judgement;
  /** The paper's default for a choice left empty. */
  usual: (name: string, brand: Brand) => string | undefined;
  /** Values that the folder already provides. */
  proposals: (paperCase: PaperCase) => Readonly<Record<string, string>>;
}

/** A document type, with its template when the portal generates the paper. */
export type DocumentTypeRules = ConfiguredDocumentType & { readonly paper?: Paper };

export type GeneratedType = DocumentTypeRules & { readonly paper: Paper };

export const hasPaper = (type: DocumentTypeRules | null): type is GeneratedType => type?.paper !== undefined;

/** The type for a document uploaded before the portal generated its paper: without the template's fields. */
export function asUploadedBefore({ paper, ...type }: GeneratedType): DocumentTypeRules {
  const ofPaper = new Set(paper.fields.map(({ name }) => name));
  return { ...type, fields: type.fields.filter(({ name }) => !ofPaper.has(name)) };
}

/** The known data of a stored folder and its customer. */
export function storedCase(folder: FolderRow, dossier: DossierRow, documents?: PaperCase['documents']): PaperCase {
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

/** Types without a file are generated here if they have a template. */
export const canBeGenerated = (type: ConfiguredDocumentType): boolean => findField(type.fields, 'FILE') === undefined;

interface Proposed {
  fields: Record<string, string | boolean>;
  /** Earlier proposals by field: input typed or cleared since then is kept. */
  proposed?: Readonly<Record<string, string>>;
}

/** The values with proposals in the fields that the user has not touched. */
export function withProposals<V extends Proposed>(values: V, proposals: Readonly<Record<string, string>>): V {
  const names = new Set([...Object.keys(values.proposed ?? {}), ...Object.keys(proposals)]);
  if (names.size === 0) return values;
  const fields = { ...values.fields };
  for (const name of names) {
    if ((fields[name] ?? '') === (values.proposed?.[name] ?? '')) fields[name] = proposals[name] ?? '';
  }
  return { ...values, fields, proposed: proposals };
}
