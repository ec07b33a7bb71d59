/** Form rules: the schemas the server uses, with words of the spoken language (specification §5). Pure. */
import { dossierSchema } from '#domain/dossiers/dossier.ts';
import { type FieldIssue, fieldMessage, type Language } from '#domain/errors.ts';
import { folderTypeIssues, wizardFolderSchema } from '#domain/folders/folder.ts';
import { fieldIssues } from '#domain/validation.ts';
import type { Errors } from '../../ui/document-fields/rules.ts';
import type { Wording } from '../../ui/form/wording.tsx';
import type { ConfiguredFolderType } from './configuration.ts';
import { dossierBody, folderBody, type NewCustomer, type NewFolder, type Subject } from './draft.ts';

export type { Errors };

function worded(issues: readonly FieldIssue[], language: Language, wording: Wording): Errors {
  const errors: Errors = {};
  for (const issue of issues) {
    errors[issue.field] ??= wording(issue.field, fieldMessage(issue, language), issue.code);
  }
  return errors;
}

/** Birth and fiscal data are left to the server: only it knows whether the legal entity signs as FES. */
export function customerErrors(values: NewCustomer, subject: Subject, language: Language, wording: Wording): Errors {
  const issues = issuesOf('dossier', dossierSchema({ fes: true }), dossierBody(values, subject.brand));
  if (values.kind === 'company' && values.organizationName.trim() === '') {
    issues.push({ objectName: 'dossier', field: 'organizationName', code: 'required' });
  }
  return worded(issues, language, wording);
}

export function folderErrors(
  values: NewFolder,
  subject: Subject,
  type: ConfiguredFolderType,
  language: Language,
  wording: Wording,
): Errors {
  const body = folderBody(values, subject);
  const issues = issuesOf('folder', wizardFolderSchema, body);
  return worded([...folderTypeIssues(body, type), ...issues], language, wording);
}

function issuesOf(
  objectName: string,
  schema: { safeParse: (value: unknown) => { success: boolean; error?: Parameters<typeof fieldIssues>[1] } },
  body: unknown,
): FieldIssue[] {
  const result = schema.safeParse(body);
  return result.error ? fieldIssues(objectName, result.error) : [];
}
