/** Form rules: the schemas the server uses, with words of the spoken language (specification §5). Pure. */
import { folderWarnings } from '#domain/codes/warnings.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import { BIRTH_AND_FISCAL } from '#domain/entitlements/signs-simply.ts';
import { type FieldIssue, fieldMessage } from '#domain/field-message.ts';
import { folderTypeIssues } from '#domain/folders/folder.ts';
import { wizardFolderSchema } from '#domain/folders/folder-schemas.ts';
import type { Language } from '#domain/refusals/text.ts';
import { fieldIssues } from '#domain/validation.ts';
import { customerIssues } from '../../ui/customer-values.ts';
import type { Errors } from '../../ui/document-fields/rules.ts';
import type { Wording } from '../../ui/form/wording.tsx';
import type { ConfiguredFolderType } from './configuration.ts';
import { type NewCustomer, type NewFolder, newFolderBody, type Subject } from './draft.ts';

export type { Errors };

function worded(issues: readonly FieldIssue[], language: Language, wording: Wording): Errors {
  const errors: Errors = {};
  for (const issue of issues) {
    errors[issue.field] ??= wording(issue.field, fieldMessage(issue, language), issue.code);
  }
  return errors;
}

/** `fes`: the legal entity signs simply in this folder type, so that birth and fiscal data may be left out (P-9). */
export function customerErrors(
  values: NewCustomer,
  subject: { fes: boolean },
  language: Language,
  wording: Wording,
): Errors {
  const issues = customerIssues(values, subject.fes ? [] : BIRTH_AND_FISCAL);
  return worded(issues, language, wording);
}

export function folderErrors(
  values: NewFolder,
  subject: Subject,
  type: ConfiguredFolderType,
  language: Language,
  wording: Wording,
): Errors {
  const body = newFolderBody(values, subject);
  const issues = issuesOf('folder', wizardFolderSchema, body);
  return worded([...folderTypeIssues(body, type), ...issues], language, wording);
}

/** Doubts about a folder's vehicle. */
export function folderDoubts(values: NewFolder, language: Language): Warning[] {
  const code = (value: string) => value.trim().toUpperCase() || null;
  return folderWarnings({ plate: code(values.plate), vin: code(values.vin) }, language);
}

function issuesOf(
  objectName: string,
  schema: { safeParse: (value: unknown) => { success: boolean; error?: Parameters<typeof fieldIssues>[1] } },
  body: unknown,
): FieldIssue[] {
  const result = schema.safeParse(body);
  return result.error ? fieldIssues(objectName, result.error) : [];
}
