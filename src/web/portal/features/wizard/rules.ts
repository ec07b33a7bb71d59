/** The rules of a new customer: the schemas the server uses, with words of the spoken language (specification §5). Pure. */
import { BIRTH_AND_FISCAL } from '#domain/entitlements/signs-simply.ts';
import { fieldMessage } from '#domain/field-message.ts';
import type { Language } from '#domain/refusals/text.ts';
import type { Wording } from '../../connected/form/wording.tsx';
import { customerIssues } from '../../entities/customers/customer-values.ts';
import type { Errors } from '../../entities/documents/fields/rules.ts';
import type { NewCustomer } from './draft.ts';

export type { Errors };

/** `fes`: the legal entity signs simply in this folder type, so that birth and fiscal data may be left out (P-9). */
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
