/** The rules of a new customer: the server's schemas, with messages in the current language. Pure. */
import { BIRTH_AND_FISCAL } from '#domain/entitlements/simple-signature.ts';
import { fieldMessage } from '#domain/field-message.ts';
import type { Language } from '#domain/refusals/text.ts';
import type { Wording } from '../../connected/form/form-messages.tsx';
import { customerIssues } from '../../entities/customers/customer-values.ts';
import type { Errors } from '../../entities/documents/fields/rules.ts';
import type { NewCustomer } from './wizard-draft.ts';

export type { Errors };

/** `fes`: the legal entity uses simple signatures in this folder type, so birth and fiscal data are optional. */
export function customerErrors(
  values: NewCustomer,
  subject: { fes: boolean },
  language: Language,
  wording: Wording,
): Errors {
  const errors: Errors = {};
  for (const issue of customerIssues(values, subject.fes ? [] : BIRTH_AND_FISCAL)) {
    errors[issue.field] ??= wording(issue.field, fieldMessage(issue, language), issue.code);
  }
  return errors;
}
