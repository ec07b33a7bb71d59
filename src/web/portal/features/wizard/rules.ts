/** Form rules: the schemas the server uses, with words of the spoken language (specification §5). Pure. */
import { BIRTH_AND_FISCAL } from '#domain/entitlements/signs-simply.ts';
import { type FieldIssue, fieldMessage } from '#domain/field-message.ts';
import type { Language } from '#domain/refusals/text.ts';
import { customerIssues } from '../../ui/customer-values.ts';
import type { Errors } from '../../ui/document-fields/rules.ts';
import { folderIssues } from '../../ui/folder-values.ts';
import type { Wording } from '../../ui/form/wording.tsx';
import type { ConfiguredFolderType } from './configuration.ts';
import type { NewCustomer, NewFolder, Subject } from './draft.ts';

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
  return worded(customerIssues(values, subject.fes ? [] : BIRTH_AND_FISCAL), language, wording);
}

export function folderErrors(
  values: NewFolder,
  { brand, folderType }: Subject,
  type: ConfiguredFolderType,
  language: Language,
  wording: Wording,
): Errors {
  return worded(folderIssues({ ...values, brand, type: folderType }, null, type), language, wording);
}
