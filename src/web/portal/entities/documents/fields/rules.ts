/** The rules of a document's fields: the server's own, with messages in the current language. Pure. */
import {
  ACCEPTED_OTHERWISE,
  ACCEPTED_WHEN_SIGNABLE,
  documentTypeIssues,
  MAX_FILE_BYTES,
} from '#domain/documents/document.ts';
import { type FieldIssue, fieldMessage } from '#domain/field-message.ts';
import { findField, isRequired } from '#domain/folders/folder-types.ts';
import type { Language } from '#domain/refusals/text.ts';
import type { FieldError } from '../../../api/failure.ts';
import type { Wording } from '../../../connected/form/form-messages.tsx';
import type { DocumentTypeRules, PaperCase } from '../../papers/form/paper.ts';
import { type DocumentValues, fieldsBody, mimeTypeOf } from './document-values.ts';

export type Errors = Record<string, string>;

export type FileProblem = 'required' | 'type' | 'large' | 'small';

/** Wording of the rules. */
export interface RuleTexts {
  language: Language;
  wording: Wording;
  file: (problem: FileProblem | 'many', signable: boolean) => string;
  signableNotPdf: string;
}

export interface ValidationContext {
  /** Saving as a draft: signature type and extra fields may be missing. */
  draft: boolean;
  /** The format of the stored file, which stays; absent on creation. */
  stored?: { mimeType: string | null } | undefined;
  /** The context of a generated paper. */
  paperCase?: PaperCase | undefined;
}

export const takesFileField = (type: DocumentTypeRules) => findField(type.fields, 'FILE');

/** Errors by the form path of the field. */
export function documentErrors(
  values: DocumentValues,
  type: DocumentTypeRules,
  { draft, stored, paperCase }: ValidationContext,
  texts: RuleTexts,
): Errors {
  const { paper } = type;
  const body = { ...fieldsBody(values, type), draft };
  const errors: Errors = {};
  const add = (issue: FieldIssue) => {
    errors[pathOf(issue.field)] ??= texts.wording(issue.field, fieldMessage(issue, texts.language), issue.code);
  };
  for (const issue of documentTypeIssues(body, type, paper?.longTexts)) add(issue);
  // The server reports missing data of the customer: they have no field here.
  const ofPaper = paperCase ? (paper?.judge(body.variableFields, paperCase, draft).missing ?? []) : [];
  for (const issue of ofPaper) if (issue.objectName === 'document') add(issue);
  if (stored) {
    const { mimeType } = stored;
    if (values.signable && mimeType !== null && mimeType !== 'application/pdf')
      errors.signable ??= texts.signableNotPdf;
    return errors;
  }
  const fileField = takesFileField(type);
  if (!fileField) return errors;
  const problem = fileProblem(values.file, values.signable, isRequired(fileField) || (values.signable && !draft));
  if (problem) errors.file = texts.file(problem, values.signable);
  return errors;
}

/** Only PDF when signable, otherwise images and text documents too; 1 byte to 25 MiB. */
export function fileProblem(
  file: { name: string; type: string; size: number } | null,
  signable: boolean,
  required: boolean,
): FileProblem | null {
  if (file === null) return required ? 'required' : null;
  const accepted: readonly string[] = signable ? ACCEPTED_WHEN_SIGNABLE : ACCEPTED_OTHERWISE;
  if (!accepted.includes(mimeTypeOf(file))) return 'type';
  if (file.size > MAX_FILE_BYTES) return 'large';
  return file.size === 0 ? 'small' : null;
}

const FIXED: readonly string[] = ['file', 'sigType', 'signable', 'archivable'];

/** The server's errors about parts of the file are shown at the file. */
const ALIAS: Readonly<Record<string, string>> = {
  content: 'file',
  fileName: 'file',
  fileSize: 'file',
  mimeType: 'file',
};

/** The form path of a server field: extra fields are under `fields.`. */
export function pathOf(serverField: string): string {
  const field = ALIAS[serverField] ?? serverField;
  return FIXED.includes(field) ? field : `fields.${field}`;
}

/** Refusals of a document's fields, by form path. */
export function refusedFields(fieldErrors: readonly FieldError[], wording: Wording): Errors {
  const errors: Errors = {};
  for (const { field, message, code } of fieldErrors) errors[pathOf(field)] ??= wording(field, message, code ?? '');
  return errors;
}
